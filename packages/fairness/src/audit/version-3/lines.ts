/** The lines of witnesses in version 3: those that a draw carries, and those over the entry of a chain. */
import { noteBody, parseCheckpoint, verifyCheckpoint } from '../../checkpoint.ts'
import { parseKey } from '../../note.ts'
import type { DrawnRound3 } from '../../proof/version-3/types.ts'
import { demand } from '../../read.ts'
import { cosignedSeconds, verifyCosignature } from '../../witness.ts'
import type { VerifyBytes } from '../../signatures/ed25519.ts'
import type { SignedLine } from '../checkpoint-rules.ts'
import { lineLimit, type Place, roundMs } from '../issue-rules.ts'
import {
  type AuditedLog,
  type AuditFrame,
  type AuditOptions,
  breach,
  type GameState,
  type KeptNote,
  type LiveIssue,
  reading,
  type ScheduledChain,
} from '../types.ts'

/** A checkpoint that is dated later than this after a round cannot have lines that witnesses gave in time. */
const NOTE_MARGIN_MS = 15 * 60_000
/** So long after the first period of a chain opened, lines over it can still become known. */
const CHAIN_PATIENCE_MS = 86_400_000

/** Checkpoints that are dated from then on do not count for a seal or a chain. @param limitMs when it is too late for lines */
export function notesUntil(limitMs: number): number {
  return limitMs + NOTE_MARGIN_MS
}

/** What a draw's lines must vouch for. */
type Sealed = {
  readonly witnesses: readonly string[]
  /** of the seal */
  readonly index: number
  readonly limitMs: number
  /** a checkpoint that is dated from then on does not count */
  readonly untilMs: number
}

/**
 * The keys of the witnesses whose lines the notes have. Each note is a checkpoint of this log that covers the seal, with the log's own
 * signature first and then timely lines of named witnesses; the notes ascend by size, and each witness has one line.
 * @param known the checkpoints that the audit keeps
 * @throws ReadError
 */
function vouchersOf(
  notes: readonly string[],
  { witnesses, index, limitMs, untilMs }: Sealed,
  known: readonly KeptNote[],
  log: AuditedLog & AuditOptions,
): string[] {
  const keys: string[] = []
  let before = index
  notes.forEach((note, i) => {
    const place = `lines[${i}]`
    const stated = parseCheckpoint(note)
    demand(stated !== null, `${place} is not a checkpoint`)
    demand(i > 0 || stated.size > index, `${place} does not cover the seal`)
    demand(stated.size > before, `${place} does not cover more entries than the note before it`)
    before = stated.size
    const [own, ...lines] = stated.signatures
    const body = noteBody(note)
    const bare = `${body}\n${own}\n`
    const isKnown = known.some((kept) => kept.size === stated.size && noteBody(kept.note) === body)
    const isEarly = stated.timeMs < untilMs
    demand(isKnown && isEarly, `${place} is not a checkpoint of this log that witnesses could sign in time`)
    const isOwn =
      known.some((kept) => kept.note === bare) ||
      verifyCheckpoint(bare, log.publicKey, log.deployment, log.verify) !== null
    demand(isOwn, `${place} does not begin with the log's own signature`)
    demand(lines.length > 0, `${place} has no line of a witness`)
    for (const line of lines) {
      const named = witnesses.find((text) => cosignedSeconds(line, parseKey(text)!) !== null)
      demand(named !== undefined, `${place} has a line of a key that the opening does not name`)
      demand(!keys.includes(named), `${place} has a second line of ${nameOf(named)}`)
      const seconds = verifyCosignature(note, line, parseKey(named)!, log.verify)
      demand(seconds !== null, `${place} has a line that ${nameOf(named)} did not sign`)
      demand(seconds * 1000 < limitMs, `${place} has a line that ${nameOf(named)} did not sign in time`)
      keys.push(named)
    }
  })
  return keys
}

const nameOf = (key: string): string => key.slice(0, key.indexOf('+'))

/**
 * A witnessed draw has the timely lines of a quorum, or is in favour of the members with fewer.
 * @throws AuditBreach `witness`, or `favour` for a draw in favour
 */
export function checkLines(
  frame: Pick<AuditFrame, 'notes'>,
  log: AuditedLog & AuditOptions,
  live: LiveIssue,
  { lines, favour }: DrawnRound3,
  { index, what }: Place,
): void {
  if (lines === null) return
  const { attempts, witnesses, vouching } = live
  const { round, index: sealIndex } = attempts.at(-1)!
  const sealed = {
    witnesses: witnesses!,
    index: sealIndex,
    limitMs: lineLimit(3, round!),
    untilMs: notesUntil(roundMs(round!)),
  }
  const keys = reading(favour ? 'favour' : 'witness', index, () =>
    vouchersOf(lines, sealed, frame.notes, log),
  )
  const quorum = vouching!.quorum!
  if (favour && keys.length >= quorum)
    breach('favour', index, `draws ${what} in favour, but ${keys.length} witnesses signed its seal in time`)
  if (!favour && keys.length < quorum)
    breach(
      'witness',
      index,
      `draws ${what}, but ${keys.length} of ${quorum} witnesses signed its seal in time`,
    )
}

/** Whether a chain is witnessed, its first period has opened, and fewer witnesses than its quorum signed before. */
export function isDead({ terms, opensAt, timely }: ScheduledChain, at: number): boolean {
  return at >= opensAt && !isVouched({ terms, timely })
}

/** Whether a quorum signed a witnessed chain in time. The chains of other grades need no witness. */
export function isVouched({ terms, timely }: Pick<ScheduledChain, 'terms' | 'timely'>): boolean {
  return terms.quorum === null || timely.length >= terms.quorum
}

/** The chains whose witnesses can still become known. @param now time of the log */
export function pendingChains(games: AuditFrame['games'], now: number): ScheduledChain[] {
  return Object.values(games).flatMap(({ scheduled }) =>
    (scheduled ?? []).filter((chain) => !isVouched(chain) && now < chain.opensAt + CHAIN_PATIENCE_MS),
  )
}

/**
 * Applies a witness' signature over a checkpoint of this size: marks the chains that it covers and that it signed before they began.
 * @returns the games; the same object when nothing changes
 */
export function passChainLine(
  { games, notes }: Pick<AuditFrame, 'games' | 'notes'>,
  { size, line }: SignedLine,
  verify?: VerifyBytes,
): AuditFrame['games'] {
  const over = notes.filter((kept) => kept.size === size)
  if (over.length === 0) return games
  const marked = (chain: ScheduledChain): ScheduledChain => {
    if (chain.index >= size) return chain
    const named = chain.terms.witnesses?.find(({ key }) => isTimelyLine(line, key, chain.opensAt))?.key
    if (named === undefined || chain.timely.includes(named)) return chain
    const key = parseKey(named)!
    const isOver = over.some(
      ({ note, ms = 0 }) =>
        ms < notesUntil(chain.opensAt) && verifyCosignature(note, line, key, verify) !== null,
    )
    return isOver ? { ...chain, timely: [...chain.timely, named] } : chain
  }
  let next = games
  for (const [game, state] of Object.entries(games)) {
    const scheduled = state.scheduled?.map(marked)
    if (!scheduled || scheduled.every((chain, i) => chain === state.scheduled![i])) continue
    const changed: GameState = { ...state, scheduled }
    next = { ...next, [game]: changed }
  }
  return next
}

/** Whether a line states that this key signed it before a time. Its signature is not verified. */
export function isTimelyLine(line: string, keyText: string, limitMs: number): boolean {
  // the name decides most cases without a hash
  if (!line.startsWith(`— ${nameOf(keyText)} `)) return false
  const key = parseKey(keyText)
  const seconds = key && cosignedSeconds(line, key)
  return seconds !== null && seconds * 1000 < limitMs
}
