/** The calls with which operators find and read a member. The guard module has the calls that protect a member. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import type { Guard } from '../../guard/index.ts'
import { COUNTRIES } from '../../identity/index.ts'
import type { Orders } from '../../mall/index.ts'
import { findMember, type FindDeps } from './find-members.ts'
import { memberStatus } from './members.queries.ts'

export type MemberRoutesDeps = {
  db: Db
  audit: Audit
  guard: Pick<Guard, 'state'>
  orders: Pick<Orders, 'find' | 'ownerOf'>
  settings: Pick<Settings, 'get'>
}

type Names = 'memberFind' | 'memberShow' | 'orderShow'

export function memberRoutes(deps: MemberRoutesDeps): Handlers<Endpoints, Names> {
  const { db, audit, guard, orders, settings } = deps
  const finding: FindDeps = { db, orders, countries: () => settings.get(COUNTRIES) }
  return {
    async memberFind(call) {
      const found = await findMember(finding, call.input.query)
      // An entry for every search, also one without a result. It never contains the query: a phone number in the audit log
      // could not be erased.
      const subjects =
        found.items.length === 0 ? [{}] : found.items.map(({ id }) => ({ subject: `member:${id}` }))
      await db.tx(async (tx) => {
        for (const subject of subjects)
          await audit.write(tx, actorOf(call), { action: 'member.find', ...subject })
      })
      return found
    },
    async memberShow(call) {
      const { id } = call.input
      const status = await memberStatus(db, id)
      if (status === undefined) throw new Refusal('NO_SUCH_DATA')
      const state = await guard.state(id)
      await db.tx((tx) => audit.write(tx, actorOf(call), { action: 'member.read', subject: `member:${id}` }))
      return { id, status, guard: state }
    },
    async orderShow(call) {
      const order = await orders.find(call.input.number)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), { action: 'order.read', subject: `member:${order.member}` }),
      )
      return order
    },
  }
}
