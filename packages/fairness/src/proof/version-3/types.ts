/**
 * The types of version 3: terms, seals and entries of what opens after the log's entry `log-rules`. Times are Unix
 * milliseconds, amounts decimal strings in 1/10,000 units, hashes lower-case hex.
 */
import type { BetRow } from '../../games/bets.ts'
import type { GameResult } from '../../games/result.ts'
import type { OrderRow } from '../../draw.ts'
import type { EventSeal, EventTerms } from '../event-types.ts'
import type { ChainTerms, RoundSeal } from '../round-types.ts'
import type { IssueSeal1, IssueTerms } from '../types.ts'

/** A witness that an opening names. */
export type NamedWitness = {
  /** note verifier key, `<name>+<id>+<base64>` of kind 4 */
  readonly key: string
  /** the house itself operates this witness; absent otherwise */
  readonly own?: true
}

/** Who vouches for a seal or a chain. Both are null unless the grade is `witnessed`. */
export type Vouching = {
  /** different names and different keys */
  readonly witnesses: readonly NamedWitness[] | null
  /** k: so many of the witnesses sign in time; more than half of them */
  readonly quorum: number | null
}

export type IssueTerms3 = Omit<IssueTerms, 'witnesses'> &
  Vouching & {
    /** hash of the content (content.ts) */
    readonly content: string
    /** when the sale ends for a draw by date, which is then the deadline too; null when only a sold-out issue is drawn */
    readonly closes: number | null
    /** the fewest sold shares with which an issue is drawn at `closes`; null exactly when `closes` is */
    readonly minimum: number | null
    /** the most free entries; 0: none */
    readonly free: number
  }

/** A seal is final: version 3 knows no second attempt. */
export type IssueSeal3 = IssueSeal1 & {
  /** M: the sold shares, which stand for N in digest, code and tiers; N unless the issue is drawn by date */
  readonly shares: number
  /** how many of the orders are free entries */
  readonly freeEntries: number
}

export type EventTerms3 = Omit<EventTerms, 'witnesses'> &
  Vouching & {
    readonly content: string
    /** friends are looked at again when the event is sealed or void; absent in events whose terms do not say so */
    readonly recheck?: true
  }

/** Who is left out of an event because friends fell below the terms; absent when nobody is, and in events without `recheck`. */
export type LeftOut = {
  /** the `seq` of each of them, ascending */
  readonly out?: readonly number[]
}
/** `orders`, `digest` and `sum` count those who are left out, too. */
export type EventSeal3 = Omit<EventSeal, 'attempt'> & LeftOut

export type ChainTerms3 = Omit<ChainTerms, 'witnesses'> &
  Vouching & {
    /** the first period whose round the chain decides */
    readonly from: string
  }

/** The last 8 bytes of a row: what binds it to one order id (claim.ts). */
type Claimed = {
  /** 16 hex digits */
  readonly claim: string
}
export type OrderRow3 = OrderRow & Claimed
export type BetRow3 = BetRow & Claimed

/** Why an issue was refunded instead of drawn. */
export const REFUND_REASONS = ['deadline', 'pk', 'minimum', 'witnesses', 'lost', 'beacon'] as const
export type RefundReason = (typeof REFUND_REASONS)[number]

/** What the draws of issues and events state in common. */
export type DrawnRound3 = {
  /** null without a beacon */
  readonly round: number | null
  /** B, hex; null without a beacon */
  readonly beacon: string | null
  /** of round r, 48 bytes hex; null without a beacon */
  readonly signature: string | null
  /** signed notes with the timely lines of named witnesses, ascending by size; null unless the grade is `witnessed` */
  readonly lines: readonly string[] | null
  /** fewer than k witnesses signed in time: everybody gets at least their money or an even share; absent otherwise */
  readonly favour?: true
}

/** The entries whose form version 3 adds or changes. */
export type LogEntry3 =
  | {
      /** from here on openings are of version 3 */
      readonly t: 'log-rules'
      readonly version: 3
      /** public key of the local beacon, 96 bytes hex; null in a log of real money, and where there is none */
      readonly localBeacon: string | null
      readonly at: number
    }
  | {
      /** two owners decided that a beacon is dead for good */
      readonly t: 'beacon-dead'
      /** chain hash of the beacon */
      readonly chain: string
      readonly lastRound: number
      readonly at: number
    }
  | ({ readonly t: 'issue-open' } & IssueTerms3)
  | ({ readonly t: 'issue-seal'; readonly issue: string; readonly at: number } & IssueSeal3)
  | ({
      readonly t: 'issue-draw'
      readonly issue: string
      readonly entropy: string | null
      readonly code: number
      readonly at: number
    } & DrawnRound3)
  | {
      /** what members get beyond what their codes won, after a draw in favour */
      readonly t: 'issue-favour'
      readonly issue: string
      /** how many orders get more than they won */
      readonly orders: number
      readonly amount: string
      readonly at: number
    }
  | {
      readonly t: 'issue-refund'
      readonly issue: string
      readonly orders: number
      /** sold shares */
      readonly shares: number
      readonly amount: string
      readonly reason: RefundReason
      readonly at: number
    }
  | ({ readonly t: 'event-open' } & EventTerms3)
  | ({ readonly t: 'event-seal'; readonly event: string; readonly at: number } & EventSeal3)
  | ({
      /** as in version 2, and who is left out: with all of them the event is void like one that nobody joined */
      readonly t: 'event-void'
      readonly event: string
      readonly participants: number
      readonly pool: string
      readonly at: number
    } & LeftOut)
  | ({
      readonly t: 'event-draw'
      readonly event: string
      readonly entropy: string
      readonly winners: readonly number[]
      readonly at: number
    } & DrawnRound3)
  | {
      /** the pool once more, split evenly among those who did not win */
      readonly t: 'event-favour'
      readonly event: string
      readonly members: number
      readonly amount: string
      readonly at: number
    }
  | ({ readonly t: 'game-chain' } & ChainTerms3)
  | ({
      readonly t: 'round-seal'
      readonly game: string
      readonly period: string
      readonly chain: string
      /** i of the revealed x_i; it follows from the period */
      readonly index: number
      readonly at: number
    } & RoundSeal)
  | {
      readonly t: 'round-result'
      readonly game: string
      readonly period: string
      readonly round: number
      readonly beacon: string
      readonly signature: string
      readonly result: GameResult
      readonly at: number
    }
  | ({
      readonly t: 'solvency'
      readonly root: string
      readonly total: string
      readonly assets: string
      readonly at: number
    } & Vouching)
