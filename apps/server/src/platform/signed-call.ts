/** Calls to a company that shares a secret with the installation: JSON by POST, signed as webhook.ts signs notices. */
import type { Clock } from './clock.ts'
import { signNotice } from './webhook.ts'

/** How a company is reached. */
export type SignedCallee = {
  readonly url: string
  /** signs the calls, and the company's notices */
  readonly secret: Uint8Array
  readonly clock: Clock
  readonly timeoutMs: number
  readonly fetch?: typeof fetch
}

/**
 * Sends one call. The body of the answer is not read, so that no error repeats what the company says about the content.
 *
 * @param id the same for every try, so that the company recognises a repeated call
 * @returns the HTTP status of the answer
 * @throws what fetch throws when there is no answer; a redirect is none
 */
export async function postSigned(
  { url, secret, clock, timeoutMs, fetch: ask = fetch }: SignedCallee,
  id: string,
  content: object,
): Promise<number> {
  const body = JSON.stringify(content)
  const answer = await ask(url, {
    method: 'POST',
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { 'content-type': 'application/json', ...signNotice(secret, id, clock.now(), body) },
    body,
  })
  await answer.body?.cancel()
  return answer.status
}

/** Whether a status says that the call was taken. */
export const isTaken = (status: number): boolean => status >= 200 && status < 300
