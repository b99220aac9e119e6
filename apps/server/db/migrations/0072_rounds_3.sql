-- Games of version 3. The first period of a chain gives every round its value of the chain and its beacon round before its betting
-- opens, so that nothing about a result is left to the moment of the seal. A quorum of witnesses signs the chain before it begins.

-- 1. Chains: the first period, and when it opens.
alter table game_chain add column first_period text, add column first_ms bigint;
alter table game_chain
  add constraint game_chain_first check (case log_rules
    when 3 then first_period is not null and first_period ~ '^[0-9]{8}-[0-9]{4}$' and first_ms is not null and first_ms > published_ms
      and delay between 5 and 86400 and (grade = 'witnessed') = (quorum is not null) and (quorum is null) = (own_witnesses is null)
    else first_period is null and first_ms is null and quorum is null end),
  add constraint game_chain_first_time unique (chain_id, first_ms);
-- the rows have new columns
select recount_history('game_chain');

-- The lines of named witnesses over the entry of a chain, from before its first period opened.
create table game_chain_cosignature (
  chain_id uuid not null,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  first_ms bigint not null,
  primary key (chain_id, witness),
  foreign key (chain_id, first_ms) references game_chain (chain_id, first_ms),
  constraint game_chain_cosignature_in_time check (signed_ms < first_ms and size > 0)
);
grant select, insert on game_chain_cosignature to fairlot_app;
comment on table game_chain_cosignature is 'key: deployment';
create constraint trigger game_chain_cosignature_tallied after insert on game_chain_cosignature deferrable initially deferred for each row
  execute function tally_history();
select recount_history('game_chain_cosignature');

create function refuse_unnamed_witness() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from game_chain c where c.chain_id = new.chain_id and new.witness = any(c.witnesses)) then
    raise check_violation using message = 'the chain does not name this witness', constraint = 'game_chain_cosignature_named',
      table = 'game_chain_cosignature';
  end if;
  return new;
end $$;
revoke execute on function refuse_unnamed_witness() from public;
create trigger game_chain_cosignature_named before insert on game_chain_cosignature for each row execute function refuse_unnamed_witness();

-- A log states its rules once, and every opening looks for them.
create unique index log_entry_rules on log_entry (log) where kind = 'log-rules';

-- 2. Rounds: the value of the chain and the beacon round, fixed when the round opens. Null in rounds of version 2.
alter table round add column chain_index int, add column beacon_round bigint;
alter table round add constraint round_scheduled check (
  chain_index is null and beacon_round is null or chain_index > 0 and beacon_round > 0);
grant insert (chain_index, beacon_round) on round to fairlot_app;

-- The first round of the public beacon and of local ones that is published at a time (Unix milliseconds) or later.
create function beacon_round_at(ms bigint) returns bigint language sql immutable parallel safe
return greatest(1, ceil((ceil(ms / 1000.0) - 1692803367) / 3.0) + 1)::bigint;
grant execute on function beacon_round_at(bigint) to public;

-- A round is one of the chain that decides its period, with what follows from the terms, and its chain is witnessed.
create function refuse_unscheduled_round() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  c game_chain;
begin
  select * into c from game_chain where chain_id = new.chain_id;
  if c.log_rules < 3 then
    if new.chain_index is null then
      return new;
    end if;
  elsif new.game = c.game and new.opens_ms >= c.first_ms and new.chain_index <= c.length
    and new.opens_ms = c.first_ms + (new.chain_index - 1) * c.round_ms and new.ends_ms = new.opens_ms + c.round_ms
    and new.closes_ms = new.ends_ms - c.cutoff_ms and new.beacon_round = beacon_round_at(new.closes_ms + c.delay * 1000)
    and not exists (select from game_chain later where later.game = c.game and later.number > c.number and later.first_ms <= new.opens_ms)
    and coalesce(c.quorum, 0) <= (select count(*) from game_chain_cosignature s where s.chain_id = c.chain_id) then
    return new;
  end if;
  raise check_violation using message = 'the chain does not give the period this round', constraint = 'round_schedule', table = 'round';
end $$;
revoke execute on function refuse_unscheduled_round() from public;
create trigger round_schedule before insert on round for each row execute function refuse_unscheduled_round();

-- 3. Seals: what the round fixed, in the order of the periods, and not before the beacon round is published.
create function refuse_unscheduled_seal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  r round;
begin
  select * into r from round where round_id = new.round_id;
  if r.chain_index is null or (new.chain_id, new.chain_index, new.beacon_round) = (r.chain_id, r.chain_index, r.beacon_round)
    and new.sealed_ms >= (1692803367 + (new.beacon_round - 1) * 3) * 1000
    and not exists (select from round_seal s where s.chain_id = new.chain_id and s.chain_index > new.chain_index) then
    return new;
  end if;
  raise check_violation using message = 'the seal is not the one that the round fixed', constraint = 'round_seal_schedule',
    table = 'round_seal';
end $$;
revoke execute on function refuse_unscheduled_seal() from public;
create trigger round_seal_schedule before insert on round_seal for each row execute function refuse_unscheduled_seal();

-- No round of version 3 is void, except with the log that has its chain. The new log begins in the same transaction.
create function refuse_scheduled_void() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from round r where r.round_id = new.round_id and r.chain_index is not null and (new.why <> 'lost' or exists (
      select from log_entry e where e.subject = r.chain_id::text and e.kind = 'game-chain' and e.log = (select max(number) from log)))) then
    raise check_violation using message = 'a round of version 3 is void only when its log is lost', constraint = 'round_void_schedule',
      table = 'round_void';
  end if;
  return null;
end $$;
revoke execute on function refuse_scheduled_void() from public;
create constraint trigger round_void_schedule after insert on round_void deferrable initially deferred for each row
  execute function refuse_scheduled_void();

-- 4. Receipts of version 3.
alter table receipt drop constraint receipt_content;
alter table receipt add constraint receipt_content check (
  content::jsonb ->> 't' in ('receipt', 'receipt/3') and content::jsonb ->> 'id' = subject_id::text);
