/** Calls whose answer a crash may take. */
import { CallError } from '@fairlot/contract/client'
import { until } from './until.ts'

/** Done, unknown (a retry with the same request id decides it), or refused with a code. */
export type Told<Answer> = { answer: Answer } | { unknown: string } | { refused: string }

/** Codes after which only a retry tells whether the call had its effect. */
const UNKNOWN = new Set(['PENDING', 'UNAVAILABLE'])

export async function told<Answer>(call: () => Promise<Answer>): Promise<Told<Answer>> {
  try {
    return { answer: await call() }
  } catch (error) {
    if (!(error instanceof CallError)) return { unknown: String(error) }
    return UNKNOWN.has(error.code) ? { unknown: error.code } : { refused: error.code }
  }
}

/** Calls again until the outcome is known. */
export function decided<Outcome extends object>(
  call: () => Promise<Outcome>,
): Promise<Exclude<Outcome, { unknown: string }>> {
  return until('an unknown call is decided', async () => {
    const outcome = await call()
    return 'unknown' in outcome ? false : (outcome as Exclude<Outcome, { unknown: string }>)
  })
}
