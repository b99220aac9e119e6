/** The results of a verification, and what it may be given beside the document. */
import type { NoteKey } from '../note.ts'

/** The steps of an issue that opened before version 3, in order. The steps `receipt` and `log` follow when the caller asks for them. */
export const STEPS = [
  'terms',
  'commitment',
  'times',
  'codes',
  'digest',
  'sum',
  'round',
  'beacon',
  'entropy',
  'result',
  'tiers',
  'inclusion',
  'checkpoint',
  'witnesses',
] as const

export type ProofStep = (typeof STEPS)[number]

/** `content`, `favour` and `claim` are steps of version 3 only, `loss` of a draw in a log that continues a lost one. */
export type StepName = ProofStep | 'content' | 'loss' | 'favour' | 'claim' | 'receipt' | 'log'

/**
 * `passed` or `failed`: the step ran. `absent`: the document carries no log, so the step has nothing to check.
 * `unneeded`: the issue has no such step. `open`: the step's data does not exist before the draw.
 */
export type StepStatus = 'passed' | 'failed' | 'absent' | 'unneeded' | 'open'

export type Step = {
  readonly step: StepName
  readonly status: StepStatus
  /** one plain sentence in English, without a full stop */
  readonly detail: string
}

/** The grade as apps show it. A beacon whose key the house holds is shown with `-local`. */
export type Badge = 'plain' | 'salt' | 'beacon' | 'beacon-local' | 'witnessed' | 'witnessed-local'

/**
 * `verified`: the document shows everything that its grade promises. `sealed`: it shows everything that exists before
 * the draw. `unconfirmed`: it shows everything, but too few witnesses have signed how it ended, so another history may exist.
 * `arithmetic`: its numbers agree with each other, but it carries no log, so it proves nothing. `failed`: a step fails.
 * `unknown-zone`: this runtime has no rules of the time zone that the document names, so nothing was verified.
 */
export type Verdict = 'verified' | 'sealed' | 'unconfirmed' | 'arithmetic' | 'failed' | 'unknown-zone'

export type Verification = {
  readonly verdict: Verdict
  /** the verdict is `verified` or `sealed` */
  readonly ok: boolean
  /** null when the terms cannot be read */
  readonly badge: Badge | null
  /** all steps in order; only `terms` when the document is not a well-formed proof */
  readonly steps: readonly Step[]
  /** the first step that failed */
  readonly failed?: StepName
  /** the quorum that vouches for a draw or a chain of version 3: the house could choose only together with X of N witnesses */
  readonly vouched?: { readonly together: number; readonly witnesses: number }
  /** the whole result in a few English sentences */
  readonly summary: string
}

/** A whole log that an audit found to keep the rules of the log (audit.ts). */
export type FinishedAudit = {
  readonly deployment: string
  /** the key with which the audit checked all checkpoints, 32 bytes hex */
  readonly publicKey: string
  /** all entries of an issue, in the order of the log */
  find(issue: string): readonly { readonly index: number; readonly bytes: string }[]
  /** the root (hex) over the first `size` entries; null when the log has fewer */
  rootAt(size: number): string | null
}

export type VerifyOptions = {
  /** the log's Ed25519 key (32 bytes hex) from a source that the member trusts; without it the key in the proof is used */
  readonly publicKey?: string
  /** a signed receipt (a parsed JSON value) to compare with the proof */
  readonly receipt?: unknown
  /** a witness that must have signed the seal before the round of the beacon was published */
  readonly witness?: NoteKey
  /** ids of the member and of the request with which their device bought: lower-case UUID texts (purchase-id.ts) */
  readonly claim?: { readonly member: string; readonly request: string }
  /** the audited log, whose entries of the issue must be those of the proof */
  readonly log?: FinishedAudit
}

/** The result of a step: its detail when it passed, or why it did not run. A failed check throws a ReadError. */
export type Outcome = string | { readonly status: 'absent' | 'unneeded' | 'open'; readonly detail: string }

export const unneeded = (detail: string): Outcome => ({ status: 'unneeded', detail })
export const absent = (detail: string): Outcome => ({ status: 'absent', detail })
export const open = (detail: string): Outcome => ({ status: 'open', detail })
