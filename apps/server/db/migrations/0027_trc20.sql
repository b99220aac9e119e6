-- Recharges in USDT on TRC-20: an address for each recharge, the transfers that nodes of TRON report, and their credits.

-- 1. The key that addresses derive from: which one, and its next index. Another key or another token is refused, so that each
-- address of this installation belongs to one known key. The counter has no gaps, as wallets look for addresses in sequence.
create table trc20_key (
  singleton boolean primary key default true check (singleton),
  -- SHA-256 that names the extended public key
  fingerprint text not null,
  contract text not null,
  next_index bigint not null default 0,
  bound_at timestamptz not null,
  constraint trc20_key_fingerprint check (fingerprint ~ '^[0-9a-f]{64}$'),
  constraint trc20_key_contract check (contract ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  constraint trc20_key_next check (next_index between 0 and 2147483648)
) with (fillfactor = 70);
grant select, insert (fingerprint, contract, bound_at), update (next_index) on trc20_key to fairlot_app;
comment on table trc20_key is 'key: deployment';
create trigger trc20_key_life before update on trc20_key for each row when (current_user = 'fairlot_app'
  and new.next_index <> old.next_index + 1) execute function refuse_change();

-- 2. The address of a recharge, with the rate and the confirmations that the recharge keeps.
create table trc20_address (
  member_id uuid not null,
  recharge_id uuid not null,
  -- index below the external chain of the key
  index bigint not null,
  address text not null,
  -- minor units of the wallet per USDT
  rate bigint not null,
  -- what the recharge asks for, 1/1,000,000 USDT
  units bigint not null,
  -- confirmations before a transfer is credited
  needed int not null,
  created_at timestamptz not null,
  -- the watcher's next look; null: the address is no longer watched
  look_at timestamptz,
  -- everything before this time of the chain has ended, Unix milliseconds
  listed_from_ms bigint not null,
  primary key (member_id, recharge_id),
  constraint trc20_address_of foreign key (member_id, recharge_id) references recharge,
  constraint trc20_address_index unique (index),
  constraint trc20_address_address unique (address),
  constraint trc20_address_form check (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$' and index between 0 and 2147483647),
  constraint trc20_address_amounts check (rate > 0 and units > 0 and needed > 0 and listed_from_ms >= 0)
) with (fillfactor = 70);
create index trc20_address_to_look on trc20_address (look_at) where look_at is not null;
grant select, insert, update (look_at, listed_from_ms) on trc20_address to fairlot_app;
comment on table trc20_address is 'key: member';
-- what the address was, which the server cannot change
create trigger trc20_address_life before update on trc20_address for each row when (current_user = 'fairlot_app'
  and (new.listed_from_ms < old.listed_from_ms)) execute function refuse_change();

-- 3. A transfer to an address, known by its transaction and the place of its event: the same one is never credited twice.
-- seen → credited or dust (worth nothing); seen → gone → seen, when blocks were reorganised before that.
create table trc20_transfer (
  transaction_id text not null,
  log_index int not null,
  member_id uuid not null,
  recharge_id uuid not null,
  sender text not null,
  -- 1/1,000,000 USDT
  units bigint not null,
  block bigint not null,
  -- time of the block
  block_at timestamptz not null,
  state text not null,
  -- what was credited, minor units
  worth bigint,
  seen_at timestamptz not null,
  ended_at timestamptz,
  -- when the nodes no longer had it although it was credited
  lost_at timestamptz,
  primary key (transaction_id, log_index),
  constraint trc20_transfer_of foreign key (member_id, recharge_id) references trc20_address,
  constraint trc20_transfer_name check (transaction_id ~ '^[0-9a-f]{64}$' and log_index >= 0),
  constraint trc20_transfer_sender check (sender ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'),
  constraint trc20_transfer_chain check (units >= 0 and block >= 0),
  constraint trc20_transfer_state check (state in ('seen', 'gone', 'credited', 'dust')),
  constraint trc20_transfer_worth check ((state = 'credited') = (worth is not null) and worth > 0),
  constraint trc20_transfer_ended check ((state in ('credited', 'dust')) = (ended_at is not null)),
  constraint trc20_transfer_lost check (lost_at is null or ended_at is not null)
) with (fillfactor = 70);
create index trc20_transfer_by_recharge on trc20_transfer (member_id, recharge_id);
create index trc20_transfer_lost on trc20_transfer (lost_at) where lost_at is not null;
grant select, insert (transaction_id, log_index, member_id, recharge_id, sender, units, block, block_at, state, worth, seen_at, ended_at),
  update (units, block, block_at, state, worth, ended_at, lost_at) on trc20_transfer to fairlot_app;
comment on table trc20_transfer is 'key: transaction';
-- what has ended stays as it was; only its loss can be recorded
create trigger trc20_transfer_life before update on trc20_transfer for each row when (current_user = 'fairlot_app'
  and old.ended_at is not null and (new.units, new.block, new.block_at, new.state, new.worth, new.ended_at)
    is distinct from (old.units, old.block, old.block_at, old.state, old.worth, old.ended_at))
  execute function refuse_change();

-- What the watcher saw of a transfer, in order; append-only.
create table trc20_transfer_step (
  transaction_id text not null,
  log_index int not null,
  seq int not null,
  step text not null,
  units bigint not null,
  block bigint not null,
  -- the newest block at this look
  head bigint not null,
  -- the nodes that reported it
  nodes text not null,
  at timestamptz not null,
  primary key (transaction_id, log_index, seq),
  constraint trc20_transfer_step_of foreign key (transaction_id, log_index) references trc20_transfer,
  constraint trc20_transfer_step_seq check (seq > 0),
  constraint trc20_transfer_step_step check (step in ('seen', 'gone', 'credited', 'dust', 'lost', 'found'))
);
grant select, insert on trc20_transfer_step to fairlot_app;
comment on table trc20_transfer_step is 'key: transaction';
create constraint trigger trc20_transfer_step_tallied after insert on trc20_transfer_step deferrable initially deferred
  for each row execute function tally_history();
select recount_history('trc20_transfer_step');

-- 4. The newest block that the watcher saw, and when.
create table trc20_watch (
  singleton boolean primary key default true check (singleton),
  head bigint not null,
  looked_at timestamptz not null,
  constraint trc20_watch_head check (head >= 0)
) with (fillfactor = 50);
grant select, insert (head, looked_at), update (head, looked_at) on trc20_watch to fairlot_app;
comment on table trc20_watch is 'key: deployment';
