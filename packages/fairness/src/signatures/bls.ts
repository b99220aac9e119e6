/**
 * The beacon's signatures: BLS on BLS12-381, public keys on G2, signatures on G1, hash to curve of RFC 9380.
 * This is a separate file because the curve is by far the largest part of the package and apps load it on demand.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type Chain, localChainOf, looksLikeSignature, roundMessage } from '../beacon.ts'
import { fromHex, toHex } from '../bytes.ts'

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const scheme = bls12_381.shortSignatures

/**
 * Games and issues share rounds, and a page checks the same document with several receipts. A check takes some 30 ms on a computer
 * and more on a phone, so the last answers are kept.
 */
const KEPT = 256
const answers = new Map<string, boolean>()

/**
 * True when `signature` (48 bytes hex, compressed G1) is the chain's signature of round r.
 * False for a text that is malformed, not on the curve or outside the subgroup. Never throws.
 */
export function verifyRound(chain: Chain, round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !looksLikeSignature(signature)) return false
  const question = `${chain.publicKey} ${round} ${signature}`
  const known = answers.get(question)
  if (known !== undefined) return known
  const answer = checkRound(chain, round, signature)
  if (answers.size >= KEPT) answers.delete(answers.keys().next().value!)
  answers.set(question, answer)
  return answer
}

function checkRound(chain: Chain, round: number, signature: string): boolean {
  try {
    const point = scheme.Signature.fromHex(signature)
    point.assertValidity()
    if (scheme.Signature.toHex(point) !== signature) return false
    return scheme.verify(point, scheme.hash(roundMessage(round), DOMAIN), keyOf(chain.publicKey))
  } catch {
    return false // the decoder throws on every text that is not a point
  }
}

type Key = ReturnType<typeof bls12_381.G2.Point.fromHex>
const keys = new Map<string, Key>()
/** One log has two beacons at most; decoding a key takes about a tenth of a check. */
const KEPT_KEYS = 16

/** @throws Error for a text that is not a point of the subgroup */
function keyOf(publicKey: string): Key {
  const known = keys.get(publicKey)
  if (known) return known
  const key = bls12_381.G2.Point.fromHex(publicKey)
  key.assertValidity()
  if (keys.size >= KEPT_KEYS) keys.clear()
  keys.set(publicKey, key)
  return key
}

/**
 * The chain of a sandbox installation's local beacon.
 * @param secretKey 32 bytes hex: a scalar of the curve, above zero and below its order
 */
export function localChain(secretKey: string): Chain {
  return localChainOf(toHex(scheme.getPublicKey(fromHex(secretKey, 32)).toBytes(true)))
}

/** A local beacon's signature of round r, 48 bytes hex. The same round always has the same signature. */
export function signRound(secretKey: string, round: number): string {
  if (!Number.isSafeInteger(round) || round < 1) throw new RangeError('rounds count from 1')
  const point = scheme.sign(scheme.hash(roundMessage(round), DOMAIN), fromHex(secretKey, 32))
  return scheme.Signature.toHex(point)
}
