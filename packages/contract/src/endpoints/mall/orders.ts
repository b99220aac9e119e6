/** The calls about orders: quote, purchase, lists, one order. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { ORDER_STATUSES, ORDER_TAB_NAMES } from '../../life/order-life.ts'
import { amount, count, hex, id, issueNumber, page, paged, requestId, time } from '../../schemas.ts'
import { prize } from './prizes.ts'
import { card, witnesses } from './shapes.ts'
import { offeredVoucher } from './vouchers.ts'

const quantity = z.int('QUANTITY').check(z.minimum(1, 'QUANTITY'), z.maximum(100_000, 'QUANTITY'))

export const confirmOrder = endpoint({
  path: '/order/confirm',
  summary: 'Quote a purchase: amount, shares and balance after it, and whether it would be refused',
  auth: 'member',
  input: z.strictObject({
    issue: issueNumber,
    quantity,
    /** the voucher to use; null: none; left out: the one with the largest amount that can be used */
    voucher: z.optional(z.nullable(id)),
  }),
  output: z.object({
    card,
    quantity: count,
    total: amount,
    /** the voucher that is used; null: none */
    voucher: z.nullable(offeredVoucher),
    /** what the member pays: the total less the voucher */
    due: amount,
    /** the vouchers that the member can choose from, those that can be used first, then by amount; at most 50 */
    vouchers: z.array(offeredVoucher),
    balance: amount,
    /** negative when the balance is too low */
    balanceAfter: amount,
    /** the member's shares after the purchase, out of `card.shares` */
    sharesAfter: count,
    /** maximum number of shares that this member can still buy in this issue */
    available: count,
    recyclePercent: z.int(),
    refusal: z.nullable(
      z.enum([
        'INSUFFICIENT_BALANCE',
        'PAYMENT_REQUIRED',
        'SOLD_OUT',
        'NOT_ENOUGH_SHARES',
        'NOT_SELLING',
        'OVER_MEMBER_CAP',
        'VIP_REQUIRED',
        'MODULE_OFF',
        'COUNTRY_NOT_SERVED',
      ]),
    ),
  }),
  errors: [],
})

export const buy = endpoint({
  path: '/order/buy',
  summary: 'Buy shares of an issue',
  auth: 'member',
  money: true,
  input: z.strictObject({
    issue: issueNumber,
    quantity,
    /** an own voucher; the member pays the rest */
    voucher: z.optional(id),
    requestId,
  }),
  output: z.object({
    order: id,
    issue: issueNumber,
    /** `processing`: accepted, but the outcome is not known yet; the client asks again with the order detail */
    status: z.enum(['awaiting_draw', 'processing']),
    first: z.nullable(z.int()),
    quantity: count,
    /** the full price */
    amount,
    /** what a voucher paid of it; null: nothing */
    discount: z.nullable(amount),
  }),
  errors: [
    'INSUFFICIENT_BALANCE',
    'PAYMENT_REQUIRED',
    'VOUCHER_UNUSABLE',
    'SOLD_OUT',
    'NOT_ENOUGH_SHARES',
    'NOT_SELLING',
    'OVER_MEMBER_CAP',
    'REQUEST_ID_REUSED',
    'PENDING',
    'VIP_REQUIRED',
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'EXCLUDED',
    'FROZEN',
    'ACCOUNT_CLOSING',
    'SPEND_LIMIT',
    'LOSS_LIMIT',
    'TIME_LIMIT',
    'REALITY_CHECK',
  ],
})

const orderFields = {
  order: id,
  /**
   * number that a member tells support: the issue's number and the rank of the order in the issue (`M1-0014-37`); null: the
   * order has no shares (yet)
   */
  number: z.nullable(z.string()),
  status: z.enum(ORDER_STATUSES),
  first: z.nullable(z.int()),
  quantity: count,
  /** the full price */
  amount,
  /** what a voucher paid of it; null: nothing */
  discount: z.nullable(amount),
  at: time,
  /** what the order won in cash, by tier: the number of its codes and the amount that they won together; empty before the draw */
  prizes: z.array(z.object({ tier: z.int(), codes: count, amount })),
}
const order = z.object({ ...orderFields, card })

export const orderList = endpoint({
  path: '/order/list',
  summary: "List the member's orders, newest first",
  auth: 'member',
  input: z.strictObject({
    ...page,
    tab: z._default(z.enum(ORDER_TAB_NAMES), 'all'),
    /** only the orders of this issue, in all states: `tab` does not apply */
    issue: z.optional(issueNumber),
  }),
  output: paged(order),
  errors: [],
})

export const orderIssues = endpoint({
  path: '/order/issues',
  summary:
    "List the issues of the member's orders, each with its orders; wins first, then by the newest order",
  auth: 'member',
  input: z.strictObject({ ...page, tab: z._default(z.enum(ORDER_TAB_NAMES), 'all') }),
  output: paged(
    z.object({
      card,
      /** `processing` while an outcome is not known; the state of the prize when one of the orders won; `refunded` when all are */
      status: z.enum(ORDER_STATUSES),
      /** sums over all orders of the member in the issue */
      orders: count,
      shares: count,
      amount,
      /** the orders: a winning one first, then newest first; at most 20 */
      items: z.array(z.object(orderFields)),
    }),
  ),
  errors: [],
})

export const orderDetail = endpoint({
  path: '/order/detail',
  summary: "Get one of the member's orders with its timeline",
  auth: 'member',
  input: z.strictObject({ order: id }),
  output: z.object({
    order,
    /** the winning code; null before the draw */
    code: z.nullable(z.int()),
    /** the draw is in favour of the members because its log was lost after its seal; left out: it is not */
    afterLoss: z.optional(z.literal(true)),
    tag: z.nullable(hex(8)),
    witnesses,
    /** what the order won; null: nothing, or not yet */
    prize: z.nullable(prize),
    timeline: z.array(
      z.object({
        state: z.enum(['paid', 'sold_out', 'drawn', 'not_won', 'won', 'refunded']),
        at: z.nullable(time),
      }),
    ),
    serverTime: time,
  }),
  errors: [],
})
