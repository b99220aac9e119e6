/** SQL of tasks: what a member did, and what was claimed. The writers hold the lock of the member's wallet. */
import type { Claim } from '@fairlot/contract/life/growth-life'
import { GIVEN_FOR_FRIENDS, LEFT_TO_GIVE, SET_ASIDE_BY_FRIENDS } from '../../played-for-real.ts'
import { MS, type Executor, type Statement, type Tx } from '../../../../platform/db.ts'

/** What a member did on the business day, and what they have. */
export type Standing = {
  /** the business day as text, and when it ends in Unix milliseconds */
  day: string
  ends_ms: bigint
  /** an order of the mall, an order with a review, a friend: the evidence of daily tasks that was not used */
  purchase: string | null
  review: string | null
  invite: string | null
  shared: boolean
  /** friends who count for the ladder */
  qualified: number
  /** registered after the gift was introduced */
  is_newcomer: boolean
  /** an order counts: an issue was drawn, or a bet was settled that others did not cancel */
  counted: boolean
  /** the first recharge was played through */
  played: boolean
  /** what rewards of the member, and rewards for friends, can still come from; minor units */
  left: bigint
  left_by_friends: bigint
  /** claims of the day, and those that count once */
  claimed: Claim[]
  /** the last check-in */
  last_day: string | null
  last_streak: number | null
  /** whether the last check-in was yesterday */
  in_row: boolean
}

/** A clock that stands ahead for a moment gives no rewards of days to come. */
const NOW = `least(clock.at, settled.at + interval '15 minutes')`

/** An order that the member can still take back does not count: the first seat of a Double PK. */
const PURCHASE = `
  select p.purchase_id from purchase p
  join issue i on i.issue_id = p.subject_id join issue_terms t on t.issue_id = p.subject_id
  where p.member_id = $1 and p.kind = 'shares' and p.state = 'done' and p.settled = any('{true,false}')
    and p.created_at >= today.starts and p.created_at < today.ends and not (t.mode = 'pk' and i.status = 'selling')
    and not exists (select from task_claim c where (c.member_id, c.claim, c.evidence_id) = (p.member_id, 'purchase', p.purchase_id))
  order by p.created_at limit 1`
const REVIEW = `
  select r.purchase_id from review r
  where r.member_id = $1 and r.state not in ('refused', 'deleted') and r.posted_at >= today.starts and r.posted_at < today.ends
    and not exists (select from task_claim c where (c.member_id, c.claim, c.evidence_id) = (r.member_id, 'review', r.purchase_id))
  order by r.posted_at limit 1`
const INVITE = `
  select f.friend_id from team_member f
  where f.member_id = $1 and f.level = 1 and f.standing = 'clear' and f.qualified_at >= today.starts and f.qualified_at < today.ends
    and not exists (select from task_claim c where (c.member_id, c.claim, c.evidence_id) = (f.member_id, 'invite', f.friend_id))
  order by f.qualified_at limit 1`

/** The friends who count for the ladder. */
const LADDER_FRIENDS = `
  from team_member f where f.member_id = $1 and f.level = 1 and f.standing = 'clear' and f.qualified_at is not null`

/** $1 the member, $2 minutes east of UTC of business time, $3 what a friend leaves who qualifies now. */
const STANDING: Statement = {
  name: 'task.standing',
  text: `
    select today.day::text as day, ${MS('today.ends')} as ends_ms,
      (${PURCHASE}) as purchase, (${REVIEW}) as review, (${INVITE}) as invite,
      exists (select from share_day s where s.member_id = $1 and s.day = today.day) as shared,
      (select count(*)::int ${LADDER_FRIENDS}) as qualified,
      exists (select from member m cross join loyalty_head h where m.member_id = $1 and m.created_at >= h.gifts_from) as is_newcomer,
      exists (select from member_vip v where v.member_id = $1 and v.spend > 0) as counted,
      exists (select from recharge_credit c where c.member_id = $1)
        and not exists (select from play_through p where p.member_id = $1 and p.played < p.required) as played,
      ${LEFT_TO_GIVE('$1::uuid')} as left, ${SET_ASIDE_BY_FRIENDS('$1::uuid', '$3::bigint')} - ${GIVEN_FOR_FRIENDS('$1::uuid')} as left_by_friends,
      array(select c.claim from task_claim c
        where c.member_id = $1 and (c.day = today.day or c.claim like 'ladder%' or c.claim like 'gift%')) as claimed,
      last.day::text as last_day, last.streak as last_streak, coalesce(last.day = today.day - 1, false) as in_row
    from business_clock clock cross join settled_clock settled
    cross join lateral (
      select day, (day::timestamp - make_interval(mins => $2)) at time zone 'utc' as starts,
        ((day + 1)::timestamp - make_interval(mins => $2)) at time zone 'utc' as ends
      from (select period_start('day', ${NOW}, $2) as day) one) today
    left join lateral (
      select c.day, c.streak from check_in c where c.member_id = $1 order by c.day desc limit 1) last on true`,
}

/** @param margin what a friend leaves with the house who qualifies now, minor units */
export async function standingOf(
  db: Executor,
  memberId: string,
  { utcOffsetMinutes, margin }: { utcOffsetMinutes: number; margin: bigint },
): Promise<Standing> {
  const [row] = await db.query<Standing>(STANDING, [memberId, utcOffsetMinutes, margin])
  if (!row) throw new Error('the clock has no row')
  return row
}

export type ClaimRow = { claim: Claim; amount: bigint; voucher_id: string | null }

const CLAIM_OF: Statement = {
  name: 'task.claim.of',
  text: 'select claim, amount, voucher_id from task_claim where member_id = $1 and request_id = $2',
}

/** What an earlier call with the request id claimed. */
export async function claimOf(tx: Tx, memberId: string, requestId: string): Promise<ClaimRow | undefined> {
  return (await tx.query<ClaimRow>(CLAIM_OF, [memberId, requestId]))[0]
}

const CHECK_IN_OF: Statement = {
  name: 'task.check_in.of',
  text: 'select streak, amount from check_in where member_id = $1 and request_id = $2',
}

export async function checkInOf(
  tx: Tx,
  memberId: string,
  requestId: string,
): Promise<{ streak: number; amount: bigint } | undefined> {
  return (await tx.query<{ streak: number; amount: bigint }>(CHECK_IN_OF, [memberId, requestId]))[0]
}

const INSERT_CLAIM: Statement = {
  name: 'task.claim',
  text: `
    insert into task_claim (member_id, claim, day, amount, voucher_id, evidence_id, friends, request_id, claimed_at)
    select $1, $2, $3::date, $4, $5, $6, $7, $8, at from business_clock
    returning reward_ref('task', member_id, claim || '/' || day) as ref`,
}

export type NewClaim = {
  member: string
  claim: Claim
  day: string
  /** minor units */
  amount: bigint
  voucher: string | null
  evidence: string | null
  friends: number | null
  requestId: string
}

/** @returns the reference of its ledger lines */
export async function insertClaim(tx: Tx, claim: NewClaim): Promise<string> {
  const [row] = await tx.query<{ ref: string }>(INSERT_CLAIM, [
    claim.member,
    claim.claim,
    claim.day,
    claim.amount,
    claim.voucher,
    claim.evidence,
    claim.friends,
    claim.requestId,
  ])
  return row!.ref
}

const INSERT_FRIENDS: Statement = {
  name: 'task.claim_friends',
  text: `
    insert into task_claim_friend (member_id, claim, day, friend_id)
    select $1, $2, $3::date, f.friend_id ${LADDER_FRIENDS} order by f.qualified_at, f.friend_id limit $4
    returning 1`,
}

/** Writes on which friends a claim of the ladder rests. @returns how many count now: fewer, when one was flagged meanwhile */
export async function insertClaimFriends(
  tx: Tx,
  { member, claim, day, friends }: Pick<NewClaim, 'member' | 'claim' | 'day'> & { friends: number },
): Promise<number> {
  return (await tx.query(INSERT_FRIENDS, [member, claim, day, friends])).length
}

const INSERT_CHECK_IN: Statement = {
  name: 'task.check_in',
  text: `
    insert into check_in (member_id, day, streak, amount, request_id, checked_at)
    select $1, $2::date, $3, $4, $5, at from business_clock
    returning reward_ref('task', member_id, 'check_in/' || day) as ref`,
}

/** @returns the reference of its ledger lines */
export async function insertCheckIn(
  tx: Tx,
  one: { member: string; day: string; streak: number; amount: bigint; requestId: string },
): Promise<string> {
  const values = [one.member, one.day, one.streak, one.amount, one.requestId]
  const [row] = await tx.query<{ ref: string }>(INSERT_CHECK_IN, values)
  return row!.ref
}

/**
 * How many claims, check-ins and steps of refunds each member has: it only grows. SQL of rows (member, version), for live updates.
 * @param members SQL of a list of ids
 */
export const TASK_VERSIONS = (members: string) => `
  select wanted.member_id as member, (
      (select count(*) from task_claim c where c.member_id = wanted.member_id)
      + (select count(*) from check_in c where c.member_id = wanted.member_id)
      + (select count(*) + count(*) filter (where state <> 'queued') from vip_refund r where r.member_id = wanted.member_id)) as version
  from unnest(${members}::uuid[]) as wanted(member_id)`

const VERSION: Statement = {
  name: 'task.version',
  text: `select version::int from (${TASK_VERSIONS('array[$1::uuid]')}) one`,
}

/** The version of a member's tasks. */
export async function taskVersion(db: Executor, memberId: string): Promise<number> {
  const [row] = await db.query<{ version: number }>(VERSION, [memberId])
  return row!.version
}
