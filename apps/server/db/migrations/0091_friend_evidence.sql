-- What a claim of the invitation ladder and a place in an event rest on is stored: the friends, one row each. The doctor computes again
-- from recharges, returns and purchases whether each of them counted at that time.

-- Rows from before this migration have no such evidence and are judged by the rule of their time. The server's role cannot write the mark.
alter table team_member add column before_evidence boolean not null default false;
update team_member set before_evidence = true where qualified_at is not null;
alter table task_claim add column before_evidence boolean not null default false;
update task_claim set before_evidence = true;
alter table event_entry add column before_evidence boolean not null default false;
update event_entry set before_evidence = true;

revoke insert on task_claim, event_entry from fairlot_app;
grant insert (member_id, claim, day, amount, voucher_id, evidence_id, friends, request_id, claimed_at) on task_claim to fairlot_app;
grant insert (event_id, seq, entry_id, member_id, request_id, joined_ms, tag) on event_entry to fairlot_app;
select recount_history('task_claim'), recount_history('event_entry');

create table task_claim_friend (
  member_id uuid not null,
  claim text not null,
  day date not null,
  friend_id uuid not null,
  primary key (member_id, claim, day, friend_id),
  foreign key (member_id, claim, day) references task_claim,
  foreign key (member_id, friend_id) references team_member
);
comment on table task_claim_friend is 'key: member';
grant select, insert on task_claim_friend to fairlot_app;

create table event_entry_friend (
  event_id uuid not null,
  seq int not null,
  friend_id uuid not null,
  primary key (event_id, seq, friend_id),
  foreign key (event_id, seq) references event_entry
);
comment on table event_entry_friend is 'key: event';
grant select, insert on event_entry_friend to fairlot_app;

do $$
declare history text;
begin
  foreach history in array array['task_claim_friend', 'event_entry_friend'] loop
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row
      execute function tally_history()', history || '_tallied', history);
    perform recount_history(history::regclass);
  end loop;
end $$;

-- A friend qualifies at the time of the transaction that says so, and a shared invitation counts for its day.
create function check_qualified_now() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from new.qualified_at - business_now())) > 60 then
    raise check_violation using message = 'a friend qualifies at the time at which this is found',
      constraint = 'team_member_qualified_now', table = 'team_member';
  end if;
  return new;
end $$;
create trigger team_member_qualified_now before update of qualified_at on team_member for each row
  when (current_user = 'fairlot_app' and new.qualified_at is not null and old.qualified_at is null) execute function check_qualified_now();

create function check_share_day() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.day not between (business_now() - interval '14 hours 1 minute')::date and (business_now() + interval '14 hours 1 minute')::date then
    raise check_violation using message = 'a shared invitation counts for the day on which it is shared',
      constraint = 'share_day_now', table = 'share_day';
  end if;
  return new;
end $$;
create trigger share_day_now before insert on share_day for each row
  when (current_user = 'fairlot_app') execute function check_share_day();
