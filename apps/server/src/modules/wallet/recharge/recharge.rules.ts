/** What a notice of a payment company does to a recharge. Pure: the use case locks, asks and writes. */
import { RECHARGE_LIFE, type RechargeReason, type RechargeState } from '@fairlot/contract/recharge-life'
import type { Notice } from './provider.ts'

export type Judged = {
  readonly state: RechargeState
  readonly reason: RechargeReason | null
  /** minor units */
  readonly amount: bigint
  readonly currency: string
}

export type NoticeOutcome = 'credited' | 'credited_late' | 'failed' | 'mismatch' | 'unchanged'

export type Decision = {
  readonly outcome: NoticeOutcome
  /** the recharge's next state; none when it stays as it is */
  readonly next?:
    | { readonly state: 'success' }
    | { readonly state: 'failed'; readonly reason: RechargeReason }
}

const UNCHANGED: Decision = { outcome: 'unchanged' }

export function decide(recharge: Judged, notice: Pick<Notice, 'type' | 'amount' | 'currency'>): Decision {
  const { state, reason } = recharge
  if (notice.type === 'pending') return UNCHANGED
  if (notice.type === 'failed') {
    // after a success, or after another failure, it is merely late
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
  // the company has named two amounts for one payment: a person decides
  if (reason === 'amount_mismatch') return { outcome: 'mismatch' }
  return { outcome: state === 'failed' ? 'credited_late' : 'credited', next: { state: 'success' } }
}

/** @throws Error when the life of a recharge has no such step; a defect, never an answer */
export function checkStep(from: RechargeState, to: RechargeState): void {
  const steps: readonly RechargeState[] = RECHARGE_LIFE[from]
  if (!steps.includes(to)) throw new Error(`a recharge does not go from ${from} to ${to}`)
}

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** What a member reads to support: `R` and the last 60 (random) bits of the id in Crockford's base 32. */
export function rechargeNumber(rechargeId: string): string {
  let bits = BigInt(`0x${rechargeId.replaceAll('-', '').slice(-15)}`)
  let text = ''
  for (let i = 0; i < 12; i++) {
    text = ALPHABET[Number(bits & 31n)]! + text
    bits >>= 5n
  }
  return `R${text}`
}
