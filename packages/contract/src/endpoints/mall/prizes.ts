/** What a member does with a prize of goods: choose an address or the recycling value, confirm the receipt, dispute. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { PRIZE_STATUSES } from '../../life/order-life.ts'
import { REVIEW_STATES } from '../../life/review-life.ts'
import { amount, id, requestId, time } from '../../schemas.ts'

/**
 * The prize of a winning order. Null in `orderDetail` before the win. What the member can do now follows from `status` and
 * `ORDER_STEPS`; `recycleAmount` of 0 and `addressFixed` exclude one step each.
 */
export const prize = z.object({
  status: z.enum(PRIZE_STATUSES),
  /** where the product goes; null: not chosen yet, no delivery, or erased after the completion */
  address: z.nullable(
    z.object({
      name: z.string(),
      phone: z.string(),
      /** the rest of the address, as it is written on a parcel; the country in the language of the call */
      lines: z.array(z.string()),
    }),
  ),
  /** the order is on a pick list: the member can no longer choose another address */
  addressFixed: z.boolean(),
  /** the parcel that is, or was, on its way */
  shipment: z.nullable(
    z.object({
      carrier: z.string(),
      tracking: z.string(),
      /** a page of the carrier (https) */
      url: z.nullable(z.string()),
      shippedAt: time,
      /** the carrier's proof of delivery */
      deliveredAt: z.nullable(time),
    }),
  ),
  /** every state since the win, oldest first. `note`: what the operator wrote to the member, or the member's dispute */
  timeline: z.array(z.object({ state: z.enum(PRIZE_STATUSES), at: time, note: z.nullable(z.string()) })),
  /** what recycling pays, or has paid; "0" when the prize cannot be recycled */
  recycleAmount: amount,
  /** when the server recycles the prize by itself; null: it does not */
  recycleUntil: z.nullable(time),
  /** when the server sets `received` by itself; null: no clock runs */
  receiveBy: z.nullable(time),
  /** when the server sets `completed` by itself; null: no clock runs. Until then the member can dispute the receipt. */
  completeBy: z.nullable(time),
  /** what the member wrote in the newest dispute */
  disputeNote: z.nullable(z.string()),
  /** whether the member can post a review now: the product has arrived, and the order has no review */
  canReview: z.boolean(),
  /** the state of the order's review; null: none was posted */
  review: z.nullable(z.enum(REVIEW_STATES)),
})

/** Every call answers the prize after the step. A repeated call changes nothing and answers the same. */
export const orderAddress = endpoint({
  path: '/order/address',
  summary: 'Choose where a won product is delivered; until the order is on a pick list it can be changed',
  auth: 'member',
  input: z.strictObject({ order: id, address: id }),
  output: prize,
  errors: ['ORDER_STEP', 'ADDRESS_FIXED'],
})

export const orderRecycle = endpoint({
  path: '/order/recycle',
  summary: 'Take the recycling value of a won product instead of the product; this is final',
  auth: 'member',
  money: true,
  /** `amount`: what the member saw and confirmed */
  input: z.strictObject({ order: id, amount, requestId }),
  output: prize,
  errors: ['ORDER_STEP', 'AMOUNT_CHANGED'],
})

export const orderReceive = endpoint({
  path: '/order/receive',
  summary: 'Confirm that the product has arrived; this also ends a dispute',
  auth: 'member',
  input: z.strictObject({ order: id }),
  output: prize,
  errors: ['ORDER_STEP'],
})

export const orderDispute = endpoint({
  path: '/order/dispute',
  summary: 'Say that a delivery is missing, damaged or wrong; no clock runs until an operator has answered',
  auth: 'member',
  input: z.strictObject({
    order: id,
    /** what is wrong, for the operator */
    text: z
      .string()
      .check(z.minLength(1, 'REQUIRED'), z.maxLength(1000, 'TOO_LONG'), z.regex(/\S/, 'REQUIRED')),
  }),
  output: prize,
  errors: ['ORDER_STEP'],
})
