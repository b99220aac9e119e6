/** SQL that reads members for operators. */
import type { MemberStatus } from '@fairlot/contract/life/member-status'
import { Refusal } from '../../../platform/refusal.ts'
import { MS, type Executor, type Statement } from '../../../platform/db.ts'

/** Members that a search shows; with one more it shows none. */
export const MOST_FOUND = 20

export type OwnPlace = 'id' | 'phone' | 'nickname' | 'username'

const FIND: Statement = {
  name: 'operator.member.find',
  text: `
    select 'phone' as place, member_id from member where phone = any($1)
    union all select 'username', member_id from member where username = $2
    union all select 'id', member_id from member where member_id = any($3)
    union all (select 'nickname', member_id from member
      where lower(nickname) = lower($4) and status <> 'closed' limit ${MOST_FOUND + 1})`,
}

/** What is looked for; null and empty: nothing. */
export type Wanted = {
  phones: readonly string[]
  username: string | null
  ids: readonly string[]
  nickname: string | null
}

/** Where whole values of members match. Operators cannot search members by a part of a value. */
export function findMembers(
  db: Executor,
  { phones, username, ids, nickname }: Wanted,
): Promise<{ place: OwnPlace; member_id: string }[]> {
  return db.query(FIND, [phones, username, ids, nickname])
}

export type MemberRow = {
  member_id: string
  nickname: string
  phone: string | null
  status: MemberStatus
  created_ms: bigint
}

const MEMBERS: Statement = {
  name: 'operator.member.rows',
  text: `
    select member_id, nickname, phone, status, ${MS('created_at')} as created_ms
    from member where member_id = any($1) order by created_at, member_id`,
}

/** Members by id, the oldest first. */
export function membersByIds(db: Executor, ids: readonly string[]): Promise<MemberRow[]> {
  return db.query<MemberRow>(MEMBERS, [ids])
}

export type ShownMember = MemberRow & {
  username: string | null
  country: string | null
  inviter_id: string | null
}

const SHOWN: Statement = {
  name: 'operator.member.shown',
  text: `
    select member_id, nickname, username, phone, country, status, inviter_id, ${MS('created_at')} as created_ms
    from member where member_id = $1`,
}

/** @throws Refusal NO_SUCH_DATA */
export async function shownMember(db: Executor, memberId: string): Promise<ShownMember> {
  const [row] = await db.query<ShownMember>(SHOWN, [memberId])
  if (!row) throw new Refusal('NO_SUCH_DATA')
  return row
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

const STATUS: Statement = {
  name: 'operator.member.status',
  text: 'select status from member where member_id = $1',
}

export async function memberStatus(db: Executor, memberId: string): Promise<MemberStatus | undefined> {
  return (await db.query<{ status: MemberStatus }>(STATUS, [memberId]))[0]?.status
}
