import { orderList } from '@fairlot/contract/endpoints/mall/orders'
import { Link } from '@tanstack/react-router'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { formatDayTime } from '../../../i18n/lazy-dates.ts'
import { usePages } from '../../../queries/pages.ts'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { Card } from '../../../ui/layout/card.tsx'
import { Money } from '../../../ui/values/money.tsx'
import { Code } from '../../../ui/values/num.tsx'
import { codeRange } from '../order-state.ts'
import type { Order, OrderIssue } from '../order-state.ts'

type Line = OrderIssue['items'][number]

/** All orders of the member in the issue of an order, when there are several. */
export function IssueOrders({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const { card } = order
  const pages = usePages(orderList, { issue: card.issue })
  if (pages.items.length < 2) return null
  return (
    <Card>
      <section aria-labelledby="issue-orders">
        <h2 id="issue-orders" className="text-lead">
          {t('group.title')}
        </h2>
        <OrderLines orders={pages.items} won={card.winner?.code ?? null} current={order.order} />
        {pages.hasMore && (
          <Button tone="sunken" size="sm" sending={pages.loadingMore} onClick={pages.loadMore}>
            {t('group.more')}
          </Button>
        )}
      </section>
    </Card>
  )
}

type OrderLinesProps = {
  orders: readonly Line[]
  /** the winning code of the issue */
  won: number | null
  /** the order that is shown */
  current?: string
}

/** Orders as short rows: number and time at the start, codes and amount at the end. */
function OrderLines({ orders, won, current }: OrderLinesProps) {
  const { t } = useTranslation('order')
  return (
    <ul aria-label={t('group.title')}>
      {orders.map((order) => (
        <li key={order.order} className="border-line border-b last:border-transparent">
          <Link
            {...paths.orders(undefined, order.order)}
            aria-current={order.order === current ? 'true' : undefined}
            className="rounded-tiny flex min-h-13 flex-wrap items-center justify-between gap-x-4 gap-y-0.5 py-2"
          >
            <span className="min-w-0">
              <span className={cx('block', order.order === current ? 'font-bold' : 'font-medium')}>
                {order.number === null ? t(`status.${order.status}`) : <Code>{order.number}</Code>}
              </span>
              <span className="text-cap text-ink-2 block">{formatDayTime(order.at, activeLanguage())}</span>
            </span>
            <span className="ms-auto flex flex-col items-end">
              <Codes order={order} won={won} />
              <span className="text-cap text-ink-2">
                {t('group.shares', { count: order.quantity })} · <Money amount={order.amount} form="price" />
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Codes({ order: { first, quantity }, won }: { order: Line; won: number | null }) {
  if (first === null) return null
  const holds = won !== null && won >= first && won < first + quantity
  return (
    <Code className={cx('font-semibold', holds ? 'bg-gold text-on-gold rounded-chip px-2' : 'text-gold-ink')}>
      {codeRange(first, quantity)}
    </Code>
  )
}
