/** What friends spent, in the sums of their inviters' teams and in the ranking. */
import type { Statement, Tx } from '../../../../platform/db.ts'
import { array, uuids } from '../../../ledger/index.ts'

/** What a friend spent. `at`: when it was settled, as the database writes a time. */
export type Spent = { friend: string; amount: bigint; at: string }

const ADD: Statement = {
  name: 'team.spent',
  text: `
    with mine as materialized (
      select t.member_id, t.friend_id, t.level, s.amount, s.at
      from unnest($1::uuid[], $2::bigint[], $3::timestamptz[]) as s(friend_id, amount, at)
      join team_member t on t.friend_id = s.friend_id where s.amount > 0),
    members as (
      update team_member t set spend = t.spend + m.amount
      from (select member_id, friend_id, sum(amount)::bigint as amount from mine group by 1, 2) m
      where (t.member_id, t.friend_id) = (m.member_id, m.friend_id)),
    totals as (
      update team_total t set direct_spend = t.direct_spend + m.direct, indirect_spend = t.indirect_spend + m.indirect,
        changes = t.changes + 1
      from (
        select member_id, coalesce(sum(amount) filter (where level = 1), 0)::bigint as direct,
          coalesce(sum(amount) filter (where level = 2), 0)::bigint as indirect
        from mine group by 1) m
      where t.member_id = m.member_id),
    periods as (
      insert into team_period (member_id, period, start, spend)
      select member_id, period, case period when 'all' then '1970-01-01'::date else period_start(period, at, $4) end, sum(amount)::bigint
      from mine cross join unnest('{week,month,all}'::text[]) as period group by 1, 2, 3 order by 1, 2, 3
      on conflict (member_id, period, start) do update set spend = team_period.spend + excluded.spend)
    select distinct member_id as member from mine`,
}

/** Adds what friends spent. The caller holds the locks of the teams. @returns whose teams spent */
export async function addSpend(tx: Tx, spent: readonly Spent[], utcOffsetMinutes: number): Promise<string[]> {
  if (spent.length === 0) return []
  const rows = await tx.query<{ member: string }>(ADD, [
    uuids(spent.map(({ friend }) => friend)),
    array(spent.map(({ amount }) => amount)),
    spent.map(({ at }) => at),
    utcOffsetMinutes,
  ])
  return rows.map(({ member }) => member)
}

const TEAMS: Statement = {
  name: 'team.of_friends',
  text: 'select distinct member_id as member from team_member where friend_id = any($1::uuid[])',
}

/** Who has one of these members as a friend. */
export async function teamsOf(tx: Tx, friends: readonly string[]): Promise<string[]> {
  if (friends.length === 0) return []
  return (await tx.query<{ member: string }>(TEAMS, [uuids([...new Set(friends)])])).map(
    ({ member }) => member,
  )
}
