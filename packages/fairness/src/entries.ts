/** The entries of the transparency log, as far as the product writes them. Their bytes are canonical JSON. */
import { canonicalJson, type Json } from './canonical.ts'
import type { IssueSeal, IssueTerms } from './proof.ts'

/** Times are Unix milliseconds; amounts are decimal strings in 1/10,000 units. */
export type LogEntry =
  | ({ readonly t: 'issue-open' } & IssueTerms)
  | ({ readonly t: 'issue-seal'; readonly issue: string; readonly at: number } & IssueSeal)
  | {
      readonly t: 'issue-draw'
      readonly issue: string
      readonly round: number | null
      /** B, hex */
      readonly beacon: string | null
      /** E, hex */
      readonly entropy: string | null
      readonly code: number
      readonly at: number
    }
  | {
      /** an issue that expired, or seats that were left: how many orders had their money back, and how much */
      readonly t: 'issue-refund'
      readonly issue: string
      readonly orders: number
      readonly amount: string
      readonly at: number
    }
  | { readonly t: 'verifier'; readonly version: string; readonly sha256: string; readonly at: number }
  | {
      /** a house account that was funded, as the operator stated it */
      readonly t: 'funding'
      readonly account: string
      readonly amount: string
      readonly reference: string
      readonly at: number
    }

export type LogEntryKind = LogEntry['t']

/** The bytes of an entry, as text. @throws TypeError for what canonical JSON cannot hold */
export function entryText(entry: LogEntry): string {
  return canonicalJson(entry satisfies Json)
}

/** What an entry is about: the issue's number, or null. With its kind it finds the entry. */
export function entrySubject(entry: LogEntry): string | null {
  return 'issue' in entry ? entry.issue : null
}
