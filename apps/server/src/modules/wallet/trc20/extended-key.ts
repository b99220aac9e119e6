/**
 * Derives one TRON address per recharge from an extended public key (BIP-32): the account key `m/44'/195'/account'` of
 * BIP-44, below it the external chain `0`, and below that the index. The private keys stay with the house, outside of the
 * server: nothing here can sign.
 */
import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { HDKey, HARDENED_OFFSET } from '@scure/bip32'
import { tronAddress } from '../tron-address.ts'

/** Depth of the account key in `m/44'/195'/account'`. */
const ACCOUNT_DEPTH = 3
const EXTERNAL_CHAIN = 0
const ADDRESS_BYTES = 20

export type ExtendedKey = {
  /** names the key without revealing it: hex of SHA-256 over the serialized key */
  readonly fingerprint: string
  /** The address of an index. @throws RangeError for an index outside of 0 to 2^31 - 1 */
  address(index: number): string
}

/**
 * Reads the account key. Its messages never repeat what was given, which can be a private key.
 * @param given `xpub…` in base58
 * @throws Error with a sentence for a private key, a key of another depth, and a text that is no key
 */
export function readExtendedKey(given: string): ExtendedKey {
  const text = given.trim()
  if (/^[a-z]prv/i.test(text)) {
    throw new Error(
      'an extended PRIVATE key was given. This server must not have it: consider it exposed, move what it holds to a new ' +
        'key, and give the server the extended public key of the new account (xpub…)',
    )
  }
  const account = parse(text)
  if (account.privateKey !== null) throw new Error('the extended key must be a public one (xpub…)')
  if (account.depth !== ACCOUNT_DEPTH || account.index < HARDENED_OFFSET) {
    throw new Error(
      "the extended public key must be that of an account, m/44'/195'/0' or another last number",
    )
  }
  const external = account.deriveChild(EXTERNAL_CHAIN)
  return {
    fingerprint: createHash('sha256').update(`fairlot/trc20-key/1\0${text}`).digest('hex'),
    address(index) {
      if (!Number.isSafeInteger(index) || index < 0 || index >= HARDENED_OFFSET) {
        throw new RangeError('an index of an address is a whole number from 0 to 2147483647')
      }
      return addressOf(external.deriveChild(index).publicKey)
    },
  }
}

function parse(text: string): HDKey {
  try {
    return HDKey.fromExtendedKey(text)
  } catch {
    throw new Error('the text is no extended public key (xpub…), or its checksum is wrong')
  }
}

/** The last 20 bytes of the Keccak-256 hash over the uncompressed public key without its first byte. */
function addressOf(publicKey: Uint8Array | null): string {
  if (!publicKey) throw new Error('a derived key has no public key')
  const point = secp256k1.Point.fromBytes(publicKey).toBytes(false)
  return tronAddress(keccak_256(point.subarray(1)).subarray(-ADDRESS_BYTES))
}
