/** Decides what a payment company's notice changes in a recharge. Pure functions: recharge.ts reads, locks and writes. */
import { recordNumber } from '../../../platform/record-number.ts'
import { RECHARGE_LIFE, type RechargeReason, type RechargeState } from '@fairlot/contract/life/recharge-life'
import type { Notice } from './provider.ts'

/** The part of a recharge that the decision depends on. */
export type RechargeFacts = {
  readonly state: RechargeState
  readonly reason: RechargeReason | null
  /** minor units */
  readonly amount: bigint
  readonly currency: string
}

/**
 * `mismatch`: amount or currency is wrong; nothing is credited. `unchanged`: the notice changes nothing. `credited_more`: money
 * for a recharge that had succeeded.
 */
export type NoticeOutcome =
  | 'credited'
  | 'credited_late'
  | 'credited_more'
  | 'failed'
  | 'mismatch'
  | 'unchanged'

export type NextState = { readonly state: RechargeState; readonly reason: RechargeReason | null }

export type Decision = {
  readonly outcome: NoticeOutcome
  /** the recharge's next state; null when it does not change */
  readonly next: NextState | null
}

const UNCHANGED: Decision = { outcome: 'unchanged', next: null }
const SUCCESS: NextState = { state: 'success', reason: null }

/** Decides what a verified notice changes. A payment of the right amount is credited also when it arrives late. */
export function decideNotice(
  recharge: RechargeFacts,
  notice: Pick<Notice, 'type' | 'amount' | 'currency'>,
): Decision {
  const { state, reason } = recharge
  if (notice.type === 'pending') return UNCHANGED
  if (notice.type === 'failed') {
    // after a success or another failure the notice is late and changes nothing
    return state === 'processing'
      ? { outcome: 'failed', next: { state: 'failed', reason: 'declined' } }
      : UNCHANGED
  }
  if (notice.amount !== recharge.amount || notice.currency !== recharge.currency) {
    return state === 'processing'
      ? { outcome: 'mismatch', next: { state: 'failed', reason: 'amount_mismatch' } }
      : { outcome: 'mismatch', next: null }
  }
  if (state === 'success') return UNCHANGED
  // the company reported two different amounts for one payment: an operator decides
  if (reason === 'amount_mismatch') return { outcome: 'mismatch', next: null }
  return { outcome: state === 'failed' ? 'credited_late' : 'credited', next: SUCCESS }
}

/**
 * Decides what money changes that arrived on an account or address of the operator. It is credited whatever its amount is.
 * @param arrival `isComplete`: false when an open recharge waits for more
 */
export function decideArrival(
  recharge: RechargeFacts,
  arrival: { readonly amount: bigint; readonly currency: string; readonly isComplete: boolean },
): Decision {
  if (arrival.currency !== recharge.currency) return { outcome: 'mismatch', next: null }
  if (arrival.amount <= 0n) return UNCHANGED
  switch (recharge.state) {
    case 'success':
      return { outcome: 'credited_more', next: null }
    case 'failed':
      return { outcome: 'credited_late', next: SUCCESS }
    case 'processing':
      return { outcome: 'credited', next: arrival.isComplete ? SUCCESS : null }
  }
}

/** @throws Error when the life cycle of a recharge has no such transition, which is a defect */
export function checkTransition(from: RechargeState, to: RechargeState): void {
  const steps: readonly RechargeState[] = RECHARGE_LIFE[from]
  if (!steps.includes(to)) throw new Error(`a recharge does not go from ${from} to ${to}`)
}

/** The number that a member tells support: `R` and twelve characters. */
export function rechargeNumber(rechargeId: string): string {
  return recordNumber('R', rechargeId)
}
