-- A transfer in USDT after the time to pay is credited at the rate of that moment, and what brings its recharge above the highest
-- recharge is held until two operators decide.

-- 1. When it was paid, by business time, the rate that it is worth, and since when it is held. Transfers that ended before this
-- have no `paid_at`: they were credited at the rate of their recharge.
alter table trc20_transfer
  add column paid_at timestamptz,
  -- minor units per USDT
  add column rate bigint,
  add column held_at timestamptz;
update trc20_transfer set paid_at = least(seen_at, block_at) where ended_at is null;
update trc20_transfer t set rate = a.rate
  from trc20_address a where (a.member_id, a.recharge_id) = (t.member_id, t.recharge_id) and t.ended_at is not null;
alter table trc20_transfer
  drop constraint trc20_transfer_state,
  drop constraint trc20_transfer_ended,
  drop constraint trc20_transfer_lost,
  add constraint trc20_transfer_state check (state in ('seen', 'gone', 'held', 'credited', 'dust', 'dismissed')),
  add constraint trc20_transfer_ended check ((state in ('credited', 'dust', 'dismissed')) = (ended_at is not null)),
  add constraint trc20_transfer_rate check ((state in ('seen', 'gone')) = (rate is null) and rate > 0),
  add constraint trc20_transfer_held check ((state <> 'held' or held_at is not null) and (state <> 'dismissed' or held_at is not null)
    and (state not in ('seen', 'gone', 'dust') or held_at is null)),
  add constraint trc20_transfer_lost check (lost_at is null or rate is not null);
create index trc20_transfer_waiting on trc20_transfer (held_at, transaction_id, log_index) where state = 'held';
grant insert (paid_at, rate, held_at), update (paid_at, rate, held_at) on trc20_transfer to fairlot_app;
-- what has ended stays as it was, and what is held ends as it was held
drop trigger trc20_transfer_life on trc20_transfer;
create trigger trc20_transfer_life before update on trc20_transfer for each row when (current_user = 'fairlot_app'
  and (old.ended_at is not null and (new.units, new.block, new.block_at, new.state, new.worth, new.ended_at, new.paid_at, new.rate, new.held_at)
      is distinct from (old.units, old.block, old.block_at, old.state, old.worth, old.ended_at, old.paid_at, old.rate, old.held_at)
    or old.state = 'held' and ((new.units, new.block, new.block_at, new.paid_at, new.rate, new.held_at)
      is distinct from (old.units, old.block, old.block_at, old.paid_at, old.rate, old.held_at)
      or new.state not in ('held', 'credited', 'dismissed'))))
  execute function refuse_change();

alter table trc20_transfer_step
  drop constraint trc20_transfer_step_step,
  add constraint trc20_transfer_step_step check (step in ('seen', 'gone', 'held', 'credited', 'dust', 'dismissed', 'lost', 'found'));

-- 2. What two operators decided about a transfer that was held; append-only.
create table trc20_decision (
  transaction_id text not null,
  log_index int not null,
  outcome text not null,
  requested_by uuid not null,
  approved_by uuid not null,
  at timestamptz not null,
  primary key (transaction_id, log_index),
  constraint trc20_decision_of foreign key (transaction_id, log_index) references trc20_transfer,
  constraint trc20_decision_outcome check (outcome in ('credited', 'dismissed')),
  constraint trc20_decision_two check (approved_by <> requested_by)
);
grant select, insert on trc20_decision to fairlot_app;
comment on table trc20_decision is 'key: transaction';
create constraint trigger trc20_decision_tallied after insert on trc20_decision deferrable initially deferred
  for each row execute function tally_history();
select recount_history('trc20_decision');
