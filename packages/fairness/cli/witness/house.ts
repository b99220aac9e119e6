/** Reads a log from its house over plain HTTP. What is read is not trusted: the caller audits it. */

/** The house did not answer, or not in the form of its public calls. */
export class HouseError extends Error {
  override name = 'HouseError'
}

export type ShownCheckpoint = { readonly note: string; readonly cosignatures: readonly string[] }

export type House = {
  readonly url: string
  /** The entries from an index on: at most `limit`, none when the house has no more. @throws HouseError */
  entries(from: number, limit: number): Promise<string[]>
  /** The next checkpoints of more than `from` entries. @throws HouseError */
  checkpoints(from: number): Promise<ShownCheckpoint[]>
}

const TIMEOUT_MS = 5_000
const MAX_BYTES = 16 * 1024 * 1024
const CHECKPOINTS = 500
const MAX_LINES = 64

/** @param url the house's address without a trailing slash @param deployment name of the log */
export function createHouse(url: string, deployment: string): House {
  const log = encodeURIComponent(deployment)
  return {
    url,
    entries: (from, limit) => lines(`${url}/fair/log/entries?from=${from}&limit=${limit}&log=${log}`),
    async checkpoints(from) {
      const shown = await lines(`${url}/fair/log/checkpoints?from=${from}&limit=${CHECKPOINTS}&log=${log}`)
      return shown.map(readShown)
    },
  }
}

function readShown(line: string): ShownCheckpoint {
  let value: Partial<ShownCheckpoint> | null
  try {
    value = JSON.parse(line) as Partial<ShownCheckpoint> | null
  } catch (error) {
    throw new HouseError('the house shows a checkpoint that is not JSON', { cause: error })
  }
  const { note, cosignatures } = value ?? {}
  const isWhole =
    typeof note === 'string' &&
    Array.isArray(cosignatures) &&
    cosignatures.length <= MAX_LINES &&
    cosignatures.every((one) => typeof one === 'string')
  if (!isWhole) throw new HouseError('the house shows a checkpoint without note or cosignatures')
  return { note, cosignatures }
}

async function lines(url: string): Promise<string[]> {
  let text: string
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const response = await fetch(url, { redirect: 'error', signal })
    if (response.status !== 200) {
      await response.body?.cancel()
      throw new HouseError(`the house answers ${response.status} to ${url}`)
    }
    text = await readLimited(response)
  } catch (error) {
    if (error instanceof HouseError) throw error
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    throw new HouseError(
      `the house does not answer: ${cause instanceof Error ? cause.message : String(cause)}`,
      {
        cause: error,
      },
    )
  }
  if (text === '') return []
  if (!text.endsWith('\n')) throw new HouseError(`the answer to ${url} ends in the middle of a line`)
  return text.slice(0, -1).split('\n')
}

async function readLimited(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.length
    if (bytes > MAX_BYTES) throw new HouseError('the answer of the house is too long')
    parts.push(part)
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts))
}
