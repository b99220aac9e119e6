import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { STATEMENT_KINDS, walletStatement } from '@fairlot/contract/endpoints/wallet'
import type { Output } from '../../../api/api.ts'
import { usePages } from '../../../queries/pages.ts'
import { useSystem } from '../../../queries/system.ts'
import { paths } from '../../../paths.ts'
import { Button, ButtonLink } from '../../../ui/buttons/button.tsx'
import { Chips } from '../../../ui/fields/choice.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { NavBar } from '../../../ui/navigation/nav-bar.tsx'
import { Page } from '../../../ui/layout/page.tsx'
import { PullToRefresh } from '../../../ui/lists/pull-to-refresh.tsx'
import { FundingRow } from './statement-row.tsx'
import { MonthPicker } from './month-picker.tsx'
import { monthOf, useMonthName } from './months.ts'

type Line = Output<typeof walletStatement>['items'][number]
const CHOICES = ['all', ...STATEMENT_KINDS] as const

/** The wallet statement: every line, newest first, by month. */
export default function FundingScreen() {
  const { t } = useTranslation('statement')
  const { kind, month } = useSearch({ from: '/pages/account/funding' })
  const navigate = useNavigate({ from: '/pages/account/funding' })
  const filter = (change: { kind?: Line['kind'] | undefined; month?: string | undefined }) =>
    void navigate({ search: { kind, month, ...change }, replace: true })
  const pages = usePages(walletStatement, {
    ...(kind === undefined ? {} : { kind }),
    ...(month === undefined ? {} : { month }),
  })
  return (
    <Page width="text" title={t('title')} nav={<NavBar title={t('title')} />}>
      <PullToRefresh onRefresh={pages.refresh}>
        <div className="flex flex-col gap-3 pt-1 pb-2">
          <MonthPicker month={month} onChange={(chosen) => filter({ month: chosen })} />
          <Chips
            label={t('kinds.label')}
            className="*:flex-none"
            value={kind ?? 'all'}
            onChange={(chosen) => filter({ kind: chosen === 'all' ? undefined : chosen })}
            choices={CHOICES.map((value) => ({ value, label: t(`kinds.${value}`) }))}
          />
        </div>
        <Lines
          pages={pages}
          isFiltered={kind !== undefined || month !== undefined}
          onAll={() => filter({ kind: undefined, month: undefined })}
        />
      </PullToRefresh>
    </Page>
  )
}

type LinesProps = {
  pages: ReturnType<typeof usePages<typeof walletStatement>>
  isFiltered: boolean
  onAll: () => void
}

function Lines({ pages, isFiltered, onAll }: LinesProps) {
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
        return (
          <>
            {month !== undefined && month !== monthAt(index - 1) && (
              <h2 className="text-lead pt-3 pb-1">{monthName(month)}</h2>
            )}
            <FundingRow line={line} isOrder={!returned.has(line.reference)} />
          </>
        )
      }}
      empty={
        isFiltered ? (
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
        )
      }
    />
  )
}
