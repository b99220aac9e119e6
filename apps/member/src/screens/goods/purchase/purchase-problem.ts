import { CallError } from '@fairlot/contract/client'
import type { Code } from '@fairlot/contract/flags'

export type Problem =
  /** nothing was bought; `message` says why */
  | { kind: 'refused'; code: Code; message: string }
  /** the answer is lost or still being worked out: only the same purchase may be tried again */
  | { kind: 'open'; quantity: number; message: string | null }

/**
 * Tells a purchase that did not happen from one of which nobody knows yet whether it did. Null: nothing was bought, and
 * what stands in the way is asked in a dialog of its own (the reality check).
 */
export function problemOf(error: Error, quantity: number): Problem | null {
  if (!(error instanceof CallError)) return { kind: 'open', quantity, message: null }
  const { code, failure } = error
  if (code === 'PENDING' || code === 'DEFECT') return { kind: 'open', quantity, message: failure.message }
  if (code === 'REALITY_CHECK') return null
  return { kind: 'refused', code, message: failure.message }
}
