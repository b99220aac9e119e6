/** The app's API client. It adds session, language and clock, so that no screen handles them. */
import { CallError, createClient, TransportError } from '@fairlot/contract/client'
import type { EndpointDefinition, Input, Output } from '@fairlot/contract/define'
import { encodeForm } from '@fairlot/contract/wire'
import { currentLanguage } from '../stores/preferences.ts'
import { useSession } from '../stores/session.ts'
import { takeEarly } from '../start/early.ts'
import { NETWORK_TIMEOUT_MS } from '../timing.ts'
import { sha256, sign } from './signer.ts'

export { CallError }
export type { EndpointDefinition, Input, Output }

async function send(
  path: string,
  body: string,
  signal = AbortSignal.timeout(NETWORK_TIMEOUT_MS),
): Promise<unknown> {
  const early = await takeEarly(path, body)
  if (early !== undefined) return early
  let response: Response
  try {
    response = await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
      signal,
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

/** One try of a call. `end` is its time-out. */
async function attempt<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  end: AbortSignal,
): Promise<Output<E>> {
  const answer = await client.callBy(endpoint, input, (path, fields) => send(path, encodeForm(fields), end))
  learnTime(answer)
  return answer
}

const timeout = () => AbortSignal.timeout(NETWORK_TIMEOUT_MS)

/**
 * Calls an endpoint. Rejects with a `CallError` (a refusal: flag, code, message in the member's language) or a
 * `TransportError` (no answer). Screens use the hooks of `queries/`, which also react to the flags.
 */
export const call = <E extends EndpointDefinition>(endpoint: E, input: Input<E>): Promise<Output<E>> =>
  attempt(endpoint, input, timeout())

/** The pauses before the second and the third try of a call. Tests shorten them. */
export const pauses = { ms: [1_000, 2_000] }

/**
 * Calls an endpoint as `call` does, and tries a call without an answer twice more. All tries share one time-out: a server that
 * hangs has failed after 60 s, not after three times 60 s.
 * @param isWorth whether another try can help
 */
export async function callAgain<E extends EndpointDefinition>(
  endpoint: E,
  input: Input<E>,
  isWorth: () => boolean = () => true,
): Promise<Output<E>> {
  const end = timeout()
  for (let tries = 0; ; tries += 1) {
    try {
      return await attempt(endpoint, input, end)
    } catch (error) {
      const pause = pauses.ms[tries]
      if (error instanceof CallError || pause === undefined || end.aborted || !isWorth()) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
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
