-- Finance products, their custody and reserve, orders and accruals: the third seller of the ledger.

-- 1. Simple interest, rounded down: principal × rate in 1/1,000,000 a day × hours / 24. packages/contract/src/finance-interest.ts has
-- the same formula.
create function finance_interest(principal bigint, daily_rate int, hours int) returns bigint
  language sql immutable parallel safe
return div(principal::numeric * daily_rate * hours, 24000000)::bigint;

-- 2. Products. Custody and reserve are two books in one row, so that a statement on the row sees both floors. The seller writes units,
-- orders, members, principal, liability, custody and last_ms; accrual, maturity, exit and funding write the rest.
create table finance_product (
  product_id uuid primary key,
  -- key of the reserve's book
  reserve_id uuid not null,
  code text not null,
  state text not null default 'open',
  unit_price bigint not null,
  -- the least of one order, and the most that a member can hold
  min_units int not null,
  max_units int not null,
  total_units int not null,
  term_hours int not null,
  -- how the term is shown
  term_unit text not null,
  -- in 1/1,000,000 of the principal
  daily_rate int not null,
  payout text not null,
  wants_trc20 boolean not null,
  early_exit boolean not null,
  sale_from timestamptz not null,
  sale_until timestamptz not null,
  demo boolean not null,
  -- counts changes of the terms
  revision int not null default 1,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- sold, less those of early exits
  units int not null default 0,
  -- orders that were ever bought; the number of the last one
  orders int not null default 0,
  -- members who bought
  members int not null default 0,
  open_orders int not null default 0,
  -- of open orders
  principal bigint not null default 0,
  -- interest of open orders over their whole terms that is not paid yet
  liability bigint not null default 0,
  custody bigint not null default 0,
  reserve bigint not null default 0,
  -- interest that was paid
  paid bigint not null default 0,
  -- time of the last order
  last_ms bigint not null default 0,
  -- counts changes, for live updates
  changes bigint not null default 0,
  constraint finance_product_code unique (code),
  constraint finance_product_reserve unique (reserve_id),
  constraint finance_product_name check (code ~ '^[A-Z0-9]{1,12}$' and reserve_id <> product_id),
  constraint finance_product_state check (state in ('open', 'closed') and (state = 'closed') = (closed_at is not null)),
  constraint finance_product_units check (min_units >= 1 and max_units >= min_units and total_units >= min_units
    and total_units <= 1000000 and max_units <= 1000000),
  constraint finance_product_price check (unit_price > 0 and unit_price::numeric * max_units <= 10000000000000),
  constraint finance_product_term check (term_hours between 1 and 8784 and term_unit in ('days', 'hours')
    and (term_unit = 'hours' or term_hours % 24 = 0)),
  -- every unit bears interest
  constraint finance_product_rate check (daily_rate between 1 and 100000 and finance_interest(unit_price, daily_rate, term_hours) > 0),
  constraint finance_product_payout check (payout in ('at_maturity', 'daily')),
  constraint finance_product_window check (sale_from < sale_until),
  constraint finance_product_sold check (units between 0 and total_units and members between 0 and orders
    and open_orders between 0 and orders and revision > 0),
  constraint finance_product_open check ((open_orders = 0) = (principal = 0) and (open_orders > 0 or liability = 0)
    and principal >= 0 and liability >= 0 and paid >= 0),
  -- the promises of finance products: what members paid in is there, and so is the interest that they were promised
  constraint finance_product_custody check (custody >= principal),
  constraint finance_product_covered check (reserve >= liability)
) with (fillfactor = 50);
grant select, insert (product_id, reserve_id, code, unit_price, min_units, max_units, total_units, term_hours, term_unit, daily_rate,
    payout, wants_trc20, early_exit, sale_from, sale_until, demo, created_at),
  update (state, unit_price, min_units, max_units, total_units, term_hours, term_unit, daily_rate, payout, wants_trc20, early_exit,
    sale_from, sale_until, revision, closed_at, units, orders, members, open_orders, principal, liability, custody, reserve, paid,
    last_ms, changes) on finance_product to fairlot_app;
comment on table finance_product is 'key: finance_product';
-- Terms change only while nobody could buy. A sale that is closed stays closed.
create trigger finance_product_life before update on finance_product for each row when (current_user = 'fairlot_app' and (
    (old.orders > 0 or new.orders > 0) and (new.unit_price, new.min_units, new.max_units, new.total_units, new.term_hours, new.term_unit,
        new.daily_rate, new.payout, new.wants_trc20, new.early_exit, new.sale_from, new.sale_until, new.revision)
      is distinct from (old.unit_price, old.min_units, old.max_units, old.total_units, old.term_hours, old.term_unit,
        old.daily_rate, old.payout, old.wants_trc20, old.early_exit, old.sale_from, old.sale_until, old.revision)
    or old.state = 'closed' and (new.state, new.closed_at, new.orders) is distinct from (old.state, old.closed_at, old.orders)
    or new.orders < old.orders or new.members < old.members or new.paid < old.paid or new.last_ms < old.last_ms
    or new.changes <= old.changes and (new.units, new.orders, new.principal, new.liability, new.state, new.revision)
      is distinct from (old.units, old.orders, old.principal, old.liability, old.state, old.revision)))
  execute function refuse_change();

-- Name, and the operator's statement of what pays the interest.
create table finance_product_text (
  product_id uuid not null references finance_product,
  language text not null,
  name text not null,
  funding text not null,
  primary key (product_id, language),
  constraint finance_product_text_name check (length(name) between 1 and 80),
  constraint finance_product_text_funding check (length(funding) between 1 and 2000)
);
grant select, insert, update (name, funding), delete on finance_product_text to fairlot_app;
comment on table finance_product_text is 'key: finance_product';

-- 3. Orders. Refused ones are kept too: a repeated call learns the reason.
create table finance_order (
  product_id uuid not null,
  purchase_id uuid not null,
  member_id uuid not null,
  units int not null,
  principal bigint not null,
  -- of the whole term
  interest bigint not null,
  state text not null,
  -- place among the orders of the product
  seq int,
  bought_ms bigint,
  matures_ms bigint,
  -- one for each full 24 hours, and one for the hours that are left at maturity
  steps int not null,
  accrued_steps int not null default 0,
  accrued bigint not null default 0,
  -- interest that was credited to the wallet
  paid bigint not null default 0,
  -- when the next step is complete; after the last one the maturity; null: nothing follows
  due_ms bigint,
  ended_at timestamptz,
  maturity_id uuid,
  primary key (product_id, purchase_id),
  constraint finance_order_state check (state in ('waiting', 'completed', 'exited', 'closed', 'range', 'units', 'reserve')),
  constraint finance_order_bought check (case when state in ('waiting', 'completed', 'exited')
    then seq > 0 and bought_ms > 0 and matures_ms > bought_ms
    else seq is null and bought_ms is null and matures_ms is null and accrued_steps = 0 end),
  constraint finance_order_amounts check (units > 0 and principal > 0 and interest >= 0),
  constraint finance_order_accrued check (accrued_steps between 0 and steps and accrued between 0 and interest and paid between 0 and interest
    and (accrued_steps > 0 or accrued = 0) and (accrued_steps < steps or accrued = interest)),
  constraint finance_order_due check ((state = 'waiting') = (due_ms is not null) and due_ms between bought_ms and matures_ms),
  constraint finance_order_ended check ((state in ('completed', 'exited')) = (ended_at is not null)
    and (state = 'completed') = (maturity_id is not null)
    and (state <> 'completed' or accrued_steps = steps and paid = interest))
) with (fillfactor = 80);
create unique index finance_order_by_seq on finance_order (product_id, seq) where seq is not null;
create index finance_order_of_member on finance_order (member_id, bought_ms);
-- orders with a step to accrue, and those that wait for their payout
create index finance_order_accrues on finance_order (product_id, due_ms) where due_ms is not null and accrued_steps < steps;
create index finance_order_matures on finance_order (product_id, due_ms) where due_ms is not null and accrued_steps = steps;
grant select, insert (product_id, purchase_id, member_id, units, principal, interest, state, seq, bought_ms, matures_ms, steps, due_ms),
  update (state, accrued_steps, accrued, paid, due_ms, ended_at, maturity_id) on finance_order to fairlot_app;
comment on table finance_order is 'key: finance_product';
create trigger finance_order_life before update on finance_order for each row when (current_user = 'fairlot_app' and (
    old.state <> 'waiting' or new.state not in ('waiting', 'completed', 'exited')
    or new.accrued_steps < old.accrued_steps or new.accrued < old.accrued or new.paid < old.paid))
  execute function refuse_change();

-- The interest of one step of an order: each step once. `paid_ref`: it was credited to the wallet by itself, under this reference.
create table finance_accrual (
  product_id uuid not null,
  purchase_id uuid not null,
  step int not null,
  amount bigint not null,
  paid_ref uuid,
  accrued_at timestamptz not null,
  primary key (product_id, purchase_id, step),
  foreign key (product_id, purchase_id) references finance_order,
  constraint finance_accrual_amount check (step > 0 and amount >= 0 and (paid_ref is null or amount > 0))
);
grant select, insert on finance_accrual to fairlot_app;
comment on table finance_accrual is 'key: finance_product';

-- Orders of a product that were paid out in one transaction, and the interest that the reserve gave for them.
create table finance_maturity (
  product_id uuid not null references finance_product,
  maturity_id uuid not null,
  orders int not null,
  principal bigint not null,
  interest bigint not null,
  matured_at timestamptz not null,
  primary key (product_id, maturity_id),
  constraint finance_maturity_amounts check (orders > 0 and principal > 0 and interest >= 0)
);
grant select, insert on finance_maturity to fairlot_app;
comment on table finance_maturity is 'key: finance_product';
create constraint trigger finance_maturity_tallied after insert on finance_maturity deferrable initially deferred for each row
  execute function tally_history();
select recount_history('finance_maturity');

-- 4. What operators put into reserves and took back, each by two of them.
create table finance_funding (
  product_id uuid not null references finance_product,
  funding_id uuid not null,
  kind text not null,
  amount bigint not null,
  reference text not null,
  requested_by uuid,
  approved_by uuid,
  approval_id uuid,
  funded_at timestamptz not null,
  primary key (product_id, funding_id),
  constraint finance_funding_once unique (product_id, kind, reference),
  constraint finance_funding_kind check (kind in ('fund', 'defund')),
  constraint finance_funding_amount check (amount > 0),
  constraint finance_funding_reference check (length(reference) between 1 and 140),
  constraint finance_funding_by check (num_nonnulls(requested_by, approved_by, approval_id) in (0, 3) and requested_by is distinct from approved_by
    or requested_by is null and approved_by is null and approval_id is null)
);
grant select, insert on finance_funding to fairlot_app;
comment on table finance_funding is 'key: finance_product';
create constraint trigger finance_funding_tallied after insert on finance_funding deferrable initially deferred for each row
  execute function tally_history();
select recount_history('finance_funding');

-- 5. What the public log states of each reserve once a day.
create table finance_reserve_day (
  product_id uuid not null references finance_product,
  day date not null,
  reserve bigint not null,
  liability bigint not null,
  custody bigint not null,
  principal bigint not null,
  stated_at timestamptz not null,
  primary key (product_id, day),
  constraint finance_reserve_day_amounts check (reserve >= 0 and liability >= 0 and custody >= 0 and principal >= 0)
);
grant select, insert on finance_reserve_day to fairlot_app;
comment on table finance_reserve_day is 'key: finance_product';
create constraint trigger finance_reserve_day_tallied after insert on finance_reserve_day deferrable initially deferred for each row
  execute function tally_history();
select recount_history('finance_reserve_day');

-- 6. What a running decision has used of the room of a product: units, and free reserve. An order that does not fit leaves it as it
-- was, so that a later, smaller one may fit.
create function room_step(used bigint[], cost bigint[], room bigint[]) returns bigint[]
  language plpgsql immutable parallel safe as $$
begin
  if cost is null or used[1] + cost[1] > room[1] or used[2] + cost[2] > room[2] then
    return used;
  end if;
  return array[used[1] + cost[1], used[2] + cost[2]];
end $$;
create aggregate room_used(cost bigint[], room bigint[]) (sfunc = room_step, stype = bigint[], initcond = '{0,0}');
