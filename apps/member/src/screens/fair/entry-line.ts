/** An entry of the log as one line for people. */

/** Kinds of entries that have words of their own; a newer kind shows its name in the log. */
const KINDS = ['issue-open', 'issue-seal', 'issue-draw', 'issue-refund', 'verifier', 'funding'] as const
export type EntryKind = (typeof KINDS)[number]

export type EntryLine = {
  /** null: a kind without words of its own */
  kind: EntryKind | null
  /** as the log names it */
  name: string
  /** what it is about: issue number, version; null where it is the house as a whole */
  subject: string | null
  /** Unix milliseconds */
  at: number
}

/**
 * Reads what the line needs out of an entry's bytes.
 * @throws SyntaxError when the bytes are no JSON, TypeError when they are no entry
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
