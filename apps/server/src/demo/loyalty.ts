/**
 * Loyalty of the demo world: refunds of lost orders of each day, and a row of check-ins of the first member. The first member has not
 * claimed the tasks of today and the newcomer gift yet.
 */
import type { Context } from '../context.ts'
import { DAY_MS, HOUR_MS } from '../platform/durations.ts'
import { uuidv8 } from '../platform/random.ts'

/** The first member checked in on these days before today. */
const CHECK_INS = [3, 2, 1]

/** In order; `at` is relative to the present. */
export const LOYALTY_EVENTS: readonly {
  at: number
  run: (context: Context, first: string) => Promise<unknown>
}[] = [
  ...CHECK_INS.map((days) => ({
    at: -days * DAY_MS,
    run: ({ growth }: Context, first: string) =>
      growth.loyalty.checkIn(first, uuidv8(`fairlot/demo/check-in/${days}`)),
  })),
  ...[5, 4, 3, 2, 1, 0].map((days) => ({
    at: -days * DAY_MS - HOUR_MS,
    run: ({ growth }: Context) => growth.loyalty.refundDue(),
  })),
].toSorted((a, b) => a.at - b.at)
