import { useEffect, useState } from 'react'
import { DIGITS, lockTimes } from '../../parts/shares/opening.ts'

/** A short look at the rolling cells before the first digits lock. */
const START_MS = 400

/**
 * How many digits of the winning code are open: 0 before the draw, then digit by digit, all of them with `atOnce`.
 * @param code the winning code; null before the draw
 */
export function useOpening(code: number | null, shares: number, atOnce: boolean): number {
  const [locked, setLocked] = useState(0)
  useEffect(() => {
    if (code === null || atOnce) return
    const timers = lockTimes(shares).map((at, digit) =>
      setTimeout(() => setLocked((open) => Math.max(open, digit + 1)), START_MS + at),
    )
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [code, shares, atOnce])
  if (code === null) return 0
  return atOnce ? DIGITS : locked
}
