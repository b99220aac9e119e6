/** Until when one stops: the same sums as the server's, so that a question can name the day beforehand. */
import type { StopPeriod } from '@fairlot/contract/guard-kinds'
import { DAY_MS, MINUTE_MS } from '../../timing.ts'

const LENGTH_MS = { '24h': DAY_MS, '7d': 7 * DAY_MS, '30d': 30 * DAY_MS } as const
const MONTHS = { '6m': 6, '1y': 12, '2y': 24, '3y': 36, '5y': 60 } as const

/**
 * When a stop that begins now ends. Unix milliseconds; months are those of the calendar in business time, the day at
 * most its last.
 * @param offsetMinutes of business time, east of UTC
 */
export function endOf(period: StopPeriod, nowMs: number, offsetMinutes: number): number {
  if (period === '24h' || period === '7d' || period === '30d') return nowMs + LENGTH_MS[period]
  const end = new Date(nowMs + offsetMinutes * MINUTE_MS)
  const day = end.getUTCDate()
  end.setUTCDate(1)
  end.setUTCMonth(end.getUTCMonth() + MONTHS[period])
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate()
  end.setUTCDate(Math.min(day, lastDay))
  return end.getTime() - offsetMinutes * MINUTE_MS
}

/** The periods that would last longer than what runs already: nobody can shorten it. */
export function longerThan<P extends StopPeriod>(
  periods: readonly P[],
  excludedUntil: number | null,
  nowMs: number,
  offsetMinutes: number,
): P[] {
  return periods.filter(
    (period) => excludedUntil === null || endOf(period, nowMs, offsetMinutes) > excludedUntil,
  )
}
