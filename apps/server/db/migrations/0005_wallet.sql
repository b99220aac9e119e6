-- Recharges, what payment companies told about them, and the sandbox cashier, which plays such a company.

-- Settings of the wallet; changed in the console, effective for recharges opened from then on.
create table wallet_setting (
  singleton boolean primary key default true check (singleton),
  recharge_steps bigint[] not null default '{1000000,2000000,5000000,10000000,50000000,100000000}',
  recharge_minimum bigint not null default 1000000,
  recharge_maximum bigint not null default 1000000000,
  recharge_expiry_minutes int not null default 30,
  -- recharges of one member that wait for their payment at the same time
  recharge_max_open int not null default 5,
  sandbox_delay_seconds int not null default 30,
  constraint wallet_setting_amounts check (recharge_minimum > 0 and recharge_maximum >= recharge_minimum),
  constraint wallet_setting_steps check (cardinality(recharge_steps) between 1 and 12
    and recharge_minimum <= all (recharge_steps) and recharge_maximum >= all (recharge_steps)),
  constraint wallet_setting_limits check (recharge_expiry_minutes between 1 and 1440 and recharge_max_open between 1 and 100
    and sandbox_delay_seconds between 1 and 3600)
);
comment on table wallet_setting is 'key: deployment';
insert into wallet_setting default values;
grant select on wallet_setting to fairlot_app;

-- Ways to recharge. A method of the kind sandbox exists in sandbox mode only.
create table recharge_method (
  method text primary key,
  kind text not null,
  position int not null,
  enabled boolean not null default true,
  constraint recharge_method_name check (method ~ '^[a-z0-9-]{1,30}$'),
  constraint recharge_method_kind check (kind in ('sandbox'))
);
comment on table recharge_method is 'key: reference';
insert into recharge_method (method, kind, position) values ('sandbox', 'sandbox', 1);
grant select on recharge_method to fairlot_app;

-- One row a member, updated whenever one opens a recharge: its lock makes the limit on open ones hold in parallel.
create table recharge_count (
  member_id uuid primary key references member (member_id),
  opened int not null,
  constraint recharge_count_opened check (opened > 0)
) with (fillfactor = 70);
comment on table recharge_count is 'key: member';
grant select, insert on recharge_count to fairlot_app;
grant update (opened) on recharge_count to fairlot_app;

create table recharge (
  member_id uuid not null references member (member_id),
  -- UUIDv7: newest last; also the ref of the ledger's transfer
  recharge_id uuid not null,
  -- what a member reads to support
  number text not null,
  -- the client's idempotency key, and the SHA-256 of the input it came with
  request_id uuid not null,
  input_hash bytea not null,
  method text not null references recharge_method,
  provider text not null,
  amount bigint not null,
  currency text not null,
  state text not null default 'processing',
  reason text,
  -- what the payment company calls it, and where it is paid; null until the company has answered
  payment_id text,
  pay_url text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  finished_at timestamptz,
  primary key (member_id, recharge_id),
  constraint recharge_request unique (member_id, request_id),
  constraint recharge_number check (number ~ '^R[0-9A-HJKMNP-TV-Z]{12}$'),
  constraint recharge_input check (octet_length(input_hash) = 32),
  constraint recharge_amount check (amount > 0),
  constraint recharge_state check (state in ('processing', 'success', 'failed')),
  constraint recharge_reason check ((state = 'failed') = (reason is not null)
    and reason in ('declined', 'expired', 'amount_mismatch')),
  constraint recharge_finished check ((state = 'processing') = (finished_at is null)),
  constraint recharge_payment check ((payment_id is null) = (pay_url is null)),
  constraint recharge_times check (expires_at > created_at)
) with (fillfactor = 70);
comment on table recharge is 'key: member';
create index recharge_open on recharge (member_id) where state = 'processing';
create index recharge_to_expire on recharge (expires_at) where state = 'processing';
create index recharge_by_number on recharge (number);
grant select, insert on recharge to fairlot_app;
grant update (state, reason, payment_id, pay_url, finished_at) on recharge to fairlot_app;

-- What happened to a recharge, in order; append-only.
create table recharge_timeline (
  member_id uuid not null,
  recharge_id uuid not null,
  seq int not null,
  state text not null,
  reason text,
  at timestamptz not null,
  primary key (member_id, recharge_id, seq),
  constraint recharge_timeline_of foreign key (member_id, recharge_id) references recharge,
  constraint recharge_timeline_seq check (seq > 0),
  constraint recharge_timeline_state check (state in ('processing', 'success', 'failed')),
  constraint recharge_timeline_reason check ((state = 'failed') = (reason is not null))
);
comment on table recharge_timeline is 'key: member';
grant select, insert on recharge_timeline to fairlot_app;

-- Which recharge a payment company's payment is for; append-only.
create table provider_payment (
  provider text not null,
  payment_id text not null,
  member_id uuid not null,
  recharge_id uuid not null,
  created_at timestamptz not null,
  primary key (provider, payment_id)
);
comment on table provider_payment is 'key: provider';
grant select, insert on provider_payment to fairlot_app;

-- Every notice taken, once by the company's event id, and what it led to; append-only.
create table provider_event (
  provider text not null,
  event_id text not null,
  payment_id text not null,
  type text not null,
  amount bigint not null,
  currency text not null,
  outcome text not null,
  -- the signed body as it arrived
  body text not null,
  received_at timestamptz not null,
  primary key (provider, event_id),
  constraint provider_event_payment foreign key (provider, payment_id) references provider_payment,
  constraint provider_event_id check (length(event_id) between 1 and 100),
  constraint provider_event_outcome check (outcome in ('credited', 'credited_late', 'failed', 'mismatch', 'unchanged'))
);
comment on table provider_event is 'key: provider';
create index provider_event_by_payment on provider_event (provider, payment_id, received_at);
grant select, insert on provider_event to fairlot_app;

-- From here on: the books of Sandbox Pay, the play-money payment company. Nothing above reads them.

create table sandbox_payment (
  -- cannot be guessed: whoever has it may decide the payment, as with a payment link
  payment_id text primary key,
  -- the shop's name for it
  reference text not null,
  amount bigint not null,
  currency text not null,
  return_url text not null,
  state text not null default 'open',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  decided_at timestamptz,
  constraint sandbox_payment_id check (payment_id ~ '^[0-9a-f]{32}$'),
  constraint sandbox_payment_amount check (amount > 0),
  constraint sandbox_payment_state check (state in ('open', 'paid', 'declined')),
  constraint sandbox_payment_decided check ((state = 'open') = (decided_at is null))
) with (fillfactor = 70);
comment on table sandbox_payment is 'key: payment';
grant select, insert on sandbox_payment to fairlot_app;
grant update (state, decided_at) on sandbox_payment to fairlot_app;

-- Notices to send to the shop: a job sends each when it is due. One event may be sent more than once.
create table sandbox_notice (
  payment_id text not null references sandbox_payment,
  seq int not null,
  event_id text not null,
  type text not null,
  amount bigint not null,
  occurred_at timestamptz not null,
  due_at timestamptz not null,
  delivered_at timestamptz,
  primary key (payment_id, seq),
  constraint sandbox_notice_seq check (seq > 0),
  constraint sandbox_notice_type check (type in ('payment.pending', 'payment.succeeded', 'payment.failed')),
  constraint sandbox_notice_amount check (amount > 0)
) with (fillfactor = 70);
comment on table sandbox_notice is 'key: payment';
grant select, insert on sandbox_notice to fairlot_app;
grant update (delivered_at) on sandbox_notice to fairlot_app;
