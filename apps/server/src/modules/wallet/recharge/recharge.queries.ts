/** Statements of recharges, their timelines and the notices about them. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import type { Sealed } from '../../../platform/sealing.ts'
import type { RechargeReason, RechargeState } from '@fairlot/contract/life/recharge-life'
import { PROOF_DAYS, type RechargeKind } from '@fairlot/contract/kinds/recharge-ways'
import type { NextState, NoticeOutcome } from './recharge.rules.ts'
import type { Notice } from './provider.ts'

export type TimelineRow = { state: RechargeState; reason: RechargeReason | null; at: number }

/** A recharge with its timeline. Amounts in minor units, times in Unix milliseconds. */
export type RechargeRow = {
  member_id: string
  recharge_id: string
  kind: RechargeKind
  number: string
  input_hash: Buffer
  method: string
  provider: string
  amount: bigint
  /** what was added to the wallet */
  credited: bigint | null
  currency: string
  state: RechargeState
  reason: RechargeReason | null
  payment_id: string | null
  pay_url: string | null
  /** what the member said about the payer, encrypted */
  payer: Buffer | null
  payer_key: string | null
  /** of a transfer: the account that it goes to */
  receiving_account: string | null
  account_code: string | null
  account_label: string | null
  /** what the member last sent to prove a transfer */
  proof: { reference: string | null; slip: boolean; at: number } | null
  /** until when the member can send proof; null: not now */
  proof_until_ms: bigint | null
  /** the member can still pay: processing, not expired, and the member is neither excluded nor closing the account */
  payable: boolean
  /** what late transfers in USDT are worth that wait for operators; null: none waits */
  held: bigint | null
  created_ms: bigint
  expires_ms: bigint
  finished_ms: bigint | null
  timeline: TimelineRow[]
}

const RECHARGES = `
  select recharge.member_id, recharge.recharge_id, recharge.kind, recharge.number, recharge.input_hash, recharge.method,
    recharge.provider, recharge.amount, recharge.credited, recharge.currency, recharge.state, recharge.reason, recharge.payment_id,
    recharge.pay_url, recharge.payer, recharge.payer_key, recharge.receiving_account, account.code as account_code,
    account.label as account_label, sent.proof,
    case when recharge.receiving_account is not null and recharge.state <> 'success'
      and recharge.expires_at + ${PROOF_DAYS} * interval '1 day' > clock.at
      then ${MS(`recharge.expires_at + ${PROOF_DAYS} * interval '1 day'`)} end as proof_until_ms,
    recharge.state = 'processing' and recharge.expires_at > clock.at and not exists (
      select from wallet
      where wallet.member_id = recharge.member_id and (wallet.closing or wallet.excluded_until > clock.at or wallet.frozen_until > clock.at)) as payable,
    case when recharge.kind = 'trc20' then (
      select sum(floor(t.units::numeric * t.rate / 1000000))::bigint from trc20_transfer t
      where (t.member_id, t.recharge_id) = (recharge.member_id, recharge.recharge_id) and t.state = 'held') end as held,
    ${MS('recharge.created_at')} as created_ms, ${MS('recharge.expires_at')} as expires_ms,
    ${MS('recharge.finished_at')} as finished_ms, history.timeline
  from recharge
  cross join business_clock clock
  left join receiving_account account on account.account_id = recharge.receiving_account
  left join lateral (
    select json_build_object('reference', proof.reference, 'slip', proof.slip_id is not null, 'at', ${MS('proof.at')}) as proof
    from recharge_proof proof
    where recharge.proof_at is not null and (proof.member_id, proof.recharge_id) = (recharge.member_id, recharge.recharge_id)
    order by proof.seq desc limit 1) sent on true
  cross join lateral (
    select coalesce(json_agg(
      json_build_object('state', entry.state, 'reason', entry.reason, 'at', ${MS('entry.at')})
      order by entry.seq), '[]') as timeline
    from recharge_timeline entry
    where (entry.member_id, entry.recharge_id) = (recharge.member_id, recharge.recharge_id)) history`

const BY_ID: Statement = {
  name: 'recharge.by_id',
  text: `${RECHARGES} where recharge.member_id = $1 and recharge.recharge_id = $2`,
}
const BY_REQUEST: Statement = {
  name: 'recharge.by_request',
  text: `${RECHARGES} where recharge.member_id = $1 and recharge.request_id = $2`,
}
const PAGE: Statement = {
  name: 'recharge.page',
  text: `${RECHARGES} where recharge.member_id = $1 and ($2::uuid is null or recharge.recharge_id < $2)
    order by recharge.recharge_id desc limit $3`,
}

export async function rechargeById(db: Executor, memberId: string, id: string) {
  return (await db.query<RechargeRow>(BY_ID, [memberId, id]))[0]
}

export async function rechargeByRequest(db: Executor, memberId: string, requestId: string) {
  return (await db.query<RechargeRow>(BY_REQUEST, [memberId, requestId]))[0]
}

/** A member's recharges, newest first, older than the recharge `before`. */
export function rechargePage(db: Executor, memberId: string, before: string | null, limit: number) {
  return db.query<RechargeRow>(PAGE, [memberId, before, limit])
}

const LOCK_COUNT: Statement = {
  name: 'recharge.lock_count',
  text: `
    insert into recharge_count (member_id, opened) values ($1, 1)
    on conflict (member_id) do update set opened = recharge_count.opened + 1
    returning ${MS('business_now()')} as now_ms`,
}
const COUNT_OPEN: Statement = {
  name: 'recharge.count_open',
  text: `select count(*)::int as open from recharge where member_id = $1 and state = 'processing'`,
}

/**
 * Locks the opening of recharges of a member until the transaction ends.
 * @returns business time, Unix milliseconds
 */
export async function lockRecharges(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ now_ms: bigint }>(LOCK_COUNT, [memberId])
  return Number(row!.now_ms)
}

/** The number of a member's recharges in state `processing`. */
export async function countOpenRecharges(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.query<{ open: number }>(COUNT_OPEN, [memberId])
  return row!.open
}

export type NewRecharge = {
  memberId: string
  id: string
  number: string
  requestId: string
  inputHash: Buffer
  method: string
  kind: RechargeKind
  provider: string
  amount: bigint
  currency: string
  /** percent of the amount that is to be played through */
  playPercent: number
  createdAtMs: number
  expiresAtMs: number
  /** null: the company names it later */
  paymentId: string | null
  receivingAccount: string | null
  payer: Sealed | null
}

const INSERT: Statement = {
  name: 'recharge.insert',
  text: `
    with opened as (
      insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency,
        created_at, expires_at, play_percent, kind, payment_id, receiving_account, payer, payer_key)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::bigint / 1000.0), to_timestamp($11::bigint / 1000.0), $12, $13, $14,
        $15, $16, $17)),
    known as (
      insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
      select $7, $14, $1, $2, to_timestamp($10::bigint / 1000.0) where $14::text is not null)
    insert into recharge_timeline (member_id, recharge_id, seq, state, at)
    values ($1, $2, 1, 'processing', to_timestamp($10::bigint / 1000.0))`,
}

export async function insertRecharge(tx: Tx, r: NewRecharge): Promise<void> {
  await tx.query(INSERT, [
    r.memberId,
    r.id,
    r.number,
    r.requestId,
    r.inputHash,
    r.method,
    r.provider,
    r.amount,
    r.currency,
    r.createdAtMs,
    r.expiresAtMs,
    r.playPercent,
    r.kind,
    r.paymentId,
    r.receivingAccount,
    r.payer?.bytes ?? null,
    r.payer?.keyId ?? null,
  ])
}

const SET_PAYMENT: Statement = {
  name: 'recharge.set_payment',
  text: `
    with known as (
      insert into provider_payment (provider, payment_id, member_id, recharge_id, created_at)
      values ($3, $4, $1, $2, business_now()) on conflict (provider, payment_id) do nothing)
    update recharge set payment_id = $4, pay_url = $5
    where member_id = $1 and recharge_id = $2 and payment_id is null`,
}

/** Stores the company's payment id and page of a recharge. A repeated call changes nothing. */
export async function setPayment(
  db: Executor,
  recharge: Pick<RechargeRow, 'member_id' | 'recharge_id' | 'provider'>,
  payment: { paymentId: string; payUrl: string },
): Promise<void> {
  const { member_id, recharge_id, provider } = recharge
  await db.query(SET_PAYMENT, [member_id, recharge_id, provider, payment.paymentId, payment.payUrl])
}

export type LockedRecharge = Pick<
  RechargeRow,
  'member_id' | 'recharge_id' | 'number' | 'amount' | 'credited' | 'currency' | 'state' | 'reason'
> & { play_percent: number }

const FIND_PAYMENT: Statement = {
  name: 'recharge.find_payment',
  text: `select member_id, recharge_id from provider_payment where provider = $1 and payment_id = $2`,
}
const LOCK: Statement = {
  name: 'recharge.lock',
  text: `
    select member_id, recharge_id, number, amount, credited, currency, state, reason, play_percent from recharge
    where member_id = $1 and recharge_id = $2 for update`,
}

/** Locks the recharge of a company's payment. Undefined: the payment is unknown. */
export async function lockByPayment(
  tx: Tx,
  provider: string,
  paymentId: string,
): Promise<LockedRecharge | undefined> {
  const [payment] = await tx.query<{ member_id: string; recharge_id: string }>(FIND_PAYMENT, [
    provider,
    paymentId,
  ])
  if (!payment) return undefined
  const [row] = await tx.query<LockedRecharge>(LOCK, [payment.member_id, payment.recharge_id])
  if (!row) throw new Error(`payment ${paymentId} of ${provider} has no recharge`)
  return row
}

const SEEN: Statement = {
  name: 'recharge.event_seen',
  text: `select 1 from provider_event where provider = $1 and event_id = $2 and payment_id = $3`,
}

/** Whether a notice with the same event id and payment was accepted before. */
export async function isNoticeKnown(tx: Tx, provider: string, notice: Notice): Promise<boolean> {
  return (await tx.query(SEEN, [provider, notice.eventId, notice.paymentId])).length > 0
}

const EVENT: Statement = {
  name: 'recharge.event',
  text: `
    insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, business_now())
    on conflict (provider, event_id) do nothing returning 1`,
}

/** Stores an accepted notice. False: its event id was used for another payment. */
export async function insertEvent(
  tx: Tx,
  provider: string,
  notice: Notice,
  outcome: NoticeOutcome,
): Promise<boolean> {
  const { eventId, paymentId, type, amount, currency, body } = notice
  const values = [provider, eventId, paymentId, type, amount, currency, outcome, body]
  return (await tx.query(EVENT, values)).length > 0
}

const FINISH: Statement = {
  name: 'recharge.finish',
  text: `
    with done as (
      update recharge set state = $3, reason = $4, credited = $5, finished_at = business_now()
      where member_id = $1 and recharge_id = $2 returning finished_at)
    insert into recharge_timeline (member_id, recharge_id, seq, state, reason, at)
    select $1, $2, (select max(seq) + 1 from recharge_timeline where member_id = $1 and recharge_id = $2), $3, $4, finished_at
    from done`,
}

/** Writes the next state and its timeline entry. The caller holds the recharge's lock and has checked the transition. */
export async function finishRecharge(
  tx: Tx,
  recharge: LockedRecharge,
  next: NextState,
  credited: bigint | null,
): Promise<void> {
  await tx.query(FINISH, [recharge.member_id, recharge.recharge_id, next.state, next.reason, credited])
}

const SET_CREDITED: Statement = {
  name: 'recharge.set_credited',
  text: 'update recharge set credited = $3 where member_id = $1 and recharge_id = $2',
}

/** Writes what was credited, when the state does not change. */
export async function setCredited(tx: Tx, recharge: LockedRecharge, credited: bigint): Promise<void> {
  await tx.query(SET_CREDITED, [recharge.member_id, recharge.recharge_id, credited])
}

const COUNT_CREDITS: Statement = {
  name: 'recharge.count_credits',
  text: 'select count(*)::int as credits from recharge_credit where member_id = $1 and recharge_id = $2',
}

/** How often a recharge was credited. The caller holds its lock. */
export async function countCredits(tx: Tx, { member_id, recharge_id }: LockedRecharge): Promise<number> {
  return (await tx.query<{ credits: number }>(COUNT_CREDITS, [member_id, recharge_id]))[0]!.credits
}

const CREDIT: Statement = {
  name: 'recharge.credit',
  text: `
    insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at)
    values ($1, $2, $3, $4, $5, $6, $7, business_now())`,
}

export type Credit = { seq: number; ref: string; amount: bigint; provider: string; eventId: string }

/** Records a credit of a recharge, beside the ledger's transfer with the same reference. */
export async function insertCredit(
  tx: Tx,
  { member_id, recharge_id }: Pick<RechargeRow, 'member_id' | 'recharge_id'>,
  { seq, ref, amount, provider, eventId }: Credit,
): Promise<void> {
  await tx.query(CREDIT, [member_id, recharge_id, seq, ref, amount, provider, eventId])
}

/**
 * A recharge in state `processing` has one timeline entry, so the entry of its end has seq 2. A transfer with proof waits for an
 * operator, one in USDT that is on the chain for its confirmations. What arrived until the expiry makes it a success.
 */
const EXPIRE: Statement = {
  name: 'recharge.expire',
  text: `
    with due as (
      select member_id, recharge_id from recharge
      where state = 'processing' and expires_at <= (select at from settled_clock) and proof_at is null
        and not exists (
          select from trc20_transfer t
          where (t.member_id, t.recharge_id) = (recharge.member_id, recharge.recharge_id) and t.state = 'seen')
      order by expires_at limit $1 for update skip locked),
    expired as (
      update recharge set state = case when credited is null then 'failed' else 'success' end,
        reason = case when credited is null then 'expired' end, finished_at = clock.at
      from due, business_clock clock
      where (recharge.member_id, recharge.recharge_id) = (due.member_id, due.recharge_id)
      returning recharge.member_id, recharge.recharge_id, recharge.amount, recharge.credited, recharge.state, recharge.reason,
        recharge.finished_at),
    timeline as (
      insert into recharge_timeline (member_id, recharge_id, seq, state, reason, at)
      select member_id, recharge_id, 2, state, reason, finished_at from expired)
    select member_id as member, amount, coalesce(credited, 0) as credited from expired`,
}

export type ExpiredRow = { member: string; amount: bigint; credited: bigint }

/** Ends at most `limit` recharges whose time to pay is over. */
export function expireChunk(tx: Tx, limit: number): Promise<ExpiredRow[]> {
  return tx.query(EXPIRE, [limit])
}
