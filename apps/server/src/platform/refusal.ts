import type { Code } from '@fairlot/contract/flags'
import type { MessageValues } from '@fairlot/contract/messages'

export type RefusalDetails = {
  /** values for the placeholders of the message */
  values?: MessageValues
  /** field rules or named errors by input path (`{ code: 'CODE_FORMAT' }`), shown at the field */
  fields?: Record<string, string>
  /** whole seconds until a retry makes sense */
  retryAfter?: number
}

/**
 * An expected failure: a named error that the endpoint declares. Throwing it rolls an open transaction back; only
 * `http.ts` turns it into an answer. Any other error is a defect.
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
