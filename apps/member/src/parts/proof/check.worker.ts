/**
 * Fetches a proof and checks it in a worker, so that the page stays responsive for long lists of orders. The check runs
 * on exactly the text that is offered for download.
 */
import { CallError, TransportError } from '@fairlot/contract/client'
import { proof } from '@fairlot/contract/endpoints/mall/draws'
import { PROOF_AGAIN_MS, PROOF_TRIES } from '../../page-timing.ts'
import { workerClient } from './worker-client.ts'
import { checkProof, isDrawn } from './check.ts'
import { tellsLoss } from './lost.ts'
import type { CheckAnswer, CheckRequest } from './check-messages.ts'

/**
 * The proof that belongs to the page; null when the issue was drawn after the page was made. Right after the draw, the
 * server shows the sealed document until a checkpoint covers the draw.
 */
async function fetchProof({ issue, language, shown }: CheckRequest): Promise<string | null> {
  const client = workerClient(language)
  const isPageDrawn = shown.code !== null
  for (let tries = 1; ; tries++) {
    const text = JSON.stringify(await client.call(proof, { issue }))
    const drawn = isDrawn(text)
    if (drawn === null || drawn === isPageDrawn || (isPageDrawn && tries >= PROOF_TRIES)) return text
    if (!isPageDrawn) return null
    await new Promise((resolve) => setTimeout(resolve, PROOF_AGAIN_MS))
  }
}

async function answer(request: CheckRequest): Promise<CheckAnswer> {
  const { shown, tag, publicKey, witness } = request
  try {
    const text = await fetchProof(request)
    if (text === null) return { kind: 'outdated' }
    const sealed = await request.sealed?.text()
    const known = { publicKey, tag, witness, ...(sealed === undefined ? {} : { sealed }) }
    const lost = tellsLoss(text) ? (await import('./lost-issue.ts')).LOST_ISSUES : undefined
    const checked = checkProof(text, shown, known, lost)
    return { kind: 'checked', checked, file: new Blob([text], { type: 'application/json' }) }
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
