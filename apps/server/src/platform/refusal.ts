import type { Code } from '@fairlot/contract/flags'
import type { MessageValues } from '@fairlot/contract/messages'

export type RefusalDetails = {
  /** fills the holes of the message */
  values?: MessageValues
  /** field rules by input path (`{ code: 'CODE_FORMAT' }`) or named errors to show at a field */
  fields?: Record<string, string>
  /** whole seconds until a retry makes sense */
  retryAfter?: number
}

/**
 * An expected failure: a named error that the endpoint declares. It is thrown so that an open transaction
 * rolls back; `http.ts` alone turns it into an answer. Anything else thrown is a defect.
 */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: Code
  readonly details: RefusalDetails

  constructor(code: Code, details: RefusalDetails = {}) {
    super(code)
    this.code = code
    this.details = details
  }
}
