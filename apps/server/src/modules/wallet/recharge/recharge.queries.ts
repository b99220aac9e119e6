import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import type { RechargeReason, RechargeState } from '@fairlot/contract/recharge-life'
import type { NoticeOutcome } from './recharge.rules.ts'
import type { Notice } from './provider.ts'

export type TimelineRow = { state: RechargeState; reason: RechargeReason | null; at: number }

/** A recharge as a member sees it. Times in Unix milliseconds. */
export type RechargeRow = {
  member_id: string
  recharge_id: string
  number: string
  input_hash: Buffer
  method: string
  provider: string
  amount: bigint
  currency: string
  state: RechargeState
  reason: RechargeReason | null
  payment_id: string | null
  pay_url: string | null
  /** it can still be paid: processing, not over, and its member has not stopped meanwhile */
  payable: boolean
  created_ms: bigint
  expires_ms: bigint
  finished_ms: bigint | null
  timeline: TimelineRow[]
}

const VIEW = `
  select r.member_id, r.recharge_id, r.number, r.input_hash, r.method, r.provider, r.amount, r.currency, r.state, r.reason,
    r.payment_id, r.pay_url, r.state = 'processing' and r.expires_at > c.at
      and not exists (select from wallet w where w.member_id = r.member_id and (w.closing or w.excluded_until > c.at)) as payable,
    ${MS('r.created_at')} as created_ms, ${MS('r.expires_at')} as expires_ms, ${MS('r.finished_at')} as finished_ms,
    t.timeline
  from recharge r
  cross join business_clock c
  cross join lateral (
    select coalesce(json_agg(json_build_object('state', l.state, 'reason', l.reason, 'at', ${MS('l.at')}) order by l.seq), '[]')
      as timeline
    from recharge_timeline l where (l.member_id, l.recharge_id) = (r.member_id, r.recharge_id)) t`

const BY_ID: Statement = {
  name: 'recharge.by_id',
  text: `${VIEW} where r.member_id = $1 and r.recharge_id = $2`,
}
const BY_REQUEST: Statement = {
  name: 'recharge.by_request',
  text: `${VIEW} where r.member_id = $1 and r.request_id = $2`,
}
const PAGE: Statement = {
  name: 'recharge.page',
  text: `${VIEW} where r.member_id = $1 and ($2::uuid is null or r.recharge_id < $2) order by r.recharge_id desc limit $3`,
}

export async function rechargeById(db: Executor, memberId: string, id: string) {
  return (await db.query<RechargeRow>(BY_ID, [memberId, id]))[0]
}

export async function rechargeByRequest(db: Executor, memberId: string, requestId: string) {
  return (await db.query<RechargeRow>(BY_REQUEST, [memberId, requestId]))[0]
}

/** Newest first, older than `before`. */
export function rechargePage(db: Executor, memberId: string, before: string | null, limit: number) {
  return db.query<RechargeRow>(PAGE, [memberId, before, limit])
}

export type MethodRow = { method: string; kind: 'sandbox' }

const METHODS: Statement = {
  name: 'recharge.methods',
  text: `select method, kind from recharge_method where enabled and kind = any($1::text[]) order by position`,
}

/** The methods offered, of the kinds given. */
export function rechargeMethods(db: Executor, kinds: readonly string[]) {
  return db.query<MethodRow>(METHODS, [kinds])
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

/** Makes other openings of this member wait until this transaction ends. @returns business time, Unix milliseconds */
export async function lockOpening(tx: Tx, memberId: string): Promise<number> {
  const [row] = await tx.query<{ now_ms: bigint }>(LOCK_COUNT, [memberId])
  return Number(row!.now_ms)
}

/** A member's recharges that are under way. */
export async function countOpen(db: Executor, memberId: string): Promise<number> {
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
  provider: string
  amount: bigint
  currency: string
  createdAtMs: number
  expiresAtMs: number
}

const INSERT: Statement = {
  name: 'recharge.insert',
  text: `
    with opened as (
      insert into recharge (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency,
        created_at, expires_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, to_timestamp($10::bigint / 1000.0), to_timestamp($11::bigint / 1000.0)))
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

/** Writes down what the payment company calls a recharge. The same payment again changes nothing. */
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
  'member_id' | 'recharge_id' | 'number' | 'amount' | 'currency' | 'state' | 'reason'
>

const FIND_PAYMENT: Statement = {
  name: 'recharge.find_payment',
  text: `select member_id, recharge_id from provider_payment where provider = $1 and payment_id = $2`,
}
const LOCK: Statement = {
  name: 'recharge.lock',
  text: `
    select member_id, recharge_id, number, amount, currency, state, reason from recharge
    where member_id = $1 and recharge_id = $2 for update`,
}

/** Locks the recharge that a company's payment is for; undefined: no such payment. */
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
  if (!row) throw new Error(`payment ${paymentId} of ${provider} has lost its recharge`)
  return row
}

const SEEN: Statement = {
  name: 'recharge.event_seen',
  text: `select 1 from provider_event where provider = $1 and event_id = $2 and payment_id = $3`,
}

export async function eventSeen(tx: Tx, provider: string, notice: Notice): Promise<boolean> {
  return (await tx.query(SEEN, [provider, notice.eventId, notice.paymentId])).length > 0
}

const EVENT: Statement = {
  name: 'recharge.event',
  text: `
    insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, business_now())`,
}

/** The primary key refuses an event id that another payment has used. */
export async function insertEvent(tx: Tx, provider: string, notice: Notice, outcome: NoticeOutcome) {
  const { eventId, paymentId, type, amount, currency, body } = notice
  await tx.query(EVENT, [provider, eventId, paymentId, type, amount, currency, outcome, body])
}

const FINISH: Statement = {
  name: 'recharge.finish',
  text: `
    with done as (
      update recharge set state = $3, reason = $4, finished_at = business_now()
      where member_id = $1 and recharge_id = $2 returning finished_at)
    insert into recharge_timeline (member_id, recharge_id, seq, state, reason, at)
    select $1, $2, (select max(seq) + 1 from recharge_timeline where member_id = $1 and recharge_id = $2), $3, $4, finished_at
    from done`,
}

/** The caller holds the lock and has checked the step. */
export async function finishRecharge(
  tx: Tx,
  recharge: LockedRecharge,
  next: { state: RechargeState; reason: RechargeReason | null },
): Promise<void> {
  await tx.query(FINISH, [recharge.member_id, recharge.recharge_id, next.state, next.reason])
}

const EXPIRE: Statement = {
  name: 'recharge.expire',
  // a recharge that still waits has one line in its timeline
  text: `
    with due as (
      select member_id, recharge_id from recharge
      where state = 'processing' and expires_at <= (select at from business_clock)
      order by expires_at limit $1 for update skip locked),
    gone as (
      update recharge r set state = 'failed', reason = 'expired', finished_at = c.at
      from due, business_clock c
      where (r.member_id, r.recharge_id) = (due.member_id, due.recharge_id)
      returning r.member_id, r.recharge_id, r.amount, r.finished_at),
    told as (
      insert into recharge_timeline (member_id, recharge_id, seq, state, reason, at)
      select member_id, recharge_id, 2, 'failed', 'expired', finished_at from gone)
    select member_id as member, amount from gone`,
}

/** Ends at most `limit` recharges that were not paid in time. */
export function expireSome(tx: Tx, limit: number): Promise<{ member: string; amount: bigint }[]> {
  return tx.query(EXPIRE, [limit])
}
