import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { ISSUE_STATUSES, ORDER_STATUSES, ORDER_TAB_NAMES } from '../order-life.ts'
import { amount, count, hex, id, issueNumber, page, paged, productCode, requestId, time } from '../schemas.ts'

export const timesCounted = z.enum(['all', 'before-final'])
export const grade = z.enum(['plain', 'salt', 'beacon'])
/** `beacon-local`: the sandbox's own beacon, whose key the house holds. */
export const badge = z.enum(['plain', 'salt', 'beacon', 'beacon-local'])

export const product = z.object({
  code: productCode,
  title: z.string(),
  category: z.string(),
  /** name of the drawn portrait */
  art: z.string(),
  /** ground colour of the portrait: sun, sea, rose, iris, leaf */
  tile: z.string(),
  demo: z.boolean(),
})

/** An issue as lists show it. */
export const card = z.object({
  issue: issueNumber,
  product,
  mode: z.enum(['goods', 'cash', 'pk']),
  status: z.enum(ISSUE_STATUSES),
  badge,
  price: amount,
  prizeValue: amount,
  shares: count,
  sold: count,
  participants: count,
  /** shares of the caller; 0 for anonymous */
  mine: count,
  openedAt: z.nullable(time),
  /** the sale's deadline */
  closesAt: z.nullable(time),
  soldOutAt: z.nullable(time),
  /** when the draw can be computed: the time of the beacon round; null before the seal */
  drawAt: z.nullable(time),
  drawnAt: z.nullable(time),
  winner: z.nullable(z.object({ code: z.int(), name: z.string(), quantity: count, mine: z.boolean() })),
})

export const goodsList = endpoint({
  path: '/goods/list',
  summary: 'Issues of the mall',
  auth: 'optional',
  input: z.strictObject({
    ...page,
    category: z.optional(z.string().check(z.maxLength(30))),
    mode: z._default(z.enum(['goods', 'cash', 'pk', 'vip']), 'goods'),
    search: z.optional(z.string().check(z.maxLength(60))),
    sort: z._default(z.enum(['closing', 'newest', 'price']), 'closing'),
    status: z._default(z.enum(['selling', 'drawn']), 'selling'),
  }),
  output: paged(card),
  errors: [],
})

const codeRange = z.object({ order: id, first: z.int(), quantity: count, at: time })

export const goodsDetail = endpoint({
  path: '/goods/detail',
  summary: 'One issue',
  auth: 'optional',
  input: z.strictObject({ issue: issueNumber }),
  output: z.object({
    card,
    description: z.string(),
    timesCounted,
    grade,
    utcOffsetMinutes: z.int(),
    /** commitment to the salt, published when the issue opened; null for plain */
    commitment: z.nullable(z.string()),
    chain: z.nullable(z.string()),
    /** seconds between seal and beacon round */
    delay: z.nullable(z.int()),
    maxPerMember: count,
    /** percent of the market price that a recycled prize pays */
    recyclePercent: z.int(),
    /** the caller's ranges, oldest first; at most 200, `mine` of the card has the whole count */
    mine: z.array(codeRange),
    /** the issue of the product that is on sale now, if it is another */
    selling: z.nullable(issueNumber),
    serverTime: time,
  }),
  errors: [],
})

export const goodsHistory = endpoint({
  path: '/goods/history',
  summary: 'Who took part in an issue, newest first',
  auth: 'optional',
  input: z.strictObject({ ...page, issue: issueNumber }),
  output: paged(
    z.object({
      seq: z.int(),
      name: z.string(),
      quantity: count,
      first: z.int(),
      at: time,
      mine: z.boolean(),
    }),
  ),
  errors: [],
})

/** The winner of one drawn issue. */
const winner = z.object({
  issue: issueNumber,
  product,
  mode: z.enum(['goods', 'cash', 'pk']),
  badge,
  price: amount,
  prizeValue: amount,
  shares: count,
  drawnAt: time,
  /** the winning code, its owner's public name, and how many of the shares they had */
  code: z.int(),
  name: z.string(),
  quantity: count,
  /** the caller has won */
  mine: z.boolean(),
})

export const goodsWinners = endpoint({
  path: '/goods/winners',
  summary: "Past winners of a product's issues, newest first",
  auth: 'optional',
  input: z.strictObject({ ...page, product: productCode }),
  output: paged(winner),
  errors: [],
})

export const winners = endpoint({
  path: '/index/winners',
  summary: 'Winners of all drawn issues, newest first (their posts are /bask/winners)',
  auth: 'optional',
  input: z.strictObject(page),
  output: paged(winner),
  errors: [],
})

const row = z.object({
  seq: z.int(),
  ms: time,
  time: z.int(),
  first: z.int(),
  quantity: count,
  tag: z.string(),
})

export const calculation = endpoint({
  path: '/goods/calculation',
  summary: 'The draw calculation of a drawn issue, with its orders page by page',
  auth: 'optional',
  input: z.strictObject({ ...page, issue: issueNumber }),
  output: z.object({
    card,
    timesCounted,
    grade,
    utcOffsetMinutes: z.int(),
    orders: count,
    sum: z.string(),
    /** E mod N; 0 for plain */
    entropyRemainder: z.nullable(z.int()),
    /** (S + E) mod N */
    remainder: z.nullable(z.int()),
    code: z.nullable(z.int()),
    entropy: z.nullable(z.string()),
    digest: z.string(),
    /** the caller's member tag in this issue */
    tag: z.nullable(z.string()),
    rows: paged(row),
  }),
  errors: ['NOT_SEALED'],
})

/** Shape of the proof; the verifier in the fairness package checks every value of it. */
export const proof = endpoint({
  path: '/goods/proof',
  summary: 'The proof document of a drawn issue',
  auth: 'anyone',
  input: z.strictObject({ issue: issueNumber }),
  output: z.looseObject({ version: z.literal('fairlot-proof/1'), kind: z.literal('issue') }),
  errors: ['NOT_SEALED'],
})

const quantity = z.int('QUANTITY').check(z.minimum(1, 'QUANTITY'), z.maximum(100_000, 'QUANTITY'))

export const confirmOrder = endpoint({
  path: '/order/confirm',
  summary: 'Quote a purchase: amount, odds, balance after it',
  auth: 'member',
  input: z.strictObject({ issue: issueNumber, quantity }),
  output: z.object({
    card,
    quantity: count,
    total: amount,
    balance: amount,
    /** negative when the balance does not suffice */
    balanceAfter: amount,
    /** shares held after the purchase, of `card.shares` */
    sharesAfter: count,
    /** most shares that this member can still buy in this issue */
    available: count,
    recyclePercent: z.int(),
    refusal: z.nullable(
      z.enum([
        'INSUFFICIENT_BALANCE',
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
  input: z.strictObject({ issue: issueNumber, quantity, requestId }),
  output: z.object({
    order: id,
    issue: issueNumber,
    /** `processing`: taken, outcome not known yet; ask the order detail */
    status: z.enum(['awaiting_draw', 'processing']),
    first: z.nullable(z.int()),
    quantity: count,
    amount,
  }),
  errors: [
    'INSUFFICIENT_BALANCE',
    'SOLD_OUT',
    'NOT_ENOUGH_SHARES',
    'NOT_SELLING',
    'OVER_MEMBER_CAP',
    'REQUEST_ID_REUSED',
    'VIP_REQUIRED',
    'MODULE_OFF',
    'COUNTRY_NOT_SERVED',
    'EXCLUDED',
    'ACCOUNT_CLOSING',
    'SPEND_LIMIT',
    'LOSS_LIMIT',
    'TIME_LIMIT',
    'REALITY_CHECK',
  ],
})

const order = z.object({
  order: id,
  status: z.enum(ORDER_STATUSES),
  card,
  first: z.nullable(z.int()),
  quantity: count,
  amount,
  at: time,
})

export const orderList = endpoint({
  path: '/order/list',
  summary: 'Own orders, newest first',
  auth: 'member',
  input: z.strictObject({ ...page, tab: z._default(z.enum(ORDER_TAB_NAMES), 'all') }),
  output: paged(order),
  errors: [],
})

export const orderDetail = endpoint({
  path: '/order/detail',
  summary: 'One of the own orders',
  auth: 'member',
  input: z.strictObject({ order: id }),
  output: z.object({
    order,
    /** the winning code, once drawn */
    code: z.nullable(z.int()),
    tag: z.nullable(hex(8)),
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
