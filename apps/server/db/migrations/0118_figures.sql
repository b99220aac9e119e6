-- Figures of business days: what every account moved, and who came. A job writes each day once, after it has ended; reports read these rows
-- and never the ledger. The first days of a house from before this migration are written by the same job.

-- The ledger grows at its end, so an index of the time is a few pages: the job reads one day without the others.
create index ledger_by_time on ledger using brin (at) with (pages_per_range = 32, autosummarize = on);
create index member_by_time on member using brin (created_at) with (autosummarize = on);

create table figure_day (
  day date primary key,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- members who registered; who paid in, bought, saved, withdrew or claimed a reward; who did the first two for the first time
  registered int not null,
  active int not null,
  first_recharges int not null,
  first_purchases int not null,
  -- medians from the request to the money, in seconds; null: there was none
  recharge_seconds int,
  withdrawal_seconds int,
  stated_at timestamptz not null,
  constraint figure_day_bounds check (starts_at < ends_at and stated_at >= ends_at),
  constraint figure_day_people check (registered >= 0 and active >= 0 and first_recharges between 0 and active
    and first_purchases between 0 and active),
  constraint figure_day_medians check (recharge_seconds >= 0 and withdrawal_seconds >= 0)
);
comment on table figure_day is 'key: figure_day';
grant select, insert on figure_day to fairlot_app;

-- `in` and `out`: the lines of the ledger that moved money into or out of the accounts of a subject. `end`: its balance at the end of the
-- day. The area `drawn` has what the issues sold that were drawn on the day.
create table figure (
  day date not null references figure_day,
  area text not null,
  subject text not null,
  kind text not null,
  side text not null,
  lines bigint not null,
  amount bigint not null,
  primary key (day, area, subject, kind, side),
  constraint figure_area check (area in ('house', 'members', 'product', 'game', 'custody', 'reserve', 'event', 'other', 'drawn')),
  constraint figure_side check (side in ('in', 'out', 'end')),
  constraint figure_amount check (lines >= 0 and (side = 'end' or amount >= 0))
);
comment on table figure is 'key: figure_day';
grant select, insert on figure to fairlot_app;
