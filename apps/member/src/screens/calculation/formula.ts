/** The arithmetic of a draw, in the steps that the page shows. */
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
  /** the quotient: how many whole times N goes into the total */
  times: bigint
  /** the remainder: (S + E) mod N */
  remainder: bigint
  /** the remainder + 1000001 */
  code: bigint
}

/** Computes the steps; null before the entropy exists. */
export function formulaOf({ sum, entropyRemainder, shares }: FormulaInput): Formula | null {
  if (entropyRemainder === null) return null
  const total = BigInt(sum) + BigInt(entropyRemainder)
  const times = total / BigInt(shares)
  const remainder = total % BigInt(shares)
  return { total, times, remainder, code: remainder + BigInt(FIRST_CODE) }
}

/** The number of orders that the sum counts. */
export const countedOrders = (orders: number, timesCounted: 'all' | 'before-final'): number =>
  timesCounted === 'all' ? orders : orders - 1

/** Lines "name: value" for the clipboard, without missing values. */
export function valueLines(values: readonly (readonly [name: string, value: string | null])[]): string {
  return values.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${value}`])).join('\n')
}
