/** The friends whom a member brought to an event: direct friends who registered after its opening and topped up before its deadline. */
import type { Executor } from '../../../platform/db.ts'
import { uuids } from '../../ledger/index.ts'
import { toppedUpFriends } from '../referral/teams/relations.ts'

export type EventFriend = {
  memberId: string
  /** what the friend has topped up before the deadline, less what went back, minor units */
  toppedUp: bigint
  /** an operator checks whether inviter and friend are the same person, or has found that they are */
  flagged: boolean
  /** whether the friend counts */
  counts: boolean
}

/** The part of an event's terms that decides about friends. */
export type FriendTerms = { openedMs: number; deadlineMs: number; topUp: bigint }

/** The most friends of a member that an event looks at. */
const MOST_FRIENDS = 2_000

/** What was credited of a recharge `r` between opening ($2) and deadline ($3) of an event, and at any time. */
const CREDITED = `
  cross join lateral (
    select coalesce(sum(c.amount) filter (where c.at >= to_timestamp($2::float8 / 1000) and c.at < to_timestamp($3::float8 / 1000)), 0) as within,
      coalesce(sum(c.amount), 0) as total
    from recharge_credit c where (c.member_id, c.recharge_id) = (r.member_id, r.recharge_id)) credited`

/** Money that goes back to its source was not topped up. What was topped up after the deadline goes back first. */
const RETURNED = {
  name: 'event.returned',
  text: `select r.member_id as "memberId", sum(greatest(0, credited.within - (credited.total - r.returned)))::bigint as amount
    from recharge r ${CREDITED} where r.member_id = any($1::uuid[]) and r.returned > 0 group by r.member_id`,
}

/** The friends of a member for an event, in the order of registration. */
export async function eventFriends(
  db: Executor,
  memberId: string,
  { openedMs, deadlineMs, topUp }: FriendTerms,
): Promise<EventFriend[]> {
  const between = { from: openedMs, until: deadlineMs }
  const friends = await toppedUpFriends(db, memberId, between, MOST_FRIENDS)
  const ids = friends.map(({ friend }) => friend)
  const back = new Map(
    ids.length === 0
      ? []
      : (
          await db.query<{ memberId: string; amount: bigint }>(RETURNED, [uuids(ids), openedMs, deadlineMs])
        ).map((row) => [row.memberId, row.amount] as const),
  )
  return friends.map(({ friend, toppedUp: credited, standing }) => {
    const toppedUp = credited - (back.get(friend) ?? 0n)
    const flagged = standing !== 'clear'
    return { memberId: friend, toppedUp, flagged, counts: !flagged && toppedUp >= topUp }
  })
}

/** A participant whose friends are fewer than the terms ask for. */
export type FallenEntry = {
  seq: number
  memberId: string
  /** how many friends count */
  counted: number
}

/** The same rule as in `eventFriends`, for all participants of an event at once. */
const FALLEN = {
  name: 'event.fallen',
  text: `
select n.seq, n.member_id as "memberId", kept.friends as counted
from event_entry n
cross join lateral (
  select count(*)::int as friends from team_member t
  where t.member_id = n.member_id and t.level = 1 and t.standing = 'clear'
    and t.joined_at >= to_timestamp($2::float8 / 1000) and t.joined_at < to_timestamp($3::float8 / 1000)
    and (select coalesce(sum(least(credited.within, credited.total - r.returned)), 0)
      from recharge r ${CREDITED} where r.member_id = t.friend_id) >= $4) kept
where n.event_id = $1 and kept.friends < $5 order by n.seq`,
}

/** The participants of an event whose friends do not meet its terms any more, by their numbers. */
export async function fallenEntries(
  db: Executor,
  event: Omit<FriendTerms, 'openedMs'> & { eventId: string; friends: number; openedMs: number | null },
): Promise<FallenEntry[]> {
  const { eventId, openedMs, deadlineMs, topUp, friends } = event
  return db.query<FallenEntry>(FALLEN, [eventId, openedMs, deadlineMs, topUp, friends])
}
