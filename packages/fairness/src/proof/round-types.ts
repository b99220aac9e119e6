/** The types of a round's terms and of its proof document, version 2 and kind `round`. */
import type { BetRow } from '../games/bets.ts'
import type { GameId } from '../games/pay-table.ts'
import type { GameResult } from '../games/result.ts'
import type { PROOF_VERSION, ProofBeacon, ProofEntry } from './types.ts'

/** Every round uses a beacon round. */
export type RoundGrade = 'beacon' | 'witnessed'

/** What the log's entry `game-chain` publishes before the first round of a chain: the terms of all its rounds. */
export type ChainTerms = {
  readonly game: GameId
  /** id of the chain, a lower-case UUID */
  readonly chain: string
  /** M, the number of rounds that the chain is enough for */
  readonly length: number
  /** x_0, hex */
  readonly head: string
  /** the business zone: `UTC`, an offset like `+05:45`, or an IANA name; in it periods are numbered (games/periods.ts) */
  readonly zone: string
  readonly roundMs: number
  /** bets close this long before the end of a round */
  readonly cutoffMs: number
  /** chain hash of the beacon, hex */
  readonly beaconChain: string
  /** seconds from the seal to its beacon round */
  readonly delay: number
  readonly grade: RoundGrade
  /** note verifier keys of the witnesses, distinct; null unless grade is `witnessed` */
  readonly witnesses: readonly string[] | null
  /** in 1/10,000 of the stake (games/pay-table.ts) */
  readonly fee: number
  /** the times of the chain's rounds are those of the demo world: they lie before the log began */
  readonly demo: boolean
  /** when the chain was published, Unix milliseconds; no round of it opens earlier */
  readonly at: number
}

/** The terms of a round: those of its chain, and what follows from them and from the round's place in the chain. */
export type RoundTerms = ChainTerms & {
  /** `YYYYMMDD-NNNN` */
  readonly period: string
  /** i of x_i, from 1 on; null for a void round, which uses none */
  readonly index: number | null
  /** index of the seal before it in the chain: i − 1, because none is left out; null for a void round */
  readonly previous: number | null
  readonly opensAt: number
  /** all bets are earlier, the seal is not */
  readonly closesAt: number
}

export type RoundSeal = {
  /** K */
  readonly bets: number
  /** of the bets, hex */
  readonly digest: string
  /** x_i, hex */
  readonly secret: string
  /** Unix milliseconds: from `closesAt` on, and before the round ends */
  readonly sealedAt: number
  /** r: the first beacon round at or after `sealedAt` and the delay */
  readonly round: number
}

/** h, hex, and the result that it gives. */
export type RoundResult = GameResult & { readonly entropy: string }

/**
 * Entries: the chain, the seal unless the round was never sealed, then the result or the void, unless the round is only
 * sealed. A void round has no checkpoint for the seal, no path of consistency and no lines of witnesses.
 */
export type RoundLog = {
  readonly entries: readonly ProofEntry[]
  /** signed note whose tree contains the seal */
  readonly sealCheckpoint: string | null
  /** signed note whose tree contains all entries */
  readonly checkpoint: string
  readonly consistency: readonly string[]
  /** signature lines of witnesses over the note `sealCheckpoint` */
  readonly cosignatures: readonly string[]
  /** Ed25519 key of the log, hex */
  readonly publicKey: string
}

/** The proof of a round. A void round has neither rows, seal, beacon nor result; a sealed one has no beacon and no result. */
export type RoundProof = {
  readonly version: typeof PROOF_VERSION
  readonly kind: 'round'
  readonly deployment: string
  readonly terms: RoundTerms
  readonly rows: readonly BetRow[]
  readonly seal: RoundSeal | null
  readonly beacon: ProofBeacon | null
  readonly result: RoundResult | null
  /** null when the document carries no log; such a document proves nothing about times and terms */
  readonly log: RoundLog | null
}
