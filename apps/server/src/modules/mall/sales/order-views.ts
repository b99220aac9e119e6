/** What a member sees of an order: its state, number and timeline. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money'
import type { OrderStatus } from '@fairlot/contract/order-life'
import { orderNumberOf } from '@fairlot/contract/order-number'
import type { Card, Viewer } from '../catalogue/cards.ts'
import type { OrderRow } from './orders.queries.ts'

/** A member who looks at what is their own. */
export type Owner = Viewer & { memberId: string }

type Order = Output<Endpoints['orderDetail']>['order']
type Timeline = Output<Endpoints['orderDetail']>['timeline']

export function orderView(row: OrderRow, card: Card): Order {
  return { ...orderFields(row, card.issue), card }
}

/** An order without the card of its issue. */
export function orderFields(row: OrderRow, issue: string): Omit<Order, 'card'> {
  return {
    order: row.order,
    number: row.seq === null ? null : orderNumberOf(issue, row.seq),
    status: statusOf(row),
    first: row.first,
    quantity: row.quantity,
    amount: formatMoney(row.amount),
    at: Number(row.ms),
  }
}

/**
 * The state of an order. A drawn issue decides before the member's row is told. A purchase that was refused after
 * all (seen only by who asks for it: its outcome was not known when it was made) has had its money back.
 */
function statusOf({ state, result, winningCode, first, quantity }: OrderRow): OrderStatus {
  switch (state) {
    case 'held':
      return 'processing'
    case 'refunded':
    case 'refused':
      return 'refunded'
    case 'done':
      if (result !== null) return result
      if (winningCode === null || first === null) return 'awaiting_draw'
      return winningCode >= first && winningCode < first + quantity ? 'won' : 'not_won'
  }
}

/** The steps of an order; one that has not come yet has no time. */
export function timelineOf(
  { status, at }: Order,
  { soldOutAt, drawnAt }: Card,
  refundedMs: bigint | null,
): Timeline {
  const paid = { state: 'paid', at } as const
  if (status === 'refunded')
    return [paid, { state: 'refunded', at: refundedMs === null ? null : Number(refundedMs) }]
  const steps: Timeline = [paid, { state: 'sold_out', at: soldOutAt }, { state: 'drawn', at: drawnAt }]
  return status === 'won' || status === 'not_won' ? [...steps, { state: status, at: drawnAt }] : steps
}
