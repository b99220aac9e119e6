-- The games: chains, rounds and their evidence; the part of the bankroll that rounds bind.

-- 1. What unfinished rounds bind of an account of the house: money below `lowest` cannot leave it.
alter table house_account add column bound bigint not null default 0;
alter table house_account add column lowest bigint not null generated always as (floor + bound) stored;
alter table house_account
  add constraint house_account_bound check (bound >= 0 and (bound = 0 or name = 'bankroll')),
  add constraint house_account_lowest check (balance >= floor + bound);
grant update (bound) on house_account to fairlot_app;

-- 2. Ids follow from what they identify, so that a period of a game has one round and a game has one chain of a number.
create function round_id_of(game text, period text) returns uuid language sql immutable parallel safe
return (select encode(set_byte(set_byte(d, 6, get_byte(d, 6) & 15 | 128), 8, get_byte(d, 8) & 63 | 128), 'hex')::uuid
  from (select substring(sha256(convert_to('fairlot/round/1', 'UTF8') || '\x00' || convert_to(game, 'UTF8') || '\x00'
    || convert_to(period, 'UTF8')) for 16) as d) h);
create function chain_id_of(game text, number int) returns uuid language sql immutable parallel safe
return (select encode(set_byte(set_byte(d, 6, get_byte(d, 6) & 15 | 128), 8, get_byte(d, 8) & 63 | 128), 'hex')::uuid
  from (select substring(sha256(convert_to('fairlot/game-chain/1', 'UTF8') || '\x00' || convert_to(game, 'UTF8') || '\x00'
    || convert_to(number::text, 'UTF8')) for 16) as d) h);

-- 3. Hash chains with the terms of their rounds. The last value is encrypted with a key that is outside of the database.
create table game_chain (
  chain_id uuid primary key,
  game text not null,
  number int not null,
  length int not null,
  head text not null,
  secret bytea not null,
  key_id text not null,
  -- of the days of the periods
  zone text not null,
  round_ms bigint not null,
  cutoff_ms bigint not null,
  -- in 1/10,000 of the stake
  fee int not null,
  beacon_chain text not null,
  delay int not null,
  grade text not null,
  witnesses text[],
  demo boolean not null,
  -- no round of the chain opens earlier
  published_ms bigint not null,
  constraint game_chain_id check (chain_id = chain_id_of(game, number)),
  constraint game_chain_length unique (chain_id, length),
  constraint game_chain_game check (game ~ '^[a-z][a-z0-9-]{0,30}$' and number > 0),
  constraint game_chain_values check (length between 1 and 1048576 and head ~ '^[0-9a-f]{64}$'),
  -- a day has a whole number of half hours in every zone, and at most 9,999 rounds
  constraint game_chain_times check (round_ms >= 10000 and 1800000 % round_ms = 0 and cutoff_ms > 0 and cutoff_ms < round_ms
    and length(zone) between 1 and 64 and published_ms > 0),
  constraint game_chain_fee check (fee between 0 and 10000),
  constraint game_chain_beacon check (beacon_chain ~ '^[0-9a-f]{64}$' and delay > 0),
  constraint game_chain_witnesses check (case grade
    when 'beacon' then witnesses is null
    when 'witnessed' then witnesses is not null and cardinality(witnesses) between 1 and 16
      and array_ndims(witnesses) = 1 and array_position(witnesses, null) is null
    else false end)
);
grant select, insert on game_chain to fairlot_app;
comment on table game_chain is 'key: deployment';
create constraint trigger game_chain_tallied after insert on game_chain deferrable initially deferred for each row
  execute function tally_history();
select recount_history('game_chain');

-- The index that the next seal takes; a chain that is retired opens no more rounds.
create table game_chain_use (
  chain_id uuid primary key,
  length int not null,
  next_index int not null default 1,
  retired_at timestamptz,
  foreign key (chain_id, length) references game_chain (chain_id, length),
  constraint game_chain_use_next check (next_index between 1 and length + 1)
) with (fillfactor = 50);
grant select, insert (chain_id, length), update (next_index, retired_at) on game_chain_use to fairlot_app;
comment on table game_chain_use is 'key: deployment';
create trigger game_chain_use_life before update on game_chain_use for each row when (current_user = 'fairlot_app'
  and (new.next_index not in (old.next_index, old.next_index + 1)
    or old.retired_at is not null and new.retired_at is distinct from old.retired_at))
  execute function refuse_change();

-- 4. Rounds. The seller of bets writes bets, players, stake, pool, exposure and last_ms of an open round; the steps of a round
-- write the rest.
create table round (
  round_id uuid primary key,
  game text not null,
  -- of the business day: 20261122-0001
  period text not null,
  chain_id uuid not null references game_chain,
  status text not null default 'open',
  opens_ms bigint not null,
  -- bets before this time count
  closes_ms bigint not null,
  ends_ms bigint not null,
  -- what the bankroll binds for the round until its outcome is known
  slice bigint not null,
  -- the book: stakes, and after the result what the house adds for the payouts
  pool bigint not null default 0,
  bets int not null default 0,
  players int not null default 0,
  stake bigint not null default 0,
  -- what all bets together pay for each of the ten outcomes
  exposure bigint[] not null default '{0,0,0,0,0,0,0,0,0,0}',
  last_ms bigint not null default 0,
  -- 1 to 10: the place in exposure; null before the result
  outcome int,
  -- bets up to this one are settled or paid back
  through_seq int not null default 0,
  opened_at timestamptz not null,
  ended_at timestamptz,
  constraint round_period check (round_id = round_id_of(game, period) and period ~ '^[0-9]{8}-[0-9]{4}$'),
  constraint round_status check (status in ('open', 'closed', 'sealed', 'settled', 'void')),
  constraint round_times check (opens_ms < closes_ms and closes_ms < ends_ms),
  -- no bet before the opening, none at or after the cut-off
  constraint round_window check (last_ms = 0 or last_ms >= opens_ms and last_ms < closes_ms),
  constraint round_amounts check (slice >= 0 and pool >= 0 and stake >= 0),
  constraint round_bets check (bets >= 0 and players between 0 and bets and (bets = 0) = (stake = 0)),
  constraint round_outcomes check (cardinality(exposure) = 10 and array_ndims(exposure) = 1
    and array_position(exposure, null) is null
    and least(exposure[1], exposure[2], exposure[3], exposure[4], exposure[5], exposure[6], exposure[7], exposure[8],
      exposure[9], exposure[10]) >= 0),
  -- the worst case is covered by the stakes and the round's slice of the bankroll
  constraint round_covered check (outcome is not null or status in ('settled', 'void') or pool + slice >=
    greatest(exposure[1], exposure[2], exposure[3], exposure[4], exposure[5], exposure[6], exposure[7], exposure[8],
      exposure[9], exposure[10])),
  constraint round_escrow check (outcome is not null or status in ('settled', 'void') or pool = stake),
  constraint round_outcome check (outcome between 1 and 10 and status in ('sealed', 'settled') or outcome is null
    and status <> 'settled'),
  constraint round_through check (through_seq between 0 and bets and (through_seq = 0 or outcome is not null or status = 'void')),
  constraint round_ended check ((ended_at is null or pool = 0 and through_seq = bets and status in ('settled', 'void'))
    and (status <> 'settled' or ended_at is not null))
) with (fillfactor = 50);
create index round_live on round (closes_ms) where ended_at is null;
create index round_of_game on round (game, opens_ms);
create index round_of_chain on round (chain_id, opens_ms);
grant select, insert (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, opened_at),
  update (status, pool, bets, players, stake, exposure, last_ms, outcome, through_seq, ended_at) on round to fairlot_app;
comment on table round is 'key: round';
create trigger round_life before update on round for each row when (current_user = 'fairlot_app' and (
    new.status <> old.status and (old.status, new.status) not in (('open', 'closed'), ('closed', 'sealed'), ('closed', 'void'),
      ('sealed', 'void'), ('sealed', 'settled'))
    or (old.status <> 'open' or new.status <> 'open')
      and (new.bets, new.players, new.stake, new.exposure, new.last_ms)
        is distinct from (old.bets, old.players, old.stake, old.exposure, old.last_ms)
    or new.bets < old.bets or new.last_ms < old.last_ms or new.through_seq < old.through_seq
    or old.outcome is not null and new.outcome is distinct from old.outcome
    or old.ended_at is not null))
  execute function refuse_change();

-- The evidence of a round. Rows are never changed.
create table round_seal (
  round_id uuid primary key references round,
  chain_id uuid not null references game_chain,
  chain_index int not null,
  -- x_i of the chain
  secret text not null,
  bets int not null,
  digest text not null,
  sealed_ms bigint not null,
  beacon_round bigint not null,
  constraint round_seal_index unique (chain_id, chain_index),
  constraint round_seal_by_round unique (round_id, beacon_round),
  constraint round_seal_values check (secret ~ '^[0-9a-f]{64}$' and digest ~ '^[0-9a-f]{64}$' and bets >= 0 and chain_index > 0
    and beacon_round > 0)
);
grant select, insert on round_seal to fairlot_app;
comment on table round_seal is 'key: round';
create constraint trigger round_seal_tallied after insert on round_seal deferrable initially deferred for each row
  execute function tally_history();
select recount_history('round_seal');

-- Signatures of named witnesses over a seal, by their clocks before its beacon round.
create table round_cosignature (
  round_id uuid not null references round_seal,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  round_ms bigint not null,
  primary key (round_id, witness),
  constraint round_cosignature_in_time check (signed_ms < round_ms and size > 0)
);
grant select, insert on round_cosignature to fairlot_app;
comment on table round_cosignature is 'key: round';
create constraint trigger round_cosignature_tallied after insert on round_cosignature deferrable initially deferred for each row
  execute function tally_history();
select recount_history('round_cosignature');

create table round_result (
  round_id uuid primary key,
  beacon_round bigint not null,
  signature text not null,
  -- B and h
  beacon text not null,
  hash text not null,
  -- lucky ball: six digits; King: the runners in the order of their finish
  price text,
  finish int[],
  outcome int not null,
  -- the witness that signed the seal first; null in other grades than witnessed
  witness text,
  drawn_at timestamptz not null,
  foreign key (round_id, beacon_round) references round_seal (round_id, beacon_round),
  foreign key (round_id, witness) references round_cosignature,
  constraint round_result_values check (signature ~ '^[0-9a-f]{96}$' and beacon ~ '^[0-9a-f]{64}$' and hash ~ '^[0-9a-f]{64}$'
    and outcome between 1 and 10),
  constraint round_result_kind check (case when finish is null then price ~ '^[0-9]{6}$' and outcome = right(price, 1)::int + 1
    else price is null and cardinality(finish) = 10 and outcome = finish[1] end)
);
grant select, insert on round_result to fairlot_app;
comment on table round_result is 'key: round';
create constraint trigger round_result_tallied after insert on round_result deferrable initially deferred for each row
  execute function tally_history();
select recount_history('round_result');

-- `late`: not sealed in time; `unsigned`: no witness signed the seal in time; `lost`: the log was lost.
create table round_void (
  round_id uuid primary key references round,
  why text not null,
  bets int not null,
  stake bigint not null,
  voided_at timestamptz not null,
  constraint round_void_why check (why in ('late', 'unsigned', 'lost')),
  constraint round_void_bets check (bets >= 0 and stake >= 0)
);
grant select, insert on round_void to fairlot_app;
comment on table round_void is 'key: round';
create constraint trigger round_void_tallied after insert on round_void deferrable initially deferred for each row
  execute function tally_history();
select recount_history('round_void');

-- 5. Each entry of a chain and of a round is in the log once.
drop index log_entry_once;
create unique index log_entry_once on log_entry (subject, kind, coalesce((bytes::jsonb ->> 'attempt')::int, 1))
  where kind in ('issue-open', 'issue-seal', 'issue-draw', 'game-chain', 'round-seal', 'round-result', 'round-void');
