import { useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { netMonths } from '@fairlot/contract/endpoints/guard'
import { account } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../../i18n/i18n.ts'
import { STATEMENT_KINDS, walletStatement } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { useRead } from '../../../queries/queries.ts'
import { usePages } from '../../../queries/pages.ts'
import { useSystem } from '../../../queries/system.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Chips } from '../../../ui/fields/choice.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { cx } from '../../../ui/cx.ts'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { MonthHead } from './month-head.tsx'
import { COLUMNS, FundingRow } from './statement-row.tsx'
import { MonthPicker } from './month-picker.tsx'
import { monthOf, useMonthName } from './months.ts'

type Line = Output<typeof walletStatement>['items'][number]
const CHOICES = ['all', ...STATEMENT_KINDS] as const

/** The wallet statement: every line, newest first, by month. */
export default function FundingScreen(): ReactNode {
  const { t } = useTranslation('statement')
  const { kind, month } = useSearch({ from: '/pages/account/funding' })
  const navigate = useNavigate({ from: '/pages/account/funding' })
  // only an account that closes has lines of this kind
  const isClosing = useRead(account, {}).data?.closing === true
  const kinds = CHOICES.filter((value) => value !== 'closing' || isClosing || kind === 'closing')
  const filter = (change: { kind?: Line['kind'] | undefined; month?: string | undefined }) =>
    void navigate({ search: { kind, month, ...change }, replace: true })
  const pages = usePages(walletStatement, {
    ...(kind === undefined ? {} : { kind }),
    ...(month === undefined ? {} : { month }),
  })
  const months = useRead(netMonths, {}, { topics: ['balance'] })
  return (
    <AccountPage entry="statement" title={t('title')} nav={<NavBar title={t('title')} />}>
      <PullToRefresh onRefresh={() => Promise.all([pages.refresh(), months.refetch()])}>
        <div className="tab:flex-row-reverse tab:items-center tab:pt-4 desk:pt-2 flex flex-col gap-3 pt-1">
          <MonthPicker month={month} onChange={(chosen) => filter({ month: chosen })} />
          <div className="max-tab:bleed-page min-w-0 tab:flex-1">
            <Chips
              label={t('kinds.label')}
              className="scrollbar-none max-tab:px-4 flex-nowrap! overflow-x-auto py-1 *:flex-none! tab:px-1"
              value={kind ?? 'all'}
              onChange={(chosen) => filter({ kind: chosen === 'all' ? undefined : chosen })}
              choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
          </div>
        </div>
        <Lines
          pages={pages}
          months={kind === undefined ? months.data?.items : undefined}
          isFiltered={kind !== undefined || month !== undefined}
          onAll={() => filter({ kind: undefined, month: undefined })}
        />
      </PullToRefresh>
    </AccountPage>
  )
}

type LinesProps = {
  pages: ReturnType<typeof usePages<typeof walletStatement>>
  /** the sums of the months, where all lines are shown */
  months: Output<typeof netMonths>['items'] | undefined
  isFiltered: boolean
  onAll: () => void
}

function Lines({ pages, months, isFiltered, onAll }: LinesProps) {
  const { t } = useTranslation('statement')
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  const monthName = useMonthName()
  const monthAt = (index: number) => {
    const line = pages.items[index]
    return line && monthOf(line.at, offset)
  }
  // A purchase whose money was returned in the next line has no order.
  const returned = new Set(
    pages.items.filter((line) => line.kind === 'release').map((line) => line.reference),
  )
  return (
    <InfiniteList
      label={t('title')}
      pages={pages}
      keyOf={(line) => line.id}
      row={(line, index) => {
        const month = monthAt(index)
        const isFirst = month !== monthAt(index - 1)
        return (
          <>
            {month !== undefined && isFirst && (
              <>
                <MonthHead name={monthName(month)} month={months?.find((one) => one.month === month)} />
                {index === 0 && <Headings />}
              </>
            )}
            <FundingRow
              line={line}
              isOrder={!returned.has(line.reference)}
              isFirst={isFirst}
              isLast={month !== monthAt(index + 1)}
            />
          </>
        )
      }}
      empty={
        <div className="pt-5">
          {isFiltered ? (
            <EmptyState
              title={t('none.title')}
              text={t('none.text')}
              action={<Button onClick={onAll}>{t('none.action')}</Button>}
            />
          ) : (
            <EmptyState
              title={t('empty.title')}
              text={t('empty.text')}
              action={<ButtonLink {...paths.recharge()}>{t('empty.action')}</ButtonLink>}
            />
          )}
        </div>
      }
    />
  )
}

/** From 768 px, the names of the columns, above the first month. Each value says itself what it is. */
function Headings() {
  const { t } = useTranslation('statement')
  return (
    <div
      aria-hidden="true"
      className={cx('text-cap text-ink-2 tab:grid hidden gap-x-4 px-4 pb-1.5', COLUMNS)}
    >
      <span className="col-span-2">{t('kinds.label')}</span>
      <span>{t('table.number')}</span>
      <span>{t('table.time')}</span>
      <span className="text-end">{t('table.amount')}</span>
      <span className="text-end">{t('table.balance')}</span>
    </div>
  )
}
