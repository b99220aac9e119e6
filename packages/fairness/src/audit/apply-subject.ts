/** Applies the entries of issues and events, by the rules of the version under which each of them opened. */
import { usefulNotes } from './checkpoint-rules.ts'
import { drawEvent, openEvent, voidEvent } from './event-rules.ts'
import { drawIssue, openIssue, type Place, refundIssue, roundMs, sealIssue } from './issue-rules.ts'
import type { RawEntry } from './read-entry.ts'
import type { AuditCounts, AuditFrame, IssueRecord } from './types.ts'
import { drawEvent3, favourEvent, openEvent3, voidEvent3 } from './version-3/event-rules-3.ts'
import {
  type Context,
  drawIssue3,
  favourIssue,
  isLateFavour,
  openIssue3,
  readRefund3,
  refundIssue3,
  seal3,
} from './version-3/issue-rules-3.ts'
import { notesUntil } from './version-3/lines.ts'
import { drawLost } from './version-3/lost-rules-3.ts'

export type SubjectKind =
  | 'issue-open'
  | 'issue-seal'
  | 'issue-draw'
  | 'issue-favour'
  | 'issue-refund'
  | 'event-open'
  | 'event-seal'
  | 'event-draw'
  | 'event-favour'
  | 'event-void'

export type Known = Context & {
  readonly issues: ReadonlyMap<string, IssueRecord>
  /** issue number, or name of an event */
  readonly subject: string
}

type Entry = RawEntry & { readonly t: SubjectKind }
type Changed = { frame: Partial<AuditFrame>; record: IssueRecord }

const REFUNDED = {
  deadline: 'refundedDeadline',
  pk: 'refundedPk',
  minimum: 'refundedMinimum',
  witnesses: 'refundedWitnesses',
  lost: 'refundedLost',
  beacon: 'refundedBeacon',
} as const

export function applySubjectEntry(context: Known, entry: Entry, place: Place): Changed {
  const { frame, issues, subject } = context
  const { t } = entry
  const known = issues.get(subject)
  const is3 = known?.live?.version === 3
  const counted = (...names: (keyof AuditCounts)[]): Pick<AuditFrame, 'counts'> => ({
    counts: names.reduce((counts, name) => ({ ...counts, [name]: counts[name] + 1 }), frame.counts),
  })
  switch (t) {
    case 'issue-open':
    case 'event-open':
      return opened(context, entry, place, counted(t === 'issue-open' ? 'opened' : 'events'))
    case 'issue-seal':
    case 'event-seal': {
      const record = (is3 ? seal3 : sealIssue)(known, entry, place)
      const first = t === 'issue-seal' ? 'sealed' : 'eventsSealed'
      const name = record.seals.length > 1 ? 'furtherAttempts' : first
      return { record, frame: { ...counted(name), ...sealed(frame, record, subject, place.index) } }
    }
    case 'issue-draw':
    case 'event-draw': {
      const isIssue = t === 'issue-draw'
      const lost = drawLost(known, subject, entry, place, context)
      if (lost) return { record: lost, frame: counted(isIssue ? 'drawn' : 'eventsDrawn', 'favours') }
      const record = is3
        ? (isIssue ? drawIssue3 : drawEvent3)(known, entry, place, context)
        : (isIssue ? drawIssue : drawEvent)(known, entry, place)
      const drawn = isIssue ? 'drawn' : 'eventsDrawn'
      const counts = record.owed ? counted(drawn, 'favours') : counted(drawn)
      return { record, frame: { ...counts, ...noLongerWaiting(frame, subject) } }
    }
    case 'issue-favour':
    case 'event-favour': {
      const record = (t === 'issue-favour' ? favourIssue : favourEvent)(known, entry, place)
      const isLate = isLateFavour(known, entry.at)
      return { record, frame: isLate ? counted('favoursStated', 'favoursLate') : counted('favoursStated') }
    }
    case 'issue-refund':
      return refunded(context, entry, place, counted)
    case 'event-void': {
      const lost = frame.lost?.includes(subject) ?? false
      const isNew = known ? is3 : frame.rules !== null
      const record = (isNew ? voidEvent3 : voidEvent)(known, entry, place, lost)
      return { record, frame: counted('eventsVoid') }
    }
  }
}

function opened(context: Known, entry: Entry, place: Place, counts: Pick<AuditFrame, 'counts'>): Changed {
  const { frame, issues, subject } = context
  const known = issues.get(subject)
  const isIssue = entry.t === 'issue-open'
  const record = frame.rules
    ? (isIssue ? openIssue3 : openEvent3)(known, entry, place, context)
    : (isIssue ? openIssue : openEvent)(known, entry, place, frame)
  const fresh = (record.live?.witnesses ?? []).filter((key) => !frame.named.includes(key))
  const named = fresh.length === 0 ? frame.named : [...frame.named, ...fresh]
  return { record, frame: { named, ...counts } }
}

function refunded(
  { frame, issues, subject }: Known,
  entry: Entry,
  place: Place,
  counted: (...names: (keyof AuditCounts)[]) => Pick<AuditFrame, 'counts'>,
): Changed {
  const known = issues.get(subject)
  const lost = frame.lost?.includes(subject) ?? false
  // the version of what has ended is not known here any more
  const isEnded = known && !known.live ? Object.hasOwn(entry.fields, 'reason') : false
  const is3 = known ? isEnded || known.live?.version === 3 : frame.rules !== null
  if (!is3) return { record: refundIssue(known, entry, place, lost), frame: counted('refunded') }
  const record = refundIssue3(known, entry, place, { frame, lost })
  const { reason } = readRefund3(entry.fields)
  return { record, frame: { ...counted('refunded', REFUNDED[reason]), ...noLongerWaiting(frame, subject) } }
}

/** The issue of a seal with a beacon round waits for its draw; the first checkpoint over the seal must be before the round. */
function sealed(frame: AuditFrame, { live }: IssueRecord, issue: string, index: number): Partial<AuditFrame> {
  const round = live?.attempts.at(-1)?.round ?? null
  if (round === null) return {}
  const witnessed = live?.grade === 'witnessed'
  const isFirst = live?.attempts.length === 1
  const until = live?.version === 3 && { until: notesUntil(roundMs(round)) }
  return {
    waiting: isFirst ? [...frame.waiting, { issue, first: index, witnessed, ...until }] : frame.waiting,
    // under the old rules a seal could be published late
    fresh: live?.version === 1 ? frame.fresh : [...frame.fresh, { issue, index, round }],
  }
}

function noLongerWaiting(frame: AuditFrame, issue: string): Partial<AuditFrame> {
  const waiting = frame.waiting.filter((other) => other.issue !== issue)
  return { waiting, notes: usefulNotes({ ...frame, waiting }) }
}
