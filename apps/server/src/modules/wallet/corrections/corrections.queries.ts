/** Statements about corrections of members. Amounts in minor units. */
import type { CorrectionKind, CreditingAccount, CreditReason } from '@fairlot/contract/kinds/corrections'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

/** The two operators and their request; null in the demo world and in tests of a sandbox. */
export type CorrectedBy = { requestedBy: string; approvedBy: string; approvalId: string } | null

export type NewCorrection = {
  memberId: string
  id: string
  kind: CorrectionKind
  account: CreditingAccount
  amount: bigint
  reason?: CreditReason
  reverses?: string
  chargeback?: { rechargeId: string; charged: bigint; counted: bigint }
  by: CorrectedBy
}

const INSERT: Statement = {
  name: 'correction.insert',
  text: `
    insert into member_correction (member_id, correction_id, kind, account, amount, reason, reverses, recharge_id, charged, counted,
      requested_by, approved_by, approval_id, corrected_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, business_now())`,
}

export async function insertCorrection(tx: Tx, correction: NewCorrection): Promise<void> {
  const { memberId, id, kind, account, amount, reason, reverses, chargeback, by } = correction
  await tx.query(INSERT, [
    memberId,
    id,
    kind,
    account,
    amount,
    reason ?? null,
    reverses ?? null,
    chargeback?.rechargeId ?? null,
    chargeback?.charged ?? null,
    chargeback?.counted ?? null,
    by?.requestedBy ?? null,
    by?.approvedBy ?? null,
    by?.approvalId ?? null,
  ])
}

export type CorrectionRow = {
  member_id: string
  correction_id: string
  kind: CorrectionKind
  account: CreditingAccount
  amount: bigint
  reason: CreditReason | null
  reverses: string | null
  /** number of the recharge that the bank took back */
  recharge: string | null
  charged: bigint | null
  /** whether a reversal took it back */
  reversed: boolean
  requested_by: string | null
  approved_by: string | null
  at_ms: bigint
}

const SELECT = `
  select c.member_id, c.correction_id, c.kind, c.account, c.amount, c.reason, c.reverses, r.number as recharge, c.charged,
    exists (select from member_correction back where (back.member_id, back.reverses) = (c.member_id, c.correction_id)) as reversed,
    c.requested_by, c.approved_by, ${MS('c.corrected_at')} as at_ms
  from member_correction c left join recharge r on (r.member_id, r.recharge_id) = (c.member_id, c.recharge_id)`
const OF_MEMBER: Statement = {
  name: 'correction.of_member',
  text: `${SELECT} where c.member_id = $1 order by c.corrected_at desc, c.correction_id desc limit 200`,
}
const BY_ID: Statement = {
  name: 'correction.by_id',
  text: `${SELECT} where c.member_id = $1 and c.correction_id = $2`,
}

/** The newest 200 of a member, newest first. */
export function correctionsOf(db: Executor, memberId: string): Promise<CorrectionRow[]> {
  return db.query<CorrectionRow>(OF_MEMBER, [memberId])
}

export async function correctionById(
  db: Executor,
  memberId: string,
  id: string,
): Promise<CorrectionRow | undefined> {
  return (await db.query<CorrectionRow>(BY_ID, [memberId, id]))[0]
}

const RECHARGE: Statement = {
  name: 'correction.recharge',
  text: `
    select r.member_id, r.recharge_id, r.credited, r.returned, (
        select coalesce(sum(c.charged), 0)::bigint from member_correction c
        where (c.member_id, c.recharge_id) = (r.member_id, r.recharge_id)) as charged
    from recharge r where r.number = $1 and r.state = 'success'`,
}

export type ChargedRecharge = {
  member_id: string
  recharge_id: string
  credited: bigint
  returned: bigint
  /** what the bank has taken back before */
  charged: bigint
}

/** A recharge that has come in, by the number that the member and the operator read. */
export async function rechargeToCharge(db: Executor, number: string): Promise<ChargedRecharge | undefined> {
  return (await db.query<ChargedRecharge>(RECHARGE, [number]))[0]
}
