import { serverNow } from '../../../api/api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { useTranslation } from '../../../i18n/i18n.ts'
import { Strip } from '../../../ui/strip.tsx'
import { hoursOf, isOneStep, progressOf } from './order-words.ts'
import type { FinanceOrder } from './order-words.ts'

/** A long term does not get a stub for each day. */
const MOST_STUBS = 30

/** The term as a strip: one stub for each full day (of a short term, each full hour) while they fit. */
export function OrderProgress({ order, className }: { order: FinanceOrder; className?: string }) {
  const { t } = useTranslation('finance')
  const isShort = isOneStep(order)
  const { done, all } = (isShort ? hoursOf : progressOf)(order, serverNow())
  const name = t(isShort ? 'order.hours' : 'order.progress')
  const text = t('order.daysOf', { done: formatNumber(done), all: formatNumber(all) })
  return (
    <div className={className}>
      <div
        role="progressbar"
        aria-label={name}
        aria-valuemin={0}
        aria-valuemax={all}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        <Strip
          stubs={Math.min(all, MOST_STUBS)}
          fills={[{ part: done / all, className: order.status === 'exited' ? 'bg-control' : 'bg-sold' }]}
        />
      </div>
      <p className="text-cap text-ink-2 mt-1 flex justify-between gap-3" aria-hidden="true">
        <span>{name}</span>
        <span>{text}</span>
      </p>
    </div>
  )
}
