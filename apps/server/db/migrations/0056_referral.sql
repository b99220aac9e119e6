-- Referral: teams of two levels, rebates, rankings, and relations that look like one person.

-- 1. VIP spend: besides drawn orders the stakes of settled rounds, less what cancelled itself in a round.
insert into member_vip (member_id, spend)
select p.member_id, sum(p.amount) - coalesce(max(c.cancelled), 0)
from purchase p join round r on r.round_id = p.subject_id and r.status = 'settled'
left join (select member_id, sum(cancelled) as cancelled from bet_cancelled group by member_id) c using (member_id)
where p.kind = 'bets' and p.state = 'done'
group by p.member_id having sum(p.amount) > coalesce(max(c.cancelled), 0)
on conflict (member_id) do update set spend = member_vip.spend + excluded.spend;

-- 2. Who is in whose team: a row for the inviter (level 1), and one for the inviter's inviter (level 2). There is no third level.
-- Written when the friend registers; it never ends.
create table team_member (
  member_id uuid not null references member,
  friend_id uuid not null,
  level int not null,
  joined_at timestamptz not null,
  -- what the friend recharged, less what went back to its source; counted until the friend qualifies
  recharged bigint not null default 0,
  first_recharge_at timestamptz,
  qualified_at timestamptz,
  -- what the friend spent, as it counts for the VIP level
  spend bigint not null default 0,
  -- rebates that were paid to the member for the friend's orders
  earned bigint not null default 0,
  -- `held`: a flag is open; `same_person`: one was confirmed
  standing text not null default 'clear',
  primary key (member_id, friend_id),
  constraint team_member_self check (member_id <> friend_id),
  constraint team_member_level check (level in (1, 2)),
  constraint team_member_amounts check (recharged >= 0 and spend >= 0 and earned >= 0),
  constraint team_member_qualified check (qualified_at is null or first_recharge_at is not null),
  constraint team_member_standing check (standing in ('clear', 'held', 'same_person'))
) with (fillfactor=70);
create index team_member_of_friend on team_member (friend_id, level);
create index team_member_by_time on team_member (member_id, level, joined_at desc, friend_id desc);
create index team_member_qualified on team_member (member_id, level, qualified_at) where qualified_at is not null;
grant select, insert (member_id, friend_id, level, joined_at),
  update (recharged, first_recharge_at, qualified_at, spend, earned, standing) on team_member to fairlot_app;
comment on table team_member is 'key: member';
-- What a friend did is never undone.
create trigger team_member_life before update on team_member for each row when (current_user = 'fairlot_app' and (
    new.spend < old.spend or new.earned < old.earned
    or old.first_recharge_at is not null and new.first_recharge_at is distinct from old.first_recharge_at
    or old.qualified_at is not null and new.qualified_at is distinct from old.qualified_at
    or old.standing = 'same_person' and new.standing <> 'same_person'))
  execute function refuse_change();

-- Sums of a team. `changes` counts everything that changes what the member sees, for live updates.
create table team_total (
  member_id uuid primary key references member,
  direct int not null default 0,
  indirect int not null default 0,
  direct_spend bigint not null default 0,
  indirect_spend bigint not null default 0,
  changes bigint not null default 0,
  constraint team_total_amounts check (direct >= 0 and indirect >= 0 and direct_spend >= 0 and indirect_spend >= 0)
) with (fillfactor=50);
grant select, insert, update (direct, indirect, direct_spend, indirect_spend, changes) on team_total to fairlot_app;
comment on table team_total is 'key: member';

-- What teams spent, for the ranking. `start` is the first day of the period; of all time it is the day 1970-01-01.
create table team_period (
  member_id uuid not null references member,
  period text not null,
  start date not null,
  spend bigint not null,
  primary key (member_id, period, start),
  constraint team_period_kind check (period in ('week', 'month', 'all') and (period = 'all') = (start = '1970-01-01')),
  constraint team_period_spend check (spend > 0)
) with (fillfactor=50);
create index team_period_ranking on team_period (period, start, spend desc, member_id);
grant select, insert, update (spend) on team_period to fairlot_app;
comment on table team_period is 'key: member';

-- 3. A rebate for an order of a friend: of an order of the mall or of finance, or of all bets of the friend in a round.
create function rebate_source_of(round_id uuid, friend_id uuid) returns uuid
  language sql immutable parallel safe
return (select encode(set_byte(set_byte(h.d, 6, get_byte(h.d, 6) & 15 | 128), 8, get_byte(h.d, 8) & 63 | 128), 'hex')::uuid
  from (select substring(sha256(convert_to('fairlot/rebate/1', 'UTF8') || '\x00'::bytea || uuid_send(round_id) || uuid_send(friend_id)) from 1 for 16) as d) h);

create table rebate (
  member_id uuid not null references member,
  -- the order; of bets `rebate_source_of`
  source_id uuid not null,
  level int not null,
  kind text not null,
  -- issue, round or finance product
  subject_id uuid not null,
  friend_id uuid not null,
  -- what of the order counts, and the rate in hundredths of a percent
  basis bigint not null,
  rate int not null,
  amount bigint not null,
  capped boolean not null,
  state text not null,
  reason text,
  created_at timestamptz not null,
  -- when the order became final, which is the order of payment; of a pending finance order its maturity
  due_at timestamptz,
  ended_at timestamptz,
  primary key (member_id, source_id, level),
  constraint rebate_level check (level in (1, 2)),
  constraint rebate_kind check (kind in ('shares', 'bets', 'units')),
  constraint rebate_self check (member_id <> friend_id),
  constraint rebate_formula check (basis > 0 and rate between 1 and 10000 and amount > 0
    and case when capped then amount < div(basis::numeric * rate, 10000) else amount = div(basis::numeric * rate, 10000) end
    and (kind = 'bets' or not capped)),
  constraint rebate_source check (kind <> 'bets' or source_id = rebate_source_of(subject_id, friend_id)),
  constraint rebate_state check (state in ('pending', 'queued', 'held', 'paid', 'void')),
  constraint rebate_reason check ((state = 'void') = (reason is not null)
    and reason in ('refunded', 'exited', 'excluded', 'closed', 'same_person')),
  constraint rebate_ended check ((state in ('paid', 'void')) = (ended_at is not null)),
  constraint rebate_due check (state not in ('queued', 'paid') or due_at is not null),
  constraint rebate_pending check (state <> 'pending' or kind <> 'bets')
) with (fillfactor=70);
create index rebate_by_time on rebate (member_id, created_at desc, source_id desc, level);
create index rebate_of_kind on rebate (member_id, kind, created_at desc, source_id desc, level);
create index rebate_queue on rebate (due_at, source_id, level) where state = 'queued';
create index rebate_of_subject on rebate (subject_id, source_id) where state = 'pending';
create index rebate_matures on rebate (due_at) where state = 'pending' and kind = 'units';
create index rebate_open on rebate (member_id, friend_id) where state in ('pending', 'queued', 'held');
grant select, insert, update (state, reason, due_at, ended_at) on rebate to fairlot_app;
comment on table rebate is 'key: member';
-- pending → queued | held | void; queued → paid | held | void; held → queued | void
create trigger rebate_life before update on rebate for each row when (current_user = 'fairlot_app'
  and (old.state, new.state) not in (('pending', 'queued'), ('pending', 'held'), ('pending', 'void'), ('queued', 'paid'),
    ('queued', 'held'), ('queued', 'void'), ('held', 'queued'), ('held', 'void')))
  execute function refuse_change();

-- Sums of a member's rebates by kind of order and state.
create table rebate_total (
  member_id uuid not null references member,
  kind text not null,
  pending bigint not null default 0,
  queued bigint not null default 0,
  held bigint not null default 0,
  paid bigint not null default 0,
  primary key (member_id, kind),
  constraint rebate_total_kind check (kind in ('shares', 'bets', 'units')),
  constraint rebate_total_amounts check (pending >= 0 and queued >= 0 and held >= 0 and paid >= 0)
) with (fillfactor=50);
grant select, insert, update (pending, queued, held, paid) on rebate_total to fairlot_app;
comment on table rebate_total is 'key: member';

-- While the marketing account is short, nothing new is promised: orders of these times earn nothing.
create table rebate_pause (
  since timestamptz primary key,
  until timestamptz,
  constraint rebate_pause_times check (until >= since)
);
create unique index rebate_pause_open on rebate_pause ((until is null)) where until is null;
grant select, insert (since), update (until) on rebate_pause to fairlot_app;
comment on table rebate_pause is 'key: deployment';
create trigger rebate_pause_life before update on rebate_pause for each row when (current_user = 'fairlot_app' and old.until is not null)
  execute function refuse_change();

-- How far the orders of an issue, a round or a finance product are counted. `noticed` and `ended` are places among its orders; the
-- members of a round follow each other by id.
create table rebate_feed (
  subject_id uuid primary key,
  kind text not null,
  noticed int not null default 0,
  ended int not null default 0,
  after_member uuid,
  finished_at timestamptz,
  constraint rebate_feed_kind check (kind in ('shares', 'bets', 'units')),
  constraint rebate_feed_places check (ended >= 0 and noticed >= 0)
) with (fillfactor=70);
create index rebate_feed_open on rebate_feed (kind, subject_id) where finished_at is null;
grant select, insert (subject_id, kind), update (noticed, ended, after_member, finished_at) on rebate_feed to fairlot_app;
comment on table rebate_feed is 'key: rebate_feed';
create trigger rebate_feed_life before update on rebate_feed for each row when (current_user = 'fairlot_app' and (
    old.finished_at is not null or new.noticed < old.noticed or new.ended < old.ended
    or new.after_member < old.after_member))
  execute function refuse_change();

-- 4. Abuse. A device is known by a keyed hash of a random id that the app keeps.
create table device_seen (
  member_id uuid not null references member,
  device_hash bytea not null,
  first_at timestamptz not null,
  primary key (member_id, device_hash),
  constraint device_seen_hash check (octet_length(device_hash) = 32)
);
create index device_seen_same on device_seen (device_hash);
grant select, insert, delete on device_seen to fairlot_app;
comment on table device_seen is 'key: member';

-- A sign that both accounts of a relation are one person. `other_id`: whom the friend shares it with, the member or an earlier friend.
create table relation_flag (
  member_id uuid not null,
  friend_id uuid not null,
  signal text not null,
  other_id uuid not null,
  state text not null default 'open',
  found_at timestamptz not null,
  decided_at timestamptz,
  reason text,
  approval_id uuid,
  primary key (member_id, friend_id, signal),
  foreign key (member_id, friend_id) references team_member,
  constraint relation_flag_signal check (signal in ('device', 'payout', 'payer')),
  constraint relation_flag_other check (other_id <> friend_id),
  constraint relation_flag_state check (state in ('open', 'cleared', 'confirmed')),
  constraint relation_flag_decided check (case when state = 'open' then num_nonnulls(decided_at, reason, approval_id) = 0
    else num_nonnulls(decided_at, reason, approval_id) = 3 and length(reason) between 1 and 500 end)
) with (fillfactor=70);
create index relation_flag_by_time on relation_flag (found_at, member_id, friend_id, signal) where state = 'open';
grant select, insert (member_id, friend_id, signal, other_id, found_at), update (state, decided_at, reason, approval_id) on relation_flag
  to fairlot_app;
comment on table relation_flag is 'key: member';
create trigger relation_flag_life before update on relation_flag for each row when (current_user = 'fairlot_app'
  and (old.state, new.state) not in (('open', 'cleared'), ('open', 'confirmed')))
  execute function refuse_change();

create index trc20_transfer_of_sender on trc20_transfer (sender);

-- 5. A member shared the invitation on a business day.
create table share_day (
  member_id uuid not null references member,
  day date not null,
  primary key (member_id, day)
);
grant select, insert on share_day to fairlot_app;
comment on table share_day is 'key: member';

-- 6. What the house gave a member, in the net position.
alter table member_flow add column rewarded bigint not null default 0;
alter table member_flow drop constraint member_flow_amounts;
alter table member_flow add constraint member_flow_amounts
  check (least(deposited, withdrawn, spent, returned, won, rewarded) >= 0);
grant update (rewarded) on member_flow to fairlot_app;

-- 7. Members who invited each other before this version. Their orders so far earn nothing; what they spent counts for the team.
insert into team_member (member_id, friend_id, level, joined_at, recharged, first_recharge_at, qualified_at, spend)
select team.member_id, team.friend_id, team.level, team.joined_at, coalesce(r.recharged, 0), r.first_at,
  case when r.recharged >= 1000000 and coalesce(p.played >= p.required, true) then greatest(r.first_at, clock.at) end,
  coalesce(v.spend, 0)
from (
  select inviter_id as member_id, member_id as friend_id, 1 as level, created_at as joined_at from member where inviter_id is not null
  union all
  select above.inviter_id, m.member_id, 2, m.created_at
  from member m join member above on above.member_id = m.inviter_id where above.inviter_id is not null) team
cross join business_clock clock
left join lateral (
  select sum(c.amount)::bigint - coalesce((select sum(returned) from recharge b where b.member_id = team.friend_id), 0)::bigint as recharged,
    min(c.at) as first_at
  from recharge_credit c where c.member_id = team.friend_id having count(*) > 0) r on true
left join play_through p on p.member_id = team.friend_id
left join member_vip v on v.member_id = team.friend_id;
insert into team_total (member_id, direct, indirect, direct_spend, indirect_spend, changes)
select member_id, count(*) filter (where level = 1), count(*) filter (where level = 2), coalesce(sum(spend) filter (where level = 1), 0),
  coalesce(sum(spend) filter (where level = 2), 0), 1
from team_member group by member_id;
insert into team_period (member_id, period, start, spend)
select member_id, 'all', '1970-01-01', sum(spend) from team_member group by member_id having sum(spend) > 0;
-- what is settled is counted above; of open subjects the orders so far are noticed, and earn nothing
insert into rebate_feed (subject_id, kind, noticed, ended)
select issue_id, 'shares', orders, coalesce(s.through_seq, 0)
from issue left join issue_settlement s using (issue_id)
where status in ('selling', 'sold_out', 'expired') or status = 'drawn' and s.finished_at is null;
insert into rebate_feed (subject_id, kind, noticed) select product_id, 'units', orders from finance_product;
