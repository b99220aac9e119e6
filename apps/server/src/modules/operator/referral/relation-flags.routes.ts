/** What operators see of signs that two accounts are one person, and decide about them. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { relationFlags } from '../../growth/index.ts'
import type { Approvals } from '../approvals/approvals.ts'
import { relationDecisions } from './relation-decisions.ts'

export type RelationFlagDeps = {
  db: Db
  approvals: Pick<Approvals, 'register' | 'request'>
  /** called after the commit that changed what these members see of their teams */
  onTeams(members: readonly string[]): void
}

/** The endpoints of flags. Registers the change `relation.decide`. */
export function relationFlagRoutes({
  db,
  approvals,
  onTeams,
}: RelationFlagDeps): Handlers<Endpoints, 'relationFlags' | 'relationDecide'> {
  const decisions = relationDecisions(onTeams)
  approvals.register(decisions)
  return {
    relationFlags: (call) => relationFlags(db, call.input),
    relationDecide(call) {
      const { reason, requestId, ...params } = call.input
      return approvals.request(call, decisions, { params, reason, requestId })
    },
  }
}
