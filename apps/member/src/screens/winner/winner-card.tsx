import { winningCodes } from '../../parts/tiers/odds.ts'
import type { winners } from '@fairlot/contract/endpoints/mall/draws'
import { Link } from '@tanstack/react-router'
import { ShieldCheck } from 'lucide-react'
import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import type { Output } from '../../api/api.ts'
import { paths } from '../../paths.ts'
import { Portrait } from '../../portraits/portrait.tsx'
import { Ago } from '../../ui/values/ago.tsx'
import { Avatar } from '../../ui/values/avatar.tsx'
import { ButtonLink } from '../../ui/buttons/button.tsx'
import { Card } from '../../ui/layout/card.tsx'
import { CodeChip } from '../../parts/shares/code-chip.tsx'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/values/money.tsx'
import { Code } from '../../ui/values/num.tsx'
import { Bone } from '../../ui/feedback/skeleton.tsx'
import { StatusPill } from '../../ui/values/status-pill.tsx'

export type Winner = Output<typeof winners>['items'][number]

/** One past draw: product, winner, winning code, and a link to check it. */
export function WinnerCard({ winner, eager }: { winner: Winner; eager: boolean }) {
  const { t } = useTranslation(['winner', 'tiers'])
  const { issue, product, tiers, prizeValue, drawnAt, mine } = winner
  return (
    <Card
      pad="none"
      role="article"
      aria-labelledby={`won-${issue}`}
      className={cx('relative flex h-full flex-col overflow-hidden', mine && 'ring-gold ring-2 ring-inset')}
    >
      <div className="flex gap-3.5 p-3">
        <Portrait
          art={product.art}
          tile={product.tile}
          image={product.image}
          lazy={!eager}
          className="rounded-tile size-20 shrink-0"
        />
        <div className="min-w-0 flex-1 self-center">
          <h2 id={`won-${issue}`} className="text-body line-clamp-2 font-semibold">
            <Link {...paths.goods(issue)} className="cover focus-visible:after:-outline-offset-3">
              {product.title}
            </Link>
          </h2>
          <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap gap-x-3">
            <span>
              {t('issue')} <Code>{issue}</Code>
            </span>
            <Ago at={drawnAt} />
          </p>
          <p className="text-cap text-ink-2 mt-0.5">
            {tiers.length > 0 ? t('tiers:first') : t('worth')}{' '}
            <Money amount={prizeValue} form="price" className="text-ink font-semibold" />
            {tiers.length > 0 && (
              <span className="block">{t('tiers:more', { count: winningCodes(tiers) - 1 })}</span>
            )}
          </p>
        </div>
      </div>
      <Person winner={winner} />
      <div className="mt-auto px-3 pb-3">
        <ButtonLink
          {...paths.calculation(issue)}
          tone="sunken"
          size="sm"
          wide
          icon={<ShieldCheck size={18} strokeWidth={1.9} aria-hidden="true" />}
          className="relative"
          aria-label={t('checkNamed', { title: product.title, issue })}
        >
          {t('check')}
        </ButtonLink>
      </div>
    </Card>
  )
}

function Person({ winner: { name, quantity, shares, code, mine } }: { winner: Winner }) {
  const { t } = useTranslation('winner')
  return (
    <div className="border-line mx-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t py-3">
      <Avatar name={name} size={mine ? 32 : 40} ring={mine} />
      <div className="min-w-28 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-semibold">
          <bdi className="min-w-0 truncate">{name}</bdi>
          {mine && <StatusPill tone="won">{t('you')}</StatusPill>}
        </p>
        <p className="text-cap text-ink-2">{t('with', { count: quantity, total: formatNumber(shares) })}</p>
      </div>
      <p>
        <span className="sr-only">{t('code')} </span>
        <CodeChip code={code} won={mine} />
      </p>
    </div>
  )
}

/** The placeholder of a card. */
export function WinnerBone() {
  return (
    <Card pad="tight">
      <div className="flex items-center gap-3.5">
        <Bone className="rounded-tile h-20 w-20 shrink-0" />
        <div className="flex flex-1 flex-col gap-2">
          <Bone className="h-4 w-3/5" />
          <Bone className="h-3 w-4/5" />
        </div>
      </div>
      <div className="border-line mt-3 flex items-center gap-3 border-t py-3">
        <Bone className="h-10 w-10 shrink-0 rounded-full" />
        <Bone className="h-4 flex-1" />
        <Bone className="rounded-chip h-8.5 w-22 shrink-0" />
      </div>
      <Bone className="h-10 rounded-full" />
    </Card>
  )
}
