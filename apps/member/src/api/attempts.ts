/**
 * Request ids of calls that move money, while their outcome is not known. They outlive a reload of the page: whoever
 * comes back and taps again repeats the call instead of making a second one.
 */
import { uuid } from './uuid.ts'

export type Attempts = {
  /** The id of the open attempt with this input; a new one when there is none, or it was another input. */
  open(path: string, member: string | null, input: string): string
  /** The outcome is known: the next call is a new one. */
  close(path: string): void
}

/** After this long nobody means the same tap. */
const FORGOTTEN_AFTER_MS = 10 * 60_000

type Attempt = { member: string | null; input: string; requestId: string; at: number }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param storage of this tab: another tab's purchase is another purchase */
export function createAttempts(storage: Store, now: () => number = Date.now): Attempts {
  // a browser that refuses storage keeps the id as long as the page lives
  const held = new Map<string, Attempt>()
  const nameOf = (path: string) => `fairlot.attempt.${path}`

  function read(path: string): Attempt | undefined {
    const inMemory = held.get(path)
    if (inMemory) return inMemory
    try {
      const text = storage.getItem(nameOf(path))
      const value: unknown = text === null ? undefined : JSON.parse(text)
      return isAttempt(value) ? value : undefined
    } catch {
      return undefined
    }
  }

  return {
    open(path, member, input) {
      const earlier = read(path)
      const fits =
        earlier !== undefined &&
        earlier.member === member &&
        earlier.input === input &&
        now() - earlier.at < FORGOTTEN_AFTER_MS
      const attempt = fits ? earlier : { member, input, requestId: uuid(), at: now() }
      held.set(path, attempt)
      try {
        storage.setItem(nameOf(path), JSON.stringify(attempt))
      } catch {
        // full or refused: `held` has it
      }
      return attempt.requestId
    },
    close(path) {
      held.delete(path)
      try {
        storage.removeItem(nameOf(path))
      } catch {
        // it was never written
      }
    },
  }
}

function isAttempt(value: unknown): value is Attempt {
  return (
    typeof value === 'object' &&
    value !== null &&
    'member' in value &&
    'input' in value &&
    typeof value.input === 'string' &&
    'requestId' in value &&
    typeof value.requestId === 'string' &&
    'at' in value &&
    typeof value.at === 'number'
  )
}
