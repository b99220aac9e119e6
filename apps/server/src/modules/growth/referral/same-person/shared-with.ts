/** What operators see of a member's shared devices, payout accounts and payers, and of the signs that come from them. */
import type { RelationFlagState, RelationSignal } from '@fairlot/contract/life/growth-life'
import { MS, type Executor, type Statement } from '../../../../platform/db.ts'
import { SOURCES } from './find-flags.ts'

/** Members that are named for each signal. */
const MOST = 20

const SHARED = Object.entries(SOURCES)
  .map(
    ([signal, source]) => `(
    with source as not materialized (${source})
    select '${signal}' as signal, other.member_id from source own join source other on other.value = own.value
    where own.member_id = $1 and other.member_id <> $1 group by other.member_id
    order by min(other.at), other.member_id limit ${MOST})`,
  )
  .join(' union all ')
const WITH: Statement = { name: 'flags.shared_with', text: SHARED }

/** Other members with the same device, payout account or payer, up to 20 for each. */
export async function sharedWith(
  db: Executor,
  memberId: string,
): Promise<{ signal: RelationSignal; members: string[] }[]> {
  const rows = await db.query<{ signal: RelationSignal; member_id: string }>(WITH, [memberId])
  const signals = [...new Set(rows.map(({ signal }) => signal))]
  return signals.map((signal) => ({
    signal,
    members: rows.filter((row) => row.signal === signal).map(({ member_id }) => member_id),
  }))
}

const DEVICES: Statement = {
  name: 'flags.devices',
  text: 'select count(*)::int as devices from device_seen where member_id = $1',
}

/** How many devices a member logged in with. */
export async function countDevices(db: Executor, memberId: string): Promise<number> {
  return (await db.query<{ devices: number }>(DEVICES, [memberId]))[0]!.devices
}

export type MemberFlag = {
  member_id: string
  friend_id: string
  other_id: string
  signal: RelationSignal
  state: RelationFlagState
  found_ms: bigint
}

const FLAGS: Statement = {
  name: 'flags.of_member',
  text: `
    select f.member_id, f.friend_id, f.other_id, f.signal, f.state, ${MS('f.found_at')} as found_ms
    from relation_flag f
    where f.member_id = $1 or f.friend_id = $1 and f.member_id in (select t.member_id from team_member t where t.friend_id = $1)
    order by f.found_at desc, f.member_id, f.friend_id, f.signal limit ${MOST}`,
}

/** The newest signs about a member as an inviter or a friend. */
export function flagsOf(db: Executor, memberId: string): Promise<MemberFlag[]> {
  return db.query<MemberFlag>(FLAGS, [memberId])
}
