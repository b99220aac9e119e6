/** The calls with which operators find members. The guard module has the calls that protect a member. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import type { Settings } from '../../../platform/settings/settings.ts'
import { COUNTRIES } from '../../identity/index.ts'
import type { Orders } from '../../mall/index.ts'
import { findMember, type FindDeps } from './find-members.ts'

export type MemberRoutesDeps = {
  db: Db
  audit: Audit
  orders: Pick<Orders, 'find' | 'ownerOf'>
  settings: Pick<Settings, 'get'>
}

type Names = 'memberFind' | 'orderShow'

export function memberRoutes(deps: MemberRoutesDeps): Handlers<Endpoints, Names> {
  const { db, audit, orders, settings } = deps
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
    async orderShow(call) {
      const order = await orders.find(call.input.number)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), { action: 'order.read', subject: `member:${order.member}` }),
      )
      return order
    },
  }
}
