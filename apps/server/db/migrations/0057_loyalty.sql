-- Refunds of lost orders by VIP level, tasks with rewards, and the newcomer gift.

-- 1. Names of ledger lines that rewards cause: 122 bits of SHA-256, as a UUIDv8.
create function reward_ref(kind text, member uuid, what text) returns uuid
  language sql immutable parallel safe
return (
  select encode(set_byte(set_byte(h.d, 6, get_byte(h.d, 6) & 15 | 128), 8, get_byte(h.d, 8) & 63 | 128), 'hex')::uuid
  from (select substring(sha256(convert_to('fairlot/reward/1', 'UTF8') || '\x00'::bytea || convert_to(kind, 'UTF8') || '\x00'::bytea
    || convert_to(member::text, 'UTF8') || '\x00'::bytea || convert_to(what, 'UTF8')) from 1 for 16) as d) h);

-- 2. Where refunds and gifts begin, and the first business day that still takes issues. The job locks this
-- row before it adds an issue to a day, and before it closes a day.
create table loyalty_head (
  singleton boolean primary key default true check (singleton),
  -- draws from here on earn refunds
  refunds_from timestamptz not null,
  -- members who registered from here on get the newcomer gift
  gifts_from timestamptz not null,
  open_from date not null default '-infinity'
);
insert into loyalty_head (refunds_from, gifts_from)
select case when exists (select from issue_draw) then business_now() else '-infinity' end,
  case when exists (select from member) then business_now() else '-infinity' end;
grant select, update (open_from) on loyalty_head to fairlot_app;
comment on table loyalty_head is 'key: deployment';
create trigger loyalty_head_life before update on loyalty_head for each row when (new.open_from < old.open_from)
  execute function refuse_change();

-- 3. A business day of lost orders: `closed` takes no more issues, and the levels and rates of that moment apply to it; `rated`: every
-- refund of the day is known.
create table vip_refund_day (
  day date primary key,
  state text not null default 'open',
  -- total spend of the levels from 1, and the rates of the levels from 0 in hundredths of a percent
  spends bigint[],
  rates int[],
  closed_at timestamptz,
  rated_at timestamptz,
  constraint vip_refund_day_state check (state in ('open', 'closed', 'rated')
    and (state = 'open') = (closed_at is null) and (state = 'rated') = (rated_at is not null)),
  constraint vip_refund_day_rates check ((closed_at is null) = (rates is null) and (rates is null) = (spends is null)
    and (rates is null or cardinality(rates) = cardinality(spends) + 1 and 0 <= all (rates) and 10000 >= all (rates)))
);
create index vip_refund_day_left on vip_refund_day (day) where state <> 'rated';
grant select, insert (day), update (state, spends, rates, closed_at, rated_at) on vip_refund_day to fairlot_app;
comment on table vip_refund_day is 'key: day';
create trigger vip_refund_day_life before update on vip_refund_day for each row when (current_user = 'fairlot_app'
  and ((old.state, new.state) not in (('open', 'closed'), ('closed', 'rated'))
    or old.state = 'closed' and (new.spends, new.rates, new.closed_at) is distinct from (old.spends, old.rates, old.closed_at)))
  execute function refuse_change();

-- A drawn issue whose orders all have their results, and how far its lost orders are summed. Its day is that of the draw, or the first
-- day that was still open.
create table vip_refund_issue (
  issue_id uuid primary key references issue,
  day date not null,
  orders int not null check (orders > 0),
  through_seq int not null default 0,
  constraint vip_refund_issue_through check (through_seq between 0 and orders)
);
create index vip_refund_issue_left on vip_refund_issue (day, issue_id) where through_seq < orders;
create index vip_refund_issue_by_day on vip_refund_issue (day);
grant select, insert (issue_id, day, orders), update (through_seq) on vip_refund_issue to fairlot_app;
comment on table vip_refund_issue is 'key: issue';
create trigger vip_refund_issue_life before update on vip_refund_issue for each row when (current_user = 'fairlot_app'
  and new.through_seq <= old.through_seq)
  execute function refuse_change();

-- Lost orders of a member on a day that is not rated. The rating turns a row into a refund and deletes it.
create table vip_lost (
  member_id uuid not null references member,
  day date not null,
  orders int not null check (orders > 0),
  -- what the member paid for them
  basis bigint not null check (basis > 0),
  primary key (member_id, day)
) with (fillfactor = 70);
create index vip_lost_by_day on vip_lost (day, member_id);
grant select, insert, update (orders, basis), delete on vip_lost to fairlot_app;
comment on table vip_lost is 'key: member';

-- 4. The refund of a member's lost orders of a day: once.
create table vip_refund (
  member_id uuid not null references member,
  day date not null,
  orders int not null,
  basis bigint not null,
  -- what the member had spent when the day was rated, and the level and rate that follow
  spend bigint not null,
  level int not null,
  rate int not null,
  amount bigint not null,
  state text not null default 'queued',
  rated_at timestamptz not null,
  paid_at timestamptz,
  primary key (member_id, day),
  constraint vip_refund_amount check (orders > 0 and basis > 0 and spend >= 0 and level >= 0 and rate between 1 and 10000
    and amount > 0 and amount = div(basis::numeric * rate, 10000)),
  constraint vip_refund_state check (state in ('queued', 'paid', 'void') and (state = 'paid') = (paid_at is not null))
) with (fillfactor = 80);
create index vip_refund_queue on vip_refund (day, member_id) where state = 'queued';
create index vip_refund_by_day on vip_refund (day);
grant select, insert (member_id, day, orders, basis, spend, level, rate, amount, rated_at), update (state, paid_at)
  on vip_refund to fairlot_app;
comment on table vip_refund is 'key: member';
create trigger vip_refund_life before update on vip_refund for each row when (current_user = 'fairlot_app'
  and (old.state <> 'queued' or new.state not in ('paid', 'void')))
  execute function refuse_change();

-- 5. Check-ins of business days. A row that is complete begins again.
create table check_in (
  member_id uuid not null references member,
  day date not null,
  streak int not null,
  amount bigint not null,
  request_id uuid not null,
  checked_at timestamptz not null,
  primary key (member_id, day),
  constraint check_in_once unique (member_id, request_id),
  constraint check_in_streak check (streak between 1 and 7),
  constraint check_in_amount check (amount >= 0)
);
create index check_in_by_day on check_in (day);
grant select, insert on check_in to fairlot_app;
comment on table check_in is 'key: member';
create constraint trigger check_in_tallied after insert on check_in deferrable initially deferred for each row
  execute function tally_history();
select recount_history('check_in');

-- 6. Rewards that members claimed: a daily task once a business day, a rung of the invitation ladder and a gift once.
create table task_claim (
  member_id uuid not null references member,
  claim text not null,
  day date not null,
  -- credited to the wallet; zero for a voucher
  amount bigint not null,
  voucher_id uuid,
  -- the order, the review's order, or the friend that the claim rests on
  evidence_id uuid,
  -- friends who counted for a rung
  friends int,
  request_id uuid not null,
  claimed_at timestamptz not null,
  primary key (member_id, claim, day),
  foreign key (member_id, voucher_id) references voucher,
  constraint task_claim_once unique (member_id, request_id),
  constraint task_claim_known check (claim in ('purchase', 'share', 'review', 'invite', 'ladder1', 'ladder2', 'ladder3', 'ladder4', 'ladder5',
    'gift_register', 'gift_recharge')),
  constraint task_claim_reward check ((claim like 'gift%') = (voucher_id is not null) and (voucher_id is null) = (amount > 0) and amount >= 0),
  constraint task_claim_evidence check ((claim in ('purchase', 'review', 'invite')) = (evidence_id is not null)
    and (claim like 'ladder%') = (friends is not null) and friends > 0)
);
create unique index task_claim_once_ever on task_claim (member_id, claim) where claim like 'ladder%' or claim like 'gift%';
create index task_claim_by_day on task_claim (day);
-- a friend, an order and a review count once
create unique index task_claim_evidence_once on task_claim (member_id, claim, evidence_id) where evidence_id is not null;
grant select, insert on task_claim to fairlot_app;
comment on table task_claim is 'key: member';
create constraint trigger task_claim_tallied after insert on task_claim deferrable initially deferred for each row
  execute function tally_history();
select recount_history('task_claim');
