-- The members' own protection: limits that sales cannot outrun, stopping, and the end of an account.

-- The day, week (from Monday) or month of a moment, at an offset in minutes east of UTC, by its first day.
create function span_start(span text, at timestamptz, offset_minutes int) returns date
  language sql immutable parallel safe
  return date_trunc(span, (at at time zone 'UTC') + offset_minutes * interval '1 minute')::date;
revoke execute on function span_start(text, timestamptz, int) from public;
grant execute on function span_start(text, timestamptz, int) to fairlot_app;

alter table wallet
  -- has limits: purchases look at limit_counter
  add column guarded boolean not null default false,
  -- nothing is bought or paid in before; 'infinity' while the account is being closed
  add column stopped_until timestamptz;
grant update (guarded, stopped_until) on wallet to fairlot_app;

-- When a purchase got its result; null for those from before this column.
alter table purchase add column settled_at timestamptz;
grant update (settled_at) on purchase to fairlot_app;

-- A member's limits, each with what is used of it in the span that runs. Written under the lock of the member's wallet
-- only: by a change of the limit, and by what counts (purchases, their ends, recharges).
create table limit_counter (
  member_id uuid not null,
  kind text not null,
  span text not null,
  -- what is allowed in a span: minor units, or minutes
  cap bigint not null,
  -- first day of the span that is counted, in business time
  starts_on date not null,
  -- minutes east of UTC: whose days, weeks and months these are
  utc_offset int not null,
  -- loss: net of what was won, it may be below zero; includes what is open
  used bigint not null default 0,
  -- of that: not decided yet, so it goes with the member into the next span (orders before their draw, recharges
  -- before their payment)
  open bigint not null default 0,
  -- what the counter may hold now: the cap, or what was in it already where that is more
  most bigint not null,
  set_at timestamptz not null,
  -- time: the last minute of use that is in it
  counted_through timestamptz,
  primary key (member_id, kind, span),
  constraint limit_counter_kind check (kind in ('deposit', 'spend', 'loss', 'time')),
  constraint limit_counter_span check (span in ('day', 'week', 'month')),
  constraint limit_counter_cap check (cap >= 0 and most >= cap),
  -- the promise: whatever happens at once, a limit holds
  constraint limit_counter_within check (used <= most),
  constraint limit_counter_used check (used >= 0 or kind = 'loss'),
  constraint limit_counter_open check (open >= 0 and (open = 0 or kind in ('deposit', 'loss')))
) with (fillfactor = 60);
comment on table limit_counter is 'key: member';
grant select, insert, delete on limit_counter to fairlot_app;
grant update (cap, starts_on, utc_offset, used, open, most, set_at, counted_through) on limit_counter to fairlot_app;

-- A looser limit that a member has asked for: it waits, and holds once the member confirms it in time.
create table limit_increase (
  member_id uuid not null references member (member_id),
  kind text not null,
  span text not null,
  -- null: no limit
  cap bigint,
  asked_at timestamptz not null,
  confirm_from timestamptz not null,
  confirm_until timestamptz not null,
  primary key (member_id, kind, span),
  constraint limit_increase_kind check (kind in ('deposit', 'spend', 'loss', 'time')),
  constraint limit_increase_span check (span in ('day', 'week', 'month')),
  constraint limit_increase_cap check (cap >= 0),
  -- a day at least, whatever the settings say
  constraint limit_increase_wait check (confirm_from >= asked_at + interval '24 hours' and confirm_until > confirm_from)
);
comment on table limit_increase is 'key: member';
grant select, insert, delete on limit_increase to fairlot_app;
grant update (cap, asked_at, confirm_from, confirm_until) on limit_increase to fairlot_app;

-- What became of limits; append-only.
create table limit_change (
  member_id uuid not null references member (member_id),
  change_id uuid not null,
  kind text not null,
  span text not null,
  event text not null,
  -- null: no limit
  before bigint,
  after bigint,
  -- null: the member
  operator_id uuid references operator,
  at timestamptz not null,
  primary key (member_id, change_id),
  constraint limit_change_event check (event in ('set', 'asked', 'confirmed', 'cancelled')),
  -- operators tighten, never loosen, and with it they cancel a wish for something looser
  constraint limit_change_operator check (operator_id is null
    or (event = 'set' and after is not null and (before is null or after < before))
    or (event = 'cancelled' and before is not null and (after is null or after > before)))
);
comment on table limit_change is 'key: member';
grant select, insert on limit_change to fairlot_app;

-- Times in which a member has stopped; append-only, so nobody ends one early. wallet.stopped_until is the latest end.
create table exclusion (
  member_id uuid not null references member (member_id),
  exclusion_id uuid not null,
  kind text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- null: the member
  operator_id uuid references operator,
  primary key (member_id, exclusion_id),
  constraint exclusion_kind check (kind in ('cooling_off', 'self_exclusion')),
  constraint exclusion_times check (case kind
    when 'cooling_off' then ends_at between starts_at + interval '24 hours' and starts_at + interval '30 days'
    else ends_at between starts_at + interval '180 days' and starts_at + interval '1830 days' end),
  constraint exclusion_operator check (operator_id is null or kind = 'cooling_off')
);
comment on table exclusion is 'key: member';
grant select, insert on exclusion to fairlot_app;

-- Phone numbers that cannot register: of who excluded themselves, and of accounts that closed during a break or with limits
-- (for as long as a looser limit would have waited), so that closing one is no way around. Append-only; the latest end holds.
create table phone_exclusion (
  -- HMAC of the number under a key that is not in the database
  phone_hash bytea not null,
  ends_at timestamptz not null,
  primary key (phone_hash, ends_at),
  constraint phone_exclusion_hash check (octet_length(phone_hash) = 32)
);
comment on table phone_exclusion is 'key: phone';
grant select, insert on phone_exclusion to fairlot_app;

-- Sums of a member's wallet lines by business day, carried forward from the line that was counted last.
create table member_flow (
  member_id uuid not null,
  day date not null,
  deposited bigint not null default 0,
  withdrawn bigint not null default 0,
  spent bigint not null default 0,
  returned bigint not null default 0,
  won bigint not null default 0,
  primary key (member_id, day),
  constraint member_flow_amounts check (least(deposited, withdrawn, spent, returned, won) >= 0)
) with (fillfactor = 70);
comment on table member_flow is 'key: member';
create table member_flow_head (
  member_id uuid primary key,
  through_line int not null,
  constraint member_flow_head_line check (through_line >= 0)
) with (fillfactor = 70);
comment on table member_flow_head is 'key: member';
grant select, insert on member_flow, member_flow_head to fairlot_app;
grant update (deposited, withdrawn, spent, returned, won) on member_flow to fairlot_app;
grant update (through_line) on member_flow_head to fairlot_app;

-- How long a session has been used without a pause, and when its member last said so.
alter table session
  add column active_since timestamptz,
  add column reality_at timestamptz;
update session set active_since = created_at;
alter table session alter column active_since set not null;
grant update (active_since, reality_at) on session to fairlot_app;

-- The end of an account: nothing new from the moment it is asked for; the person is erased when nothing is open. The
-- member's id, tree and ledger stay.
alter table member
  -- years of age that were declared as reached
  add column declared_age int not null default 18,
  -- of the phone number, ISO; null: of no country
  add column country text,
  drop constraint member_status_check,
  alter column phone drop not null,
  add constraint member_status check (status in ('active', 'closing', 'closed')),
  add constraint member_country check (country ~ '^[A-Z]{2}$'),
  add constraint member_declared_age check (declared_age between 18 and 99),
  -- a closed account has nothing left of its person
  add constraint member_erased check ((status = 'closed') = (phone is null) and (status <> 'closed' or username is null));
grant update (country) on member to fairlot_app;

create table closure (
  member_id uuid primary key references member (member_id),
  asked_at timestamptz not null,
  closed_at timestamptz
);
comment on table closure is 'key: member';
create index closure_open on closure (asked_at) where closed_at is null;
grant select, insert, delete on closure to fairlot_app;
grant update (closed_at) on closure to fairlot_app;

alter table sms_code drop constraint sms_code_purpose_check,
  add constraint sms_code_purpose check (purpose in ('register', 'login', 'reset', 'recharge', 'withdraw', 'payout', 'phone', 'password', 'close'));
