/** The arithmetic of a draw in the small steps in which the page shows it. */
import { FIRST_CODE } from '@fairlot/fairness/draw'

export type FormulaInput = {
  /** S, decimal */
  sum: string
  /** E mod N; null before the draw */
  entropyRemainder: number | null
  /** N */
  shares: number
}

export type Formula = {
  /** S + E mod N */
  total: bigint
  /** how many whole times N goes into it */
  times: bigint
  /** what is left: (S + E) mod N */
  remainder: bigint
  /** the remainder + 1000001 */
  code: bigint
}

/** Computes the steps; null while the entropy does not exist. */
export function formulaOf({ sum, entropyRemainder, shares }: FormulaInput): Formula | null {
  if (entropyRemainder === null) return null
  const total = BigInt(sum) + BigInt(entropyRemainder)
  const times = total / BigInt(shares)
  const remainder = total % BigInt(shares)
  return { total, times, remainder, code: remainder + BigInt(FIRST_CODE) }
}

/** How many orders the sum counts. */
export const countedOrders = (orders: number, reading: 'all' | 'before-final'): number =>
  reading === 'all' ? orders : orders - 1

/** Lines "name: value" for the clipboard; what has no value is left out. */
export function valueLines(values: readonly (readonly [name: string, value: string | null])[]): string {
  return values.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join('\n')
}
