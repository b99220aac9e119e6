/**
 * What a business day was, as SQL over its bounds: the job stores it, and the doctor computes it again. It follows from the ledger, and
 * from rows whose times never change.
 */

/** The account of a line that is not `clearing`. */
const ACCOUNT = `case when l.credit = 'clearing' then l.debit else l.credit end`

/** Whose account it is: an account of the house, the product of an issue, a game, a finance product, or all members together. */
const SUBJECTS = (starts: string, ends: string) => `
  select case
      when h.name is not null then 'house' when l.account in ('wallet', 'piggy', 'held') then 'members'
      when t.code is not null then 'product' when r.game is not null then 'game'
      when c.code is not null then 'custody' when v.code is not null then 'reserve' when e.event_id is not null then 'event'
      else 'other' end as area,
    coalesce(h.name, t.code, r.game, c.code, v.code, case when e.event_id is null then l.account else 'pool' end) as subject,
    -- the part of a refund that the house gets back has the issue as its reference
    case when l.kind = 'refund' and l.ref = l.book then 'refund_house' else l.kind end as kind, l.side, l.amount
  from (
    select l.book, l.ref, l.kind, ${ACCOUNT} as account, case when l.credit = 'clearing' then 'out' else 'in' end as side, l.amount
    from ledger l where l.at >= ${starts} and l.at < ${ends}) l
  left join house_account h on l.account = 'account' and h.book = l.book
  left join issue_terms t on l.account = 'pool' and t.issue_id = l.book
  left join round r on l.account = 'stakes' and r.round_id = l.book
  left join finance_product c on l.account = 'custody' and c.product_id = l.book
  left join finance_product v on l.account = 'reserve' and v.reserve_id = l.book
  left join event e on l.account = 'pool' and e.event_id = l.book`

/** What the issues have sold that were drawn on the day; `issue` counts them. */
const DRAWN = (starts: string, ends: string) => `
  select t.code, d.issue_id, s.lines, s.amount
  from issue_draw d join issue_terms t using (issue_id)
  cross join lateral (
    select count(*) as lines, coalesce(sum(amount), 0)::bigint as amount from ledger
    where book = d.issue_id and kind = 'sale') s
  where d.drawn_at >= ${starts} and d.drawn_at < ${ends}`

/** The rows (area, subject, kind, side, lines, amount) of a day. */
export const MOVES = (starts: string, ends: string): string => `
  select area, subject, kind, side, count(*) as lines, sum(amount)::bigint as amount
  from (${SUBJECTS(starts, ends)}) s group by area, subject, kind, side
  union all
  select 'drawn', code, 'sale', 'in', sum(lines)::bigint, sum(amount)::bigint from (${DRAWN(starts, ends)}) d group by code
  union all
  select 'drawn', code, 'issue', 'in', count(*), 0 from (${DRAWN(starts, ends)}) d group by code`

/** What members do themselves: others may pay them on any day. */
const ACTS = `('hold', 'recharge', 'withdrawal', 'piggy_in', 'piggy_out', 'task')`
/** A refused purchase gives its money back within seconds. */
const DECIDED = `interval '5 minutes'`
const SECONDS = (from: string, to: string) =>
  `round(percentile_cont(0.5) within group (order by extract(epoch from ${to} - ${from})))::int`

/** When a member first did something: the index of lines ends the look at the first line that fits. */
const FIRST = (what: string) => `
  select e.at from ledger e where e.book = a.book and e.line is not null and ${what} order by e.line limit 1`

/** The columns of `figure_day` that are people or their times. */
export const PEOPLE_COLUMNS =
  'registered, active, first_recharges, first_purchases, recharge_seconds, withdrawal_seconds'

/** One row with these columns. */
export const PEOPLE = (starts: string, ends: string): string => `
  select
    (select count(*)::int from member where created_at >= ${starts} and created_at < ${ends}) as registered,
    count(*)::int as active,
    count(*) filter (where pays and (${FIRST(`e.kind = 'recharge'`)}) >= ${starts})::int as first_recharges,
    count(*) filter (where buys and (${FIRST(`e.kind = 'hold' and not exists (
      select from ledger b where (b.book, b.ref, b.kind) = (e.book, e.ref, 'release') and b.at < ${ends} + ${DECIDED})`)}) >= ${starts})::int as first_purchases,
    (select ${SECONDS('g.created_at', 'l.at')} from ledger l join recharge g on (g.member_id, g.recharge_id) = (l.book, l.ref)
      where l.at >= ${starts} and l.at < ${ends} and l.kind = 'recharge' and l.credit = 'wallet') as recharge_seconds,
    (select ${SECONDS('w.created_at', 'w.finished_at')} from withdrawal w
      where w.finished_at >= ${starts} and w.finished_at < ${ends} and w.state = 'success') as withdrawal_seconds
  from (
    select l.book, bool_or(l.kind = 'recharge') as pays,
      bool_or(l.kind = 'hold' and not exists (
        select from ledger b where (b.book, b.ref, b.kind) = (l.book, l.ref, 'release') and b.at < ${ends} + ${DECIDED})) as buys
    from ledger l
    where l.at >= ${starts} and l.at < ${ends} and l.line is not null and l.kind in ${ACTS}
    group by l.book) a`
