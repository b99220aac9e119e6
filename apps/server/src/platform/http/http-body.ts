import type { IncomingMessage, ServerResponse } from 'node:http'

/** The body, or the reason why there is none: it exceeds the limit, or the client has closed the connection. */
export type Body = Buffer | 'too-large' | 'aborted'

const EMPTY = Buffer.alloc(0)

/** Reads a body of at most `limit` bytes; stops at the first byte beyond. */
export function readBody(request: IncomingMessage, limit: number): Promise<Body> {
  return new Promise((resolve) => {
    if (Number(request.headers['content-length'] ?? 0) > limit) return resolve('too-large')
    const chunks: Buffer[] = []
    let length = 0
    const onData = (chunk: Buffer) => {
      length += chunk.length
      if (length > limit) {
        request.off('data', onData)
        request.pause()
        resolve('too-large')
      } else chunks.push(chunk)
    }
    request.on('data', onData)
    request.once('end', () =>
      resolve(chunks.length === 1 ? chunks[0]! : chunks.length ? Buffer.concat(chunks) : EMPTY),
    )
    request.once('error', () => resolve('aborted'))
    request.once('close', () => resolve('aborted'))
  })
}

const LINGER_BYTES = 1_048_576
const LINGER_MS = 1_000

/**
 * Closes a connection whose request body was not read completely. A client does not read the answer while it writes into a
 * closed connection, so the server first discards up to LINGER_BYTES.
 */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  let dropped = 0
  const cut = () => request.socket.destroy()
  const timer = setTimeout(cut, LINGER_MS)
  timer.unref()
  request.on('data', (chunk: Buffer) => {
    dropped += chunk.length
    if (dropped > LINGER_BYTES) cut()
  })
  request.once('error', () => clearTimeout(timer))
  request.socket.once('close', () => clearTimeout(timer))
  response.once('finish', () => request.resume())
}
