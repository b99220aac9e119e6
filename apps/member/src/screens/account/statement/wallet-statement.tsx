import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { ReactNode } from 'react'
import { Download } from 'lucide-react'
import { account } from '@fairlot/contract/endpoints/home'
import { useTranslation } from '../../../i18n/i18n.ts'
import { statementFile, statementMonths } from '@fairlot/contract/endpoints/statement'
import { STATEMENT_KINDS, walletStatement } from '@fairlot/contract/endpoints/wallet'
import { useAction } from '../../../queries/actions.ts'
import { useRead } from '../../../queries/queries.ts'
import { usePages } from '../../../queries/pages.ts'
import { useSystem } from '../../../queries/system.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { SearchField } from '../../../ui/fields/search-field.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { saveFrom } from '../../../parts/proof/save-file.ts'
import { Chips } from '../../../ui/fields/choice.tsx'
import { useOnline } from '../../../ui/feedback/offline-bar.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { AccountPage } from '../../../parts/account/account-page.tsx'
import { cx } from '../../../ui/cx.ts'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { MonthHead } from './month-head.tsx'
import { DayRow } from './day-row.tsx'
import { firstOf, foldRebates } from './days.ts'
import { COLUMNS, FundingRow } from './statement-row.tsx'
import { MonthPicker } from './month-picker.tsx'
import type { Kind } from './kinds.ts'
import { monthOf, useMonthName, type Month } from './months.ts'

const CHOICES = ['all', ...STATEMENT_KINDS] as const

/** The contract's maximum length of a search term. */
const MOST_LETTERS = 80
/** A day with many rebates is fetched as a whole, so the pages are longer than elsewhere. */
const PAGE_LINES = 50
/** Months with sums: more than eight years. */
const MOST_MONTHS = 100

/** The wallet statement: every line, newest first, by month. The filters are in the address. */
export default function FundingScreen(): ReactNode {
  const { t } = useTranslation('statement')
  const { kind: asked, ...rest } = useSearch({ from: '/pages/account/funding' })
  const filter: Filter = { ...rest, kind: STATEMENT_KINDS.find((one) => one === asked) }
  const { kind, month, search } = filter
  const navigate = useNavigate({ from: '/pages/account/funding' })
  const change = (part: Filter) => void navigate({ search: { ...filter, ...part }, replace: true })
  const pages = usePages(walletStatement, { ...inputOf(filter), limit: PAGE_LINES })
  const months = useRead(statementMonths, { limit: MOST_MONTHS }, { topics: ['balance'] })
  return (
    <AccountPage
      entry="statement"
      title={t('title')}
      nav={<NavBar title={t('title')} actions={<SaveFile filter={filter} />} />}
    >
      <PullToRefresh onRefresh={() => Promise.all([pages.refresh(), months.refetch()])}>
        <div className="tab:pt-4 desk:pt-2 flex flex-col gap-2.5 pt-1">
          <div className="flex flex-wrap gap-2.5">
            <SearchField
              className="min-w-0 flex-1 basis-44"
              label={t('search.label')}
              example={t('search.example')}
              clear={t('search.clear')}
              most={MOST_LETTERS}
              value={search ?? ''}
              onSearch={(term) => change({ search: term === '' ? undefined : term })}
            />
            <MonthPicker
              month={month}
              months={months.data?.items.map((one) => one.month) ?? []}
              onChange={(chosen) => change({ month: chosen })}
            />
          </div>
          <KindChips kind={kind} onKind={(chosen) => change({ kind: chosen })} />
        </div>
        <Lines
          pages={pages}
          months={search === undefined ? months.data?.items : undefined}
          filter={filter}
          onFilter={change}
        />
      </PullToRefresh>
    </AccountPage>
  )
}

type Filter = { kind?: Kind | undefined; month?: string | undefined; search?: string | undefined }

/** The filter without what is not chosen. */
const inputOf = ({ kind, month, search }: Filter) => ({
  ...(kind !== undefined && { kind }),
  ...(month !== undefined && { month }),
  ...(search !== undefined && { search }),
})

function KindChips({ kind, onKind }: { kind: Kind | undefined; onKind: (kind: Kind | undefined) => void }) {
  const { t } = useTranslation('statement')
  // only an account that closes has lines of this kind
  const isClosing = useRead(account, {}).data?.closing === true
  const kinds = CHOICES.filter((value) => value !== 'closing' || isClosing || kind === 'closing')
  return (
    <div className="max-tab:bleed-page min-w-0">
      <Chips
        label={t('kinds.label')}
        className="scrollbar-none max-tab:px-4 flex-nowrap! overflow-x-auto py-1 *:flex-none! tab:px-1"
        value={kind ?? 'all'}
        onChange={(chosen) => onKind(chosen === 'all' ? undefined : chosen)}
        choices={kinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
      />
    </div>
  )
}

/** Downloads what the filter shows as a file. */
function SaveFile({ filter }: { filter: Filter }) {
  const { t } = useTranslation('statement')
  const online = useOnline()
  const asking = useAction(statementFile, { onSuccess: ({ url }) => saveFrom(url) })
  return (
    <IconButton
      label={t('file')}
      disabled={!online || asking.isPending}
      aria-busy={asking.isPending || undefined}
      onClick={() => asking.mutate(inputOf(filter))}
      className="disabled:text-ink-3"
    >
      <Download size={22} strokeWidth={1.8} aria-hidden="true" />
    </IconButton>
  )
}

const ALL: Filter = { kind: undefined, month: undefined, search: undefined }

type LinesProps = {
  pages: ReturnType<typeof usePages<typeof walletStatement>>
  /** the sums of the months; undefined while a search shows only some of their lines */
  months: readonly Month[] | undefined
  filter: Filter
  onFilter: (part: Filter) => void
}

/** What the list shows: all lines that a kind or a search finds, else the rebates of a day as one entry, of which all are fetched. */
function useEntries(pages: LinesProps['pages'], { kind, search }: Filter, offsetMinutes: number) {
  const { items: lines, hasMore, loadingMore, moreFailed, loadMore } = pages
  const entries =
    kind === undefined && search === undefined
      ? foldRebates({ lines, hasMore, offsetMinutes })
      : lines.map((line) => ({ line }))
  const waits = entries.some((entry) => 'day' in entry && entry.day.sum === null)
  const wanting = waits && !loadingMore && !moreFailed
  useEffect(() => {
    if (wanting) loadMore()
    // each page that has arrived may leave the day unfinished
    // oxlint-disable-next-line react/exhaustive-deps -- `loadMore` is another function at each render
  }, [wanting, lines.length])
  return entries
}

function Lines({ pages, months, filter, onFilter }: LinesProps) {
  const { t } = useTranslation('statement')
  const offset = useSystem()?.utcOffsetMinutes ?? 0
  const monthName = useMonthName()
  const entries = useEntries(pages, filter, offset)
  const monthAt = (index: number) => {
    const entry = entries[index]
    return entry && monthOf(firstOf(entry).at, offset)
  }
  // A purchase whose money was returned in the next line has no order.
  const returned = new Set(
    pages.items.filter((line) => line.kind === 'release').map((line) => line.reference),
  )
  return (
    <InfiniteList
      label={t('title')}
      pages={{ ...pages, items: entries }}
      keyOf={(entry) => firstOf(entry).id}
      row={(entry, index) => {
        const month = monthAt(index)
        const isFirst = month !== monthAt(index - 1)
        const place = { isFirst, isLast: month !== monthAt(index + 1) }
        return (
          <>
            {month !== undefined && isFirst && (
              <>
                <MonthHead
                  name={monthName(month)}
                  month={months?.find((one) => one.month === month)}
                  kind={filter.kind}
                  onKind={(kind) => onFilter({ kind, month })}
                />
                {index === 0 && <Headings />}
              </>
            )}
            {'day' in entry ? (
              <DayRow day={entry.day} {...place} />
            ) : (
              <FundingRow line={entry.line} isOrder={!returned.has(entry.line.reference)} {...place} />
            )}
          </>
        )
      }}
      empty={
        <div className="pt-5">
          {Object.keys(inputOf(filter)).length > 0 ? (
            <EmptyState
              title={t('none.title')}
              text={t('none.text')}
              action={<Button onClick={() => onFilter(ALL)}>{t('none.action')}</Button>}
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
