/**
 * How many windows of one browser hold a stream. On HTTP/1.1 a browser opens six connections to a server for all windows together; streams
 * that took all of them would leave none for calls. Windows without a slot poll.
 */

/** The rest of the six is for calls and files. */
const MOST = 3
/** A window says at this interval that it still holds its slot; without two of them it is gone. */
export const SLOT_AGAIN_MS = 15_000
const GONE_MS = 2.5 * SLOT_AGAIN_MS
const KEY = 'fairlot.streams'

type Held = Record<string, number>
type Store = Pick<Storage, 'getItem' | 'setItem'>

export type Slots = {
  /** Takes or keeps a slot. @returns whether this window has one */
  claim: () => boolean
  release: () => void
}

/** @param window name of this window, which no other has */
export function createSlots(storage: Store, window: string, now: () => number = Date.now): Slots {
  const others = (): Held => {
    const value: unknown = JSON.parse(storage.getItem(KEY) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    const live = Object.entries(value).filter(
      (entry): entry is [string, number] =>
        entry[0] !== window && typeof entry[1] === 'number' && Math.abs(now() - entry[1]) < GONE_MS,
    )
    return Object.fromEntries(live)
  }
  return {
    claim() {
      try {
        const held = others()
        const isFree = Object.keys(held).length < MOST
        storage.setItem(KEY, JSON.stringify(isFree ? { ...held, [window]: now() } : held))
        return isFree
      } catch {
        // Storage is blocked or damaged: the windows do not know of one another.
        return true
      }
    },
    release() {
      try {
        storage.setItem(KEY, JSON.stringify(others()))
      } catch {
        // As above.
      }
    },
  }
}
