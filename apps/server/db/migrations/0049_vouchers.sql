-- VIP levels, and vouchers: an amount off an order, which the house has set aside when it granted the voucher.

-- 1. What members have spent: orders of drawn issues, without what vouchers paid. The settlement counts it; the level follows from it.
create table member_vip (
  member_id uuid primary key references member,
  spend bigint not null default 0 check (spend >= 0)
) with (fillfactor=70);
grant select, insert, update (spend) on member_vip to fairlot_app;
comment on table member_vip is 'key: member';
insert into member_vip (member_id, spend)
select member_id, sum(amount) from purchase where kind = 'shares' and state = 'done' and settled group by member_id;

-- 2. What the house set aside for vouchers that can still be used.
alter table house_account drop constraint house_account_known;
insert into house_account (book, name, floor) values ('00000000-0000-8000-8000-000000000007', 'vouchers', 0);
alter table house_account add constraint house_account_known check (
  (book, name, floor) in (
    ('00000000-0000-8000-8000-000000000001', 'cash', -9223372036854775807),
    ('00000000-0000-8000-8000-000000000002', 'sales', 0),
    ('00000000-0000-8000-8000-000000000003', 'bankroll', 0),
    ('00000000-0000-8000-8000-000000000004', 'marketing', 0),
    ('00000000-0000-8000-8000-000000000005', 'subsidy', 0),
    ('00000000-0000-8000-8000-000000000006', 'fees', 0),
    ('00000000-0000-8000-8000-000000000007', 'vouchers', 0)));

-- 3. The part of a purchase that the house paid; null: nothing. It never changes.
alter table purchase add column house_paid bigint;
alter table purchase add constraint purchase_house_paid check (house_paid > 0 and house_paid <= amount);
grant insert (house_paid) on purchase to fairlot_app;

-- 4. Vouchers. The minimum of the order is never below the amount, so that an order never costs less than nothing.
create table voucher (
  member_id uuid not null references member,
  voucher_id uuid not null,
  amount bigint not null,
  min_spend bigint not null,
  granted_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null,
  -- the order that it was used for
  purchase_id uuid,
  -- how many entries its history has
  steps int not null default 1,
  -- null: the demo world granted it
  approval_id uuid,
  primary key (member_id, voucher_id),
  constraint voucher_amount check (amount > 0 and min_spend >= amount),
  constraint voucher_state check (state in ('open', 'used', 'expired')),
  constraint voucher_used check ((state = 'used') = (purchase_id is not null)),
  constraint voucher_expires check (expires_at > granted_at),
  constraint voucher_steps check (steps > 0)
) with (fillfactor=70);
create unique index voucher_of_purchase on voucher (member_id, purchase_id) where purchase_id is not null;
create index voucher_open on voucher (member_id, expires_at, voucher_id) where state = 'open';
create index voucher_by_time on voucher (member_id, granted_at desc, voucher_id desc);
create index voucher_expiry on voucher (expires_at, member_id) where state = 'open';
grant select on voucher to fairlot_app;
grant insert (member_id, voucher_id, amount, min_spend, granted_at, expires_at, state, approval_id) on voucher to fairlot_app;
grant update (state, purchase_id, expires_at, steps) on voucher to fairlot_app;
comment on table voucher is 'key: member';
-- open → used → open …, open → expired; a voucher that comes back is valid for no shorter than before
create trigger voucher_life before update on voucher for each row when (current_user = 'fairlot_app'
  and ((old.state, new.state) not in (('open', 'used'), ('used', 'open'), ('open', 'expired'))
    or new.steps <> old.steps + 1 or new.expires_at < old.expires_at
    or new.expires_at <> old.expires_at and new.state <> 'open'))
  execute function refuse_change();

-- What happened to a voucher. Append-only.
create table voucher_event (
  member_id uuid not null,
  voucher_id uuid not null,
  seq int not null check (seq > 0),
  event text not null,
  purchase_id uuid,
  at timestamptz not null,
  primary key (member_id, voucher_id, seq),
  foreign key (member_id, voucher_id) references voucher,
  constraint voucher_event_kind check (event in ('granted', 'used', 'returned', 'expired')),
  constraint voucher_event_first check ((seq = 1) = (event = 'granted')),
  constraint voucher_event_purchase check ((event in ('used', 'returned')) = (purchase_id is not null))
);
create unique index voucher_event_once on voucher_event (member_id, purchase_id, event) where purchase_id is not null;
grant select, insert on voucher_event to fairlot_app;
comment on table voucher_event is 'key: member';
create constraint trigger voucher_event_tallied after insert on voucher_event deferrable initially deferred for each row
  execute function tally_history();
select recount_history('voucher_event');
