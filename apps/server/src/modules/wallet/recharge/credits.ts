/** Credits recharges: by the notices of payment companies, and by money that arrived on an account or address of the operator. */
import { formatMoney } from '@fairlot/contract/money/money'
import type { RechargeState } from '@fairlot/contract/life/recharge-life'
import type { Tx } from '../../../platform/db.ts'
import { uuidv8 } from '../../../platform/random.ts'
import {
  countRechargeEnds,
  lockWallets,
  requirePlay,
  transfer,
  type RechargeEnd,
} from '../../ledger/index.ts'
import type { Notice, PaymentProvider } from './provider.ts'
import * as queries from './recharge.queries.ts'
import type { LockedRecharge } from './recharge.queries.ts'
import {
  checkTransition,
  decideArrival,
  decideNotice,
  type NextState,
  type NoticeOutcome,
} from './recharge.rules.ts'
import type { RechargeDeps } from './recharge.ts'

/** `reused`: the company used the event id for another payment; nothing changes. */
export type NoticeResult = NoticeOutcome | 'repeated' | 'reused' | 'unknown'

type Applied = {
  result: NoticeResult
  /** of the recharge */
  number?: string
  /** the member whose wallet was credited */
  credited?: string
  /** money for a closed account */
  closed?: boolean
}

type CreditDeps = Pick<RechargeDeps, 'isClosed' | 'onCredit'>
type EffectDeps = Pick<RechargeDeps, 'log' | 'onCredited'>

/**
 * Applies a notice whose signature was verified. One transaction stores the notice and its effects, under the recharge's
 * lock; its event id makes repetitions harmless. Repeated and reordered notices are normal.
 */
export async function takeNotice(
  deps: RechargeDeps,
  provider: Pick<PaymentProvider, 'name'>,
  notice: Notice,
): Promise<NoticeResult> {
  const applied = await deps.db.tx(async (tx) => {
    const found = await lockUnlessKnown(tx, provider.name, notice)
    if ('result' in found) return found
    const { outcome, next } = decideNotice(found.recharge, notice)
    return apply(deps, tx, found.recharge, { provider: provider.name, notice, outcome, next })
  })
  applyEffects(deps, provider.name, notice, applied)
  return applied.result
}

/** Money that arrived for a recharge. */
export type Arrival = {
  readonly provider: string
  /** unique for the provider: one line of a statement, one transfer of a chain */
  readonly eventId: string
  readonly paymentId: string
  /** minor units of the wallet's currency */
  readonly amount: bigint
  readonly currency: string
  /** evidence: what the statement or the chain says */
  readonly body: string
  /** whether the recharge is complete with it; false: it waits for more until it expires */
  readonly isComplete: boolean
}

export type Arrived = Applied & { readonly arrival: Arrival }

/**
 * Credits money that arrived, in the caller's transaction, whatever its amount is and whatever state the recharge has: it
 * belongs to the member. Call `arrivalEffects` after the commit.
 *
 * Locks the recharge, then the wallet; a caller with several arrivals uses one transaction for each.
 */
export async function creditArrival(deps: CreditDeps, tx: Tx, arrival: Arrival): Promise<Arrived> {
  const { provider } = arrival
  const notice = { ...arrival, type: 'succeeded' as const }
  const found = await lockUnlessKnown(tx, provider, notice)
  if ('result' in found) return { ...found, arrival }
  const { outcome, next } = decideArrival(found.recharge, arrival)
  const applied = await apply(deps, tx, found.recharge, { provider, notice, outcome, next })
  return { ...applied, arrival }
}

/** What follows the commit of `creditArrival`: log lines and live updates. */
export function arrivalEffects(deps: EffectDeps, arrived: Arrived): void {
  applyEffects(deps, arrived.arrival.provider, arrived.arrival, arrived)
}

async function lockUnlessKnown(
  tx: Tx,
  provider: string,
  notice: Notice,
): Promise<Applied | { recharge: LockedRecharge }> {
  const recharge = await queries.lockByPayment(tx, provider, notice.paymentId)
  if (!recharge) return { result: 'unknown' }
  const { number } = recharge
  if (await queries.isNoticeKnown(tx, provider, notice)) return { result: 'repeated', number }
  return { recharge }
}

type Decided = {
  provider: string
  notice: Notice
  outcome: NoticeOutcome
  /** the next state; null: it stays */
  next: NextState | null
}

const CREDITED: ReadonlySet<NoticeOutcome> = new Set(['credited', 'credited_late', 'credited_more'])

/** Stores a notice and what it changes. Lock order: the recharge, the wallet, what `onCredit` locks (teams), the house's cash. */
async function apply(
  { isClosed, onCredit }: CreditDeps,
  tx: Tx,
  recharge: LockedRecharge,
  { provider, notice, outcome, next }: Decided,
): Promise<Applied> {
  const { number, member_id: member } = recharge
  if (!(await queries.insertEvent(tx, provider, notice, outcome))) return { result: 'reused', number }
  const isCredited = CREDITED.has(outcome)
  if (!next && !isCredited) return { result: outcome, number }
  const arrived = isCredited ? notice.amount : 0n
  const total = (recharge.credited ?? 0n) + arrived
  if (next) {
    checkTransition(recharge.state, next.state)
    await queries.finishRecharge(tx, recharge, next, isCredited ? total : null)
  } else await queries.setCredited(tx, recharge, total)
  await lockWallets(tx, [member])
  await countRechargeEnds(tx, endsOf(recharge, next?.state ?? null, arrived))
  if (!isCredited) return { result: outcome, number }
  const credit = { amount: arrived, provider, eventId: notice.eventId }
  await creditWallet(tx, recharge, credit, onCredit)
  return { result: outcome, number, credited: member, closed: (await isClosed?.(tx, member)) ?? false }
}

/**
 * What the deposit limits count. A recharge under way is counted with its amount; at its end what was credited stays counted,
 * also above the limit, because the money is there.
 * @param next null: the state stays
 */
function endsOf(
  { member_id: member, amount, state, credited }: LockedRecharge,
  next: RechargeState | null,
  arrived: bigint,
): { member: string; end: RechargeEnd; amount: bigint }[] {
  if (state !== 'processing') return [{ member, end: 'late', amount: arrived }]
  return next === null ? [] : endsOfOpen(member, amount, (credited ?? 0n) + arrived)
}

/** The end of a recharge under way. @param credited minor units; 0 when it failed */
export function endsOfOpen(member: string, amount: bigint, credited: bigint) {
  const ends: { member: string; end: RechargeEnd; amount: bigint }[] = []
  const within = credited < amount ? credited : amount
  if (within > 0n) ends.push({ member, end: 'paid', amount: within })
  if (within < amount) ends.push({ member, end: 'failed', amount: amount - within })
  if (credited > amount) ends.push({ member, end: 'late', amount: credited - amount })
  return ends
}

/**
 * Posting "recharge" in docs/LEDGER.md, and what it adds to the play-through. The ledger's key (book, ref, kind) prevents a
 * second credit of one arrival. The house's account comes last: all recharges and payouts share its row.
 */
async function creditWallet(
  tx: Tx,
  recharge: LockedRecharge,
  credit: { amount: bigint; provider: string; eventId: string },
  onCredit: CreditDeps['onCredit'],
): Promise<void> {
  const { recharge_id: id, member_id: member } = recharge
  const seq = (await queries.countCredits(tx, recharge)) + 1
  const ref = seq === 1 ? id : uuidv8(`fairlot/recharge-credit/${id}/${seq}`)
  await queries.insertCredit(tx, recharge, { seq, ref, ...credit })
  const { amount } = credit
  await requirePlay(tx, member, (amount * BigInt(recharge.play_percent)) / 100n)
  await onCredit?.(tx, member)
  await transfer(tx, { ref, kind: 'recharge', from: { house: 'cash' }, to: { member }, amount })
}

function applyEffects(
  deps: EffectDeps,
  provider: string,
  notice: Pick<Notice, 'eventId' | 'paymentId' | 'amount' | 'currency'>,
  { number, result, credited, closed }: Applied,
): void {
  const fields = { provider, event: notice.eventId, payment: notice.paymentId, recharge: number }
  if (result === 'mismatch') {
    const received = `${formatMoney(notice.amount)} ${notice.currency}`
    deps.log.error({ ...fields, alarm: 'amount_mismatch', received }, 'a payment differs from its recharge')
  } else if (result === 'reused') {
    deps.log.error({ ...fields, alarm: 'event_reused' }, 'a notice has the event id of another payment')
  } else if (result === 'unknown') {
    deps.log.warn(fields, 'a notice names an unknown payment')
  } else {
    deps.log.info({ ...fields, result }, 'a notice was accepted')
  }
  if (closed) {
    // the money belongs to the payer: it stays in the wallet until an operator pays it back
    deps.log.error({ ...fields, alarm: 'paid_after_closing' }, 'a payment arrived for a closed account')
  }
  if (credited !== undefined) deps.onCredited?.(credited)
}
