/** Rewards for loyalty: refunds of lost orders by VIP level, tasks, and the newcomer gift. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Executor } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Jobs } from '../../../platform/jobs/jobs.ts'
import { loyaltyState } from './loyalty-state.ts'
import { loyaltyRoutes, type LoyaltyNames, type LoyaltyRoutesDeps } from './loyalty.routes.ts'
import { refundDue, refundJobs, type RefundDeps } from './refunds/refunds.jobs.ts'
import { checkIn, type CheckedIn } from './tasks/claims.ts'

export type LoyaltyOptions = RefundDeps & LoyaltyRoutesDeps & { jobs: Jobs }

export type Loyalty = {
  routes: Handlers<Endpoints, LoyaltyNames>
  /** Sums, closes and pays what is due. The job does; the demo world has a past to refund. */
  refundDue(): Promise<void>
  /** Checks a member in, as `/task/checkin` does. @throws Refusal */
  checkIn(memberId: string, requestId: string): Promise<CheckedIn>
  /** what operators see: refunds that wait, what was paid lately */
  state(): Promise<Output<Endpoints['loyaltyState']>>
}

/** Creates the room and registers its jobs. */
export function createLoyalty(options: LoyaltyOptions): Loyalty {
  refundJobs(options.jobs, options)
  const db: Executor = options.db
  return {
    routes: loyaltyRoutes(options),
    refundDue: () => refundDue(options),
    checkIn: (memberId, requestId) => checkIn(options, memberId, requestId),
    state: () => loyaltyState(db, options.utcOffsetMinutes),
  }
}
