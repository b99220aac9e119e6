import { MINOR_PER_UNIT, formatMoney } from '@fairlot/contract/money'

/** The wallet's currency: what stands before an amount, and its name at payment companies. */
export type Currency = { readonly symbol: string; readonly code: string }

/** An amount as people read it: `₫1,000` or `₫1,000.50`. Latin digits in every language. */
export function displayAmount(minor: bigint, { symbol }: Currency): string {
  const [units = '', decimals = ''] = formatMoney(minor).split('.')
  const grouped = units.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return symbol + (minor % MINOR_PER_UNIT === 0n ? grouped : `${grouped}.${decimals}`)
}
