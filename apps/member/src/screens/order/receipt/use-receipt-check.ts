import type { SignedReceipt } from '@fairlot/fairness/receipt'
import { useEffect, useState } from 'react'
import { activeLanguage } from '../../../i18n/i18n.ts'
import type { OrderFacts } from './check-receipt.ts'
import type { ReceiptAnswer, ReceiptRequest } from './receipt-messages.ts'

export type ReceiptCheck<K extends ReceiptAnswer['kind']> =
  | { state: 'waiting' }
  | { state: 'running' }
  | { state: 'failed' }
  | { state: 'done'; answer: Extract<ReceiptAnswer, { kind: K }> }

/** Runs a check of the receipt in a worker: at once (`unasked`), or when it is started. */
export function useReceiptCheck<K extends 'signature' | 'draw'>(
  what: K,
  signed: SignedReceipt,
  facts: OrderFacts,
  unasked: boolean,
): { check: ReceiptCheck<K>; start: () => void } {
  const [check, setCheck] = useState<ReceiptCheck<K>>({ state: unasked ? 'running' : 'waiting' })
  const running = check.state === 'running'
  // Compared by content, because every fetched answer is a new object.
  const question = JSON.stringify({ what, signed, facts })
  useEffect(() => {
    if (!running) return
    let worker: Worker | null = null
    let left = false
    const asked = JSON.parse(question) as Omit<ReceiptRequest, 'language' | 'publicKey' | 'chosen'>
    const failed = () => {
      worker?.terminate()
      if (!left) setCheck({ state: 'failed' })
    }
    import('../../../evidence/keeper.ts')
      .then(({ trustedKey, chosenFor }) => Promise.all([trustedKey(), chosenFor(asked.facts.order)]))
      .then(([publicKey, chosen]) => {
        if (left) return
        worker = new Worker(new URL('receipt.worker.ts', import.meta.url), {
          type: 'module',
          name: 'receipt',
        })
        worker.addEventListener('message', ({ data }: MessageEvent<ReceiptAnswer>) => {
          worker?.terminate()
          setCheck(
            data.kind === 'failed'
              ? { state: 'failed' }
              : { state: 'done', answer: data as Extract<ReceiptAnswer, { kind: K }> },
          )
        })
        // The worker's code could not be loaded, or it failed.
        worker.addEventListener('error', failed)
        const request: ReceiptRequest = { ...asked, language: activeLanguage(), publicKey, chosen }
        worker.postMessage(request, { transfer: [] })
      })
      .catch(failed)
    return () => {
      left = true
      worker?.terminate()
    }
  }, [running, question])
  return { check, start: () => setCheck({ state: 'running' }) }
}
