-- A database restored from pg_dump is filled with an empty search_path. A body in quotes is parsed when it runs, and then finds neither
-- tiers_of() nor business_clock. The bodies below are parsed here: they hold their references, and pg_dump writes them with the schema.
-- A search_path of their own would forbid inlining.
create or replace function tiers_of(tiers bigint[]) returns table (tier int, near bigint, far bigint, prize bigint)
  language sql immutable
  begin atomic
    select n, tiers[n][1], tiers[n][2], tiers[n][3] from generate_subscripts(tiers, 1) n;
  end;

create or replace function codes_of_tier(near bigint, far bigint) returns bigint
  language sql immutable
  return case when near = 0 then 2 * far + 1 else 2 * (far - near + 1) end;

create or replace function prizes_of(tiers bigint[]) returns numeric
  language sql immutable
  begin atomic
    select coalesce(sum(codes_of_tier(near, far)::numeric * prize), 0) from tiers_of(tiers);
  end;

create or replace function are_tiers_sound(tiers bigint[], shares int, share_price bigint) returns boolean
  language sql immutable
  begin atomic
    select coalesce(array_ndims(tiers) = 2 and array_length(tiers, 2) = 3 and array_length(tiers, 1) between 1 and 5
      and tiers[1][1] = 0, false)
    and not exists (
      select from (
        select near, far, prize, lag(far, 1, -1) over (order by tier) as before, lag(prize, 1, prize) over (order by tier) as larger
        from tiers_of(tiers)) t
      where not coalesce(near > before and far >= near and 2 * far + 1 <= shares and prize between share_price and larger, false));
  end;

create or replace function codes_won(first_code int, quantity int, winning int, shares int, near bigint, far bigint) returns bigint
  language sql immutable
  begin atomic
    select coalesce(sum(greatest(0,
      least(first_code + quantity - 1 - winning, arc.upto + turn * shares) - greatest(first_code - winning, arc.since + turn * shares) + 1)), 0)::bigint
    from (values (near, far), (-far, case when near = 0 then -1 else -near end)) arc(since, upto),
      generate_series(-1, 1) turn;
  end;

create or replace function business_now() returns timestamptz
  language sql stable parallel safe
  begin atomic
    select at from business_clock;
  end;

-- A trigger fires in whatever session changes the row.
alter function check_cosignature() set search_path = pg_catalog, public, pg_temp;
