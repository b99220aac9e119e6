/**
 * Fetches a proof and checks it beside the page, which stays responsive however long the list of orders is.
 * The check runs on exactly the text that is offered for download.
 */
import { CallError, createClient, TransportError } from '@fairlot/contract/client'
import { proof } from '@fairlot/contract/endpoints/mall'
import { sha256 } from '../../../api/signer.ts'
import { NETWORK_TIMEOUT_MS } from '../../../timing.ts'
import { checkProof } from './check.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

async function send(path: string, body: string): Promise<unknown> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
    })
    if (response.status !== 200) throw new TransportError(`status ${response.status}`)
    return await response.json()
  } catch (cause) {
    throw cause instanceof TransportError ? cause : new TransportError('no answer', { cause })
  }
}

async function answer({ issue, language, shown, tag }: CheckRequest): Promise<CheckAnswer> {
  const client = createClient({ send, session: () => null, language: () => language, now: Date.now, sha256 })
  try {
    const text = JSON.stringify(await client.call(proof, { issue }))
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
