/** Statements of the operator's accounts, and the import of their lines. Amounts in minor units. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import { array, uuids } from '../../ledger/index.ts'
import type { ToldLine } from './repeated-lines.ts'

export type StatementRow = {
  statement_id: string
  account_id: string
  account_code: string
  source: 'file' | 'entry'
  name: string
  operator_id: string | null
  lines: number
  new_lines: number
  debits: number
  skipped: number
  /** lines of it that are matched with a recharge */
  matched: number
  /** lines of it that wait */
  waiting: number
  /** of these, the clear ones that wait for a second operator, and what they credit */
  to_confirm: number
  to_confirm_amount: bigint
  /** the second operator */
  confirmed_by: string | null
  at_ms: bigint
}

const STATEMENTS = `
  select s.statement_id, s.account_id, account.code as account_code, s.source, s.name, s.operator_id, s.lines, s.new_lines,
    s.debits, s.skipped, ended.matched, ended.waiting, ended.to_confirm, ended.to_confirm_amount, confirmed.operator_id as confirmed_by,
    ${MS('s.at')} as at_ms
  from bank_statement s
  join receiving_account account using (account_id)
  left join bank_statement_confirmation confirmed using (statement_id)
  cross join lateral (
    select (count(*) filter (where m.outcome = 'matched'))::int as matched, (count(*) filter (where m.line_id is null))::int as waiting,
      (count(*) filter (where open.reason = 'confirm'))::int as to_confirm,
      coalesce(sum(l.amount) filter (where open.reason = 'confirm'), 0)::bigint as to_confirm_amount
    from bank_statement_line l left join bank_statement_match m using (line_id) left join bank_statement_open open using (line_id)
    where l.statement_id = s.statement_id) ended`

const BY_HASH: Statement = {
  name: 'statement.by_hash',
  text: `${STATEMENTS} where s.account_id = $1 and s.hash = $2`,
}
const BY_ID: Statement = { name: 'statement.by_id', text: `${STATEMENTS} where s.statement_id = $1` }
const PAGE: Statement = {
  name: 'statement.page',
  text: `${STATEMENTS} where ($1::uuid is null or s.statement_id < $1) order by s.statement_id desc limit $2`,
}

export async function statementByHash(db: Executor, accountId: string, hash: Buffer) {
  return (await db.query<StatementRow>(BY_HASH, [accountId, hash]))[0]
}

export async function statementById(db: Executor, statementId: string) {
  return (await db.query<StatementRow>(BY_ID, [statementId]))[0]
}

/** Newest first. */
export function statementPage(db: Executor, before: string | null, limit: number): Promise<StatementRow[]> {
  return db.query<StatementRow>(PAGE, [before, limit])
}

const LOCK: Statement = {
  name: 'statement.lock_account',
  text: 'select 1 from receiving_account where account_id = $1 for no key update',
}

/** Imports of one account follow each other: the second one sees the lines of the first. */
export async function lockStatements(tx: Tx, accountId: string): Promise<void> {
  await tx.query(LOCK, [accountId])
}

export type NewStatement = {
  id: string
  accountId: string
  source: 'file' | 'entry'
  hash: Buffer
  name: string
  operatorId: string | null
  lines: readonly (ToldLine & { id: string; currency: string })[]
  debits: number
  skipped: number
}

const INSERT_LINES: Statement = {
  name: 'statement.insert_lines',
  text: `
    with fresh as (
      insert into bank_statement_line (line_id, account_id, statement_id, row, booked_on, amount, currency, text, transaction_id,
        text_hash, occurrence, repeats, at)
      select line.id, $1, $2, line.row, line.booked_on, line.amount, line.currency, line.text, line.transaction_id,
        decode(line.text_hash, 'hex'), line.occurrence, line.repeats, clock.at
      from unnest($3::uuid[], $4::int[], $5::date[], $6::bigint[], $7::text[], $8::text[], $9::text[], $10::text[], $11::int[],
        $12::boolean[]) as line(id, row, booked_on, amount, currency, text, transaction_id, text_hash, occurrence, repeats)
      cross join business_clock clock
      order by line.row
      on conflict do nothing returning line_id, at),
    waiting as (
      insert into bank_statement_open (line_id, account_id, at) select line_id, $1, at from fresh)
    select line_id from fresh`,
}
const INSERT: Statement = {
  name: 'statement.insert',
  text: `insert into bank_statement (statement_id, account_id, source, hash, name, operator_id, lines, new_lines, debits, skipped, at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, business_now())`,
}

/** Each line is looked up in the index that it would collide in: the work does not grow with the lines of the account. */
const COUNT_KNOWN: Statement = {
  name: 'statement.count_known',
  text: `
    with line as (
      select * from unnest($2::date[], $3::bigint[], $4::text[], $5::text[], $6::int[])
        as line(booked_on, amount, transaction_id, text_hash, occurrence))
    select (
      (select count(*) from line cross join lateral (
         select from bank_statement_line l
         where l.account_id = $1 and (l.transaction_id, l.occurrence) = (line.transaction_id, line.occurrence) limit 1) known
       where line.transaction_id is not null)
      + (select count(*) from line cross join lateral (
         select from bank_statement_line l
         where l.account_id = $1 and l.transaction_id is null and (l.booked_on, l.amount, l.text_hash, l.occurrence)
           = (line.booked_on, line.amount, decode(line.text_hash, 'hex'), line.occurrence) limit 1) known
       where line.transaction_id is null))::int as known`,
}

/**
 * Stores a statement with the lines that no earlier one had; none of its lines repeats another one. The caller holds the lock of
 * the account's statements.
 */
export async function insertStatement(tx: Tx, statement: NewStatement): Promise<void> {
  const { id, accountId, lines } = statement
  const hashes = lines.map(({ textHash }) => textHash.toString('hex'))
  const [known] = await tx.query<{ known: number }>(COUNT_KNOWN, [
    accountId,
    lines.map(({ bookedOn }) => bookedOn),
    array(lines.map(({ amount }) => amount)),
    lines.map(({ transactionId }) => transactionId),
    hashes,
    lines.map(({ occurrence }) => occurrence),
  ])
  await tx.query(INSERT, [
    id,
    accountId,
    statement.source,
    statement.hash,
    statement.name,
    statement.operatorId,
    lines.length,
    lines.length - known!.known,
    statement.debits,
    statement.skipped,
  ])
  await tx.query(INSERT_LINES, [
    accountId,
    id,
    uuids(lines.map((line) => line.id)),
    lines.map(({ row }) => row),
    lines.map(({ bookedOn }) => bookedOn),
    array(lines.map(({ amount }) => amount)),
    lines.map(({ currency }) => currency),
    lines.map(({ text }) => text),
    lines.map(({ transactionId }) => transactionId),
    hashes,
    lines.map(({ occurrence }) => occurrence),
    lines.map(({ repeats }) => repeats),
  ])
}

export type StoredLine = {
  /** `YYYY-MM-DD` */
  booked_on: string
  amount: bigint
  /** hexadecimal */
  text_hash: string
  occurrence: number
  /** it waited as a repeated line, and an operator dismissed it */
  is_same_payment: boolean
}

const STORED: Statement = {
  name: 'statement.stored_lines',
  text: `
    select l.booked_on::text, l.amount, encode(l.text_hash, 'hex') as text_hash, l.occurrence,
      l.repeats and m.outcome is not distinct from 'dismissed' as is_same_payment
    from bank_statement_line l left join bank_statement_match m using (line_id)
    where l.account_id = $1 and l.transaction_id is null and l.booked_on = any($2::date[])
    order by l.occurrence`,
}

/** The lines without an id that an account has on some days; equal ones by occurrence. */
export function storedLines(db: Executor, accountId: string, days: readonly string[]): Promise<StoredLine[]> {
  return db.query<StoredLine>(STORED, [accountId, days])
}

const TRANSACTION: Statement = {
  name: 'statement.transaction_known',
  text: 'select 1 from bank_statement_line where account_id = $1 and upper(transaction_id) = upper($2) limit 1',
}

/** Whether the account has a line with the bank's id of a transaction, in whatever case it was written. */
export async function isTransactionKnown(
  db: Executor,
  accountId: string,
  transactionId: string,
): Promise<boolean> {
  return (await db.query(TRANSACTION, [accountId, transactionId])).length > 0
}

const ENTERED: Statement = {
  name: 'statement.entered',
  text: `
    select l.transaction_id from bank_statement s join bank_statement_line l using (statement_id)
    where s.account_id = $1 and s.source = 'entry' and l.transaction_id is not null`,
}

/** The ids of transactions that operators entered by hand. */
export async function enteredIds(db: Executor, accountId: string): Promise<string[]> {
  return (await db.query<{ transaction_id: string }>(ENTERED, [accountId])).map((row) => row.transaction_id)
}

const TRANSACTIONS: Statement = {
  name: 'statement.transactions',
  text: `
    select transaction_id, booked_on::text, amount from bank_statement_line
    where account_id = $1 and transaction_id = any($2::text[])`,
}

/** What the account's lines with these ids of transactions are. */
export function transactionsOf(
  db: Executor,
  accountId: string,
  ids: readonly string[],
): Promise<{ transaction_id: string; booked_on: string; amount: bigint }[]> {
  return db.query(TRANSACTIONS, [accountId, ids])
}
