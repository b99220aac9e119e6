import { useEffect, useState } from 'react'
import { serverNow } from '../../api/api.ts'

/** The longest wait of one timer: the app may learn meanwhile that its clock is wrong. */
const LONGEST_MS = 5_000
/** A moment has passed for sure this long after it. */
const AFTER_MS = 30

/**
 * The server's time, which moves on when the next moment has passed, and every few seconds before.
 * @param next Unix milliseconds of the server's clock; null: nothing is awaited
 */
export function useClockPast(next: (nowMs: number) => number | null): number {
  const [now, setNow] = useState(serverNow)
  const at = next(now)
  useEffect(() => {
    if (at === null) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(
        () => {
          setNow(serverNow())
          wait()
        },
        Math.min(LONGEST_MS, Math.max(0, at - serverNow()) + AFTER_MS),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [at])
  return now
}
