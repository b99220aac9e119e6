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
import {
  entrySubject,
  entryText,
  type LogEntry,
  type LogEntryKind,
  type LogMode,
} from '@fairlot/fairness/entries'
import { firstHead, leafHash, nextHead } from '@fairlot/fairness/log'
import { completedBy, foldHashes, rootPart } from '@fairlot/fairness/log-tree'
import type { Db, Executor, Tx } from '../../../platform/db.ts'
import { MINUTE_MS } from '../../../platform/durations.ts'
import { unfitBecause } from './fit-entry.ts'
import { createStanding, type LogStanding } from '../standing/standing.ts'
import { logName } from './log-name.ts'
import { hashesOf } from './log.reads.ts'
import * as sql from './log.queries.ts'

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
}

/** A queued entry that the log cannot take. */
export type SetAside = { id: bigint; kind: string; why: string }

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
      | 'issue-refund'
      | 'round-result'
      | 'round-void'
      | 'event-draw'
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
  /** Enqueues entries in the transaction that they describe. Takes no lock. */
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
   * @throws Error when an opening or a seal is dated before the end of the log; LogHalted
   */
  publish(tx: Tx, entries: readonly LogEntry[]): Promise<Checkpoint>
  /**
   * Appends the enqueued entries. Signs a checkpoint over new entries once per minute, and at once when they contain a draw or
   * the caller asks for it. Appends nothing while the log is halted. Raises the high-water mark to the newest checkpoint.
   * @returns the number of appended entries
   */
  flush(db: Db, options?: { checkpoint?: boolean }): Promise<number>
  /** Whether a signed checkpoint covers the entry of this kind about an issue. */
  covers(db: Executor, kind: LogEntryKind, subject: string): Promise<boolean>
}

/** The end of the current log. */
type End = {
  /** its number */
  log: number
  /** the next index */
  size: number
  head: string
  floorMs: number
  /** null: the log has not begun */
  beganMs: number | null
  /** the log has the entry `log-rules` */
  hasRules: boolean
}
type EndRow = {
  log: number
  size: bigint
  head: string | null
  floorMs: bigint
  beganMs: bigint | null
  hasRules: boolean
}
type Look = { pending: boolean; size: bigint; signed: bigint; signedMs: bigint | null; now: bigint }

/** Maximum entries per transaction; a longer backlog is appended in steps. */
const CHUNK = 1_000

/** Entries that were enqueued before the log began keep their times, and are appended before its beginning. */
const OLD_RULES = 1
const RULES = 2

/** @throws RangeError when the seed is not 32 bytes of hex */
export function createLogWriter(options: LogOptions): LogWriter {
  const { deployment, seed, mode = 'sandbox', rules = 2, localBeacon = null } = options
  const { onSetAside = () => undefined } = options
  const standing = options.standing ?? createStanding({ deployment })
  const publicKey = publicKeyOf(seed)
  const nameOf = (log: number) => logName(deployment, log)

  /** Takes the lock, and lets the log and its rules begin if they have not. */
  async function lockLog(tx: Tx): Promise<End> {
    await tx.query(sql.LOCK)
    const found = await endOf(tx, deployment)
    const end = found.beganMs === null ? await beginLog(tx, found) : found
    return end.hasRules || rules < 3 ? end : beginRules(tx, end)
  }

  /** The first entry that this release appends to an older log, and the second of a new one. Needs the lock. */
  async function beginRules(tx: Tx, end: End): Promise<End> {
    await append(tx, end, [rulesAt(Math.max(end.floorMs, await nowMs(tx)))])
    return endOf(tx, deployment)
  }

  const rulesAt = (at: number): LogEntry => ({ t: 'log-rules', version: 3, localBeacon, at })
  const firstRules = (at: number): LogEntry[] => (rules < 3 ? [] : [rulesAt(at)])

  /** Needs the lock. The new entry is not signed here: the demo world's times, which follow, lie before it. */
  async function beginLog(tx: Tx, found: End): Promise<End> {
    const end = await appendQueue(tx, found, OLD_RULES, onSetAside)
    const at = Math.max(end.floorMs, await nowMs(tx))
    await append(tx, end, [{ t: 'log-begin', deployment: nameOf(end.log), mode, at }, ...firstRules(at)])
    return endOf(tx, deployment)
  }

  /** @throws LogHalted when the log does not extend what this server or a witness has seen */
  async function sign(tx: Tx, { log, size, head, floorMs }: End, now: number): Promise<Checkpoint> {
    await standing.require(tx)
    const root = foldHashes(await hashesOf(tx, rootPart(size), log))
    const timeMs = Math.max(floorMs, now)
    const checkpoint: Checkpoint = { deployment: nameOf(log), size, root, head, timeMs }
    await tx.query(sql.SIGN, [size, root, head, timeMs, signCheckpoint(seed, checkpoint), log])
    return checkpoint
  }

  /** One step of `flush`: appends a chunk of entries, and signs a checkpoint when one is due. */
  async function step(tx: Tx, atOnce: boolean): Promise<number> {
    const { end, entries } = await appendChunk(tx, await lockLog(tx), RULES, onSetAside)
    const look = await lookAt(tx)
    // members wait for the proof of a result
    const awaited = atOnce || entries.some(({ t }) => t === 'issue-draw')
    if (isDue(look, awaited)) await sign(tx, end, Number(look.now))
    return entries.length
  }

  return {
    deployment,
    publicKey,
    rules,
    standing,
    nameOf,
    async begin(db) {
      if ((await standing.check(db)) === 'ok') await db.tx(lockLog)
    },
    async beginAfter(tx, number, after) {
      const at = await nowMs(tx)
      const empty: End = {
        log: number,
        size: 0,
        head: firstHead(nameOf(number)),
        floorMs: 0,
        beganMs: null,
        hasRules: false,
      }
      const { size, root, lost } = after
      const end = await append(tx, empty, [
        { t: 'log-continues', deployment: nameOf(after.number), size, root, lost, at },
        { t: 'log-begin', deployment: nameOf(number), mode, at },
        ...firstRules(at),
      ])
      return sign(tx, end, at)
    },
    async hold(tx) {
      await tx.query(sql.LOCK)
    },
    async enqueue(tx, ...entries) {
      await tx.query(sql.ENQUEUE, [entries.map((entry) => JSON.stringify(entry))])
    },
    async lock(tx) {
      const { floorMs, beganMs } = await appendQueue(tx, await lockLog(tx), RULES, onSetAside)
      return { floorMs, beganMs: beganMs ?? 0 }
    },
    async publish(tx, entries) {
      // the queue stays: an entry of it would be dated after the time that the caller has taken
      const end = await lockLog(tx)
      const now = await nowMs(tx)
      return sign(tx, await append(tx, end, inOrder(entries, end.floorMs, now)), now)
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
    async covers(db, kind, subject) {
      const [row] = await db.query<{ covered: boolean }>(sql.COVERED, [kind, subject])
      return row!.covered
    },
  }
}

async function endOf(db: Executor, deployment: string): Promise<End> {
  const [row] = await db.query<EndRow>(sql.END)
  const { log, size, head, floorMs, beganMs, hasRules } = row!
  return {
    log,
    size: Number(size),
    head: head ?? firstHead(logName(deployment, log)),
    floorMs: Number(floorMs),
    beganMs: beganMs === null ? null : Number(beganMs),
    hasRules,
  }
}

async function nowMs(db: Executor): Promise<number> {
  const [row] = await db.query<{ now: bigint }>(sql.NOW)
  return Number(row!.now)
}

async function lookAt(db: Executor): Promise<Look> {
  const [row] = await db.query<Look>(sql.LOOK)
  return row!
}

const KEEPS_ITS_TIME: ReadonlySet<LogEntryKind> = new Set([
  'issue-open',
  'issue-seal',
  'game-chain',
  'round-seal',
  'event-open',
  'event-seal',
  'log-begin',
  'solvency',
  'reserve',
])

/** Not dated before their own `at`: the time of the beacon round, the end of betting, or the deadline of an event. */
const NOT_BEFORE: ReadonlySet<LogEntryKind> = new Set([
  'issue-draw',
  'round-result',
  'round-void',
  'event-draw',
  'event-void',
])

/** Dates entries that the writer dates, and leaves the others as they are. */
function dated(entries: readonly LogEntry[], floorMs: number, now: number): LogEntry[] {
  let at = Math.max(floorMs, now)
  return entries.map((entry) => {
    if (KEEPS_ITS_TIME.has(entry.t)) return entry
    if (NOT_BEFORE.has(entry.t)) at = Math.max(at, entry.at)
    return { ...entry, at }
  })
}

/** As `dated`. @throws Error when an entry is dated before the one before it */
function inOrder(entries: readonly LogEntry[], floorMs: number, now: number): LogEntry[] {
  let last = floorMs
  return dated(entries, floorMs, now).map((entry) => {
    if (entry.at < last) throw new Error(`the entry ${entry.t} is dated before the end of the log`)
    last = entry.at
    return entry
  })
}

/** Needs the lock. */
async function append(tx: Tx, end: End, entries: readonly LogEntry[]): Promise<End> {
  const last = entries.at(-1)
  if (!last) return end
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
  return {
    ...end,
    size: end.size + entries.length,
    head: heads.at(-1)!,
    floorMs: Math.max(end.floorMs, last.at),
  }
}

/**
 * Appends up to a chunk of the entries that were enqueued under these rules or older ones. Sets aside those that the log cannot
 * take: one of them would stop the log, and with it every seal. Needs the lock.
 */
async function appendChunk(
  tx: Tx,
  end: End,
  rules: number,
  onSetAside: (entry: SetAside) => void,
): Promise<{ end: End; entries: LogEntry[]; taken: number }> {
  const rows = await tx.query<{ id: bigint; entry: LogEntry; rules: number }>(sql.TAKE, [CHUNK, rules])
  const taken = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const unfit = taken.flatMap(({ id, entry, rules: under }) => {
    const why = unfitBecause(entry, under === OLD_RULES)
    return why === null ? [] : [{ id, entry, why }]
  })
  if (unfit.length > 0) {
    await tx.query(sql.SET_ASIDE, [
      end.log,
      unfit.map(({ id }) => id),
      unfit.map(({ entry }) => JSON.stringify(entry)),
      unfit.map(({ why }) => why),
    ])
    for (const { id, entry, why } of unfit) onSetAside({ id, kind: entry.t, why })
  }
  const bad = new Set(unfit.map(({ id }) => id))
  const queued = taken.filter(({ id }) => !bad.has(id)).map(({ entry }) => entry)
  const entries = rules === OLD_RULES ? queued : dated(queued, end.floorMs, await nowMs(tx))
  return { end: await append(tx, end, entries), entries, taken: taken.length }
}

/** Appends all entries that were enqueued under these rules or older ones. Needs the lock. */
async function appendQueue(
  tx: Tx,
  from: End,
  rules: number,
  onSetAside: (entry: SetAside) => void,
): Promise<End> {
  let end = from
  for (;;) {
    const chunk = await appendChunk(tx, end, rules, onSetAside)
    end = chunk.end
    if (chunk.taken === 0) return end
  }
}

/** Whether a checkpoint is due. A backlog is appended completely before it is signed. */
function isDue({ pending, size, signed, signedMs, now }: Look, atOnce: boolean): boolean {
  if (pending || size === signed) return false
  const minute = (ms: bigint) => Math.floor(Number(ms) / MINUTE_MS)
  return atOnce || signedMs === null || minute(signedMs) !== minute(now)
}
