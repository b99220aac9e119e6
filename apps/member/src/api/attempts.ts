/**
 * Request ids of money calls whose outcome is not known yet. The ids survive a reload: a member who returns and taps
 * again repeats the same call instead of making a second one.
 */
import { uuidv7 } from './uuid.ts'

export type Attempts = {
  /** The id of the open attempt with the same input, or a new id. */
  open(path: string, member: string | null, input: string): string
  /** No answer of the attempt came: the next page that asks for it gets it from `left`. */
  lose(path: string): void
  /** The attempt that the page before a reload left open, or whose answer is lost; null: there is none, or it is under way. */
  left(path: string, member: string | null): { input: string; requestId: string } | null
  /** Ends the attempt because its outcome is known. The next call gets a new id. */
  close(path: string): void
}

/** After this time, the same input counts as a new attempt. */
const FORGOTTEN_AFTER_MS = 10 * 60_000

type Attempt = { member: string | null; input: string; requestId: string; at: number }
type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** @param storage the tab's own storage, because a purchase in another tab is another purchase */
export function createAttempts(storage: Store, now: () => number = Date.now): Attempts {
  // without storage, an id lives as long as the page
  const held = new Map<string, Attempt>()
  const lost = new Set<string>()
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
      const attempt = fits ? earlier : { member, input, requestId: uuidv7(now()), at: now() }
      held.set(path, attempt)
      lost.delete(path)
      try {
        storage.setItem(nameOf(path), JSON.stringify(attempt))
      } catch {
        // storage is full or blocked; `held` has the attempt
      }
      return attempt.requestId
    },
    lose(path) {
      lost.add(path)
    },
    left(path, member) {
      if (held.has(path) && !lost.has(path)) return null
      const earlier = read(path)
      const isLeft =
        earlier !== undefined && earlier.member === member && now() - earlier.at < FORGOTTEN_AFTER_MS
      return isLeft ? earlier : null
    },
    close(path) {
      held.delete(path)
      try {
        storage.removeItem(nameOf(path))
      } catch {
        // nothing was stored
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
