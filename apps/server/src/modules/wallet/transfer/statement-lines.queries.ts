/** Lines of statements: which wait, and what they end as. Amounts in minor units. */
import type { RechargeState } from '@fairlot/contract/life/recharge-life'
import type { LineReason } from '@fairlot/contract/life/statement-life'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

export type LineRow = {
  line_id: string
  account_id: string
  account_code: string
  /** `YYYY-MM-DD` */
  booked_on: string
  amount: bigint
  currency: string
  text: string
  transaction_id: string | null
  /** it equals a line of an earlier file, and may be the same payment */
  repeats: boolean
  /** why it waits; null: not searched yet, or ended */
  reason: LineReason | null
  outcome: 'matched' | 'dismissed' | null
  /** number of the recharge that it is matched with */
  recharge: string | null
  at_ms: bigint
  /** microseconds, for the cursor */
  at_micros: bigint
}

const LINES = `
  select l.line_id, l.account_id, account.code as account_code, l.booked_on::text, l.amount, l.currency, l.text, l.transaction_id, l.repeats,
    open.reason, ended.outcome, paid.number as recharge, ${MS('l.at')} as at_ms,
    (extract(epoch from l.at) * 1000000)::bigint as at_micros
  from bank_statement_line l
  join receiving_account account using (account_id)
  left join bank_statement_open open using (line_id)
  left join bank_statement_match ended using (line_id)
  left join recharge paid on (paid.member_id, paid.recharge_id) = (ended.member_id, ended.recharge_id)`

const BY_ID: Statement = { name: 'line.by_id', text: `${LINES} where l.line_id = $1` }
const WAITING: Statement = {
  name: 'line.waiting',
  text: `${LINES} where l.line_id in (
      select line_id from bank_statement_open
      where ($1::bigint is null or (at, line_id) > (timestamptz 'epoch' + $1 * interval '1 microsecond', $2::uuid))
        and ($3::uuid is null or account_id = $3)
      order by at, line_id limit $4)
    order by l.at, l.line_id`,
}
const OF_RECHARGE: Statement = {
  name: 'line.of_recharge',
  text: `${LINES} where ended.member_id = $1 and ended.recharge_id = $2 order by l.at, l.line_id`,
}

export async function lineById(db: Executor, lineId: string): Promise<LineRow | undefined> {
  return (await db.query<LineRow>(BY_ID, [lineId]))[0]
}

export type LineFilter = {
  accountId: string | null
  /** only lines after this one */
  after: { micros: number; id: string } | null
  limit: number
}

/** Lines that wait for an operator, oldest first. */
export function waitingLines(db: Executor, { accountId, after, limit }: LineFilter): Promise<LineRow[]> {
  return db.query<LineRow>(WAITING, [after?.micros ?? null, after?.id ?? null, accountId, limit])
}

export function linesOfRecharge(db: Executor, memberId: string, id: string): Promise<LineRow[]> {
  return db.query<LineRow>(OF_RECHARGE, [memberId, id])
}

const LOCK: Statement = {
  name: 'line.lock',
  text: 'select 1 from bank_statement_open where line_id = $1 for update',
}
const NEW: Statement = {
  name: 'line.new',
  text: `
    select line_id, text, transaction_id, repeats from bank_statement_open join bank_statement_line using (line_id)
    where reason is null order by line_id limit $1`,
}
const SAY_WHY: Statement = {
  name: 'line.say_why',
  text: 'update bank_statement_open set reason = $2 where line_id = $1',
}
const SAY_WHY_OF: Statement = {
  name: 'line.say_why_of',
  text: `
    update bank_statement_open set reason = $2 where line_id in (
      select line_id from bank_statement_open where line_id = any($1::uuid[]) and reason is null order by line_id for update)`,
}
const END: Statement = {
  name: 'line.end',
  text: `
    with ended as (delete from bank_statement_open where line_id = $1 returning line_id)
    insert into bank_statement_match (line_id, outcome, member_id, recharge_id, operator_id, note, alone_of, confirmed_by, at)
    select line_id, $2, $3, $4, $5, $6, $7, $8, business_now() from ended`,
}

/** Locks a line that has not ended. @returns false: it has ended, or there is none */
export async function lockLine(tx: Tx, lineId: string): Promise<boolean> {
  return (await tx.query(LOCK, [lineId])).length > 0
}

/** Lines that were not searched for references yet. */
export function newLines(
  db: Executor,
  limit: number,
): Promise<Pick<LineRow, 'line_id' | 'text' | 'transaction_id' | 'repeats'>[]> {
  return db.query(NEW, [limit])
}

/** Says of several lines why they wait, unless another process has ended them or said why. */
export async function sayLinesWait(tx: Tx, lineIds: readonly string[], reason: LineReason): Promise<void> {
  await tx.query(SAY_WHY_OF, [lineIds, reason])
}

export async function sayWhyLineWaits(tx: Tx, lineId: string, reason: LineReason): Promise<void> {
  await tx.query(SAY_WHY, [lineId, reason])
}

export type LineEnd = {
  outcome: 'matched' | 'dismissed'
  memberId: string | null
  rechargeId: string | null
  /** null: the server */
  operatorId: string | null
  note: string | null
  /** who answers for a credit */
  aloneOf: string | null
  confirmedBy: string | null
}

/** Ends a line. The caller holds its lock. */
export async function endLine(tx: Tx, lineId: string, end: LineEnd): Promise<void> {
  const { outcome, memberId, rechargeId, operatorId, note, aloneOf, confirmedBy } = end
  await tx.query(END, [lineId, outcome, memberId, rechargeId, operatorId, note, aloneOf, confirmedBy])
}

export type Target = {
  member_id: string
  recharge_id: string
  number: string
  reference: string
  currency: string
  state: RechargeState
}

const TARGET = `
  select r.member_id, r.recharge_id, r.number, p.payment_id as reference, r.currency, r.state
  from provider_payment p join recharge r using (member_id, recharge_id)`
const BY_REFERENCE: Statement = {
  name: 'line.targets',
  text: `${TARGET} where p.provider = $1 and p.payment_id = any($2::text[])`,
}
const BY_NUMBER: Statement = {
  name: 'line.target_by_number',
  text: `${TARGET} where p.provider = $1 and r.number = $2 limit 1`,
}

/** The recharges of references. */
export function rechargesByReference(
  db: Executor,
  provider: string,
  references: readonly string[],
): Promise<Target[]> {
  return db.query<Target>(BY_REFERENCE, [provider, references])
}

/** The transfer with a number, as members and operators read it. */
export async function rechargeByNumber(
  db: Executor,
  provider: string,
  number: string,
): Promise<Target | undefined> {
  return (await db.query<Target>(BY_NUMBER, [provider, number]))[0]
}
