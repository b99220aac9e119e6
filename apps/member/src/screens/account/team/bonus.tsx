import { teamBonus, userRebateList } from '@fairlot/contract/endpoints/growth/team'
import { REBATE_STATES } from '@fairlot/contract/life/growth-life'
import { useNavigate, useSearch } from '@tanstack/react-router'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { paths } from '../../../paths.ts'
import { usePages } from '../../../queries/pages.ts'
import { useRead } from '../../../queries/queries.ts'
import { ButtonLink } from '../../../ui/buttons/button.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { cx } from '../../../ui/cx.ts'
import { Chips } from '../../../ui/fields/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { ExactMoney, Money } from '../../../ui/values/money.tsx'
import { RebateRow } from './rebate-row.tsx'

type Bonus = Output<typeof teamBonus>

const CHOICES = ['all', ...REBATE_STATES] as const
const TOPICS = ['team'] as const

/** The member's rebates: sums by kind of order, and each rebate with its calculation. */
export default function BonusScreen() {
  const { t } = useTranslation(['team', 'invite'])
  const { state } = useSearch({ from: '/pages/account/bonus' })
  const navigate = useNavigate()
  const sums = useRead(teamBonus, {}, { topics: TOPICS })
  const pages = usePages(userRebateList, { ...(state && { state }) }, { topics: TOPICS })
  const title = t('bonus.title')
  const refresh = async () => {
    await Promise.all([sums.refetch(), pages.refresh()])
  }
  return (
    <AccountPage entry="team" title={title} nav={<NavBar title={title} />} dataAt={sums.dataUpdatedAt}>
      <PullToRefresh onRefresh={refresh}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-5 pt-1">
          <QueryState query={sums} data={sums.data} pending={<Bones />}>
            {(bonus) => <Sums bonus={bonus} />}
          </QueryState>
          <div className="flex flex-col gap-3">
            <Chips
              label={t('bonus.which')}
              className="*:flex-none!"
              value={state ?? 'all'}
              onChange={(next) =>
                void navigate({
                  ...paths.bonus(next === 'all' ? undefined : next),
                  replace: true,
                  resetScroll: false,
                })
              }
              choices={CHOICES.map((value) => ({ value, label: t(`rebate.${value}`) }))}
            />
            <InfiniteList
              key={state ?? 'all'}
              label={title}
              pages={pages}
              keyOf={({ id }) => id}
              className="bg-surface rounded-card shadow-card divide-line divide-y overflow-hidden"
              row={(rebate) => <RebateRow rebate={rebate} />}
              empty={
                <EmptyState
                  title={t('bonus.none')}
                  text={t('bonus.noneText')}
                  action={<ButtonLink {...paths.invitation()}>{t('invite:friends.invite')}</ButtonLink>}
                />
              }
            />
          </div>
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}

/** The columns of the sums. A phone has room for two of them. */
const COLUMNS = ['pending', 'queued', 'held', 'paid'] as const
const WIDE: Partial<Record<(typeof COLUMNS)[number], string>> = {
  queued: 'max-tab:hidden',
  held: 'max-tab:hidden',
}

function Amounts({ of, className }: { of: Pick<Bonus, (typeof COLUMNS)[number]>; className: string }) {
  return COLUMNS.map((state) => (
    <td key={state} className={cx('ps-3 text-end', WIDE[state], className)}>
      {state === 'paid' ? (
        <ExactMoney amount={of.paid} className="font-semibold" />
      ) : (
        <Money amount={of[state]} className="text-ink-2" />
      )}
    </td>
  ))
}

/** What was paid and what waits, for each kind of order. */
function Sums({ bonus }: { bonus: Bonus }) {
  const { t } = useTranslation(['team', 'invite'])
  const { kinds, pausedSince, queued, held } = bonus
  return (
    <>
      {pausedSince !== null && (
        <Notice tone="warn">
          {t('invite:rates.paused', { time: formatDateTime(pausedSince, activeLanguage()) })}
        </Notice>
      )}
      <Card>
        <h2 className="text-lead">{t('bonus.sums')}</h2>
        <table className="mt-1 w-full">
          <thead>
            <tr className="text-cap text-ink-2">
              <th scope="col" className="py-1.5 text-start font-medium">
                {t('bonus.kind')}
              </th>
              {COLUMNS.map((state) => (
                <th key={state} scope="col" className={cx('py-1.5 ps-3 text-end font-medium', WIDE[state])}>
                  {t(`rebate.${state}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {kinds.map(({ kind, ...amounts }) => (
              <tr key={kind} className="border-line border-t">
                <th scope="row" className="py-2.5 text-start font-normal">
                  {t(`kind.${kind}`)}
                </th>
                <Amounts of={amounts} className="py-2.5" />
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr className="border-line border-t">
              <th scope="row" className="pt-2.5 text-start font-semibold">
                {t('bonus.all')}
              </th>
              <Amounts of={bonus} className="pt-2.5" />
            </tr>
          </tfoot>
        </table>
        {Number(queued) > 0 && <p className="text-ink-2 mt-3">{t('bonus.queued')}</p>}
        {Number(held) > 0 && <p className="text-ink-2 mt-2">{t('bonus.held')}</p>}
      </Card>
    </>
  )
}

function Bones() {
  return (
    <Skeleton>
      <Bone className="rounded-card h-52" />
    </Skeleton>
  )
}
