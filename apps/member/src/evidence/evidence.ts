/** What a device keeps about the transparency log and about a member's orders. Plain JSON values. */
import type { SignedReceipt } from '@fairlot/fairness/receipt'

/** A signed state of the log that this device has seen. */
export type KeptCheckpoint = {
  /** signed note with the log's signature */
  note: string
  /** signature lines of witnesses */
  cosignatures: readonly string[]
  /** Unix milliseconds of this device */
  seenAt: number
}

/**
 * How the log that this device sees now contradicts the one that it has seen before. `key`: it has another key. `name`: it
 * is another log. `signature`: its newest state is not signed with its key. `root`: two different states have the same size.
 * `shorter`: entries are missing. `fork`: it does not contain the entries that were there before.
 */
export const ALARM_KINDS = ['key', 'name', 'signature', 'root', 'shorter', 'fork'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** A split view: both sides of the contradiction, for other people to check. */
export type Alarm = {
  kind: AlarmKind
  /** Unix milliseconds of this device */
  at: number
  /** the newest state from before, or null when only the key was kept */
  kept: KeptCheckpoint | null
  /** what the server showed instead */
  seen: { deployment: string; publicKey: string; note: string | null; cosignatures: readonly string[] }
}

/** A log that continues a lost one, as its first entry says. */
export type Continued = {
  /** names of the lost and the new log */
  from: string
  to: string
  /** number of entries of the lost log that the house knows of */
  size: number
  /** number of entries of the lost log that this device has seen */
  seenSize: number
  /** numbers of the issues that the house refunded */
  lost: readonly string[]
  at: number
  /** the member has opened the page that tells about it */
  isTold: boolean
}

/** Evidence of the log. It stays when the member logs out. */
export type LogEvidence = {
  version: 1
  /** name of the log when this device first saw it: the deployment's id */
  deployment: string
  /** the key that this device trusts since its first visit, 32 bytes hex */
  publicKey: string
  /** first visit, Unix milliseconds of this device */
  since: number
  /** oldest first, at most `MOST_CHECKPOINTS` */
  checkpoints: readonly KeptCheckpoint[]
  continued: Continued | null
  alarm: Alarm | null
  /** when the log was last compared with what is kept, Unix milliseconds of this device */
  checkedAt: number | null
}

/** A member's receipts on this device. */
export type ReceiptEvidence = {
  version: 1
  /** oldest first, at most `MOST_RECEIPTS` */
  receipts: readonly { order: string; signed: SignedReceipt }[]
  /** orders whose receipt has not been fetched yet, at most `MOST_WANTED` */
  wanted: readonly string[]
}

/** The request ids that this device chose for a member's orders. They go when the member logs out. */
export type RequestEvidence = {
  version: 1
  /** oldest first, at most `MOST_REQUESTS` */
  requests: readonly { order: string; requestId: string }[]
}

export const MOST_CHECKPOINTS = 20
export const MOST_RECEIPTS = 200
export const MOST_WANTED = 20
export const MOST_REQUESTS = 200

export const NO_RECEIPTS: ReceiptEvidence = { version: 1, receipts: [], wanted: [] }
export const NO_REQUESTS: RequestEvidence = { version: 1, requests: [] }

/** The file that a member saves and gives to others. */
export type EvidenceFile = {
  version: 'fairlot-evidence/1'
  /** Unix milliseconds of this device */
  savedAt: number
  log: LogEvidence
  receipts: readonly SignedReceipt[]
}

export function wantReceipt(kept: ReceiptEvidence, order: string): ReceiptEvidence {
  if (kept.wanted.includes(order) || kept.receipts.some((one) => one.order === order)) return kept
  return { ...kept, wanted: [...kept.wanted, order].slice(-MOST_WANTED) }
}

export function addReceipt(kept: ReceiptEvidence, order: string, signed: SignedReceipt): ReceiptEvidence {
  const others = kept.receipts.filter((one) => one.order !== order)
  return {
    ...kept,
    receipts: [...others, { order, signed }].slice(-MOST_RECEIPTS),
    wanted: kept.wanted.filter((one) => one !== order),
  }
}

export function addRequest(kept: RequestEvidence, order: string, requestId: string): RequestEvidence {
  const others = kept.requests.filter((one) => one.order !== order)
  return { ...kept, requests: [...others, { order, requestId }].slice(-MOST_REQUESTS) }
}

/** The root that the house stated of a UTC day. */
type KeptStatement = { log: string; day: string; root: string }
/** The statements of solvency that this device has checked, oldest first. They stay when the member logs out. */
export type StatementEvidence = { version: 1; statements: readonly KeptStatement[] }
export const NO_STATEMENTS: StatementEvidence = { version: 1, statements: [] }
const MOST_STATEMENTS = 400

export const addStatement = ({ statements }: StatementEvidence, added: KeptStatement): StatementEvidence => ({
  version: 1,
  statements: [...statements, added].slice(-MOST_STATEMENTS),
})
