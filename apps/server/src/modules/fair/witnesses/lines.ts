/**
 * The lines of witnesses over an entry, as draws of version 3 and proofs carry them: checkpoints that cover the entry, ascending
 * by size, each with the lines that it is the first to bring of a named witness.
 */
import { parseKey } from '@fairlot/fairness/note'
import { verifyCosignature } from '@fairlot/fairness/witness'
import type { Executor } from '../../../platform/db.ts'
import { signaturesInTime, type SignatureInTime } from './cosignatures.ts'
import * as sql from './cosignatures.queries.ts'

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

/**
 * The first checkpoint over an entry that most of the witnesses have signed, with their lines; null: none of them has signed one. The
 * lines are verified.
 * @param keys note verifier keys
 */
export async function mostVouched(
  db: Executor,
  { index, log }: { index: number; log: number },
  keys: readonly string[],
): Promise<{ size: number; note: string } | null> {
  if (keys.length === 0) return null
  const named = keys.flatMap((text) => parseKey(text) ?? [])
  const values = [log, index, named.map(({ name }) => name)]
  const [found] = await db.query<{ size: bigint; note: string; lines: string[] }>(sql.MOST_VOUCHED, values)
  if (!found) return null
  const { note, lines } = found
  const theirs = named.flatMap(
    (key) => lines.find((line) => verifyCosignature(note, line, key) !== null) ?? [],
  )
  return { size: Number(found.size), note: note + theirs.map((line) => `${line}\n`).join('') }
}
