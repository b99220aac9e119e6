/** Content encodings: what a client accepts, and the compression of answers that are made on request. */
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** Below this a compressed answer needs as many packets as the plain one. */
export const COMPRESSED_FROM_BYTES = 1_024

const OFFERED: readonly Encoding[] = ['br', 'gzip']

/** The offered encodings that an Accept-Encoding header allows; the server prefers the first. */
export function acceptedEncodings(header: string | undefined): Encoding[] {
  if (!header) return []
  const allowed = new Map<string, boolean>()
  for (const part of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    allowed.set(name, !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)))
  }
  return OFFERED.filter((name) => allowed.get(name) ?? allowed.get('*') ?? false)
}

/** Up to here the compression takes less time than giving it to a thread of the pool and back: 0.06 ms of 9 KB, against 0.3. */
const AT_ONCE_BYTES = 16_384

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses an answer, a long one on a thread of the pool, at the levels at which a processor outruns a phone's network. */
export async function compressed(text: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(text)
  const isShort = bytes.length <= AT_ONCE_BYTES
  if (encoding === 'gzip') {
    const options = { level: 6 }
    return isShort ? gzipSync(bytes, options) : gzipped(bytes, options)
  }
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  const options = { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.length } }
  return isShort ? brotliCompressSync(bytes, options) : brotlied(bytes, options)
}
