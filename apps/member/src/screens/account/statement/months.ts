import { formatMonth } from '../../../i18n/format.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { MINUTE_MS } from '../../../timing.ts'

/** `YYYY-MM` of a moment in the business time zone, `offsetMinutes` east of UTC. */
export const monthOf = (at: number, offsetMinutes: number): string =>
  new Date(at + offsetMinutes * MINUTE_MS).toISOString().slice(0, 7)

/** The months from `from` to `to` (both `YYYY-MM`), newest first; at most ten years. */
export function monthsBetween(from: string, to: string): string[] {
  const count = (month: string) => Number(month.slice(0, 4)) * 12 + Number(month.slice(5)) - 1
  const [first, last] = [count(from), count(to)]
  const length = Math.min(120, Math.max(1, last - first + 1))
  return Array.from({ length }, (_, index) => {
    const month = last - index
    return `${Math.floor(month / 12)}-${String((month % 12) + 1).padStart(2, '0')}`
  })
}

/** Writes a month in the current language: `November 2026`. */
export function useMonthName(): (month: string) => string {
  // Subscribes to changes of the language.
  useTranslation()
  // The middle of the month belongs to that month in every time zone.
  return (month) => formatMonth(Date.parse(`${month}-15T12:00:00Z`), activeLanguage())
}
