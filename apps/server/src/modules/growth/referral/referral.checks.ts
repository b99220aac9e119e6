/** What must be true of teams and of what members have spent. Run by the doctor. */
import { exposureSql, roundSpendSql } from '../../games/index.ts'
import type { LivenessCheck } from '../../../platform/jobs/jobs.checks.ts'
import { leastMoneyAround, moneyAround } from '../../../platform/settings/setting-history.ts'
import { FRIEND_MARGIN, FRIEND_TOP_UP } from './referral.settings.ts'
import { COULD_QUALIFY } from './teams/qualification.checks.ts'
import { flagChecks } from './same-person/flags.checks.ts'
import { OWN, postingsCheck, type Check, type Postings } from '../../ledger/index.ts'
import { KEPT_OF_SHARES, PAID_BACK } from '../../mall/index.ts'

/** A paid rebate is one line in the wallet and one of the marketing account; both levels of an order have the same reference. */
export const referralPostings: Postings = {
  id: 'INV-40',
  of: 'rebates',
  kinds: [
    ['rebate', 'account'],
    ['rebate', 'wallet'],
    ['rebate_team', 'account'],
    ['rebate_team', 'wallet'],
  ],
  lines: `
    select line.book, r.source_id as ref, case r.level when 1 then 'rebate' else 'rebate_team' end as kind, line.debit, line.credit,
      r.amount, r.ended_at as at
    from rebate r cross join (select book from house_account where name = 'marketing') marketing
    cross join lateral (values
      (marketing.book, 'account', 'clearing'), (r.member_id, 'clearing', 'wallet')) line(book, debit, credit)
    where r.state = 'paid'`,
}

export const referralChecks: readonly Check[] = [
  {
    id: 'INV-16',
    title:
      'what every member has spent, from which the VIP level follows, is what drawn orders and settled rounds cost them, without stakes that cancel each other out; and what the house keeps of it on average is what the terms say',
    sql: `
      select count(*) filter (where coalesce(vip.spend, 0) <> coalesce(spent.spend, 0) or coalesce(vip.kept, 0) <> coalesce(spent.kept, 0)) as breaches,
        count(vip.member_id) || ' members spent ' || trim_scale(coalesce(sum(vip.spend), 0) / 10000.0)
          || ', of which the house keeps ' || trim_scale(coalesce(sum(vip.kept), 0) / 10000.0) as figure
      from member_vip vip
      full join (
        select member_id, sum(spend) as spend, sum(kept) as kept from (
          select p.member_id, ${OWN('p')} as spend, ${KEPT_OF_SHARES('p', 't')} as kept
          from purchase p join issue_terms t on t.issue_id = p.subject_id
          where p.kind = 'shares' and p.state = 'done' and p.settled and not ${PAID_BACK('p.subject_id', 'p.member_id')}
          union all
          select member_id, spend, kept from (${roundSpendSql('true')}) rounds) part
        group by member_id having sum(spend) > 0) spent using (member_id)`,
  },
  {
    id: 'INV-40',
    title:
      'every member who was invited is in the teams of the inviter and of the inviter above, and in no other',
    sql: `
      select count(*) filter (where t.level is distinct from m.level or t.joined_at is distinct from m.joined_at) as breaches,
        count(t.level) || ' relations' as figure
      from team_member t
      full join (
        select inviter_id as member_id, member_id as friend_id, 1 as level, created_at as joined_at
        from member where inviter_id is not null
        union all
        select above.inviter_id, m.member_id, 2, m.created_at
        from member m join member above on above.member_id = m.inviter_id where above.inviter_id is not null) m
        using (member_id, friend_id)`,
  },
  {
    id: 'INV-40',
    title:
      'every friend has recharged what was credited to the friend, and has qualified only after a recharge and with what is set aside for the inviter',
    sql: `
      select count(*) filter (where t.recharged > coalesce(credited.amount, 0) or t.qualified_at is not null and t.recharged = 0 or (t.qualified_at is null) <> (t.set_aside is null)
          -- not the earliest one: a clock that went back dates a later one before it
          or t.first_recharge_at is not null and not exists (
            select from recharge_credit c where (c.member_id, c.at) = (t.friend_id, t.first_recharge_at))) as breaches,
        count(t.qualified_at) || ' of ' || count(*) || ' relations qualified' as figure
      from team_member t left join (
        select member_id, sum(amount) as amount from recharge_credit group by member_id) credited
        on credited.member_id = t.friend_id`,
  },
  {
    id: 'INV-40',
    title:
      'every friend who has qualified had topped up enough at that time, less what went back, and had played for what is set aside for the inviter, as the settings said',
    sql: `
      select count(*) filter (where ${COULD_QUALIFY('t', {
        topUp: leastMoneyAround(FRIEND_TOP_UP, 't.qualified_at'),
        margins: moneyAround(FRIEND_MARGIN, 't.qualified_at'),
      })} is not true) as breaches,
        count(*) || ' relations qualified' as figure
      from team_member t where t.qualified_at is not null and not t.before_evidence`,
  },
  {
    id: 'INV-40',
    title: "the sums of every team are those of its members' rows",
    sql: `
      select count(*) filter (where (total.direct, total.indirect, total.direct_spend, total.indirect_spend)
          is distinct from (team.direct, team.indirect, team.direct_spend, team.indirect_spend)
          or coalesce(ever.spend, 0) is distinct from team.direct_spend + team.indirect_spend) as breaches,
        count(*) || ' teams' as figure
      from team_total total
      full join (
        select member_id, count(*) filter (where level = 1)::int as direct, count(*) filter (where level = 2)::int as indirect,
          coalesce(sum(spend) filter (where level = 1), 0)::bigint as direct_spend,
          coalesce(sum(spend) filter (where level = 2), 0)::bigint as indirect_spend
        from team_member group by member_id) team using (member_id)
      full join (select member_id, spend from team_period where period = 'all') ever using (member_id)`,
  },
  {
    id: 'INV-40',
    title: 'what the members of teams spent is what counts for their VIP levels, as far as it is counted',
    sql: `
      select count(*) filter (where t.spend > coalesce(v.spend, 0) or waits.none and t.spend <> coalesce(v.spend, 0)) as breaches,
        count(*) || ' relations' as figure
      from team_member t left join member_vip v on v.member_id = t.friend_id
      cross join (
        select not exists (select from rebate_feed f where f.finished_at is null and f.kind <> 'units')
          and not exists (select from issue_settlement s where s.finished_at is null) as none) waits`,
  },
  {
    id: 'INV-40',
    title:
      "the sums of every member's rebates, and what each friend earned the member, are those of the rebates",
    sql: `
      select (select count(*) filter (where (coalesce(t.pending, 0), coalesce(t.queued, 0), coalesce(t.held, 0), coalesce(t.paid, 0))
            <> (coalesce(r.pending, 0), coalesce(r.queued, 0), coalesce(r.held, 0), coalesce(r.paid, 0)))
          from rebate_total t full join (
            select member_id, kind, sum(amount) filter (where state = 'pending') as pending,
              sum(amount) filter (where state = 'queued') as queued, sum(amount) filter (where state = 'held') as held,
              sum(amount) filter (where state = 'paid') as paid
            from rebate group by 1, 2) r using (member_id, kind))
        + (select count(*) filter (where coalesce(t.earned, 0) <> coalesce(r.paid, 0))
          from team_member t full join (
            select member_id, friend_id, sum(amount) as paid from rebate where state = 'paid' group by 1, 2) r
            using (member_id, friend_id)) as breaches,
        (select count(*) from rebate) || ' rebates' as figure`,
  },
  {
    id: 'INV-40',
    title:
      'every rebate is of an order of a friend on its level, with what the friend paid of it, and ends as the order did',
    sql: `
      select count(*) filter (where t.level is distinct from r.level
          or r.kind <> 'bets' and (p.purchase_id is null or r.basis <> ${OWN('p')} or r.subject_id <> p.subject_id
            or p.kind <> case r.kind when 'shares' then 'shares' else 'finance' end
            or r.state in ('queued', 'paid') and not (p.state = 'done' and p.settled and not back.has)
            or r.reason in ('refunded', 'exited') and p.state <> 'refunded' and not back.has)
          or r.kind = 'bets' and (s.staked is null or r.basis > s.staked)) as breaches,
        count(*) || ' rebates' as figure
      from rebate r left join team_member t on (t.member_id, t.friend_id) = (r.member_id, r.friend_id)
      left join purchase p on r.kind <> 'bets' and (p.member_id, p.purchase_id) = (r.friend_id, r.source_id)
      cross join lateral (select ${PAID_BACK('r.subject_id', 'r.friend_id')} as has) back
      left join lateral (
        select sum(b.amount) - coalesce(max(c.cancelled), 0) as staked
        from bet b join round d using (round_id) left join bet_cancelled c using (round_id, member_id)
        where r.kind = 'bets' and b.round_id = r.subject_id and b.member_id = r.friend_id and b.state = 'done' and d.status = 'settled') s
        on true`,
  },
  {
    id: 'INV-40',
    title:
      'all rebates of the bets of a friend in a round are at most half of the house margin of what did not cancel itself',
    sql: `
      select count(*) filter (where rebates.amount > cap.amount) as breaches, count(*) || ' members in rounds' as figure
      from (select subject_id, friend_id, sum(amount) as amount from rebate where kind = 'bets' group by 1, 2) rebates
      cross join lateral (
        select div(sum(10 * b.amount - pays.total) * (sum(b.amount) - coalesce(max(c.cancelled), 0)), sum(b.amount) * 20) as amount
        from bet b join round r using (round_id) join game_chain chain using (chain_id)
        left join bet_cancelled c using (round_id, member_id)
        cross join lateral (
          select sum(pays) as total from unnest(${exposureSql('r.game', 'b.picks', 'b.stake', 'chain.fee')}) as pays) pays
        where b.round_id = rebates.subject_id and b.member_id = rebates.friend_id and b.state = 'done') cap`,
  },
  {
    id: 'INV-40',
    title:
      'the rebates of a finance order that binds money are within what it binds, and the marketing account got from there what became due',
    sql: `
      select count(*) filter (where coalesce(r.rate, 0) > o.rebate_rate
          or case when o.rebates_used is null then r.due > 0
            else o.state = 'completed' and r.pending or o.rebates_used not between coalesce(r.due, 0) and coalesce(r.due + r.void, 0) end
        ) as breaches,
        count(*) filter (where o.rebates_used is not null) || ' orders whose rebates are known' as figure
      from finance_order o left join (
        select subject_id, source_id, sum(rate) as rate, bool_or(state = 'pending') as pending,
          coalesce(sum(amount) filter (where state in ('queued', 'held', 'paid')), 0) as due,
          coalesce(sum(amount) filter (where state = 'void'), 0) as void
        from rebate where kind = 'units' group by 1, 2) r on (r.subject_id, r.source_id) = (o.product_id, o.purchase_id)
      where o.rebate_rate is not null`,
  },
  {
    id: 'INV-40',
    title: 'while nothing new is promised, rebates wait for money; the times of such pauses do not overlap',
    sql: `
      select (select count(*) from rebate_pause a join rebate_pause b on a.since < b.since and (a.until is null or a.until > b.since))
        as breaches, (select count(*) from rebate_pause) || ' pauses' as figure`,
  },
  ...flagChecks,
  postingsCheck(referralPostings),
]

export const rebateLiveness: readonly LivenessCheck[] = [
  {
    name: 'queued-rebates',
    title: 'no rebate waits for money of the marketing account for more than a day',
    sql: `
      select count(*) filter (where at > due_at + interval '1 day') as breaches,
        count(*) || ' queued: ' || trim_scale(coalesce(sum(amount), 0) / 10000.0) as figure
      from rebate cross join business_clock where state = 'queued'`,
  },
]
