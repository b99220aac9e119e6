/**
 * The beacon's signatures: BLS on BLS12-381, public keys on G2, signatures on G1, hash to curve of RFC 9380.
 * This is a separate file because the curve is by far the largest part of the package and apps load it on demand.
 */
import { pippenger } from '@noble/curves/abstract/curve.js'
import { bls12_381 } from '@noble/curves/bls12-381.js'
import { type Chain, localChainOf, looksLikeSignature, roundMessage } from '../beacon.ts'
import { concat, fromHex, label, toHex, u32, u64 } from '../bytes.ts'
import { sha256 } from '../hash.ts'

const DOMAIN = 'BLS_SIG_BLS12381G1_XMD:SHA-256_SSWU_RO_NUL_'
const scheme = bls12_381.shortSignatures

/**
 * Games and issues share rounds, and a page checks the same document with several receipts. A check takes some 30 ms on a computer
 * and more on a phone, so the last answers are kept. A page of a log is checked before its entries are read (`verifyRounds`), so all
 * its answers have room.
 */
const KEPT = 1_024
const answers = new Map<string, boolean>()

/**
 * True when `signature` (48 bytes hex, compressed G1) is the chain's signature of round r.
 * False for a text that is malformed, not on the curve or outside the subgroup. Never throws.
 */
export function verifyRound(chain: Chain, round: number, signature: string): boolean {
  if (!isReadable(round, signature)) return false
  const known = answers.get(questionOf(chain, round, signature))
  if (known !== undefined) return known
  const answer = checkRound(chain, round, signature)
  remember(chain, round, signature, answer)
  return answer
}

const questionOf = ({ publicKey }: Chain, round: number, signature: string): string =>
  `${publicKey} ${round} ${signature}`

function remember(chain: Chain, round: number, signature: string, answer: boolean): void {
  if (answers.size >= KEPT) answers.delete(answers.keys().next().value!)
  answers.set(questionOf(chain, round, signature), answer)
}

export type SignedRound = { readonly round: number; readonly signature: string }

/** The most rounds that are checked together. */
export const MAX_TOGETHER = 500

/**
 * Checks the signatures of several rounds together, in about a tenth of the time: e(Σ cᵢ·Sᵢ, g₂) = e(Σ cᵢ·H(mᵢ), key), with 128-bit
 * coefficients cᵢ from a hash of everything that is checked, so that the errors of chosen signatures do not cancel out (Bellare, Garay,
 * Rabin 1998, small exponents). `verifyRound` then knows the answers.
 *
 * True when all hold. False: at least one does not, or a text is malformed; `verifyRound` tells which. Never throws.
 */
export function verifyRounds(chain: Chain, rounds: readonly SignedRound[]): boolean {
  const asked = rounds.slice(0, MAX_TOGETHER)
  if (asked.length === 0) return true
  if (asked.some(({ round, signature }) => !isReadable(round, signature))) return false
  if (!checkTogether(chain, asked)) return false
  for (const { round, signature } of asked) remember(chain, round, signature, true)
  return asked.length === rounds.length
}

function checkTogether(chain: Chain, rounds: readonly SignedRound[]): boolean {
  try {
    const signatures = rounds.map(({ signature }) => pointOf(signature))
    const messages = rounds.map(({ round }) => scheme.hash(roundMessage(round), DOMAIN))
    const coefficients = coefficientsOf(chain, rounds)
    const { Point } = bls12_381.G1
    return scheme.verify(
      pippenger(Point, signatures, coefficients),
      pippenger(Point, messages, coefficients),
      keyOf(chain.publicKey),
    )
  } catch {
    return false // the decoder throws on every text that is not a point
  }
}

function coefficientsOf({ publicKey }: Chain, rounds: readonly SignedRound[]): bigint[] {
  const all = rounds.flatMap(({ round, signature }) => [u64(round), fromHex(signature)])
  const seed = sha256(concat(label('fairlot/bls-together/1'), fromHex(publicKey), ...all))
  return rounds.map((_, i) => BigInt(`0x${toHex(sha256(concat(seed, u32(i)))).slice(0, 32)}`) + 1n)
}

const isReadable = (round: number, signature: string): boolean =>
  Number.isSafeInteger(round) && round >= 1 && looksLikeSignature(signature)

function checkRound(chain: Chain, round: number, signature: string): boolean {
  try {
    const message = scheme.hash(roundMessage(round), DOMAIN)
    return scheme.verify(pointOf(signature), message, keyOf(chain.publicKey))
  } catch {
    return false // the decoder throws on every text that is not a point
  }
}

/** @throws Error for a text that is not the one form of a point of the subgroup */
function pointOf(signature: string) {
  const point = scheme.Signature.fromHex(signature)
  point.assertValidity()
  if (scheme.Signature.toHex(point) !== signature) throw new Error('another form of the point')
  return point
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
