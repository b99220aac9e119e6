/**
 * At which rate a transfer is credited, and whether it waits for operators. A recharge keeps its rate until its time to pay ends.
 * After that the rate is the one of the moment of the credit: an old address would otherwise be a free choice between two rates.
 */
import { worthOf } from './usdt.ts'

export type TransferFacts = {
  /** 1/1,000,000 USDT */
  readonly units: bigint
  /** whether it was paid after the time to pay */
  readonly isLate: boolean
  /** the rate of its recharge, minor units per USDT */
  readonly ownRate: bigint
  /** the rate for new recharges; 0: recharges in USDT are off */
  readonly currentRate: bigint
  /** what its recharge was credited with, minor units */
  readonly credited: bigint
  /** the highest recharge, minor units */
  readonly maximum: bigint
}

export type TransferTerms = {
  readonly rate: bigint
  readonly worth: bigint
  /** `held`: two operators decide */
  readonly state: 'credited' | 'dust' | 'held'
}

/** What a confirmed transfer is worth, and what becomes of it. */
export function termsOf(facts: TransferFacts): TransferTerms {
  const { units, isLate, ownRate, currentRate, credited, maximum } = facts
  const isOff = currentRate === 0n
  const rate = isLate && !isOff ? currentRate : ownRate
  const worth = worthOf(units, rate)
  if (worth === 0n) return { rate, worth, state: 'dust' }
  const isHeld = isLate && (isOff || credited + worth > maximum)
  return { rate, worth, state: isHeld ? 'held' : 'credited' }
}
