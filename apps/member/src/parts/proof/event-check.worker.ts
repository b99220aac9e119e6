/** Fetches the proof of an event and checks it in a worker. The check runs on exactly the text that is offered for download. */
import { CallError, TransportError } from '@fairlot/contract/client'
import { prizeProof } from '@fairlot/contract/endpoints/growth/prize'
import { PROOF_AGAIN_MS, PROOF_TRIES } from '../../page-timing.ts'
import { checkEvent, hasEnded } from './event-check.ts'
import type { CheckedEvent, ShownEvent } from './event-check.ts'
import { tellsLoss } from './lost.ts'
import { workerClient } from './worker-client.ts'

/** The request to the worker. */
export type EventRequest = { shown: ShownEvent; language: string; publicKey: string; witness: string | null }

/** The worker's answer. */
export type EventAnswer =
  | { kind: 'checked'; checked: CheckedEvent; file: Blob }
  /** the refusal's message in the member's language; null without an answer */
  | { kind: 'failed'; message: string | null }

/** Right after the draw, the server shows the sealed document until a checkpoint covers the draw. */
async function fetchProof({ shown, language }: EventRequest): Promise<string> {
  const client = workerClient(language)
  const isEnded = shown.results !== null || shown.isVoid
  for (let tries = 1; ; tries++) {
    const text = JSON.stringify(await client.call(prizeProof, { event: shown.event }))
    if (!isEnded || hasEnded(text) !== false || tries >= PROOF_TRIES) return text
    await new Promise((resolve) => setTimeout(resolve, PROOF_AGAIN_MS))
  }
}

async function answer(request: EventRequest): Promise<EventAnswer> {
  try {
    const text = await fetchProof(request)
    const lost = tellsLoss(text) ? (await import('./lost-event.ts')).LOST_EVENTS : undefined
    const checked = checkEvent(text, request.shown, request.publicKey, request.witness, lost)
    return { kind: 'checked', checked, file: new Blob([text], { type: 'application/json' }) }
  } catch (error) {
    if (error instanceof CallError) return { kind: 'failed', message: error.message }
    if (error instanceof TransportError) return { kind: 'failed', message: null }
    throw error
  }
}

globalThis.addEventListener('message', (event: MessageEvent<EventRequest>) => {
  void answer(event.data).then((result) => {
    globalThis.postMessage(result, { transfer: [] })
  })
})
