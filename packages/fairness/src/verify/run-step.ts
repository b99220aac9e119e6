/** Runs one step of a verification. */
import { ReadError } from '../read.ts'
import type { Outcome, Step, StepName } from './types.ts'

/** What a check refuses becomes a failed step. */
export function runStep(step: StepName, check: () => Outcome): Step {
  try {
    const outcome = check()
    return typeof outcome === 'string' ? { step, status: 'passed', detail: outcome } : { step, ...outcome }
  } catch (error) {
    if (!(error instanceof ReadError)) throw error
    return { step, status: 'failed', detail: error.message }
  }
}
