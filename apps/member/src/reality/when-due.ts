/**
 * Decides when the reality check is due. The server says since when the session has been in use without a pause. A page
 * in the background asks nothing. Before the check is shown, the server is asked again, because a pause resets the
 * time.
 */
import { MINUTE_MS } from '../timing.ts'

/** The retry interval without an answer. */
const AGAIN_MS = MINUTE_MS
/** The tolerance for clock differences. Asking too early would ask twice. */
const GRACE_MS = 500

export type Stretch = { activeSince: number; everyMinutes: number }

type Parts = {
  /** rejects when there is no answer */
  ask: () => Promise<Stretch>
  /** Unix milliseconds until which the member has acknowledged */
  answeredUntil: () => number
  now: () => number
  isVisible: () => boolean
  /** runs once after `ms`; returns a function that cancels it */
  after: (ms: number, run: () => void) => () => void
  due: () => void
}

export type Watch = {
  /** Checks again, because the page came to the front or the due time may have changed. */
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
