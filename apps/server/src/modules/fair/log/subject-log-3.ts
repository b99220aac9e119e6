/** The log's part of the proof of an issue or an event of version 3: its entries, the checkpoints over them, and who signed these. */
import { parseCheckpoint } from '@fairlot/fairness/checkpoint'
import type { LogEntryKind } from '@fairlot/fairness/entries'
import { consistencyParts, inclusionParts } from '@fairlot/fairness/log-tree'
import type { LinkedNote, ProofLog3 } from '@fairlot/fairness/proof/version-3/documents'
import type { Executor } from '../../../platform/db.ts'
import { LEAD_MS, linesOver } from '../witnesses/lines.ts'
import { firstCovering, pathsOf, type Signed } from './log.reads.ts'
import { entriesOf, type Found } from './round-log.ts'

export type LoggedSubject3 = {
  /** issue number, or the name of an event */
  name: string
  of: 'issue' | 'event'
  /** how far the part shows it */
  shows: 'sealed' | 'drawn' | 'void'
  /** of grade witnessed: the draw's entry has the lines over the seal, and witnesses confirm what the house alone could have written */
  isWitnessed: boolean
  /** when the beacon round of the seal is published, Unix milliseconds; null without a beacon and of a void event */
  roundMs: number | null
  /** the draw is in favour */
  isFavour: boolean
  /** note verifier keys: those that the opening names, or those whose lines the server has */
  witnesses: readonly string[]
}

/**
 * Null until a checkpoint covers the entries, or when their log was lost. The part contains the first checkpoints that cover the
 * entries, so that a proof does not change; that of a favour gains the entry of its payment, and lines that confirm it.
 */
export async function subjectLog3(
  db: Executor,
  subject: LoggedSubject3,
  publicKey: string,
): Promise<ProofLog3 | null> {
  const entries = await entriesShown(db, subject)
  const last = entries?.at(-1)
  if (!entries || !last) return null
  const { log } = last
  // sequential, because the doctor reads over one connection
  const seal = subject.shows === 'void' ? null : await firstCovering(db, entries[1]!.index, log)
  const lines = await sealLines(db, subject, entries)
  const end = await firstCovering(db, Math.max(last.index, ...lines.map((note) => sizeOf(note) - 1)), log)
  if (!end || (subject.shows !== 'void' && !seal)) return null
  const confirmation = await confirmationOf(db, subject, end)
  const { size } = end
  const paths = await pathsOf(
    db,
    [
      seal ? consistencyParts(seal.size, size) : [],
      ...lines.map((note) => consistencyParts(sizeOf(note), size)),
      ...confirmation.map((note) => consistencyParts(size, sizeOf(note))),
      ...entries.map(({ index }) => inclusionParts(index, size)),
    ],
    log,
  )
  const next = () => paths.shift()!
  const linked = (note: string): LinkedNote => ({ note, consistency: next() })
  return {
    consistency: next(),
    lines: lines.map(linked),
    confirmation: confirmation.map(linked),
    entries: entries.map(({ index, bytes }) => ({ index, bytes, inclusion: next() })),
    sealCheckpoint: seal && seal.note,
    checkpoint: end.note,
    publicKey,
  }
}

export const sizeOf = (note: string): number => parseCheckpoint(note)!.size

/** The entries that the part shows, in their order; null when one is missing. The payment of a favour follows later. */
async function entriesShown(
  db: Executor,
  { name, of, shows, isFavour }: LoggedSubject3,
): Promise<Found[] | null> {
  const kinds: LogEntryKind[] = [`${of}-open`]
  if (shows === 'void') kinds.push('event-void')
  else kinds.push(`${of}-seal`)
  if (shows === 'drawn') kinds.push(`${of}-draw`)
  return shownEntries(db, name, kinds, isFavour ? `${of}-favour` : null)
}

/** The entries of these kinds in their order, all in the log that has the first one, and the last one when a checkpoint covers it. */
export async function shownEntries(
  db: Executor,
  name: string,
  kinds: readonly LogEntryKind[],
  last: LogEntryKind | null,
): Promise<Found[] | null> {
  const found = await entriesOf(db, name, last === null ? kinds : [...kinds, last])
  const entries = found.filter(({ log }) => log === found[0]!.log).toSorted((a, b) => a.index - b.index)
  if (kinds.some((kind) => !entries.some((entry) => entry.kind === kind))) return null
  const paid = entries[kinds.length]
  if (!paid || (await firstCovering(db, paid.index, paid.log))) return entries
  return entries.slice(0, kinds.length)
}

/** Notes with the paths from their trees to that of this size. */
export async function linkedTo(
  db: Executor,
  notes: readonly string[],
  size: number,
  log: number,
): Promise<LinkedNote[]> {
  const sizes = notes.map((note) => [Math.min(sizeOf(note), size), Math.max(sizeOf(note), size)] as const)
  const paths = await pathsOf(
    db,
    sizes.map(([older, newer]) => consistencyParts(older, newer)),
    log,
  )
  return notes.map((note, i) => ({ note, consistency: paths[i]! }))
}

/** The notes with lines over the seal: of a witnessed draw those of its entry, otherwise those that the server has. */
async function sealLines(
  db: Executor,
  { shows, isWitnessed, roundMs, witnesses }: LoggedSubject3,
  entries: readonly Found[],
): Promise<readonly string[]> {
  if (shows === 'void' || roundMs === null) return []
  if (shows === 'drawn' && isWitnessed) {
    const draw = JSON.parse(entries[2]!.bytes) as { lines: string[] }
    return draw.lines
  }
  const { index, log } = entries[1]!
  return (await linesOver(db, { index, beforeMs: roundMs - LEAD_MS, log }, witnesses)).notes
}

/** The notes with lines over how it ended, of any time, where the house alone could have written that. */
async function confirmationOf(
  db: Executor,
  { shows, isWitnessed, isFavour, witnesses }: LoggedSubject3,
  { size, log }: Signed,
): Promise<readonly string[]> {
  if (!isWitnessed || (shows !== 'void' && !isFavour)) return []
  return (await linesOver(db, { index: size - 1, beforeMs: null, log }, witnesses)).notes
}
