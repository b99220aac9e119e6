/** The verifier of issues whose log was lost after the seal: apart from that of events, because a page loads one of them. */
import type { Verification, VerifyOptions } from '../types.ts'
import { verifyWith } from '../verification.ts'
import { checkIssueAmount } from './favour.ts'
import { ISSUES_3 } from './issue.ts'
import { lostVerifier } from './lost.ts'

const LOST_ISSUES = lostVerifier(ISSUES_3, ({ terms }) => terms.issue, checkIssueAmount)

/** Reads an issue that has the part `lost`. @throws ReadError that names the field */
export const readLostIssue = LOST_ISSUES.read

/** Verifies a document of an issue that has the part `lost`, as `verifyProof` does others. */
export const verifyLostIssue = (document: unknown, options: VerifyOptions = {}): Verification =>
  verifyWith(LOST_ISSUES, document, options)
