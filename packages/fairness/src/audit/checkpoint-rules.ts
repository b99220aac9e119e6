/** The rules of checkpoints, and the witnesses' signatures over them. */
import { parseCheckpoint, verifyCheckpoint } from '../checkpoint.ts'
import { describeSubject } from '../entries.ts'
import { foldHashes } from '../log-tree.ts'
import { parseKey } from '../note.ts'
import type { VerifyBytes } from '../signatures/ed25519.ts'
import { cosignedSeconds, verifyCosignature } from '../witness.ts'
import { lineLimit, roundMs } from './issue-rules.ts'
import {
  AuditBreach,
  type AuditedLog,
  type AuditFrame,
  type AuditOptions,
  type IssueRecord,
} from './types.ts'
import { notesUntil, pendingChains } from './version-3/lines.ts'

/** Applies a checkpoint over all entries so far. @throws AuditBreach */
export function passCheckpoint(frame: AuditFrame, note: string, log: AuditedLog & AuditOptions): AuditFrame {
  const refuse = (problem: string, rule: 'checkpoint' | 'seal-late' = 'checkpoint'): never => {
    throw new AuditBreach(rule, frame.size - 1, problem)
  }
  const stated = verifyCheckpoint(note, log.publicKey, log.deployment, log.verify)
  if (!stated) {
    const parsed = parseCheckpoint(note)
    return refuse(
      parsed
        ? `the checkpoint of size ${parsed.size} is not signed by the log's key for this deployment`
        : `the note after entry ${frame.size - 1} is not a checkpoint`,
    )
  }
  const place = `the checkpoint of size ${stated.size}`
  const lines = note.slice(note.indexOf('\n\n') + 2, -1)
  if (lines.includes('\n')) refuse(`${place} carries other signatures than the log's`)
  if (stated.size !== frame.size) refuse(`${place} stands after ${frame.size} entries`)
  if (stated.head !== frame.head) refuse(`${place} has another head than the entries`)
  if (stated.root !== foldHashes(frame.edge)) refuse(`${place} has another root than the entries`)
  const counts = countsForTime(frame)
  if (counts) {
    if (stated.timeMs < frame.noteMs) refuse(`${place} is dated before the checkpoint before it`)
    if (stated.timeMs < frame.lastAt) refuse(`${place} is dated before an entry that it covers`)
  }
  for (const { issue, index, round } of frame.fresh) {
    const what = describeSubject(issue)
    if (stated.timeMs >= roundMs(round))
      refuse(
        `${place}, the first with the seal of ${what} (entry ${index}), is not before round ${round}`,
        'seal-late',
      )
  }
  const isKept = frame.notes.some((kept) => kept.size === frame.size && kept.note === note)
  const notes = isKept
    ? frame.notes
    : usefulNotes({ ...frame, notes: [...frame.notes, { size: frame.size, note, ms: stated.timeMs }] })
  return { ...frame, covered: frame.size, noteMs: counts ? stated.timeMs : frame.noteMs, fresh: [], notes }
}

/**
 * The checkpoints that cover a seal or a chain whose witnesses matter. A line over any other one changes nothing. In version 3 only
 * those that are dated before witnesses became too late count, so that a seal that waits for long does not keep all later ones.
 */
export function usefulNotes({
  waiting,
  rounds,
  notes,
  games,
  lastAt,
}: Pick<AuditFrame, 'waiting' | 'rounds' | 'notes' | 'games' | 'lastAt'>): AuditFrame['notes'] {
  const old = Math.min(
    ...waiting.flatMap(({ witnessed, first, until }) => (witnessed && until === undefined ? [first] : [])),
    ...rounds.flatMap(({ witnesses, index }) => (witnesses ? [index] : [])),
  )
  const dated = [
    ...waiting.flatMap(({ witnessed, first, until }) =>
      witnessed && until !== undefined ? [{ index: first, until }] : [],
    ),
    ...pendingChains(games, lastAt).map(({ index, opensAt }) => ({ index, until: notesUntil(opensAt) })),
  ]
  return notes.filter(
    ({ size, ms = 0 }) => size > old || dated.some(({ index, until }) => size > index && ms < until),
  )
}

/**
 * Whether the times of a checkpoint are checked: not under the old rules, and not over the beginning alone (with the rules of the log
 * that follow it), whose time may be later than those of the demo world that follows.
 */
function countsForTime({ begin, rules, size }: AuditFrame): boolean {
  if (begin === null) return false
  const start = rules?.index === begin.index + 1 ? 2 : 1
  return !(begin.demo && size <= begin.index + start)
}

/** A witness' signature line over the checkpoint of a size. */
export type SignedLine = { readonly size: number; readonly line: string }

/**
 * Applies a witness' signature over a checkpoint: marks the attempts that it covers and that it signed in time. A line of
 * a key that no opening names, and a line over a checkpoint that the state does not keep, changes nothing.
 * @returns the changed issues and events
 * @throws AuditBreach `attempt` when an attempt was signed in time and another one followed
 */
export function passCosignature(
  frame: AuditFrame,
  issues: ReadonlyMap<string, IssueRecord>,
  { size, line }: SignedLine,
  verify?: VerifyBytes,
): [issue: string, record: IssueRecord][] {
  const notes = frame.notes.filter((kept) => kept.size === size)
  if (notes.length === 0) return []
  const changed: [string, IssueRecord][] = []
  for (const { issue } of frame.waiting) {
    const record = issues.get(issue)
    const named = record?.live?.witnesses?.find((text) => isLineOf(line, text))
    if (!record?.live || named === undefined) continue
    const { live } = record
    const key = parseKey(named)!
    const attempts = live.attempts.map((attempt, i) => {
      const { index, round, timely } = attempt
      if (index >= size || round === null || timely.includes(named)) return attempt
      const limit = lineLimit(live.version, round)
      const next = live.attempts[i + 1]
      // A line counts for the last attempt that its checkpoint contains: the witness saw that the ones before are void.
      if (next && next.index < size) return attempt
      // a line that states a late time is not verified: it changes nothing
      if (cosignedSeconds(line, key)! * 1000 >= limit) return attempt
      if (notes.every(({ note }) => verifyCosignature(note, line, key, verify) === null)) return attempt
      if (next) {
        const problem = `entry ${next.index} seals ${describeSubject(issue)} again, but ${key.name} signed attempt ${i + 1} in time`
        throw new AuditBreach('attempt', next.index, problem)
      }
      return { ...attempt, timely: [...timely, named] }
    })
    if (attempts.some((attempt, i) => attempt !== live.attempts[i]))
      changed.push([issue, { ...record, live: { ...live, attempts } }])
  }
  return changed
}

function isLineOf(line: string, keyText: string): boolean {
  // the name decides most cases without a hash
  if (!line.startsWith(`— ${keyText.slice(0, keyText.indexOf('+'))} `)) return false
  const key = parseKey(keyText)
  return key !== null && cosignedSeconds(line, key) !== null
}
