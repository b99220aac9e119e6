/** The calls of the mall: lists, filters, one issue, who takes part. */
import * as z from 'zod/mini'
import { endpoint } from '../../define.ts'
import { MALL_ZONES, REMINDER_KINDS } from '../../kinds/issue-kinds.ts'
import { LANGUAGES } from '../../languages.ts'
import { picture } from '../../media/media.ts'
import { richText } from '../../media/rich-text.ts'
import { amount, count, hex, id, issueNumber, page, paged, time } from '../../schemas.ts'
import { card, grade, timesCounted, vouching, witnesses } from './shapes.ts'

const rangeAmount = z.string().check(z.regex(/^\d{1,12}(\.\d{1,2})?$/, 'AMOUNT_FORMAT'))
const shareCount = z.int().check(z.minimum(0), z.maximum(2_147_483_647))
/** Share prices above the first amount, up to the second; null = without an end. */
const priceRange = { above: rangeAmount, upTo: z.nullable(rangeAmount) }
/** Issues with more shares than the first number, up to the second; null = without an end. */
const sizeRange = { above: shareCount, upTo: z.nullable(shareCount) }
const MOST_RANGES = 8

const searchText = z.string().check(z.maxLength(60))

/** What a visitor of the mall chooses from. Several ranges of a kind mean any of them. */
const filters = {
  category: z.optional(z.string().check(z.maxLength(30))),
  /** zone of the mall */
  mode: z._default(z.enum(MALL_ZONES), 'goods'),
  /** words in any order, as members type them, or an issue number or its beginning */
  search: z.optional(searchText),
  /** searches for the words as they are typed, without corrections */
  exact: z.optional(z.literal(true)),
  prices: z.optional(z.array(z.strictObject(priceRange)).check(z.minLength(1), z.maxLength(MOST_RANGES))),
  sizes: z.optional(z.array(z.strictObject(sizeRange)).check(z.minLength(1), z.maxLength(MOST_RANGES))),
  /** only issues in which the caller holds shares; an anonymous caller holds none */
  mine: z.optional(z.literal(true)),
  /** only products that the caller saved */
  favourites: z.optional(z.literal(true)),
}

/** How the server understood the text of a search. */
const understanding = {
  /** what was searched for: with corrections, without what is unknown */
  text: z.string(),
  corrected: z.boolean(),
  /** words that no product has */
  unknown: z.array(z.string()),
  /** no product has all of the words: those with some of them were found */
  some: z.boolean(),
  /** more products match than a search finds */
  more: z.boolean(),
}
const category = z.object({ id: z.string(), title: z.string(), tile: z.string() })

export const goodsList = endpoint({
  path: '/goods/list',
  summary: 'List the issues of the mall, by zone, category, search text, price, size and status',
  auth: 'optional',
  input: z.strictObject({
    ...page,
    ...filters,
    /** default: `relevance` for a search, else `closing`; without a search `relevance` is `closing` */
    sort: z.optional(z.enum(['relevance', 'closing', 'newest', 'price'])),
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
    categories: z.array(z.object({ ...category.shape, count })),
    prices: z.array(z.object({ ...priceRange, count })),
    sizes: z.array(z.object({ ...sizeRange, count })),
    mine: count,
    favourites: count,
    /** of a call with a search text; counts of drawn issues stop at 200 */
    search: z.nullable(
      z.object({
        ...understanding,
        /** drawn issues in the zone and category */
        drawn: count,
        /** issues on sale that the text finds in each zone, whatever the other filters */
        zones: z.array(z.object({ zone: z.enum(MALL_ZONES), count })),
      }),
    ),
  }),
  errors: [],
})

export const goodsSuggest = endpoint({
  path: '/goods/suggest',
  summary: 'Suggest issues on sale and categories for a search text, in every zone, while a member types it',
  auth: 'optional',
  input: z.strictObject({
    search: searchText.check(z.minLength(1, 'REQUIRED')),
    exact: z.optional(z.literal(true)),
  }),
  output: z.object({
    ...understanding,
    /** the best matches, at most five */
    items: z.array(card),
    /** categories with the most matches, at most two, with the issues on sale that match */
    categories: z.array(z.object({ ...category.shape, count })),
    /** issues on sale and drawn issues that match, in all zones; counts of drawn issues stop at 200 */
    selling: count,
    drawn: count,
  }),
  errors: [],
})

const codeRange = z.object({ order: id, first: z.int(), quantity: count, at: time })

export const goodsDetail = endpoint({
  path: '/goods/detail',
  summary: "Get one issue with its terms and the caller's code ranges",
  auth: 'optional',
  input: z.strictObject({ issue: issueNumber }),
  output: z.object({
    card,
    /** the description; empty: there is none */
    text: richText,
    /** language of the description; another than that of the call when the product has none in it. null: there is none */
    textLanguage: z.nullable(z.enum(LANGUAGES)),
    /** the product's pictures; a product without pictures shows its drawn portrait */
    images: z.array(picture),
    /**
     * hash of the content that the issue opened with: texts in all languages, pictures and portrait, which it shows for ever. null: it
     * has not opened, and shows what its product has
     */
    content: z.nullable(hex(32)),
    timesCounted,
    grade,
    utcOffsetMinutes: z.int(),
    /** commitment to the salt, published when the issue opened; null in grade plain */
    commitment: z.nullable(z.string()),
    chain: z.nullable(z.string()),
    /** seconds between seal and beacon round */
    delay: z.nullable(z.int()),
    witnesses,
    vouching,
    /**
     * what the caller got of a draw in favour beside prizes, once it is settled; null: nothing. `amount` is the larger of `paid` (the
     * price of the orders; less vouchers where something was won) and the even `share` of all prizes, less what was `won`; so much of
     * it as `vouchers` says are vouchers that are valid again
     */
    back: z.nullable(z.object({ amount, vouchers: amount, won: amount, paid: amount, share: amount })),
    /** maximum number of shares per member; 0: no maximum */
    maxPerMember: count,
    /** percent of the market price that the member receives for recycling the prize */
    recyclePercent: z.int(),
    /**
     * where the money of all shares goes. `sales` + `subsidy` = `prize` + `rebates` + `refunds` + `house`: the market price of
     * goods or all cash prizes; the highest rebates to inviters and VIP refunds, which are set aside; what is left to the house;
     * `subsidy`: what the house adds
     */
    money: z.object({
      sales: amount,
      prize: amount,
      rebates: amount,
      refunds: amount,
      house: amount,
      subsidy: amount,
    }),
    /** the caller's code ranges, oldest first, at most 200; `card.mine` counts all shares */
    mine: z.array(codeRange),
    /** the product's issue that is on sale now, when it is not this one */
    selling: z.nullable(issueNumber),
    /** whether the caller saved the product */
    favourite: z.boolean(),
    /** what the caller is told about this issue, once it happens */
    reminders: z.array(z.enum(REMINDER_KINDS)),
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
