import * as z from 'zod/mini'
import { endpoint } from '../define.ts'
import { BADGES, GRADES, ISSUE_MODES, MALL_ZONES, TIMES_COUNTED } from '../issue-kinds.ts'
import { ISSUE_STATUSES, ORDER_STATUSES, ORDER_TAB_NAMES } from '../order-life.ts'
import {
  amount,
  count,
  documents,
  hex,
  id,
  issueNumber,
  page,
  paged,
  productCode,
  requestId,
  time,
} from '../schemas.ts'

const timesCounted = z.enum(TIMES_COUNTED)
const grade = z.enum(GRADES)
const badge = z.enum(BADGES)
const mode = z.enum(ISSUE_MODES)

const product = z.object({
  code: productCode,
  title: z.string(),
  category: z.string(),
  /** name of the drawn portrait */
  art: z.string(),
  /** background colour of the portrait: sun, sea, rose, iris, leaf */
  tile: z.string(),
  demo: z.boolean(),
})

/** An issue as lists show it. Amounts are decimal strings; times are Unix milliseconds. */
export const card = z.object({
  issue: issueNumber,
  product,
  mode,
  status: z.enum(ISSUE_STATUSES),
  badge,
  price: amount,
  prizeValue: amount,
  shares: count,
  sold: count,
  participants: count,
  /** shares of the caller; 0 for an anonymous caller */
  mine: count,
  openedAt: z.nullable(time),
  /** deadline of the sale */
  closesAt: z.nullable(time),
  /** refunded in full and never drawn, because the log of the issue was lost */
  lost: z.boolean(),
  soldOutAt: z.nullable(time),
  /** time of the beacon round, after which the draw can be computed; null before the seal */
  drawAt: z.nullable(time),
  /** the attempt to seal the issue that counts; 0 before the seal, above 1 only in grade witnessed */
  attempt: count,
  /** grade witnessed: the draw is late, because no witness answers or none signed the seal in time */
  awaitsWitness: z.boolean(),
  drawnAt: z.nullable(time),
  winner: z.nullable(z.object({ code: z.int(), name: z.string(), quantity: count, mine: z.boolean() })),
})

const rangeAmount = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'AMOUNT_FORMAT'))
const shareCount = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
/** Share prices above the first amount, up to the second; null = without an end. */
const priceRange = { above: rangeAmount, upTo: z.nullable(rangeAmount) }
/** Issues with more shares than the first number, up to the second; null = without an end. */
const sizeRange = { above: shareCount, upTo: z.nullable(shareCount) }
const MOST_RANGES = 8

/** What a visitor of the mall chooses from. Several ranges of a kind mean any of them. */
const filters = {
  category: z.optional(z.string().check(z.maxLength(30))),
  /** zone of the mall */
  mode: z._default(z.enum(MALL_ZONES), 'goods'),
  search: z.optional(z.string().check(z.maxLength(60))),
  prices: z.optional(z.array(z.strictObject(priceRange)).check(z.minLength(1), z.maxLength(MOST_RANGES))),
  sizes: z.optional(z.array(z.strictObject(sizeRange)).check(z.minLength(1), z.maxLength(MOST_RANGES))),
  /** only issues in which the caller holds shares; an anonymous caller holds none */
  mine: z.optional(z.literal(true)),
}

export const goodsList = endpoint({
  path: '/goods/list',
  summary: 'List the issues of the mall, by zone, category, search text, price, size and status',
  auth: 'optional',
  input: z.strictObject({
    ...page,
    ...filters,
    sort: z._default(z.enum(['closing', 'newest', 'price']), 'closing'),
    status: z._default(z.enum(['selling', 'drawn']), 'selling'),
  }),
  /** a page may have fewer issues than asked for, even none, and still a next one: a call reads a bounded number of draws */
  output: paged(card),
  errors: [],
})

export const goodsFilters = endpoint({
  path: '/goods/filters',
  summary: 'Count the issues on sale for each choice of the mall: category, share price, size, own shares',
  auth: 'optional',
  input: z.strictObject(filters),
  output: z.object({
    /** issues on sale that meet all filters */
    total: count,
    /** every category in its order. Counts of a kind of filter leave out the choice of that kind itself. */
    categories: z.array(z.object({ id: z.string(), title: z.string(), tile: z.string(), count })),
    prices: z.array(z.object({ ...priceRange, count })),
    sizes: z.array(z.object({ ...sizeRange, count })),
    mine: count,
  }),
  errors: [],
})

/** What the witnesses of an issue have signed. Null in other grades than witnessed. */
const witnesses = z.nullable(
  z.array(
    z.object({
      /** the key that the opening names, in the text form of signed notes; the name is the part before the first plus sign */
      key: z.string(),
      name: z.string(),
      /**
       * when the witness signed the attempt that counts, by its own clock, before the beacon round was published (`card.drawAt`);
       * null: it has not
       */
      signedAt: z.nullable(time),
    }),
  ),
)

const codeRange = z.object({ order: id, first: z.int(), quantity: count, at: time })

export const goodsDetail = endpoint({
  path: '/goods/detail',
  summary: "Get one issue with its terms and the caller's code ranges",
  auth: 'optional',
  input: z.strictObject({ issue: issueNumber }),
  output: z.object({
    card,
    description: z.string(),
    timesCounted,
    grade,
    utcOffsetMinutes: z.int(),
    /** commitment to the salt, published when the issue opened; null in grade plain */
    commitment: z.nullable(z.string()),
    chain: z.nullable(z.string()),
    /** seconds between seal and beacon round */
    delay: z.nullable(z.int()),
    witnesses,
    /** maximum number of shares per member; 0: no maximum */
    maxPerMember: count,
    /** percent of the market price that the member receives for recycling the prize */
    recyclePercent: z.int(),
    /** the caller's code ranges, oldest first, at most 200; `card.mine` counts all shares */
    mine: z.array(codeRange),
    /** the product's issue that is on sale now, when it is not this one */
    selling: z.nullable(issueNumber),
    serverTime: time,
  }),
  errors: [],
})

export const goodsHistory = endpoint({
  path: '/goods/history',
  summary:
    'List the members of an issue by public names, in groups of five that reveal no order, newest first',
  auth: 'optional',
  input: z.strictObject({ ...page, issue: issueNumber }),
  output: paged(
    z.object({
      /** place in the list, from the oldest; inside of a group by the alphabet */
      place: z.int(),
      name: z.string(),
      /** when the group was complete, rounded down to the minute */
      at: time,
      /** the caller */
      mine: z.boolean(),
    }),
  ),
  errors: [],
})

/** The winner of one drawn issue. */
const winner = z.object({
  issue: issueNumber,
  product,
  mode,
  badge,
  price: amount,
  prizeValue: amount,
  shares: count,
  drawnAt: time,
  /** the winning code, the winner's public name, and the winner's number of shares */
  code: z.int(),
  name: z.string(),
  quantity: count,
  /** the caller is the winner */
  mine: z.boolean(),
})

export const goodsWinners = endpoint({
  path: '/goods/winners',
  summary: "List the winners of a product's issues, newest first",
  auth: 'optional',
  input: z.strictObject({ ...page, product: productCode }),
  output: paged(winner),
  errors: [],
})

export const winners = endpoint({
  path: '/index/winners',
  summary: 'List the winners of all drawn issues, newest first (their posts: /bask/winners)',
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
  summary: 'Get the draw calculation of a sealed issue, with its orders in pages',
  auth: 'optional',
  input: z.strictObject({ ...page, issue: issueNumber }),
  output: z.object({
    card,
    timesCounted,
    grade,
    utcOffsetMinutes: z.int(),
    orders: count,
    sum: z.string(),
    /** E mod N; 0 in grade plain; null before the draw */
    entropyRemainder: z.nullable(z.int()),
    /** (S + E) mod N; null before the draw */
    remainder: z.nullable(z.int()),
    code: z.nullable(z.int()),
    entropy: z.nullable(z.string()),
    digest: z.string(),
    /** when the attempt that counts was sealed */
    sealedAt: time,
    witnesses,
    /** the caller's member tag in this issue; null for an anonymous caller */
    tag: z.nullable(z.string()),
    rows: paged(row),
  }),
  errors: ['NOT_SEALED'],
})

/** The schema checks version and kind only: the verifier in the fairness package checks every value. */
const proofDocument = z
  .looseObject({ version: z.enum(['fairlot-proof/1', 'fairlot-proof/2']), kind: z.literal('issue') })
  .register(documents, { component: 'Proof' })

export const proof = endpoint({
  path: '/goods/proof',
  summary: 'Get the proof document of a sealed or drawn issue',
  auth: 'anyone',
  input: z.strictObject({ issue: issueNumber }),
  output: proofDocument,
  errors: ['NOT_SEALED'],
})

const quantity = z.int('QUANTITY').check(z.minimum(1, 'QUANTITY'), z.maximum(100_000, 'QUANTITY'))

export const confirmOrder = endpoint({
  path: '/order/confirm',
  summary: 'Quote a purchase: amount, shares and balance after it, and whether it would be refused',
  auth: 'member',
  input: z.strictObject({ issue: issueNumber, quantity }),
  output: z.object({
    card,
    quantity: count,
    total: amount,
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
    /** `processing`: accepted, but the outcome is not known yet; the client asks again with the order detail */
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
    'PENDING',
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
  amount,
  at: time,
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
      /** `processing` while an outcome is not known; `won` when one of the orders won; `refunded` when all are */
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
    tag: z.nullable(hex(8)),
    witnesses,
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
