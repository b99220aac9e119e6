-- Balances, purchases and the ledger. Written by the ledger module only; docs/LEDGER.md explains every posting.
-- The hot path writes these tables: no triggers, no sequences, no foreign keys on rows that purchases insert.

create table wallet (
  member_id uuid primary key references member (member_id),
  balance bigint not null default 0,
  -- ledger lines of this wallet so far; the next line gets lines + 1, so that a missing line shows
  lines int not null default 0,
  -- orders that wait for their draw
  open_orders int not null default 0,
  constraint wallet_floor check (balance >= 0),
  constraint wallet_lines check (lines >= 0),
  constraint wallet_open_orders check (open_orders >= 0)
) with (fillfactor = 50);
comment on table wallet is 'key: member';

-- What a member buys, whatever sells it. purchase_id derives from the member and the request id: it is the idempotency key.
create table purchase (
  member_id uuid not null,
  purchase_id uuid not null,
  -- what was bought: an issue
  kind text not null,
  subject_id uuid not null,
  quantity int not null,
  amount bigint not null,
  -- held: money reserved, not decided yet; done: bought; the others: refused or given back
  state text not null,
  -- false while the purchase waits for its outcome (the draw)
  settled boolean not null default false,
  result text,
  first_code int,
  created_at timestamptz not null,
  primary key (member_id, purchase_id),
  constraint purchase_kind check (kind in ('shares')),
  constraint purchase_quantity check (quantity > 0),
  constraint purchase_amount check (amount > 0),
  constraint purchase_state check (state in ('held', 'done', 'sold_out', 'closed', 'refunded')),
  constraint purchase_result check (result is null or (result in ('won', 'not_won') and settled and state = 'done')),
  constraint purchase_settled check (settled or state in ('held', 'done')),
  constraint purchase_code check (state not in ('done', 'refunded') or first_code is not null)
) with (fillfactor = 50);
comment on table purchase is 'key: member';
create index purchase_by_subject on purchase (member_id, subject_id);
create index purchase_by_time on purchase (member_id, settled, created_at desc, purchase_id desc);

-- Accounts of the house. Assets are negative: a balance is credits minus debits.
create table house_account (
  book uuid primary key,
  name text not null,
  balance bigint not null default 0,
  floor bigint not null,
  constraint house_account_floor check (balance >= floor)
);
comment on table house_account is 'key: house';
insert into house_account (book, name, floor) values
  -- money at payment companies and banks (an asset: every recharge makes it more negative)
  ('00000000-0000-8000-8000-000000000001', 'cash', -9223372036854775807),
  -- what sales have earned
  ('00000000-0000-8000-8000-000000000002', 'sales', 0);

-- One row per transfer, in the book of the key it belongs to; debit and credit make it balanced by construction.
-- Accounts inside a book: wallet (member), pool (issue), account (house); clearing joins the books and is zero in sum.
create table ledger (
  book uuid not null,
  ref uuid not null,
  kind text not null,
  debit text not null,
  credit text not null,
  amount bigint not null,
  -- of a wallet's line: its number, and the balance after it
  line int,
  balance bigint,
  at timestamptz not null,
  primary key (book, ref, kind),
  constraint ledger_amount check (amount > 0),
  constraint ledger_sides check (debit <> credit),
  constraint ledger_clearing check ('clearing' in (debit, credit)),
  constraint ledger_accounts check (debit in ('wallet', 'pool', 'account', 'clearing') and credit in ('wallet', 'pool', 'account', 'clearing')),
  constraint ledger_line check (('wallet' in (debit, credit)) = (line is not null) and (line is null) = (balance is null)),
  constraint ledger_balance check (balance >= 0)
);
comment on table ledger is 'key: book';
create unique index ledger_by_line on ledger (book, line) where line is not null;

grant select, insert on wallet to fairlot_app;
grant update (balance, lines, open_orders) on wallet to fairlot_app;
grant select, insert on purchase to fairlot_app;
grant update (state, settled, result, first_code) on purchase to fairlot_app;
grant select on house_account to fairlot_app;
grant update (balance) on house_account to fairlot_app;
grant select, insert on ledger to fairlot_app;

-- Exact greedy fit: what does not fit is skipped, a later smaller item may still fit.
create function fit_step(used bigint, want bigint, room bigint) returns bigint
  language sql immutable parallel safe
  return case when used + want <= room then used + want else used end;
create aggregate fit(want bigint, room bigint) (sfunc = fit_step, stype = bigint, initcond = '0');

-- Time of day of a Unix millisecond as the number HHMMSSmmm, at an offset in minutes east of UTC.
create function time_of_day(ms bigint, offset_minutes int) returns int
  language sql immutable parallel safe
  return (
    select ((d / 3600000) * 10000000 + (d / 60000 % 60) * 100000 + (d % 60000))::int
    from (select (((ms + offset_minutes * 60000::bigint) % 86400000) + 86400000) % 86400000 as d) x
  );
