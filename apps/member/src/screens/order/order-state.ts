/** What an order's state means on screen: colour, next step, polling interval. */
import type { orderIssues, orderList } from '@fairlot/contract/endpoints/mall/orders'
import { OPEN_PRIZES } from '@fairlot/contract/life/order-life'
import type { OrderStatus } from '@fairlot/contract/life/order-life'
import type { Output } from '../../api/api.ts'
import type { StatusTone } from '../../ui/values/status-pill.tsx'

export type Order = Output<typeof orderList>['items'][number]
/** An issue with the member's orders in it. */
export type OrderIssue = Output<typeof orderIssues>['items'][number]
type State = { status: OrderStatus; card: Pick<Order['card'], 'status'> }

export const TONES: Record<OrderStatus, StatusTone> = {
  processing: 'wait',
  awaiting_draw: 'wait',
  won: 'won',
  address_confirmed: 'brand',
  in_delivery: 'brand',
  disputed: 'wait',
  received: 'brand',
  completed: 'ok',
  recycled: 'ok',
  not_won: 'quiet',
  refunded: 'quiet',
}

const OPEN: ReadonlySet<OrderStatus> = new Set(OPEN_PRIZES)

/** The prize is won, and not completed or recycled. */
export const isOpenPrize = (status: OrderStatus): boolean => OPEN.has(status)

/** States that something is awaited in: their pill has a dot. */
export const isWaiting = (status: OrderStatus): boolean =>
  status === 'awaiting_draw' || status === 'processing' || status === 'disputed'

/**
 * `progress`: the issue still sells; `watch`: its draw comes next; afterwards the calculation, or another purchase. `prize`: the
 * choice after a win; `follow`: the delivery.
 */
export type NextStep = 'progress' | 'watch' | 'calculation' | 'again' | 'prize' | 'follow'

export function nextStep({ status, card }: State): NextStep {
  switch (status) {
    case 'processing':
      return 'progress'
    case 'awaiting_draw':
      return card.status === 'sold_out' || card.status === 'drawn' ? 'watch' : 'progress'
    case 'won':
      return 'prize'
    case 'address_confirmed':
    case 'in_delivery':
    case 'disputed':
    case 'received':
      return 'follow'
    case 'not_won':
    case 'completed':
    case 'recycled':
      return 'calculation'
    case 'refunded':
      return 'again'
  }
}

const EVERY_MS = { processing: 2_000, drawing: 1_500, selling: 6_000 } as const

/** The polling interval of an order in milliseconds; false in a final state. */
export function askAgainAfter({ status, card }: State): number | false {
  if (status === 'processing') return EVERY_MS.processing
  if (status !== 'awaiting_draw') return false
  return card.status === 'selling' ? EVERY_MS.selling : EVERY_MS.drawing
}

/** The shortest of several intervals. */
export function askAllAgainAfter(orders: readonly State[]): number | false {
  const waits = orders.flatMap((order) => askAgainAfter(order) || [])
  return waits.length === 0 ? false : Math.min(...waits)
}

/** Up to this many codes are shown one by one, more as a range. */
export const SINGLE_CODES = 3

/** `1000001–1000012`, or a single code. */
export const codeRange = (first: number, quantity: number): string =>
  quantity === 1 ? String(first) : `${first}–${first + quantity - 1}`
