/** The life cycles of issues and orders as tables. The server's checks, the doctor and the apps use them. */
export const ISSUE_STATUSES = ['scheduled', 'selling', 'sold_out', 'drawn', 'expired', 'refunded'] as const
export type IssueStatus = (typeof ISSUE_STATUSES)[number]

/** A test checks that every status can be reached. @internal */
export const ISSUE_LIFE = {
  // a scheduled issue that is not funded before its deadline expires without opening
  scheduled: ['selling', 'expired'],
  selling: ['sold_out', 'expired'],
  sold_out: ['drawn'],
  drawn: [],
  expired: ['refunded'],
  refunded: [],
} as const satisfies Record<IssueStatus, readonly IssueStatus[]>

/**
 * The states of a prize, from the win on. `address_confirmed`: to be shipped; `disputed`: the member says that something is
 * wrong, and an operator has to answer.
 */
export const PRIZE_STATUSES = [
  'won',
  'address_confirmed',
  'in_delivery',
  'disputed',
  'received',
  'completed',
  'recycled',
] as const
export type PrizeStatus = (typeof PRIZE_STATUSES)[number]

/**
 * The states of an order. From `won` on it has the state of its prize. `processing`: the outcome of the purchase is not known
 * yet; only seen after a crash of the server.
 */
export const ORDER_STATUSES = [
  'processing',
  'awaiting_draw',
  'not_won',
  ...PRIZE_STATUSES,
  'refunded',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

/** What can follow each state. A test checks that every state can be reached, and that `ORDER_STEPS` takes the same ways. @internal */
export const ORDER_LIFE = {
  processing: ['awaiting_draw'],
  awaiting_draw: ['not_won', 'won', 'refunded'],
  not_won: [],
  // `completed`: a cash prize, at the draw
  won: ['address_confirmed', 'recycled', 'completed'],
  address_confirmed: ['address_confirmed', 'in_delivery'],
  in_delivery: ['in_delivery', 'received', 'disputed'],
  disputed: ['address_confirmed', 'in_delivery', 'received', 'recycled'],
  received: ['completed', 'disputed'],
  completed: [],
  recycled: [],
  refunded: [],
} as const satisfies Record<OrderStatus, readonly OrderStatus[]>

/** Who takes a step: the member who won, an operator, or the server at its time. */
export type StepBy = 'member' | 'operator' | 'clock'

type PrizeStep = { readonly from: readonly PrizeStatus[]; readonly to: PrizeStatus; readonly by: StepBy }

/**
 * The steps of a prize of goods. The server's checks, the operators' commands and the buttons of the apps follow this table.
 *
 * - `address`: the member chooses the address, and may choose another one until the order is on a pick list.
 * - `recycle`: the member takes the recycling value instead of the product.
 * - `receive`: the member has the product; it also ends the member's own dispute.
 * - `dispute`: the member says what is wrong.
 * - `pick`, `release`: the order is put on a pick list, or taken off it.
 * - `ship`: the parcel is with a carrier. Repeating it corrects carrier and tracking number.
 * - `deliver`: the carrier's proof of delivery. It starts the shorter clock.
 * - `review`: the member posts a review, which ends the time for a dispute.
 * - `ship_again`, `travels`, `stands`, `settle`: an operator's answer to a dispute: the product is sent once more; the parcel is
 *   on its way; the receipt stands; the recycling value is paid (a second operator approves it).
 * - `arrive`, `complete`, `recycle_late`: the server, when the time is over.
 */
export const ORDER_STEPS = {
  address: { from: ['won', 'address_confirmed'], to: 'address_confirmed', by: 'member' },
  recycle: { from: ['won'], to: 'recycled', by: 'member' },
  receive: { from: ['in_delivery', 'disputed'], to: 'received', by: 'member' },
  dispute: { from: ['in_delivery', 'received'], to: 'disputed', by: 'member' },
  pick: { from: ['address_confirmed'], to: 'address_confirmed', by: 'operator' },
  release: { from: ['address_confirmed'], to: 'address_confirmed', by: 'operator' },
  ship: { from: ['address_confirmed', 'in_delivery'], to: 'in_delivery', by: 'operator' },
  deliver: { from: ['in_delivery'], to: 'in_delivery', by: 'operator' },
  ship_again: { from: ['disputed'], to: 'address_confirmed', by: 'operator' },
  travels: { from: ['disputed'], to: 'in_delivery', by: 'operator' },
  stands: { from: ['disputed'], to: 'received', by: 'operator' },
  settle: { from: ['disputed'], to: 'recycled', by: 'operator' },
  arrive: { from: ['in_delivery'], to: 'received', by: 'clock' },
  complete: { from: ['received'], to: 'completed', by: 'clock' },
  review: { from: ['received'], to: 'completed', by: 'member' },
  recycle_late: { from: ['won'], to: 'recycled', by: 'clock' },
} as const satisfies Record<string, PrizeStep>
export type OrderStep = keyof typeof ORDER_STEPS
export const ORDER_STEP_NAMES = Object.keys(ORDER_STEPS) as [OrderStep, ...OrderStep[]]

/** Whether an order in this state can take the step. Who may take it is `ORDER_STEPS[step].by`. */
export function canStep(status: OrderStatus, step: OrderStep): boolean {
  const from: readonly OrderStatus[] = ORDER_STEPS[step].from
  return from.includes(status)
}

/** The answers to a dispute that one operator can give. `settle` needs a second one. */
export const DISPUTE_ANSWERS = ['ship_again', 'travels', 'stands'] as const satisfies readonly OrderStep[]
export type DisputeAnswer = (typeof DISPUTE_ANSWERS)[number]

/** The states in which a prize is still to be taken care of. */
export const OPEN_PRIZES = [
  'won',
  'address_confirmed',
  'in_delivery',
  'disputed',
  'received',
] as const satisfies readonly PrizeStatus[]

/** The tabs of the order list and the states that each shows; `null`: all states. */
export const ORDER_TABS = {
  all: null,
  awaiting: ['processing', 'awaiting_draw'],
  pending: ['won', 'address_confirmed'],
  to_receive: ['in_delivery', 'disputed'],
  received: ['received'],
  completed: ['not_won', 'refunded', 'completed', 'recycled'],
} as const satisfies Record<string, readonly OrderStatus[] | null>
export type OrderTab = keyof typeof ORDER_TABS
export const ORDER_TAB_NAMES = Object.keys(ORDER_TABS) as [OrderTab, ...OrderTab[]]

/** The states in which operators look after an order. */
export const DELIVERY_STATUSES = [
  'address_confirmed',
  'in_delivery',
  'disputed',
] as const satisfies readonly PrizeStatus[]

/** What a line of a shipping file did. */
export const SHIPPING_RESULTS = ['shipped', 'unchanged', 'refused'] as const
export type ShippingResult = (typeof SHIPPING_RESULTS)[number]

/**
 * Why a line of a shipping file was refused: it is not CSV with the columns of the heading; no such order; the order is at another
 * step; carrier, tracking number or address of the page is missing or wrong; an earlier line has another parcel for the order.
 */
export const SHIPPING_PROBLEMS = [
  'format',
  'unknown',
  'step',
  'carrier',
  'tracking',
  'url',
  'repeated',
] as const
export type ShippingProblem = (typeof SHIPPING_PROBLEMS)[number]
