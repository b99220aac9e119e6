/** SQL that reads members for operators. */
import type { MemberStatus } from '@fairlot/contract/life/member-status'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

export type MemberRow = {
  member_id: string
  nickname: string
  phone: string | null
  status: MemberStatus
  created_ms: bigint
}

const FIND: Statement = {
  name: 'operator.member.find',
  text: `
    select member_id, nickname, phone, status, ${MS('created_at')} as created_ms from member
    where phone = any($1) or username = $2 or member_id = $3
    order by created_at`,
}

/** Members by a complete phone number (all numbers of its subscriber), user name or id. Operators cannot list or search members in any other way. */
export function findMembers(
  db: Executor,
  { phones, username, memberId }: { phones: readonly string[]; username: string; memberId: string | null },
): Promise<MemberRow[]> {
  return db.query<MemberRow>(FIND, [phones, username, memberId])
}

const STATUS: Statement = {
  name: 'operator.member.status',
  text: 'select status from member where member_id = $1',
}

export async function memberStatus(db: Executor, memberId: string): Promise<MemberStatus | undefined> {
  return (await db.query<{ status: MemberStatus }>(STATUS, [memberId]))[0]?.status
}

const SINCE: Statement = {
  name: 'operator.member.since',
  text: `select status, ${MS('created_at')} as created_ms from member where member_id = $1`,
}

export async function memberSince(
  db: Executor,
  memberId: string,
): Promise<Pick<MemberRow, 'status' | 'created_ms'> | undefined> {
  return (await db.query<Pick<MemberRow, 'status' | 'created_ms'>>(SINCE, [memberId]))[0]
}
