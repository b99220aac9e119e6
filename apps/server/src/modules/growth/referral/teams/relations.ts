/**
 * Who invited whom, on two levels, and how far an invited friend is. A relation is written with the friend's registration and never
 * ends. Rooms beside this one ask here who counts for tasks and events.
 */
import type { Executor, Statement, Tx } from '../../../../platform/db.ts'
import { uuids } from '../../../ledger/index.ts'
import { LEFT_TO_GIVE } from '../../played-for-real.ts'

const JOIN: Statement = {
  name: 'team.join',
  text: `
    with above as (
      select $2::uuid as member_id, 1 as level
      union all select inviter_id, 2 from member where member_id = $2 and inviter_id is not null),
    joined as (
      insert into team_member (member_id, friend_id, level, joined_at)
      select above.member_id, $1, above.level, m.created_at from above cross join member m where m.member_id = $1
      on conflict do nothing returning member_id, level)
    insert into team_total (member_id, direct, indirect, changes)
    select member_id, (level = 1)::int, (level = 2)::int, 1 from joined order by member_id
    on conflict (member_id) do update set direct = team_total.direct + excluded.direct,
      indirect = team_total.indirect + excluded.indirect, changes = team_total.changes + 1
    returning member_id as member`,
}

/** Writes both relations of a new member, in the transaction that creates the member. @returns whose teams grew */
export async function joinTeams(
  tx: Tx,
  { memberId, inviterId }: { memberId: string; inviterId: string | null },
): Promise<string[]> {
  if (inviterId === null) return []
  const rows = await tx.query<{ member: string }>(JOIN, [memberId, inviterId])
  return rows.map(({ member }) => member)
}

/** Of the teams that a friend counts in, before the relations: a transaction that changes relations holds these. */
const LOCK_SUMS: Statement = {
  name: 'team.lock_sums',
  text: `
    select count(*) from (
      select from team_total where member_id in (
        select member_id from team_member where friend_id = any($1::uuid[]) and qualified_at is null)
      order by member_id for update) locked`,
}
const LOCK: Statement = {
  name: 'team.lock',
  text: `
    select count(*) from (
      select from team_member where friend_id = any($1::uuid[]) and qualified_at is null order by member_id, friend_id for update) locked`,
}
/** What qualifies a friend is set aside for the rewards of the inviter. */
const REFRESH: Statement = {
  name: 'team.refresh',
  text: `
    with now as (
      select friend.friend_id, credited.first_at, greatest(credited.amount - back.amount, 0) as recharged,
        greatest(credited.amount - back.amount, 0) >= $2 and ${LEFT_TO_GIVE('friend.friend_id')} >= $3 as qualifies
      from (select distinct friend_id from team_member where friend_id = any($1::uuid[]) and qualified_at is null) friend
      cross join lateral (
        select min(c.at) as first_at, coalesce(sum(c.amount), 0)::bigint as amount
        from recharge_credit c where c.member_id = friend.friend_id) credited
      cross join lateral (
        select coalesce(sum(r.returned), 0)::bigint as amount from recharge r where r.member_id = friend.friend_id) back
      where credited.first_at is not null),
    moved as (
      update team_member t set first_recharge_at = coalesce(t.first_recharge_at, now.first_at), recharged = now.recharged,
        qualified_at = case when now.qualifies then clock.at end, set_aside = case when now.qualifies then $3::bigint end
      from now cross join business_clock clock
      where t.friend_id = now.friend_id and t.qualified_at is null
        and (t.first_recharge_at is null or t.recharged <> now.recharged or now.qualifies)
      returning t.member_id)
    update team_total t set changes = t.changes + 1
    from (select distinct member_id from moved) of where t.member_id = of.member_id
    returning t.member_id as member`,
}

/** What a friend has to do to count for tasks, in minor units. */
export type FriendRule = {
  /** to top up */
  topUp: bigint
  /** to leave with the house on average */
  margin: bigint
}

/**
 * Reads again, for friends who have not qualified yet, what they topped up and what the house keeps of their orders. The transaction that
 * credits a recharge calls it before it locks an account of the house, and so does what follows the settlement of purchases.
 * @returns whose lists changed
 */
export async function refreshFriends(
  tx: Tx,
  friends: readonly string[],
  { topUp, margin }: FriendRule,
): Promise<string[]> {
  if (friends.length === 0) return []
  const ids = uuids(friends)
  await tx.query(LOCK_SUMS, [ids])
  await tx.query(LOCK, [ids])
  const rows = await tx.query<{ member: string }>(REFRESH, [ids, topUp, margin])
  return rows.map(({ member }) => member)
}

const LOCK_AS_FRIEND: Statement = {
  name: 'team.lock_as_friend',
  text: 'select 1 from team_member where friend_id = $1 and level = 1 for update',
}

/** Until the end of the transaction nothing of what a member left is set aside. The caller holds the lock of the member's wallet. */
export async function lockAsFriend(tx: Tx, memberId: string): Promise<void> {
  await tx.query(LOCK_AS_FRIEND, [memberId])
}

/** Business times in Unix milliseconds, `until` not included; without them no bound. */
export type Between = { from?: number; until?: number }

const BETWEEN = (column: string) => `
  (${column} >= to_timestamp($2::float8 / 1000) or $2 is null) and (${column} < to_timestamp($3::float8 / 1000) or $3 is null)`

const QUALIFIED: Statement = {
  name: 'team.qualified',
  text: `
    select count(*)::int as friends from team_member
    where member_id = $1 and level = 1 and qualified_at is not null and standing = 'clear' and ${BETWEEN('qualified_at')}`,
}

/** How many direct friends qualified in a time. Friends who may be the same person as the member, or as another friend, do not count. */
export async function qualifiedFriends(
  db: Executor,
  memberId: string,
  { from, until }: Between = {},
): Promise<number> {
  const [row] = await db.query<{ friends: number }>(QUALIFIED, [memberId, from ?? null, until ?? null])
  return row?.friends ?? 0
}

export type ToppedUpFriend = {
  friend: string
  /** Unix milliseconds */
  joinedAt: number
  /** minor units that were credited between the times */
  toppedUp: bigint
  standing: Standing
}

/** `held`: an operator checks whether both accounts are the same person; `same_person`: they are. */
export type Standing = 'clear' | 'held' | 'same_person'

const TOPPED_UP: Statement = {
  name: 'team.topped_up',
  text: `
    select t.friend_id as friend, (extract(epoch from t.joined_at) * 1000)::float8 as "joinedAt", t.standing,
      coalesce((
        select sum(c.amount) from recharge_credit c where c.member_id = t.friend_id and ${BETWEEN('c.at')}), 0)::bigint as "toppedUp"
    from team_member t
    where t.member_id = $1 and t.level = 1 and ${BETWEEN('t.joined_at')}
    order by t.joined_at, t.friend_id limit $4`,
}

/** The direct friends who registered between two times, the first ones first, with what they topped up between them. */
export function toppedUpFriends(
  db: Executor,
  memberId: string,
  { from, until }: Between,
  limit = 200,
): Promise<ToppedUpFriend[]> {
  return db.query<ToppedUpFriend>(TOPPED_UP, [memberId, from ?? null, until ?? null, limit])
}

const SHARED: Statement = {
  name: 'team.shared',
  text: `
    insert into share_day (member_id, day) select $1, period_start('day', at, $2) from business_clock on conflict do nothing`,
}

/** Notes that a member shared the invitation today. */
export async function noteShare(db: Executor, memberId: string, utcOffsetMinutes: number): Promise<void> {
  await db.query(SHARED, [memberId, utcOffsetMinutes])
}
