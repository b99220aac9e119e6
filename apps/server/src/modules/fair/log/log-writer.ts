/**
 * The transparency log. Business transactions enqueue entries, and one writer appends them: the transaction that holds the row
 * of `log_writer`, in any process. Entries, tree, head and checkpoint are written in one transaction, so that a process may
 * stop at any point. A seal is appended and signed in the transaction that creates it: no seal exists without a checkpoint
 * that covers it.
 */
import { signCheckpoint, type Checkpoint } from '@fairlot/fairness/checkpoint'
import { publicKeyOf } from '@fairlot/fairness/ed25519'
import { entrySubject, entryText, type LogEntry, type LogEntryKind } from '@fairlot/fairness/entries'
import { firstHead, leafHash, nextHead } from '@fairlot/fairness/log'
import { completedBy, foldHashes, rootPart } from '@fairlot/fairness/log-tree'
import type { MoneyMode } from '@fairlot/contract/money-mode'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { createStanding, type LogStanding } from '../standing/standing.ts'
import { logName } from './log-name.ts'
import { endOfLog, hashesOf } from './log.reads.ts'
import * as sql from './log.queries.ts'

export type LogOptions = {
  /** id of the deployment; it starts the hash chain and names the signer */
  deployment: string
  /** Ed25519 seed, 32 bytes hex */
  seed: string
  /** whether the log may be written; by default it may always */
  standing?: LogStanding | undefined
}

/** How a new log names the lost one: its number, and its last known state. */
export type LostLog = { number: number; size: number; root: string; lost: readonly string[] }

export type LogWriter = {
  /** id of the deployment, which is the name of its first log */
  readonly deployment: string
  readonly standing: LogStanding
  /** The name of a log of this deployment, by its number. */
  nameOf(log: number): string
  /** 32 bytes hex */
  readonly publicKey: string
  /** Enqueues entries in the transaction that they describe. Takes no lock. */
  enqueue(tx: Tx, ...entries: readonly LogEntry[]): Promise<void>
  /**
   * Locks the log until the transaction ends, for entries that must be dated under the lock. Take it before any other lock,
   * and do not hold it while waiting for anything outside the database.
   */
  lock(tx: Tx): Promise<void>
  /** Appends the enqueued entries, then `entries`, and signs a checkpoint over all, in the caller's transaction. */
  publish(tx: Tx, entries: readonly LogEntry[]): Promise<Checkpoint>
  /**
   * Appends the enqueued entries. Signs a checkpoint over new entries once per minute, and at once when they contain a draw or
   * the caller asks for it.
   * @returns the number of appended entries
   */
  flush(db: Db, options?: { checkpoint?: boolean }): Promise<number>
  /**
   * Starts the log with this number after a lost one, with its first entries and a checkpoint, in the caller's transaction,
   * which holds the lock.
   */
  begin(tx: Tx, number: number, after: LostLog, mode: MoneyMode): Promise<Checkpoint>
  /** Whether a signed checkpoint covers the entry of this kind about an issue. */
  covers(db: Executor, kind: LogEntryKind, subject: string): Promise<boolean>
}

/** The end of a log: its number, the next index, and the head so far. */
type End = { log: number; size: number; head: string }
type Look = { pending: boolean; size: bigint; signed: bigint; signedMs: bigint | null; now: bigint }

/** Maximum entries per transaction; a longer backlog is appended in steps. */
const CHUNK = 1_000

/** @throws RangeError when the seed is not 32 bytes of hex */
export function createLogWriter(options: LogOptions): LogWriter {
  const { deployment, seed } = options
  const standing = options.standing ?? createStanding({ deployment })
  const publicKey = publicKeyOf(seed)
  const nameOf = (log: number) => logName(deployment, log)

  async function endOf(db: Executor): Promise<End> {
    const { log, size, head } = await endOfLog(db)
    return { log, size, head: head ?? firstHead(nameOf(log)) }
  }

  /** Needs the lock. */
  async function append(tx: Tx, end: End, entries: readonly LogEntry[]): Promise<End> {
    if (entries.length === 0) return end
    const texts = entries.map(entryText)
    const leaves = texts.map(leafHash)
    const heads = [end.head]
    for (const leaf of leaves) heads.push(nextHead(heads.at(-1)!, leaf))
    const edge = await hashesOf(tx, rootPart(end.size), end.log)
    await tx.query(sql.APPEND, [
      end.size,
      entries.map(({ t }) => t),
      entries.map(entrySubject),
      texts,
      leaves,
      heads.slice(0, -1),
      heads.slice(1),
      end.log,
    ])
    const nodes = completedBy(end.size, edge, leaves).filter(({ level }) => level > 0)
    await tx.query(sql.ADD_NODES, [
      nodes.map(({ level }) => level),
      nodes.map(({ position }) => position),
      nodes.map(({ hash }) => hash),
      end.log,
    ])
    return { log: end.log, size: end.size + entries.length, head: heads.at(-1)! }
  }

  /** Appends up to a chunk of enqueued entries. Needs the lock. */
  async function appendQueued(tx: Tx, end: End): Promise<{ end: End; entries: LogEntry[] }> {
    const taken = await tx.query<{ id: bigint; entry: LogEntry }>(sql.TAKE, [CHUNK])
    const entries = taken.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ entry }) => entry)
    return { end: await append(tx, end, entries), entries }
  }

  /** @throws LogHalted when the log does not extend what this server or a witness has seen */
  async function sign(tx: Tx, { log, size, head }: End, timeMs: number): Promise<Checkpoint> {
    await standing.require(tx)
    const root = foldHashes(await hashesOf(tx, rootPart(size), log))
    const checkpoint: Checkpoint = { deployment: nameOf(log), size, root, head, timeMs }
    await tx.query(sql.SIGN, [size, root, head, timeMs, signCheckpoint(seed, checkpoint), log])
    return checkpoint
  }

  const lookAt = async (db: Executor): Promise<Look> => (await db.query<Look>(sql.LOOK))[0]!

  /** One step of `flush`: appends a chunk of entries, and signs a checkpoint when one is due. */
  async function step(tx: Tx, atOnce: boolean): Promise<number> {
    await tx.query(sql.LOCK)
    const { end, entries } = await appendQueued(tx, await endOf(tx))
    const look = await lookAt(tx)
    // members wait for the proof of a result
    const awaited = atOnce || entries.some(({ t }) => t === 'issue-draw')
    if (isDue(look, awaited)) await sign(tx, end, Number(look.now))
    return entries.length
  }

  return {
    deployment,
    publicKey,
    standing,
    nameOf,
    async enqueue(tx, ...entries) {
      await tx.query(sql.ENQUEUE, [entries.map((entry) => JSON.stringify(entry))])
    },
    async lock(tx) {
      await tx.query(sql.LOCK)
    },
    async publish(tx, entries) {
      await tx.query(sql.LOCK)
      let end = await endOf(tx)
      for (;;) {
        const taken = await appendQueued(tx, end)
        end = taken.end
        if (taken.entries.length === 0) break
      }
      end = await append(tx, end, entries)
      const { now, signed } = await lookAt(tx)
      if (Number(signed) === end.size) throw new Error('there are no new entries to sign')
      return sign(tx, end, Number(now))
    },
    async flush(db, { checkpoint = false } = {}) {
      let appended = 0
      for (;;) {
        const look = await lookAt(db)
        if (!look.pending && !isDue(look, checkpoint)) break
        // what waits goes on waiting while the log is halted: a new log can still take it over
        if ((await standing.check(db)) !== 'ok') return appended
        appended += await db.tx((tx) => step(tx, checkpoint))
      }
      if ((await standing.check(db)) === 'ok') await standing.keep(db)
      return appended
    },
    async begin(tx, number, after, mode) {
      const { now } = await lookAt(tx)
      const at = Number(now)
      const end = await append(tx, { log: number, size: 0, head: firstHead(nameOf(number)) }, [
        {
          t: 'log-continues',
          deployment: nameOf(after.number),
          size: after.size,
          root: after.root,
          lost: after.lost,
          at,
        },
        { t: 'log-begin', deployment: nameOf(number), mode, at },
      ])
      return sign(tx, end, at)
    },
    async covers(db, kind, subject) {
      const [row] = await db.query<{ covered: boolean }>(sql.COVERED, [kind, subject])
      return row!.covered
    },
  }
}

/** Whether a checkpoint is due. A backlog is appended completely before it is signed. */
function isDue({ pending, size, signed, signedMs, now }: Look, atOnce: boolean): boolean {
  if (pending || size === signed) return false
  const minute = (ms: bigint) => Math.floor(Number(ms) / MINUTE_MS)
  return atOnce || signedMs === null || minute(signedMs) !== minute(now)
}
