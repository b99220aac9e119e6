-- Reconciliation: what banks, payment companies and chains say of each business day, against what the books have.
create table reconciliation_day (
  day date not null,
  provider text not null,
  -- `in`: recharges; `out`: withdrawals
  direction text not null,
  said_items int not null,
  said_amount bigint not null,
  booked_items int not null,
  booked_amount bigint not null,
  -- items that only one side has, or that have another amount there
  differences int not null,
  changed_at timestamptz not null,
  primary key (day, provider, direction),
  constraint reconciliation_day_provider check (provider ~ '^[a-z0-9]{1,20}$'),
  constraint reconciliation_day_direction check (direction in ('in', 'out')),
  constraint reconciliation_day_figures check (least(said_items, said_amount, booked_items, booked_amount, differences) >= 0
    and (differences > 0 or said_items = booked_items and said_amount = booked_amount))
);
grant select, insert, update (said_items, said_amount, booked_items, booked_amount, differences, changed_at), delete
  on reconciliation_day to fairlot_app;
comment on table reconciliation_day is 'key: reconciliation_day';
create index reconciliation_day_open on reconciliation_day (day) where differences > 0;

-- What was known at this time has been compared.
create table reconciliation_run (
  singleton boolean primary key default true check (singleton),
  cut_at timestamptz not null,
  -- of business time, minutes east of UTC
  utc_offset int not null
);
grant select, insert, update (cut_at, utc_offset) on reconciliation_run to fairlot_app;
comment on table reconciliation_run is 'key: deployment';
