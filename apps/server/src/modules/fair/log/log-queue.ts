/**
 * The queue of the log: entries that transactions enqueued, which the writer appends. Those that the log cannot take are set
 * aside: one of them would stop the log, and with it every seal, or make the witnesses refuse it.
 */
import type { LogEntry } from '@fairlot/fairness/entries'
import type { Tx } from '../../../platform/db.ts'
import { append, judge } from './append-entries.ts'
import { unfitBecause } from './fit-entry.ts'
import { type End, nowMs } from './log-end.ts'
import * as sql from './log.queries.ts'
import type { SelfAudit } from './self-audit.ts'

/** A queued entry that the log cannot take. */
export type SetAside = { id: bigint; kind: string; why: string }

export type Queue = {
  audit: SelfAudit
  /** called for each entry that was set aside; must not throw */
  onSetAside: (entry: SetAside) => void
}

/** Maximum entries per transaction; a longer backlog is appended in steps. */
const CHUNK = 1_000

/** Entries that were enqueued before the log began keep their times, and are appended before its beginning. */
export const OLD_RULES = 1
export const RULES = 2

type Waiting = { id: bigint; entry: LogEntry; rules: number }
type Unfit = Pick<Waiting, 'id' | 'entry'> & { why: string }

/** Appends up to a chunk of the entries that were enqueued under these rules or older ones. Needs the lock. */
export async function appendChunk(
  tx: Tx,
  end: End,
  rules: number,
  queue: Queue,
): Promise<{ end: End; entries: LogEntry[]; taken: number }> {
  const rows = await tx.query<Waiting>(sql.TAKE, [CHUNK, rules])
  const taken = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const unfit: Unfit[] = []
  const queued: Waiting[] = []
  for (const row of taken) {
    const why = unfitBecause(row.entry, row.rules === OLD_RULES)
    if (why === null) queued.push(row)
    else unfit.push({ ...row, why })
  }
  const said = queued.map(({ entry }) => entry)
  const fromMs = rules === OLD_RULES ? null : Math.max(end.floorMs, await nowMs(tx))
  const { fit, refused } = await judge(tx, queue.audit, end, said, fromMs)
  for (const { entry, breach } of refused) {
    const { id } = queued[said.indexOf(entry)]!
    unfit.push({ id, entry, why: `${breach.rule}: ${breach.message}`.slice(0, 1_000) })
  }
  if (unfit.length > 0) await setAside(tx, end.log, unfit, queue)
  return { end: await append(tx, end, fit), entries: fit, taken: taken.length }
}

async function setAside(tx: Tx, log: number, unfit: readonly Unfit[], { onSetAside }: Queue): Promise<void> {
  await tx.query(sql.SET_ASIDE, [
    log,
    unfit.map(({ id }) => id),
    unfit.map(({ entry }) => JSON.stringify(entry)),
    unfit.map(({ why }) => why),
  ])
  for (const { id, entry, why } of unfit) onSetAside({ id, kind: entry.t, why })
}

/** Appends all entries that were enqueued under these rules or older ones. Needs the lock. */
export async function appendQueue(tx: Tx, from: End, rules: number, queue: Queue): Promise<End> {
  let end = from
  for (;;) {
    const chunk = await appendChunk(tx, end, rules, queue)
    end = chunk.end
    if (chunk.taken === 0) return end
  }
}
