import { historyCheck } from '../../platform/schema/history.checks.ts'
import { SAME_TIME, type Check } from '../ledger/index.ts'

/** The doctor's checks of the members' protection. */
export const guardChecks: readonly Check[] = [
  historyCheck('INV-17', 'exclusion', 'breaks and self-exclusions'),
  historyCheck('INV-17', 'limit_change', "the members' limits"),
  historyCheck('INV-17', 'account_freeze', 'freezes by operators'),
  {
    id: 'INV-17',
    title: 'every limit is the last one of its history, and has its time',
    sql: `
      select count(*) filter (where c.cap is distinct from h.after
          or c.set_at not between h.at - ${SAME_TIME} and h.at + ${SAME_TIME}) as breaches,
        count(c.cap) || ' limits' as figure
      from limit_counter c full join (
        select distinct on (member_id, kind, period) member_id, kind, period, after, at from limit_change
        where event in ('set', 'confirmed') order by member_id, kind, period, at desc, change_id desc) h
        using (member_id, kind, period)`,
  },
  {
    id: 'INV-17',
    title:
      'every looser limit was requested a day before it was confirmed, and every pending one has its request',
    sql: `
      select count(*) filter (where not w.was_requested) as breaches, count(*) || ' looser limits' as figure
      from (
        select exists (
          select from limit_change r
          where r.event = 'requested' and (r.member_id, r.kind, r.period) = (c.member_id, c.kind, c.period)
            and r.after is not distinct from c.after and r.at <= c.at - interval '24 hours') as was_requested
        from limit_change c
        where c.event = 'confirmed' or c.event = 'set' and (c.after is null or c.after >= c.before)
        union all
        select exists (
          select from limit_change r
          where r.event = 'requested' and (r.member_id, r.kind, r.period) = (p.member_id, p.kind, p.period)
            and r.after is not distinct from p.cap and r.at between p.requested_at - ${SAME_TIME} and p.requested_at + ${SAME_TIME})
        from pending_increase p) w`,
  },
  {
    id: 'INV-17',
    title: 'every wallet of an active account is excluded until the last exclusion of its member ends',
    sql: `
      select count(*) filter (where m.status = 'active'
          and e.until is distinct from case when w.excluded_until > c.at then w.excluded_until end) as breaches,
        count(e.until) || ' members are excluded' as figure
      from business_clock c cross join member m
      join wallet w using (member_id)
      left join lateral (
        select max(ends_at) as until from exclusion where member_id = m.member_id and ends_at > c.at) e on true`,
  },
  {
    id: 'INV-17',
    title:
      'every wallet is frozen as the newest freeze of its member says, and none of one operator lasts longer than 72 hours',
    sql: `
      select count(*) filter (where (f.ends_at, f.holds_money) is distinct from (w.frozen_until, w.money_held) or f.over) as breaches,
        count(*) filter (where w.frozen_until > c.at) || ' frozen' as figure
      from business_clock c cross join (
        select distinct on (member_id) member_id, ends_at, holds_money, (
          select coalesce(bool_or(next.ends_at > first.at + interval '72 hours'), false)
          from account_freeze first join account_freeze next on next.member_id = first.member_id and next.at >= first.at
            and next.at < first.ends_at + interval '7 days' and next.ends_at is not null and next.approval_id is null
          where first.member_id = f.member_id and first.ends_at is not null and first.approval_id is null) as over
        from account_freeze f order by member_id, at desc, freeze_id desc) f
      full join wallet w using (member_id)
      where f.member_id is not null or w.frozen_until is not null or w.money_held`,
  },
  {
    id: 'INV-17',
    title: 'every net position equals the wallet balance after the last line that it counts',
    sql: `
      select count(*) filter (where coalesce(f.net, 0) <> coalesce(l.balance, 0)
          or (l.balance is null and h.through_line > 0)) as breaches,
        count(*) || ' net positions' as figure
      from member_flow_head h
      left join ledger l on l.book = h.member_id and l.line = h.through_line
      left join (
        select member_id, sum(deposited - withdrawn - spent + returned + won + rewarded - saved) as net
        from member_flow group by member_id) f on f.member_id = h.member_id`,
  },
]
