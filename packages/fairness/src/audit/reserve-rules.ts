/** The rules of the entries `reserve`: the statements of the reserves of finance products. */
import { readDecimal, readObject, readText } from '../read.ts'
import type { RawEntry } from './read-entry.ts'
import { type AuditFrame, breach, reading } from './types.ts'

const DAY_MS = 86_400_000

/** What the last statement of a product left open. */
export type ReserveState = {
  /** its UTC day, counted from 1970 */
  readonly day: number
  /** it had custody: until the next statement, every day owes one */
  readonly open: boolean
}

/** What a log states about the reserves of finance products. */
export type ReserveSummary = {
  /** how many products have a statement */
  readonly products: number
  readonly statements: number
  /** days without a statement, after one of the same product with custody: the server did not run, or did not state it */
  readonly missingDays: number
}

export type StatedReserve = { product: string; reserve: bigint; custody: bigint; liability: bigint }

/** @throws ReadError */
export function readReserve(fields: unknown): StatedReserve {
  const entry = readObject(fields, 'the entry', ['t', 'product', 'reserve', 'custody', 'liability', 'at'])
  const amount = (name: 'reserve' | 'custody' | 'liability') => BigInt(readDecimal(entry[name], name))
  return {
    product: readText(entry['product'], 'product', /^[A-Z0-9]{1,12}$/, 'the code of a product'),
    reserve: amount('reserve'),
    custody: amount('custody'),
    liability: amount('liability'),
  }
}

/** Applies `reserve`. */
export function stateReserve(frame: AuditFrame, { fields, at }: RawEntry): Partial<AuditFrame> {
  const index = frame.size
  const { product, reserve, custody, liability } = reading('format', index, () => readReserve(fields))
  const day = Math.floor(at / DAY_MS)
  const before = frame.reserves[product]
  if (before && day <= before.day)
    breach('time', index, `states the reserve of ${product} a second time on one day`)
  if (reserve < liability)
    breach('reserve', index, `states a reserve of ${product} below the interest that the house owes`)
  if (liability > 0n && custody === 0n)
    breach('reserve', index, `states interest owed for ${product}, but no principal in custody`)
  const { counts } = frame
  return {
    reserves: { ...frame.reserves, [product]: { day, open: custody > 0n } },
    counts: {
      ...counts,
      reserves: counts.reserves + 1,
      reserveDaysMissing: counts.reserveDaysMissing + (before?.open ? day - before.day - 1 : 0),
    },
  }
}

/**
 * A day without a statement is no breach: a server that was down cannot state it later, and a witness would refuse the log for
 * ever. It is counted instead. The day of the last entry is not over, so it owes no statement yet.
 */
export function summarizeReserves({ reserves, counts, lastAt }: AuditFrame): ReserveSummary {
  const today = Math.floor(lastAt / DAY_MS)
  const stated = Object.values(reserves)
  const silent = stated.map(({ day, open }) => (open ? Math.max(0, today - day - 1) : 0))
  return {
    products: stated.length,
    statements: counts.reserves,
    missingDays: silent.reduce((sum, days) => sum + days, counts.reserveDaysMissing),
  }
}
