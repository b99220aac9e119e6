import type { Language } from '@fairlot/contract/languages'
import { MINOR_PER_UNIT, formatMoney } from '@fairlot/contract/money/money'
import { localNumber } from '@fairlot/contract/money/number-marks'

/** The wallet's currency: the symbol before amounts, and the ISO code that payment companies use. */
export type Currency = { readonly symbol: string; readonly code: string }

/** Formats an amount (minor units) for members, in the marks of their language: `₫1,000`, `₫1,000.50` or `₫1.000,50`. */
export function displayAmount(minor: bigint, { symbol }: Currency, language: Language): string {
  const exact = formatMoney(minor)
  const shown = minor % MINOR_PER_UNIT === 0n ? exact.replace(/\..*$/, '') : exact
  return symbol + localNumber(shown, language)
}
