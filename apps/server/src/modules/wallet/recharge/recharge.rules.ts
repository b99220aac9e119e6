/** Decides what a payment company's notice changes in a recharge. Pure functions: recharge.ts reads, locks and writes. */
import { recordNumber } from '../record-number.ts'
import { RECHARGE_LIFE, type RechargeReason, type RechargeState } from '@fairlot/contract/recharge-life'
import type { Notice } from './provider.ts'

/** The part of a recharge that the decision depends on. */
export type RechargeFacts = {
  readonly state: RechargeState
  readonly reason: RechargeReason | null
  /** minor units */
  readonly amount: bigint
  readonly currency: string
}

/** `mismatch`: amount or currency is wrong; nothing is credited. `unchanged`: the notice changes nothing. */
export type NoticeOutcome = 'credited' | 'credited_late' | 'failed' | 'mismatch' | 'unchanged'

export type Decision = {
  readonly outcome: NoticeOutcome
  /** the recharge's next state; absent when it does not change */
  readonly next?:
    | { readonly state: 'success' }
    | { readonly state: 'failed'; readonly reason: RechargeReason }
}

const UNCHANGED: Decision = { outcome: 'unchanged' }

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
      : { outcome: 'mismatch' }
  }
  if (state === 'success') return UNCHANGED
  // the company reported two different amounts for one payment: an operator decides
  if (reason === 'amount_mismatch') return { outcome: 'mismatch' }
  return { outcome: state === 'failed' ? 'credited_late' : 'credited', next: { state: 'success' } }
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
