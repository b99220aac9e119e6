/** What operators see of referral: the sums of all rebates, and the team of one member. */
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type {
  FriendState,
  RebateKind,
  RebateState,
  RelationStanding,
} from '@fairlot/contract/life/growth-life'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Executor, Statement } from '../../../../platform/db.ts'
import { Refusal } from '../../../../platform/refusal.ts'
import { houseAccounts } from '../../../ledger/index.ts'
import { pausedSince } from '../rebates/pay-rebates.ts'
import { rebateSums, teamSums } from './team.queries.ts'

/** $1: minutes east of UTC of business time. */
const START = (period: string) =>
  `(period_start('${period}', at, $1)::timestamp - $1 * interval '1 minute') at time zone 'utc'`
/** Reads every rebate once: operators call it, members do not. */
const SUMS: Statement = {
  name: 'referral.sums',
  text: `
    select kind, state, count(*)::int as rebates, sum(amount)::bigint as amount,
      coalesce(sum(amount) filter (where ended_at >= begins.day), 0)::bigint as today,
      coalesce(sum(amount) filter (where ended_at >= begins.month), 0)::bigint as month
    from rebate cross join (select ${START('day')} as day, ${START('month')} as month from business_clock) begins
    group by kind, state
    order by array_position(array['shares', 'bets', 'units'], kind),
      array_position(array['pending', 'queued', 'held', 'paid', 'void'], state)`,
}
const OLDEST: Statement = {
  name: 'referral.oldest_queued',
  text: `
    select floor(extract(epoch from due_at) * 1000)::float8 as since from rebate where state = 'queued'
    order by due_at, source_id, level limit 1`,
}
type SumRow = {
  kind: RebateKind
  state: RebateState
  rebates: number
  amount: bigint
  /** of those that ended since the business day, and the month, began */
  today: bigint
  month: bigint
}

const sumOf = <K extends string>(rows: readonly Record<K, bigint>[], column: K): string =>
  formatMoney(rows.reduce((sum, row) => sum + row[column], 0n))

export async function referralState(
  db: Executor,
  { on, utcOffsetMinutes }: { on: boolean; utcOffsetMinutes: number },
): Promise<Output<Endpoints['referralState']>> {
  const [rows, [oldest], accounts, paused] = await Promise.all([
    db.query<SumRow>(SUMS, [utcOffsetMinutes]),
    db.query<{ since: number }>(OLDEST),
    houseAccounts(db),
    pausedSince(db),
  ])
  const queued = rows.filter(({ state }) => state === 'queued')
  const paid = rows.filter(({ state }) => state === 'paid')
  return {
    on,
    pausedSince: paused,
    marketing: formatMoney(accounts.find(({ name }) => name === 'marketing')?.available ?? 0n),
    queued: {
      rebates: queued.reduce((sum, { rebates }) => sum + rebates, 0),
      amount: sumOf(queued, 'amount'),
      since: oldest?.since ?? null,
    },
    paid: { today: sumOf(paid, 'today'), month: sumOf(paid, 'month') },
    sums: rows.map(({ kind, state, rebates, amount }) => ({
      kind,
      state,
      rebates,
      amount: formatMoney(amount),
    })),
  }
}

const INVITER: Statement = {
  name: 'referral.inviter',
  text: 'select member_id as id, inviter_id as inviter from member where member_id = $1',
}

type FriendRow = {
  id: string
  level: 1 | 2
  joined_ms: number
  state: FriendState
  standing: RelationStanding
  spend: bigint
  earned: bigint
}

/** Each level has its own newest friends; the two lists together have the newest of both. */
const LATEST: Statement = {
  name: 'referral.latest_friends',
  text: `
    select friend.friend_id as id, friend.level, floor(extract(epoch from friend.joined_at) * 1000)::float8 as joined_ms,
      case when friend.qualified_at is not null then 'qualified' when friend.first_recharge_at is not null then 'recharged'
        else 'registered' end as state,
      friend.standing, friend.spend, friend.earned
    from (values (1), (2)) levels(level)
    cross join lateral (
      select * from team_member t where t.member_id = $1 and t.level = levels.level
      order by t.joined_at desc, t.friend_id desc limit 20) friend
    order by friend.joined_at desc, friend.friend_id desc limit 20`,
}

/** @throws Refusal NO_SUCH_DATA */
export async function teamForOperators(
  db: Executor,
  memberId: string,
): Promise<Output<Endpoints['memberTeam']>> {
  const [member] = await db.query<{ id: string; inviter: string | null }>(INVITER, [memberId])
  if (!member) throw new Refusal('NO_SUCH_DATA')
  const [team, sums, friends] = await Promise.all([
    teamSums(db, memberId),
    rebateSums(db, memberId),
    db.query<FriendRow>(LATEST, [memberId]),
  ])
  const sum = (state: 'pending' | 'queued' | 'held' | 'paid') =>
    formatMoney(sums.reduce((total, row) => total + row[state], 0n))
  return {
    ...member,
    direct: team.direct,
    indirect: team.indirect,
    ownSpend: formatMoney(team.own_spend),
    directSpend: formatMoney(team.direct_spend),
    indirectSpend: formatMoney(team.indirect_spend),
    rebates: { pending: sum('pending'), queued: sum('queued'), held: sum('held'), paid: sum('paid') },
    friends: friends.map(({ joined_ms: joinedAt, spend, earned, ...friend }) => ({
      ...friend,
      joinedAt,
      spend: formatMoney(spend),
      earned: formatMoney(earned),
    })),
  }
}
