import { CHUNK_LOAD_TIMEOUT_MS } from '../timing.ts'

/** A part of the program did not arrive: the network is gone, or a newer version replaced it on the server. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

/** Bounds the wait for a part of the program; a failed part can be asked for again. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('the page did not arrive in time')), CHUNK_LOAD_TIMEOUT_MS)
  })
  try {
    return await Promise.race([load(), timeout])
  } catch (cause) {
    throw cause instanceof ChunkError ? cause : new ChunkError('the page could not be loaded', { cause })
  } finally {
    clearTimeout(timer)
  }
}

/** Bounds the wait for a whole page with its messages. */
export async function withinPageTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('the page took too long')), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
