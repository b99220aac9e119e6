/** Sends a picture to the server, with progress. */
import { TransportError } from '@fairlot/contract/client'
import type { upload, UploadPurpose } from '@fairlot/contract/media/upload'
import { toHex } from '@fairlot/fairness/bytes'
import type { Output } from '../../api/api.ts'
import { sendUpload } from '@fairlot/contract/media/upload-client'
import { callBy } from '../../api/api.ts'
import { NETWORK_TIMEOUT_MS } from '../../timing.ts'

async function sha256Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer())
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle
  if (subtle) return toHex(new Uint8Array(await subtle.digest('SHA-256', bytes)))
  const library = await import('@fairlot/fairness/hash')
  return toHex(library.sha256(bytes))
}

export type SendOptions = {
  /** the part that has left the device, from 0 to 1 */
  onProgress: (part: number) => void
  signal: AbortSignal
}

/**
 * Posts a form and returns the parsed JSON. `fetch` reports no progress of a body, so this is an XMLHttpRequest. A slow connection
 * may take its time; the call fails when nothing has moved for `NETWORK_TIMEOUT_MS`.
 */
function post(path: string, form: FormData, { onProgress, signal }: SendOptions): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let stalled: ReturnType<typeof setTimeout> | undefined
    const moved = () => {
      clearTimeout(stalled)
      stalled = setTimeout(() => request.abort(), NETWORK_TIMEOUT_MS)
    }
    const stop = () => request.abort()
    const done = () => {
      clearTimeout(stalled)
      signal.removeEventListener('abort', stop)
    }
    request.upload.addEventListener('progress', ({ loaded, total }) => {
      moved()
      if (total > 0) onProgress(loaded / total)
    })
    request.addEventListener('loadend', () => {
      done()
      if (request.status === 200) resolve(request.response)
      else reject(new TransportError(`status ${request.status}`))
    })
    signal.addEventListener('abort', stop)
    request.open('POST', path)
    request.responseType = 'json'
    moved()
    request.send(form)
  })
}

/**
 * Sends a picture. Rejects like `call`: a `CallError` for a refusal, a `TransportError` without an answer; also when it was
 * aborted.
 */
export async function sendPicture(
  purpose: UploadPurpose,
  file: Blob,
  options: SendOptions,
): Promise<Output<typeof upload>> {
  const sha256 = await sha256Of(file)
  options.signal.throwIfAborted()
  return sendUpload({ callBy }, { purpose, sha256 }, file, (path, form) => post(path, form, options))
}
