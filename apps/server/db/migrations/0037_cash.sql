-- Cash mode: prize money in tiers around the winning code, and what an issue sets aside for rebates and VIP refunds.

-- 1. The tiers of a product and of an issue: one row {near, far, prize} for each tier, in the order of the tiers. `near` and
-- `far` are ring distances from the winning code, both included; `prize` is what each code of the tier wins, in minor units.
create function tiers_of(tiers bigint[]) returns table (tier int, near bigint, far bigint, prize bigint)
  language sql immutable as $$
    select n, tiers[n][1], tiers[n][2], tiers[n][3] from generate_subscripts(tiers, 1) n $$;

-- How many codes of a ring are at the distances near … far from one of its codes, when 2 × far + 1 is not above the ring.
create function codes_of_tier(near bigint, far bigint) returns bigint
  language sql immutable as $$ select case when near = 0 then 2 * far + 1 else 2 * (far - near + 1) end $$;

create function prizes_of(tiers bigint[]) returns numeric
  language sql immutable as $$
    select coalesce(sum(codes_of_tier(near, far)::numeric * prize), 0) from tiers_of(tiers) $$;

-- One to five tiers; the first has the winning code; none overlaps the one before it or wraps into itself; no prize is below
-- the share price or above the prize before it.
create function are_tiers_sound(tiers bigint[], shares int, share_price bigint) returns boolean
  language sql immutable as $$
    select coalesce(array_ndims(tiers) = 2 and array_length(tiers, 2) = 3 and array_length(tiers, 1) between 1 and 5
      and tiers[1][1] = 0, false)
    and not exists (
      select from (
        select near, far, prize, lag(far, 1, -1) over (order by tier) as before, lag(prize, 1, prize) over (order by tier) as larger
        from tiers_of(tiers)) t
      where not coalesce(near > before and far >= near and 2 * far + 1 <= shares and prize between share_price and larger, false)) $$;

-- How many codes of an order are at the distances near … far from the winning code.
create function codes_won(first_code int, quantity int, winning int, shares int, near bigint, far bigint) returns bigint
  language sql immutable as $$
    select coalesce(sum(greatest(0,
      least(first_code + quantity - 1 - winning, arc.upto + turn * shares) - greatest(first_code - winning, arc.since + turn * shares) + 1)), 0)::bigint
    from (values (near, far), (-far, case when near = 0 then -1 else -near end)) arc(since, upto),
      generate_series(-1, 1) turn $$;

alter table product add column tiers bigint[];
alter table product drop constraint product_mode, drop constraint product_covered, drop constraint product_pause;
alter table product
  add constraint product_mode check (mode in ('goods', 'cash')),
  -- the value of a cash product is its first prize, and there is nothing to recycle
  add constraint product_tiers check (case when mode = 'cash'
    then are_tiers_sound(tiers, shares, share_price) and market_price = tiers[1][3] and recycle_percent = 0
    else tiers is null end),
  add constraint product_covered check (recycle_percent between 0 and 100
    and div(recycle_percent::numeric * market_price, 100) + prizes_of(tiers) <= share_price::numeric * shares + max_subsidy),
  -- `uncovered`: what an issue may have to pay is more than its sales and the maximum subsidy of the product
  add constraint product_pause check ((pause_reason is null) = (pause_need is null) and (pause_reason is null) = (paused_at is null)
    and (pause_reason is null or state = 'paused' and pause_reason in ('unfunded', 'uncovered') and pause_need > 0));
grant insert (tiers) on product to fairlot_app;

-- 2. The terms of an issue. `rebates` and `refunds` are the most that its orders can cost in rebates to inviters and in VIP
-- refunds of orders that did not win: the draw moves both from the escrow to the house's marketing account.
alter table issue_terms
  add column tiers bigint[],
  add column rebates bigint not null default 0,
  add column refunds bigint not null default 0;
alter table issue_terms drop constraint issue_terms_mode, drop constraint issue_terms_amounts;
alter table issue_terms
  add constraint issue_terms_mode check (mode in ('goods', 'cash')),
  add constraint issue_terms_tiers check (case when mode = 'cash'
    then are_tiers_sound(tiers, shares, price) and prize_value = tiers[1][3] and recycle_percent = 0
    else tiers is null end),
  add constraint issue_terms_amounts check (price > 0 and prize_value > 0 and subsidy >= 0 and rebates >= 0 and refunds >= 0
    and price::numeric * shares <= 10000000000000000 and recycle_percent between 0 and 100
    and div(recycle_percent::numeric * prize_value, 100) + prizes_of(tiers) + rebates + refunds <= price::numeric * shares + subsidy);

-- 3. A cash prize is in the wallet as soon as it is written: `completed`. One row for each tier that an order won, with the
-- number of its codes; `value` is what all of them won.
alter table prize add column codes int not null default 1;
alter table prize drop constraint prize_status, drop constraint prize_value;
alter table prize
  add constraint prize_status check (status in ('won', 'completed')),
  add constraint prize_value check (value > 0 and codes > 0);
