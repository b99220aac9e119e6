/** A member's orders by issue. Every statement names the member first: the orders of others are not there. */
import type { Executor, Statement } from '../../../platform/db.ts'
import { OPEN_PRIZES, type OrderTab, type PrizeStatus } from '@fairlot/contract/life/order-life'
import {
  BEFORE,
  BESIDE,
  COLUMNS,
  DRAW,
  ENDED,
  listOf,
  MICROSECONDS,
  PRIZE,
  prizesIn,
  WINS,
  type OrderRow,
} from './orders.queries.ts'

/** The member's orders of one issue, together. */
export type OrderIssueRow = {
  issueId: string
  /** what the list sorts by: microseconds since 1970, then an id */
  key: bigint
  id: string
  orders: number
  shares: number
  amount: bigint
  /** the outcome of an order is not known yet */
  held: boolean
  /** an order is not settled */
  open: boolean
  won: boolean
  /** the state of the prize; null: there is none, or the draw is not settled yet */
  prize: PrizeStatus | null
  /** all orders are refunded */
  refunded: boolean
  /** the draw is in favour of the members; null: it is not drawn */
  favour: boolean | null
  /** the winning code, as soon as the issue is drawn */
  winningCode: number | null
}

export type IssuePosition = { key: bigint; id: string }

const COUNTED = `p.kind = 'shares' and p.state in ('held', 'done', 'refunded')`

/** Sums over the member's orders of an issue; `earlier`: one of those that `among` names stands before the page. */
const own = (issueId: string, among: string) => `lateral (
  select count(*)::int as orders, sum(p.quantity)::int as shares, sum(p.amount)::bigint as amount,
    bool_or(p.state = 'held') as held, bool_or(not p.settled) as open, bool_or(${WINS}) as won,
    bool_or(${WINS} and coalesce(z.status not in (${ENDED}), true)) as prizewaits, min(z.status) as prize,
    bool_and(p.state = 'refunded') as refunded, min(d.code) as code, bool_or(d.favour) as favour,
    bool_or(${among} and (p.created_at, p.purchase_id) >= ${BEFORE}) as earlier
  from purchase p left join ${DRAW} d on true left join ${PRIZE} z on true
  where p.member_id = $1 and p.subject_id = ${issueId} and ${COUNTED})`

const SUMS = [
  'orders',
  'shares',
  'amount',
  'held',
  'open',
  'won',
  'prize',
  'refunded',
  'favour',
  'code',
] as const
const sumsOf = (from: string) => SUMS.map((column) => `${from}.${column}`).join(', ')
const SHOWN_SUMS = sumsOf('o').replace('o.code', 'o.code as "winningCode"')

/** The newest order before the walk's place whose issue the walk has not met. */
const newest = (settled: boolean) => `(
  select p.subject_id, p.created_at, p.purchase_id from purchase p
  where p.member_id = $1 and p.settled = ${settled} and ${COUNTED}
    and (p.created_at, p.purchase_id) < (w.at, w.id) and p.subject_id <> all(w.met)
  order by p.created_at desc, p.purchase_id desc limit 1)`

/**
 * Walks the member's orders along the index, from the newest, and takes each issue once, at its newest order. An issue whose
 * newest order stands before the page was on an earlier page. `rule` says which issues fit the tab.
 */
const walk = (range: 'open' | 'every', rule: string) => `
  with recursive walk as (
    select 0 as taken, c.at, c.id, null::uuid as issue_id, '{}'::uuid[] as met, false as fits,
      0 as orders, 0 as shares, 0::bigint as amount, false as held, false as open, false as won, null::text as prize, false as refunded, false as favour, null::int as code
    from (values ${BEFORE}) c(at, id)
    union all
    select w.taken + fit.fits::int, n.created_at, n.purchase_id, n.subject_id, w.met || n.subject_id, fit.fits, ${sumsOf('own')}
    from walk w
    cross join lateral (
      select * from (${range === 'open' ? newest(false) : `${newest(false)} union all ${newest(true)}`}) r
      order by r.created_at desc, r.purchase_id desc limit 1) n
    cross join ${own('n.subject_id', range === 'open' ? 'not p.settled' : 'true')} own
    cross join lateral (select not own.earlier and ${rule} as fits) fit
    where w.taken < $4)
  select o.issue_id as "issueId", ${MICROSECONDS('o.at')} as key, o.id, ${SHOWN_SUMS}
  from walk o where o.fits order by o.taken`

/** A win that the member's rows do not know yet comes from the draw. */
const UNTOLD = `
      select p.subject_id as issue_id, d.drawn_at as at from purchase p join ${DRAW} d on true
      where p.member_id = $1 and p.kind = 'shares' and not p.settled and p.state = 'done' and ${WINS}`

/** Issues with a prize in some states, by the time of the draw. */
const withPrize = (states: string, untold: boolean) => `
  select g.issue_id as "issueId", ${MICROSECONDS('g.at')} as key, g.issue_id as id, ${SHOWN_SUMS}
  from (
    select win.issue_id, max(win.at) as at from (
      select z.issue_id, z.won_at as at from prize z where z.member_id = $1 and z.status in (${states})
      ${untold ? `union all ${UNTOLD}` : ''}) win
    group by win.issue_id) g
  cross join ${own('g.issue_id', 'false')} o
  where (g.at, g.issue_id) < ${BEFORE}
  order by g.at desc, g.issue_id desc limit $4`

const WAITS = '(own.open and own.code is null)'

/** `open`: the prizes that have not ended, which stand first in the tab `all`. */
const TABS: Record<OrderTab | 'open', Statement> = {
  all: { name: 'issues.all', text: walk('every', 'not own.prizewaits') },
  open: { name: 'issues.open', text: withPrize(listOf(OPEN_PRIZES), true) },
  awaiting: { name: 'issues.awaiting', text: walk('open', WAITS) },
  pending: { name: 'issues.pending', text: withPrize(prizesIn('pending'), true) },
  to_receive: { name: 'issues.to_receive', text: withPrize(prizesIn('to_receive'), false) },
  received: { name: 'issues.received', text: withPrize(prizesIn('received'), false) },
  completed: { name: 'issues.completed', text: walk('every', `not own.prizewaits and not ${WAITS}`) },
}

/** Issues of one tab after a position, by the newest order; `all` leaves out those of `open`, which stand before it. */
export async function issuesOf(
  db: Executor,
  memberId: string,
  tab: OrderTab | 'open',
  after: IssuePosition | null,
  limit: number,
): Promise<OrderIssueRow[]> {
  if (limit === 0) return []
  return db.query<OrderIssueRow>(TABS[tab], [memberId, after?.key ?? null, after?.id ?? null, limit])
}

/** The most orders that an issue of the list shows. */
const MAX_LISTED = 20

const LISTED = {
  name: 'issues.orders',
  text: `
    select l.* from unnest($2::uuid[]) as asked(issue_id)
    cross join lateral (
      select ${COLUMNS}, ${MICROSECONDS('p.created_at')} as key
      from purchase p ${BESIDE}
      where p.member_id = $1 and p.subject_id = asked.issue_id and ${COUNTED}
      order by ${WINS} desc, p.payout desc, p.created_at desc, p.purchase_id desc limit ${MAX_LISTED}) l`,
}

/** The member's orders of some issues: of each issue a winning one first, then the newest, at most 20. */
export async function listedOrders(
  db: Executor,
  memberId: string,
  issueIds: readonly string[],
): Promise<Map<string, OrderRow[]>> {
  const rows = await db.query<OrderRow>(LISTED, [memberId, issueIds])
  return Map.groupBy(rows, ({ issueId }) => issueId)
}

/** Open orders that the count of issues looks at: a member with more sees the count of these. */
const MAX_COUNTED = 1_000

const COUNTS: Statement = {
  name: 'issues.counts',
  text: `
    select
      (select count(distinct w.subject_id) from (
        select p.subject_id from purchase p
        where p.member_id = $1 and p.settled = false and ${COUNTED}
          and not exists (select 1 from issue_draw d where d.issue_id = p.subject_id)
        order by p.created_at desc, p.purchase_id desc limit ${MAX_COUNTED}) w)::int as awaiting,
      (select count(distinct win.issue_id) from (
        select z.issue_id from prize z where z.member_id = $1 and z.status in (${prizesIn('pending')})
        union all select issue_id from (${UNTOLD}) untold) win)::int as pending,
      (select count(distinct z.issue_id) from prize z
        where z.member_id = $1 and z.status in (${prizesIn('to_receive')}))::int as to_receive,
      (select count(distinct z.issue_id) from prize z
        where z.member_id = $1 and z.status in (${prizesIn('received')}))::int as received`,
}

export type IssueCounts = Record<'awaiting' | 'pending' | 'to_receive' | 'received', number>

/** The number of issues in each tab that a member looks after. */
export async function countIssues(db: Executor, memberId: string): Promise<IssueCounts> {
  const [row] = await db.query<IssueCounts>(COUNTS, [memberId])
  return row!
}
