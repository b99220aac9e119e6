/** A chunk of the app could not be loaded: the network is gone, or the server has a newer version. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

/** Loads a chunk. A failed chunk can be requested again. */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load()
  } catch (cause) {
    throw new ChunkError('the page could not be loaded', { cause })
  }
}

/** Limits the wait for a page with its chunks and messages. */
export async function withinPageTimeout<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ChunkError('the page took too long')), timeoutMs)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
