/**
 * Who is left out of events, computed again from recharges, returns and flags at the time of the look. Run by the doctor. The bounds are
 * wide by two minutes, because a transaction begins before it commits: within them an entry may be on either side.
 */
import { MAX_LEFT_OUT } from '@fairlot/fairness/events'
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import { heldSince } from '../../../platform/schema/held-since.ts'
import { SAME_TIME, type Check } from '../../ledger/index.ts'

const CLEARED = `flag.state = 'cleared' and flag.decided_at`

/** What was on its way back to its source, or had gone back: the least and the most of one recharge `r`. */
const BACK = `
  select coalesce(sum(w.amount) filter (where w.created_at <= e.looked_at - ${SAME_TIME}
      and (w.state in ('processing', 'success') or w.finished_at > e.looked_at + ${SAME_TIME})), 0) as least,
    coalesce(sum(w.amount) filter (where w.created_at <= e.looked_at + ${SAME_TIME}
      and (w.state in ('processing', 'success') or w.finished_at > e.looked_at - ${SAME_TIME})), 0) as most
  from withdrawal w where (w.member_id, w.recharge_id) = (r.member_id, r.recharge_id)`

/** What was credited of one recharge `r` before the deadline, and until the look. A clock that went back can look before the deadline. */
const CREDITED = `
  select coalesce(sum(c.amount) filter (where c.at >= t.opened and c.at < t.deadline), 0) as within,
    coalesce(sum(c.amount) filter (where c.at <= e.looked_at - ${SAME_TIME} or c.at < t.deadline), 0) as least,
    coalesce(sum(c.amount) filter (where c.at <= e.looked_at + ${SAME_TIME} or c.at < t.deadline), 0) as most
  from recharge_credit c where (c.member_id, c.recharge_id) = (r.member_id, r.recharge_id)`

/** How many friends of a participant `n` of an event `e` counted at the look: at least, and at most. */
const COUNTED = `
  select count(*) filter (where kept.least >= e.top_up and not flagged.maybe)::int as least,
    count(*) filter (where kept.most >= e.top_up and not flagged.surely)::int as most
  from team_member f
  cross join lateral (
    select coalesce(sum(least(credited.within, credited.least - back.most)), 0) as least,
      coalesce(sum(least(credited.within, credited.most - back.least)), 0) as most
    from recharge r cross join lateral (${CREDITED}) credited cross join lateral (${BACK}) back where r.member_id = f.friend_id) kept
  cross join lateral (
    select coalesce(bool_or(flag.found_at < e.looked_at + ${SAME_TIME}
        and not coalesce(${CLEARED} < e.looked_at - ${SAME_TIME}, false)), false) as maybe,
      coalesce(bool_or(flag.found_at < e.looked_at - ${SAME_TIME}
        and not coalesce(${CLEARED} < e.looked_at + ${SAME_TIME}, false)), false) as surely
    from relation_flag flag where (flag.member_id, flag.friend_id) = (f.member_id, f.friend_id)) flagged
  where f.member_id = n.member_id and f.level = 1 and f.joined_at >= t.opened and f.joined_at < t.deadline`

export const leftOutChecks: readonly Check[] = [
  historyCheck('INV-7', 'event_left_out', 'the participants who were left out of events'),
  {
    id: 'INV-40',
    title:
      'every event that members could join since friends are looked at again says so, and they were looked at when it was sealed or void',
    sql: `
      select count(*) filter (where e.log_rules = 3 and e.created_at >= ${heldSince(103)} and not e.recheck
          or (e.looked_at is not null) <> (e.recheck and e.participants > 0 and e.status in ('sealed', 'drawn', 'void'))
          or abs(extract(epoch from e.looked_at - coalesce(s.at, v.voided_at))) > 120
          or e.left_out <> coalesce(l.entries, 0) or l.entries > 0 and e.looked_at is null
          or v.why = 'friends' and e.left_out <> e.participants or v.why in ('empty', 'missed') and e.participants > 0
          or e.status in ('sealed', 'drawn') and e.left_out >= e.participants) as breaches,
        count(e.looked_at) || ' events, ' || coalesce(sum(e.left_out), 0) || ' participants left out' as figure
      from event e left join event_void v using (event_id)
      left join lateral (
        select appended_at as at from log_entry where subject = 'event ' || e.number and kind = 'event-seal' order by log limit 1) s on true
      left join (select event_id, count(*) as entries from event_left_out group by event_id) l using (event_id)`,
  },
  {
    id: 'INV-40',
    title: 'exactly those participants of an event are left out whose friends fell below its terms',
    sql: `
      select count(*) filter (where case when l.seq is null then found.most < e.friends and e.left_out < ${MAX_LEFT_OUT}
          else found.least >= e.friends or l.counted not between found.least and found.most end) as breaches,
        count(*) || ' participants looked at again, ' || count(l.seq) || ' left out' as figure
      from event e join event_entry n using (event_id) left join event_left_out l using (event_id, seq)
      cross join lateral (
        select to_timestamp(e.opened_ms / 1000.0) as opened, to_timestamp(e.deadline_ms / 1000.0) as deadline) t
      cross join lateral (${COUNTED}) found
      where e.looked_at is not null`,
  },
  {
    id: 'INV-40',
    title: 'every participant who was left out was told so once, and nobody else was',
    sql: `
      select count(*) filter (where n.member_id is null or p.member_id is null) as breaches, count(n.member_id) || ' notices' as figure
      from (select event_id, member_id from event_left_out join event_entry using (event_id, seq) join member using (member_id)
        where member.status <> 'closed') p
      full join (select event_id, member_id from member_notice join member using (member_id)
        where kind = 'event_left_out' and member.status <> 'closed') n using (event_id, member_id)`,
  },
]
