/**
 * The auditor: reads a log entry by entry and checks every rule that its entries and checkpoints can show. It is
 * incremental, so that verifier, witness and doctor share it: its state is a plain JSON value, and an audit that stops and
 * continues from its state gives the same result as one pass.
 */
import { firstHead, leafHash, nextHead } from '../log.ts'
import { foldHashes } from '../log-tree.ts'
import { admitted } from './admit.ts'
import { applyEntry } from './apply-entry.ts'
import { passCheckpoint, passCosignature } from './checkpoint-rules.ts'
import { appendLeaf } from './edge.ts'
import { parseEntry } from './read-entry.ts'
import { type ReserveSummary, summarizeReserves } from './reserve-rules.ts'
import { passRoundLine } from './round-rules.ts'
import {
  AuditBreach,
  type AuditCounts,
  type AuditedLog,
  type AuditFrame,
  type AuditOptions,
  type AuditState,
  type FoundEntry,
  type IssueRecord,
} from './types.ts'
import { passChainLine } from './version-3/lines.ts'
import { lookAhead } from './version-3/rounds-ahead.ts'
import { type WaitingSeal, waitingSeals } from './waiting.ts'

/** After a breach the auditor is in the state before the call that failed. */
export type Auditor = {
  /** Audits the next entry. @returns its leaf hash @throws AuditBreach */
  entry(bytes: string): string
  /**
   * As `entry`, for an entry that its log has already: after a breach the audit goes on behind it. Later entries about the same
   * subject are then not judged. @returns the breach; null: the entry follows the rules
   */
  admit(bytes: string): AuditBreach | null
  /**
   * Tells which entries come next, so that the beacon's signatures in them are checked together, which takes a tenth of the time. Judges
   * nothing and changes nothing.
   */
  ahead(entries: readonly string[]): void
  /** Audits a checkpoint over all entries so far; `note` carries the log's signature only. @throws AuditBreach */
  checkpoint(note: string): void
  /** As `admit`, for a checkpoint: the seals that it covers are published, if late. */
  admitCheckpoint(note: string): AuditBreach | null
  /**
   * Takes a witness' signature line over a checkpoint of this size that was audited before.
   * @param isShown whether the log shows the line, as by default. One that only its witness keeps binds seals, and gives life to no chain:
   *   which chain is dead follows from what everybody sees
   * @throws AuditBreach
   */
  cosignature(size: number, line: string, isShown?: boolean): void
  size(): number
  root(): string
  head(): string
  /** number of entries that a checkpoint covers */
  covered(): number
  counts(): AuditCounts
  /** what the log states about the reserves of finance products */
  reserves(): ReserveSummary
  /** note verifier keys of all witnesses that openings have named */
  named(): readonly string[]
  /** whether the log has begun under the rules of version 2 */
  begun(): boolean
  /** the entries about an issue or an event, in the order of the log */
  find(subject: string): readonly FoundEntry[]
  /** seals with a beacon round that are not drawn yet, and chains that lack witnesses */
  waiting(): readonly WaitingSeal[]
  /** the sizes of the checkpoints whose cosignatures can still count */
  kept(): readonly number[]
  /** Remembers the present state for `rewind`. */
  mark(): void
  /** Goes back to the state of the last `mark`; without one, to that of the creation. */
  rewind(): void
  state(): AuditState
}

const COUNTS: AuditCounts = {
  opened: 0,
  sealed: 0,
  furtherAttempts: 0,
  drawn: 0,
  refunded: 0,
  favours: 0,
  favoursStated: 0,
  favoursLate: 0,
  refundedDeadline: 0,
  refundedPk: 0,
  refundedMinimum: 0,
  refundedWitnesses: 0,
  refundedLost: 0,
  refundedBeacon: 0,
  chains: 0,
  roundsSealed: 0,
  roundsDecided: 0,
  roundsVoid: 0,
  events: 0,
  eventsSealed: 0,
  eventsDrawn: 0,
  eventsVoid: 0,
  reserves: 0,
  reserveDaysMissing: 0,
}

/**
 * @param state the state of an earlier audit of the same log; by default the audit begins at entry 0
 * @throws Error when the state is that of another log or of another version
 */
export function createAuditor(log: AuditedLog & AuditOptions, state?: AuditState): Auditor {
  const { deployment, publicKey } = log
  let frame = state ? restored(log, state) : firstFrame(deployment)
  const issues = new Map<string, IssueRecord>(Object.entries(state?.issues ?? {}))
  let marked = frame
  /** the records that changed since the last mark, as they were */
  const before = new Map<string, IssueRecord | undefined>()

  const put = (issue: string, record: IssueRecord): void => {
    if (!before.has(issue)) before.set(issue, issues.get(issue))
    issues.set(issue, record)
  }

  /** Appends the leaf of an entry that changes the frame. */
  const take = (bytes: string, change: Partial<AuditFrame>): string => {
    const leaf = leafHash(bytes)
    const { size, head, edge } = frame
    const grown = { size: size + 1, head: nextHead(head, leaf), edge: appendLeaf(edge, size, leaf) }
    frame = { ...frame, ...change, ...grown }
    return leaf
  }
  const entry = (bytes: string): string => {
    const index = frame.size
    const raw = parseEntry(bytes, index)
    const change = applyEntry({ frame, issues, log }, raw)
    const leaf = take(bytes, change.frame)
    if (change.record) put(...change.record)
    if (change.subject !== undefined) log.onGame?.(change.subject, { index, kind: raw.t })
    return leaf
  }

  return {
    entry,
    admit(bytes) {
      return breachOf(
        () => entry(bytes),
        () => take(bytes, admitted(frame, bytes)),
      )
    },
    ahead(entries) {
      // another implementation keeps its own answers
      if (!log.verifyRound) lookAhead({ frame, issues }, entries)
    },
    checkpoint(note) {
      frame = passCheckpoint(frame, note, log)
    },
    admitCheckpoint(note) {
      return breachOf(
        () => (frame = passCheckpoint(frame, note, log)),
        () => (frame = { ...frame, covered: frame.size, fresh: [] }),
      )
    },
    cosignature(size, line, isShown = true) {
      for (const changed of passCosignature(frame, issues, { size, line }, log.verify)) put(...changed)
      const games = isShown ? passChainLine(frame, { size, line }, log.verify) : frame.games
      frame = { ...frame, games, rounds: passRoundLine(frame, { size, line }, log.verify) }
    },
    size: () => frame.size,
    root: () => foldHashes(frame.edge),
    head: () => frame.head,
    covered: () => frame.covered,
    counts: () => frame.counts,
    reserves: () => summarizeReserves(frame),
    named: () => frame.named,
    begun: () => frame.begin !== null,
    find: (subject) => entriesOf(issues.get(subject), subject),
    waiting: () => waitingSeals(frame, issues),
    kept: () => frame.notes.map(({ size }) => size),
    mark() {
      marked = frame
      before.clear()
    },
    rewind() {
      frame = marked
      for (const [issue, record] of before) {
        if (record) issues.set(issue, record)
        else issues.delete(issue)
      }
      before.clear()
    },
    state: () => ({ version: 1, deployment, publicKey, ...frame, issues: Object.fromEntries(issues) }),
  }
}

/** The breach of a call, after what follows from it. */
function breachOf(audit: () => void, onBreach: () => void): AuditBreach | null {
  try {
    audit()
    return null
  } catch (error) {
    if (!(error instanceof AuditBreach)) throw error
    onBreach()
    return error
  }
}

function firstFrame(deployment: string): AuditFrame {
  return {
    size: 0,
    head: firstHead(deployment),
    edge: [],
    begin: null,
    rules: null,
    dead: {},
    lost: null,
    lastAt: 0,
    covered: 0,
    noteMs: 0,
    notes: [],
    fresh: [],
    waiting: [],
    named: [],
    lastDay: null,
    lastSolvency: null,
    reserves: {},
    counts: COUNTS,
    games: {},
    chains: [],
    rounds: [],
    excused: [],
  }
}

function restored(log: AuditedLog, state: AuditState): AuditFrame {
  const { version, deployment, publicKey, issues: _, ...frame } = state
  if (version !== 1 || deployment !== log.deployment || publicKey !== log.publicKey) {
    throw new Error('the state of the audit is that of another log, or of another version of the program')
  }
  // a state of an earlier version lacks fields that were added since, such as those of the games
  return { ...firstFrame(deployment), ...frame, counts: { ...COUNTS, ...frame.counts } }
}

function entriesOf(record: IssueRecord | undefined, subject: string): FoundEntry[] {
  if (!record) return []
  const of = subject.includes(' ') ? 'event' : 'issue'
  const found: FoundEntry[] = record.open === null ? [] : [{ index: record.open, kind: `${of}-open` }]
  for (const index of record.seals) found.push({ index, kind: `${of}-seal` })
  if (record.draw !== undefined) found.push({ index: record.draw, kind: `${of}-draw` })
  if (record.favour !== undefined) found.push({ index: record.favour, kind: `${of}-favour` })
  if (record.refund !== undefined) found.push({ index: record.refund, kind: 'issue-refund' })
  if (record.void !== undefined) found.push({ index: record.void, kind: 'event-void' })
  return found
}
