/** The types of an audit: its rules, its breach, and its state. */
import type { Chain } from '../beacon.ts'
import type { Grade, Reading } from '../draw.ts'
import type { VerifyBytes } from '../signatures/ed25519.ts'
import type { LogEntryKind, LogMode } from '../entries.ts'
import type { GameId } from '../games/pay-table.ts'
import type { ChainTerms } from '../proof/round-types.ts'
import type { ChainTerms3, IssueTerms3 } from '../proof/version-3/types.ts'
import { ReadError } from '../read.ts'
import type { ReserveState } from './reserve-rules.ts'

/** The rules of the log; docs/FAIRNESS.md describes them. Messages, tests and the witness' refusals use these names. */
export const AUDIT_RULES = [
  'format',
  'kind',
  'begin',
  'rules',
  'time',
  'open',
  'seal',
  'attempt',
  'draw',
  'witness',
  'favour',
  'refund',
  'chain',
  'result',
  'void',
  'reserve',
  'continues',
  'checkpoint',
  'seal-late',
  'uncovered',
] as const

export type AuditRule = (typeof AUDIT_RULES)[number]

/** A log breaks one of its rules. `index` is the entry that breaks it; for a checkpoint, the last entry before it. */
export class AuditBreach extends ReadError {
  override name = 'AuditBreach'
  readonly rule: AuditRule
  readonly index: number
  constructor(rule: AuditRule, index: number, message: string, options?: ErrorOptions) {
    super(message, options)
    this.rule = rule
    this.index = index
  }
}

/** Throws a breach of an entry; the message begins with the entry's index. */
export function breach(rule: AuditRule, index: number, problem: string): never {
  throw new AuditBreach(rule, index, `entry ${index} ${problem}`)
}

/** Runs a reader; what it refuses becomes a breach of the rule. */
export function reading<T>(rule: AuditRule, index: number, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    throw new AuditBreach(rule, index, `entry ${index}: ${error.message}`, { cause: error })
  }
}

/** Whether a signature (48 bytes hex) is that of a beacon's round. */
export type VerifyRound = (chain: Chain, round: number, signature: string) => boolean

/** The log to audit. */
export type AuditedLog = {
  /** the log's name, which is also the deployment of its checkpoints */
  readonly deployment: string
  /** Ed25519 key of the log, 32 bytes hex */
  readonly publicKey: string
}

export type AuditOptions = {
  /** another implementation of Ed25519; the package's own one takes about a millisecond per checkpoint */
  readonly verify?: VerifyBytes
  /** another implementation of the beacon's signatures; the package's own one takes some 30 milliseconds per draw of version 3 */
  readonly verifyRound?: VerifyRound
  /** is called for each entry about a chain or a round; the state keeps no list of them */
  readonly onGame?: (subject: string, entry: FoundEntry) => void
}

/** An entry about an issue, an event, a chain or a round. */
export type FoundEntry = { readonly index: number; readonly kind: LogEntryKind }

/** One attempt of a seal. Times are Unix milliseconds. */
export type Attempt = {
  readonly index: number
  readonly sealedAt: number
  /** null in grades without a beacon */
  readonly round: number | null
  /** keys of the named witnesses whose signature in time is known */
  readonly timely: readonly string[]
}

/** What the audit remembers of an issue until it is drawn or refunded, or of an event until it is drawn or void. */
export type LiveIssue = {
  /** under the rules of which version it opened */
  readonly version: 1 | 2 | 3
  readonly at: number
  readonly shares: number
  readonly reading: Reading
  readonly grade: Grade
  readonly delay: number | null
  readonly commitment: string | null
  /** note verifier keys; null unless grade is `witnessed` */
  readonly witnesses: readonly string[] | null
  readonly attempts: readonly Attempt[]
  readonly seal: {
    readonly orders: number
    readonly digest: string
    readonly sum: string
    readonly salt: string | null
    /** M, only of an issue of version 3 */
    readonly shares?: number
    /** only of an event of version 3: who is left out */
    readonly out?: readonly number[]
  } | null
  /** only of an event: what its opening promises */
  readonly event?: {
    readonly winners: number
    readonly pool: string
    readonly deadline: number
    /** friends are looked at again, so the seal or the void can leave participants out */
    readonly recheck?: true
  }
  /** only of version 3: the chain hash of its beacon, and how many of its witnesses sign in time */
  readonly vouching?: { readonly chain: string | null; readonly quorum: number | null }
  /** only of an issue of version 3: how its sale ends */
  readonly sale?: Pick<IssueTerms3, 'closes' | 'minimum' | 'free' | 'deadline' | 'mode'>
}

/** What a draw in favour leaves to state. */
export type OwedFavour = {
  /** when it was drawn */
  readonly at: number
  /** K of an issue; of an event, the participants that stayed and did not win */
  readonly orders: number
  /** only of an event that this log opened: what they get together */
  readonly amount?: string
}

/** The indexes of an issue's or an event's entries. */
export type IssueRecord = {
  /** null for an issue or event that the lost log opened */
  readonly open: number | null
  readonly seals: readonly number[]
  readonly draw?: number
  readonly refund?: number
  /** only of an event */
  readonly void?: number
  /** what the house pays beyond what was won; only after a draw in favour */
  readonly favour?: number
  /** after a draw in favour, until it is stated */
  readonly owed?: OwedFavour
  /** null once the issue is drawn or refunded, the event drawn or void */
  readonly live: LiveIssue | null
}

export type AuditCounts = {
  readonly opened: number
  readonly sealed: number
  /** seals after the first one of an issue or an event */
  readonly furtherAttempts: number
  readonly drawn: number
  readonly refunded: number
  /** draws of version 3 that fewer than a quorum of witnesses signed in time, of issues and events */
  readonly favours: number
  /** those of them whose amounts are stated */
  readonly favoursStated: number
  /** and those that were stated more than a day after the draw */
  readonly favoursLate: number
  /** refunds of version 3 by their reason */
  readonly refundedDeadline: number
  readonly refundedPk: number
  readonly refundedMinimum: number
  readonly refundedWitnesses: number
  readonly refundedLost: number
  readonly refundedBeacon: number
  /** of the games */
  readonly chains: number
  readonly roundsSealed: number
  readonly roundsDecided: number
  readonly roundsVoid: number
  /** prize-share events */
  readonly events: number
  readonly eventsSealed: number
  readonly eventsDrawn: number
  readonly eventsVoid: number
  /** statements of reserves */
  readonly reserves: number
  /** days between two statements of a product that have none, although the first one had custody */
  readonly reserveDaysMissing: number
}

/** What the audit remembers of a game. */
export type GameState = {
  /** the chain in use, and the one that follows it; `last` is the secret that was revealed last, at first the head */
  readonly chains: readonly {
    readonly index: number
    readonly terms: ChainTerms
    readonly used: number
    readonly last: string
  }[]
  /** the last round that was sealed or void without a seal, and when it ended */
  readonly lastPeriod: string
  readonly lastEnds: number
  /** the chains of version 3 from the one of the last sealed round on, by their first periods */
  readonly scheduled?: readonly ScheduledChain[]
}

/** A chain of version 3. */
export type ScheduledChain = {
  /** of its entry in the log */
  readonly index: number
  readonly terms: ChainTerms3
  /** when its first period opens, Unix milliseconds */
  readonly opensAt: number
  /** keys of the named witnesses that signed before that, as far as known */
  readonly timely: readonly string[]
  /** i of the secret that was revealed last, and the secret; at first 0 and the head */
  readonly used: number
  readonly last: string
}

/** A sealed round without a result. */
export type LiveRound = {
  readonly game: GameId
  readonly period: string
  /** of its seal in the log */
  readonly index: number
  readonly secret: string
  readonly bets: number
  readonly round: number
  /** note verifier keys; null unless grade is `witnessed` */
  readonly witnesses: readonly string[] | null
  /** those of them whose signature in time is known */
  readonly timely: readonly string[]
  /** only of version 3: the chain hash of its beacon */
  readonly beaconChain?: string
}

/** A checkpoint with the log's signature only. */
export type KeptNote = {
  readonly size: number
  readonly note: string
  /** its time; a state of an earlier version of the program lacks it */
  readonly ms?: number
}

/** The state of an audit without the issues. It is replaced and never changed. */
export type AuditFrame = {
  readonly size: number
  readonly head: string
  /** the roots of the perfect subtrees that cover the entries, the largest first */
  readonly edge: readonly string[]
  readonly begin: {
    readonly index: number
    readonly at: number
    readonly mode: LogMode
    /** all entries so far have times before `at`: they belong to the demo world */
    readonly demo: boolean
  } | null
  /** the entry that begins version 3; null before it */
  readonly rules: { readonly index: number; readonly at: number; readonly localBeacon: string | null } | null
  /** chain hash → the entry that declares this beacon dead */
  readonly dead: Readonly<Record<string, { readonly lastRound: number; readonly at: number }>>
  /** issues, rounds and events that are refunded because the log before was lost; null when the log continues no other */
  readonly lost: readonly string[] | null
  /** time of the latest entry that counts for the order of times */
  readonly lastAt: number
  /** number of entries that a checkpoint covers */
  readonly covered: number
  /** time of the latest checkpoint under the rules of version 2 */
  readonly noteMs: number
  /** checkpoints whose cosignatures can still count */
  readonly notes: readonly KeptNote[]
  /** seals with a beacon round since the last checkpoint, of issues, events and rounds; `issue` is the subject */
  readonly fresh: readonly { readonly issue: string; readonly index: number; readonly round: number }[]
  /** issues and events with a beacon round that are sealed and not drawn, with the index of their first seal */
  readonly waiting: readonly {
    readonly issue: string
    readonly first: number
    readonly witnessed: boolean
    /** only of version 3: a checkpoint that is dated from then on (Unix milliseconds) does not count */
    readonly until?: number
  }[]
  /** note verifier keys of all witnesses that openings have named */
  readonly named: readonly string[]
  /** the last day that an entry `withdrawals` is about */
  readonly lastDay: string | null
  /** the day of the last entry `solvency`: days of 24 hours since 1970 */
  readonly lastSolvency: number | null
  /** finance product → its last entry `reserve` */
  readonly reserves: Readonly<Record<string, ReserveState>>
  readonly counts: AuditCounts
  readonly games: Readonly<Record<string, GameState>>
  /** ids and heads of all chains */
  readonly chains: readonly string[]
  /** the sealed rounds that wait for their result */
  readonly rounds: readonly LiveRound[]
  /** subjects with an entry that broke a rule and was admitted; other entries about them are not judged */
  readonly excused: readonly string[]
}

/** The whole state as a plain JSON value, to be stored between two runs. `issues` has the events too, by their names. */
export type AuditState = AuditedLog &
  AuditFrame & { readonly version: 1; readonly issues: Readonly<Record<string, IssueRecord>> }
