/** The log's part of the proof of a void event: opening and void, under the first checkpoint that covers both. */
import { inclusionParts } from '@fairlot/fairness/log-tree'
import type { EventLog } from '@fairlot/fairness/proof'
import type { Executor } from '../../../platform/db.ts'
import * as sql from './log.queries.ts'
import { firstCovering, pathsOf } from './log.reads.ts'

/**
 * Null until a checkpoint covers the entries, or when the log that opened the event was lost.
 * @param subject name of the event
 */
export async function voidLog(db: Executor, subject: string, publicKey: string): Promise<EventLog | null> {
  const rows = await db.query<{ log: number; index: bigint; kind: string; bytes: string }>(sql.ENTRIES_OF, [
    subject,
    ['event-open', 'event-void'],
  ])
  const [opening, end] = rows
  if (opening?.kind !== 'event-open' || end?.log !== opening.log) return null
  const { log } = opening
  const checkpoint = await firstCovering(db, Number(end.index), log)
  if (!checkpoint) return null
  const entries = rows.map(({ index, bytes }) => ({ index: Number(index), bytes }))
  const inclusions = await pathsOf(
    db,
    entries.map(({ index }) => inclusionParts(index, checkpoint.size)),
    log,
  )
  return {
    entries: entries.map((entry, i) => ({ ...entry, inclusion: inclusions[i]! })),
    sealCheckpoint: null,
    cosignatures: [],
    checkpoint: checkpoint.note,
    consistency: [],
    publicKey,
  }
}
