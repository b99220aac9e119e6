-- Grade witnessed: a seal counts when a witness that the opening names signed it before its round. When none did, the issue
-- is sealed again with a later round, as the next attempt.

-- A witness signs a checkpoint again when its first answer was lost. Each line is kept with its own time.
alter table log_cosignature
  -- the size that the witness had signed before, as the protocol confirms it; null when it is not known
  add column old_size bigint,
  add constraint log_cosignature_old_size check (old_size between 0 and size),
  drop constraint log_cosignature_pkey,
  add constraint log_cosignature_pkey primary key (size, witness, signed_at);

-- An issue has one opening, one draw, and one seal of each attempt. Seals of older versions have no attempt.
drop index log_entry_once;
create unique index log_entry_once on log_entry (subject, kind, (coalesce((bytes::jsonb ->> 'attempt')::int, 1)))
  where kind in ('issue-open', 'issue-seal', 'issue-draw');

-- Attempts 2, 3 … of a seal. The first one is the row of issue_seal; orders, digest, sum and salt are those of that row.
alter table issue_seal add constraint issue_seal_by_round unique (issue_id, round);
create table issue_seal_attempt (
  issue_id uuid not null references issue_seal,
  attempt int not null,
  sealed_ms bigint not null,
  round bigint not null,
  -- the round of the attempt before, whose seal no named witness signed in time
  previous_round bigint not null,
  -- the attempt before is the row of issue_seal, or the row of this table
  first_round bigint generated always as (case when attempt = 2 then previous_round end) stored,
  previous int generated always as (case when attempt > 2 then attempt - 1 end) stored,
  primary key (issue_id, attempt),
  constraint issue_seal_attempt_by_round unique (issue_id, attempt, round),
  constraint issue_seal_attempt_first foreign key (issue_id, first_round) references issue_seal (issue_id, round),
  constraint issue_seal_attempt_previous foreign key (issue_id, previous, previous_round)
    references issue_seal_attempt (issue_id, attempt, round),
  constraint issue_seal_attempt_number check (attempt >= 2),
  constraint issue_seal_attempt_later check (round > previous_round)
);
comment on table issue_seal_attempt is 'key: issue';
grant select, insert on issue_seal_attempt to fairlot_app;

-- Signatures of named witnesses that cover an attempt and are older than its round, by the witness' clock.
create table issue_cosignature (
  issue_id uuid not null references issue_seal,
  attempt int not null,
  -- note verifier key, as in the terms
  witness text not null,
  -- the line is in log_cosignature, of this size and time
  size bigint not null,
  signed_ms bigint not null,
  -- when the round of the attempt is published
  round_ms bigint not null,
  again int generated always as (case when attempt > 1 then attempt end) stored,
  primary key (issue_id, attempt, witness),
  constraint issue_cosignature_attempt foreign key (issue_id, again) references issue_seal_attempt (issue_id, attempt),
  constraint issue_cosignature_number check (attempt >= 1 and size > 0),
  constraint issue_cosignature_in_time check (signed_ms < round_ms)
);
comment on table issue_cosignature is 'key: issue';
grant select, insert on issue_cosignature to fairlot_app;

-- The attempt that a draw uses, and a witness whose signature it rests on; null unless the grade is witnessed.
alter table issue_draw
  add column attempt int not null default 1,
  add column witness text,
  add constraint issue_draw_witness foreign key (issue_id, attempt, witness)
    references issue_cosignature (issue_id, attempt, witness),
  add constraint issue_draw_attempt check (attempt >= 1 and (attempt = 1 or witness is not null));

-- The attempt that counts: the last one.
create view issue_last_seal as
  select s.issue_id, s.orders, s.digest, s.sum, s.salt, coalesce(a.attempt, 1) as attempt,
    coalesce(a.sealed_ms, s.sealed_ms) as sealed_ms, coalesce(a.round, s.round) as round
  from issue_seal s
  left join lateral (
    select attempt, sealed_ms, round from issue_seal_attempt x where x.issue_id = s.issue_id
    order by attempt desc limit 1) a on true;
grant select on issue_last_seal to fairlot_app;

-- A draw and a further attempt exclude each other: both lock the issue. These tables are not written by the hot path.
create function check_seal_attempt() returns trigger language plpgsql as $$
begin
  if (select status from issue where issue_id = new.issue_id for update) is distinct from 'sold_out' then
    raise check_violation using message = 'an issue that is not waiting for its draw is not sealed again',
      constraint = 'issue_seal_attempt_undrawn', table = 'issue_seal_attempt';
  end if;
  if (select grade from issue_terms where issue_id = new.issue_id) is distinct from 'witnessed' then
    raise check_violation using message = 'only an issue of grade witnessed is sealed again',
      constraint = 'issue_seal_attempt_grade', table = 'issue_seal_attempt';
  end if;
  if exists (select from issue_draw where issue_id = new.issue_id) then
    raise check_violation using message = 'a drawn issue is not sealed again',
      constraint = 'issue_seal_attempt_undrawn', table = 'issue_seal_attempt';
  end if;
  if exists (select from issue_cosignature where issue_id = new.issue_id and attempt = new.attempt - 1) then
    raise check_violation using message = 'a witness signed the attempt before in time',
      constraint = 'issue_seal_attempt_unsigned', table = 'issue_seal_attempt';
  end if;
  return new;
end $$;
revoke execute on function check_seal_attempt() from public;
create trigger issue_seal_attempt_allowed before insert on issue_seal_attempt
  for each row execute function check_seal_attempt();

create function check_cosignature() returns trigger language plpgsql as $$
begin
  perform from issue where issue_id = new.issue_id for update;
  if exists (select from issue_seal_attempt where issue_id = new.issue_id and attempt > new.attempt) then
    raise check_violation using message = 'a later attempt counts',
      constraint = 'issue_cosignature_last', table = 'issue_cosignature';
  end if;
  if not exists (select from issue_terms where issue_id = new.issue_id and new.witness = any (witnesses)) then
    raise check_violation using message = 'the terms of the issue do not name this witness',
      constraint = 'issue_cosignature_named', table = 'issue_cosignature';
  end if;
  return new;
end $$;
revoke execute on function check_cosignature() from public;
create trigger issue_cosignature_allowed before insert on issue_cosignature
  for each row execute function check_cosignature();

create function check_draw() returns trigger language plpgsql as $$
begin
  perform from issue where issue_id = new.issue_id for update;
  if new.attempt <> (select attempt from issue_last_seal where issue_id = new.issue_id) then
    raise check_violation using message = 'a draw uses the last attempt',
      constraint = 'issue_draw_last_attempt', table = 'issue_draw';
  end if;
  if (new.witness is not null) <> (select grade = 'witnessed' from issue_terms where issue_id = new.issue_id) then
    raise check_violation using message = 'a draw of grade witnessed, and no other, rests on a signature of a witness',
      constraint = 'issue_draw_witnessed', table = 'issue_draw';
  end if;
  return new;
end $$;
revoke execute on function check_draw() from public;
create trigger issue_draw_allowed before insert on issue_draw
  for each row execute function check_draw();

-- Rounds of a public beacon that were seen before their time: this database's clock is behind, and a seal made by it could
-- use a round that is known already. Sealing stops for some minutes after the last one.
create table beacon_early (
  chain text not null,
  round bigint not null,
  signature bytea not null,
  -- by how much the round lay ahead of the clock
  ahead_ms bigint not null,
  seen_at timestamptz not null,
  primary key (chain, round),
  constraint beacon_early_chain check (chain ~ '^[0-9a-f]{64}$'),
  constraint beacon_early_round check (round >= 1 and ahead_ms > 0),
  constraint beacon_early_signature check (octet_length(signature) = 48)
);
comment on table beacon_early is 'key: deployment';
create index beacon_early_by_time on beacon_early (seen_at);
grant select, insert on beacon_early to fairlot_app;
