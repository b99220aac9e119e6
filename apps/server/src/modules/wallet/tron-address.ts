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

/** Contracts of tokens that wallets show beside their balance, which members copy for their own address: USDT, USDC, TUSD, USDD, WTRX. */
const CONTRACTS: ReadonlySet<string> = new Set([
  'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t',
  'TEkxiTehnzSmSe2XqrBj4w32RUN966rdz8',
  'TUpMhErZL2fhh4sVNULAbNKLokS4GjC1F4',
  'TPYmHEhy5n8TCEfYGqW2rPxsghSfzghPDn',
  'TXDk8mbtRbXeYuMNS83CfKPaYYT8XWv9Hz',
  'TNUC9Qb1rRpS5CbWLmNMxXBjyFoydXjWFR',
])
/** Bodies below are those of nobody: zero, to which tokens are burnt, and contracts of the chain itself. */
const OWNED_FROM = 18

/** Whether an address can be a person's: none of nobody, and no well-known contract, which keeps what is sent to it for ever. */
export function isOwnedAddress(text: string): boolean {
  const bytes = tronBytes(text)
  if (bytes === null || CONTRACTS.has(text)) return false
  return bytes.subarray(0, OWNED_FROM).some((byte) => byte !== 0) && bytes.some((byte) => byte !== 0xff)
}

/** @param bytes the 20 bytes of an account or a contract */
export function tronAddress(bytes: Uint8Array): string {
  if (bytes.length !== BODY_BYTES) throw new RangeError('an address of TRON has 20 bytes')
  return base58check.encode(Uint8Array.of(TRON_PREFIX, ...bytes))
}
