/**
 * Time is an input. Business time is the database's clock (`business_now()`); decisions about money and
 * draws are made there. This clock follows it for what a process decides by itself (wire dates, caches).
 */
import { MS, type Executor } from './db.ts'

export type Clock = {
  /** Unix milliseconds of business time */
  now(): number
}

export const systemClock: Clock = { now: () => Date.now() }

export type BusinessClock = Clock & {
  /** Reads the database's clock again. */
  sync(): Promise<void>
}

/**
 * This process's view of business time: its own clock, corrected by how far the database's is from it. Decisions
 * that matter are made in SQL; this is for what people are shown and for wire dates.
 */
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
