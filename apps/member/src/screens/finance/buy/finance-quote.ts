/** What a purchase of units costs and brings. Arithmetic only, by the formulas that the server uses. */
import { accrualOf, maturityOf, termInterest } from '@fairlot/contract/money/finance-interest'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { FinanceProduct } from '../../../parts/finance/use-finance-words.ts'

export type FinanceQuote = {
  units: number
  /** wire amounts: what is paid now, the interest of the term, both together */
  principal: string
  interest: string
  total: string
  /** of the first full 24 hours; null where the term is not longer */
  daily: string | null
  /** Unix milliseconds, for a purchase at the given moment */
  maturesAt: number
  /** wire amount; null while the balance is unknown or too small */
  after: string | null
  /** what the balance lacks; null: nothing, or the balance is unknown */
  missing: string | null
}

type Terms = Pick<FinanceProduct, 'unitPrice' | 'dailyRatePpm' | 'termHours'>

const DAY_HOURS = 24

/** @param balance wire amount; null while it is not known */
export function quoteOf(terms: Terms, units: number, balance: string | null, nowMs: number): FinanceQuote {
  const principal = parseMoney(terms.unitPrice) * BigInt(units)
  const interest = termInterest(principal, terms)
  const left = balance === null ? null : parseMoney(balance) - principal
  return {
    units,
    principal: formatMoney(principal),
    interest: formatMoney(interest),
    total: formatMoney(principal + interest),
    daily: terms.termHours > DAY_HOURS ? formatMoney(accrualOf(principal, terms, 1)) : null,
    maturesAt: maturityOf(nowMs, terms.termHours),
    after: left === null || left < 0n ? null : formatMoney(left),
    missing: left !== null && left < 0n ? formatMoney(-left) : null,
  }
}

/** The units of one purchase: from the product's least to what product, reserve and member still allow; `most` 0: none. */
export function rangeOf(
  { minUnits, maxUnits, left, covered }: Pick<FinanceProduct, 'minUnits' | 'maxUnits' | 'left' | 'covered'>,
  available: number | null,
): { least: number; most: number } {
  const most = Math.min(available ?? maxUnits, maxUnits, left, covered)
  return { least: minUnits, most: most < minUnits ? 0 : most }
}
