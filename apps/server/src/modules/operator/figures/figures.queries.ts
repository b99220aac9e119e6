/** SQL that reads stated figures. It never reads the ledger. */
import { type Executor, type Statement } from '../../../platform/db.ts'

const STATED: Statement = {
  name: 'figures.stated',
  text: `
    select min(day)::text as first, max(day)::text as last,
      greatest(min(day), $1::date)::text as from, least(max(day), $2::date)::text as to
    from figure_day having count(*) > 0`,
}

export type StatedDays = { first: string; last: string; from: string; to: string }

/** All stated days, and those of a range. @returns undefined when none is stated */
export async function statedDays(
  db: Executor,
  from: string | null,
  to: string | null,
): Promise<StatedDays | undefined> {
  return (await db.query<StatedDays>(STATED, [from, to]))[0]
}

export type Move = {
  /** `2026-11-27`, or the subject; null: all together */
  key: string | null
  area: string
  /** account of the house; null elsewhere */
  account: string | null
  kind: string
  side: 'in' | 'out'
  lines: bigint
  amount: bigint
}

const moves = (name: string, key: string, where: string): Statement => ({
  name: `figures.moves_by_${name}`,
  text: `
    select ${key} as key, area, case when area = 'house' then subject end as account, kind, side, sum(lines)::bigint as lines,
      sum(amount)::bigint as amount
    from figure where day between $1 and $2 and side <> 'end' and ${where}
    group by 1, 2, 3, 4, 5 order by 1`,
})

const MOVES_BY = {
  all: moves('all', 'null::text', 'true'),
  day: moves('day', 'day::text', 'true'),
  product: moves('product', 'subject', `area in ('product', 'drawn')`),
  game: moves('game', 'subject', `area = 'game'`),
}

/** The sums of what moved in a range of days. */
export function movesOf(db: Executor, by: keyof typeof MOVES_BY, from: string, to: string): Promise<Move[]> {
  return db.query<Move>(MOVES_BY[by], [from, to])
}

const PEOPLE: Statement = {
  name: 'figures.people',
  text: `
    select day::text, registered, active, first_recharges, first_purchases, recharge_seconds, withdrawal_seconds
    from figure_day where day between $1 and $2 order by day`,
}

export type DayPeople = {
  day: string
  registered: number
  active: number
  first_recharges: number
  first_purchases: number
  recharge_seconds: number | null
  withdrawal_seconds: number | null
}

export function peopleOf(db: Executor, from: string, to: string): Promise<DayPeople[]> {
  return db.query<DayPeople>(PEOPLE, [from, to])
}

const BALANCES: Statement = {
  name: 'figures.balances',
  text: `
    select area, case when area in ('house', 'members', 'other') then subject end as account, sum(amount)::bigint as amount
    from figure where day = $1 and side = 'end' group by 1, 2`,
}

export type Balance = { area: string; account: string | null; amount: bigint }

export function balancesAt(db: Executor, day: string): Promise<Balance[]> {
  return db.query<Balance>(BALANCES, [day])
}

const EXPIRING: Statement = {
  name: 'figures.expiring',
  text: `
    select number, closes_ms, issue.shares, sold from issue join issue_terms using (issue_id) cross join business_clock
    where status = 'selling' and closes_ms < extract(epoch from at + interval '3 days') * 1000
    order by closes_ms limit 20`,
}

export type ExpiringIssue = { number: string; closes_ms: bigint; shares: number; sold: number }

export function expiringIssues(db: Executor): Promise<ExpiringIssue[]> {
  return db.query<ExpiringIssue>(EXPIRING)
}
