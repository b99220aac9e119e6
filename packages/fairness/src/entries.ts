/** The entries that the product writes to the transparency log. The bytes of an entry are its canonical JSON. */
import { canonicalJson, type Json } from './canonical.ts'
import type { IssueSeal, IssueSeal1, IssueTerms, IssueTerms1 } from './proof/types.ts'

/** Whether the money of an installation has value. */
export type LogMode = 'sandbox' | 'real'

/**
 * Times are Unix milliseconds; amounts are decimal strings in 1/10,000 units. Openings and seals under the rules of
 * version 1 have the fields of {@link IssueTerms1} and {@link IssueSeal1}.
 */
export type LogEntry =
  /** the beginning of the log. The times of entries that lie before its `at` are those of the demo world. */
  | {
      readonly t: 'log-begin'
      readonly deployment: string
      readonly mode: LogMode
      readonly at: number
    }
  | {
      /** the first entry of a log that follows a lost one: name and last known state of the lost log */
      readonly t: 'log-continues'
      readonly deployment: string
      readonly size: number
      /** hex */
      readonly root: string
      /** sorted numbers of the issues that are refunded because the log was lost */
      readonly lost: readonly string[]
      readonly at: number
    }
  | ({ readonly t: 'issue-open' } & IssueTerms)
  | ({ readonly t: 'issue-open' } & IssueTerms1)
  /** under the rules of version 2 `at` is `sealedAt` */
  | ({ readonly t: 'issue-seal'; readonly issue: string; readonly at: number } & IssueSeal)
  | ({ readonly t: 'issue-seal'; readonly issue: string; readonly at: number } & IssueSeal1)
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
      /** the refund of an expired issue: number of refunded orders and their total amount */
      readonly t: 'issue-refund'
      readonly issue: string
      readonly orders: number
      readonly amount: string
      readonly at: number
    }
  | { readonly t: 'verifier'; readonly version: string; readonly sha256: string; readonly at: number }
  | {
      /** house funding: money that the house put into one of its accounts, as the operator stated it */
      readonly t: 'funding'
      readonly account: string
      readonly amount: string
      readonly reference: string
      readonly at: number
    }
  | {
      /** what the house did with withdrawals on a business day that has ended */
      readonly t: 'withdrawals'
      /** `2026-11-22` */
      readonly day: string
      /** how many were paid */
      readonly count: number
      /** what they took out of the wallets, together */
      readonly amount: string
      /** complete hours that the oldest open one had waited when the day ended */
      readonly oldestHours: number
      /** reason → how many failed on this day */
      readonly rejected: Readonly<Record<string, number>>
      readonly at: number
    }

export type LogEntryKind = LogEntry['t']

export const LOG_ENTRY_KINDS = [
  'log-begin',
  'log-continues',
  'issue-open',
  'issue-seal',
  'issue-draw',
  'issue-refund',
  'verifier',
  'funding',
  'withdrawals',
] as const satisfies readonly LogEntryKind[]

/** The canonical JSON of an entry. @throws TypeError for a value that canonical JSON cannot hold */
export function entryText(entry: LogEntry): string {
  return canonicalJson(entry satisfies Json)
}

/** The issue number that an entry belongs to, or null. Together with the kind it identifies an entry of an issue. */
export function entrySubject(entry: LogEntry): string | null {
  return 'issue' in entry ? entry.issue : null
}
