/** Compares a log that continues a lost one with what the witness signed of the lost one. */
import { previousName } from '../../src/audit/log-rules.ts'
import type { AuditState } from '../../src/audit.ts'
import { drawEntropy } from '../../src/draw.ts'
import { describeSubject, entrySubject, type LogEntry } from '../../src/entries.ts'
import type { SignedLog } from '../witness-state.ts'

/** What the witness knows of the lost log. */
export type LostLog = { readonly signed: SignedLog; readonly audit: AuditState | null }

export type Losses = {
  /** Takes the next entry, which the audit has passed. @returns what it says against the lost log; null: nothing */
  take(bytes: string): string | null
  /** name of the lost log; null when the log's name says that it continues none */
  readonly before: string | null
}

const KINDS = /"t":"(?:log-continues|issue-refund|event-void|round-void|issue-draw|event-draw)"/

/** @param lostLog what the witness knows of a log, by the log's deployment; null when it never signed it */
export function createLosses(deployment: string, lostLog: (before: string) => LostLog | null): Losses {
  const before = previousName(deployment)
  let known: LostLog | null | undefined
  return {
    before,
    take(bytes) {
      if (before === null || !KINDS.test(bytes)) return null
      known = known === undefined ? lostLog(before) : known
      return known && contradiction(JSON.parse(bytes) as LogEntry, known)
    },
  }
}

function contradiction(entry: LogEntry, lost: LostLog): string | null {
  if (entry.t === 'log-continues') return shortened(entry, lost.signed)
  const subject = entrySubject(entry)
  if (entry.t === 'issue-draw' || entry.t === 'event-draw') return otherSeal(subject!, entry, lost)
  const past = subject === null ? null : pastOf(subject, lost)
  if (past === null) return null
  const verb = entry.t === 'issue-refund' ? 'refunds' : 'ends without a result'
  return `${verb} ${describeSubject(subject!)}, which ${past}`
}

function shortened({ size, root }: { size: number; root: string }, signed: SignedLog): string | null {
  if (size < signed.size)
    return `continues the lost log at ${size} entries, and this witness signed ${signed.size} of it`
  return size === signed.size && root !== signed.root
    ? `continues the lost log with another root than this witness signed at ${size} entries`
    : null
}

/** A draw by the seal that this witness signed contradicts nothing; one by another seal does. */
function otherSeal(
  subject: string,
  { round, beacon, entropy, issue, event }: Drawn,
  { signed, audit }: LostLog,
): string | null {
  const live = audit && Object.hasOwn(audit.issues, subject) ? audit.issues[subject]!.live : null
  const attempt = live?.attempts.at(-1)
  if (!live?.seal?.salt || !attempt || attempt.index >= signed.size) return null
  const { salt, digest } = live.seal
  const isSame =
    attempt.round === round &&
    entropy === drawEntropy({ salt, issue: (issue ?? event)!, digest, round, beacon })
  return isSame
    ? null
    : `draws ${describeSubject(subject)} by another seal than entry ${attempt.index} of the lost log`
}

type Drawn = {
  readonly round: number | null
  readonly beacon: string | null
  readonly entropy: string | null
  readonly issue?: string
  readonly event?: string
}

/** How far the subject came in what the witness signed of the lost log; null: neither a result nor a seal in time. */
function pastOf(subject: string, { signed, audit }: LostLog): string | null {
  const isSigned = (index: number): boolean => index < signed.size
  const record = audit && Object.hasOwn(audit.issues, subject) ? audit.issues[subject] : undefined
  if (record?.draw !== undefined && isSigned(record.draw)) return `entry ${record.draw} of the lost log draws`
  const attempt = record?.live?.attempts.find(({ index, timely }) => isSigned(index) && timely.length > 0)
  const kept = signed.seals.find(({ what }) => what === describeSubject(subject))
  const sealed = attempt?.index ?? kept?.index ?? (audit && sealedRound(subject, audit))
  if (typeof sealed === 'number' && isSigned(sealed))
    return `entry ${sealed} of the lost log seals, signed in time`
  return audit && hasEnded(subject, audit) ? 'the lost log ended' : null
}

/** The index of the seal of a round without a result that a witness signed in time. */
function sealedRound(subject: string, { rounds }: AuditState): number | null {
  const [game, period] = subject.split(' ')
  const live = rounds.find((one) => one.game === game && one.period === period)
  return live && live.timely.length > 0 ? live.index : null
}

/** Whether a round had a result or was void in the lost log: its rounds end in their order. */
function hasEnded(subject: string, { games, rounds }: AuditState): boolean {
  const [game = '', period = ''] = subject.split(' ')
  if (!Object.hasOwn(games, game) || rounds.some((one) => one.game === game && one.period === period))
    return false
  return games[game]!.lastPeriod >= period
}
