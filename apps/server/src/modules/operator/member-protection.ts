/** Members as operators may see and protect them: whole numbers and names find one, stricter is all that can be done. */
import type { Output, ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { Audit } from '../../platform/audit.ts'
import { MS, type Db } from '../../platform/db.ts'
import type { Handlers } from '../../platform/http/http-handler.ts'
import { Refusal } from '../../platform/refusal.ts'
import { maskedPhone, readPhone } from '../identity/index.ts'
import { actorOf, type OperatorCall } from './audit/audit.ts'

type GuardState = Output<Endpoints['limits']>

/** What the guard does for operators; it writes the audit entries of its changes in their transactions. */
export type MemberGuard = {
  /** @throws Refusal NO_SUCH_DATA */
  state(memberId: string): Promise<GuardState>
  /** @throws Refusal NO_SUCH_DATA, ONLY_STRICTER, INPUT_INVALID */
  tighten(call: OperatorCall, input: ParsedInput<Endpoints['memberTighten']>): Promise<GuardState>
  /** @throws Refusal NO_SUCH_DATA, ALREADY_LONGER */
  pause(call: OperatorCall, input: ParsedInput<Endpoints['memberPause']>): Promise<GuardState>
}

export type MembersDeps = { db: Db; audit: Audit; guard: MemberGuard }

type Row = {
  member_id: string
  nickname: string
  phone: string | null
  status: 'active' | 'closing' | 'closed'
  ms: bigint
}

/** By one whole key: there is no list of members to leaf through. */
const FIND = {
  name: 'operator.member.find',
  text: `
    select member_id, nickname, phone, status, ${MS('created_at')} as ms from member
    where phone = $1 or username = $2 or member_id = $3
    order by created_at`,
}
const STATUS = { name: 'operator.member.status', text: 'select status from member where member_id = $1' }

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Names = 'memberFind' | 'memberShow' | 'memberTighten' | 'memberPause'

export function memberRoutes({ db, audit, guard }: MembersDeps): Handlers<Endpoints, Names> {
  return {
    async memberFind(call) {
      const { input } = call
      const query = input.query.trim().toLowerCase()
      const phone = readPhone(query.startsWith('00') ? `+${query.slice(2)}` : query)?.number ?? null
      const rows = await db.query<Row>(FIND, [phone, query, UUID.test(query) ? query : null])
      // who asked after whom is known afterwards, and how often in vain; never the number, which must stay erasable
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
      // who looked at whom is known afterwards
      await db.tx((tx) => audit.write(tx, actorOf(call), { action: 'member.read', subject: `member:${id}` }))
      return { id, status: member.status, guard: state }
    },
    memberTighten: (call) => guard.tighten(call, call.input),
    memberPause: (call) => guard.pause(call, call.input),
  }
}
