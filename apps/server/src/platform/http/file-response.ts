import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { SECURITY_HEADERS } from './headers.ts'
import type { FileResponse } from './http-handler.ts'

/**
 * Writes a file as its chunks come, no faster than the client takes them. A client that leaves ends the chunks.
 * @throws what the chunks throw; the connection is cut then, so that the client does not take the part for the whole
 */
export async function sendFile(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  { file, ended }: FileResponse,
): Promise<void> {
  try {
    await writeFile(response, headers, file)
  } finally {
    ended?.()
  }
}

async function writeFile(
  response: ServerResponse,
  headers: Readonly<Record<string, string>>,
  file: FileResponse['file'],
): Promise<void> {
  if (response.destroyed || response.socket === null) return
  response.writeHead(200, {
    ...SECURITY_HEADERS,
    'content-type': file.type,
    'content-disposition': `attachment; filename="${file.name}"`,
    'cache-control': 'no-store, no-transform',
    ...headers,
  })
  const failure: { error?: unknown } = {}
  try {
    await pipeline(watched(file.chunks, failure), response)
  } catch {
    // the client left, unless the chunks themselves failed
    if ('error' in failure) throw failure.error
  }
}

async function* watched(chunks: AsyncIterable<string>, failure: { error?: unknown }) {
  try {
    yield* chunks
  } catch (error) {
    failure.error = error
    throw error
  }
}
