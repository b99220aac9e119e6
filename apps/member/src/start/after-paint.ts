/** What the first paint does not need starts after it: on a slow phone its files and its work would delay the paint. */
import { useEffect, useState } from 'react'

/** A browser that stays busy after the paint is not waited for longer than this. */
const IDLE_BY_MS = 1_000

let hasPainted = false

/** Resolves when the browser is idle, or after `byMs` milliseconds; without the means to know, at the end of the task. */
export async function untilIdle(byMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: byMs })
    else setTimeout(resolve)
  })
}

/**
 * Resolves when the browser has painted the state of this moment and is idle: a picture can be painted some frames after the text beside it.
 * Resolves at once in a window that is not shown, which paints nothing.
 */
export async function afterPaint(): Promise<void> {
  if (document.visibilityState === 'hidden') return
  await new Promise((resolve) => {
    requestAnimationFrame(resolve)
  })
  await untilIdle(IDLE_BY_MS)
}

/** Whether the app's first page has been painted. Later pages do not wait. */
export function useHasPainted(): boolean {
  const [painted, setPainted] = useState(hasPainted)
  useEffect(() => {
    if (hasPainted) return
    void afterPaint().then(() => {
      hasPainted = true
      setPainted(true)
    })
  }, [])
  return painted
}
