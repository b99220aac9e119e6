import type { Checked, Shown } from './check.ts'

/** What the page asks of the worker. */
export type CheckRequest = {
  issue: string
  language: string
  shown: Shown
  tag: string | null
}

/** What the worker answers: the check and the file that was checked, or that the proof could not be fetched. */
export type CheckAnswer =
  | { kind: 'checked'; checked: Checked; file: Blob }
  | {
      kind: 'failed'
      /** of a refusal, in the member's language; null when there was no answer */
      message: string | null
    }
