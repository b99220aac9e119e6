/**
 * When to ask a member whether to go on. The server says since when this session is used without a pause; a page in
 * the background asks nothing, and before anything is shown the server is asked anew, because a pause in between
 * begins the stretch again.
 */
import { MINUTE_MS } from '../timing.ts'

/** When it did not answer, or the network was gone. */
const AGAIN_MS = MINUTE_MS
/** Clocks differ by a little; early would be asked twice. */
const GRACE_MS = 500

export type Stretch = { activeSince: number; everyMinutes: number }

type Parts = {
  /** rejects without an answer */
  ask: () => Promise<Stretch>
  /** Unix milliseconds before which the member has answered already */
  answeredUntil: () => number
  now: () => number
  isVisible: () => boolean
  /** runs once after `ms`; answers what calls it off */
  after: (ms: number, run: () => void) => () => void
  due: () => void
}

export type Watch = {
  /** The page came to the front, or something else may have changed when it is due. */
  look: () => void
  stop: () => void
}

export function watchStretch({ ask, answeredUntil, now, isVisible, after, due }: Parts): Watch {
  let callOff = () => {}
  let isAsking = false
  let isOver = false
  let last: Stretch | undefined

  const dueAt = ({ activeSince, everyMinutes }: Stretch) =>
    Math.max(activeSince + everyMinutes * MINUTE_MS, answeredUntil())
  const waitUntil = (at: number) => {
    callOff()
    callOff = after(Math.max(0, at - now()) + GRACE_MS, look)
  }

  async function askAnew() {
    isAsking = true
    try {
      last = await ask()
      if (isOver) return
      const at = dueAt(last)
      if (at <= now()) due()
      else waitUntil(at)
    } catch {
      if (!isOver) waitUntil(now() + AGAIN_MS)
    } finally {
      isAsking = false
    }
  }

  function look(): void {
    if (isOver || isAsking || !isVisible()) return
    const at = last && dueAt(last)
    if (at !== undefined && at > now()) waitUntil(at)
    else void askAnew()
  }

  return {
    look,
    stop() {
      isOver = true
      callOff()
    },
  }
}
