/**
 * Who answers for a credit by a line of a statement. A file says what its operator says, so one operator credits little money alone: single
 * lines below `wallet.matchTwoApproversFrom`, and together at most `wallet.matchAlonePerDay` in a business day. Everything above waits
 * for a second operator, who compares it with the bank.
 *
 * Lock order: the line, the sum of the operator's day, then the recharge and the wallet.
 */
import type { Statement, Tx } from '../../../platform/db.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { walletSettings } from '../wallet.settings.ts'

export type AnswerDeps = {
  readonly settings: Values
  /** offset of business time, minutes east of UTC */
  readonly utcOffsetMinutes: number
}

/** One operator alone, or the second of two. */
export type Answered = { aloneOf: string; confirmedBy: null } | { aloneOf: null; confirmedBy: string }

const TAKE: Statement = {
  name: 'alone.take',
  text: `
    insert into matched_alone as taken (operator_id, day, amount)
    select $1, (at at time zone 'utc' + make_interval(mins => $4::int))::date, $2::bigint from business_clock where $2::bigint <= $3::bigint
    on conflict (operator_id, day) do update set amount = taken.amount + excluded.amount where taken.amount + excluded.amount <= $3::bigint
    returning 1`,
}

/** Counts a credit for an operator who answers for it alone. @returns false: it needs a second operator, and nothing is counted */
export async function takeAlone(
  { settings, utcOffsetMinutes }: AnswerDeps,
  tx: Tx,
  operatorId: string,
  amount: bigint,
): Promise<boolean> {
  const { matchTwoApproversFrom, matchAlonePerDay } = walletSettings(settings)
  if (amount >= matchTwoApproversFrom) return false
  return (await tx.query(TAKE, [operatorId, amount, matchAlonePerDay, utcOffsetMinutes])).length > 0
}

const IMPORT_OF: Statement = {
  name: 'alone.import_of',
  text: `
    select s.operator_id, c.operator_id as confirmed_by from bank_statement_line l
    join bank_statement s using (statement_id) left join bank_statement_confirmation c using (statement_id)
    where l.line_id = $1`,
}

/** Who answers for a line that is clear. Null: it waits until a second operator confirms its statement. */
export async function answerOf(
  deps: AnswerDeps,
  tx: Tx,
  line: { line_id: string; amount: bigint },
): Promise<Answered | null> {
  const [row] = await tx.query<{ operator_id: string | null; confirmed_by: string | null }>(IMPORT_OF, [
    line.line_id,
  ])
  if (!row || row.operator_id === null) return null
  if (row.confirmed_by !== null) return { aloneOf: null, confirmedBy: row.confirmed_by }
  const isAlone = await takeAlone(deps, tx, row.operator_id, line.amount)
  return isAlone ? { aloneOf: row.operator_id, confirmedBy: null } : null
}

const CONFIRM: Statement = {
  name: 'alone.confirm',
  text: `
    insert into bank_statement_confirmation (statement_id, imported_by, operator_id, at)
    select statement_id, operator_id, $2, business_now() from bank_statement where statement_id = $1`,
}
/** Also lines that another transaction searches now: it may be about to say that they wait. */
const SEARCH_AGAIN: Statement = {
  name: 'alone.search_again',
  text: `
    update bank_statement_open o set reason = null from bank_statement_line l
    where l.line_id = o.line_id and l.statement_id = $1 and (o.reason is null or o.reason = 'confirm')`,
}

/** Stores that a second operator answers for a statement; its lines are then searched again. */
export async function insertConfirmation(tx: Tx, statementId: string, operatorId: string): Promise<void> {
  await tx.query(CONFIRM, [statementId, operatorId])
  await tx.query(SEARCH_AGAIN, [statementId])
}
