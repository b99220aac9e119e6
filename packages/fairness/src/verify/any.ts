/** Verifies a proof document of any kind. A page that loads the kinds apart uses verify.ts and verify/round.ts. */
import { proofKindOf } from '../proof.ts'
import { verifyProof } from '../verify.ts'
import { verifyRound } from './round.ts'
import type { Verification, VerifyOptions } from './types.ts'

/** @param document a parsed JSON value */
export function verifyAnyProof(document: unknown, options: VerifyOptions = {}): Verification {
  return proofKindOf(document) === 'round' ? verifyRound(document, options) : verifyProof(document, options)
}
