import { useCallback, useEffect, useRef, useState } from 'react'
import { activeLanguage } from '../../i18n/i18n.ts'
import type { CheckedEvent, ShownEvent } from '../../parts/proof/event-check.ts'
import type { EventAnswer, EventRequest } from '../../parts/proof/event-check.worker.ts'
import { WITNESS_AGAIN_MS } from '../../page-timing.ts'
import type { OwnPart, PrizeEvent } from './use-prize.ts'

type Progress =
  | { state: 'running' }
  | { state: 'failed'; message: string | null }
  | { state: 'done'; checked: CheckedEvent; file: Blob }

/** `start` checks again: after a failure, and when the member trusts another witness. */
export type EventCheck =
  | { state: 'running' }
  | (Exclude<Progress, { state: 'running' }> & { start: () => void })

/** The values that the page shows of an event. */
export function shownOf(detail: PrizeEvent, own: OwnPart | null): ShownEvent {
  const { event, pool, winners, prize, friends, topUp, deadline, commitment, participants, leftOut } = detail
  const joined = own?.joined ?? null
  return {
    event,
    pool,
    winners,
    prize,
    friends,
    topUp,
    deadline,
    commitment,
    participants,
    leftOut,
    results: detail.status === 'drawn' ? detail.results.map(({ seq }) => seq) : null,
    isVoid: detail.status === 'void',
    own: joined === null ? null : { seq: joined.seq, tag: joined.tag, isOut: joined.leftOut !== null },
  }
}

/**
 * Checks the document of an event in a worker, again when the page shows something else.
 * @param confirmations how many witnesses have signed the ending, as the server says: with another number the document has changed
 */
export function useEventCheck(shown: ShownEvent, confirmations: number | null = null): EventCheck {
  const [progress, setProgress] = useState<Progress>({ state: 'running' })
  const key = JSON.stringify(shown)
  const [checkedKey, setCheckedKey] = useState(key)
  if (key !== checkedKey) {
    setCheckedKey(key)
    setProgress({ state: 'running' })
  }
  const running = progress.state === 'running'
  useEffect(() => {
    if (!running) return
    return checkInWorker(JSON.parse(key) as ShownEvent, setProgress)
  }, [running, key])
  // witnesses sign within seconds after the seal
  const isAwaited = progress.state === 'done' && awaitsWitness(progress.checked)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setProgress({ state: 'running' }), WITNESS_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isAwaited])
  const checkedWith = useRef(confirmations)
  const isDone = progress.state === 'done'
  useEffect(() => {
    if (!isDone || confirmations === checkedWith.current) return
    return checkInWorker(JSON.parse(key) as ShownEvent, (next) => {
      if (next.state !== 'done') return
      checkedWith.current = confirmations
      setProgress(next)
    })
  }, [isDone, key, confirmations])
  const start = useCallback(() => setProgress({ state: 'running' }), [])
  return progress.state === 'running' ? progress : { ...progress, start }
}

const awaitsWitness = ({ verdict, steps, trusted }: CheckedEvent): boolean =>
  verdict === 'sealed' &&
  (trusted?.state === 'waits' || steps.some(({ step, status }) => step === 'witnesses' && status === 'open'))

async function trustOfDevice(): Promise<Pick<EventRequest, 'publicKey' | 'witness'>> {
  const { trustedKey, trustedWitness } = await import('../../evidence/keeper.ts')
  return { publicKey: await trustedKey(), witness: await trustedWitness() }
}

/** @returns a function that cancels the check */
function checkInWorker(shown: ShownEvent, tell: (progress: Progress) => void): () => void {
  let worker: Worker | null = null
  let left = false
  const fail = (message: string | null) => {
    worker?.terminate()
    if (!left) tell({ state: 'failed', message })
  }
  const begin = (trust: Pick<EventRequest, 'publicKey' | 'witness'>) => {
    if (left) return
    worker = new Worker(new URL('../../parts/proof/event-check.worker.ts', import.meta.url), {
      type: 'module',
      name: 'event',
    })
    worker.addEventListener('message', ({ data }: MessageEvent<EventAnswer>) => {
      worker?.terminate()
      if (data.kind === 'failed') fail(data.message)
      else tell({ state: 'done', checked: data.checked, file: data.file })
    })
    // The worker's code could not be loaded, or it failed.
    worker.addEventListener('error', () => fail(null))
    const request: EventRequest = { shown, language: activeLanguage(), ...trust }
    worker.postMessage(request, { transfer: [] })
  }
  trustOfDevice().then(begin, () => fail(null))
  return () => {
    left = true
    worker?.terminate()
  }
}
