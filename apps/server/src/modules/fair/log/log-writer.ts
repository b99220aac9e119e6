/**
 * The transparency log. Business transactions enqueue entries, and one writer appends them: the transaction that holds the row
 * of `log_writer`, in any process. Entries, tree, head and checkpoint are written in one transaction, so that a process may
 * stop at any point. An opening and a seal are appended and signed in the transaction that creates them: no share is sold and
 * no seal exists without a checkpoint that covers the opening or the seal.
 *
 * The log begins with the entry `log-begin`; in a log that is older than this rule it stands where the first start appended
 * it. From there on the times of entries never go back: the writer dates queued entries when it appends them, and `lock`
 * returns the earliest time for an opening or a seal.
 */
import { signCheckpoint, type Checkpoint } from '@fairlot/fairness/checkpoint'
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { AuditBreach } from '@fairlot/fairness/audit'
import { entrySubject, type LogEntry, type LogEntryKind, type LogMode } from '@fairlot/fairness/entries'
import { firstHead } from '@fairlot/fairness/log'
import { foldHashes, rootPart } from '@fairlot/fairness/log-tree'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { createStanding, type LogStanding } from '../standing/standing.ts'
import { append, judge } from './append-entries.ts'
import { inOrder } from './entry-times.ts'
import { type End, endOf, nowMs } from './log-end.ts'
import { logName } from './log-name.ts'
import { appendChunk, appendQueue, OLD_RULES, type Queue, RULES, type SetAside } from './log-queue.ts'
import { hashesOf } from './log.reads.ts'
import * as sql from './log.queries.ts'
import { createSelfAudit, type KnownBreach } from './self-audit.ts'
import { keepRefused, type RefusedEntry } from './self-audit.queries.ts'

export type { SetAside } from './log-queue.ts'

export type LogOptions = {
  /** id of the deployment; it starts the hash chain and names the signer */
  deployment: string
  /** Ed25519 seed, 32 bytes hex */
  seed: string
  /** money mode of the deployment; by default a sandbox */
  mode?: LogMode
  /** version of the rules under which the log goes on */
  rules?: 2 | 3
  /** public key of the local beacon, 96 bytes hex; null with real money, and by default */
  localBeacon?: string | null
  /** whether the log may be written; by default it may always */
  standing?: LogStanding | undefined
  /** called for each queued entry that the log cannot take and that was set aside; must not throw */
  onSetAside?: ((entry: SetAside) => void) | undefined
  /** called when the audit refuses an entry of a transaction, once of each; must not throw */
  onRefused?: ((entry: RefusedEntry) => void) | undefined
  /** called when the audit finds that the log breaks a rule already; must not throw */
  onBreach?: ((log: string, breach: KnownBreach) => void) | undefined
  /** called when a stored state of the audit is not the one that this server stored; must not throw */
  onBadState?: ((log: string, why: string) => void) | undefined
}

/** The audit of the log refuses an entry, so it is not appended: the transaction that it describes must not happen. */
export class LogRefused extends Error {
  override name = 'LogRefused'
}

/** What a new log says of the lost one: its number, its last known state, and the issues that are refunded. */
export type LostLog = { number: number; size: number; root: string; lost: readonly string[] }

/**
 * Entries that wait in the queue. The writer replaces their `at` by the time at which it appends them. A draw, a result or the
 * void of a round or of an event is not dated before its own `at`, also when the clock goes back in the meantime.
 */
export type QueuedEntry = Extract<
  LogEntry,
  {
    t:
      | 'issue-draw'
      | 'issue-favour'
      | 'issue-refund'
      | 'round-result'
      | 'round-void'
      | 'event-draw'
      | 'event-favour'
      | 'event-void'
      | 'verifier'
      | 'funding'
      | 'withdrawals'
  }
>

/** Where the log stands while a transaction holds its lock. Times are Unix milliseconds. */
export type LogTimes = {
  /** the earliest time that the next entry may have */
  floorMs: number
  /** the time at which the log began; an issue that opens before it belongs to the demo world */
  beganMs: number
}

export type LogWriter = {
  /** id of the deployment, which is the name of its first log */
  readonly deployment: string
  /** Whether the log may be written. Nothing is appended or signed while it may not. */
  readonly standing: LogStanding
  /** The name of a log of this deployment, by its number. */
  nameOf(log: number): string
  /** 32 bytes hex */
  readonly publicKey: string
  /** version of the rules under which issues, events and chains open */
  readonly rules: 2 | 3
  /**
   * Appends `log-begin` and `log-rules` unless the log has it or is halted. The server calls it at its start, before it writes anything
   * else.
   */
  begin(db: Db): Promise<void>
  /**
   * Starts the log with this number after a lost one, with its first entries and a checkpoint, in the caller's transaction,
   * which holds the lock.
   */
  beginAfter(tx: Tx, number: number, after: LostLog): Promise<Checkpoint>
  /**
   * Enqueues entries in the transaction that they describe. Takes no lock. An entry that the audit of the log refuses later is set
   * aside, so nothing may depend on it.
   */
  enqueue(tx: Tx, ...entries: readonly QueuedEntry[]): Promise<void>
  /**
   * Locks the log until the transaction ends and appends the enqueued entries, for an entry that must be dated under the
   * lock. Take it before any other lock, and do not hold it while waiting for anything outside the database.
   */
  lock(tx: Tx): Promise<LogTimes>
  /** Only locks the log, whatever its standing. */
  hold(tx: Tx): Promise<void>
  /**
   * Appends entries and signs a checkpoint over all, in the caller's transaction. Dates entries of the kinds that can be
   * queued; an opening or a seal keeps its time.
   * @throws Error when an opening or a seal is dated before the end of the log; LogHalted; LogRefused
   */
  publish(tx: Tx, entries: readonly LogEntry[]): Promise<Checkpoint>
  /**
   * Appends entries that can be queued in the transaction that they describe, which holds the lock. The next `flush` signs them.
   * @throws LogRefused
   */
  append(tx: Tx, ...entries: readonly QueuedEntry[]): Promise<void>
  /**
   * Appends the enqueued entries. Signs a checkpoint over new entries once per minute, and at once when they contain a draw or
   * the caller asks for it. Appends nothing while the log is halted. Raises the high-water mark to the newest checkpoint.
   * @returns the number of appended entries
   */
  flush(db: Db, options?: { checkpoint?: boolean }): Promise<number>
  /** What is wrong with the stored state of the writer's audit of a log; null: nothing, or there is none. */
  auditProblem(db: Executor, log: number): Promise<string | null>
  /** Whether a signed checkpoint covers the entry of this kind about an issue. */
  covers(db: Executor, kind: LogEntryKind, subject: string): Promise<boolean>
}

type Look = {
  pending: boolean
  size: bigint
  signed: bigint
  signedMs: bigint | null
  /** a draw is in the log that no checkpoint covers */
  awaited: boolean
  now: bigint
}

/** @throws RangeError when the seed is not 32 bytes of hex */
export function createLogWriter(options: LogOptions): LogWriter {
  const { deployment, seed, mode = 'sandbox', rules = 2, localBeacon = null } = options
  const { onSetAside = ignore, onRefused = ignore, onBreach = ignore, onBadState = ignore } = options
  const standing = options.standing ?? createStanding({ deployment })
  const publicKey = publicKeyOf(seed)
  const nameOf = (log: number) => logName(deployment, log)
  const audit = createSelfAudit({ nameOf, publicKey, seed, onBreach, onBadState })
  const queue: Queue = { audit, onSetAside }
  /** what was refused: the transaction is undone, so the next flush writes it down */
  const refusals: RefusedEntry[] = []

  function refuse(
    log: number,
    { kind, subject }: { kind: string; subject: string | null },
    breach: AuditBreach,
  ): never {
    const { rule, message: why } = breach
    // a slow transaction misses the round of its seal now and then; the seal is made again with a later one
    if (rule !== 'seal-late') refusals.push({ log, kind, subject: subject ?? '', rule, why })
    throw new LogRefused(`the log refuses the entry ${kind} (rule ${rule}): ${why}`, { cause: breach })
  }

  /** Appends entries that have their times. @throws LogRefused */
  async function appendAll(tx: Tx, end: End, entries: readonly LogEntry[]): Promise<End> {
    const { fit, refused } = await judge(tx, audit, end, entries)
    for (const { entry, breach } of refused)
      refuse(end.log, { kind: entry.t, subject: entrySubject(entry) }, breach)
    return append(tx, end, fit)
  }

  /** Takes the lock, and lets the log and its rules begin if they have not. */
  async function lockLog(tx: Tx): Promise<End> {
    await tx.query(sql.LOCK)
    const found = await endOf(tx, deployment)
    const end = found.beganMs === null ? await beginLog(tx, found) : found
    return end.hasRules || rules < 3 ? end : beginRules(tx, end)
  }

  /** The first entry that this release appends to an older log, and the second of a new one. Needs the lock. */
  async function beginRules(tx: Tx, end: End): Promise<End> {
    await appendAll(tx, end, [rulesAt(Math.max(end.floorMs, await nowMs(tx)))])
    return endOf(tx, deployment)
  }

  const rulesAt = (at: number): LogEntry => ({ t: 'log-rules', version: 3, localBeacon, at })
  const firstRules = (at: number): LogEntry[] => (rules < 3 ? [] : [rulesAt(at)])

  /** Needs the lock. The new entry is not signed here: the demo world's times, which follow, lie before it. */
  async function beginLog(tx: Tx, found: End): Promise<End> {
    const end = await appendQueue(tx, found, OLD_RULES, queue)
    const at = Math.max(end.floorMs, await nowMs(tx))
    await appendAll(tx, end, [{ t: 'log-begin', deployment: nameOf(end.log), mode, at }, ...firstRules(at)])
    return endOf(tx, deployment)
  }

  /** @throws LogHalted when the log does not extend what this server or a witness has seen; LogRefused */
  async function sign(tx: Tx, end: End, now: number): Promise<Checkpoint> {
    await standing.require(tx)
    const { log, size, head, floorMs } = end
    const root = foldHashes(await hashesOf(tx, rootPart(size), log))
    const timeMs = Math.max(floorMs, now)
    const checkpoint: Checkpoint = { deployment: nameOf(log), size, root, head, timeMs }
    const note = signCheckpoint(seed, checkpoint)
    const judging = await audit.at(tx, end)
    try {
      judging.checkpoint(note, timeMs)
    } catch (error) {
      if (!(error instanceof AuditBreach)) throw error
      refuse(log, { kind: 'checkpoint', subject: null }, error)
    }
    await tx.query(sql.SIGN, [size, root, head, timeMs, note, log])
    return checkpoint
  }

  /** One step of `flush`: appends a chunk of entries, and signs a checkpoint when one is due. */
  async function step(tx: Tx, atOnce: boolean): Promise<number> {
    const { end, entries } = await appendChunk(tx, await lockLog(tx), RULES, queue)
    const look = await lookAt(tx)
    const signed = isDue(look, atOnce) ? await sign(tx, end, Number(look.now)) : null
    const at = signed ? { ...end, signed: end.size, signedMs: signed.timeMs } : end
    await (await audit.at(tx, at)).store(tx)
    return entries.length
  }

  async function keepRefusals(db: Db): Promise<void> {
    for (const refused of refusals.splice(0)) if ((await keepRefused(db, refused)) === 1) onRefused(refused)
  }

  return {
    deployment,
    publicKey,
    rules,
    standing,
    nameOf,
    async begin(db) {
      if ((await standing.check(db)) !== 'ok') return
      // without the lock, so that a long log stops nobody; the entries of this moment are read under it
      await audit.at(db, await endOf(db, deployment))
      await db.tx(lockLog)
    },
    async beginAfter(tx, number, after) {
      const at = await nowMs(tx)
      const end: End = {
        log: number,
        size: 0,
        head: firstHead(nameOf(number)),
        floorMs: 0,
        beganMs: null,
        hasRules: false,
        signed: 0,
        signedMs: 0,
      }
      const { size, root, lost } = after
      const next = await appendAll(tx, end, [
        { t: 'log-continues', deployment: nameOf(after.number), size, root, lost, at },
        { t: 'log-begin', deployment: nameOf(number), mode, at },
        ...firstRules(at),
      ])
      return sign(tx, next, at)
    },
    async hold(tx) {
      await tx.query(sql.LOCK)
    },
    async enqueue(tx, ...entries) {
      await tx.query(sql.ENQUEUE, [entries.map((entry) => JSON.stringify(entry))])
    },
    async lock(tx) {
      const { floorMs, beganMs } = await appendQueue(tx, await lockLog(tx), RULES, queue)
      return { floorMs, beganMs: beganMs ?? 0 }
    },
    async publish(tx, entries) {
      // the queue stays: an entry of it would be dated after the time that the caller has taken
      const end = await lockLog(tx)
      const now = await nowMs(tx)
      return sign(tx, await appendAll(tx, end, inOrder(entries, end.floorMs, now)), now)
    },
    async append(tx, ...entries) {
      const end = await lockLog(tx)
      await appendAll(tx, end, inOrder(entries, end.floorMs, await nowMs(tx)))
    },
    async flush(db, { checkpoint = false } = {}) {
      await keepRefusals(db)
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
    auditProblem: audit.problem,
    async covers(db, kind, subject) {
      const [row] = await db.query<{ covered: boolean }>(sql.COVERED, [kind, subject])
      return row!.covered
    },
  }
}

const ignore = () => undefined

async function lookAt(db: Executor): Promise<Look> {
  const [row] = await db.query<Look>(sql.LOOK)
  return row!
}

/** Whether a checkpoint is due. A backlog is appended completely before it is signed. */
function isDue({ pending, size, signed, signedMs, awaited, now }: Look, atOnce: boolean): boolean {
  if (pending || size === signed) return false
  const minute = (ms: bigint) => Math.floor(Number(ms) / MINUTE_MS)
  // members wait for the proof of a draw
  return atOnce || awaited || signedMs === null || minute(signedMs) !== minute(now)
}
