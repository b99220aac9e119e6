/** The calls with which operators list members and the orders of an issue. */
import * as z from 'zod/mini'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../../platform/audit.ts'
import { decodeCursor, pageOf } from '../../../platform/cursor.ts'
import type { Db } from '../../../platform/db.ts'
import type { Handlers } from '../../../platform/http/http-handler.ts'
import { daySpan } from '../../../platform/time/day-span.ts'
import { maskedPhone } from '../../identity/index.ts'
import type { Orders } from '../../mall/index.ts'
import { listMembers } from './member-list.queries.ts'

export type ListRoutesDeps = {
  db: Db
  audit: Audit
  orders: Pick<Orders, 'ofIssue'>
  /** of the business calendar */
  utcOffsetMinutes: number
}

/** Microseconds and id of the last item. */
const CURSOR = z.tuple([z.int().check(z.minimum(0)), z.uuid()])

export function listRoutes({
  db,
  audit,
  orders,
  utcOffsetMinutes,
}: ListRoutesDeps): Handlers<Endpoints, 'memberList' | 'issueOrders'> {
  return {
    async memberList(call) {
      const { status = null, country = null, frozen, flagged, cursor, limit, ...days } = call.input
      const last = decodeCursor(cursor, CURSOR)
      const span = daySpan(days, utcOffsetMinutes)
      const before = last && { micros: last[0], id: last[1] }
      const filter = { status, country, span, isFrozen: frozen, isFlagged: flagged, before }
      const rows = await listMembers(db, { ...filter, limit: limit + 1 })
      const { items, next } = pageOf(rows, limit, (row) => [Number(row.created_micros), row.member_id])
      const after = { status, country, ...days, frozen, flagged, members: items.length }
      await db.tx((tx) => audit.write(tx, actorOf(call), { action: 'member.list', after }))
      return {
        items: items.map((row) => ({
          id: row.member_id,
          nickname: row.nickname,
          phone: row.phone === null ? null : maskedPhone(row.phone),
          status: row.status,
          country: row.country,
          memberSince: Number(row.created_ms),
          frozenUntil: row.frozen_ms === null ? null : Number(row.frozen_ms),
        })),
        next,
      }
    },
    async issueOrders(call) {
      const { issue, member = null } = call.input
      const page = await orders.ofIssue(call.input)
      await db.tx((tx) =>
        audit.write(tx, actorOf(call), {
          action: 'order.list',
          subject: `issue:${issue}`,
          after: { member, orders: page.items.length },
        }),
      )
      return page
    },
  }
}
