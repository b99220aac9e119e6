/** The same of events as `lost-issue.ts`. */
import type { EventProof3 } from '@fairlot/fairness/proof'
import { readLostEvent, verifyLostEvent } from '@fairlot/fairness/verify/version-3/lost-event'
import type { LostReading } from './lost.ts'

export const LOST_EVENTS: LostReading<EventProof3> = { read: readLostEvent, verify: verifyLostEvent }
