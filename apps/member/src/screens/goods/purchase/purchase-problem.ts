import { CallError } from '@fairlot/contract/client'
import type { Code } from '@fairlot/contract/flags'
import { leadsOn } from '../../../api/leads-on.ts'

export type Problem =
  /** nothing was bought; `message` says why */
  | { kind: 'refused'; code: Code; message: string }
  /** the answer is lost or not final: only the same purchase may be tried again */
  | { kind: 'open'; quantity: number; message: string | null }

/**
 * Tells a refused purchase from one whose outcome is unknown. Null: the purchase was refused, and the reaction shows why: it
 * asks (the reality check) or leads to another page.
 */
export function problemOf(error: Error, quantity: number): Problem | null {
  if (!(error instanceof CallError)) return { kind: 'open', quantity, message: null }
  const { code, failure } = error
  if (code === 'PENDING' || code === 'DEFECT') return { kind: 'open', quantity, message: failure.message }
  if (leadsOn(error)) return null
  return { kind: 'refused', code, message: failure.message }
}
