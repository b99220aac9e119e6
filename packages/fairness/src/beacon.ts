/**
 * The public randomness beacon: when its rounds are published, and the value of a round. The signature check is in
 * bls.ts, so that a page that only counts down to a round does not load the curve.
 *
 * Scheme: drand `bls-unchained-g1-rfc9380`. Round r of a chain is published at genesis + (r − 1)·period.
 */
import { concat, fromHex, isHex, label, toHex, u32, u64 } from './bytes.ts'
import { sha256 } from './hash.ts'

export type Chain = {
  /** chain hash, 32 bytes hex: identifies the chain in terms and proofs */
  readonly hash: string
  /** Unix seconds of round 1 */
  readonly genesis: number
  /** seconds between two rounds */
  readonly period: number
  /** public key on G2, 96 bytes hex */
  readonly publicKey: string
  readonly scheme: 'bls-unchained-g1-rfc9380'
}

/** drand quicknet. The values are pinned: a verifier uses these and never values from a proof. */
export const QUICKNET: Chain = {
  hash: '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971',
  genesis: 1_692_803_367,
  period: 3,
  publicKey:
    '83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d1064510d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a',
  scheme: 'bls-unchained-g1-rfc9380',
}

/**
 * The chain of a local (sandbox) beacon: quicknet's genesis, period and scheme with the beacon's own key.
 * Its hash SHA256("fairlot/chain/1\0" ‖ u64(genesis) ‖ u32(period) ‖ public key) depends on the key. An issue's
 * terms contain the hash, so they fix the key before the first sale although only the proof contains the key.
 * @param publicKey 96 bytes, hex
 */
export function localChainOf(publicKey: string): Chain {
  const { genesis, period, scheme } = QUICKNET
  const key = fromHex(publicKey, 96)
  const hash = toHex(sha256(concat(label('fairlot/chain/1'), u64(genesis), u32(period), key)))
  return { hash, genesis, period, publicKey, scheme }
}

/**
 * The first round published at or after an instant; never below 1.
 * @param seconds Unix seconds
 * @throws RangeError when `seconds` is not a whole number
 */
export function firstRoundAtOrAfter(seconds: number, chain: Chain): number {
  if (!Number.isSafeInteger(seconds)) throw new RangeError('not whole seconds')
  return Math.max(1, Math.ceil((seconds - chain.genesis) / chain.period) + 1)
}

/**
 * The round that a seal selects: r = ceil((ceil(sealedAt / 1000) + delay − genesis) / period) + 1
 * (docs/FAIRNESS.md). It is published at least `delaySeconds` after the seal.
 */
export function roundFor(sealedAtMs: number, delaySeconds: number, chain: Chain): number {
  return firstRoundAtOrAfter(Math.ceil(sealedAtMs / 1000) + delaySeconds, chain)
}

/** The time at which round r is published, Unix milliseconds. @throws RangeError below round 1 */
export function roundTimeMs(round: number, chain: Chain): number {
  if (!Number.isSafeInteger(round) || round < 1) throw new RangeError('rounds count from 1')
  return (chain.genesis + (round - 1) * chain.period) * 1000
}

/** The latest round that is published at an instant (Unix milliseconds); 0 before round 1. */
export function latestRoundAt(ms: number, chain: Chain): number {
  return Math.max(0, Math.floor((Math.floor(ms / 1000) - chain.genesis) / chain.period) + 1)
}

/** The message that a round's signature signs: SHA256(u64(r)). */
export function roundMessage(round: number): Uint8Array {
  return sha256(u64(round))
}

/** Whether a text has the form of a round's signature: 48 bytes of lower-case hex. Does not verify it. */
export function looksLikeSignature(signature: string): boolean {
  return isHex(signature, 48)
}

/** B = SHA256(signature), hex. @throws RangeError when the signature is not 48 bytes of lower-case hex */
export function beaconOf(signature: string): string {
  return toHex(sha256(fromHex(signature, 48)))
}
