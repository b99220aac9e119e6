import type { FinanceOrderStatus } from '@fairlot/contract/life/finance-life'
import { Link } from '@tanstack/react-router'
import { formatDateTime } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { useFinanceWords } from '../../../parts/finance/use-finance-words.ts'
import { paths } from '../../../paths.ts'
import { cx } from '../../../ui/cx.ts'
import { Money, useMoneyText } from '../../../ui/values/money.tsx'
import { OrderProgress } from './order-progress.tsx'
import type { FinanceOrder } from './order-words.ts'

type OrderRowProps = {
  order: FinanceOrder
  /** the tab that the list shows */
  status: FinanceOrderStatus
  isOpen: boolean
}

/** An order in the list: product, principal, when it matures, its full days. */
export function OrderRow({ order, status, isOpen }: OrderRowProps) {
  const { t } = useTranslation('finance')
  const words = useFinanceWords()
  const money = useMoneyText()
  return (
    <div
      className={cx(
        'border-line relative border-b px-4 py-3.5',
        isOpen
          ? 'tab:bg-brand-soft tab:before:bg-brand tab:before:absolute tab:before:inset-y-0 tab:before:start-0 tab:before:w-0.75'
          : 'hover:bg-sunken',
      )}
    >
      <div className="flex items-baseline justify-between gap-3">
        <Link
          {...paths.financeOrders({ status, order: order.id })}
          data-entry
          resetScroll={false}
          aria-current={isOpen ? 'true' : undefined}
          className="cover rounded-tiny min-w-0 font-semibold break-words focus-visible:after:outline-offset-[-3px]"
        >
          <bdi>{order.name}</bdi>
        </Link>
        <Money amount={order.principal} className="shrink-0 font-bold" />
      </div>
      <p className="text-cap text-ink-2 mt-0.5 flex flex-wrap justify-between gap-x-3">
        <span>{whenOf(order, t)}</span>
        <span>
          {words.units(order.units)}
          {order.status === 'waiting' && (
            <>
              {' · '}
              {t('order.soFar', { amount: money(order.accrued) })}
            </>
          )}
        </span>
      </p>
      {order.status === 'waiting' && <OrderProgress order={order} className="mt-2.5" />}
    </div>
  )
}

/** When it matures, matured, or was ended. */
function whenOf(order: FinanceOrder, t: ReturnType<typeof useTranslation<'finance'>>['t']): string {
  const time = formatDateTime(order.endedAt ?? order.maturesAt, activeLanguage())
  if (order.status === 'waiting') return t('orders.matures', { time })
  return t(order.status === 'completed' ? 'orders.matured' : 'orders.ended', { time })
}
