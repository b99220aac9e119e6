/** A readable line for an entry of the log. */

/** The kinds of entries that have a message. An unknown kind shows its name in the log. */
const KINDS = ['issue-open', 'issue-seal', 'issue-draw', 'issue-refund', 'verifier', 'funding'] as const
export type EntryKind = (typeof KINDS)[number]

export type EntryLine = {
  /** null: a kind without a message */
  kind: EntryKind | null
  /** the kind's name in the log */
  name: string
  /** the subject: issue number or version; null when it is the house as a whole */
  subject: string | null
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
  const { t, at, issue, version } = entry as Record<string, unknown>
  if (typeof t !== 'string' || typeof at !== 'number') throw new TypeError('not an entry')
  const subject = [issue, version].find((value) => typeof value === 'string')
  return {
    kind: KINDS.find((kind) => kind === t) ?? null,
    name: t,
    subject: typeof subject === 'string' ? subject : null,
    at,
  }
}
