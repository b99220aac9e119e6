/**
 * Verifies a proof document of any kind. A page that loads the kinds apart uses verify.ts, verify/round.ts and
 * verify/event.ts.
 */
import { proofKindOf } from '../proof.ts'
import { verifyProof } from '../verify.ts'
import { verifyEvent } from './event.ts'
import { verifyRound } from './round.ts'
import type { Verification, VerifyOptions } from './types.ts'
import { hasLost, verifyLost } from './version-3/lost.ts'

/** @param document a parsed JSON value */
export function verifyAnyProof(document: unknown, options: VerifyOptions = {}): Verification {
  if (hasLost(document)) return verifyLost(document, options)
  const kind = proofKindOf(document)
  const verify = kind === 'round' ? verifyRound : kind === 'event' ? verifyEvent : verifyProof
  return verify(document, options)
}
