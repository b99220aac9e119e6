import { goodsWinners } from '@fairlot/contract/endpoints/mall/draws'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '../../../i18n/i18n.ts'
import { formatNumber } from '../../../i18n/format.ts'
import type { Output } from '../../../api/api.ts'
import { usePages } from '../../../queries/pages.ts'
import { paths } from '../../../paths.ts'
import { Ago } from '../../../ui/values/ago.tsx'
import { Avatar } from '../../../ui/values/avatar.tsx'
import { CodeChip } from '../../../parts/shares/code-chip.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { InfiniteList } from '../../../ui/lists/infinite-list.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { StatusPill } from '../../../ui/values/status-pill.tsx'

type Winner = Output<typeof goodsWinners>['items'][number]

/**
 * The winners of this product's drawn issues, newest first.
 * @param product its code
 */
export function PastWinners({ product }: { product: string }) {
  const { t } = useTranslation('goods')
  const pages = usePages(goodsWinners, { product })
  return (
    <InfiniteList
      pages={pages}
      keyOf={(row) => row.issue}
      label={t('tabs.winners')}
      row={(row) => <WinnerRow winner={row} />}
      rowClass="border-line border-b last:border-transparent"
      empty={<EmptyState title={t('winners.none')} text={t('winners.noneText')} />}
    />
  )
}

function WinnerRow({ winner }: { winner: Winner }) {
  const { t } = useTranslation('goods')
  const { issue, name, quantity, shares, code, drawnAt, mine } = winner
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3">
      <Avatar name={name} size={mine ? 32 : 40} ring={mine} />
      <div className="min-w-32 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <bdi className="min-w-0 truncate">{name}</bdi>
          {mine && <StatusPill tone="won">{t('participants.you')}</StatusPill>}
        </p>
        <p className="text-cap text-ink-2">
          {t('winners.with', { count: quantity, total: formatNumber(shares) })}
        </p>
        <p className="text-cap text-ink-2 flex flex-wrap gap-x-3">
          <Code>{issue}</Code>
          <Ago at={drawnAt} />
        </p>
      </div>
      <div className="ms-auto flex flex-col items-end">
        <p>
          <span className="sr-only">{t('draw.code')} </span>
          <CodeChip code={code} won={mine} />
        </p>
        <Link
          {...paths.calculation(issue)}
          aria-label={t('winners.checkNamed', { issue })}
          className="text-brand inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          {t('winners.check')}
        </Link>
      </div>
    </div>
  )
}
