/** A readable line for an entry of the log. */
import { LOG_ENTRY_KINDS, type LogEntryKind } from '@fairlot/fairness/entries'

/**
 * The kinds of entries that have a message. An unknown kind shows its name in the log. `…-again`: a seal after the first,
 * because no witness signed the one before in time.
 */
export type EntryKind = LogEntryKind | 'issue-seal-again' | 'event-seal-again'

export type EntryLine = {
  /** null: a kind without a message */
  kind: EntryKind | null
  /** the kind's name in the log */
  name: string
  /** the subject: issue number, id of an event, game and period, code of a finance product, version or name of a log; null when it is the house as a whole */
  subject: string | null
  /** an opening of the demo world */
  isDemo: boolean
  /** Unix milliseconds */
  at: number
}

/**
 * Reads the line's values from an entry's bytes.
 * @throws SyntaxError when the bytes are not JSON, TypeError when they are not an entry
 */
export function entryLine(bytes: string): EntryLine {
  const entry: unknown = JSON.parse(bytes)
  if (typeof entry !== 'object' || entry === null) throw new TypeError('not an entry')
  const { t, at, issue, event, game, period, product, version, deployment, attempt, demo } = entry as Record<
    string,
    unknown
  >
  if (typeof t !== 'string' || typeof at !== 'number') throw new TypeError('not an entry')
  const round = typeof period === 'string' ? `${String(game)} ${period}` : game
  const subject = [issue, event, round, product, version, deployment].find(
    (value) => typeof value === 'string',
  )
  return {
    kind:
      (t === 'issue-seal' || t === 'event-seal') && typeof attempt === 'number' && attempt > 1
        ? `${t}-again`
        : (LOG_ENTRY_KINDS.find((kind) => kind === t) ?? null),
    name: t,
    subject: typeof subject === 'string' ? subject : null,
    isDemo: demo === true,
    at,
  }
}
