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

/** Money that goes back to its source was not topped up. */
const RETURNED = {
  name: 'event.returned',
  text: `select member_id as "memberId", sum(returned)::bigint as amount from recharge
    where member_id = any($1::uuid[]) and returned > 0 group by member_id`,
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
      : (await db.query<{ memberId: string; amount: bigint }>(RETURNED, [uuids(ids)])).map(
          (row) => [row.memberId, row.amount] as const,
        ),
  )
  return friends.map(({ friend, toppedUp: credited, standing }) => {
    const toppedUp = credited - (back.get(friend) ?? 0n)
    const flagged = standing !== 'clear'
    return { memberId: friend, toppedUp, flagged, counts: !flagged && toppedUp >= topUp }
  })
}
