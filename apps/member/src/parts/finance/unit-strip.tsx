import { formatNumber, formatSold } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/i18n.ts'
import { cx } from '../../ui/cx.ts'
import { Strip } from '../../ui/strip.tsx'

type UnitStripProps = {
  name: string
  sold: number
  units: number
  /** the sale is over: what is left cannot be bought */
  ended: boolean
  stubs?: number
  className?: string
}

/** The units that are sold, as a row of stubs, with what is left below. Few are left: their number is emphasised. */
export function UnitStrip({ name, sold, units, ended, stubs = 20, className }: UnitStripProps) {
  const { t } = useTranslation(['finance', 'ui'])
  const left = Math.max(0, units - sold)
  const isScarce = left > 0 && left < units / 10
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={t('ui:strip.label', { name })}
        aria-valuemin={0}
        aria-valuemax={units}
        aria-valuenow={sold}
        aria-valuetext={t('stripValue', { sold: formatNumber(sold), units: formatNumber(units) })}
      >
        <Strip stubs={stubs} fills={[{ part: units > 0 ? sold / units : 0, className: 'bg-sold' }]} />
      </div>
      <p className="text-cap text-ink-2 mt-1.5 flex flex-wrap justify-between gap-x-3" aria-hidden="true">
        <span>{t('soldPart', { part: formatSold(sold, units) })}</span>
        {!ended && (
          <span className={cx(isScarce && 'text-gold-ink font-semibold')}>
            {left === 0 ? t('state.soldOut') : t('left', { count: left })}
          </span>
        )}
      </p>
    </div>
  )
}
