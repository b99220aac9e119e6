-- A unit is sold only while the reserve of its product covers the interest and the highest rebates of its order. The reserve binds both
-- at the sale. What inviters get at the maturity goes from the bound part to the marketing account, the rest is free again.

-- 1. The most that both rebates of an order are, in hundredths of a percent: direct, indirect, and the highest extra of a VIP level, from
-- the texts of the settings. `highestRewards` in apps/server/src/modules/identity/vip.settings.ts is the same.
create function highest_rebate(rebates text, extras text) returns int
  language sql immutable parallel safe
return (100 * (split_part(rebates, ',', 1)::numeric + split_part(rebates, ',', 2)::numeric
  + greatest(split_part(extras, ',', 1)::numeric, split_part(extras, ',', 2)::numeric, split_part(extras, ',', 3)::numeric,
      split_part(extras, ',', 4)::numeric, split_part(extras, ',', 5)::numeric, split_part(extras, ',', 6)::numeric)))::int;

-- 2. What an order binds. Orders from before this migration have no rate: they bind nothing, and `marketing` alone pays their rebates.
alter table finance_order
  -- in hundredths of a percent of the principal, as the settings were at the sale
  add column rebate_rate int,
  -- what the reserve binds for the rebates, until the order is left or its rebates are known at the maturity
  add column rebates bigint not null default 0,
  -- what of it went to the marketing account for inviters, and when the rest was free again
  add column rebates_used bigint,
  add column rebates_ended_at timestamptz,
  add constraint finance_order_rebates check (rebates = coalesce(principal * rebate_rate / 10000, 0)
    and (rebate_rate is null or rebate_rate between 0 and 30000 and seq is not null)),
  add constraint finance_order_rebates_ended check ((rebates_used is null) = (rebates_ended_at is null)
    and (rebates_used is null or rebates > 0 and rebates_used between 0 and rebates and state in ('completed', 'exited'))
    and (state <> 'exited' or rebates = 0 or rebates_used = 0));
grant insert (rebate_rate, rebates), update (rebates_used, rebates_ended_at) on finance_order to fairlot_app;
create index finance_order_rebates_bound on finance_order (product_id, seq)
  where state = 'completed' and rebates > 0 and rebates_used is null;
-- an order that has ended changes once more: when its rebates are known
drop trigger finance_order_life on finance_order;
create trigger finance_order_life before update on finance_order for each row when (current_user = 'fairlot_app' and (
    old.state <> 'waiting' and (old.state <> 'completed' or old.rebates_used is not null or new.rebates_used is null
      or (new.state, new.accrued_steps, new.accrued, new.paid, new.due_ms, new.ended_at, new.maturity_id)
        is distinct from (old.state, old.accrued_steps, old.accrued, old.paid, old.due_ms, old.ended_at, old.maturity_id))
    or new.state not in ('waiting', 'completed', 'exited')
    or new.accrued_steps < old.accrued_steps or new.accrued < old.accrued or new.paid < old.paid))
  execute function refuse_change();

-- 3. What a product binds: unpaid interest, and rebates of the orders above.
alter table finance_product
  add column rebates bigint not null default 0,
  add column bound bigint not null generated always as (liability + rebates) stored,
  add constraint finance_product_rebates check (rebates >= 0),
  drop constraint finance_product_covered,
  add constraint finance_product_covered check (reserve >= liability + rebates);
grant update (rebates) on finance_product to fairlot_app;
drop trigger finance_product_life on finance_product;
create trigger finance_product_life before update on finance_product for each row when (current_user = 'fairlot_app' and (
    (old.orders > 0 or new.orders > 0) and (new.unit_price, new.min_units, new.max_units, new.total_units, new.term_hours, new.term_unit,
        new.daily_rate, new.payout, new.wants_trc20, new.early_exit, new.sale_from, new.sale_until, new.revision)
      is distinct from (old.unit_price, old.min_units, old.max_units, old.total_units, old.term_hours, old.term_unit,
        old.daily_rate, old.payout, old.wants_trc20, old.early_exit, old.sale_from, old.sale_until, old.revision)
    or old.state = 'closed' and (new.state, new.closed_at, new.orders) is distinct from (old.state, old.closed_at, old.orders)
    or new.orders < old.orders or new.members < old.members or new.paid < old.paid or new.last_ms < old.last_ms
    or new.changes <= old.changes and (new.units, new.orders, new.principal, new.liability, new.rebates, new.state, new.revision)
      is distinct from (old.units, old.orders, old.principal, old.liability, old.rebates, old.state, old.revision)))
  execute function refuse_change();
