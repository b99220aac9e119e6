/** What operators see of rebates and teams. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Growth } from '../../growth/index.ts'

export type ReferralDeskDeps = { db: Db; audit: Audit; referral: Pick<Growth['referral'], 'state' | 'team'> }

export const referralDeskRoutes = ({
  db,
  audit,
  referral,
}: ReferralDeskDeps): Handlers<Endpoints, 'referralState' | 'memberTeam'> => ({
  referralState: () => referral.state(),
  async memberTeam(call) {
    const team = await referral.team(call.input.id)
    await db.tx((tx) => audit.write(tx, actorOf(call), { action: 'team.read', subject: `member:${team.id}` }))
    return team
  },
})
