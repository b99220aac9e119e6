import { fairReceipt } from '@fairlot/contract/endpoints/fair'
import { useCallback, useEffect, useState } from 'react'
import { call } from '../../../api/api.ts'
import { activeLanguage } from '../../../i18n/i18n.ts'
import type { CheckedRound, ShownRound } from '../../../parts/proof/round-check.ts'
import type { RoundAnswer, RoundRequest } from '../../../parts/proof/round-check.worker.ts'
import { WITNESS_AGAIN_MS } from '../../../page-timing.ts'

/** Receipts of this many bets are compared with the proof. */
const MOST_RECEIPTS = 5

export type RoundCheck =
  | { state: 'running' }
  | { state: 'failed'; message: string | null; start: () => void }
  /** `start`: checks again, because the member trusts another witness now */
  | { state: 'done'; checked: CheckedRound; file: Blob; start: () => void }

type Progress =
  | { state: 'running' }
  | { state: 'failed'; message: string | null }
  | { state: 'done'; checked: CheckedRound; file: Blob }

/** Checks the document of a round in a worker, with the receipts of the member's bets. @param bets their ids */
export function useRoundCheck(shown: ShownRound, bets: readonly string[]): RoundCheck {
  const [progress, setProgress] = useState<Progress>({ state: 'running' })
  const key = JSON.stringify({ shown, bets: bets.slice(0, MOST_RECEIPTS) })
  const [checkedKey, setCheckedKey] = useState(key)
  if (key !== checkedKey) {
    setCheckedKey(key)
    setProgress({ state: 'running' })
  }
  const running = progress.state === 'running'
  useEffect(() => {
    if (!running) return
    const asked = JSON.parse(key) as { shown: ShownRound; bets: string[] }
    return checkInWorker(asked.shown, asked.bets, setProgress)
  }, [running, key])
  // witnesses sign within seconds after the seal
  const isAwaited = progress.state === 'done' && awaitsWitness(progress.checked)
  useEffect(() => {
    if (!isAwaited) return
    const timer = setTimeout(() => setProgress({ state: 'running' }), WITNESS_AGAIN_MS)
    return () => clearTimeout(timer)
  }, [isAwaited])
  const start = useCallback(() => setProgress({ state: 'running' }), [])
  return progress.state === 'running' ? progress : { ...progress, start }
}

const awaitsWitness = ({ verdict, steps }: CheckedRound): boolean =>
  verdict === 'sealed' && steps.some(({ step, status }) => step === 'witnesses' && status === 'open')

/** A receipt that is not there yet is left out: the list of bets is checked without it. */
async function receiptOf(order: string): Promise<unknown> {
  try {
    return await call(fairReceipt, { order })
  } catch {
    return null
  }
}

async function requestOf(shown: ShownRound, bets: readonly string[]): Promise<RoundRequest> {
  const { trustedKey, trustedWitness } = await import('../../../evidence/keeper.ts')
  const [publicKey, witness, ...receipts] = await Promise.all([
    trustedKey(),
    trustedWitness(),
    ...bets.map(receiptOf),
  ])
  return {
    shown,
    language: activeLanguage(),
    publicKey,
    witness,
    receipts: receipts.filter((receipt) => receipt !== null),
  }
}

/** @returns a function that cancels the check */
function checkInWorker(
  shown: ShownRound,
  bets: readonly string[],
  tell: (progress: Progress) => void,
): () => void {
  let worker: Worker | null = null
  let left = false
  const fail = (message: string | null) => {
    worker?.terminate()
    if (!left) tell({ state: 'failed', message })
  }
  const begin = (request: RoundRequest) => {
    if (left) return
    worker = new Worker(new URL('../../../parts/proof/round-check.worker.ts', import.meta.url), {
      type: 'module',
      name: 'round',
    })
    worker.addEventListener('message', ({ data }: MessageEvent<RoundAnswer>) => {
      worker?.terminate()
      if (data.kind === 'failed') fail(data.message)
      else tell({ state: 'done', checked: data.checked, file: data.file })
    })
    // The worker's code could not be loaded, or it failed.
    worker.addEventListener('error', () => fail(null))
    worker.postMessage(request, { transfer: [] })
  }
  requestOf(shown, bets).then(begin, () => fail(null))
  return () => {
    left = true
    worker?.terminate()
  }
}
