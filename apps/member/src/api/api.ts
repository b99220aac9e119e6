/** The app's API client. It adds session, language and clock, so that no screen handles them. */
import { createClient, TransportError } from '@fairlot/contract/client'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import { currentLanguage } from '../stores/preferences.ts'
import { useSession } from '../stores/session.ts'
import { takeEarly } from '../start/early.ts'
import { NETWORK_TIMEOUT_MS } from '../timing.ts'
import { sha256, sign } from './signer.ts'

export { CallError } from '@fairlot/contract/client'
export type { EndpointDefinition, Input, Output }

async function send(path: string, body: string): Promise<unknown> {
  const early = await takeEarly(path, body)
  if (early !== undefined) return early
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      signal: AbortSignal.timeout(NETWORK_TIMEOUT_MS),
    })
  } catch (cause) {
    throw new TransportError('the network failed', { cause })
  }
  if (response.status !== 200) throw new TransportError(`status ${response.status}`)
  try {
    return await response.json()
  } catch (cause) {
    throw new TransportError('the answer is not JSON', { cause })
  }
}

const client = createClient({
  send,
  session: () => {
    const { session } = useSession.getState()
    return session === null ? null : { token: session.token, sign }
  },
  language: currentLanguage,
  now: Date.now,
  sha256,
})

/**
 * Calls an endpoint. Rejects with a `CallError` (a refusal: flag, code, message in the member's language) or a
 * `TransportError` (no answer). Screens use the hooks of `queries/`, which also react to the flags.
 */
export async function call<E extends EndpointDefinition>(endpoint: E, input: Input<E>): Promise<Output<E>> {
  const answer = await client.call(endpoint, input)
  learnTime(answer)
  return answer
}

/** A call by a transport of its own, such as that of `parts/upload`, which shows the progress. */
export const { callBy } = client

let serverAheadMs = 0

/** An answer that carries the server's time sets the clock for countdowns. */
function learnTime(answer: unknown): void {
  if (typeof answer !== 'object' || answer === null) return
  const { serverTime, now = serverTime } = answer as { serverTime?: unknown; now?: unknown }
  if (typeof now === 'number') serverAheadMs = now - Date.now()
}

/** The server's current time as this device knows it; Unix milliseconds. */
export const serverNow = (): number => Date.now() + serverAheadMs
