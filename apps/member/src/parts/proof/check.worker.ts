/**
 * Fetches a proof and checks it in a worker, so that the page stays responsive for long lists of orders. The check runs
 * on exactly the text that is offered for download.
 */
import { CallError, TransportError } from '@fairlot/contract/client'
import { proof } from '@fairlot/contract/endpoints/mall'
import { workerClient } from './worker-client.ts'
import { checkProof } from './check.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

async function answer({ issue, language, shown, tag }: CheckRequest): Promise<CheckAnswer> {
  try {
    const text = JSON.stringify(await workerClient(language).call(proof, { issue }))
    const file = new Blob([text], { type: 'application/json' })
    return { kind: 'checked', checked: checkProof(text, shown, tag), file }
  } catch (error) {
    if (error instanceof CallError) return { kind: 'failed', message: error.message }
    if (error instanceof TransportError) return { kind: 'failed', message: null }
    throw error
  }
}

globalThis.addEventListener('message', (event: MessageEvent<CheckRequest>) => {
  void answer(event.data).then((result) => {
    globalThis.postMessage(result, { transfer: [] })
  })
})
