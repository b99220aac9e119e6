/** Turns sample proofs into those of issues that opened under the rules of version 1. */
import type { Grade1, IssueProof, IssueProof1 } from '../proof.ts'

/** The same draw without a log; the fields that version 1 does not have are left out. */
export function version1Of(proof: IssueProof, grade: Grade1): IssueProof1 {
  const { kind, deployment, rows, beacon, result } = proof
  const { issue, shares, price, reading, offset, chain, delay, bands, prizes, commitment, at } = proof.terms
  const { orders, digest, sum, salt, sealedAt, round } = proof.seal
  if (result === null) throw new TypeError('a proof of version 1 has a result')
  return {
    version: 'fairlot-proof/1',
    kind,
    deployment,
    terms: { issue, shares, price, reading, grade, offset, chain, delay, bands, prizes, commitment, at },
    rows,
    seal: { orders, digest, sum, salt, sealedAt, round },
    beacon,
    result,
    log: null,
  }
}
