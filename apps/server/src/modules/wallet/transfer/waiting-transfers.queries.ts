/** How operators list recharges by transfer, and how long proofs wait. Amounts in minor units, times in Unix milliseconds. */
import type { RechargeReason, RechargeState } from '@fairlot/contract/life/recharge-life'
import type { RechargeKind, TransferKind } from '@fairlot/contract/kinds/recharge-ways'
import type { WithdrawalAge } from '@fairlot/contract/life/withdrawal-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import type { TimelineRow } from '../recharge/recharge.queries.ts'
import { LATE, OVERDUE } from '../../../platform/time/working-days.ts'
import { MANUAL } from './transfer-way.ts'

/** An operator has to look for the transfer. A proof after the answer «not found» counts again. */
export const IS_WAITING = `r.proof_at is not null and r.state <> 'success'
  and (r.reason is distinct from 'not_found' or r.proof_at > r.finished_at)`

/** A recharge as operators list it. */
export type ListedRecharge = {
  member_id: string
  recharge_id: string
  number: string
  amount: bigint
  credited: bigint | null
  kind: RechargeKind
  /** null: no transfer to an account of the house */
  account_code: string | null
  reference: string | null
  state: RechargeState
  reason: RechargeReason | null
  created_ms: bigint
  /** microseconds, for the cursor */
  created_micros: bigint
  expires_ms: bigint
  finished_ms: bigint | null
  /** whether the time to pay is over */
  is_over: boolean
  payer: Buffer | null
  payer_key: string | null
  proof_reference: string | null
  proof_slip: string | null
  /** null: no proof was sent */
  proof_ms: bigint | null
  /** microseconds, for the cursor */
  proof_micros: bigint | null
  /** complete hours since the proof */
  age_hours: number
  age: WithdrawalAge
}

/** A recharge by transfer to an account of the house. */
export type TransferRow = ListedRecharge & { kind: TransferKind; account_code: string; reference: string }

export const TRANSFERS = `
  select r.member_id, r.recharge_id, r.number, r.amount, r.credited, r.kind, account.code as account_code,
    r.payment_id as reference, r.state, r.reason, ${MS('r.created_at')} as created_ms, ${MS('r.expires_at')} as expires_ms,
    (extract(epoch from r.created_at) * 1000000)::bigint as created_micros, ${MS('r.finished_at')} as finished_ms,
    r.expires_at <= clock.at as is_over, r.payer, r.payer_key, proof.reference as proof_reference, proof.slip_id as proof_slip,
    ${MS('r.proof_at')} as proof_ms, (extract(epoch from r.proof_at) * 1000000)::bigint as proof_micros,
    coalesce(greatest(0, floor(extract(epoch from clock.at - r.proof_at) / 3600)), 0)::int as age_hours,
    case when not coalesce(${IS_WAITING}, false) or clock.at <= ${LATE('r.proof_at')} then 'fresh'
      when clock.at <= ${OVERDUE('r.proof_at')} then 'late' else 'overdue' end as age
  from recharge r
  left join receiving_account account on account.account_id = r.receiving_account
  cross join business_clock clock
  left join lateral (
    select p.reference, p.slip_id from recharge_proof p
    where (p.member_id, p.recharge_id) = (r.member_id, r.recharge_id) order by p.seq desc limit 1) proof on true`

const WAITING: Statement = {
  name: 'transfer.waiting',
  text: `${TRANSFERS}
    where ${IS_WAITING}
      and ($1::bigint is null or (r.proof_at, r.recharge_id) > (timestamptz 'epoch' + $1 * interval '1 microsecond', $2::uuid))
    order by r.proof_at, r.recharge_id limit $3`,
}

export type TransferFilter = {
  /** only recharges after this one */
  after: { micros: number; id: string } | null
  limit: number
}

/** Recharges whose proof has no answer, the oldest proof first. */
export function waitingTransfers(db: Executor, { after, limit }: TransferFilter): Promise<TransferRow[]> {
  return db.query<TransferRow>(WAITING, [after?.micros ?? null, after?.id ?? null, limit])
}

const BY_NUMBER: Statement = {
  name: 'transfer.by_number',
  text: `${TRANSFERS} where r.number = $1 and r.provider = '${MANUAL}' limit 1`,
}

export async function transferByNumber(db: Executor, number: string): Promise<TransferRow | undefined> {
  return (await db.query<TransferRow>(BY_NUMBER, [number]))[0]
}

const LOCK: Statement = {
  name: 'transfer.lock',
  text: 'select 1 from recharge where member_id = $1 and recharge_id = $2 for update',
}

/** Locks a transfer until the transaction ends. @returns it as it is then */
export async function lockTransfer(tx: Tx, number: string): Promise<TransferRow | undefined> {
  const row = await transferByNumber(tx, number)
  if (!row) return undefined
  await tx.query(LOCK, [row.member_id, row.recharge_id])
  return transferByNumber(tx, number)
}

export type ProofRow = { seq: number; reference: string | null; slip_id: string | null; at_ms: bigint }

const PROOFS: Statement = {
  name: 'transfer.proofs',
  text: `select seq, reference, slip_id, ${MS('at')} as at_ms from recharge_proof
    where member_id = $1 and recharge_id = $2 order by seq`,
}
const TIMELINE: Statement = {
  name: 'transfer.timeline',
  text: `select state, reason, ${MS('at')} as at from recharge_timeline
    where member_id = $1 and recharge_id = $2 order by seq`,
}

type Key = Pick<TransferRow, 'member_id' | 'recharge_id'>

export function proofsOf(db: Executor, { member_id, recharge_id }: Key): Promise<ProofRow[]> {
  return db.query<ProofRow>(PROOFS, [member_id, recharge_id])
}

export async function timelineOf(db: Executor, { member_id, recharge_id }: Key): Promise<TimelineRow[]> {
  const rows = await db.query<Omit<TimelineRow, 'at'> & { at: bigint }>(TIMELINE, [member_id, recharge_id])
  return rows.map((row) => ({ ...row, at: Number(row.at) }))
}

const OVERDUE_NOW: Statement = {
  name: 'transfer.overdue',
  text: `
    select 'recharge ' || r.number as what, floor(extract(epoch from clock.at - r.proof_at) / 3600)::int as hours
    from recharge r cross join business_clock clock
    where ${IS_WAITING} and clock.at > ${OVERDUE('r.proof_at')}
    union all
    select 'line ' || open.line_id, floor(extract(epoch from clock.at - open.at) / 3600)::int
    from bank_statement_open open cross join business_clock clock
    where clock.at > ${OVERDUE('open.at')}
    order by 2 desc limit 1000`,
}

/** Proofs and lines of statements that wait for over 2 working days. */
export function overdueTransfers(db: Executor): Promise<{ what: string; hours: number }[]> {
  return db.query(OVERDUE_NOW)
}
