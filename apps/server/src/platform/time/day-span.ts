/** Days of the business calendar that a list is narrowed to. */
import { DAY_MS, MINUTE_MS } from '../durations.ts'
import { Refusal } from '../refusal.ts'

/** From (inclusive) until (exclusive), Unix milliseconds. */
export type DaySpan = { from: number; until: number }

/** after every time of the database */
const ENDLESS_MS = Date.UTC(2200, 0, 1)
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * The time from the start of one day until the end of another; all time without them.
 * @param utcOffsetMinutes of the business calendar, east of UTC
 * @throws Refusal INPUT_INVALID when the last day is before the first
 */
export function daySpan(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  utcOffsetMinutes: number,
): DaySpan {
  if (from !== undefined && to !== undefined && to < from)
    throw new Refusal('INPUT_INVALID', { fields: { to: 'INVALID' } })
  const starts = (day: string) => Date.parse(`${day}T00:00:00Z`) - utcOffsetMinutes * MINUTE_MS
  return {
    from: from === undefined ? 0 : starts(from),
    until: to === undefined ? ENDLESS_MS : starts(to) + DAY_MS,
  }
}

/** Where a list with the newest first goes on: microseconds and id. */
export type Place = { micros: number; id: string }

/** The place before which the next page of a list begins: that of the last item, or the end of the days. */
export function placeBefore({ until }: DaySpan, last: Place | null): Place {
  const end = until * 1000
  return last !== null && last.micros < end ? last : { micros: end, id: FIRST_ID }
}
