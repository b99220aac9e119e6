import { useTranslation } from '../../i18n/i18n.ts'
import { formatNumber } from '../../i18n/format.ts'
import { cx } from '../../ui/cx.ts'
import { reachOf } from './odds.ts'
import type { Tiers } from './odds.ts'

/** Bars on each side of the winning code. */
const MOST = 19
/** Heights in percent and colours, by tier. */
const BARS = [
  'h-full bg-gold',
  'h-[68%] bg-on-stage',
  'h-[51%] bg-on-stage/65',
  'h-[37%] bg-on-stage/50',
  'h-[24%] bg-on-stage/35',
] as const

/** The codes around the winning code as bars: the nearer, the larger the prize. Drawn on the stage. */
export function TierBars({ tiers, className }: { tiers: Tiers; className?: string }) {
  const { t } = useTranslation('tiers')
  const reach = reachOf(tiers)
  const half = Math.min(MOST, reach)
  const bars = Array.from({ length: 2 * half + 1 }, (_, index) => {
    const place = index - half
    // with more codes than bars, each bar stands for the middle of its stretch
    const distance = half === 0 ? 0 : Math.ceil((Math.abs(place) * reach) / half)
    return { place, tier: tiers.find(({ from, to }) => from <= distance && distance <= to)?.tier ?? 0 }
  })
  return (
    <figure role="img" aria-label={t('bars')} className={className}>
      {/* the codes ascend from left to right in every language */}
      <div dir="ltr" aria-hidden="true" className="flex h-46 items-end gap-[1.2%]">
        {bars.map(({ place, tier }) => (
          <span
            key={place}
            className={cx('rounded-tiny min-w-0 flex-1', tier === 0 ? 'h-1 bg-on-stage/20' : BARS[tier - 1])}
          />
        ))}
      </div>
      <p
        dir="ltr"
        aria-hidden="true"
        className="text-cap text-on-brand-2 mt-2.5 grid grid-cols-[1fr_auto_1fr] gap-2"
      >
        <span>{`−${formatNumber(reach)}`}</span>
        <span className="text-on-stage font-bold">{t('code')}</span>
        <span className="text-end">{`+${formatNumber(reach)}`}</span>
      </p>
    </figure>
  )
}
