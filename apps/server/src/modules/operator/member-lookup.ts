/** The calls with which operators find and read a member. There is no list of members: a search needs a complete key. */
import type { Endpoints } from '@fairlot/contract/endpoints'
import { actorOf, type Audit } from '../../platform/audit.ts'
import { MS, type Db } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Guard } from '../guard/index.ts'
import { maskedPhone, readPhone } from '../identity/index.ts'

export type MemberLookupDeps = { db: Db; audit: Audit; guard: Pick<Guard, 'state'> }

type Row = {
  member_id: string
  nickname: string
  phone: string | null
  status: 'active' | 'closing' | 'closed'
  ms: bigint
}

const FIND = {
  name: 'operator.member.find',
  text: `
    select member_id, nickname, phone, status, ${MS('created_at')} as ms from member
    where phone = $1 or username = $2 or member_id = $3
    order by created_at`,
}
const STATUS = { name: 'operator.member.status', text: 'select status from member where member_id = $1' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function memberLookupRoutes({
  db,
  audit,
  guard,
}: MemberLookupDeps): Handlers<Endpoints, 'memberFind' | 'memberShow'> {
  return {
    async memberFind(call) {
      const { input } = call
      const query = input.query.trim().toLowerCase()
      const phone = readPhone(query.startsWith('00') ? `+${query.slice(2)}` : query)?.number ?? null
      const rows = await db.query<Row>(FIND, [phone, query, UUID.test(query) ? query : null])
      // The audit log records every search, also one without a result. It omits the query, which may be a phone number:
      // a phone number must remain erasable.
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
          memberSince: Number(row.ms),
        })),
      }
    },
    async memberShow(call) {
      const { id } = call.input
      const [member] = await db.query<Pick<Row, 'status'>>(STATUS, [id])
      if (!member) throw new Refusal('NO_SUCH_DATA')
      const state = await guard.state(id)
      await db.tx((tx) => audit.write(tx, actorOf(call), { action: 'member.read', subject: `member:${id}` }))
      return { id, status: member.status, guard: state }
    },
  }
}
