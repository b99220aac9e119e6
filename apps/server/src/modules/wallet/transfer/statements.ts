/** Imports statements. The import stores the lines; matching them follows, in the same call and by a job after a crash. */
import { createHash } from 'node:crypto'
import { foldedReference } from '@fairlot/contract/typed-text'
import type { Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { insertConfirmation } from './answered-credits.ts'
import { countedOn } from './repeated-lines.ts'
import type { ReceivingRow } from './receiving-accounts.queries.ts'
import {
  hashOfText,
  readStatement,
  unpackFile,
  type ReadingHints,
  type StatementLine,
} from './statement-csv.ts'
import * as queries from './statements.queries.ts'
import type { StatementRow } from './statements.queries.ts'

export type ImportFile = ReadingHints & {
  account: ReceivingRow
  /** base64 of the gzipped file */
  content: string
  /** name of the file */
  name: string
  operatorId: string
  /** the operator says that the file repeats lines of earlier files */
  overlaps?: boolean | undefined
}

export type Imported = { statement: StatementRow; changed: boolean }

/**
 * Stores the lines of a file that no earlier statement of the account had. The same file again changes nothing.
 * @param nowMs business time, Unix milliseconds
 * @throws Refusal STATEMENT_UNREADABLE; then nothing is stored
 */
export async function importStatement(
  tx: Tx,
  random: Random,
  { account, content, name, operatorId, overlaps = false, ...hints }: ImportFile,
  nowMs: number,
): Promise<Imported> {
  const { hash, lines, debits, skipped } = readStatement(unpackFile(content), hints)
  const accountId = account.origin
  await queries.lockStatements(tx, accountId)
  const earlier = await queries.statementByHash(tx, accountId, hash)
  if (earlier) return { statement: earlier, changed: false }
  const spelled = await asEntered(tx, accountId, lines)
  const { told: known, repeatedIds } = await withOwnIds(tx, accountId, spelled)
  const told = await countedOn(tx, accountId, countedIds(known), { overlaps, repeatedIds })
  // ascending, so that lists keep the order of the file
  const ids = told.map(() => uuidv7(nowMs, random)).toSorted()
  await queries.insertStatement(tx, {
    id: uuidv7(nowMs, random),
    accountId,
    source: 'file',
    hash,
    name,
    operatorId,
    debits,
    skipped,
    lines: told.map((line, at) => ({
      ...line,
      id: ids[at]!,
      currency: line.currency ?? account.currency,
    })),
  })
  return { statement: (await queries.statementByHash(tx, accountId, hash))!, changed: true }
}

/** Lines whose transaction was entered by hand before have its id as it was entered: people change the case of an id that they copy. */
async function asEntered(
  tx: Tx,
  accountId: string,
  lines: readonly StatementLine[],
): Promise<readonly StatementLine[]> {
  const entered = await queries.enteredIds(tx, accountId)
  const spelled = new Map(entered.map((id) => [foldedReference(id), id]))
  const as = (id: string) => spelled.get(foldedReference(id)) ?? id
  return spelled.size === 0
    ? lines
    : lines.map((line) =>
        line.transactionId === null ? line : { ...line, transactionId: as(line.transactionId) },
      )
}

/**
 * An id names one transaction, which has one day and one amount. A line with the id of another transaction has an id that is not the
 * bank's, such as a payer's reference, and keeps none: it is known by day, amount and text, so that no money is taken for known.
 */
async function withOwnIds(
  tx: Tx,
  accountId: string,
  lines: readonly StatementLine[],
): Promise<{ told: StatementLine[]; repeatedIds: Set<string> }> {
  const given = [...new Set(lines.flatMap(({ transactionId: id }) => id ?? []))]
  const stored = given.length === 0 ? [] : await queries.transactionsOf(tx, accountId, given)
  const storedIds = new Set(stored.map((one) => one.transaction_id))
  const payments = new Map<string, string>(
    stored.map((one) => [one.transaction_id, `${one.booked_on} ${one.amount}`]),
  )
  const repeatedIds = new Set<string>()
  const told = lines.map((line) => {
    const { transactionId: id, bookedOn, amount } = line
    if (id === null) return line
    const payment = `${bookedOn} ${amount}`
    const known = payments.get(id) ?? payment
    payments.set(id, known)
    if (known === payment && storedIds.has(id)) repeatedIds.add(id)
    return known === payment ? line : { ...line, transactionId: null }
  })
  return { told, repeatedIds }
}

/**
 * A file lists each transaction once. So an id that it has several times, with one day and amount, is a payer's reference of as many
 * payments; they are told apart by how often the id came before. Should the bank have repeated itself, the second line credits nothing by
 * itself: its reference is paid, and it waits for an operator.
 */
function countedIds(lines: readonly StatementLine[]): StatementLine[] {
  const seen = new Map<string, number>()
  return lines.map((line) => {
    const { transactionId: id } = line
    if (id === null) return line
    const occurrence = seen.get(id) ?? 0
    seen.set(id, occurrence + 1)
    return { ...line, occurrence }
  })
}

/** A line that two operators entered by hand. */
export type Entry = {
  account: ReceivingRow
  /** `YYYY-MM-DD` */
  bookedOn: string
  amount: bigint
  text: string
  transactionId: string
  operatorId: string
  /** the second operator */
  approvedBy: string
}

const hashOf = (transactionId: string): Buffer =>
  createHash('sha256').update(`fairlot/statement-entry/1\0${transactionId}`).digest()

/** Stores a line that was entered by hand. The caller made sure that its transaction id is unknown. @returns the line's id */
export async function enterLine(tx: Tx, random: Random, entry: Entry, nowMs: number): Promise<string> {
  const { account, bookedOn, amount, text, transactionId, operatorId, approvedBy } = entry
  const accountId = account.origin
  await queries.lockStatements(tx, accountId)
  const id = uuidv7(nowMs, random)
  const statementId = uuidv7(nowMs, random)
  await queries.insertStatement(tx, {
    id: statementId,
    accountId,
    source: 'entry',
    hash: hashOf(transactionId),
    name: 'entered by hand',
    operatorId,
    debits: 0,
    skipped: 0,
    lines: [
      {
        id,
        row: 1,
        bookedOn,
        amount,
        currency: account.currency,
        text,
        transactionId,
        textHash: hashOfText(text),
        occurrence: 0,
        repeats: false,
      },
    ],
  })
  await insertConfirmation(tx, statementId, approvedBy)
  return id
}

/**
 * A second operator confirms a statement whose clear lines wait: the bank's own statement has them. They credit with the next search.
 * `changed`: false when it was confirmed before.
 * @throws Refusal NO_SUCH_DATA, OWN_REQUEST when the operator imported it, NOT_PENDING when nothing waits for it
 */
export async function confirmStatement(
  tx: Tx,
  { statementId, operatorId }: { statementId: string; operatorId: string },
): Promise<{ statement: StatementRow; changed: boolean }> {
  const known = await queries.statementById(tx, statementId)
  if (!known) throw new Refusal('NO_SUCH_DATA')
  await queries.lockStatements(tx, known.account_id)
  const statement = (await queries.statementById(tx, statementId))!
  if (statement.operator_id === operatorId) throw new Refusal('OWN_REQUEST')
  if (statement.confirmed_by !== null) return { statement, changed: false }
  if (statement.to_confirm === 0) throw new Refusal('NOT_PENDING')
  await insertConfirmation(tx, statementId, operatorId)
  return { statement, changed: true }
}
