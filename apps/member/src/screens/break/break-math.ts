/** When a break or self-exclusion ends: the same arithmetic as on the server, so that the question can name the day. */
import type { ExclusionDuration } from '@fairlot/contract/kinds/guard-kinds'
import { DAY_MS, MINUTE_MS } from '../../timing.ts'

const LENGTH_MS = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const
const MONTHS = { '6m': 6, '1y': 12, '2y': 24, '3y': 36, '5y': 60 } as const

/**
 * When an exclusion that begins now ends, in Unix milliseconds. Months are calendar months in business time, and the
 * day is at most the month's last.
 * @param offsetMinutes of business time, east of UTC
 */
export function endOf(duration: ExclusionDuration, nowMs: number, offsetMinutes: number): number {
  if (duration === '24h' || duration === '7d' || duration === '30d') return nowMs + LENGTH_MS[duration]
  const end = new Date(nowMs + offsetMinutes * MINUTE_MS)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + MONTHS[duration])
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end.getTime() - offsetMinutes * MINUTE_MS
}

/** The durations that end after the current exclusion, because an exclusion cannot be shortened. */
export function longerThan<P extends ExclusionDuration>(
  durations: readonly P[],
  excludedUntil: number | null,
  nowMs: number,
  offsetMinutes: number,
): P[] {
  return durations.filter(
    (duration) => excludedUntil === null || endOf(duration, nowMs, offsetMinutes) > excludedUntil,
  )
}
