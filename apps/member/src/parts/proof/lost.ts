/** Documents of draws whose log was lost after the seal. What reads and verifies them is in `lost-issue.ts` and `lost-event.ts`, which workers load for them only. */
import type { EventProof3, IssueProof3 } from '@fairlot/fairness/proof'
import type { Verification, VerifyOptions } from '@fairlot/fairness/verify'

/** @throws ReadError in place of the usual readers */
export type LostReading<P extends IssueProof3 | EventProof3> = {
  read: (document: unknown) => P
  verify: (document: unknown, options: VerifyOptions) => Verification
}

/** Whether the text can be such a document: JSON has the name of the part in no string. */
export const tellsLoss = (text: string): boolean => text.includes('"lost":')
