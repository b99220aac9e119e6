/** What a member sees of an order: its state, number and timeline. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { OrderStatus } from '@fairlot/contract/life/order-life'
import { orderNumberOf } from '@fairlot/contract/order-number'
import { codesWon } from '@fairlot/fairness/draw'
import type { Card, Viewer } from '../catalogue/cards.ts'
import type { OrderRow } from './orders.queries.ts'

/** A member who looks at what is their own. */
export type Owner = Viewer & { memberId: string }

type Order = Output<Endpoints['orderDetail']>['order']
type Timeline = Output<Endpoints['orderDetail']>['timeline']

export function orderView(row: OrderRow, card: Card): Order {
  return { ...orderItem(row, card), card }
}

/** An order in a list that shows the card of its issue once. */
export function orderItem(row: OrderRow, card: Card): Omit<Order, 'card'> {
  const fields = orderFields(row, card.issue)
  const prizes = prizesOf(row, card)
  // cash is won and complete before the member's row is told
  return { ...fields, ...(prizes.length > 0 && { status: 'completed' }), prizes }
}

/** What an order has won in cash, as soon as the issue is drawn. */
function prizesOf(
  { state, winningCode, first, quantity }: OrderRow,
  { tiers, shares }: Card,
): Order['prizes'] {
  if (state !== 'done' || winningCode === null || first === null) return []
  return tiers.flatMap(({ tier, from, to, prize }) => {
    const codes = codesWon({ first, quantity }, winningCode, shares, [from, to])
    return codes === 0 ? [] : [{ tier, codes, amount: formatMoney(parseMoney(prize) * BigInt(codes)) }]
  })
}

/** An order without the card of its issue. */
export function orderFields(row: OrderRow, issue: string): Omit<Order, 'card' | 'prizes'> {
  return {
    order: row.order,
    number: row.seq === null ? null : orderNumberOf(issue, row.seq),
    status: statusOf(row),
    first: row.first,
    quantity: row.quantity,
    amount: formatMoney(row.amount),
    discount: row.housePaid === null ? null : formatMoney(row.housePaid),
    at: Number(row.ms),
  }
}

/**
 * The state of an order. A drawn issue decides before the member's row is told. A purchase that was refused after
 * all (seen only by who asks for it: its outcome was not known when it was made) has had its money back.
 */
function statusOf({ state, result, prize, winningCode, favour, first, quantity }: OrderRow): OrderStatus {
  switch (state) {
    case 'held':
      return 'processing'
    case 'refunded':
    case 'refused':
      return 'refunded'
    case 'done':
      if (prize !== null) return prize
      if (result !== null) return result
      if (winningCode === null || first === null) return 'awaiting_draw'
      if (winningCode >= first && winningCode < first + quantity) return 'won'
      // in favour of the members it may be refunded
      return favour ? 'awaiting_draw' : 'not_won'
  }
}

/** The steps of an order; one that has not come yet has no time. */
export function timelineOf(
  { status, at }: Order,
  { soldOutAt, drawnAt }: Card,
  refundedMs: bigint | null,
): Timeline {
  const paid = { state: 'paid', at } as const
  const steps: Timeline = [paid, { state: 'sold_out', at: soldOutAt }, { state: 'drawn', at: drawnAt }]
  // a drawn issue refunds only in favour of the members
  if (status === 'refunded') {
    const refunded = { state: 'refunded', at: refundedMs === null ? null : Number(refundedMs) } as const
    return drawnAt === null ? [paid, refunded] : [...steps, refunded]
  }
  if (status === 'processing' || status === 'awaiting_draw') return steps
  // what follows a win is in the timeline of the prize
  return [...steps, { state: status === 'not_won' ? 'not_won' : 'won', at: drawnAt }]
}
