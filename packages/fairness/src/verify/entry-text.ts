/** Reads the entries of a proof. */
import type { ProofEntry } from '../proof/types.ts'
import { demand, ReadError, readInteger } from '../read.ts'

export function parsed(entry: Pick<ProofEntry, 'bytes'>, place: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(entry.bytes)
  } catch (error) {
    throw new ReadError(`${place} is not JSON`, { cause: error })
  }
  demand(typeof value === 'object' && value !== null, `${place} is not an object`)
  return value as Record<string, unknown>
}

/** The entry's `at`, which no other field of the proof states. */
export function timeOf(entry: ProofEntry, name: string): number {
  return readInteger(parsed(entry, `the log's ${name}`)['at'], `the time of the log's ${name}`, 0)
}
