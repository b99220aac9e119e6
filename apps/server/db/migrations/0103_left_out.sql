-- Friends of participants are looked at again when an event is sealed, and when one that members joined is void. A participant whose
-- friends took their money back is left out: the log says so, and the draw, the shares and the sums count those who stay.

-- 1. The events whose terms say so. Members joined the open ones without knowing it: these finish under their terms.
alter table event
  add column recheck boolean not null default false,
  add column left_out int not null default 0,
  -- when the friends were looked at again; null: not yet, or nobody had joined
  add column looked_at timestamptz;
update event set recheck = true where status = 'scheduled' and log_rules = 3;
grant insert (recheck) on event to fairlot_app;
grant update (left_out, looked_at) on event to fairlot_app;

alter table event drop constraint event_ended, drop constraint event_paid, drop constraint event_sealed, drop constraint event_shared,
  drop constraint event_void;
alter table event
  add constraint event_recheck check (not recheck or log_rules = 3),
  add constraint event_left_out check (left_out between 0 and participants and (left_out = 0 or looked_at is not null)
    and (looked_at is null or recheck and participants > 0 and status in ('sealed', 'drawn', 'void'))
    and (looked_at is not null or not recheck or participants = 0 or status not in ('sealed', 'drawn', 'void'))),
  add constraint event_ended check (ended_at is null or balance = 0
    and (status = 'void' or status = 'drawn' and paid_through = least(winners, participants - left_out))
    and (not shared or share_through = participants)),
  add constraint event_paid check (paid_through between 0 and least(winners, participants - left_out)
    and (paid_through = 0 or status = 'drawn')),
  add constraint event_sealed check (status not in ('sealed', 'drawn') or participants > left_out),
  add constraint event_shared check (share_through between 0 and participants and (shared or share_through = 0) and (not shared
    or log_rules = 3 and participants > left_out
      and (status = 'drawn' and grade = 'witnessed' or status = 'void' and (lost or grade = 'witnessed')))),
  add constraint event_void check (status <> 'void' or participants = left_out or shared or lost and log_rules = 2);

drop trigger event_life on event;
create trigger event_life before update on event for each row when (current_user = 'fairlot_app' and (
    new.status <> old.status and (old.status, new.status) not in (('scheduled', 'open'), ('scheduled', 'void'), ('open', 'closed'),
      ('closed', 'sealed'), ('closed', 'void'), ('sealed', 'drawn'))
      and not (new.lost and not old.lost and (old.status, new.status) in (('open', 'void'), ('sealed', 'void')))
    or (old.status <> 'open' or new.status <> 'open') and (new.participants, new.last_ms) is distinct from (old.participants, old.last_ms)
    or new.participants not in (old.participants, old.participants + 1) or new.last_ms < old.last_ms
    or old.opened_ms is not null and new.opened_ms is distinct from old.opened_ms
    or (new.left_out, new.looked_at) is distinct from (old.left_out, old.looked_at)
      and (old.status, new.status) not in (('closed', 'sealed'), ('closed', 'void'), ('open', 'void'))
    or new.shared <> old.shared and (old.shared or new.status = old.status)
    or new.paid_through < old.paid_through or new.share_through < old.share_through or old.lost and not new.lost
    or old.ended_at is not null
    or new.changes <= old.changes and (new.status, new.participants, new.paid_through, new.share_through)
      is distinct from (old.status, old.participants, old.paid_through, old.share_through)))
  execute function refuse_change();

create function check_event_look() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from new.looked_at - business_now())) > 60 then
    raise check_violation using message = 'friends are looked at again at the time that is stored', constraint = 'event_looked_now',
      table = 'event';
  end if;
  return new;
end $$;
create trigger event_looked_now before update of looked_at on event for each row
  when (current_user = 'fairlot_app' and new.looked_at is not null) execute function check_event_look();

-- 2. Who is left out, with the number of friends who still counted.
create table event_left_out (
  event_id uuid not null,
  seq int not null,
  counted int not null,
  primary key (event_id, seq),
  constraint event_left_out_entry foreign key (event_id, seq) references event_entry,
  constraint event_left_out_counted check (counted >= 0)
);
comment on table event_left_out is 'key: event';
grant select, insert on event_left_out to fairlot_app;
create constraint trigger event_left_out_tallied after insert on event_left_out deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_left_out');

create function check_event_left_out() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from event e where e.event_id = new.event_id and e.recheck and e.status in ('open', 'closed') and new.counted < e.friends) then
    raise check_violation using message = 'a participant with too few friends is left out before the seal, where the terms say so',
      constraint = 'event_left_out_before_seal', table = 'event_left_out';
  end if;
  return new;
end $$;
create trigger event_left_out_allowed before insert on event_left_out for each row execute function check_event_left_out();

create function check_left_out_count() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.left_out <> (select count(*) from event_left_out where event_id = new.event_id) then
    raise check_violation using message = 'an event counts everybody who is left out', constraint = 'event_left_out_count', table = 'event';
  end if;
  return null;
end $$;
create constraint trigger event_left_out_count after update on event deferrable initially deferred for each row
  when (old.status in ('open', 'closed') and new.status in ('sealed', 'void')) execute function check_left_out_count();

revoke execute on function check_event_look(), check_event_left_out(), check_left_out_count() from public;

-- 3. Winners and shares are those who stay.
create or replace function check_event_draw() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'sealed' or new.attempt <> (select attempt from event_last_seal where event_id = new.event_id) then
    raise check_violation using message = 'a draw uses the last attempt of a sealed event',
      constraint = 'event_draw_last_attempt', table = 'event_draw';
  end if;
  if (new.witness is not null) <> (e.grade = 'witnessed' and e.log_rules = 2) or (new.beacon is null) <> (e.chain is null) then
    raise check_violation using message = 'a draw has the beacon and the witness that its grade needs',
      constraint = 'event_draw_grade', table = 'event_draw';
  end if;
  if new.favour and (e.grade <> 'witnessed' or e.log_rules < 3) then
    raise check_violation using message = 'only a witnessed draw of version 3 is in favour of the members',
      constraint = 'event_draw_favour', table = 'event_draw';
  end if;
  if cardinality(new.winners) <> least(e.winners, e.participants - e.left_out) or exists (
      select from unnest(new.winners) w(seq) group by seq having count(*) > 1 or seq not between 1 and e.participants
        or exists (select from event_left_out l where (l.event_id, l.seq) = (e.event_id, w.seq))) then
    raise check_violation using message = 'a draw has different winners among the participants who stay',
      constraint = 'event_draw_among', table = 'event_draw';
  end if;
  return new;
end $$;

create or replace function check_event_share() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from event e join event_entry n on n.event_id = e.event_id and n.seq = new.seq left join event_draw d on d.event_id = e.event_id
      where e.event_id = new.event_id and e.shared and n.member_id = new.member_id
        and (e.status = 'void' and d.event_id is null or d.favour and new.seq <> all (d.winners))
        and not exists (select from event_left_out l where (l.event_id, l.seq) = (n.event_id, n.seq))
        and new.amount = e.pool / nullif(e.participants - e.left_out - coalesce(cardinality(d.winners), 0), 0)) then
    raise check_violation using message = 'an even share goes to each participant who stays and did not win, where the pool is shared',
      constraint = 'event_share_due', table = 'event_share';
  end if;
  return new;
end $$;

-- 4. Where nobody stays the event is void, as one that nobody joined.
alter table event_void drop constraint event_void_why;
alter table event_void add constraint event_void_why check (
  why in ('empty', 'missed', 'lost', 'witnesses', 'friends')
  and case why when 'lost' then true when 'witnesses' then participants > 0 when 'friends' then participants > 0 else participants = 0 end);
create or replace function check_event_void() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.why = 'witnesses' and not exists (
      select from event e where e.event_id = new.event_id and e.grade = 'witnessed' and e.log_rules = 3
        and extract(epoch from business_now()) * 1000 >= e.deadline_ms + 7 * 86400000
        and not exists (select from event_seal s where s.event_id = e.event_id)) then
    raise check_violation using message = 'an event is void without its witnesses 7 days after its deadline, before its seal',
      constraint = 'event_void_unsealed', table = 'event_void';
  end if;
  if new.why = 'friends' and not exists (
      select from event e where e.event_id = new.event_id and extract(epoch from business_now()) * 1000 >= e.deadline_ms
        and e.participants = (select count(*) from event_left_out l where l.event_id = e.event_id)
        and not exists (select from event_seal s where s.event_id = e.event_id)) then
    raise check_violation using message = 'an event of which everybody is left out is void after its deadline, before its seal',
      constraint = 'event_void_nobody_stays', table = 'event_void';
  end if;
  return new;
end $$;

-- 5. Members are told that they were left out.
alter table member_notice drop constraint member_notice_kind, drop constraint member_notice_subject;
alter table member_notice add constraint member_notice_kind check (kind in
  ('ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'event_share',
    'event_left_out', 'vip_level', 'favour'));
alter table member_notice add constraint member_notice_subject check (
  (issue_id is null) = (kind in ('event_won', 'event_share', 'event_left_out', 'vip_level'))
  and (event_id is not null) = (kind in ('event_won', 'event_share', 'event_left_out'))
  and (amount is not null) = (kind in ('event_won', 'event_share'))
  and (level is not null) = (kind = 'vip_level') and amount > 0 and level > 0);
