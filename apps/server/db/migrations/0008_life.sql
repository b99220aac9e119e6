-- The life of an issue around its draw: opening at a set time, cover by the house, deadline and refund.

-- What the house pays from, beside cash and sales. Each is funded from outside before anything is promised out of it.
insert into house_account (book, name, floor) values
  -- pays what games win
  ('00000000-0000-8000-8000-000000000003', 'bankroll', 0),
  -- pays vouchers, rebates and rewards
  ('00000000-0000-8000-8000-000000000004', 'marketing', 0),
  -- pays what the sales of an issue do not cover
  ('00000000-0000-8000-8000-000000000005', 'subsidy', 0);

-- Where the money of those accounts came from, as the operator states it.
create table house_funding (
  book uuid not null references house_account,
  funding_id uuid not null,
  amount bigint not null,
  -- of the bank; one reference funds an account once
  reference text not null,
  -- operators; null where the seed or a test funds
  requested_by uuid,
  approved_by uuid,
  funded_at timestamptz not null,
  primary key (book, funding_id),
  unique (book, reference),
  constraint house_funding_amount check (amount > 0),
  constraint house_funding_reference check (length(reference) between 1 and 140),
  constraint house_funding_two_people check (approved_by is null or (requested_by is not null and approved_by <> requested_by))
);
comment on table house_funding is 'key: house';

alter table product
  -- the most that the house adds to the sales of one issue; the opening takes what is really needed
  add column max_subsidy bigint not null default 0,
  -- why the product is paused by itself, and how much the subsidy account has to hold for it to go on
  add column pause_reason text,
  add column pause_need bigint,
  add column paused_at timestamptz,
  drop constraint product_covered,
  add constraint product_subsidy check (max_subsidy between 0 and 10000000000000000 and (max_subsidy = 0 or max_per_member > 0)),
  add constraint product_covered check (recycle_percent between 0 and 100
    and div(recycle_percent::numeric * market_price, 100) <= share_price::numeric * shares + max_subsidy),
  add constraint product_pause check ((pause_reason is null) = (pause_need is null) and (pause_reason is null) = (paused_at is null)
    and (pause_reason is null or (state = 'paused' and pause_reason = 'unfunded' and pause_need > 0)));
create index product_unfunded on product (pause_need) where pause_reason = 'unfunded';

alter table issue_terms
  -- null: on sale as soon as it was made
  add column opens_at timestamptz,
  -- what the house adds to the escrow at the opening
  add column subsidy bigint not null default 0,
  drop constraint issue_terms_amounts,
  add constraint issue_terms_amounts check (price > 0 and prize_value > 0 and subsidy >= 0 and price::numeric * shares <= 1e16
    and recycle_percent between 0 and 100
    and div(recycle_percent::numeric * prize_value, 100) <= price::numeric * shares + subsidy),
  add constraint issue_terms_subsidy check (subsidy = 0 or max_per_member > 0),
  add constraint issue_terms_times check (closes_at > coalesce(opens_at, created_at));

-- The deadline, repeated on the row that every sale locks, as Unix milliseconds like the order times beside it.
alter table issue add column closes_ms bigint;
update issue i set closes_ms = floor(extract(epoch from t.closes_at) * 1000)::bigint from issue_terms t where t.issue_id = i.issue_id;
alter table issue
  alter column closes_ms set not null,
  -- no order at or after the deadline
  add constraint issue_deadline check (last_ms < closes_ms),
  drop constraint issue_opened,
  -- one that was never funded expires unopened
  add constraint issue_opened check (case status
    when 'scheduled' then opened_at is null
    when 'expired' then opened_at is not null or sold = 0
    when 'refunded' then opened_at is not null or sold = 0
    else opened_at is not null end),
  add constraint issue_refunded check (status <> 'refunded' or pool = 0);
create index issue_to_open on issue (issue_id) where status = 'scheduled';
create index issue_to_close on issue (closes_ms) where status in ('scheduled', 'selling');

-- The refund of an expired issue: decided with the expiry, then paid back order by order.
create table issue_refund (
  issue_id uuid primary key references issue (issue_id),
  orders int not null,
  -- of the orders; the house's part goes back beside it
  amount bigint not null,
  subsidy bigint not null,
  through_seq int not null default 0,
  expired_at timestamptz not null,
  finished_at timestamptz,
  constraint issue_refund_amounts check (orders >= 0 and amount >= 0 and subsidy >= 0 and (orders = 0) = (amount = 0)),
  constraint issue_refund_through check (through_seq between 0 and orders),
  constraint issue_refund_finished check (finished_at is null or through_seq = orders)
);
comment on table issue_refund is 'key: issue';
create index issue_refund_open on issue_refund (expired_at) where finished_at is null;

-- What members and operators are to be told about an issue, once each: notices and live updates read it.
create table issue_event (
  issue_id uuid not null references issue (issue_id),
  event text not null,
  at timestamptz not null,
  primary key (issue_id, event),
  constraint issue_event_event check (event in ('opened', 'sold_out', 'expired', 'refunded'))
);
comment on table issue_event is 'key: issue';
create index issue_event_by_time on issue_event (at, issue_id);

grant select, insert on house_funding to fairlot_app;
grant update (pause_reason, pause_need, paused_at) on product to fairlot_app;
grant select, insert on issue_refund to fairlot_app;
grant update (through_seq, finished_at) on issue_refund to fairlot_app;
grant select, insert on issue_event to fairlot_app;
