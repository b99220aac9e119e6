/** How documents of issues are read and verified whose log was lost after the seal. The worker loads it only for such a document. */
import type { IssueProof3 } from '@fairlot/fairness/proof'
import { readLostIssue, verifyLostIssue } from '@fairlot/fairness/verify/version-3/lost-issue'
import type { LostReading } from './lost.ts'

export const LOST_ISSUES: LostReading<IssueProof3> = { read: readLostIssue, verify: verifyLostIssue }
