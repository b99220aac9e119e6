import { useCallback, useEffect, useState } from 'react'
import { activeLanguage } from '../../i18n/i18n.ts'
import type { Checked, Shown } from './check.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'
import type { CalculationHead } from '../../screens/calculation/use-calculation.ts'

/** Up to this many orders (about half a megabyte), the proof is fetched and checked automatically. */
const UNASKED_ORDERS = 5_000
/** The approximate size of an order in a proof, in bytes. */
const ROW_BYTES = 105

export type Check =
  | { state: 'waiting'; bytes: number; start: () => void }
  | { state: 'running' }
  | { state: 'failed'; message: string | null; start: () => void }
  | { state: 'done'; checked: Checked; file: Blob }

/** The progress of a check. `Check` adds the function that starts it. */
export type Progress =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'failed'; message: string | null }
  | { state: 'done'; checked: Checked; file: Blob }

/** Checks a drawn issue's proof in a worker: automatically, or on request when the list is long. */
export function useCheck(head: CalculationHead): Check {
  const [progress, setProgress] = useState<Progress>(
    head.orders <= UNASKED_ORDERS ? { state: 'running' } : { state: 'waiting' },
  )
  const { tag } = head
  const shown = JSON.stringify(shownOf(head))
  const running = progress.state === 'running'
  useEffect(() => {
    if (!running) return
    return checkInWorker(JSON.parse(shown) as Shown, tag, setProgress)
  }, [running, shown, tag])
  const start = useCallback(() => setProgress({ state: 'running' }), [])
  switch (progress.state) {
    case 'waiting':
      return { ...progress, bytes: head.orders * ROW_BYTES, start }
    case 'failed':
      return { ...progress, start }
    case 'running':
    case 'done':
      return progress
  }
}

/** Starts the check. @returns a function that cancels it */
export function checkInWorker(
  shown: Shown,
  tag: string | null,
  tell: (progress: Progress) => void,
): () => void {
  const worker = new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module', name: 'proof' })
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    worker.terminate()
    tell(
      data.kind === 'checked'
        ? { state: 'done', checked: data.checked, file: data.file }
        : { state: 'failed', message: data.message },
    )
  })
  // The worker's code could not be loaded, or it failed.
  worker.addEventListener('error', () => {
    worker.terminate()
    tell({ state: 'failed', message: null })
  })
  const request: CheckRequest = { issue: shown.issue, language: activeLanguage(), shown, tag }
  worker.postMessage(request, { transfer: [] })
  return () => worker.terminate()
}

/** The values that a page shows of a calculation. */
export function shownOf(head: CalculationHead): Shown {
  const { card, timesCounted, grade, orders, sum, entropy, entropyRemainder, remainder, code, digest } = head
  return {
    issue: card.issue,
    shares: card.shares,
    timesCounted,
    grade,
    badge: card.badge,
    orders,
    sum,
    entropy,
    entropyRemainder,
    remainder,
    code,
    digest,
  }
}
