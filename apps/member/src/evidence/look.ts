/**
 * Compares the log that the server shows with what this device has kept of it. A server that shows different logs to
 * different members, or puts an older one back, contradicts a device that has seen more. Pure but for `reads`.
 */
import { verifyCheckpoint } from '@fairlot/fairness/checkpoint'
import type { Checkpoint } from '@fairlot/fairness/checkpoint'
import { leafHash, verifyConsistency } from '@fairlot/fairness/log'
import { MOST_CHECKPOINTS } from './evidence.ts'
import type { Alarm, AlarmKind, Continued, KeptCheckpoint, LogEvidence } from './evidence.ts'

/** The public calls of the server. Each rejects when there is no answer; null: the server has no such data. */
export type LogReads = {
  about: () => Promise<{ deployment: string; publicKey: string }>
  /** the newest checkpoint of the current log */
  checkpoint: () => Promise<{ note: string; cosignatures: readonly string[] } | null>
  /** the proof that a log of one size extends that of a smaller size */
  consistency: (range: { from: number; to: number; log: string }) => Promise<readonly string[] | null>
  /** the bytes of the first entry of a log */
  firstEntry: (log: string) => Promise<string | null>
  /** the server itself says that its log is halted, or that it is a copy for a drill */
  isHalted: () => Promise<boolean>
}

type Seen = Alarm['seen']

/** Logs of a deployment that follow lost ones: `<id>.2`, `<id>.3` … */
const FURTHER = /^(.+)\.([2-9]|[1-9][0-9]+)$/

/** Contradictions that are not proven by two signatures. */
const UNSIGNED: ReadonlySet<AlarmKind> = new Set(['shorter', 'name', 'signature'])
/** Contradictions that an older copy of the database explains. */
const MISSING: ReadonlySet<AlarmKind> = new Set(['shorter', 'name'])

/** Thrown inside a comparison; becomes the alarm. */
class Contradiction extends Error {
  readonly kind: AlarmKind
  constructor(kind: AlarmKind) {
    super(kind)
    this.kind = kind
  }
}

/**
 * Looks at the log once. The first look trusts the key that the server shows; an alarm stays until the member removes what
 * is kept. Rejects as `reads` does, and keeps nothing then.
 * @param kept null at the first visit
 * @param now Unix milliseconds of this device
 */
export async function look(kept: LogEvidence | null, reads: LogReads, now: number): Promise<LogEvidence> {
  for (let tries = 1; ; tries++) {
    const about = await reads.about()
    const before = kept ?? firstEvidence(about, now)
    if (before.alarm !== null) return before
    const newest = await reads.checkpoint()
    const seen: Seen = { ...about, note: newest?.note ?? null, cosignatures: newest?.cosignatures ?? [] }
    try {
      return { ...(await compare(before, seen, reads, now)), checkedAt: now }
    } catch (error) {
      if (!(error instanceof Contradiction)) throw error
      // The two calls may have been on both sides of a change. What is signed contradicts at once.
      if (tries === 1 && UNSIGNED.has(error.kind)) continue
      // A restored copy that says so itself neither sells nor draws; operators repair it.
      if (MISSING.has(error.kind) && (await reads.isHalted())) return before
      const alarm: Alarm = { kind: error.kind, at: now, kept: before.checkpoints.at(-1) ?? null, seen }
      return { ...before, alarm, checkedAt: now }
    }
  }
}

const firstEvidence = (about: Pick<Seen, 'deployment' | 'publicKey'>, now: number): LogEvidence => ({
  version: 1,
  deployment: about.deployment,
  publicKey: about.publicKey,
  since: now,
  checkpoints: [],
  continued: null,
  alarm: null,
  checkedAt: null,
})

async function compare(kept: LogEvidence, seen: Seen, reads: LogReads, now: number): Promise<LogEvidence> {
  if (seen.publicKey !== kept.publicKey) throw new Contradiction('key')
  const last = lastOf(kept)
  const known = last?.deployment ?? kept.deployment
  if (seen.note === null) {
    // A log that continues a lost one has no signed state in its first seconds.
    if (last === null || (seen.deployment !== known && FURTHER.test(seen.deployment))) return kept
    throw new Contradiction('shorter')
  }
  const current = verifyNamed(seen.note, kept.publicKey)
  if (current === null) throw new Contradiction('signature')
  if (current.deployment !== known) return continueLog(kept, { seen, current, known, last, reads, now })
  if (last !== null) {
    await demandGrowth(last, current, reads)
    if (current.size === last.size) return withLines(kept, seen)
  }
  return withCheckpoint(kept, seen, now)
}

/** The newest checkpoint of this device; its signature was verified before it was kept. */
function lastOf({ checkpoints, publicKey }: LogEvidence): Checkpoint | null {
  const last = checkpoints.at(-1)
  return last === undefined ? null : verifyNamed(last.note, publicKey)
}

/** The checkpoint of the log that the note names, or null when the key has not signed it. */
function verifyNamed(note: string, publicKey: string): Checkpoint | null {
  const name = /^fairlot\/([^\n]+)\n/.exec(note)?.[1]
  return name === undefined ? null : verifyCheckpoint(note, publicKey, name)
}

type State = Pick<Checkpoint, 'deployment' | 'size' | 'root'>

/** @throws Contradiction unless the newer state of the same log extends the older one */
async function demandGrowth(older: State, newer: State, reads: LogReads): Promise<void> {
  if (newer.size < older.size) throw new Contradiction('shorter')
  if (newer.size === older.size) {
    if (newer.root !== older.root) throw new Contradiction('root')
    return
  }
  const path = await reads.consistency({ from: older.size, to: newer.size, log: older.deployment })
  if (path === null || !extendsState(older, newer, path)) throw new Contradiction('fork')
}

const extendsState = (
  older: Omit<State, 'deployment'>,
  newer: Omit<State, 'deployment'>,
  path: readonly string[],
) =>
  verifyConsistency({
    oldSize: older.size,
    oldRoot: older.root,
    newSize: newer.size,
    newRoot: newer.root,
    path: [...path],
  })

function withCheckpoint(kept: LogEvidence, { note, cosignatures }: Seen, now: number): LogEvidence {
  const added: KeptCheckpoint = { note: note!, cosignatures, seenAt: now }
  return { ...kept, checkpoints: [...kept.checkpoints, added].slice(-MOST_CHECKPOINTS) }
}

/** More witnesses may have signed the same state meanwhile. */
function withLines(kept: LogEvidence, { note, cosignatures }: Seen): LogEvidence {
  const last = kept.checkpoints.at(-1)!
  if (last.note !== note || cosignatures.length <= last.cosignatures.length) return kept
  return { ...kept, checkpoints: [...kept.checkpoints.slice(0, -1), { ...last, cosignatures }] }
}

type Step = {
  seen: Seen
  current: Checkpoint
  /** name of the log that this device knows, and its last state */
  known: string
  last: Checkpoint | null
  reads: LogReads
  now: number
}

/** A log of another name must say in its first entry that it continues the log that this device knows. */
async function continueLog(
  kept: LogEvidence,
  { seen, current, known, last, reads, now }: Step,
): Promise<LogEvidence> {
  const first = await firstEntryOf(current, reads, 'proven')
  let link = first
  // Logs may have followed one another while this device was away.
  while (link.deployment !== known) {
    link = await firstEntryOf(link, reads, 'if possible')
  }
  if (last !== null) await demandLink(last, link, reads)
  const continued: Continued = {
    from: known,
    to: current.deployment,
    size: link.size,
    seenSize: last?.size ?? 0,
    lost: first.lost,
    at: first.at,
    isTold: false,
  }
  return withCheckpoint({ ...kept, continued }, seen, now)
}

type Link = State & { lost: readonly string[]; at: number }

/**
 * Reads the first entry of a log and proves that the log in this state contains it. The server cannot prove it for a log
 * whose last entries it has lost.
 * @throws Contradiction unless it continues another log
 */
async function firstEntryOf(state: State, reads: LogReads, proof: 'proven' | 'if possible'): Promise<Link> {
  const log = state.deployment
  const bytes = FURTHER.test(log) ? await reads.firstEntry(log) : null
  const link = bytes === null ? null : readLink(bytes)
  if (bytes === null || link === null) throw new Contradiction('name')
  const path = await reads.consistency({ from: 1, to: state.size, log })
  if (path === null && proof === 'if possible') return link
  if (path === null || !extendsState({ size: 1, root: leafHash(bytes) }, state, path))
    throw new Contradiction('fork')
  return link
}

function readLink(bytes: string): Link | null {
  let entry: unknown
  try {
    entry = JSON.parse(bytes)
  } catch {
    return null
  }
  if (typeof entry !== 'object' || entry === null) return null
  const { t, deployment, size, root, lost, at } = entry as Record<string, unknown>
  if (t !== 'log-continues' || typeof deployment !== 'string' || typeof root !== 'string') return null
  if (typeof size !== 'number' || typeof at !== 'number' || !Array.isArray(lost)) return null
  return { deployment, size, root, at, lost: lost.map(String) }
}

/**
 * The state that the new log names must not contradict the last one that this device has seen. A part of the lost log is
 * gone, so its growth cannot always be proven: then the two states only must differ in size.
 */
async function demandLink(last: Checkpoint, link: Link, reads: LogReads): Promise<void> {
  if (link.size === last.size && link.root !== last.root) throw new Contradiction('root')
  if (link.size <= last.size) return
  const path = await reads.consistency({ from: last.size, to: link.size, log: last.deployment })
  if (path !== null && !extendsState(last, link, path)) throw new Contradiction('fork')
}
