/** Sends pictures by a client. Apart from `client.ts`, because only some pages of the app send pictures. */
import type { Client } from '../client.ts'
import type { Input, Output } from '../define.ts'
import { UPLOAD_FILE_FIELD, upload, type operatorUpload } from './upload.ts'
import { WIRE_FIELDS } from '../wire.ts'

export type SendForm = (path: string, form: FormData) => Promise<unknown>

/**
 * Sends a picture.
 *
 * @param input purpose, and SHA-256 of the file's bytes in hex
 * @param send posts the form to a path and returns the parsed JSON; a transport of its own, so that the app can show the progress and
 *   cancel
 * @throws CallError, TransportError
 */
export function sendUpload(
  client: Pick<Client, 'callBy'>,
  input: Input<typeof upload>,
  file: Blob,
  send: SendForm,
): Promise<Output<typeof upload>> {
  return sendFile(client, upload, input, file, send)
}

/** Sends a file by a call that carries one. @throws CallError, TransportError */
export function sendFile<E extends typeof upload | typeof operatorUpload>(
  client: Pick<Client, 'callBy'>,
  endpoint: E,
  input: Input<E>,
  file: Blob,
  send: SendForm,
): Promise<Output<E>> {
  return client.callBy(endpoint, input, (path, fields) => {
    const form = new FormData()
    for (const field of WIRE_FIELDS) form.append(field, fields[field])
    form.append(UPLOAD_FILE_FIELD, file, UPLOAD_FILE_FIELD)
    return send(path, form)
  })
}
