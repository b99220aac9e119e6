/** What the doctor checks of prize-share events: their money, participants, seals and draws, and what the log says of them. */
import { historyCheck } from '../../../platform/schema/history.checks.ts'
import {
  bookCheck,
  DERIVED_SINCE,
  derivedId,
  postingsCheck,
  type Check,
  type Postings,
} from '../../ledger/index.ts'
import { TOPPED_UP_AT, WAS_FLAGGED } from '../referral/teams/qualification.checks.ts'
import { eventBook } from './event-book.ts'
import { UNPAID_PRIZES } from './event-prizes.ts'
import { eventShareChecks } from './event-shares.checks.ts'
import { HAS_SHARE, SHARE } from './event-shares.ts'
import { leftOutChecks } from './left-out.checks.ts'

/** The time of an opening is that of the log, which never goes back; its line has the time of the clock, as its entry. */
const OPENED = `coalesce(
  (select l.appended_at from log_entry l where l.subject = 'event ' || e.number and l.kind = 'event-open' order by l.log limit 1),
  to_timestamp(e.opened_ms / 1000.0))`

/** Lines of events by their causes: the funding, the prizes, what went back. */
const CAUSES = `
  select 'event_fund' as kind, e.event_id, e.event_id as ref, a.book as other, 'account' as account, 'clearing' as from_account,
    e.pool as amount, ${OPENED} as at
  from event e cross join house_account a where e.opened_ms is not null and a.name = 'marketing'
  union all
  select 'event_prize', p.event_id, n.entry_id, p.member_id, 'wallet', 'pool', p.amount, p.paid_at
  from event_payment p join event_entry n on (n.event_id, n.seq) = (p.event_id, p.seq) where p.went = 'wallet'
  union all
  select 'event_back', p.event_id, n.entry_id, a.book, 'account', 'pool', p.amount, p.paid_at
  from event_payment p join event_entry n on (n.event_id, n.seq) = (p.event_id, p.seq) cross join house_account a
  where p.went = 'house' and a.name = 'marketing'
  union all
  select 'event_back', e.event_id, e.event_id, a.book, 'account', 'pool', e.pool - e.prize * cardinality(d.winners), d.drawn_at
  from event e join event_draw d using (event_id) cross join house_account a
  where e.pool > e.prize * cardinality(d.winners) and a.name = 'marketing'
  union all
  select 'event_back', v.event_id, v.event_id, a.book, 'account', 'pool', v.rest, v.voided_at
  from (select v.*, case when e.shared then v.pool % (v.participants - e.left_out) else v.pool end as rest
    from event_void v join event e using (event_id)) v cross join house_account a where v.rest > 0 and a.name = 'marketing'
  union all
  select 'event_guarantee', e.event_id, e.event_id, a.book, 'account', 'pool', ${SHARE} * (e.participants - e.left_out - cardinality(d.winners)), d.drawn_at
  from event e join event_draw d using (event_id) cross join house_account a where d.favour and ${SHARE} > 0 and a.name = 'guarantee'
  union all
  select 'event_share', s.event_id, n.entry_id, s.member_id, 'wallet', 'pool', s.amount, s.paid_at
  from event_share s join event_entry n using (event_id, seq) where s.went = 'wallet'
  union all
  select 'event_back', s.event_id, n.entry_id, a.book, 'account', 'pool', s.amount, s.paid_at
  from event_share s join event_entry n using (event_id, seq) join event e using (event_id) cross join house_account a
  where s.went = 'house' and a.name = case e.status when 'void' then 'marketing' else 'guarantee' end`

export const eventPostings: Postings = {
  id: 'INV-19',
  of: 'prize-share events',
  kinds: [
    ['event_fund', 'account'],
    ['event_fund', 'pool'],
    ['event_prize', 'pool'],
    ['event_prize', 'wallet'],
    ['event_back', 'pool'],
    ['event_guarantee', 'account'],
    ['event_guarantee', 'pool'],
    ['event_share', 'pool'],
    ['event_share', 'wallet'],
    ['event_back', 'account'],
  ],
  lines: `
    select line.* from (select *, kind in ('event_fund', 'event_guarantee') as funds from (${CAUSES}) causes) c
    cross join lateral (values
      (c.event_id, case when c.funds then 'clearing' else 'pool' end, case when c.funds then 'pool' else 'clearing' end),
      (c.other, case when c.funds then c.account else 'clearing' end, case when c.funds then 'clearing' else c.account end)
      ) side(book, debit, credit)
    cross join lateral (values (side.book, c.ref, c.kind, side.debit, side.credit, c.amount, c.at)) line(book, ref, kind, debit, credit, amount, at)`,
}

/** Who is left out of an event `e`, as the entry of its seal or its void says. */
const OUT = `
  coalesce((select jsonb_build_object('out', jsonb_agg(l.seq order by l.seq)) from event_left_out l where l.event_id = e.event_id
    having count(*) > 0), '{}')`

/** What the database holds of events, as their entries in the log must have it. */
const EXPECTED = `
  select 'event ' || e.number as subject, 'event-open' as kind, 1 as attempt, jsonb_build_object('pool', e.pool::text, 'winners', e.winners,
      'prize', e.prize::text, 'friends', e.friends, 'topUp', e.top_up::text, 'deadline', e.deadline_ms, 'grade', e.grade,
      'offset', e.utc_offset, 'chain', e.chain, 'delay', e.delay, 'commitment', e.commitment, 'demo', e.demo,
      'at', e.opened_ms) || case e.log_rules when 2 then jsonb_build_object('witnesses', to_jsonb(e.witnesses))
      else jsonb_build_object('quorum', e.quorum, 'content', c.hash, 'witnesses', (
        select jsonb_agg(jsonb_build_object('key', w.key)
            || case when w.key = any (e.own_witnesses) then jsonb_build_object('own', true) else '{}' end order by w.place)
          from unnest(e.witnesses) with ordinality w(key, place)))
        || case when e.recheck then jsonb_build_object('recheck', true) else '{}' end end as said
  from event e left join event_content c using (event_id) where e.opened_ms is not null
  union all
  select 'event ' || e.number, 'event-seal', 1, jsonb_build_object('orders', s.participants, 'digest', s.digest, 'sum', s.sum::text,
      'salt', s.salt, 'sealedAt', s.sealed_ms, 'round', s.round, 'at', s.sealed_ms)
      || case e.log_rules when 2 then jsonb_build_object('attempt', 1) else ${OUT} end
  from event_seal s join event e using (event_id)
  union all
  select 'event ' || e.number, 'event-seal', a.attempt, jsonb_build_object('orders', s.participants, 'digest', s.digest,
      'sum', s.sum::text, 'salt', s.salt, 'sealedAt', a.sealed_ms, 'round', a.round, 'attempt', a.attempt, 'at', a.sealed_ms)
  from event_seal_attempt a join event_seal s using (event_id) join event e using (event_id)
  union all
  select 'event ' || e.number, 'event-draw', 1, jsonb_build_object('round', l.round, 'beacon', d.beacon, 'entropy', d.entropy,
      'winners', to_jsonb(d.winners)) || case e.log_rules when 2 then '{}' else jsonb_build_object('signature', d.signature)
        || case when d.favour then jsonb_build_object('favour', true) else '{}' end end
  from event_draw d join event_last_seal l using (event_id) join event e using (event_id)
  union all
  select 'event ' || e.number, 'event-void', 1, jsonb_build_object('participants', v.participants, 'pool', v.pool::text) || ${OUT}
  from event_void v join event e using (event_id) where v.why <> 'missed'
  union all
  -- a log that was lost before the shares were paid does not state them
  select 'event ' || e.number, 'event-favour', 1, jsonb_build_object('members', e.participants - e.left_out - cardinality(d.winners),
      'amount', coalesce(${SHARE} * (e.participants - e.left_out - cardinality(d.winners)), 0)::text)
  from event e join event_draw d using (event_id) where d.favour and e.ended_at is not null and (
    exists (select from log_entry l where l.subject = 'event ' || e.number and l.kind = 'event-draw' and l.log = (select max(number) from log))
    or exists (select from log_entry l where l.subject = 'event ' || e.number and l.kind = 'event-favour')
    or exists (select from log_unpublished u where u.entry ->> 't' = 'event-favour' and u.entry ->> 'event' = e.number))`

const EVENT_ENTRIES = `kind in ('event-draw', 'event-void', 'event-favour')`
const SAID = `
  select 'event ' || (entry ->> 'event') as subject, entry ->> 't' as kind, 1 as attempt, entry as said`

export const eventChecks: readonly Check[] = [
  ...eventShareChecks,
  ...leftOutChecks,
  {
    id: 'INV-44',
    title: 'every event that has opened has the content of its titles, and no other event has one',
    sql: `
      select count(*) filter (where (e.opened_ms is null) = (c.event_id is not null) or c.event_id is not null and (
          (select jsonb_object_agg(language, title) from event_text t where t.event_id = e.event_id)
          is distinct from (select jsonb_object_agg(language, title) from content_text t where t.hash = c.hash))) as breaches,
        count(c.event_id) || ' contents of events' as figure
      from event e left join event_content c using (event_id)`,
  },
  historyCheck('INV-44', 'event_content', 'the contents that events opened with'),
  bookCheck(eventBook),
  postingsCheck(eventPostings),
  historyCheck('INV-7', 'event_entry', 'the participants of events'),
  historyCheck('INV-40', 'event_entry_friend', 'the friends on whom participants of events rest'),
  {
    id: 'INV-40',
    title:
      'every participant of an event names as many direct friends as it asks for, who had registered and topped up for it and were not held then',
    sql: `
      select count(*) filter (where named.sound <> e.friends or named.friends <> e.friends) as breaches,
        count(*) || ' participants with ' || coalesce(sum(named.friends), 0) || ' friends' as figure
      from event_entry n join event e using (event_id)
      cross join lateral (
        select to_timestamp(e.opened_ms / 1000.0) as opened, to_timestamp(e.deadline_ms / 1000.0) as deadline,
          to_timestamp(n.joined_ms / 1000.0) as joined) t
      cross join lateral (
        select count(*) as friends, count(*) filter (where f.level = 1 and f.joined_at >= t.opened and f.joined_at < t.deadline
          and ${TOPPED_UP_AT('f.friend_id', 't.joined', 't.opened')} >= e.top_up and not ${WAS_FLAGGED('f', 't.joined')}) as sound
        from event_entry_friend x left join team_member f on (f.member_id, f.friend_id) = (n.member_id, x.friend_id)
        where (x.event_id, x.seq) = (n.event_id, n.seq)) named
      where not n.before_evidence`,
  },
  historyCheck('INV-7', 'event_seal', 'the seals of events'),
  historyCheck('INV-7', 'event_seal_attempt', 'the further seals of events'),
  historyCheck('INV-7', 'event_cosignature', 'the signatures over seals of events'),
  historyCheck('INV-6', 'event_draw', 'the draws of events'),
  historyCheck('INV-6', 'event_void', 'the void events'),
  historyCheck('INV-6', 'event_payment', 'the prizes of events'),
  {
    id: 'INV-9',
    title:
      'the book of an event has its pool until the draw, then the prizes and shares that are not paid, and nothing after its end',
    sql: `
      select count(*) filter (where e.balance <> case
          when e.status in ('open', 'closed', 'sealed') then e.pool
          when e.status = 'drawn' then e.prize * (cardinality(d.winners) - e.paid_through) else 0 end
          + coalesce((select count(*) from event_entry n where n.event_id = e.event_id and n.seq > e.share_through and ${HAS_SHARE}) * ${SHARE}, 0)
          or e.ended_at is not null and e.balance <> 0) as breaches,
        count(*) || ' events hold ' || trim_scale(coalesce(sum(e.balance), 0) / 10000.0) as figure
      from event e left join event_draw d using (event_id)`,
  },
  {
    id: 'INV-30',
    title:
      'the proof of solvency counts every prize and share that is due and not paid, and the book of its event has it',
    sql: `
      select count(*) filter (where e.balance <> coalesce(unpaid.amount, 0)) as breaches,
        trim_scale(coalesce(sum(unpaid.amount), 0) / 10000.0) || ' to be paid' as figure
      from event e left join (select event_id, sum(amount) as amount from (${UNPAID_PRIZES}) p group by event_id) unpaid using (event_id)
      where e.status in ('drawn', 'void')`,
  },
  {
    id: 'INV-8',
    title:
      'the participants of an event are numbered without a gap, in the order of time, between opening and deadline',
    sql: `
      select (select count(*) from (
          select n.*, e.opened_ms, e.deadline_ms, s.sealed_ms, lag(n.joined_ms) over own as before, row_number() over own as place
          from event_entry n join event e using (event_id) left join event_seal s using (event_id)
          window own as (partition by n.event_id order by n.seq)) x
        where seq <> place or joined_ms < before or opened_ms is null or joined_ms < opened_ms or joined_ms >= deadline_ms
          or joined_ms > sealed_ms)
        + (select count(*) from event e left join (
            select event_id, count(*) as entries, max(joined_ms) as last_ms from event_entry group by event_id) n using (event_id)
          where e.participants <> coalesce(n.entries, 0) or e.last_ms <> coalesce(n.last_ms, 0)) as breaches,
        (select count(*) from event_entry) || ' participants' as figure`,
  },
  {
    id: 'INV-8',
    title: 'every participant of an event has the id that the member and the request id make',
    // ids of older releases have version 7
    sql: `
      select count(*) filter (where entry_id <> ${derivedId('member_id', 'request_id')}) as breaches,
        count(*) || ' participants with such an id' as figure
      from event_entry
      where substr(entry_id::text, 15, 1) = '8' or joined_ms > extract(epoch from ${DERIVED_SINCE}) * 1000`,
  },
  {
    id: 'INV-6',
    title: 'every event has the evidence of its status, and the salt of its commitment only after its seal',
    sql: `
      select count(*) filter (where case e.status
          when 'sealed' then s.event_id is null or d.event_id is not null or v.event_id is not null
          when 'drawn' then d.event_id is null or v.event_id is not null
          when 'void' then v.event_id is null or d.event_id is not null
          else s.event_id is not null or v.event_id is not null end
        or x.event_id is null
        or s.participants <> e.participants or s.sealed_ms < e.deadline_ms or s.event_id is not null and (s.round is null) <> (e.chain is null)
        or v.participants <> e.participants or v.pool <> case v.why when 'missed' then 0 else e.pool end
        or (v.why = 'lost') is distinct from case when v.event_id is not null then e.lost end
        or e.status = 'scheduled' and e.opened_ms is not null
        or s.salt is not null and encode(sha256(convert_to('fairlot/salt/1', 'UTF8') || '\\x00'::bytea
          || convert_to(e.number, 'UTF8') || '\\x00'::bytea || decode(s.salt, 'hex')), 'hex') <> e.commitment) as breaches,
        count(*) || ' events' as figure
      from event e left join event_seal s using (event_id) left join event_draw d using (event_id)
      left join event_void v using (event_id) left join event_secret x using (event_id)`,
  },
  {
    id: 'INV-6',
    title:
      'every prize of an event went once to the winner of its place, up to the place that the event counts',
    sql: `
      select count(*) filter (where w.place is null or p.place is null or p.seq <> w.seq or p.member_id <> n.member_id
          or p.amount <> e.prize) as breaches,
        count(p.place) || ' prizes, ' || count(*) filter (where p.went = 'house') || ' of closed accounts' as figure
      from (
        select d.event_id, w.place::int as place, w.seq from event_draw d join event e using (event_id)
        cross join unnest(d.winners) with ordinality as w(seq, place) where w.place <= e.paid_through) w
      full join event_payment p using (event_id, place)
      left join event e using (event_id) left join event_entry n on (n.event_id, n.seq) = (w.event_id, w.seq)`,
  },
  {
    id: 'INV-6',
    title: 'every winner of an event who was paid has one notice of the prize, and nobody else has one',
    sql: `
      select count(*) filter (where n.member_id is null or p.member_id is null or n.amount <> p.amount) as breaches,
        count(n.member_id) || ' notices' as figure
      from (select * from event_payment join member using (member_id) where went = 'wallet' and status <> 'closed') p
      full join (select * from member_notice where kind = 'event_won') n using (event_id, member_id)`,
  },
  {
    id: 'INV-20',
    title:
      'a draw of an event of grade witnessed in version 2 rests on a signature of a named witness that is older than its beacon round',
    sql: `
      select count(*) filter (where (e.grade = 'witnessed' and e.log_rules = 2) <> (d.witness is not null) or d.attempt <> l.attempt
          or d.witness is not null and (c.signed_ms is null or c.signed_ms >= c.round_ms or d.witness <> all (e.witnesses))) as breaches,
        count(*) || ' draws' as figure
      from event_draw d join event e using (event_id) join event_last_seal l using (event_id)
      left join event_cosignature c on (c.event_id, c.attempt, c.witness) = (d.event_id, d.attempt, d.witness)`,
  },
  {
    id: 'INV-18',
    title:
      "every receipt of an event says what the participant's row says, and names a root of the log that covers the opening",
    sql: `
      select count(*) filter (where n.entry_id is null or n.member_id <> r.member_id or (said ->> 'first')::int <> 1000000 + n.seq
          or (said ->> 't' = 'receipt/3') <> (e.log_rules = 3)
          or e.log_rules = 3 and (said ->> 'order', (said ->> 'seq')::int, said ->> 'content') is distinct from (n.entry_id::text, n.seq, k.hash)
          or (said ->> 'ms')::bigint <> n.joined_ms or said ->> 'tag' <> n.tag or said ->> 'id' <> n.entry_id::text
          or o.index is null or o.index >= (said ->> 'logSize')::bigint
          or encode(c.root, 'hex') is distinct from said ->> 'logRoot') as breaches,
        count(*) || ' receipts' as figure
      from (select *, content::jsonb as said from receipt where content::jsonb ->> 'kind' = 'event') r
      left join event e on e.number = said ->> 'event'
      left join event_entry n on (n.event_id, n.entry_id) = (e.event_id, r.subject_id)
      left join event_content k on k.event_id = e.event_id
      left join log_entry o on (o.subject, o.kind) = ('event ' || e.number, 'event-open')
      left join log_checkpoint c on (c.log, c.size) = (o.log, (said ->> 'logSize')::bigint)`,
  },
  {
    id: 'INV-18',
    title:
      'every opening and seal of an event is in the log as it happened, and every draw and void, or it waits to be appended',
    sql: `
      select count(*) filter (where x.subject is null or e.said is null
          or x.said - 'at' <> e.said - array['t', 'event', 'at', 'lines'] or x.said ? 'at' and x.said -> 'at' <> e.said -> 'at') as breaches,
        count(x.subject) || ' entries' as figure
      from (${EXPECTED}) x
      full join (
        select subject, kind, coalesce((bytes::jsonb ->> 'attempt')::int, 1) as attempt, bytes::jsonb as said from log_entry
        where kind in ('event-open', 'event-seal', 'event-draw', 'event-void', 'event-favour')
        -- only the lost stretch of its log has it
        union all select 'event ' || (entry::jsonb ->> 'event'), 'event-seal', 1, entry::jsonb from lost_seal where entry::jsonb ->> 't' = 'event-seal'
        union all select * from (${SAID} from log_pending) waiting where ${EVENT_ENTRIES}
        -- waited when its log was lost
        union all select * from (${SAID} from log_unpublished) kept where ${EVENT_ENTRIES}) e using (subject, kind, attempt)`,
  },
]
