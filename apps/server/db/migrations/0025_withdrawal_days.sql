-- What the house states in the transparency log about the withdrawals of each business day.
create table withdrawal_day (
  day date primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  withdrawals int not null,
  amount bigint not null,
  -- complete hours that the oldest open one had waited when the day ended
  oldest_hours int not null,
  -- reason → number of withdrawals that failed
  rejected jsonb not null,
  stated_at timestamptz not null,
  constraint withdrawal_day_bounds check (ends_at = starts_at + interval '24 hours' and stated_at >= ends_at),
  constraint withdrawal_day_figures check (withdrawals >= 0 and amount >= 0 and oldest_hours >= 0
    and jsonb_typeof(rejected) = 'object')
);
grant select, insert on withdrawal_day to fairlot_app;
comment on table withdrawal_day is 'key: withdrawal_day';

-- Withdrawals of a batch, for the same file again.
create index withdrawal_of_batch on withdrawal (batch_id) where batch_id is not null;
