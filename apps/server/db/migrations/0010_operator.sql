-- The people behind the desk, what they ask each other for, what they did, and the settings that they change.

-- Whose turn it is to change what rules over several rows look at: a change counts up its row first, and so has it until
-- the end of its transaction. Nothing of the members' side waits here.
create table turn (
  name text primary key,
  taken bigint not null default 0,
  constraint turn_name check (name in ('desk', 'settings'))
);
comment on table turn is 'key: deployment';
insert into turn (name) values ('desk'), ('settings');
grant select on turn to fairlot_app;
grant update (taken) on turn to fairlot_app;

-- Operators are no members: nothing here has a wallet, buys or bets.
create table operator (
  operator_id uuid primary key,
  -- what one logs in with; it stands in the audit log, so it is never given to somebody else
  name text not null unique,
  full_name text not null,
  -- the last role of the table of the contract is the weakest; one person may have several
  roles text[] not null,
  -- argon2id over the peppered password
  password_hash text not null,
  -- a one-time password: until then, for setting up only; null once the operator has set an own one
  one_time_until timestamptz,
  -- the second factor's secret, encrypted (AES-256-GCM) under a key that is not in the database
  totp_secret bytea,
  -- the newest 30-second step whose code was taken: a code is good once
  totp_step bigint not null default 0,
  status text not null default 'active',
  created_at timestamptz not null,
  -- null: the machine itself made the first one
  created_by uuid references operator,
  constraint operator_name_form check (name ~ '^[a-z][a-z0-9._-]{1,31}$'),
  constraint operator_full_name check (char_length(full_name) between 1 and 80),
  constraint operator_roles check (cardinality(roles) between 1 and 6
    and roles <@ array['owner', 'finance', 'fulfilment', 'content', 'support', 'auditor']),
  constraint operator_password check (password_hash like '$argon2id$%'),
  -- nobody is in for good without a second factor
  constraint operator_second_factor check (one_time_until is not null or totp_secret is not null),
  constraint operator_status check (status in ('active', 'disabled'))
);
comment on table operator is 'key: deployment';
grant select, insert on operator to fairlot_app;
grant update (full_name, roles, password_hash, one_time_until, totp_secret, totp_step, status) on operator to fairlot_app;

create table operator_session (
  session_id uuid primary key,
  operator_id uuid not null references operator,
  -- SHA-256 of the cookie's value
  token_hash bytea not null unique,
  -- setup: may only replace the one-time password and set the second factor
  stage text not null,
  device text not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  -- absolute; 15 minutes without a call end a session earlier
  expires_at timestamptz not null,
  ended_at timestamptz,
  constraint operator_session_token check (octet_length(token_hash) = 32),
  constraint operator_session_stage check (stage in ('setup', 'full')),
  constraint operator_session_device check (char_length(device) <= 60),
  constraint operator_session_times check (expires_at > created_at)
) with (fillfactor = 80);
comment on table operator_session is 'key: deployment';
create index operator_session_living on operator_session (operator_id, created_at) where ended_at is null;
create index operator_session_expiry on operator_session (expires_at);
grant select, insert, delete on operator_session to fairlot_app;
grant update (stage, token_hash, seen_at, expires_at, ended_at) on operator_session to fairlot_app;

-- What takes a second person: asked for by one, decided once by another. What is approved is carried out in the same
-- transaction.
create table approval (
  -- UUIDv7: newest last
  approval_id uuid primary key,
  action text not null,
  -- what is to be done, whole: approving adds nothing to it
  params jsonb not null,
  reason text not null,
  requested_by uuid not null references operator,
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'pending',
  decided_by uuid references operator,
  decided_at timestamptz,
  note text,
  constraint approval_action check (action ~ '^[a-z]+\.[a-z]+$'),
  constraint approval_reason check (char_length(reason) between 3 and 500),
  constraint approval_times check (expires_at > requested_at),
  constraint approval_state check (state in ('pending', 'approved', 'rejected', 'withdrawn', 'expired')),
  constraint approval_decided check ((state = 'pending') = (decided_at is null)
    and (decided_by is null) = (state in ('pending', 'expired'))),
  -- two persons: not one with two sessions, nor one with two roles
  constraint approval_two_people check (state not in ('approved', 'rejected') or decided_by <> requested_by)
);
comment on table approval is 'key: deployment';
create index approval_pending on approval (expires_at) where state = 'pending';
grant select, insert on approval to fairlot_app;
grant update (state, decided_by, decided_at, note) on approval to fairlot_app;

-- The idempotency keys of operators' changes: the same one with the same input has one effect.
create table operator_request (
  operator_id uuid not null references operator,
  request_id uuid not null,
  -- SHA-256 of the input it came with
  input_hash bytea not null,
  -- null: done at once, by one person
  approval_id uuid references approval,
  at timestamptz not null,
  primary key (operator_id, request_id),
  constraint operator_request_input check (octet_length(input_hash) = 32)
);
comment on table operator_request is 'key: deployment';
grant select, insert on operator_request to fairlot_app;

-- Who changed what. Nobody changes or deletes a row: the server's role has no right to.
create table audit (
  -- UUIDv7: newest last
  audit_id uuid primary key,
  at timestamptz not null,
  -- null: the machine itself, at its first start or by its command line; with an address, somebody who was not let in
  operator_id uuid references operator,
  session_id uuid,
  action text not null,
  -- what was changed: `member:<id>`, `setting:<name>`
  subject text,
  approval_id uuid references approval,
  reason text,
  before jsonb,
  after jsonb,
  address text,
  constraint audit_action check (action ~ '^[a-z]+(\.[a-z_]+)+$'),
  constraint audit_subject check (subject ~ '^[a-z]+:.{1,100}$')
);
comment on table audit is 'key: deployment';
create index audit_by_operator on audit (operator_id, audit_id);
create index audit_by_action on audit (action text_pattern_ops, audit_id);
create index audit_by_subject on audit (subject, audit_id) where subject is not null;
grant select, insert on audit to fairlot_app;

-- Settings that differ from what the program begins with. Types and bounds are declared beside the code that reads them.
create table setting (
  name text primary key,
  -- in the form in which people read and enter it
  value text not null,
  version int not null,
  changed_at timestamptz not null,
  constraint setting_name check (name ~ '^[a-z]+(\.[a-z][A-Za-z0-9]*){1,3}$'),
  constraint setting_value check (char_length(value) <= 2000),
  constraint setting_version check (version > 0)
);
comment on table setting is 'key: deployment';
grant select, insert on setting to fairlot_app;
grant update (value, version, changed_at) on setting to fairlot_app;

-- Every change of a setting; append-only.
create table setting_change (
  name text not null references setting,
  version int not null,
  before text not null,
  after text not null,
  -- null: taken over from an older schema
  operator_id uuid references operator,
  approval_id uuid references approval,
  reason text not null,
  at timestamptz not null,
  primary key (name, version),
  constraint setting_change_version check (version > 0)
);
comment on table setting_change is 'key: deployment';
grant select, insert on setting_change to fairlot_app;

-- The wallet's settings become settings as all others. What differs from what the program begins with is taken over.
with old as (
  select v.name, v.value, v.initial from wallet_setting w cross join lateral (values
    ('wallet.rechargeSteps', (select string_agg(trim_scale(s / 10000.0)::text, ',' order by n) from unnest(w.recharge_steps) with ordinality as x(s, n)), '100,200,500,1000,5000,10000'),
    ('wallet.rechargeMinimum', trim_scale(w.recharge_minimum / 10000.0)::text, '100'),
    ('wallet.rechargeMaximum', trim_scale(w.recharge_maximum / 10000.0)::text, '100000'),
    ('wallet.rechargeExpiryMinutes', w.recharge_expiry_minutes::text, '30'),
    ('wallet.rechargeMaxOpen', w.recharge_max_open::text, '5'),
    ('wallet.sandboxDelaySeconds', w.sandbox_delay_seconds::text, '30')) as v(name, value, initial)
  where v.value <> v.initial),
taken as (
  insert into setting (name, value, version, changed_at) select name, value, 1, now() from old)
insert into setting_change (name, version, before, after, reason, at)
select name, 1, initial, value, 'taken over from an older schema', now() from old;
drop table wallet_setting;

-- Money of the house has two persons behind it, or is the demo world's.
alter table house_funding
  add column approval_id uuid references approval,
  add constraint house_funding_asked foreign key (requested_by) references operator (operator_id),
  add constraint house_funding_approved foreign key (approved_by) references operator (operator_id),
  drop constraint house_funding_two_people,
  add constraint house_funding_two_people check ((requested_by is null) = (approved_by is null)
    and (approved_by is null) = (approval_id is null) and approved_by <> requested_by);
create index house_funding_by_time on house_funding (funded_at desc, funding_id desc);
