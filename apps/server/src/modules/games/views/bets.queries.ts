/** A member's own bets. Every statement names the member first: a foreign bet is simply not there. */
import type { BetStatus, GameId } from '@fairlot/contract/kinds/game-kinds'
import { FLOOR_MS, MS, type Executor } from '../../../platform/db.ts'
import type { PurchaseState } from '../../ledger/index.ts'
import type { RoundRow } from './rounds.queries.ts'

export type BetRow = Pick<
  RoundRow,
  'game' | 'period' | 'closesMs' | 'endsMs' | 'outcome' | 'price' | 'finish'
> & {
  bet: string
  state: PurchaseState
  settled: boolean
  result: 'won' | 'lost' | null
  payout: bigint
  amount: bigint
  /** bit mask of the picks */
  mask: number
  fee: number
  /** when the round stamped it, else when it was made */
  ms: number
  /** what lists sort by, in microseconds since 1970 */
  key: bigint
}

export type Position = { key: bigint; bet: string }

const MICROSECONDS = `(extract(epoch from p.created_at) * 1000000)::bigint`
const COLUMNS = `p.purchase_id as bet, p.state, p.settled, p.result, p.payout, p.amount, p.quantity as mask, r.game, r.period,
  r.closes_ms::float8 as "closesMs", r.ends_ms::float8 as "endsMs", r.outcome, d.price, d.finish, c.fee,
  coalesce(b.ms, ${MS('p.created_at')})::float8 as ms, ${MICROSECONDS} as key`
const BESIDE = `
  cross join lateral (select * from round r where r.round_id = p.subject_id limit 1) r
  cross join lateral (select c.fee from game_chain c where c.chain_id = r.chain_id limit 1) c
  left join lateral (select d.price, d.finish from round_result d where d.round_id = p.subject_id limit 1) d on true
  left join lateral (
    select b.ms from bet b where b.round_id = p.subject_id and b.purchase_id = p.purchase_id limit 1) b on true`

const BEFORE = `(coalesce('epoch'::timestamptz + $2::bigint * interval '1 microsecond', 'infinity'),
  coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))`

/** Newest first along the index; refused purchases never became bets. */
const range = (settled: boolean, rule: string) => `(
  select ${COLUMNS} from purchase p ${BESIDE}
  where p.member_id = $1 and p.kind = 'bets' and p.settled = ${settled} and ${rule} and ($4::text is null or r.game = $4)
    and (p.created_at, p.purchase_id) < ${BEFORE}
  order by p.created_at desc, p.purchase_id desc limit $5)`
const listed = (name: string, ...parts: string[]) => ({
  name: `bet_view.${name}`,
  text: `select * from (${parts.join(' union all ')}) o order by key desc, bet desc limit $5`,
})

const OPEN = range(false, `p.state in ('held', 'done')`)
const LISTS: Record<BetStatus | 'all', { name: string; text: string }> = {
  all: listed('all', OPEN, range(true, `p.state in ('done', 'refunded')`)),
  wait: listed('wait', OPEN),
  win: listed('win', range(true, `p.result = 'won'`)),
  lose: listed('lose', range(true, `p.result = 'lost'`)),
  void: listed('void', range(true, `p.state = 'refunded'`)),
}

/** A member's bets after a position, newest first. */
export function betsOfMember(
  db: Executor,
  memberId: string,
  {
    status,
    game,
    after,
    limit,
  }: { status: BetStatus | 'all'; game: GameId | null; after: Position | null; limit: number },
): Promise<BetRow[]> {
  return db.query<BetRow>(LISTS[status], [memberId, after?.key ?? null, after?.bet ?? null, game, limit])
}

const IN_ROUND = {
  name: 'bet_view.round',
  text: `
    select ${COLUMNS} from purchase p ${BESIDE}
    where p.member_id = $1 and p.subject_id = $2 and p.state in ('held', 'done', 'refunded')
    order by p.created_at desc, p.purchase_id desc limit $3`,
}

/** A member's bets in a round, newest first. */
export function betsInRound(
  db: Executor,
  memberId: string,
  roundId: string,
  limit: number,
): Promise<BetRow[]> {
  return db.query<BetRow>(IN_ROUND, [memberId, roundId, limit])
}

const ONE = {
  name: 'bet_view.one',
  text: `select ${COLUMNS} from purchase p ${BESIDE} where p.member_id = $1 and p.purchase_id = $2 and p.kind = 'bets'`,
}

export async function betOf(db: Executor, memberId: string, bet: string): Promise<BetRow | undefined> {
  return (await db.query<BetRow>(ONE, [memberId, bet]))[0]
}

export type RoundSum = { roundId: string; bets: number; amount: bigint; payout: bigint }

const SUMS = {
  name: 'bet_view.sums',
  text: `
    select p.subject_id as "roundId", count(*)::int as bets, sum(p.amount)::bigint as amount,
      sum(case p.state when 'refunded' then p.amount else p.payout end)::bigint as payout
    from purchase p
    where p.member_id = $1 and p.subject_id = any($2::uuid[]) and p.state in ('done', 'refunded')
    group by 1`,
}

/** What a member's bets cost and paid, by round. */
export async function roundSums(
  db: Executor,
  memberId: string,
  rounds: readonly string[],
): Promise<Map<string, RoundSum>> {
  if (rounds.length === 0) return new Map()
  const rows = await db.query<RoundSum>(SUMS, [memberId, rounds])
  return new Map(rows.map((row) => [row.roundId, row]))
}

export type DaySums = { staked: bigint; won: bigint; open: bigint }

const TODAY = {
  name: 'bet_view.today',
  text: `
    select coalesce(sum(p.amount), 0)::bigint as staked, coalesce(sum(p.payout), 0)::bigint as won,
      coalesce(sum(p.amount) filter (where not p.settled), 0)::bigint as open
    from business_clock clock
    cross join lateral (
      select (period_start('day', clock.at, $2)::timestamp at time zone 'UTC') - $2 * interval '1 minute' as from_at) day
    left join lateral (
      select amount, payout, settled from purchase
      where member_id = $1 and kind = 'bets' and settled and state = 'done' and created_at >= day.from_at
      union all
      select amount, payout, settled from purchase
      where member_id = $1 and kind = 'bets' and not settled and created_at >= day.from_at) p on true`,
}

/** The bets that a member made on this business day. */
export async function sumsOfToday(db: Executor, memberId: string, utcOffset: number): Promise<DaySums> {
  const [row] = await db.query<DaySums>(TODAY, [memberId, utcOffset])
  return row!
}

/**
 * A version of each member's bets that grows with every bet, and with every round of theirs that ends. By the newest bets: a round ends
 * within minutes. SQL of rows (member, version), for live updates.
 * @param members SQL of a list of ids
 */
export const BET_VERSIONS = (members: string) => `
  select m.member, (
    select coalesce(max(at), 0) from (
      (select ${FLOOR_MS('p.created_at')} as at from purchase p
        where p.member_id = m.member and p.kind = 'bets' and not p.settled order by p.created_at desc limit 1)
      union all
      (select ${FLOOR_MS('p.settled_at')} from purchase p
        where p.member_id = m.member and p.kind = 'bets' and p.settled order by p.created_at desc limit 50)) newest) as version
  from unnest(${members}::uuid[]) m(member)`
