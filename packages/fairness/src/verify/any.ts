/**
 * Verifies a proof document of any kind. A page that loads the kinds apart uses verify.ts, verify/round.ts and
 * verify/event.ts.
 */
import { proofKindOf } from '../proof.ts'
import { hasLost } from '../proof/version-3/lost.ts'
import { verifyProof } from '../verify.ts'
import { verifyEvent } from './event.ts'
import { verifyRound } from './round.ts'
import type { Verification, VerifyOptions } from './types.ts'
import { verifyLostEvent } from './version-3/lost-event.ts'
import { verifyLostIssue } from './version-3/lost-issue.ts'

/** @param document a parsed JSON value */
export function verifyAnyProof(document: unknown, options: VerifyOptions = {}): Verification {
  const kind = proofKindOf(document)
  if (hasLost(document))
    return kind === 'event' ? verifyLostEvent(document, options) : verifyLostIssue(document, options)
  const verify = kind === 'round' ? verifyRound : kind === 'event' ? verifyEvent : verifyProof
  return verify(document, options)
}
