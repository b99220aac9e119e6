import { teamSummary } from '@fairlot/contract/endpoints/growth/team'
import { ListChecks, ReceiptText, Scale, UserPlus, Wallet } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '../../../api/api.ts'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { Fact } from '../../../parts/growth/fact.tsx'
import { rateText } from '../../../parts/growth/rate-text.ts'
import { paths } from '../../../paths.ts'
import { useRead } from '../../../queries/queries.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { QueryState } from '../../../ui/feedback/query-state.tsx'
import { Bone, Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Segments } from '../../../ui/fields/choice.tsx'
import { Card } from '../../../ui/layout/card.tsx'
import { Panes } from '../../../ui/layout/page.tsx'
import { Stage } from '../../../ui/layout/stage.tsx'
import { Perforation } from '../../../ui/layout/ticket.tsx'
import { useWide } from '../../../ui/layout/use-wide.ts'
import { List, ListLink, ListRow } from '../../../ui/lists/list-row.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Balance, ExactMoney, Money } from '../../../ui/values/money.tsx'
import { Code, Num } from '../../../ui/values/num.tsx'
import { Ranking } from './ranking.tsx'

type Team = Output<typeof teamSummary>

const SUNRISE = { at: { end: 34, top: 6 }, sun: 38, first: 62, step: 25, rings: 10 }
/** From 768 px: before the cut, behind no words. */
const SUNRISE_WIDE = { ...SUNRISE, at: { end: 430, top: 2 }, sun: 48, first: 74, rings: 13 }
const TOPICS = ['team'] as const

/** The member's team: what it earned, its two levels, and the ranking of teams. */
export default function TeamScreen() {
  const { t } = useTranslation(['team', 'invite'])
  const query = useRead(teamSummary, {}, { topics: TOPICS, staleMs: 1_000 })
  const title = t('title')
  return (
    <AccountPage entry="team" title={title} nav={<NavBar title={title} />} dataAt={query.dataUpdatedAt}>
      <PullToRefresh onRefresh={() => query.refetch()}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-5 pt-1">
          <QueryState
            query={query}
            data={query.data}
            pending={<Bones className="rounded-sheet h-48 tab:h-36" />}
          >
            {(team) => (
              <>
                {team.on && team.pausedSince !== null && (
                  <Notice tone="warn">
                    {t('invite:rates.paused', { time: formatDateTime(team.pausedSince, activeLanguage()) })}
                  </Notice>
                )}
                <Totals team={team} />
              </>
            )}
          </QueryState>
          <Panes
            from="tab"
            start={
              <>
                {query.isPending && <Bones className="rounded-card h-72" />}
                {query.data && <Levels team={query.data} />}
                <List label={t('more')}>
                  {query.data && (
                    <ListRow
                      icon={Wallet}
                      label={t('own')}
                      value={<Money amount={query.data.personalSpend} />}
                    />
                  )}
                  <ListLink {...paths.bonus()} icon={ReceiptText} label={t('bonus.title')} />
                  <ListLink {...paths.friends()} icon={ListChecks} label={t('invite:friends.title')} />
                  <ListLink {...paths.invitation()} icon={UserPlus} label={t('invite:title')} />
                  <ListLink {...paths.rule('invitation')} icon={Scale} label={t('invite:rules')} />
                </List>
              </>
            }
            end={<Ranking />}
          />
        </div>
      </PullToRefresh>
    </AccountPage>
  )
}

const STATES = ['pending', 'queued', 'held'] as const

/** What the team earned, by state. */
function Totals({ team }: { team: Team }) {
  const { t } = useTranslation('team')
  const isWide = useWide('tab')
  return (
    <Stage
      label={t('totals')}
      sunrise={isWide ? SUNRISE_WIDE : SUNRISE}
      className="tab:flex tab:items-stretch"
    >
      <div className="tab:flex-1 tab:px-7 tab:py-6 flex flex-col items-start px-5 pt-5 pb-5">
        <h2 className="text-on-brand-2">{t('sum.paid')}</h2>
        <Balance amount={team.rebates.paid} />
      </div>
      <Perforation className="perforation-fold" />
      <dl className="tab:w-[352px] tab:content-center tab:px-6 grid grid-cols-[repeat(auto-fit,minmax(92px,1fr))] gap-3 px-5 py-4">
        {STATES.map((state) => (
          <div key={state} className="min-w-0">
            <dt className="text-on-brand-2 text-cap">{t(`sum.${state}`)}</dt>
            <dd className="font-semibold">
              <Money amount={team.rebates[state]} />
            </dd>
          </div>
        ))}
      </dl>
    </Stage>
  )
}

/** Direct and indirect members as two segments. */
function Levels({ team }: { team: Team }) {
  const { t } = useTranslation('team')
  const [level, setLevel] = useState<'1' | '2'>('1')
  const isDirect = level === '1'
  return (
    <section aria-labelledby="levels">
      <h2 id="levels" className="text-title">
        {t('levels')}
      </h2>
      <p className="text-ink-2 mt-1">{t(`levelText.${level}`)}</p>
      <Segments
        className="mt-2.5"
        label={t('levels')}
        value={level}
        onChange={setLevel}
        choices={[
          { value: '1', label: t('level.1') },
          { value: '2', label: t('level.2') },
        ]}
      />
      <Card className="mt-3 overflow-hidden">
        <dl>
          <Fact name={t('members')}>
            <Num value={isDirect ? team.direct : team.indirect} />
          </Fact>
          <Fact name={t('spend')}>
            <ExactMoney amount={isDirect ? team.directSpend : team.indirectSpend} />
          </Fact>
          <Fact name={t('rate')}>
            <Code>{rateText(isDirect ? team.directRate + team.extraRate : team.indirectRate)}</Code>
          </Fact>
        </dl>
        <List className="mt-2 -mx-4 -mb-4 rounded-none! shadow-none!">
          <ListLink {...paths.teamDetail(level)} label={t('see')} />
        </List>
      </Card>
    </section>
  )
}

function Bones({ className }: { className: string }) {
  return (
    <Skeleton>
      <Bone className={className} />
    </Skeleton>
  )
}
