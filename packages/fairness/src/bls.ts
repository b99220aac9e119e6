/**
 * The beacon's signatures: BLS on BLS12-381, public keys on G2, signatures on G1, hash to curve of RFC 9380.
 * In a file of its own, because the curve is by far the largest part of the package and can be loaded late.
 */
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type Chain, localChainOf, looksLikeSignature, roundMessage } from './beacon.ts'
import { fromHex, toHex } from './bytes.ts'

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const scheme = bls12_381.shortSignatures

/**
 * True when `signature` (48 bytes hex, compressed G1) is the chain's signature of round r.
 * Anything malformed, off the curve or outside of the subgroup is simply not a signature.
 */
export function verifyRound(chain: Chain, round: number, signature: string): boolean {
  if (!Number.isSafeInteger(round) || round < 1 || !looksLikeSignature(signature)) return false
  try {
    const point = scheme.Signature.fromHex(signature)
    point.assertValidity()
    if (scheme.Signature.toHex(point) !== signature) return false
    return scheme.verify(point, scheme.hash(roundMessage(round), DOMAIN), fromHex(chain.publicKey, 96))
  } catch {
    return false // the decoder throws on every text that is no point: that is the answer, not a defect
  }
}

/**
 * The local beacon of a sandbox installation.
 * @param secretKey 32 bytes hex: a scalar of the curve, neither zero nor beyond its order
 */
export function localChain(secretKey: string): Chain {
  return localChainOf(toHex(scheme.getPublicKey(fromHex(secretKey, 32)).toBytes(true)))
}

/** A local beacon's signature of round r (48 bytes hex). Deterministic: the same round has the same signature. */
export function signRound(secretKey: string, round: number): string {
  if (!Number.isSafeInteger(round) || round < 1) throw new RangeError('rounds count from 1')
  const point = scheme.sign(scheme.hash(roundMessage(round), DOMAIN), fromHex(secretKey, 32))
  return scheme.Signature.toHex(point)
}
