/**
 * Finds relations whose accounts look like one person: the friend shares a device, a payout account or a sender of USDT with the
 * inviter (of level 1 or 2), or with an earlier friend of the same inviter. The relation is then held until two operators decide.
 */
import type { RelationSignal } from '@fairlot/contract/life/growth-life'
import type { Db, Statement, Tx } from '../../../../platform/db.ts'
import { uuids } from '../../../ledger/index.ts'
import { countMoved, lockTeams, type Moved } from '../rebates/rebates.queries.ts'

/** Who has which values, and since when. What a payment company's sandbox says of itself names nobody. */
export const SOURCES: Record<RelationSignal, string> = {
  device: 'select member_id, device_hash as value, first_at as at from device_seen',
  payout: `select member_id, fingerprint as value, created_at as at from payout_account where kind <> 'sandbox'`,
  payer: `select member_id, sender as value, seen_at as at from trc20_transfer where state <> 'gone'`,
}

/**
 * $1 the member with the new signal. A sign is as old as the later one of its two values; signs from before the newest decision
 * about the relation are known and not found again.
 */
const FOUND = (signal: RelationSignal): string => `
  with source as not materialized (${SOURCES[signal]}),
  shared as (
    select s.member_id, s.value, min(s.at) as at from source s
    where s.value in (select own.value from source own where own.member_id = $1) group by 1, 2)
  select distinct on (t.member_id, t.friend_id) t.member_id, t.friend_id, other.member_id as other_id
  from shared friend
  join shared other on other.value = friend.value and other.member_id <> friend.member_id
  join team_member t on t.friend_id = friend.member_id and t.standing <> 'same_person'
  left join team_member earlier on (earlier.member_id, earlier.friend_id) = (t.member_id, other.member_id)
  where $1 in (friend.member_id, other.member_id, t.member_id)
    and (other.member_id = t.member_id or (earlier.joined_at, earlier.friend_id) < (t.joined_at, t.friend_id))
    and not exists (
      select from relation_flag f where (f.member_id, f.friend_id) = (t.member_id, t.friend_id)
        and (f.signal = '${signal}' or f.decided_at >= greatest(friend.at, other.at)))
  order by t.member_id, t.friend_id, other.member_id = t.member_id desc, earlier.joined_at, earlier.friend_id`

type BySignal = Record<RelationSignal, Statement>
const bySignal = (make: (signal: RelationSignal) => Statement): BySignal => ({
  device: make('device'),
  payout: make('payout'),
  payer: make('payer'),
})

const LOOK = bySignal((signal) => ({
  name: `flags.look_${signal}`,
  text: `select distinct member_id as member from (${FOUND(signal)}) found`,
}))
const FLAG = bySignal((signal) => ({
  name: `flags.flag_${signal}`,
  text: `
    insert into relation_flag (member_id, friend_id, signal, other_id, found_at)
    select member_id, friend_id, '${signal}', other_id, at from (${FOUND(signal)}) found cross join business_clock
    where member_id = any($2::uuid[])
    on conflict do nothing returning member_id as member, friend_id as friend`,
}))

const PLACES = 'unnest($1::uuid[], $2::uuid[]) as item(member_id, friend_id)'
const HOLD: Statement = {
  name: 'flags.hold',
  text: `
    update team_member t set standing = 'held' from ${PLACES}
    where (t.member_id, t.friend_id) = (item.member_id, item.friend_id) and t.standing = 'clear'`,
}
const HOLD_REBATES: Statement = {
  name: 'flags.hold_rebates',
  text: `
    update rebate r set state = 'held' from ${PLACES}
    where (r.member_id, r.friend_id) = (item.member_id, item.friend_id) and r.state = 'queued'
    returning r.member_id as member, r.kind, r.amount, r.state, 'queued' as was`,
}
const CHANGED: Statement = {
  name: 'flags.changed',
  text: 'update team_total set changes = changes + 1 where member_id = any($1::uuid[])',
}

/**
 * Flags and holds what a new signal of a member shows. A repeated call finds nothing more.
 * @returns whose teams changed
 */
export function flagShared(db: Db, memberId: string, signal: RelationSignal): Promise<string[]> {
  return db.tx(async (tx) => {
    const teams = await tx.query<{ member: string }>(LOOK[signal], [memberId])
    if (teams.length === 0) return []
    const members = teams.map(({ member }) => member)
    await lockTeams(tx, members)
    // looks again: another call may have flagged or decided before the lock
    const flagged = await tx.query<{ member: string; friend: string }>(FLAG[signal], [
      memberId,
      uuids(members),
    ])
    return hold(tx, flagged)
  })
}

async function hold(tx: Tx, flagged: readonly { member: string; friend: string }[]): Promise<string[]> {
  if (flagged.length === 0) return []
  const places = [uuids(flagged.map(({ member }) => member)), uuids(flagged.map(({ friend }) => friend))]
  await tx.query(HOLD, places)
  await countMoved(tx, await tx.query<Moved>(HOLD_REBATES, places))
  const members = [...new Set(flagged.map(({ member }) => member))]
  await tx.query(CHANGED, [uuids(members)])
  return members
}
