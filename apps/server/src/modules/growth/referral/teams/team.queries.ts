/** What a member sees of the team: sums, friends, rebates, the ranking. Sums are kept by the writers. */
import type { Executor, Statement } from '../../../../platform/db.ts'
import { LEFT_TO_GIVE } from '../../played-for-real.ts'

/**
 * How often what members see of their teams changed. A member without a team is left out. SQL of rows (member, version), for live updates.
 * @param members SQL of a list of ids
 */
export const TEAM_VERSIONS = (members: string) => `
  select t.member_id as member, t.changes as version
  from unnest(${members}::uuid[]) as wanted(member_id) join team_total t using (member_id)`

/** A time in a key of a list: microseconds since 1970, as text. */
const MICROS = (column: string) => `(extract(epoch from ${column}) * 1000000)::bigint::text`
const MS = (column: string) => `floor(extract(epoch from ${column}) * 1000)::float8`
const TIME = (at: string) => `(timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond')`
const BEFORE = (columns: string, at: string, id: string) =>
  `(${at}::text is null or ${columns} < (${TIME(at)}, ${id}))`

/**
 * The last row of a page, by its time and the id that the page shows: clients learn no id of another member or of that member's order.
 * Null: the first page.
 */
export type Place = { at: string; id: string } | null
/** Sorts before every id: when the row of a place is gone, the next page begins with the time before. */
const NO_ID = `'00000000-0000-0000-0000-000000000000'::uuid`

export type FriendRow = {
  /** names the relation without naming the member */
  id: string
  at: string
  joined_ms: number
  nickname: string
  phone: string | null
  recharged: boolean
  qualified: boolean
  spend: bigint
  /** what the house keeps of the friend's orders on average, less what the friend was given; minor units */
  left: bigint
  earned: bigint
  standing: 'clear' | 'held' | 'same_person'
}

/** The friend of a place, $3 and $4: of those who joined at its time. */
const LAST_FRIEND = `coalesce((
  select l.friend_id from team_member l
  where l.member_id = $1 and l.level = $2 and l.joined_at = ${TIME('$3')} and rebate_source_of(l.member_id, l.friend_id) = $4::uuid), ${NO_ID})`

/** As in the index team_member_by_state. */
const STATE = `case when t.qualified_at is not null then 'qualified' when t.first_recharge_at is not null then 'recharged'
  else 'registered' end`

/** @param only a condition, which may use $6 */
const FRIENDS = (name: string, only: string): Statement => ({
  name,
  text: `
    select rebate_source_of(t.member_id, t.friend_id) as id, ${MICROS('t.joined_at')} as at, ${MS('t.joined_at')} as joined_ms,
      m.nickname, m.phone, t.first_recharge_at is not null as recharged, t.qualified_at is not null as qualified, t.spend,
      ${LEFT_TO_GIVE('t.friend_id')} as left, t.earned, t.standing
    from team_member t join member m on m.member_id = t.friend_id
    where t.member_id = $1 and t.level = $2 and ${BEFORE('(t.joined_at, t.friend_id)', '$3', LAST_FRIEND)} ${only}
    order by t.joined_at desc, t.friend_id desc limit $5`,
})
const ALL_FRIENDS = FRIENDS('team.friends', '')
const FRIENDS_IN_STATE = FRIENDS('team.friends_in_state', `and ${STATE} = $6`)

/** Friends on a level, newest first; one more than the limit says that there are more. */
export function friendsByTime(
  db: Executor,
  memberId: string,
  list: { level: 1 | 2; state: string | null; place: Place; limit: number },
): Promise<FriendRow[]> {
  const { level, state, place, limit } = list
  const values = [memberId, level, place?.at ?? null, place?.id ?? null, limit + 1]
  return state === null ? db.query(ALL_FRIENDS, values) : db.query(FRIENDS_IN_STATE, [...values, state])
}

export type Summary = {
  direct: number
  indirect: number
  direct_spend: bigint
  indirect_spend: bigint
  own_spend: bigint
  version: number
}

const SUMMARY: Statement = {
  name: 'team.summary',
  text: `
    select coalesce(t.direct, 0) as direct, coalesce(t.indirect, 0) as indirect, coalesce(t.direct_spend, 0)::bigint as direct_spend,
      coalesce(t.indirect_spend, 0)::bigint as indirect_spend, coalesce(v.spend, 0)::bigint as own_spend,
      coalesce(t.changes, 0)::float8 as version
    from member m left join team_total t using (member_id) left join member_vip v using (member_id) where m.member_id = $1`,
}

export async function teamSums(db: Executor, memberId: string): Promise<Summary> {
  const [row] = await db.query<Summary>(SUMMARY, [memberId])
  if (!row) throw new Error(`there is no member ${memberId}`)
  return row
}

export type Sums = { kind: string; paid: bigint; pending: bigint; queued: bigint; held: bigint }

const REBATE_SUMS: Statement = {
  name: 'team.rebate_sums',
  text: 'select kind, paid, pending, queued, held from rebate_total where member_id = $1',
}

export function rebateSums(db: Executor, memberId: string): Promise<Sums[]> {
  return db.query(REBATE_SUMS, [memberId])
}

const STANDING: Statement = {
  name: 'team.may_earn',
  text: `
    select m.invitation_code as code, m.country, coalesce(v.spend, 0)::bigint as spent,
      m.status = 'active' and (w.excluded_until is null or w.excluded_until <= business_now()) as earns
    from member m join wallet w using (member_id) left join member_vip v using (member_id) where m.member_id = $1`,
}

/** What decides what a member can earn, and the invitation code. */
export async function earnerState(
  db: Executor,
  memberId: string,
): Promise<{ code: string; country: string | null; spent: bigint; earns: boolean }> {
  const [row] = await db.query<{ code: string; country: string | null; spent: bigint; earns: boolean }>(
    STANDING,
    [memberId],
  )
  if (!row) throw new Error(`there is no member ${memberId}`)
  return row
}

export type RebateRow = {
  id: string
  level: 1 | 2
  kind: 'shares' | 'bets' | 'units'
  nickname: string
  basis: bigint
  rate: number
  amount: bigint
  capped: boolean
  state: 'pending' | 'queued' | 'held' | 'paid' | 'void'
  reason: 'refunded' | 'exited' | 'excluded' | 'closed' | 'same_person' | null
  at: string
  created_ms: number
  ended_ms: number | null
}

/** The order of a place, $2 and $3: of those whose rebates were recorded at its time. */
const LAST_SOURCE = `coalesce((
  select l.source_id from rebate l
  where l.member_id = $1 and l.created_at = ${TIME('$2')} and rebate_source_of(l.source_id, l.member_id) = $3::uuid limit 1), ${NO_ID})`

/** A member has one level for each order, so time and source order a member's rebates. */
const REBATES = (filter: string): string => `
  select rebate_source_of(r.source_id, r.member_id) as id, r.level, r.kind, m.nickname, r.basis, r.rate, r.amount, r.capped,
    r.state, r.reason, ${MICROS('r.created_at')} as at, ${MS('r.created_at')} as created_ms, ${MS('r.ended_at')} as ended_ms
  from rebate r join member m on m.member_id = r.friend_id
  where r.member_id = $1 and ${BEFORE('(r.created_at, r.source_id)', '$2', LAST_SOURCE)} ${filter}
  order by r.created_at desc, r.source_id desc, r.level limit $4`

const LISTS = {
  all: { name: 'team.rebates', text: REBATES('and ($5::text is null or r.state = $5)') },
  kind: {
    name: 'team.rebates_of_kind',
    text: REBATES('and ($5::text is null or r.state = $5) and r.kind = $6'),
  },
}

export function rebatesByTime(
  db: Executor,
  memberId: string,
  list: { kind: string | null; state: string | null; place: Place; limit: number },
): Promise<RebateRow[]> {
  const { kind, state, place, limit } = list
  const values = [memberId, place?.at ?? null, place?.id ?? null, limit + 1, state]
  return kind === null ? db.query(LISTS.all, values) : db.query(LISTS.kind, [...values, kind])
}

/** Places of the ranking that are shown. */
const PLACES = 50

/** $1 the period, $2 the offset in minutes. */
const START = `case $1 when 'all' then '1970-01-01'::date else period_start($1, clock.at, $2) end`
const TOP: Statement = {
  name: 'team.top',
  text: `
    select p.member_id as member, m.phone, p.spend
    from business_clock clock join team_period p on p.period = $1 and p.start = ${START}
    join member m on m.member_id = p.member_id order by p.spend desc, p.member_id limit ${PLACES}`,
}
const OWN: Statement = {
  name: 'team.own_place',
  text: `
    select (extract(epoch from ${START}::timestamp - $2 * interval '1 minute') * 1000)::float8 as "from",
      coalesce((select spend from team_period p where p.member_id = $3 and p.period = $1 and p.start = ${START}), 0)::bigint as spend
    from business_clock clock`,
}

/** The teams that spent most in a period, when it began (Unix milliseconds), and what the member's own team spent. */
export async function ranking(
  db: Executor,
  memberId: string,
  period: string,
  utcOffsetMinutes: number,
): Promise<{ top: { member: string; phone: string | null; spend: bigint }[]; from: number; spend: bigint }> {
  const top = await db.query<{ member: string; phone: string | null; spend: bigint }>(TOP, [
    period,
    utcOffsetMinutes,
  ])
  const [own] = await db.query<{ from: number; spend: bigint }>(OWN, [period, utcOffsetMinutes, memberId])
  return { top, ...own! }
}
