/** The figures of business days that have ended: what the house sold, paid and earned, and who came. */
import * as z from 'zod/mini'
import { endpoint } from '../../../define.ts'
import { GAMES } from '../../../kinds/game-kinds.ts'
import { HOUSE_ACCOUNTS } from '../../../kinds/house-accounts.ts'
import { amount, count, issueNumber, productCode, time } from '../../../schemas.ts'

const FIGURE_GROUPS = ['day', 'product', 'game'] as const

/** The most days that one call sums up. */
export const MOST_FIGURE_DAYS = 366

const day = z.iso.date('INVALID')
/** how many, and how much */
const sum = z.object({ count, amount })
const median = z.nullable(count)

/** What a stretch of days was in money. Amounts are sums of postings (docs/LEDGER.md). */
const money = {
  /** orders of the issues that were drawn: a sale counts on the day of the draw */
  sales: z.object({ issues: count, orders: count, amount }),
  /** orders of shares that were paid, drawn or not */
  paid: sum,
  /** cash prizes, and what draws in the members' favour paid beside refunds */
  prizes: amount,
  /** recycling values of products that members took */
  recycled: amount,
  /** to direct and indirect inviters */
  rebates: amount,
  /** refunds of lost orders */
  vipRefunds: amount,
  /** rewards of tasks */
  tasks: amount,
  /** paid to winners and participants of events */
  events: amount,
  vouchers: z.object({ granted: amount, used: amount, back: amount, expired: amount }),
  /** of withdrawals */
  fees: amount,
  /** returned: won, and stakes of void rounds */
  games: z.object({ bets: count, turnover: amount, returned: amount }),
  /** units that were sold, and interest that was paid or put to what matures */
  finance: z.object({ sold: amount, interest: amount }),
  recharges: sum,
  withdrawals: sum,
  /** what the accounts of the house (without cash) and the reserves gained, without fundings and payouts of profit; negative: lost */
  house: amount,
}

const people = { registered: count, firstRecharges: count, firstPurchases: count }

export const figures = endpoint({
  path: '/operator/figures',
  summary: 'Show the figures of business days that have ended, by day, product or game',
  auth: 'operator',
  permission: 'figures.read',
  /** without days: the last one that is stated */
  input: z.strictObject({
    from: z.optional(day),
    to: z.optional(day),
    by: z.optional(z.enum(FIGURE_GROUPS)),
  }),
  output: z.object({
    /** the stated days of the request; null: none of them is stated */
    range: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })),
    /** all stated days; a day is stated 20 minutes after its end */
    stated: z.nullable(z.object({ from: z.iso.date(), to: z.iso.date() })),
    /** offset of the house's days, minutes east of UTC */
    utcOffsetMinutes: z.int(),
    total: z.object({ ...money, ...people }),
    /** with `by: day`, by ascending day */
    days: z.array(
      z.object({
        day: z.iso.date(),
        ...money,
        ...people,
        /** members who paid in, bought, saved, withdrew or claimed a reward */
        active: count,
        /** medians from the request to the money, seconds; null: there was none */
        rechargeSeconds: median,
        withdrawalSeconds: median,
      }),
    ),
    /** with `by: product`; `house`: what the house's accounts got of its issues, less what they put in */
    products: z.array(
      z.object({
        code: productCode,
        sales: money.sales,
        paid: sum,
        prizes: amount,
        recycled: amount,
        refunded: amount,
        house: amount,
      }),
    ),
    /** with `by: game` */
    games: z.array(z.object({ game: z.enum(GAMES), ...money.games.shape, house: amount })),
    /** the balances at the end of the last day of the range; all together are zero */
    balances: z.object({
      house: z.array(z.object({ account: z.enum(HOUSE_ACCOUNTS), amount })),
      wallets: amount,
      piggyBanks: amount,
      /** what open withdrawals hold */
      withdrawals: amount,
      /** of issues that are not drawn, and prizes that have not ended */
      escrow: amount,
      stakes: amount,
      events: amount,
      /** principal of finance orders */
      custody: amount,
      reserves: amount,
    }),
    /** issues on sale that expire within three days, the next one first, at most 20 */
    expiring: z.array(z.object({ issue: issueNumber, closesAt: time, shares: count, sold: count })),
  }),
  errors: [],
})
