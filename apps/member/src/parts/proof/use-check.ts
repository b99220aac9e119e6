import { useCallback, useEffect, useRef, useState } from 'react'
import { activeLanguage } from '../../i18n/i18n.ts'
import type { Checked, Shown } from './check.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'
import type { CalculationHead } from '../../screens/calculation/use-calculation.ts'
import { afterPaint } from '../../start/after-paint.ts'
import { WITNESS_AGAIN_MS } from '../../page-timing.ts'
import { heldSealed, holdSealed } from './held.ts'

/** Up to this many orders (about half a megabyte), the proof is fetched and checked automatically. */
export const UNASKED_ORDERS = 5_000
/** The approximate size of an order in a proof, in bytes. */
const ROW_BYTES = 105

export type Check =
  | { state: 'waiting'; bytes: number; start: () => void }
  | { state: 'running' }
  | { state: 'failed'; message: string | null; start: () => void }
  /** `start`: checks again, because the member trusts another witness now */
  | { state: 'done'; checked: Checked; file: Blob; start: () => void }

/** The progress of a check. `Check` adds the function that starts it. */
export type Progress =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'failed'; message: string | null }
  | { state: 'done'; checked: Checked; file: Blob }

/**
 * Checks the document of a sealed or drawn issue in a worker: automatically, or on request when the list is long. A sealed
 * document that passes is held, and the draw is compared with it.
 * @param confirmations how many witnesses have signed the ending, as the server says: with another number the document has changed
 */
export function useCheck(head: CalculationHead, confirmations: number | null = null): Check {
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
  useWitnessesLater(progress, setProgress, shown, tag)
  useConfirmedLater({ progress, setProgress, shown, tag, confirmations })
  const start = useCallback(() => setProgress({ state: 'running' }), [])
  switch (progress.state) {
    case 'waiting':
      return { ...progress, bytes: head.orders * ROW_BYTES, start }
    case 'failed':
    case 'done':
      return { ...progress, start }
    case 'running':
      return progress
  }
}

/** Witnesses sign within seconds after the seal: checks again until one has. The answer before stays on the page. */
function useWitnessesLater(
  progress: Progress,
  setProgress: (progress: Progress) => void,
  shown: string,
  tag: string | null,
): void {
  const isAwaited = progress.state === 'done' && awaitsWitness(progress.checked)
  useEffect(() => {
    if (!isAwaited) return
    let stop: (() => void) | null = null
    const timer = setTimeout(() => {
      stop = checkInWorker(JSON.parse(shown) as Shown, tag, (next) => {
        setProgress(next.state === 'done' ? next : { ...progress })
      })
    }, WITNESS_AGAIN_MS)
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [isAwaited, progress, setProgress, shown, tag])
}

type Confirming = {
  progress: Progress
  setProgress: (progress: Progress) => void
  shown: string
  tag: string | null
  confirmations: number | null
}

/** Checks again when more witnesses have signed the ending. The answer before stays on the page. */
function useConfirmedLater({ progress, setProgress, shown, tag, confirmations }: Confirming): void {
  const checkedWith = useRef(confirmations)
  const isDone = progress.state === 'done'
  useEffect(() => {
    if (!isDone || confirmations === checkedWith.current) return
    return checkInWorker(JSON.parse(shown) as Shown, tag, (next) => {
      if (next.state !== 'done') return
      checkedWith.current = confirmations
      setProgress(next)
    })
  }, [isDone, setProgress, shown, tag, confirmations])
}

const awaitsWitness = ({ verdict, steps, trusted }: Checked): boolean =>
  verdict === 'sealed' &&
  (trusted?.state === 'waits' || steps.some(({ step, status }) => step === 'witnesses' && status === 'open'))

/** Starts the check with the log's key and the witness that this device trusts. @returns a function that cancels it */
export function checkInWorker(
  shown: Shown,
  tag: string | null,
  tell: (progress: Progress) => void,
): () => void {
  let stop: (() => void) | null = null
  let left = false
  afterPaint()
    .then(() => import('../../evidence/keeper.ts'))
    .then(({ trustedKey, trustedWitness }) => Promise.all([trustedKey(), trustedWitness()]))
    .then(
      ([publicKey, witness]) => {
        if (!left) stop = startWorker(shown, tag, { publicKey, witness }, tell)
      },
      // no key of the log: the server could not be reached
      () => {
        if (!left) tell({ state: 'failed', message: null })
      },
    )
  return () => {
    left = true
    stop?.()
  }
}

function startWorker(
  shown: Shown,
  tag: string | null,
  trust: Pick<CheckRequest, 'publicKey' | 'witness'>,
  tell: (progress: Progress) => void,
): () => void {
  const { issue } = shown
  const worker = new Worker(new URL('check.worker.ts', import.meta.url), { type: 'module', name: 'proof' })
  worker.addEventListener('message', ({ data }: MessageEvent<CheckAnswer>) => {
    worker.terminate()
    switch (data.kind) {
      case 'checked':
        if (data.checked.verdict === 'sealed') holdSealed(issue, data.file)
        tell({ state: 'done', checked: data.checked, file: data.file })
        break
      case 'failed':
        tell({ state: 'failed', message: data.message })
        break
      case 'outdated':
      // The page shows the draw in a moment, with a check of its own.
    }
  })
  // The worker's code could not be loaded, or it failed.
  worker.addEventListener('error', () => {
    worker.terminate()
    tell({ state: 'failed', message: null })
  })
  const sealed = shown.code === null ? null : heldSealed(issue)
  const request: CheckRequest = { issue, language: activeLanguage(), shown, tag, ...trust, sealed }
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
