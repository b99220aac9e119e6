/** The API client of workers: calls without session and storage. */
import { createClient, TransportError } from '@fairlot/contract/client'
import type { Client } from '@fairlot/contract/client'
import { NETWORK_TIMEOUT_MS } from '../../timing.ts'
import { sha256 } from '../../api/signer.ts'

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

/** @param language the language of refusal messages */
export const workerClient = (language: string): Client =>
  createClient({ send, session: () => null, language: () => language, now: Date.now, sha256 })
