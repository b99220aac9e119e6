/** The calls with which operators find and read a member. The guard module has the calls that protect a member. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { Refusal } from '../../../platform/refusal.ts'
import type { Guard } from '../../guard/index.ts'
import { maskedPhone, numbersOf, readPhone } from '../../identity/index.ts'
import type { Orders } from '../../mall/index.ts'
import { findMembers, memberStatus } from './members.queries.ts'

export type MemberRoutesDeps = {
  db: Db
  audit: Audit
  guard: Pick<Guard, 'state'>
  orders: Pick<Orders, 'find'>
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Names = 'memberFind' | 'memberShow' | 'orderShow'

export function memberRoutes({ db, audit, guard, orders }: MemberRoutesDeps): Handlers<Endpoints, Names> {
  return {
    async memberFind(call) {
      const query = call.input.query.trim().toLowerCase()
      const read = readPhone(query.startsWith('00') ? `+${query.slice(2)}` : query)
      const phones = read ? numbersOf(read.number) : []
      const memberId = UUID.test(query) ? query : null
      const rows = await findMembers(db, { phones, username: query, memberId })
      // An entry for every search, also one without a result. It never contains the query: a phone number in the audit log
      // could not be erased.
      const subjects = rows.length === 0 ? [{}] : rows.map((row) => ({ subject: `member:${row.member_id}` }))
      await db.tx(async (tx) => {
        for (const subject of subjects)
          await audit.write(tx, actorOf(call), { action: 'member.find', ...subject })
      })
      return {
        items: rows.map((row) => ({
          id: row.member_id,
          nickname: row.nickname,
          phone: row.phone === null ? null : maskedPhone(row.phone),
          status: row.status,
          memberSince: Number(row.created_ms),
        })),
      }
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
