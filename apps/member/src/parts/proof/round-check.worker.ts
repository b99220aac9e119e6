/** Fetches the proof of a round and checks it in a worker. The check runs on exactly the text that is offered for download. */
import { CallError, TransportError } from '@fairlot/contract/client'
import { gameProof } from '@fairlot/contract/endpoints/game'
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import { PROOF_AGAIN_MS, PROOF_TRIES } from '../../page-timing.ts'
import { checkRound, hasEnded } from './round-check.ts'
import type { CheckedRound, ShownRound } from './round-check.ts'
import { workerClient } from './worker-client.ts'

/** The request to the worker. */
export type RoundRequest = {
  shown: ShownRound
  language: string
  publicKey: string
  receipts: readonly unknown[]
  witness: string | null
}

/** The worker's answer. */
export type RoundAnswer =
  | { kind: 'checked'; checked: CheckedRound; file: Blob }
  /** the refusal's message in the member's language; null without an answer */
  | { kind: 'failed'; message: string | null }

/** Right after the result, the server shows the sealed document until a checkpoint covers the result. */
async function fetchProof({ shown, language }: RoundRequest): Promise<string> {
  const client = workerClient(language)
  const isEnded = shown.outcome !== null || shown.isVoid
  for (let tries = 1; ; tries++) {
    const text = JSON.stringify(
      await client.call(gameProof, { game: shown.game as GameId, period: shown.period }),
    )
    const ended = hasEnded(text)
    if (!isEnded || ended !== false || tries >= PROOF_TRIES) return text
    await new Promise((resolve) => setTimeout(resolve, PROOF_AGAIN_MS))
  }
}

async function answer(request: RoundRequest): Promise<RoundAnswer> {
  const { shown, publicKey, receipts, witness } = request
  try {
    const text = await fetchProof(request)
    const checked = checkRound(text, shown, { publicKey, receipts, witness })
    return { kind: 'checked', checked, file: new Blob([text], { type: 'application/json' }) }
  } catch (error) {
    if (error instanceof CallError) return { kind: 'failed', message: error.message }
    if (error instanceof TransportError) return { kind: 'failed', message: null }
    throw error
  }
}

globalThis.addEventListener('message', (event: MessageEvent<RoundRequest>) => {
  void answer(event.data).then((result) => {
    globalThis.postMessage(result, { transfer: [] })
  })
})
