import type { statementMonths } from '@fairlot/contract/endpoints/statement'
import type { Output } from '../../../api/api.ts'
import { formatMonth } from '../../../i18n/lazy-dates.ts'
import { activeLanguage, useTranslation } from '../../../i18n/i18n.ts'
import { MINUTE_MS } from '../../../timing.ts'

/** A month with lines, and its sums. */
export type Month = Output<typeof statementMonths>['items'][number]

/** `YYYY-MM` of a moment in the business time zone, `offsetMinutes` east of UTC. */
export const monthOf = (at: number, offsetMinutes: number): string =>
  new Date(at + offsetMinutes * MINUTE_MS).toISOString().slice(0, 7)

/** Writes a month in the current language: `November 2026`. */
export function useMonthName(): (month: string) => string {
  // Subscribes to changes of the language.
  useTranslation()
  // The middle of the month belongs to that month in every time zone.
  return (month) => formatMonth(Date.parse(`${month}-15T12:00:00Z`), activeLanguage())
}
