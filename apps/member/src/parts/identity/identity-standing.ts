import type { identityState } from '@fairlot/contract/endpoints/identity-check'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import type { Output } from '../../api/api.ts'

export type Identity = Output<typeof identityState>
export type Standing = Identity['standing']

/** Whether the member can begin a check. */
export const canBegin = ({ state }: Pick<Standing, 'state'>): boolean =>
  state === 'none' || state === 'refused' || state === 'expired'

/** Whether a withdrawal of an amount needs an approved check first; null: of any amount. */
export function needsCheckFor(standing: Standing, amount: string | null): boolean {
  if (standing.state === 'approved') return false
  if (standing.needed || amount === null) return standing.needed
  return parseMoney(standing.used) + parseMoney(amount) >= parseMoney(standing.threshold)
}

/** The part of the sum without a check that is used, from 0 to 1. */
export function usedPart({ used, threshold }: Pick<Standing, 'used' | 'threshold'>): number {
  const whole = parseMoney(threshold)
  return whole <= 0n ? 1 : Number((parseMoney(used) * 1000n) / whole) / 1000
}

/** Withdrawals of less than this amount need no check now. */
export function leftWithout({ used, threshold }: Pick<Standing, 'used' | 'threshold'>): string {
  const left = parseMoney(threshold) - parseMoney(used)
  return formatMoney(left > 0n ? left : 0n)
}
