/** Appends entries to the log, after its own audit has judged them. */
import type { AuditBreach } from '@fairlot/fairness/audit'
import { entrySubject, entryText, type LogEntry, type LogEntryKind } from '@fairlot/fairness/entries'
import { leafHash, nextHead } from '@fairlot/fairness/log'
import { completedBy, rootPart } from '@fairlot/fairness/log-tree'
import type { Tx } from '../../../platform/db.ts'
import { dated } from './entry-times.ts'
import type { End } from './log-end.ts'
import * as sql from './log.queries.ts'
import { hashesOf } from './log.reads.ts'
import type { SelfAudit } from './self-audit.ts'

export type Judged = {
  /** may be appended, in this order */
  fit: LogEntry[]
  refused: { entry: LogEntry; breach: AuditBreach }[]
}

/** Kinds that may rest on the signatures of witnesses. A chain can rest on those that the chain before it lacks. */
const RESTS_ON_LINES: ReadonlySet<LogEntryKind> = new Set([
  'issue-seal',
  'issue-draw',
  'event-seal',
  'event-draw',
  'game-chain',
  'round-seal',
  'round-result',
  'round-void',
])

/**
 * Judges entries in their order; one that is refused leaves no trace for those behind it. Needs the lock.
 * @param fromMs dates the entries, from this time on; null: they have their times
 */
export async function judge(
  tx: Tx,
  audit: SelfAudit,
  end: End,
  entries: readonly LogEntry[],
  fromMs: number | null = null,
): Promise<Judged> {
  const judged: Judged = { fit: [], refused: [] }
  if (entries.length === 0) return judged
  const judging = await audit.at(tx, end)
  if (entries.some(({ t }) => RESTS_ON_LINES.has(t))) await judging.hear(tx)
  let at = fromMs
  for (const entry of entries) {
    const next = at === null ? entry : dated(entry, at)
    const breach = judging.entry(entryText(next))
    if (breach) {
      judged.refused.push({ entry, breach })
      continue
    }
    judged.fit.push(next)
    if (at !== null) at = Math.max(at, next.at)
  }
  return judged
}

/** Writes entries that were judged. Needs the lock. */
export async function append(tx: Tx, end: End, entries: readonly LogEntry[]): Promise<End> {
  const last = entries.at(-1)
  if (!last) return end
  const texts = entries.map(entryText)
  const leaves = texts.map(leafHash)
  const heads = [end.head]
  for (const leaf of leaves) heads.push(nextHead(heads.at(-1)!, leaf))
  const edge = await hashesOf(tx, rootPart(end.size), end.log)
  await tx.query(sql.APPEND, [
    end.size,
    entries.map(({ t }) => t),
    entries.map(entrySubject),
    texts,
    leaves,
    heads.slice(0, -1),
    heads.slice(1),
    end.log,
  ])
  const nodes = completedBy(end.size, edge, leaves).filter(({ level }) => level > 0)
  await tx.query(sql.ADD_NODES, [
    nodes.map(({ level }) => level),
    nodes.map(({ position }) => position),
    nodes.map(({ hash }) => hash),
    end.log,
  ])
  return {
    ...end,
    size: end.size + entries.length,
    head: heads.at(-1)!,
    floorMs: Math.max(end.floorMs, last.at),
  }
}
