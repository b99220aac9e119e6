/** The types of proof documents: `fairlot-proof/2`, and `fairlot-proof/1` of issues that opened under the rules of version 1. */
import type { Band, Grade, OrderRow, Reading, Tier } from '../draw.ts'
import type { IssueProof3 } from './version-3/documents.ts'

export const PROOF_VERSION = 'fairlot-proof/2'
/** of what opened after the log's entry `log-rules` (version-3/documents.ts) */
export const PROOF_VERSION_3 = 'fairlot-proof/3'
export const PROOF_VERSION_1 = 'fairlot-proof/1'

/** The grades of issues that opened under the rules of version 1. */
export type Grade1 = Exclude<Grade, 'witnessed'>

/** How an issue is sold: `goods`, `cash` (prize money in tiers), `pk` (two seats with half of the codes each). */
export type Mode = 'goods' | 'cash' | 'pk'

/** The terms of an issue that opened under the rules of version 1. Amounts are decimal strings in 1/10,000 units. */
export type IssueTerms1 = {
  /** `<product code>-<at least 4 digits>` */
  readonly issue: string
  /** N */
  readonly shares: number
  /** price of a share */
  readonly price: string
  readonly reading: Reading
  readonly grade: Grade1
  /** minutes east of UTC at which order times are read; fixed for the issue */
  readonly offset: number
  /** beacon chain hash; null unless the grade has a beacon */
  readonly chain: string | null
  /** seconds from seal to beacon round; null unless the grade has a beacon */
  readonly delay: number | null
  /** ring distances of each tier, ascending, without overlap */
  readonly bands: readonly Band[]
  /** prize of each code of a tier, one per band */
  readonly prizes: readonly string[]
  /** C; null in grade `plain` */
  readonly commitment: string | null
  /** when the issue opened, Unix milliseconds; no order is earlier */
  readonly at: number
}

/** The terms that were published when the issue opened: everything that members were promised. */
export type IssueTerms = Omit<IssueTerms1, 'grade'> & {
  readonly grade: Grade
  /** what a winner gets who gives the prize back: percent of `value`, 0 to 100 */
  readonly recyclePercent: number
  /** market price of the product */
  readonly value: string
  /** the most shares that one member may hold; 0: no maximum */
  readonly maxPerMember: number
  /** the VIP level that a buyer needs; 0: none */
  readonly minVip: number
  /** when the issue expires unless it is sold out, Unix milliseconds */
  readonly deadline: number
  readonly mode: Mode
  /** the times of the issue are those of the demo world: they lie before the log began */
  readonly demo: boolean
  /** note verifier keys of the witnesses, distinct; null unless grade is `witnessed` */
  readonly witnesses: readonly string[] | null
}

/** The seal of an issue that opened under the rules of version 1. */
export type IssueSeal1 = {
  /** K */
  readonly orders: number
  /** L */
  readonly digest: string
  /** S, decimal string */
  readonly sum: string
  /** null in grade `plain` */
  readonly salt: string | null
  /** Unix milliseconds; no order is later */
  readonly sealedAt: number
  /** r; null unless the grade has a beacon */
  readonly round: number | null
}

export type IssueSeal = IssueSeal1 & {
  /** 1, 2 …; above 1 only in grade `witnessed`, when no witness signed the attempt before in time */
  readonly attempt: number
}

export type ProofBeacon = {
  readonly chain: string
  readonly round: number
  /** 48 bytes hex */
  readonly signature: string
  /** hex; only for a local (sandbox) beacon. The verifier has the public beacon's key built in. */
  readonly publicKey?: string
}

export type IssueResult = {
  /** E; null in grade `plain` */
  readonly entropy: string | null
  readonly code: number
  readonly tiers: readonly Tier[]
}

export type ProofEntry = {
  readonly index: number
  /** the entry's canonical JSON */
  readonly bytes: string
  /** RFC 6962 audit path to the root of `checkpoint`, never of `sealCheckpoint` */
  readonly inclusion: readonly string[]
}

export type ProofLog1 = {
  /** opening, seal, draw */
  readonly entries: readonly ProofEntry[]
  /** signed note whose tree contains the seal */
  readonly sealCheckpoint: string
  /** signed note whose tree contains all entries */
  readonly checkpoint: string
  /** consistency proof from `sealCheckpoint` to `checkpoint` */
  readonly consistency: readonly string[]
  /** Ed25519 key of the log, hex */
  readonly publicKey: string
}

/**
 * Entries: the opening, each attempt of the seal in order, and the draw unless the issue is only sealed. The tree of
 * `sealCheckpoint` contains the last attempt.
 */
export type ProofLog = ProofLog1 & {
  /** signature lines of witnesses over the note `sealCheckpoint` */
  readonly cosignatures: readonly string[]
}

/** The proof of an issue that opened under the rules of version 1. */
export type IssueProof1 = {
  readonly version: typeof PROOF_VERSION_1
  readonly kind: 'issue'
  readonly deployment: string
  readonly terms: IssueTerms1
  readonly rows: readonly OrderRow[]
  readonly seal: IssueSeal1
  readonly beacon: ProofBeacon | null
  readonly result: IssueResult
  /** null when the proof carries no log */
  readonly log: ProofLog1 | null
}

export type IssueProof = {
  readonly version: typeof PROOF_VERSION
  readonly kind: 'issue'
  readonly deployment: string
  readonly terms: IssueTerms
  readonly rows: readonly OrderRow[]
  /** the last attempt */
  readonly seal: IssueSeal
  /** null while the issue is sealed and not drawn, and in grades without a beacon */
  readonly beacon: ProofBeacon | null
  /** null while the issue is sealed and not drawn */
  readonly result: IssueResult | null
  /** null when the document carries no log; such a document proves nothing about times and terms */
  readonly log: ProofLog | null
}

/** The proofs of issues that opened before version 3. */
export type EarlierProof = IssueProof | IssueProof1

/** All proofs of issues that this program supports. */
export type Proof = EarlierProof | IssueProof3
