/** What a refused call answers. */
import { CallError } from '@fairlot/contract/client'
import type { Code } from '@fairlot/contract/flags'

/** The error that a call must end in. @throws Error when the call succeeds or fails in another way */
export async function refused(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallError)) throw new Error('the call was not refused', { cause: error })
  return error
}

/** The code of that error. */
export async function codeOf(call: Promise<unknown>): Promise<Code> {
  return (await refused(call)).code
}
