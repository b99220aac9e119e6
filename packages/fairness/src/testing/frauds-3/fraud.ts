/** What a house can write that signs everything with its own keys, in version 3, and what a reader must answer. */
import type { SignedReceipt } from '../../receipt.ts'
import type { StepName, Verdict } from '../../verify.ts'
import type { PlayedOrder } from '../played-issue-3.ts'
import type { PlayedLog } from '../played-log.ts'

/** A document with the step that fails, or with its verdict. */
export type Fraud3 = {
  readonly name: string
  readonly expected: StepName | Exclude<Verdict, 'failed'>
  readonly document: unknown
  readonly receipt?: SignedReceipt
  readonly claim?: Pick<PlayedOrder, 'member' | 'request'>
  /** key of the witness that the reader trusts */
  readonly witness?: string
  /** the whole log, which the reader has, too */
  readonly log?: PlayedLog
}
