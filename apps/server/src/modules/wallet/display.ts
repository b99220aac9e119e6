import { MINOR_PER_UNIT, formatMoney } from '@fairlot/contract/money'

/** The wallet's currency: the symbol before amounts, and the ISO code that payment companies use. */
export type Currency = { readonly symbol: string; readonly code: string }

/** Formats an amount (minor units) for users: `₫1,000` or `₫1,000.50`. Digits are Latin in every language. */
export function displayAmount(minor: bigint, { symbol }: Currency): string {
  const [units = '', decimals = ''] = formatMoney(minor).split('.')
  const grouped = units.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return symbol + (minor % MINOR_PER_UNIT === 0n ? grouped : `${grouped}.${decimals}`)
}
