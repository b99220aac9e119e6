/**
 * Time is an input. Business time is the database's clock (`business_now()`); SQL uses it for decisions about money and
 * draws. This process keeps its own view of business time for wire dates and caches.
 */
import { MS, type Executor } from './db.ts'

export type Clock = {
  /** Unix milliseconds of business time */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export type BusinessClock = Clock & {
  /** Reads the database's clock and corrects this view. */
  sync(): Promise<void>
}

/** This process's view of business time: the machine's clock plus the measured difference to the database's clock. */
export async function businessClock(db: Executor): Promise<BusinessClock> {
  let offset = 0
  async function sync() {
    const before = Date.now()
    const [row] = await db.query<{ now: bigint }>(`select ${MS('business_now()')} as now`)
    const after = Date.now()
    if (row) offset = Number(row.now) - Math.round((before + after) / 2)
  }
  await sync()
  return { now: () => Date.now() + offset, sync }
}
