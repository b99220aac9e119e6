import { setTimeout as delay } from 'node:timers/promises'

/**
 * What a journey waits for takes longer than this only when it never comes: a limit for a hang, not for a slow machine. The
 * longest waits of a quiet machine take a few seconds.
 */
export const HANG_MS = 90_000

const LOOK_MS = 50

/**
 * Calls `look` again and again until its answer is not false, and returns that answer.
 *
 * @param what completes the error message "Waited … in vain until …"
 * @param limitMs for what takes longer
 */
export async function until<T>(what: string, look: () => Promise<T | false>, limitMs = HANG_MS): Promise<T> {
  const began = performance.now()
  for (;;) {
    const found = await look()
    if (found !== false) return found
    if (performance.now() - began > limitMs)
      throw new Error(`Waited ${limitMs / 1_000} s in vain until ${what}.`)
    await delay(LOOK_MS)
  }
}
