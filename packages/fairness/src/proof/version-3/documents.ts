/** The types of `fairlot-proof/3`: proofs of what opened after the log's entry `log-rules`. */
import type { Content } from '../../content.ts'
import type { ClaimedRow } from '../../claimed-rows.ts'
import type { ClaimedBet } from '../../games/bets.ts'
import type { EventResult } from '../event-types.ts'
import type { RoundResult, RoundSeal } from '../round-types.ts'
import type { IssueResult, PROOF_VERSION_3, ProofBeacon, ProofEntry } from '../types.ts'
import type { ChainTerms3, EventSeal3, EventTerms3, IssueSeal3, IssueTerms3 } from './types.ts'

/** A signed note of the log, and the path that shows that its tree and that of `checkpoint` are of one history. */
export type LinkedNote = {
  /** the line of the log comes first, lines of witnesses follow */
  readonly note: string
  /** RFC 6962: from the smaller of the two trees to the larger one */
  readonly consistency: readonly string[]
}

/**
 * The log part of an issue or an event. Entries: the opening, the seal, the draw unless it is only sealed, and the favour where it is
 * paid; of a void event the opening and the void.
 */
export type ProofLog3 = {
  readonly entries: readonly ProofEntry[]
  /** signed note whose tree contains the seal; null for a void event */
  readonly sealCheckpoint: string | null
  /** signed note whose tree contains all entries */
  readonly checkpoint: string
  /** from `sealCheckpoint` to `checkpoint` */
  readonly consistency: readonly string[]
  /** what witnesses signed of the seal, ascending by size; in grade `witnessed` the notes of the draw's entry. Paths to `checkpoint` */
  readonly lines: readonly LinkedNote[]
  /** what witnesses signed of the ending, at any time; only of a favour and of a void event. Paths from `checkpoint` */
  readonly confirmation: readonly LinkedNote[]
  /** Ed25519 key of the log, hex */
  readonly publicKey: string
}

/** Whether the draw stands in favour of the members, because too few witnesses signed in time. */
type Favoured = { readonly favour: boolean }

/** `tiers` are those of the sold codes. */
export type IssueResult3 = IssueResult & Favoured
export type EventResult3 = EventResult & Favoured

export type IssueProof3 = {
  readonly version: typeof PROOF_VERSION_3
  readonly kind: 'issue'
  readonly deployment: string
  /** what the prize is */
  readonly content: Content
  readonly terms: IssueTerms3
  readonly rows: readonly ClaimedRow[]
  readonly seal: IssueSeal3
  /** null while the issue is sealed and not drawn, and in grades without a beacon */
  readonly beacon: ProofBeacon | null
  /** null while the issue is sealed and not drawn */
  readonly result: IssueResult3 | null
  /** null when the document carries no log; such a document proves nothing about times and terms */
  readonly log: ProofLog3 | null
}

/** A void event has neither rows, seal, beacon nor result. */
export type EventProof3 = {
  readonly version: typeof PROOF_VERSION_3
  readonly kind: 'event'
  readonly deployment: string
  readonly content: Content
  readonly terms: EventTerms3
  readonly rows: readonly ClaimedRow[]
  readonly seal: EventSeal3 | null
  readonly beacon: ProofBeacon | null
  readonly result: EventResult3 | null
  readonly log: ProofLog3 | null
}

/** The terms of a round: those of its chain, and what follows from them and from the period. */
export type RoundTerms3 = ChainTerms3 & {
  /** `YYYYMMDD-NNNN` */
  readonly period: string
  /** i of x_i */
  readonly index: number
  readonly opensAt: number
  readonly closesAt: number
}

/** Entries: the chain, the seal, and the result unless the round is only sealed. */
export type RoundLog3 = {
  readonly entries: readonly ProofEntry[]
  /** covers the chain's entry, dated before the chain's first period opens */
  readonly chainCheckpoint: LinkedNote
  /** what witnesses signed of the chain, ascending by size. Paths to `checkpoint` */
  readonly chainLines: readonly LinkedNote[]
  readonly checkpoint: string
  readonly publicKey: string
}

/** No round of version 3 is void. */
export type RoundProof3 = {
  readonly version: typeof PROOF_VERSION_3
  readonly kind: 'round'
  readonly deployment: string
  readonly terms: RoundTerms3
  readonly rows: readonly ClaimedBet[]
  readonly seal: RoundSeal
  readonly beacon: ProofBeacon | null
  readonly result: RoundResult | null
  readonly log: RoundLog3 | null
}
