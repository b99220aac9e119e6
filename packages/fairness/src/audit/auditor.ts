/**
 * The auditor: reads a log entry by entry and checks every rule that its entries and checkpoints can show. It is
 * incremental, so that verifier, witness and doctor share it: its state is a plain JSON value, and an audit that stops and
 * continues from its state gives the same result as one pass.
 */
import { describeSubject, eventName } from '../entries.ts'
import { firstHead, leafHash, nextHead } from '../log.ts'
import { foldHashes } from '../log-tree.ts'
import { passCheckpoint, passCosignature, usefulNotes } from './checkpoint-rules.ts'
import { appendLeaf } from './edge.ts'
import { drawEvent, openEvent, voidEvent } from './event-rules.ts'
import { admitted, isExcused } from './admit.ts'
import { drawIssue, openIssue, type Place, refundIssue, sealIssue } from './issue-rules.ts'
import { beginLog, continueLog, passTime } from './log-rules.ts'
import {
  checkFunding,
  checkSolvency,
  checkVerifier,
  checkWithdrawals,
  eventOf,
  issueOf,
  parseEntry,
  type RawEntry,
} from './read-entry.ts'
import { type ReserveSummary, stateReserve, summarizeReserves } from './reserve-rules.ts'
import { applyGameEntry, passRoundLine } from './round-rules.ts'
import {
  AuditBreach,
  type AuditCounts,
  type AuditedLog,
  type AuditFrame,
  type AuditOptions,
  type AuditState,
  breach,
  type FoundEntry,
  type IssueRecord,
  reading,
} from './types.ts'
import { entriesOf, type WaitingSeal, waitingRound, waitingSeal } from './waiting.ts'

/** After a breach the auditor is in the state before the call that failed. */
export type Auditor = {
  /** Audits the next entry. @returns its leaf hash @throws AuditBreach */
  entry(bytes: string): string
  /**
   * As `entry`, for an entry that its log has already: after a breach the audit goes on behind it. Later entries about the same
   * subject are then not judged. @returns the breach; null: the entry follows the rules
   */
  admit(bytes: string): AuditBreach | null
  /** Audits a checkpoint over all entries so far; `note` carries the log's signature only. @throws AuditBreach */
  checkpoint(note: string): void
  /** As `admit`, for a checkpoint: the seals that it covers are published, if late. */
  admitCheckpoint(note: string): AuditBreach | null
  /** Takes a witness' signature line over a checkpoint of this size that was audited before. @throws AuditBreach */
  cosignature(size: number, line: string): void
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
  /** seals with a beacon round that are not drawn yet */
  waiting(): readonly WaitingSeal[]
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
    const change = applyEntry(frame, issues, raw, deployment)
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
    checkpoint(note) {
      frame = passCheckpoint(frame, note, log)
    },
    admitCheckpoint(note) {
      return breachOf(
        () => (frame = passCheckpoint(frame, note, log)),
        () => (frame = { ...frame, covered: frame.size, fresh: [] }),
      )
    },
    cosignature(size, line) {
      for (const changed of passCosignature(frame, issues, { size, line }, log.verify)) put(...changed)
      frame = { ...frame, rounds: passRoundLine(frame, { size, line }, log.verify) }
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
    waiting: () => [
      ...frame.waiting.map(({ issue }) => waitingSeal(issue, issues.get(issue)!)),
      ...frame.rounds.map(waitingRound),
    ],
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

/** Solvency is stated at most once on a UTC day. */
const DAY_MS = 86_400_000

type Change = {
  frame: Partial<AuditFrame>
  record?: [issue: string, record: IssueRecord]
  /** of an entry about a game: the id of the chain, or the name of the round */
  subject?: string
}

function applyEntry(
  frame: AuditFrame,
  issues: ReadonlyMap<string, IssueRecord>,
  entry: RawEntry,
  deployment: string,
): Change {
  const { t, at, fields } = entry
  const index = frame.size
  if (t === 'log-begin') return { frame: beginLog(frame, entry, deployment) }
  if (t === 'log-continues') return { frame: continueLog(frame, entry, deployment) }
  const time = passTime(frame, at)
  if (isExcused(frame, fields)) return { frame: time }
  if (t === 'verifier' || t === 'funding') {
    reading('format', index, () => (t === 'verifier' ? checkVerifier(fields) : checkFunding(fields)))
    return { frame: time }
  }
  if (t === 'withdrawals') {
    const day = reading('format', index, () => checkWithdrawals(fields))
    if (frame.lastDay !== null && day <= frame.lastDay)
      breach('time', index, `is about ${day}, and the entry before about ${frame.lastDay}`)
    return { frame: { ...time, lastDay: day } }
  }
  if (t === 'solvency') {
    reading('format', index, () => checkSolvency(fields))
    const day = Math.floor(at / DAY_MS)
    if (frame.lastSolvency !== null && day <= frame.lastSolvency)
      breach('time', index, 'states solvency a second time on one day')
    return { frame: { ...time, lastSolvency: day } }
  }
  if (t === 'reserve') return { frame: { ...time, ...stateReserve(frame, entry) } }
  if (t === 'game-chain' || t === 'round-seal' || t === 'round-result' || t === 'round-void') {
    const { frame: changed, subject } = applyGameEntry(frame, { ...entry, t })
    const next = { ...time, ...changed }
    return { frame: changed.rounds ? { ...next, notes: usefulNotes({ ...frame, ...next }) } : next, subject }
  }
  const isEvent = t.startsWith('event-')
  const id = isEvent ? eventOf(entry, index) : issueOf(entry, index)
  const subject = isEvent ? eventName(id) : id
  const place = { index, issue: id, what: describeSubject(subject) }
  const changed = applyIssueEntry({ frame, issues, subject }, { ...entry, t }, place)
  return { frame: { ...time, ...changed.frame }, record: [subject, changed.record] }
}

type IssueKind =
  | 'issue-open'
  | 'issue-seal'
  | 'issue-draw'
  | 'issue-refund'
  | 'event-open'
  | 'event-seal'
  | 'event-draw'
  | 'event-void'

type Known = {
  readonly frame: AuditFrame
  readonly issues: ReadonlyMap<string, IssueRecord>
  /** issue number, or name of an event */
  readonly subject: string
}

/** The counts that the entries of issues and events raise. A seal again raises `furtherAttempts` instead. */
const COUNTED: Readonly<Record<IssueKind, keyof AuditCounts>> = {
  'issue-open': 'opened',
  'issue-seal': 'sealed',
  'issue-draw': 'drawn',
  'issue-refund': 'refunded',
  'event-open': 'events',
  'event-seal': 'eventsSealed',
  'event-draw': 'eventsDrawn',
  'event-void': 'eventsVoid',
}

function applyIssueEntry(
  { frame, issues, subject }: Known,
  entry: RawEntry & { readonly t: IssueKind },
  place: Place,
): { frame: Partial<AuditFrame>; record: IssueRecord } {
  const { t } = entry
  const known = issues.get(subject)
  const counted = (name: keyof AuditCounts): Pick<AuditFrame, 'counts'> => ({
    counts: { ...frame.counts, [name]: frame.counts[name] + 1 },
  })
  switch (t) {
    case 'issue-open':
    case 'event-open': {
      const record = (t === 'issue-open' ? openIssue : openEvent)(known, entry, place, frame)
      const fresh = (record.live?.witnesses ?? []).filter((key) => !frame.named.includes(key))
      const named = fresh.length === 0 ? frame.named : [...frame.named, ...fresh]
      return { record, frame: { named, ...counted(COUNTED[t]) } }
    }
    case 'issue-seal':
    case 'event-seal': {
      const record = sealIssue(known, entry, place)
      const name = record.seals.length > 1 ? 'furtherAttempts' : COUNTED[t]
      return { record, frame: { ...counted(name), ...sealed(frame, record, subject, place.index) } }
    }
    case 'issue-draw':
    case 'event-draw': {
      const record = (t === 'issue-draw' ? drawIssue : drawEvent)(known, entry, place)
      return { record, frame: { ...counted(COUNTED[t]), ...noLongerWaiting(frame, subject) } }
    }
    case 'issue-refund':
    case 'event-void': {
      const lost = frame.lost?.includes(subject) ?? false
      const record = (t === 'issue-refund' ? refundIssue : voidEvent)(known, entry, place, lost)
      return { record, frame: counted(COUNTED[t]) }
    }
  }
}

/** The issue of a seal with a beacon round waits for its draw; the first checkpoint over the seal must be before the round. */
function sealed(frame: AuditFrame, { live }: IssueRecord, issue: string, index: number): Partial<AuditFrame> {
  const round = live?.attempts.at(-1)?.round ?? null
  if (round === null) return {}
  const witnessed = live?.grade === 'witnessed'
  const isFirst = live?.attempts.length === 1
  return {
    waiting: isFirst ? [...frame.waiting, { issue, first: index, witnessed }] : frame.waiting,
    // under the old rules a seal could be published late
    fresh: live?.version === 1 ? frame.fresh : [...frame.fresh, { issue, index, round }],
  }
}

function noLongerWaiting(frame: AuditFrame, issue: string): Partial<AuditFrame> {
  const waiting = frame.waiting.filter((other) => other.issue !== issue)
  return { waiting, notes: usefulNotes({ ...frame, waiting }) }
}
