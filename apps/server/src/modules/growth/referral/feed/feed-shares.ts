/**
 * Orders of the mall: noticed while the issue sells, which makes pending rebates at the rates of that moment; ended when the issue is
 * settled or refunded. Both in chunks by the place of the order.
 */
import type { Db, Statement, Tx } from '../../../../platform/db.ts'
import { OWN } from '../../../ledger/index.ts'
import { PAID_BACK } from '../../../mall/index.ts'
import { countMoved, dueState, lockTeams, type Moved } from '../rebates/rebates.queries.ts'
import { claimOrders, FEED_CHUNK, feedSubject, finishFeed, type FeedState } from './feed.queries.ts'
import { noticeOrders, type FeedDeps } from './notice.ts'
import { addSpend, teamsOf, type Spent } from './team-spend.ts'

type IssueState = FeedState & { isKnown: boolean; isOver: boolean }

/** Issues with orders that are not counted: on sale, sold out, or ended with a row that is not finished. */
const OPEN: Statement = {
  name: 'feed.issues',
  text: `
    select i.issue_id as subject, i.orders, coalesce(f.noticed, 0) as noticed, coalesce(f.ended, 0) as ended,
      f.subject_id is not null as "isKnown",
      exists (select from issue_settlement s where s.issue_id = i.issue_id and s.finished_at is not null)
        or exists (select from issue_refund b where b.issue_id = i.issue_id and b.finished_at is not null) as "isOver"
    from (
      select issue_id from issue where status = 'selling' and orders > 0
      union select issue_id from issue where status = 'sold_out'
      union select subject_id from rebate_feed where kind = 'shares' and finished_at is null) open
    join issue i using (issue_id) left join rebate_feed f on f.subject_id = i.issue_id
    where f.finished_at is null`,
}

const ORDERS = `
  select s.purchase_id as source_id, s.issue_id as subject_id, s.member_id as friend_id, ${OWN('p')} as basis, p.created_at as at,
    null::timestamptz as due, null::int as bound
  from issue_sale s join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
  where s.issue_id = $1 and s.seq > $2 and s.seq <= $3 and ${OWN('p')} > 0`

/** An order `s` with its purchase `p` that was not refunded, and whose member did not get the money back in another way. */
const IS_SPENT = `(p.state = 'done' and not ${PAID_BACK('s.issue_id', 's.member_id')})`

const SPENT: Statement = {
  name: 'feed.issue_spent',
  text: `
    select s.member_id as friend, case when ${IS_SPENT} then ${OWN('p')} else 0 end as amount, p.settled_at::text as at
    from issue_sale s join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
    where s.issue_id = $1 and s.seq > $2 and s.seq <= $3`,
}
const END: Statement = {
  name: 'feed.issue_end',
  text: `
    update rebate r set state = ended.state, due_at = case when ended.state <> 'void' then clock.at end,
      ended_at = case when ended.state = 'void' then clock.at end, reason = ended.reason
    from (
      select s.purchase_id, t.member_id, t.level, case when ${IS_SPENT} then ${dueState('t')} else 'void' end as state,
        case when not ${IS_SPENT} then 'refunded' when t.standing = 'same_person' then 'same_person' end as reason
      from issue_sale s join purchase p on (p.member_id, p.purchase_id) = (s.member_id, s.purchase_id)
      join team_member t on t.friend_id = s.member_id
      where s.issue_id = $1 and s.seq > $2 and s.seq <= $3) ended
    cross join business_clock clock
    where r.subject_id = $1 and r.source_id = ended.purchase_id and (r.member_id, r.level) = (ended.member_id, ended.level)
      and r.state = 'pending'
    returning r.member_id as member, r.kind, r.amount, r.state, 'pending' as was`,
}

/** Counts what is new of all issues. @param signal ends it after the current chunk */
export async function feedIssues(deps: FeedDeps, signal?: AbortSignal): Promise<void> {
  for (const issue of await deps.db.query<IssueState>(OPEN)) {
    if (!issue.isKnown) await feedSubject(deps.db, issue.subject, 'shares')
    const steps = [
      ...chunks(issue.noticed, issue.orders, (from, to) => noticeChunk(deps, issue.subject, from, to)),
      ...(issue.isOver
        ? chunks(issue.ended, issue.orders, (from, to) => endChunk(deps, issue.subject, from, to))
        : []),
    ]
    for (const step of steps) {
      if (signal?.aborted || !(await step())) break
    }
    if (issue.isOver && !signal?.aborted) await finishIssue(deps.db, issue.subject)
  }
}

function chunks(from: number, to: number, step: (from: number, to: number) => Promise<boolean>) {
  const starts = Array.from(
    { length: Math.ceil(Math.max(to - from, 0) / FEED_CHUNK) },
    (_, n) => from + n * FEED_CHUNK,
  )
  return starts.map((start) => () => step(start, Math.min(start + FEED_CHUNK, to)))
}

/** @internal @returns whether this call counted the orders */
export function noticeChunk(deps: FeedDeps, issue: string, from: number, to: number): Promise<boolean> {
  return noticeOrders(deps, {
    kind: 'shares',
    orders: { text: ORDERS, values: [issue, from, to] },
    claim: (tx) => claimOrders(tx, 'noticed', issue, from, to),
  })
}

async function endChunk(deps: FeedDeps, issue: string, from: number, to: number): Promise<boolean> {
  const touched = await deps.db.tx(async (tx: Tx) => {
    if (!(await claimOrders(tx, 'ended', issue, from, to))) return null
    const range = [issue, from, to]
    const spent = await tx.query<Spent>(SPENT, range)
    const friends = spent.map(({ friend }) => friend)
    await lockTeams(tx, await teamsOf(tx, friends))
    await deps.look(tx, friends)
    const moved = await tx.query<Moved>(END, range)
    await countMoved(tx, moved)
    const members = await addSpend(
      tx,
      spent.filter(({ amount }) => amount > 0n),
      deps.utcOffsetMinutes,
    )
    return [...members, ...moved.map(({ member }) => member)]
  })
  if (touched) deps.onTeams(touched)
  return touched !== null
}

/** Every order is counted: a row that has counted all orders of an issue that is over is finished. */
const IS_COUNTED: Statement = {
  name: 'feed.issue_counted',
  text: `
    select 1 as one from rebate_feed f join issue i on i.issue_id = f.subject_id
    where f.subject_id = $1 and f.noticed = i.orders and f.ended = i.orders`,
}

async function finishIssue(db: Db, issue: string): Promise<void> {
  if ((await db.query(IS_COUNTED, [issue])).length > 0) await finishFeed(db, issue)
}
