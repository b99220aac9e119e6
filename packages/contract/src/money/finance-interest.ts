/**
 * Interest of finance products (product decisions, section 6): simple interest, principal × daily rate × days, hourly terms pro
 * rata. It accrues in steps: one for each full 24 hours from the purchase, and at maturity one for the hours that are left. A step's
 * accrual is floor(total to date) − already accrued, so that no fraction is lost.
 *
 * Amounts are in 1/10,000 of the currency unit (minor units), rates in 1/1,000,000 a day, times in Unix milliseconds. The function
 * `finance_interest` of the database computes the same.
 */
const HOURS = 24
const HOUR_MS = 3_600_000
const DAY_MS = HOURS * HOUR_MS
/** What principal × rate × hours is divided by: parts of a rate × hours of a day. */
const PARTS = 24_000_000n

/** What the interest of a product depends on besides the principal. */
export type InterestTerms = {
  /** in 1/1,000,000: 5,000 is 0.5 % a day */
  dailyRatePpm: number
  termHours: number
}

/** floor(principal × rate × hours / 24). */
export function interestOf(principal: bigint, dailyRatePpm: number, hours: number): bigint {
  if (principal < 0n || dailyRatePpm < 0 || hours < 0) throw new RangeError('interest of a negative value')
  return (principal * BigInt(dailyRatePpm) * BigInt(hours)) / PARTS
}

/** The interest of the whole term. @public */
export const termInterest = (principal: bigint, { dailyRatePpm, termHours }: InterestTerms): bigint =>
  interestOf(principal, dailyRatePpm, termHours)

/** How many steps a term has. */
export const stepsOf = (termHours: number): number => Math.ceil(termHours / HOURS)

/** The hours from the purchase to the end of a step, which is counted from 1. */
export const stepHours = (termHours: number, step: number): number => Math.min(step * HOURS, termHours)

/** What has accrued after a number of steps. */
export function accruedAfter(principal: bigint, terms: InterestTerms, steps: number): bigint {
  const { dailyRatePpm, termHours } = terms
  return interestOf(principal, dailyRatePpm, stepHours(termHours, Math.min(steps, stepsOf(termHours))))
}

/** The accrual of one step, which is counted from 1. @public */
export const accrualOf = (principal: bigint, terms: InterestTerms, step: number): bigint =>
  accruedAfter(principal, terms, step) - accruedAfter(principal, terms, step - 1)

/** How many steps are complete a time after the purchase. */
export function stepsAt(termHours: number, elapsedMs: number): number {
  if (elapsedMs >= termHours * HOUR_MS) return stepsOf(termHours)
  return Math.max(0, Math.floor(elapsedMs / DAY_MS))
}

/** What has accrued a time after the purchase. @public */
export const accruedAt = (principal: bigint, terms: InterestTerms, elapsedMs: number): bigint =>
  accruedAfter(principal, terms, stepsAt(terms.termHours, elapsedMs))

/** When an order that is bought at a time matures. @public */
export const maturityOf = (boughtAtMs: number, termHours: number): number => boughtAtMs + termHours * HOUR_MS
