/**
 * The lines of witnesses over an entry, as draws of version 3 and proofs carry them: checkpoints that cover the entry, ascending
 * by size, each with the lines that it is the first to bring of a named witness.
 */
import type { Executor } from '../../../platform/db.ts'
import { signaturesInTime, type SignatureInTime } from './cosignatures.ts'

/** A line over a seal counts when it is older than the publication of the seal's round by more than this. */
export const LEAD_MS = 5_000

export type LinesOver = {
  /** signed notes with the lines of witnesses */
  notes: readonly string[]
  /** the first line of each witness */
  signed: readonly SignatureInTime[]
}

/**
 * @param entry index of the entry, the time before which lines count (Unix milliseconds; null: at any time), and the number of its
 * log; without it the log is the current one
 * @param keys note verifier keys, as in the terms
 */
export async function linesOver(
  db: Executor,
  { index, beforeMs, log }: { index: number; beforeMs: number | null; log?: number },
  keys: readonly string[],
): Promise<LinesOver> {
  const found = await signaturesInTime(db, { index, roundMs: beforeMs ?? Number.MAX_SAFE_INTEGER }, keys, log)
  const signed = found.toSorted((a, b) => a.size - b.size)
  const notes = new Map<number, string>()
  for (const { size, note, line } of signed) notes.set(size, `${notes.get(size) ?? note}${line}\n`)
  return { notes: [...notes.values()], signed }
}
