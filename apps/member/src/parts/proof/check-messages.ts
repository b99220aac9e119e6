import type { Checked, Shown } from './check.ts'

/** The request to the worker. */
export type CheckRequest = {
  issue: string
  language: string
  shown: Shown
  tag: string | null
}

/** The worker's answer: the check with the checked file, or that the proof could not be fetched. */
export type CheckAnswer =
  | { kind: 'checked'; checked: Checked; file: Blob }
  | {
      kind: 'failed'
      /** the refusal's message in the member's language; null without an answer */
      message: string | null
    }
