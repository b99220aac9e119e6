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
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { hashesOf } from './log.reads.ts'
import * as sql from './log.queries.ts'

export type LogOptions = {
  /** id of the deployment; it starts the hash chain and names the signer */
  deployment: string
  /** Ed25519 seed, 32 bytes hex */
  seed: string
}

export type LogWriter = {
  readonly deployment: string
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
  /** Whether a signed checkpoint covers the entry of this kind about an issue. */
  covers(db: Executor, kind: LogEntryKind, subject: string): Promise<boolean>
}

/** The end of the log: the next index, and the head so far. */
type End = { size: number; head: string }
type Look = { pending: boolean; size: bigint; signed: bigint; signedMs: bigint | null; now: bigint }

/** Maximum entries per transaction; a longer backlog is appended in steps. */
const CHUNK = 1_000

/** @throws RangeError when the seed is not 32 bytes of hex */
export function createLogWriter({ deployment, seed }: LogOptions): LogWriter {
  const publicKey = publicKeyOf(seed)

  async function endOf(db: Executor): Promise<End> {
    const [last] = await db.query<{ index: bigint; head: string }>(sql.LAST)
    return last ? { size: Number(last.index) + 1, head: last.head } : { size: 0, head: firstHead(deployment) }
  }

  /** Needs the lock. */
  async function append(tx: Tx, end: End, entries: readonly LogEntry[]): Promise<End> {
    if (entries.length === 0) return end
    const texts = entries.map(entryText)
    const leaves = texts.map(leafHash)
    const heads = [end.head]
    for (const leaf of leaves) heads.push(nextHead(heads.at(-1)!, leaf))
    const edge = await hashesOf(tx, rootPart(end.size))
    await tx.query(sql.APPEND, [
      end.size,
      entries.map(({ t }) => t),
      entries.map(entrySubject),
      texts,
      leaves,
      heads.slice(0, -1),
      heads.slice(1),
    ])
    const nodes = completedBy(end.size, edge, leaves).filter(({ level }) => level > 0)
    await tx.query(sql.ADD_NODES, [
      nodes.map(({ level }) => level),
      nodes.map(({ position }) => position),
      nodes.map(({ hash }) => hash),
    ])
    return { size: end.size + entries.length, head: heads.at(-1)! }
  }

  /** Appends up to a chunk of enqueued entries. Needs the lock. */
  async function appendQueued(tx: Tx, end: End): Promise<{ end: End; entries: LogEntry[] }> {
    const taken = await tx.query<{ id: bigint; entry: LogEntry }>(sql.TAKE, [CHUNK])
    const entries = taken.sort((a, b) => (a.id < b.id ? -1 : 1)).map(({ entry }) => entry)
    return { end: await append(tx, end, entries), entries }
  }

  async function sign(tx: Tx, { size, head }: End, timeMs: number): Promise<Checkpoint> {
    const root = foldHashes(await hashesOf(tx, rootPart(size)))
    const checkpoint: Checkpoint = { deployment, size, root, head, timeMs }
    await tx.query(sql.SIGN, [size, root, head, timeMs, signCheckpoint(seed, checkpoint)])
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
        if (!look.pending && !isDue(look, checkpoint)) return appended
        appended += await db.tx((tx) => step(tx, checkpoint))
      }
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
