/** Finance products for tests: on sale, with a reserve. */
import { fundReserveIn, saveProduct, type ProductTerms } from '../../modules/finance/index.ts'
import type { Db, Tx } from '../../platform/db.ts'

const DAY_MS = 86_400_000
const UNIT = 10_000n

/** 10 units of money each, 7 days, 0.5 % a day, on sale for 30 days. */
export async function someTerms(
  db: Pick<Db, 'query'>,
  terms: Partial<ProductTerms> = {},
): Promise<ProductTerms> {
  const [clock] = await db.query<{ ms: number }>(
    'select floor(extract(epoch from at) * 1000)::float8 as ms from business_clock',
  )
  const now = clock!.ms
  return {
    unitPrice: 10n * UNIT,
    minUnits: 1,
    maxUnits: 1_000,
    totalUnits: 100_000,
    termHours: 168,
    termUnit: 'days',
    dailyRatePpm: 5_000,
    payout: 'at_maturity',
    wantsTrc20: false,
    saleFromMs: now - 1_000,
    saleUntilMs: now + 30 * DAY_MS,
    ...terms,
  }
}

/** The queue of the log, for tests without a writer: the doctor looks for the entry of each funding. */
const QUEUE = {
  async enqueue(tx: Tx, ...entries: readonly object[]) {
    for (const entry of entries)
      await tx.query('insert into log_pending (entry) values ($1)', [JSON.stringify(entry)])
  },
}

export type SellOptions = {
  terms?: Partial<ProductTerms>
  /** what the reserve is funded with, minor units; by default a lot */
  reserve?: bigint
  earlyExit?: boolean
}

/** Makes a product and funds its reserve. */
export async function sellUnits(
  { db }: { db: Db },
  code: string,
  { terms, reserve = 100_000n * UNIT, earlyExit = true }: SellOptions = {},
): Promise<void> {
  const all = await someTerms(db, terms)
  await db.tx(async (tx) => {
    await saveProduct(tx, {
      code,
      terms: all,
      earlyExit,
      texts: [{ language: 'en-us', name: `Product ${code}`, funding: 'Paid from fees of the mall.' }],
    })
    if (reserve > 0n) await fundReserveIn(tx, QUEUE, { code, amount: reserve, reference: `fund ${code}` })
  })
}
