import type { Checked, Shown } from './check.ts'

/** The request to the worker. */
export type CheckRequest = {
  issue: string
  language: string
  shown: Shown
  tag: string | null
  /** the log's key that this device trusts, hex */
  publicKey: string
  /** the key of the witness that the member trusts */
  witness: string | null
  /** the sealed document that this device held before the draw */
  sealed: Blob | null
}

/** The worker's answer: the check with the checked file, or that the proof could not be fetched. */
export type CheckAnswer =
  | { kind: 'checked'; checked: Checked; file: Blob }
  /** the issue was drawn meanwhile: the page learns it soon */
  | { kind: 'outdated' }
  | {
      kind: 'failed'
      /** the refusal's message in the member's language; null without an answer */
      message: string | null
    }
