/**
 * Time is an input. Business time is the database's clock (`business_now()`); decisions about money and
 * draws are made there. This clock follows it for what a process decides by itself (wire dates, caches).
 */
import { MS, type Executor } from './db.ts'

export type Clock = {
  /** Unix milliseconds of business time */
  now(): number
}

/** A clock that a test moves by hand. */
export type TestClock = Clock & { set(ms: number): void; advance(ms: number): void }

export const systemClock: Clock = { now: () => Date.now() }

export function testClock(start: number): TestClock {
  let now = start
  return {
    now: () => now,
    set(ms) {
      now = ms
    },
    advance(ms) {
      now += ms
    },
  }
}

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
