/** The verifier of issues of version 3. */
import { claimedDigest } from '../../claimed-rows.ts'
import type { IssueProof3 } from '../../proof/version-3/documents.ts'
import { readProofKind } from '../../proof.ts'
import { readIssueSeal3 } from '../../proof/version-3/seals.ts'
import { readIssueProof3 } from '../../proof/version-3/issue.ts'
import { demand } from '../../read.ts'
import { badgeOf, DRAW_CHECKS, demandEqual } from '../draw-steps.ts'
import type { Outcome, StepName, Verification, VerifyOptions } from '../types.ts'
import { type Verifier, verifyWith } from '../verification.ts'
import { checkClaim } from './claim.ts'
import { checkIssueFavour } from './favour.ts'
import { checkAudited3, checkCheckpoints3, checkContent, checkInclusion3 } from './logged.ts'
import { checkOrderReceipt3 } from './receipts.ts'
import { sentenceOn } from './sentence.ts'
import { checkWitnesses3, isConfirmed, vouchedFor } from './witnesses.ts'

/** The steps of an issue in order. The steps `receipt` and `log` follow when the caller asks for them. */
export const ISSUE_STEPS_3 = [
  'terms',
  'content',
  'commitment',
  'times',
  'codes',
  'digest',
  'sum',
  'round',
  'beacon',
  'entropy',
  'result',
  'tiers',
  'inclusion',
  'checkpoint',
  'witnesses',
  'favour',
  'claim',
] as const satisfies readonly StepName[]
type IssueStep = (typeof ISSUE_STEPS_3)[number]

const CHECKS: Readonly<Record<IssueStep, (proof: IssueProof3, options: VerifyOptions) => Outcome>> = {
  ...DRAW_CHECKS,
  content: checkContent,
  times: checkTimes,
  codes: checkCodes,
  digest: ({ terms, rows, seal }) => {
    demandEqual('the number of orders', seal.orders, rows.length)
    demandEqual('the digest of the orders', seal.digest, claimedDigest(terms.issue, seal.shares, rows))
    return `${rows.length} orders have the sealed digest`
  },
  inclusion: checkInclusion3,
  checkpoint: checkCheckpoints3,
  witnesses: checkWitnesses3,
  favour: checkIssueFavour,
  claim: ({ rows }, options) => checkClaim(rows, options),
}

/** @param document a parsed JSON value that states version 3 */
export function verifyIssue3(document: unknown, options: VerifyOptions): Verification {
  return verifyWith(ISSUES_3, document, options)
}

export const ISSUES_3: Verifier<IssueProof3, IssueStep> = {
  what: 'issue',
  read: (document) => {
    const { kind, proof } = readProofKind(document)
    demand(kind === 'issue', `kind "${kind}" is not that of an issue`)
    return readIssueProof3(proof)
  },
  stepsOf: () => ISSUE_STEPS_3,
  check: (step, proof, options) => CHECKS[step](proof, options),
  checkReceipt: checkOrderReceipt3,
  checkAudited: (proof, audited) => checkAudited3(proof, proof.terms.issue, audited),
  badgeOf,
  mainSentence: sentenceOn,
  originOf: ({ terms }) => ({ version: 3, demo: terms.demo }),
  isConfirmed,
  vouchedFor,
}

/** Orders come before the deadline. */
function checkTimes(proof: IssueProof3): Outcome {
  const { rows, terms } = proof
  const late = rows.findIndex(({ ms }) => ms >= terms.deadline)
  demand(late < 0, `rows[${late}].ms is not before the deadline`)
  return DRAW_CHECKS.times(proof)
}

/** The seal has as many codes as the opening allows, and no member holds more than that. */
function checkCodes(proof: IssueProof3): Outcome {
  readIssueSeal3(proof.seal, proof.terms)
  const most = proof.terms.maxPerMember
  const held = new Map<string, number>()
  for (const { tag, quantity } of proof.rows) held.set(tag, (held.get(tag) ?? 0) + quantity)
  const over = [...held].find(([, codes]) => most > 0 && codes > most)
  demand(over === undefined, `the tag ${over?.[0]} has ${over?.[1]} codes, and a member may hold ${most}`)
  return DRAW_CHECKS.codes(proof)
}
