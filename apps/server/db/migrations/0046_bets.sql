-- Bets: the second seller of the ledger.

-- 1. The most that one member can stake in the round, of the setting when it opened; 0: no maximum.
alter table round add column member_limit bigint not null default 0;
alter table round add constraint round_member_limit check (member_limit >= 0);
grant insert (member_limit) on round to fairlot_app;

-- 2. What a running decision has used of a round's cover, outcome by outcome: stakes reduce it, possible payouts add to it. A bet
-- that does not fit leaves it as it was, so that a later, smaller one may fit.
create function cover_step(used bigint[], start bigint[], cost bigint[], room bigint) returns bigint[]
  language plpgsql immutable parallel safe as $$
declare
  total bigint[] := coalesce(used, start);
begin
  if cost is null then
    return total;
  end if;
  for k in 1..10 loop
    if total[k] + cost[k] > room then
      return coalesce(used, start);
    end if;
    total[k] := total[k] + cost[k];
  end loop;
  return total;
end $$;
create aggregate cover(start bigint[], cost bigint[], room bigint) (sfunc = cover_step, stype = bigint[]);

-- 3. A bet. Refused ones are kept too: a repeated call learns the reason.
create table bet (
  round_id uuid not null,
  purchase_id uuid not null,
  member_id uuid not null,
  -- bit i is the option at place i of the game's options, from 0
  picks int not null,
  -- on each pick
  stake bigint not null,
  amount bigint not null,
  state text not null,
  -- place among the bets of the round
  seq int,
  ms bigint,
  constraint bet_pkey primary key (round_id, purchase_id),
  constraint bet_state check (state in ('done', 'closed', 'short', 'limit')),
  constraint bet_done check ((state = 'done') = (seq is not null) and (state = 'done') = (ms is not null)),
  constraint bet_picks check (picks between 1 and 131071 and stake between 1 and 10000000000000 and amount = stake * bit_count(picks::bit(17))::bigint),
  constraint bet_seq check (seq > 0)
);
create unique index bet_by_seq on bet (round_id, seq) where seq is not null;
create index bet_of_member on bet (round_id, member_id);
grant select, insert on bet to fairlot_app;
comment on table bet is 'key: round';

-- 4. Stakes of a member that cancel each other out in a round: big and small, all colours. They count for no reward.
create table bet_cancelled (
  round_id uuid not null,
  member_id uuid not null,
  -- what the member staked in the round, and the part of it that no outcome can touch
  amount bigint not null,
  cancelled bigint not null,
  constraint bet_cancelled_pkey primary key (round_id, member_id),
  constraint bet_cancelled_amounts check (cancelled > 0 and cancelled <= amount)
);
create index bet_cancelled_of_member on bet_cancelled (member_id, round_id);
grant select, insert on bet_cancelled to fairlot_app;
comment on table bet_cancelled is 'key: round';

-- 5. The rounds of a game with a result: the trend, and the last one.
create index round_decided on round (game, opens_ms) where outcome is not null;
