/** Reads the transparency log: entries, checkpoints, and proofs, each from a few stored hashes. */
import { logKey, type Checkpoint } from '@fairlot/fairness/checkpoint'
import { consistencyParts, foldHashes, inclusionParts, rootPart, type Part } from '@fairlot/fairness/log-tree'
import { formatKey } from '@fairlot/fairness/note'
import type { Executor } from '../../../platform/db.ts'
import * as sql from './log.queries.ts'

/** A log by its number; null: the current one. */
export type LogNumber = number | null

/** A signed checkpoint with its note. `log`: the number of its log. */
export type Signed = Pick<Checkpoint, 'size' | 'root' | 'head' | 'timeMs'> & { log: number; note: string }

export type LoggedEntry = {
  index: number
  /** canonical JSON */
  bytes: string
  /** hex */
  leaf: string
  head: string
}

/** The hash of each subtree, in the given order. @throws Error when one is missing: the log is incomplete */
export async function hashesOf(db: Executor, subtrees: Part, log: LogNumber = null): Promise<string[]> {
  if (subtrees.length === 0) return []
  const rows = await db.query<{ hash: string | null }>(sql.SUBTREES, [
    subtrees.map(({ level }) => level),
    subtrees.map(({ position }) => position),
    log,
  ])
  return rows.map(({ hash }, i) => {
    if (hash === null) throw new Error(`the log lacks subtree ${subtrees[i]!.level}/${subtrees[i]!.position}`)
    return hash
  })
}

/** The hashes of several paths, read in one statement. */
export async function pathsOf(
  db: Executor,
  paths: readonly (readonly Part[])[],
  log: LogNumber,
): Promise<string[][]> {
  const hashes = await hashesOf(db, paths.flat(2), log)
  let at = 0
  return paths.map((path) => path.map((part) => foldHashes(hashes.slice(at, (at += part.length)))))
}

/** The root over the first `size` entries. */
export async function rootOf(db: Executor, size: number, log: LogNumber = null): Promise<string> {
  return foldHashes(await hashesOf(db, rootPart(size), log))
}

/** @throws RangeError unless 0 ≤ from ≤ to */
export async function consistencyOf(
  db: Executor,
  from: number,
  to: number,
  log: LogNumber = null,
): Promise<string[]> {
  const [path] = await pathsOf(db, [consistencyParts(from, to)], log)
  return path!
}

/** For tests: the inclusion path of one entry. @throws RangeError for an index outside @internal */
export async function inclusionOf(db: Executor, index: number, size: number): Promise<string[]> {
  const [path] = await pathsOf(db, [inclusionParts(index, size)], null)
  return path!
}

type SignedRow = Omit<Signed, 'size' | 'timeMs'> & { size: bigint; timeMs: bigint }

async function signed(
  db: Executor,
  statement: typeof sql.LATEST,
  values: readonly unknown[],
): Promise<Signed | null> {
  const [row] = await db.query<SignedRow>(statement, values)
  return row ? { ...row, size: Number(row.size), timeMs: Number(row.timeMs) } : null
}

export const latestCheckpoint = (db: Executor, log: LogNumber = null) => signed(db, sql.LATEST, [log])
export const checkpointOfSize = (db: Executor, size: number, log: LogNumber = null) =>
  signed(db, sql.OF_SIZE, [log, size])
/** The first checkpoint that covers an entry. */
export const firstCovering = (db: Executor, index: number, log: LogNumber) =>
  signed(db, sql.COVERING, [log, index])

/** A signed note with the signature lines of witnesses over it. */
export type Note = { size: number; note: string; lines: string[] }

/** The checkpoints of more than `after` entries, by ascending size. */
export async function notesFrom(
  db: Executor,
  after: number,
  limit: number,
  log: LogNumber = null,
): Promise<Note[]> {
  const rows = await db.query<Omit<Note, 'size'> & { size: bigint }>(sql.NOTES, [after, limit, log])
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

/** The number of the log in which an issue was opened, or a chain was published; undefined when no log holds it. */
export async function logOf(db: Executor, subject: string): Promise<number | undefined> {
  const [row] = await db.query<{ log: number }>(sql.LOG_OF, [subject])
  return row?.log
}

/** Whether the subject was opened in a log before the current one. */
export async function isOfLostLog(db: Executor, subject: string): Promise<boolean> {
  const log = await logOf(db, subject)
  return log !== undefined && log !== (await endOfLog(db)).log
}

/** Number, size and head of a log now, including entries that are not signed yet. An empty log has no head. */
export async function endOfLog(
  db: Executor,
  given: LogNumber = null,
): Promise<{ log: number; size: number; head: string | null }> {
  const [last] = await db.query<{ log: number; index: bigint | null; head: string | null }>(sql.LAST, [given])
  if (!last) throw new Error('there is no log')
  const { log, index, head } = last
  return { log, size: index === null ? 0 : Number(index) + 1, head }
}

type EntryRow = Omit<LoggedEntry, 'index'> & { index: bigint; at: bigint }

/** Entries from an index on, oldest first. */
export async function entriesFrom(
  db: Executor,
  from: number,
  limit: number,
  log: LogNumber = null,
): Promise<LoggedEntry[]> {
  return (await db.query<EntryRow>(sql.OLDEST, [from, limit, log])).map(view)
}

/** Entries before an index, newest first. */
export async function entriesBefore(
  db: Executor,
  before: number,
  limit: number,
  log: LogNumber = null,
): Promise<LoggedEntry[]> {
  return (await db.query<EntryRow>(sql.NEWEST, [before, limit, log])).map(view)
}

function view({ index, bytes, leaf, head }: EntryRow): LoggedEntry {
  return { index: Number(index), bytes, leaf, head }
}

/** How long the oldest entry waits to be appended, in milliseconds; 0: none waits. */
export async function oldestWaitingMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ ms: number }>(sql.WAITING_SINCE)
  return row?.ms ?? 0
}

/** The time of the current log's entry `log-rules`, Unix milliseconds; null: its openings are of version 2. */
export async function rulesAt(db: Executor): Promise<number | null> {
  const [row] = await db.query<{ at: number }>(sql.RULES_AT)
  return row?.at ?? null
}

/** The key of the current log in the text form of signed notes. A witness is started with it. */
export async function noteKeyNow(
  db: Executor,
  { nameOf, publicKey }: { nameOf(log: number): string; publicKey: string },
): Promise<string> {
  const { log } = await endOfLog(db)
  return formatKey(logKey(nameOf(log), publicKey))
}
