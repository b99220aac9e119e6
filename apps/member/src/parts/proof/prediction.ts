/**
 * The code that this device computes from the document that it held before the draw. From the proof of the draw it takes
 * only the beacon's signature, which the house of a public beacon cannot choose.
 */
import { beaconOf, localChainOf, QUICKNET } from '@fairlot/fairness/beacon'
import { verifyRound } from '@fairlot/fairness/signatures/bls'
import { canonicalJson } from '@fairlot/fairness/canonical'
import type { Json } from '@fairlot/fairness/canonical'
import { drawEntropy, winningCode } from '@fairlot/fairness/draw'
import type { Proof, ProofBeacon } from '@fairlot/fairness/proof'

/**
 * The winning code that the sealed document and its round give; null when the signature is not that of the round, or the
 * document has no round.
 */
export function predictCode({ terms, seal }: Proof, beacon: ProofBeacon): number | null {
  const { round, salt, digest, sum } = seal
  if (round === null || salt === null || beacon.round !== round || !isSigned(terms.chain, beacon)) return null
  const entropy = drawEntropy({ salt, issue: terms.issue, digest, round, beacon: beaconOf(beacon.signature) })
  return winningCode(BigInt(sum), entropy, soldShares({ terms, seal }))
}

/** M of a draw by date, which can sell fewer shares than it offers; else all shares. */
export const soldShares = ({ terms, seal }: Pick<Proof, 'terms' | 'seal'>): number =>
  'shares' in seal ? seal.shares : terms.shares

function isSigned(hash: string | null, { round, signature, publicKey }: ProofBeacon): boolean {
  const chain = hash === QUICKNET.hash || publicKey === undefined ? QUICKNET : localChainOf(publicKey)
  return chain.hash === hash && verifyRound(chain, round, signature)
}

/**
 * What of the sealed document changed until the draw, in English; null when nothing did. A later attempt may change only
 * the time and the round of the seal.
 */
export function changedSince(sealed: Proof, drawn: Proof): string | null {
  const parts = (proof: Proof) => {
    const { sealedAt, round, ...seal } = proof.seal
    const attempt = 'attempt' in seal ? seal.attempt : 1
    return {
      terms: proof.terms,
      rows: proof.rows,
      seal: { ...seal, attempt: 0 },
      attempt,
      time: { sealedAt, round },
    }
  }
  const [before, after] = [parts(sealed), parts(drawn)]
  const same = (one: unknown, other: unknown) => canonicalJson(one as Json) === canonicalJson(other as Json)
  if (!same(before.terms, after.terms)) return 'the terms'
  if (!same(before.rows, after.rows)) return 'the orders'
  if (!same(before.seal, after.seal)) return 'the seal'
  if (before.attempt > after.attempt) return 'the number of attempts'
  return before.attempt < after.attempt || same(before.time, after.time)
    ? null
    : 'the time or the round of the seal'
}
