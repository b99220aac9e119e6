-- Prize-share events: a funded pool that is drawn among the members who joined.

-- 1. Events. The terms are columns that no role may update. The rest is the state of the event and its book.
create table event (
  event_id uuid primary key,
  -- id in the log, in proofs and on screens: P1-0001
  number text not null,
  sequence int not null,
  -- terms
  pool bigint not null,
  winners int not null,
  -- of each winner
  prize bigint not null generated always as (pool / nullif(winners, 0)) stored,
  -- friends whom a member must have invited, and what each of them must have topped up
  friends int not null,
  top_up bigint not null,
  -- when it opens at the earliest
  opens_ms bigint not null,
  -- members who join before this time take part
  deadline_ms bigint not null,
  grade text not null,
  utc_offset int not null,
  commitment text not null,
  chain text,
  delay int,
  witnesses text[],
  demo boolean not null,
  -- the two operators; the demo world and tests of a sandbox leave them out
  requested_by uuid,
  approved_by uuid,
  approval_id uuid,
  created_at timestamptz not null,
  -- state
  status text not null default 'scheduled',
  opened_ms bigint,
  participants int not null default 0,
  -- time of the last participant
  last_ms bigint not null default 0,
  -- the book
  balance bigint not null default 0,
  -- winners up to this place are paid
  paid_through int not null default 0,
  -- counts changes, for live updates
  changes bigint not null default 0,
  lost boolean not null default false,
  ended_at timestamptz,
  constraint event_number unique (number),
  constraint event_sequence unique (sequence),
  constraint event_names check (sequence > 0 and number ~ '^[A-Z0-9]{1,12}-[0-9]{4,10}$'),
  constraint event_prizes check (pool > 0 and winners between 1 and 1000 and prize > 0),
  constraint event_asks check (friends between 1 and 100 and top_up > 0),
  constraint event_times check (opens_ms > 0 and deadline_ms > opens_ms and utc_offset between -1440 and 1440),
  constraint event_commitment check (commitment ~ '^[0-9a-f]{64}$'),
  constraint event_grade check (case grade
    when 'salt' then chain is null and delay is null and witnesses is null
    when 'beacon' then chain ~ '^[0-9a-f]{64}$' and delay > 0 and chain is not null and delay is not null and witnesses is null
    when 'witnessed' then chain ~ '^[0-9a-f]{64}$' and delay > 0 and chain is not null and delay is not null and witnesses is not null
      and cardinality(witnesses) between 1 and 16 and array_ndims(witnesses) = 1 and array_position(witnesses, null) is null
    else false end),
  constraint event_by check (num_nonnulls(requested_by, approved_by, approval_id) in (0, 3) and requested_by is distinct from approved_by
    or num_nonnulls(requested_by, approved_by, approval_id) = 0),
  constraint event_status check (status in ('scheduled', 'open', 'closed', 'sealed', 'drawn', 'void')),
  constraint event_opened check (case status when 'scheduled' then opened_ms is null when 'void' then true else opened_ms is not null end
    and opened_ms < deadline_ms and opened_ms >= opens_ms),
  -- nobody joins before the opening, nor at or after the deadline
  constraint event_window check ((participants = 0) = (last_ms = 0) and participants >= 0
    and (participants = 0 or opened_ms is not null and last_ms >= opened_ms and last_ms < deadline_ms)),
  -- the pool is there from the opening to the draw, and leaves the book completely
  constraint event_funded check (balance between 0 and pool and (status not in ('open', 'closed', 'sealed') or balance = pool)),
  constraint event_paid check (paid_through between 0 and least(winners, participants) and (paid_through = 0 or status = 'drawn')),
  constraint event_ended check (ended_at is null or balance = 0 and (status = 'void'
    or status = 'drawn' and paid_through = least(winners, participants))),
  -- nothing cancels an event that has participants; it is lost only with its log
  constraint event_void check (status <> 'void' or participants = 0 or lost),
  constraint event_sealed check (status not in ('sealed', 'drawn') or participants > 0),
  constraint event_lost check (not lost or status = 'void')
) with (fillfactor = 50);
create index event_live on event (deadline_ms) where ended_at is null;
grant select, insert (event_id, number, sequence, pool, winners, friends, top_up, opens_ms, deadline_ms, grade, utc_offset, commitment,
    chain, delay, witnesses, demo, requested_by, approved_by, approval_id, created_at),
  update (status, opened_ms, participants, last_ms, balance, paid_through, changes, lost, ended_at) on event to fairlot_app;
comment on table event is 'key: event';
create trigger event_life before update on event for each row when (current_user = 'fairlot_app' and (
    new.status <> old.status and (old.status, new.status) not in (('scheduled', 'open'), ('scheduled', 'void'), ('open', 'closed'),
      ('closed', 'sealed'), ('closed', 'void'), ('sealed', 'drawn'))
      and not (new.lost and not old.lost and (old.status, new.status) in (('open', 'void'), ('sealed', 'void')))
    or (old.status <> 'open' or new.status <> 'open') and (new.participants, new.last_ms) is distinct from (old.participants, old.last_ms)
    or new.participants not in (old.participants, old.participants + 1) or new.last_ms < old.last_ms
    or old.opened_ms is not null and new.opened_ms is distinct from old.opened_ms
    or new.paid_through < old.paid_through or old.lost and not new.lost or old.ended_at is not null
    or new.changes <= old.changes
      and (new.status, new.participants, new.paid_through) is distinct from (old.status, old.participants, old.paid_through)))
  execute function refuse_change();

-- Only the loss of the log ends an event that members joined: the transaction starts a new log.
create function check_lost_event() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if exists (select from log_entry where subject = 'event ' || new.number and kind = 'event-open' and log = (select max(number) from log)) then
    raise check_violation using message = 'an event is lost only with its log', constraint = 'event_lost_log', table = 'event';
  end if;
  return null;
end $$;
revoke execute on function check_lost_event() from public;
create constraint trigger event_lost_log after update on event deferrable initially deferred for each row
  when (new.lost and not old.lost) execute function check_lost_event();

create table event_text (
  event_id uuid not null references event,
  language text not null,
  title text not null,
  primary key (event_id, language),
  constraint event_text_title check (length(title) between 1 and 80)
);
grant select, insert on event_text to fairlot_app;
comment on table event_text is 'key: event';

-- The salt, encrypted with a key that is outside of the database. The seal reveals it.
create table event_secret (
  event_id uuid primary key references event,
  salt bytea not null,
  key_id text not null
);
grant select, insert on event_secret to fairlot_app;
comment on table event_secret is 'key: event';

-- 2. Participants, one row for each member.
create table event_entry (
  event_id uuid not null references event,
  -- 1 … participants, in the order of joining
  seq int not null,
  -- also the reference of the winner's payment
  entry_id uuid not null,
  member_id uuid not null,
  request_id uuid not null,
  joined_ms bigint not null,
  tag text not null,
  primary key (event_id, seq),
  constraint event_entry_once unique (event_id, member_id),
  constraint event_entry_id unique (event_id, entry_id),
  constraint event_entry_values check (seq > 0 and joined_ms > 0 and tag ~ '^[0-9a-f]{16}$')
);
create index event_entry_of_member on event_entry (member_id, joined_ms);
grant select, insert on event_entry to fairlot_app;
comment on table event_entry is 'key: event';
create constraint trigger event_entry_tallied after insert on event_entry deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_entry');

-- 3. The evidence of the draw. Rows are never changed.
create table event_seal (
  event_id uuid primary key references event,
  participants int not null,
  digest text not null,
  sum bigint not null,
  salt text not null,
  sealed_ms bigint not null,
  -- null in grade salt
  round bigint,
  constraint event_seal_by_round unique (event_id, round),
  constraint event_seal_values check (participants > 0 and sum >= 0 and digest ~ '^[0-9a-f]{64}$' and salt ~ '^[0-9a-f]{64}$'
    and sealed_ms > 0 and round > 0)
);
grant select, insert on event_seal to fairlot_app;
comment on table event_seal is 'key: event';
create constraint trigger event_seal_tallied after insert on event_seal deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_seal');

-- Attempts 2, 3 … of a seal, in grade witnessed; as issue_seal_attempt.
create table event_seal_attempt (
  event_id uuid not null references event_seal,
  attempt int not null,
  sealed_ms bigint not null,
  round bigint not null,
  previous_round bigint not null,
  first_round bigint generated always as (case when attempt = 2 then previous_round end) stored,
  previous int generated always as (case when attempt > 2 then attempt - 1 end) stored,
  primary key (event_id, attempt),
  constraint event_seal_attempt_by_round unique (event_id, attempt, round),
  constraint event_seal_attempt_first foreign key (event_id, first_round) references event_seal (event_id, round),
  constraint event_seal_attempt_previous foreign key (event_id, previous, previous_round)
    references event_seal_attempt (event_id, attempt, round),
  constraint event_seal_attempt_number check (attempt >= 2),
  constraint event_seal_attempt_later check (round > previous_round)
);
grant select, insert on event_seal_attempt to fairlot_app;
comment on table event_seal_attempt is 'key: event';
create constraint trigger event_seal_attempt_tallied after insert on event_seal_attempt deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_seal_attempt');

-- Signatures of named witnesses over an attempt, by their clocks before its round.
create table event_cosignature (
  event_id uuid not null references event_seal,
  attempt int not null,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  round_ms bigint not null,
  again int generated always as (case when attempt > 1 then attempt end) stored,
  primary key (event_id, attempt, witness),
  constraint event_cosignature_attempt foreign key (event_id, again) references event_seal_attempt (event_id, attempt),
  constraint event_cosignature_number check (attempt >= 1 and size > 0),
  constraint event_cosignature_in_time check (signed_ms < round_ms)
);
grant select, insert on event_cosignature to fairlot_app;
comment on table event_cosignature is 'key: event';
create constraint trigger event_cosignature_tallied after insert on event_cosignature deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_cosignature');

create table event_draw (
  event_id uuid primary key references event_seal,
  signature text,
  -- B and E
  beacon text,
  entropy text not null,
  -- the seq of each winner, in the order in which they were drawn
  winners int[] not null,
  attempt int not null,
  -- the witness that signed the seal first; null in other grades than witnessed
  witness text,
  drawn_at timestamptz not null,
  constraint event_draw_witness foreign key (event_id, attempt, witness) references event_cosignature (event_id, attempt, witness),
  constraint event_draw_values check (signature ~ '^[0-9a-f]{96}$' and beacon ~ '^[0-9a-f]{64}$' or signature is null and beacon is null),
  constraint event_draw_entropy check (entropy ~ '^[0-9a-f]{64}$'),
  constraint event_draw_winners check (cardinality(winners) between 1 and 1000 and array_ndims(winners) = 1
    and array_position(winners, null) is null),
  constraint event_draw_attempt check (attempt >= 1 and (attempt = 1 or witness is not null))
);
grant select, insert on event_draw to fairlot_app;
comment on table event_draw is 'key: event';
create constraint trigger event_draw_tallied after insert on event_draw deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_draw');

-- `empty`: nobody joined before the deadline; `missed`: it never opened, because its pool could not be funded; `lost`: the log was lost.
create table event_void (
  event_id uuid primary key references event,
  why text not null,
  participants int not null,
  -- what went back
  pool bigint not null,
  voided_at timestamptz not null,
  constraint event_void_why check (why in ('empty', 'missed', 'lost') and (participants = 0 or why = 'lost')),
  constraint event_void_amounts check (participants >= 0 and pool >= 0 and (pool = 0) = (why = 'missed'))
);
grant select, insert on event_void to fairlot_app;
comment on table event_void is 'key: event';
create constraint trigger event_void_tallied after insert on event_void deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_void');

-- What became of each prize: paid to the wallet, or back to the house because the account was closed in the meantime.
create table event_payment (
  event_id uuid not null references event_draw,
  place int not null,
  seq int not null,
  member_id uuid not null,
  amount bigint not null,
  went text not null,
  paid_at timestamptz not null,
  primary key (event_id, place),
  constraint event_payment_seq unique (event_id, seq),
  constraint event_payment_entry foreign key (event_id, seq) references event_entry (event_id, seq),
  constraint event_payment_values check (place > 0 and amount > 0 and went in ('wallet', 'house'))
);
create index event_payment_of_member on event_payment (member_id, paid_at);
grant select, insert on event_payment to fairlot_app;
comment on table event_payment is 'key: event';
create constraint trigger event_payment_tallied after insert on event_payment deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_payment');

-- The attempt that counts: the last one.
create view event_last_seal as
  select s.event_id, s.participants, s.digest, s.sum, s.salt, coalesce(a.attempt, 1) as attempt,
    coalesce(a.sealed_ms, s.sealed_ms) as sealed_ms, coalesce(a.round, s.round) as round
  from event_seal s
  left join lateral (
    select attempt, sealed_ms, round from event_seal_attempt x where x.event_id = s.event_id
    order by attempt desc limit 1) a on true;
grant select on event_last_seal to fairlot_app;

-- 4. What excludes each other locks the event. The salt that a seal reveals is the one that the terms committed to.
create function check_event_seal() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'closed' or new.participants <> e.participants or new.sealed_ms < e.deadline_ms then
    raise check_violation using message = 'an event is sealed after its deadline, with all participants',
      constraint = 'event_seal_closed', table = 'event_seal';
  end if;
  if (new.round is null) <> (e.chain is null) then
    raise check_violation using message = 'the seal of an event has the round that its grade needs',
      constraint = 'event_seal_round', table = 'event_seal';
  end if;
  if encode(sha256(convert_to('fairlot/salt/1', 'UTF8') || '\x00'::bytea || convert_to(e.number, 'UTF8') || '\x00'::bytea
      || decode(new.salt, 'hex')), 'hex') <> e.commitment then
    raise check_violation using message = 'the salt is not the one of the commitment',
      constraint = 'event_seal_salt', table = 'event_seal';
  end if;
  return new;
end $$;
revoke execute on function check_event_seal() from public;
create trigger event_seal_allowed before insert on event_seal for each row execute function check_event_seal();

create function check_event_attempt() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'sealed' or e.grade <> 'witnessed' or exists (select from event_draw where event_id = new.event_id) then
    raise check_violation using message = 'only an event of grade witnessed that waits for its draw is sealed again',
      constraint = 'event_seal_attempt_undrawn', table = 'event_seal_attempt';
  end if;
  if exists (select from event_cosignature where event_id = new.event_id and attempt = new.attempt - 1) then
    raise check_violation using message = 'a witness signed the attempt before in time',
      constraint = 'event_seal_attempt_unsigned', table = 'event_seal_attempt';
  end if;
  return new;
end $$;
revoke execute on function check_event_attempt() from public;
create trigger event_seal_attempt_allowed before insert on event_seal_attempt for each row execute function check_event_attempt();

create function check_event_cosignature() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  perform from event where event_id = new.event_id for update;
  if exists (select from event_seal_attempt where event_id = new.event_id and attempt > new.attempt) then
    raise check_violation using message = 'a later attempt counts',
      constraint = 'event_cosignature_last', table = 'event_cosignature';
  end if;
  if not exists (select from event where event_id = new.event_id and new.witness = any (witnesses)) then
    raise check_violation using message = 'the terms of the event do not name this witness',
      constraint = 'event_cosignature_named', table = 'event_cosignature';
  end if;
  return new;
end $$;
revoke execute on function check_event_cosignature() from public;
create trigger event_cosignature_allowed before insert on event_cosignature for each row execute function check_event_cosignature();

create function check_event_draw() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'sealed' or new.attempt <> (select attempt from event_last_seal where event_id = new.event_id) then
    raise check_violation using message = 'a draw uses the last attempt of a sealed event',
      constraint = 'event_draw_last_attempt', table = 'event_draw';
  end if;
  if (new.witness is not null) <> (e.grade = 'witnessed') or (new.beacon is null) <> (e.chain is null) then
    raise check_violation using message = 'a draw has the beacon and the witness that its grade needs',
      constraint = 'event_draw_grade', table = 'event_draw';
  end if;
  if cardinality(new.winners) <> least(e.winners, e.participants) or exists (
      select from unnest(new.winners) w(seq) group by seq having count(*) > 1 or seq not between 1 and e.participants) then
    raise check_violation using message = 'a draw has different winners among the participants',
      constraint = 'event_draw_among', table = 'event_draw';
  end if;
  return new;
end $$;
revoke execute on function check_event_draw() from public;
create trigger event_draw_allowed before insert on event_draw for each row execute function check_event_draw();

-- A prize goes to the winner of its place, in the amount of the terms.
create function check_event_payment() returns trigger language plpgsql set search_path to 'pg_catalog', 'public', 'pg_temp' as $$
begin
  if not exists (
      select from event_draw d join event e using (event_id) join event_entry w on w.event_id = d.event_id and w.seq = d.winners[new.place]
      where d.event_id = new.event_id and w.seq = new.seq and w.member_id = new.member_id and e.prize = new.amount) then
    raise check_violation using message = 'a prize goes to the winner of its place',
      constraint = 'event_payment_winner', table = 'event_payment';
  end if;
  return new;
end $$;
revoke execute on function check_event_payment() from public;
create trigger event_payment_allowed before insert on event_payment for each row execute function check_event_payment();

-- 5. Each entry of an event is in the log once.
drop index log_entry_once;
create unique index log_entry_once on log_entry (subject, kind, coalesce((bytes::jsonb ->> 'attempt')::int, 1))
  where kind in ('issue-open', 'issue-seal', 'issue-draw', 'game-chain', 'round-seal', 'round-result', 'round-void',
    'event-open', 'event-seal', 'event-draw', 'event-void');
