/** Addresses of TRON's main network: the prefix `0x41` and 20 bytes, in base58 with a checksum. */
import { createHash } from 'node:crypto'
import { createBase58check } from '@scure/base'

const base58check = createBase58check(
  (bytes: Uint8Array) => new Uint8Array(createHash('sha256').update(bytes).digest()),
)
/** First byte of the addresses of TRON's main network. */
const TRON_PREFIX = 0x41
const BODY_BYTES = 20

/** The 20 bytes of an address; null: the text is none of TRON's main network, or its checksum is wrong. */
export function tronBytes(text: string): Uint8Array | null {
  try {
    const bytes = base58check.decode(text)
    return bytes.length === BODY_BYTES + 1 && bytes[0] === TRON_PREFIX ? bytes.subarray(1) : null
  } catch {
    return null
  }
}

/** Whether a text is an address of TRON's main network: 20 bytes and the prefix, with a correct checksum. */
export function isTronAddress(text: string): boolean {
  return tronBytes(text) !== null
}

/** @param bytes the 20 bytes of an account or a contract */
export function tronAddress(bytes: Uint8Array): string {
  if (bytes.length !== BODY_BYTES) throw new RangeError('an address of TRON has 20 bytes')
  return base58check.encode(Uint8Array.of(TRON_PREFIX, ...bytes))
}
