/** The entries that the product writes to the transparency log. The bytes of an entry are its canonical JSON. */
import { canonicalJson, type Json } from './canonical.ts'
import type { GameResult } from './games/result.ts'
import type { EventSeal, EventTerms } from './proof/event-types.ts'
import type { ChainTerms, RoundSeal } from './proof/round-types.ts'
import type { IssueSeal, IssueSeal1, IssueTerms, IssueTerms1 } from './proof/types.ts'
import type { LogEntry3 } from './proof/version-3/types.ts'

/** Whether the money of an installation has value. */
export type LogMode = 'sandbox' | 'real'

/**
 * Times are Unix milliseconds; amounts are decimal strings in 1/10,000 units. Openings and seals under the rules of
 * version 1 have the fields of {@link IssueTerms1} and {@link IssueSeal1}; version 3 adds and changes those of
 * {@link LogEntry3}.
 */
export type LogEntry =
  | LogEntry3
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
      /** sorted: numbers of the issues, names of the rounds and of the events, that are refunded because the log was lost */
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
  /** a hash chain of a game: the terms of its rounds, published before the first of them opens */
  | ({ readonly t: 'game-chain' } & ChainTerms)
  | ({
      /** the seal of a round; `at` is `sealedAt`. Seals and voids of a game come in the order of its rounds. */
      readonly t: 'round-seal'
      readonly game: string
      readonly period: string
      readonly chain: string
      /** i of the revealed x_i: that of the seal before it in the chain, and 1 more */
      readonly index: number
      readonly at: number
    } & RoundSeal)
  | {
      readonly t: 'round-result'
      readonly game: string
      readonly period: string
      readonly round: number
      /** B, hex */
      readonly beacon: string
      readonly result: GameResult
      readonly at: number
    }
  | {
      /** a round that was not sealed before its end, or whose seal no witness signed in time: all stakes go back */
      readonly t: 'round-void'
      readonly game: string
      readonly period: string
      /** how many */
      readonly bets: number
      readonly at: number
    }
  /** a prize-share event: what members were promised, published before the first of them joins */
  | ({ readonly t: 'event-open' } & EventTerms)
  /** as `issue-seal`, not before the deadline; `at` is `sealedAt`, and `orders` the number of participants, at least one */
  | ({ readonly t: 'event-seal'; readonly event: string; readonly at: number } & EventSeal)
  | {
      readonly t: 'event-draw'
      readonly event: string
      /** null in grade `salt` */
      readonly round: number | null
      /** B, hex; null in grade `salt` */
      readonly beacon: string | null
      /** E, hex */
      readonly entropy: string
      /** the `seq` of each winner, in the order in which they are drawn */
      readonly winners: readonly number[]
      readonly at: number
    }
  | {
      /** an event that nobody had joined at its deadline, or one that was lost with the log before */
      readonly t: 'event-void'
      readonly event: string
      /** 0, unless the event was lost */
      readonly participants: number
      /** that of the opening */
      readonly pool: string
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
  | {
      /** proof of solvency: what all members own together, and what the house has; see solvency.ts */
      readonly t: 'solvency'
      /** of the Merkle-sum tree over the members, hex */
      readonly root: string
      /** what members own; 0…2^64−1 */
      readonly total: string
      /** what the house has at banks and payment companies, as its books say */
      readonly assets: string
      readonly at: number
    }
  | {
      /** the reserve of a finance product at the time `at`; stated once on a UTC day while the product is in use */
      readonly t: 'reserve'
      /** code of the product */
      readonly product: string
      /** what the house has set aside for interest */
      readonly reserve: string
      /** principal of the open orders, which the product's custody account holds */
      readonly custody: string
      /** interest of the open orders until their maturity that is not paid yet; never more than `reserve` */
      readonly liability: string
      readonly at: number
    }

export type LogEntryKind = LogEntry['t']

export const LOG_ENTRY_KINDS = [
  'log-begin',
  'log-continues',
  'log-rules',
  'beacon-dead',
  'issue-open',
  'issue-seal',
  'issue-draw',
  'issue-favour',
  'issue-refund',
  'game-chain',
  'round-seal',
  'round-result',
  'round-void',
  'event-open',
  'event-seal',
  'event-draw',
  'event-favour',
  'event-void',
  'verifier',
  'funding',
  'withdrawals',
  'solvency',
  'reserve',
] as const satisfies readonly LogEntryKind[]

/** The canonical JSON of an entry. @throws TypeError for a value that canonical JSON cannot hold */
export function entryText(entry: LogEntry): string {
  return canonicalJson(entry satisfies Json)
}

/** The name of a round among the subjects of entries. No issue number has a space. */
export function roundName(game: string, period: string): string {
  return `${game} ${period}`
}

/** The name of an event among the subjects of entries: its id can equal an issue number. No game is called `event`. */
export function eventName(event: string): string {
  return `event ${event}`
}

/** What a subject is, for messages: `issue …`, `round …` or `event …`. */
export function describeSubject(subject: string): string {
  if (!subject.includes(' ')) return `issue ${subject}`
  return subject.startsWith('event ') ? subject : `round ${subject}`
}

/**
 * What an entry is about: an issue number, the name of a round or of an event, the id of a chain, or the chain hash of a dead
 * beacon; null for the others.
 * Together with the kind it identifies an entry of an issue, of a round or of an event.
 */
export function entrySubject(entry: LogEntry): string | null {
  if ('issue' in entry) return entry.issue
  if ('event' in entry) return eventName(entry.event)
  if ('period' in entry) return roundName(entry.game, entry.period)
  return entry.t === 'game-chain' || entry.t === 'beacon-dead' ? entry.chain : null
}
