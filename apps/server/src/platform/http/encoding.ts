/** Content encodings: what a client accepts, and the compression of answers that are made on request. */
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

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

const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/** Compresses an answer on a thread of the pool, at the levels at which a processor outruns a phone's network. */
export async function compressed(text: string, encoding: Encoding): Promise<Buffer> {
  const bytes = Buffer.from(text)
  if (encoding === 'gzip') return gzipped(bytes, { level: 6 })
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants
  return brotlied(bytes, { params: { [BROTLI_PARAM_QUALITY]: 5, [BROTLI_PARAM_SIZE_HINT]: bytes.length } })
}
