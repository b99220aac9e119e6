/**
 * Periods: the rounds of a business day by number, and their times. A period id is `YYYYMMDD-NNNN`; round 1 opens at the
 * first instant of the day in the business zone, and round N opens N − 1 round lengths later. So terms and id give all
 * times of a round, and nobody can state others.
 */

export type RoundLength = {
  /** the business zone: `UTC`, its offset from UTC like `+05:45`, or an IANA name, e.g. `Asia/Dhaka` */
  readonly zone: string
  /** from one round to the next; divides half an hour, because a day has a whole number of half hours in every zone */
  readonly roundMs: number
  /** bets close this long before the end */
  readonly cutoffMs: number
}

/** Times of a round, Unix milliseconds. */
export type RoundTimes = {
  readonly opensAt: number
  /** bets are earlier, the seal is not */
  readonly closesAt: number
  /** the seal is earlier; the next round opens */
  readonly endsAt: number
}

export const PERIOD = /^[0-9]{8}-[0-9]{4}$/
const HALF_HOUR = 1_800_000
const DAY = 86_400_000
/** The shortest round: a day of 25 hours then has 9,000 rounds, and the number has four digits. */
const SHORTEST = 10_000

/** Whether a game can have these lengths. */
export function isRoundLength(roundMs: number, cutoffMs: number): boolean {
  return roundMs >= SHORTEST && HALF_HOUR % roundMs === 0 && cutoffMs >= 1 && cutoffMs < roundMs
}

/** A zone whose rules this runtime does not have. Nothing follows about the document or the log that names it. */
export class UnknownZone extends Error {
  override name = 'UnknownZone'
  /** @param zone an IANA name */
  constructor(zone: string) {
    super(`this program has no rules of the time zone ${zone}`)
  }
}

/** How a chain can state its zone. An offset lies between −12:00 and +14:00 and counts quarters of an hour. */
export const ZONE =
  /^(?=.{1,64}$)(?:UTC|(?!.00:00)[+-](?:(?:0[0-9]|1[01]):(?:00|15|30|45)|12:00)|\+(?:12:(?:15|30|45)|13:(?:00|15|30|45)|14:00)|[A-Z][A-Za-z0-9_+-]*(?:\/[A-Z][A-Za-z0-9_+-]*){1,2})$/

/** @throws UnknownZone when this runtime has no rules of the zone */
export function demandZone(zone: string): void {
  if (fixedOffset(zone) !== null) return
  try {
    formatOf(zone)
  } catch (error) {
    throw error instanceof RangeError ? new UnknownZone(zone) : error
  }
}

const OFFSET = /^([+-])([0-9]{2}):([0-9]{2})$/
/** The IANA names of fixed offsets count whole hours west of UTC. */
const ETC = /^Etc\/(?:UTC|GMT(?:([+-])([1-9]|1[0-4]))?)$/

/** Milliseconds east of UTC of a zone that needs no rules; null of any other. */
function fixedOffset(zone: string): number | null {
  if (zone === 'UTC') return 0
  const offset = OFFSET.exec(zone)
  if (offset) return (offset[1] === '-' ? -1 : 1) * (Number(offset[2]) * 60 + Number(offset[3])) * 60_000
  const etc = ETC.exec(zone)
  if (!etc || (etc[1] === '+' && Number(etc[2]) > 12)) return null
  return (etc[1] === '+' ? -1 : 1) * Number(etc[2] ?? 0) * 3_600_000
}

/** The round that is open or runs at an instant, and its times. @throws RangeError for an unknown zone */
export function periodAt(terms: RoundLength, ms: number): { period: string } & RoundTimes {
  const day = localDay(terms.zone, ms)
  const start = startOfDay(terms.zone, day)
  if (start === null) throw new RangeError('the instant lies on no day of the zone')
  const number = Math.floor((ms - start) / terms.roundMs) + 1
  const period = `${String(day).padStart(8, '0')}-${String(number).padStart(4, '0')}`
  const opensAt = start + (number - 1) * terms.roundMs
  const endsAt = opensAt + terms.roundMs
  return { period, opensAt, closesAt: endsAt - terms.cutoffMs, endsAt }
}

/** The times of a round; null when no such round exists. @throws RangeError for an unknown zone */
export function timesOf({ zone, roundMs, cutoffMs }: RoundLength, period: string): RoundTimes | null {
  if (!PERIOD.test(period)) return null
  const day = Number(period.slice(0, 8))
  const start = startOfDay(zone, day)
  if (start === null) return null
  const opensAt = start + (Number(period.slice(9)) - 1) * roundMs
  const endsAt = opensAt + roundMs
  const isOfDay = opensAt >= start && localDay(zone, opensAt) === day
  return isOfDay ? { opensAt, closesAt: endsAt - cutoffMs, endsAt } : null
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** @throws RangeError for an unknown zone */
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known) return known
  const fields = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric' } as const
  const exact = { minute: 'numeric', second: 'numeric', hourCycle: 'h23', timeZone: zone } as const
  const format = new Intl.DateTimeFormat('en-US', { ...fields, ...exact })
  formats.set(zone, format)
  return format
}

/** Milliseconds east of UTC at an instant. */
function offsetAt(zone: string, ms: number): number {
  const fixed = fixedOffset(zone)
  if (fixed !== null) return fixed
  const whole = Math.floor(ms / 1000) * 1000
  const parts = formatOf(zone).formatToParts(whole)
  const of = (type: string): number => Number(parts.find((part) => part.type === type)!.value)
  const day = daysFrom(of('year'), of('month'), of('day'))
  return day * DAY + of('hour') * 3_600_000 + of('minute') * 60_000 + of('second') * 1000 - whole
}

/** The date of an instant as the number YYYYMMDD. */
function localDay(zone: string, ms: number): number {
  return dateOf(Math.floor((ms + offsetAt(zone, ms)) / DAY))
}

const starts = new Map<string, number | null>()
/** Enough for every day that one log audits beside each other. */
const MAX_STARTS = 10_000

/**
 * The first instant of a date in a zone; null when the zone has no such date. The offset changes at most once around a
 * midnight, so the day starts at midnight by the offset before or after the change.
 */
function startOfDay(zone: string, day: number): number | null {
  const key = `${zone} ${day}`
  const known = starts.get(key)
  if (known !== undefined) return known
  const days = daysFrom(Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100)
  const midnight = days * DAY
  const candidates = [midnight - DAY, midnight + DAY].map((around) => midnight - offsetAt(zone, around))
  const isStart = (ms: number): boolean => localDay(zone, ms) === day && localDay(zone, ms - 1) !== day
  const start = candidates.toSorted((a, b) => a - b).find(isStart) ?? null
  if (starts.size >= MAX_STARTS) starts.clear()
  starts.set(key, start)
  return start
}

/** The first midnight of a zone after an instant, Unix milliseconds. @throws RangeError for an unknown zone */
export function midnightAfter(zone: string, ms: number): number {
  const day = localDay(zone, ms)
  const days = daysFrom(Math.floor(day / 10_000), Math.floor(day / 100) % 100, day % 100)
  for (let next = days + 1; ; next++) {
    // a zone can skip a date
    const start = startOfDay(zone, dateOf(next))
    if (start !== null) return start
  }
}

/** When a date begins in UTC, Unix milliseconds; null when the calendar has no such date. @param date `2026-11-22` */
export function startOfDate(date: string): number | null {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const days = daysFrom(year, month, day)
  return dateOf(days) === year * 10_000 + month * 100 + day ? days * DAY : null
}

/** Days since 1970-01-01 of a date of the Gregorian calendar. */
function daysFrom(year: number, month: number, day: number): number {
  // years begin in March, so that a leap day is the last day of a year
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const ofEra = y - era * 400
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + day - 1
  const days = ofEra * 365 + Math.floor(ofEra / 4) - Math.floor(ofEra / 100) + ofYear
  return era * 146_097 + days - 719_468
}

/** The date of a day since 1970-01-01 as the number YYYYMMDD. */
export function dateOf(days: number): number {
  const shifted = days + 719_468
  const era = Math.floor(shifted / 146_097)
  const ofEra = shifted - era * 146_097
  const leaps = Math.floor(ofEra / 1460) - Math.floor(ofEra / 36_524) + Math.floor(ofEra / 146_096)
  const years = Math.floor((ofEra - leaps) / 365)
  const ofYear = ofEra - (365 * years + Math.floor(years / 4) - Math.floor(years / 100))
  const from = Math.floor((5 * ofYear + 2) / 153)
  const day = ofYear - Math.floor((153 * from + 2) / 5) + 1
  const month = from < 10 ? from + 3 : from - 9
  return (era * 400 + years + (month <= 2 ? 1 : 0)) * 10_000 + month * 100 + day
}
