import { useTranslation } from '../../../i18n/i18n.ts'
import { CodeChip } from '../../../parts/shares/code-chip.tsx'
import { cx } from '../../../ui/cx.ts'
import { Code } from '../../../ui/values/num.tsx'
import { codeRange, SINGLE_CODES } from '../order-state.ts'

/** The codes of an order in one line: up to three, or their range and count. */
export function OrderCodes({
  first,
  quantity,
  won,
}: {
  first: number | null
  quantity: number
  won: number | null
}) {
  const { t } = useTranslation('order')
  const count = <span className="text-cap text-ink-2">{t('codes.count', { count: quantity })}</span>
  if (first === null) return count
  if (quantity <= SINGLE_CODES) {
    return (
      <span className="flex flex-wrap items-center gap-1.5">
        {Array.from({ length: quantity }, (_, index) => (
          <CodeChip key={index} code={first + index} won={first + index === won} className="min-h-7! px-2!" />
        ))}
      </span>
    )
  }
  const holds = won !== null && won >= first && won < first + quantity
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Code
        className={cx(
          'rounded-chip px-2 py-0.5 font-semibold',
          holds ? 'bg-gold text-on-gold' : 'bg-gold-soft text-gold-ink',
        )}
      >
        {codeRange(first, quantity)}
      </Code>
      {count}
    </span>
  )
}
