/** When the seal of a draw of grade witnessed is void, so that the draw is sealed again with a later round. */
import { MINUTE_MS } from '../../../platform/durations.ts'
import type { Witnesses } from './witnesses.ts'

export type UnsignedSeal = {
  /** the index of its entry, and the time of its round (Unix milliseconds) */
  seal: { index: number; roundMs: number }
  attempt: number
  /** note verifier keys that the terms name */
  witnesses: readonly string[]
  /** milliseconds since the round was published */
  lateMs: number
}

/**
 * Whether a seal without a signature in time may be replaced: each named witness says so definitely, or has not answered for
 * longer than the patience, and one is there to sign the next attempt.
 * @returns how many witnesses did not answer; null: the seal stays
 */
export function voidSeal(
  askWitnesses: Witnesses,
  patienceMs: number,
  { seal, attempt, witnesses, lateMs }: UnsignedSeal,
): number | null {
  const verdicts = [...askWitnesses.verdicts(seal, witnesses).values()]
  const isThere = askWitnesses.isAnyThere(witnesses)
  if (verdicts.includes('in-time')) return null
  const unknown = verdicts.filter((verdict) => verdict === 'unknown').length
  if (unknown > 0 && lateMs < patienceMs) return null
  return !isThere || lateMs < pauseAfter(attempt) ? null : unknown
}

const FIRST_PAUSE_MS = MINUTE_MS / 2
const LONGEST_PAUSE_MS = 15 * MINUTE_MS

/**
 * The pause between the round of an attempt and the next attempt. It grows, so that witnesses that cannot sign in time (their
 * clocks are wrong) do not fill the log.
 */
function pauseAfter(attempt: number): number {
  return attempt === 1 ? 0 : Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 2), LONGEST_PAUSE_MS)
}
