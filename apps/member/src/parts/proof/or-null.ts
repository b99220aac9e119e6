import { CallError } from '@fairlot/contract/client'

/** The answer of a call; null when the server has no such data. */
export async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof CallError && error.code === 'NO_SUCH_DATA') return null
    throw error
  }
}
