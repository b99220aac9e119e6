/** What operators do with won products: look, pick lists, shipping, proofs of delivery, answers to disputes. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import {
  DELIVERY_STATUSES,
  DISPUTE_ANSWERS,
  ORDER_STEP_NAMES,
  PRIZE_STATUSES,
  SHIPPING_PROBLEMS,
  SHIPPING_RESULTS,
} from '../../../life/order-life.ts'
import { amount, count, id, page, paged, productCode, requestId, time } from '../../../schemas.ts'
import { change } from '../approvals.ts'
import { operatorRef, reason } from '../fields.ts'

/** as the member reads it, such as `M1-0014-37` */
const number = z.string().check(z.minLength(3, 'TOO_SHORT'), z.maxLength(40, 'TOO_LONG'))
const word = z
  .string()
  .check(
    z.minLength(1, 'REQUIRED'),
    z.maxLength(60, 'TOO_LONG'),
    z.regex(/^[^\p{Cc}\p{Cf}]*\S[^\p{Cc}\p{Cf}]*$/u, 'INVALID'),
  )

const line = z.object({
  number,
  /** id of the member */
  member: id,
  product: productCode,
  status: z.enum(DELIVERY_STATUSES),
  /** on a pick list: the member can no longer choose another address */
  picked: z.boolean(),
  wonAt: time,
  /** since when it is in this state, and in complete hours */
  since: time,
  hours: count,
})

const shown = z.object({
  number,
  /** what was won: the product's title in English, as the issue opened with it */
  title: z.string(),
  order: id,
  member: id,
  status: z.enum(PRIZE_STATUSES),
  /** the pick list that has it */
  pickList: z.nullable(id),
  carrier: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  url: z.nullable(z.string()),
  shippedAt: z.nullable(time),
  deliveredAt: z.nullable(time),
  /** when the server takes the next step by itself */
  dueAt: z.nullable(time),
  /** what the member wrote in the newest dispute */
  disputeNote: z.nullable(z.string()),
  /** what recycling pays */
  recycleAmount: amount,
  timeline: z.array(
    z.object({
      step: z.enum(ORDER_STEP_NAMES),
      state: z.enum(PRIZE_STATUSES),
      note: z.nullable(z.string()),
      /** null: the member, the server, or the demo world */
      by: z.nullable(operatorRef),
      at: time,
    }),
  ),
})

export const deliveryList = endpoint({
  path: '/operator/deliverylist',
  summary:
    'List the won products to send, on their way and in dispute, the oldest win first; without addresses',
  auth: 'operator',
  permission: 'delivery.read',
  input: z.strictObject({ ...page, status: z.optional(z.enum(DELIVERY_STATUSES)) }),
  output: paged(line),
  errors: [],
})

export const deliveryShow = endpoint({
  path: '/operator/deliveryshow',
  summary: 'Show a won product with its timeline by the number of its order; without the address',
  auth: 'operator',
  permission: 'delivery.read',
  input: z.strictObject({ number }),
  output: shown,
  errors: ['ORDER_STEP'],
})

export const deliveryReveal = endpoint({
  path: '/operator/deliveryreveal',
  summary: 'Show the address of an order in the clear; the audit log names the operator and the reason',
  auth: 'operator',
  permission: 'delivery.reveal',
  secret: true,
  input: z.strictObject({ number, reason }),
  output: z.object({ number, name: z.string(), phone: z.string(), lines: z.array(z.string()) }),
  errors: ['ORDER_STEP'],
})

export const deliveryPick = endpoint({
  path: '/operator/deliverypick',
  summary:
    'Make a pick list of up to 200 orders with their addresses; the same request id answers the orders of the same list',
  auth: 'operator',
  permission: 'delivery.ship',
  secret: true,
  input: z.strictObject({ requestId }),
  output: z.object({
    pickList: id,
    orders: count,
    /** CSV text: UTF-8, a heading, one line per order, with empty columns for carrier, tracking and url */
    csv: z.string(),
  }),
  errors: [],
})

export const deliveryRelease = endpoint({
  path: '/operator/deliveryrelease',
  summary: 'Take an order off its pick list, so that the member can choose another address',
  auth: 'operator',
  permission: 'delivery.ship',
  input: z.strictObject({ number, reason }),
  output: shown,
  errors: ['ORDER_STEP'],
})

export const deliveryShip = endpoint({
  path: '/operator/deliveryship',
  summary: 'Say with which carrier and tracking number an order was sent; repeating it corrects them',
  auth: 'operator',
  permission: 'delivery.ship',
  input: z.strictObject({
    number,
    carrier: word,
    tracking: word,
    /** a page of the carrier */
    url: z.optional(
      z.string().check(z.maxLength(300, 'TOO_LONG'), z.regex(/^https:\/\/[^\s"<>]+$/, 'INVALID')),
    ),
  }),
  output: shown,
  errors: ['ORDER_STEP'],
})

export const deliveryImport = endpoint({
  path: '/operator/deliveryimport',
  summary: 'Enter carriers and tracking numbers from CSV lines; every line takes effect once, and for itself',
  auth: 'operator',
  permission: 'delivery.ship',
  input: z.strictObject({
    /** a heading with the columns order, carrier, tracking and, if wanted, url; other columns do not count */
    csv: z.string().check(z.minLength(1, 'REQUIRED'), z.maxLength(40_000, 'TOO_LONG')),
  }),
  output: z.object({
    lines: z.array(
      z.object({
        /** line of the text, from 1 */
        line: z.int(),
        /** as the line has it */
        number: z.string(),
        /** `unchanged`: the line took effect before */
        result: z.enum(SHIPPING_RESULTS),
        /** why the line was refused */
        problem: z.nullable(z.enum(SHIPPING_PROBLEMS)),
      }),
    ),
  }),
  errors: [],
})

export const deliveryProof = endpoint({
  path: '/operator/deliveryproof',
  summary: "Enter the carrier's proof of delivery; the shorter clock until the receipt starts",
  auth: 'operator',
  permission: 'delivery.ship',
  input: z.strictObject({
    number,
    /** when it was delivered; left out: now */
    at: z.optional(time),
  }),
  output: shown,
  errors: ['ORDER_STEP'],
})

export const deliveryAnswer = endpoint({
  path: '/operator/deliveryanswer',
  summary: 'Answer a dispute: the product is sent again, the parcel is on its way, or the receipt stands',
  auth: 'operator',
  permission: 'delivery.answer',
  /** `note`: what the member reads */
  input: z.strictObject({ number, answer: z.enum(DISPUTE_ANSWERS), note: reason }),
  output: shown,
  errors: ['ORDER_STEP'],
})

export const deliverySettle = endpoint({
  path: '/operator/deliverysettle',
  summary:
    'Request to end a dispute by paying the recycling value to the member; another operator approves it',
  auth: 'operator',
  permission: 'delivery.settle',
  /** `note`: what the member reads */
  input: z.strictObject({ number, note: reason, reason, requestId }),
  output: change,
  errors: ['ORDER_STEP', 'REQUEST_ID_REUSED'],
})
