-- Prize-share events of version 3. Their seals are final: they have one attempt, and the log's entry of the draw holds the lines of the
-- witnesses. Where too few witnesses sign in time, the pool is paid once more to those who did not win; an event that could not be
-- sealed for 7 days, or whose log was lost, pays its pool evenly to all who joined.

-- 1. Whether an event shares its pool evenly, and the participant up to whom the shares are paid.
alter table event add column shared boolean not null default false, add column share_through int not null default 0;
grant update (shared, share_through) on event to fairlot_app;
alter table event drop constraint event_ended, drop constraint event_funded, drop constraint event_void;
alter table event
  add constraint event_ended check (ended_at is null or balance = 0
    and (status = 'void' or status = 'drawn' and paid_through = least(winners, participants))
    and (not shared or share_through = participants)),
  -- a draw in favour adds at most the pool from the guarantee
  add constraint event_funded check (balance >= 0 and balance - case when shared and status = 'drawn' then pool else 0 end <= pool
    and (status not in ('open', 'closed', 'sealed') or balance = pool)),
  add constraint event_shared check (share_through between 0 and participants and (shared or share_through = 0) and (not shared
    or log_rules = 3 and participants > 0 and (status = 'drawn' and grade = 'witnessed' or status = 'void' and (lost or grade = 'witnessed')))),
  add constraint event_void check (status <> 'void' or participants = 0 or shared or lost and log_rules = 2);

drop trigger event_life on event;
create trigger event_life before update on event for each row when (current_user = 'fairlot_app' and (
    new.status <> old.status and (old.status, new.status) not in (('scheduled', 'open'), ('scheduled', 'void'), ('open', 'closed'),
      ('closed', 'sealed'), ('closed', 'void'), ('sealed', 'drawn'))
      and not (new.lost and not old.lost and (old.status, new.status) in (('open', 'void'), ('sealed', 'void')))
    or (old.status <> 'open' or new.status <> 'open') and (new.participants, new.last_ms) is distinct from (old.participants, old.last_ms)
    or new.participants not in (old.participants, old.participants + 1) or new.last_ms < old.last_ms
    or old.opened_ms is not null and new.opened_ms is distinct from old.opened_ms
    or new.shared <> old.shared and (old.shared or new.status = old.status)
    or new.paid_through < old.paid_through or new.share_through < old.share_through or old.lost and not new.lost
    or old.ended_at is not null
    or new.changes <= old.changes and (new.status, new.participants, new.paid_through, new.share_through)
      is distinct from (old.status, old.participants, old.paid_through, old.share_through)))
  execute function refuse_change();

-- 2. Draws. Those of version 3 name no single witness, and only witnesses can be late.
create or replace function check_event_draw() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
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
  if cardinality(new.winners) <> least(e.winners, e.participants) or exists (
      select from unnest(new.winners) w(seq) group by seq having count(*) > 1 or seq not between 1 and e.participants) then
    raise check_violation using message = 'a draw has different winners among the participants',
      constraint = 'event_draw_among', table = 'event_draw';
  end if;
  return new;
end $$;

-- Nothing witnessed is sealed while a stop after failed witnesses is open.
create function refuse_held_event() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if exists (select from witness_hold where released_at is null)
    and exists (select from event where event_id = new.event_id and quorum is not null) then
    raise check_violation using message = 'nothing witnessed is sealed while a hold is open', constraint = 'event_seal_held',
      table = 'event_seal';
  end if;
  return new;
end $$;
revoke execute on function refuse_held_event() from public;
create trigger event_seal_after_hold before insert on event_seal for each row execute function refuse_held_event();

-- A seal of version 3 is final, and the log's entry of its draw has the lines of the witnesses.
create function refuse_event_attempt_3() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if exists (select from event where event_id = new.event_id and log_rules > 2) then
    raise check_violation using message = 'an event of version 3 has one seal', constraint = 'event_version_3', table = tg_table_name;
  end if;
  return new;
end $$;
revoke execute on function refuse_event_attempt_3() from public;
create trigger event_seal_attempt_version before insert on event_seal_attempt for each row execute function refuse_event_attempt_3();
create trigger event_cosignature_version before insert on event_cosignature for each row execute function refuse_event_attempt_3();

-- 3. What ends an event that members joined: its log is lost, or it was witnessed and could not be sealed for 7 days.
alter table event_void drop constraint event_void_why;
alter table event_void add constraint event_void_why check (
  why in ('empty', 'missed', 'lost', 'witnesses') and case why when 'lost' then true when 'witnesses' then participants > 0
    else participants = 0 end);
create function check_event_void() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if new.why = 'witnesses' and not exists (
      select from event e where e.event_id = new.event_id and e.grade = 'witnessed' and e.log_rules = 3
        and extract(epoch from business_now()) * 1000 >= e.deadline_ms + 7 * 86400000
        and not exists (select from event_seal s where s.event_id = e.event_id)) then
    raise check_violation using message = 'an event is void without its witnesses 7 days after its deadline, before its seal',
      constraint = 'event_void_unsealed', table = 'event_void';
  end if;
  return new;
end $$;
revoke execute on function check_event_void() from public;
create trigger event_void_allowed before insert on event_void for each row execute function check_event_void();

-- 4. The even shares, one of each participant at most. The share of a closed account goes back to where it came from.
create table event_share (
  event_id uuid not null references event,
  seq int not null,
  member_id uuid not null,
  amount bigint not null,
  went text not null,
  paid_at timestamptz not null,
  primary key (event_id, seq),
  constraint event_share_entry foreign key (event_id, seq) references event_entry,
  constraint event_share_values check (amount > 0 and went in ('wallet', 'house'))
);
create index event_share_of_member on event_share (member_id, paid_at);
grant select, insert on event_share to fairlot_app;
comment on table event_share is 'key: event';
create function check_event_share() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if not exists (
      select from event e join event_entry n on n.event_id = e.event_id and n.seq = new.seq left join event_draw d on d.event_id = e.event_id
      where e.event_id = new.event_id and e.shared and n.member_id = new.member_id
        and (e.status = 'void' and d.event_id is null or d.favour and new.seq <> all (d.winners))
        and new.amount = e.pool / nullif(e.participants - coalesce(cardinality(d.winners), 0), 0)) then
    raise check_violation using message = 'an even share goes to each participant who did not win, where the pool is shared',
      constraint = 'event_share_due', table = 'event_share';
  end if;
  return new;
end $$;
revoke execute on function check_event_share() from public;
create trigger event_share_allowed before insert on event_share for each row execute function check_event_share();
create constraint trigger event_share_tallied after insert on event_share deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_share');

-- 5. Members are told of their share once, as winners are of their prize.
alter table member_notice drop constraint member_notice_kind, drop constraint member_notice_subject;
alter table member_notice add constraint member_notice_kind check (kind in
  ('ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'event_share',
    'vip_level', 'favour'));
alter table member_notice add constraint member_notice_subject check (
  (issue_id is null) = (kind in ('event_won', 'event_share', 'vip_level'))
  and (event_id is not null) = (kind in ('event_won', 'event_share')) and (amount is not null) = (kind in ('event_won', 'event_share'))
  and (level is not null) = (kind = 'vip_level') and amount > 0 and level > 0);
