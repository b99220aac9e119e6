/** The times of entries: which ones the writer dates when it appends them, and which ones have the time of what they report. */
import type { LogEntry, LogEntryKind } from '@fairlot/fairness/entries'

const KEEPS_ITS_TIME: ReadonlySet<LogEntryKind> = new Set([
  'issue-open',
  'issue-seal',
  'game-chain',
  'round-seal',
  'event-open',
  'event-seal',
  'log-begin',
  'solvency',
  'reserve',
  'beacon-dead',
])

/** Not dated before their own `at`: the time of the beacon round, the end of betting, or the deadline of an issue or event. */
const NOT_BEFORE: ReadonlySet<LogEntryKind> = new Set([
  'issue-draw',
  'issue-refund',
  'round-result',
  'round-void',
  'event-draw',
  'event-void',
])

/** The entry with the time at which it is appended, unless it has a time of its own. */
export function dated(entry: LogEntry, now: number): LogEntry {
  if (KEEPS_ITS_TIME.has(entry.t)) return entry
  return { ...entry, at: NOT_BEFORE.has(entry.t) ? Math.max(now, entry.at) : now }
}

/** Dates entries that follow each other. @throws Error when an entry is dated before the one before it */
export function inOrder(entries: readonly LogEntry[], floorMs: number, now: number): LogEntry[] {
  let last = floorMs
  return entries.map((entry) => {
    const next = dated(entry, Math.max(last, now))
    if (next.at < last) throw new Error(`the entry ${entry.t} is dated before the end of the log`)
    last = next.at
    return next
  })
}
