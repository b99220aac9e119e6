/** Applies one entry to the state of an audit: what the entry changes, or the rule that it breaks. */
import { describeSubject, eventName } from '../entries.ts'
import { isExcused } from './admit.ts'
import { applySubjectEntry, type Known } from './apply-subject.ts'
import { usefulNotes } from './checkpoint-rules.ts'
import { beginLog, continueLog, passTime } from './log-rules.ts'
import {
  checkFunding,
  checkSolvency,
  checkVerifier,
  checkWithdrawals,
  eventOf,
  issueOf,
  type RawEntry,
} from './read-entry.ts'
import { stateReserve } from './reserve-rules.ts'
import { applyGameEntry } from './round-rules.ts'
import { type AuditFrame, breach, type IssueRecord, reading } from './types.ts'
import { beginRules, checkDayOver, checkSolvency3, loseBeacon } from './version-3/log-rules-3.ts'

/** Solvency is stated at most once on a UTC day. */
const DAY_MS = 86_400_000

export type Change = {
  frame: Partial<AuditFrame>
  record?: [issue: string, record: IssueRecord]
  /** of an entry about a game: the id of the chain, or the name of the round */
  subject?: string
}

/** @throws AuditBreach */
export function applyEntry(context: Omit<Known, 'subject'>, entry: RawEntry): Change {
  const { frame, log } = context
  const { t, at, fields } = entry
  const index = frame.size
  if (t === 'log-begin') return { frame: beginLog(frame, entry, log.deployment) }
  if (t === 'log-continues') return { frame: continueLog(frame, entry, log.deployment) }
  if (t === 'log-rules') return { frame: beginRules(frame, entry) }
  const time = passTime(frame, at)
  if (isExcused(frame, fields)) return { frame: time }
  switch (t) {
    case 'beacon-dead':
      return { frame: { ...time, ...loseBeacon(frame, entry) } }
    case 'verifier':
      reading('format', index, () => checkVerifier(fields))
      return { frame: time }
    case 'funding':
      reading('format', index, () => checkFunding(fields))
      return { frame: time }
    case 'withdrawals':
      return { frame: { ...time, ...stateWithdrawals(frame, entry) } }
    case 'solvency':
      return { frame: { ...time, ...stateSolvency(frame, entry) } }
    case 'reserve':
      return { frame: { ...time, ...stateReserve(frame, entry) } }
    case 'game-chain':
    case 'round-seal':
    case 'round-result':
    case 'round-void': {
      const { frame: changed, subject } = applyGameEntry(frame, { ...entry, t }, log)
      const next = { ...time, ...changed }
      const notes = usefulNotes({ ...frame, ...next })
      return { frame: changed.rounds ? { ...next, notes } : next, subject }
    }
    default: {
      const isEvent = t.startsWith('event-')
      const id = isEvent ? eventOf(entry, index) : issueOf(entry, index)
      const subject = isEvent ? eventName(id) : id
      const place = { index, issue: id, what: describeSubject(subject) }
      const changed = applySubjectEntry({ ...context, subject }, { ...entry, t }, place)
      return { frame: { ...time, ...changed.frame }, record: [subject, changed.record] }
    }
  }
}

function stateWithdrawals(frame: AuditFrame, { fields, at }: RawEntry): Partial<AuditFrame> {
  const index = frame.size
  const day = reading('format', index, () => checkWithdrawals(fields))
  if (frame.lastDay !== null && day <= frame.lastDay)
    breach('time', index, `is about ${day}, and the entry before about ${frame.lastDay}`)
  if (frame.rules) checkDayOver(day, at, index)
  return { lastDay: day }
}

function stateSolvency(frame: AuditFrame, { fields, at }: RawEntry): Partial<AuditFrame> {
  const index = frame.size
  reading('format', index, () => (frame.rules ? checkSolvency3 : checkSolvency)(fields))
  const day = Math.floor(at / DAY_MS)
  if (frame.lastSolvency !== null && day <= frame.lastSolvency)
    breach('time', index, 'states solvency a second time on one day')
  return { lastSolvency: day }
}
