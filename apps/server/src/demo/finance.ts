/**
 * Finance products of the demo world: one of hours, one of a week, one of a month that pays daily, each with its reserve. The first
 * demo member has an order that matured, one that was left early, and two that wait. Every step can be repeated.
 */
import { MINOR_PER_UNIT } from '@fairlot/contract/money/money'
import type { Context } from '../context.ts'
import { fundReserveIn, productOf, saveProduct, type ProductTerms } from '../modules/finance/index.ts'
import { MS } from '../platform/db.ts'
import { DAY_MS, HOUR_MS } from '../platform/durations.ts'
import { uuidv8 } from '../platform/random.ts'
import { FINANCE_TEXTS } from './texts/finance.ts'

/** What the first member recharges for it. */
export const FINANCE_MONEY = 700n * MINOR_PER_UNIT
/** What each reserve is funded with. */
const RESERVE = 5_000n * MINOR_PER_UNIT
/** How long the sales go on after the members arrived. */
const SALE_MS = 60 * DAY_MS

type DemoTerms = Pick<
  ProductTerms,
  'unitPrice' | 'maxUnits' | 'totalUnits' | 'termHours' | 'termUnit' | 'dailyRatePpm' | 'payout'
>

const TERMS: Record<keyof typeof FINANCE_TEXTS, DemoTerms> = {
  HOURS6: {
    unitPrice: 10n * MINOR_PER_UNIT,
    maxUnits: 100,
    totalUnits: 5_000,
    termHours: 6,
    termUnit: 'hours',
    dailyRatePpm: 6_000,
    payout: 'at_maturity',
  },
  WEEK7: {
    unitPrice: 50n * MINOR_PER_UNIT,
    maxUnits: 100,
    totalUnits: 2_000,
    termHours: 168,
    termUnit: 'days',
    dailyRatePpm: 4_000,
    payout: 'at_maturity',
  },
  MONTH30: {
    unitPrice: 100n * MINOR_PER_UNIT,
    maxUnits: 50,
    totalUnits: 500,
    termHours: 720,
    termUnit: 'days',
    dailyRatePpm: 3_000,
    payout: 'daily',
  },
}

/** Makes the products and funds their reserves, when the members arrive. */
export async function demoFinance({ db, fair }: Context): Promise<void> {
  const [clock] = await db.query<{ ms: bigint }>(`select ${MS('at')} as ms from business_clock`)
  const saleFromMs = Number(clock!.ms)
  for (const [code, terms] of Object.entries(TERMS)) {
    if (await productOf(db, code)) continue
    await db.tx(async (tx) => {
      await saveProduct(tx, {
        code,
        terms: { ...terms, minUnits: 1, wantsTrc20: false, saleFromMs, saleUntilMs: saleFromMs + SALE_MS },
        earlyExit: true,
        texts: FINANCE_TEXTS[code as keyof typeof FINANCE_TEXTS],
        demo: true,
      })
      const reference = `demo opening balance, ${code}`
      await fundReserveIn(tx, fair.writer, { code, amount: RESERVE, reference })
    })
  }
}

type Order = { at: number; member: number; code: keyof typeof TERMS; units: number; exitAt?: number }

const ORDERS: readonly Order[] = [
  { at: -6.6 * DAY_MS, member: 1, code: 'WEEK7', units: 3 },
  { at: -5.2 * DAY_MS, member: 0, code: 'WEEK7', units: 4 },
  { at: -4.6 * DAY_MS, member: 3, code: 'MONTH30', units: 1 },
  { at: -4.1 * DAY_MS, member: 0, code: 'MONTH30', units: 2 },
  { at: -3.3 * DAY_MS, member: 0, code: 'MONTH30', units: 1, exitAt: -26 * HOUR_MS },
  { at: -2.4 * DAY_MS, member: 4, code: 'WEEK7', units: 2 },
  { at: -30 * HOUR_MS, member: 0, code: 'HOURS6', units: 3 },
  { at: -29 * HOUR_MS, member: 3, code: 'HOURS6', units: 10 },
  { at: -2 * HOUR_MS, member: 5, code: 'HOURS6', units: 8 },
]

function buy({ finance }: Context, members: readonly string[], n: number): Promise<string> {
  const { member, code, units } = ORDERS[n]!
  return finance.buy({
    member: members[member]!,
    requestId: uuidv8(`fairlot/demo/finance/${n}`),
    code,
    units,
    language: 'en-us',
    barred: null,
  })
}

/** In order; `at` is relative to the present. */
export const FINANCE_EVENTS: readonly {
  at: number
  run: (context: Context, first: string, members: readonly string[]) => Promise<unknown>
}[] = [
  ...ORDERS.flatMap(({ at, member, exitAt }, n) => [
    { at, run: (context: Context, _: string, members: readonly string[]) => buy(context, members, n) },
    ...(exitAt === undefined
      ? []
      : [
          {
            at: exitAt,
            run: async (context: Context, _: string, members: readonly string[]) =>
              context.finance.exit(members[member]!, await buy(context, members, n)),
          },
        ]),
  ]),
  // the last one leaves nothing that is due for the server's first minutes
  ...[...[6, 5, 4, 3, 2, 1].map((days) => -days * DAY_MS + 2 * HOUR_MS), 0].map((at) => ({
    at,
    run: ({ finance }: Context) => finance.payDue(),
  })),
].toSorted((a, b) => a.at - b.at)
