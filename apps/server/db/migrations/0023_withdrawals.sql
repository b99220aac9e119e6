-- The way out: payout accounts, withdrawals with their hold, and the play-through of recharged money.

-- 1. What the house earns by fees of withdrawals.
alter table house_account drop constraint house_account_known;
insert into house_account (book, name, floor) values ('00000000-0000-8000-8000-000000000006', 'fees', 0);
alter table house_account add constraint house_account_known check (
  (book, name, floor) in (
    ('00000000-0000-8000-8000-000000000001', 'cash', -9223372036854775807),
    ('00000000-0000-8000-8000-000000000002', 'sales', 0),
    ('00000000-0000-8000-8000-000000000003', 'bankroll', 0),
    ('00000000-0000-8000-8000-000000000004', 'marketing', 0),
    ('00000000-0000-8000-8000-000000000005', 'subsidy', 0),
    ('00000000-0000-8000-8000-000000000006', 'fees', 0)));

-- 2. Play-through: what a member has to spend on settled purchases before recharged money can be withdrawn. A recharge keeps
-- the percentage that was shown when it was opened; earlier recharges showed none.
alter table recharge add column play_percent int not null default 0;
alter table recharge add constraint recharge_play_percent check (play_percent between 0 and 1000);
alter table recharge alter column play_percent drop default;
grant insert (play_percent) on recharge to fairlot_app;

create table play_through (
  member_id uuid primary key references member,
  -- the sum of what recharges required, and how much of it is spent or waived
  required bigint not null,
  played bigint not null default 0,
  waived bigint not null default 0,
  constraint play_through_amounts check (played >= 0 and waived >= 0 and played + waived <= required)
) with (fillfactor = 70);
grant select, insert (member_id, required), update (required, played, waived) on play_through to fairlot_app;
comment on table play_through is 'key: member';

-- 3. Payout accounts. A change makes a new row and deletes the old one, so that a withdrawal's account never changes. The
-- number is encrypted with a key that is outside of the database; the fingerprint is a keyed hash of kind and number.
create table payout_account (
  member_id uuid not null references member,
  account_id uuid not null,
  request_id uuid not null,
  input_hash bytea not null,
  kind text not null,
  sealed bytea,
  key_id text not null,
  fingerprint bytea not null,
  label text,
  masked text not null,
  replaces uuid,
  created_at timestamptz not null,
  usable_from timestamptz not null,
  first_at timestamptz not null,
  refused text,
  deleted_at timestamptz,
  primary key (member_id, account_id),
  constraint payout_account_request unique (member_id, request_id),
  constraint payout_account_kind check (kind in ('bank', 'upi', 'ewallet', 'trc20', 'pix')),
  constraint payout_account_hashes check (octet_length(input_hash) = 32 and octet_length(fingerprint) = 32),
  constraint payout_account_rests check (usable_from >= created_at),
  constraint payout_account_erased check (sealed is not null or deleted_at is not null)
);
create index payout_account_live on payout_account (member_id) where deleted_at is null;
create index payout_account_same on payout_account (fingerprint);
grant select, insert (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, label, masked, replaces,
  created_at, usable_from, first_at), update (first_at, refused, deleted_at, sealed) on payout_account to fairlot_app;
comment on table payout_account is 'key: member';
create trigger payout_account_life before update on payout_account for each row when (current_user = 'fairlot_app'
  and (old.deleted_at is not null and (new.deleted_at is distinct from old.deleted_at or new.sealed is not null and old.sealed is null)
    or new.sealed is distinct from old.sealed and new.sealed is not null))
  execute function refuse_change();

-- 4. Withdrawals. The money is in a book of its own from the application to its end.
create table withdrawal_hold (
  withdrawal_id uuid primary key,
  held bigint not null default 0 check (held >= 0)
) with (fillfactor = 70);
grant select, insert (withdrawal_id), update (held) on withdrawal_hold to fairlot_app;
comment on table withdrawal_hold is 'key: withdrawal';

create table withdrawal_count (
  member_id uuid primary key references member,
  opened int not null check (opened > 0)
) with (fillfactor = 70);
grant select, insert, update (opened) on withdrawal_count to fairlot_app;
comment on table withdrawal_count is 'key: member';

create table withdrawal (
  member_id uuid not null references member,
  withdrawal_id uuid not null,
  number text not null,
  request_id uuid not null,
  input_hash bytea not null,
  account_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  -- hundredths of a percent, of the member's level at the application
  fee_rate int not null,
  approvals_needed int not null,
  state text not null default 'processing',
  stage text default 'waiting',
  reason text,
  note text,
  -- of the bank, when paid
  reference text,
  batch_id uuid,
  created_at timestamptz not null,
  finished_at timestamptz,
  primary key (member_id, withdrawal_id),
  constraint withdrawal_request unique (member_id, request_id),
  foreign key (member_id, account_id) references payout_account,
  constraint withdrawal_number check (number ~ '^W[0-9A-HJKMNP-TV-Z]{12}$'),
  constraint withdrawal_input check (octet_length(input_hash) = 32),
  constraint withdrawal_amounts check (amount > 0 and fee >= 0 and fee < amount and fee_rate between 0 and 10000),
  constraint withdrawal_approvals check (approvals_needed in (1, 2)),
  constraint withdrawal_state check (state in ('processing', 'success', 'failed', 'returned')),
  constraint withdrawal_stage check ((state = 'processing') = (stage is not null)
    and stage in ('waiting', 'first_approved', 'approved', 'exported')),
  constraint withdrawal_reason check ((state = 'failed') = (reason is not null)
    and reason in ('account_invalid', 'name_differs', 'bank_refused', 'identity', 'suspected_fraud', 'other')),
  constraint withdrawal_note check (length(note) between 1 and 500),
  constraint withdrawal_reference check ((state = 'success') = (reference is not null) and length(reference) between 1 and 140),
  constraint withdrawal_finished check ((state = 'processing') = (finished_at is null))
) with (fillfactor = 70);
create index withdrawal_waiting on withdrawal (created_at, withdrawal_id) where state = 'processing';
create index withdrawal_open on withdrawal (member_id) where state = 'processing';
create index withdrawal_by_number on withdrawal (number);
create index withdrawal_finished_by_time on withdrawal (finished_at);
grant select, insert (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate,
  approvals_needed, created_at), update (state, stage, reason, note, reference, batch_id, finished_at) on withdrawal to fairlot_app;
comment on table withdrawal is 'key: member';
create trigger withdrawal_life before update on withdrawal for each row when (current_user = 'fairlot_app'
  and (old.state <> 'processing'
    or new.state = 'returned' and old.stage <> 'waiting'
    or new.state = 'success' and old.stage not in ('approved', 'exported')
    or new.state = 'processing' and (old.stage, new.stage) not in (('waiting', 'first_approved'), ('waiting', 'approved'),
      ('first_approved', 'approved'), ('approved', 'exported'), ('exported', 'exported'))
    or (old.stage, new.stage) = ('waiting', 'approved') and old.approvals_needed <> 1))
  execute function refuse_change();

-- What happened to a withdrawal, and who did it; null: the member or the server.
create table withdrawal_step (
  member_id uuid not null,
  withdrawal_id uuid not null,
  seq int not null check (seq > 0),
  state text not null,
  reason text,
  operator_id uuid,
  at timestamptz not null,
  primary key (member_id, withdrawal_id, seq),
  foreign key (member_id, withdrawal_id) references withdrawal,
  constraint withdrawal_step_state check (state in ('processing', 'first_approved', 'approved', 'exported', 'success', 'failed', 'returned'))
);
grant select, insert on withdrawal_step to fairlot_app;
comment on table withdrawal_step is 'key: member';

-- A reference of the bank pays one withdrawal.
create table payout_reference (
  reference text primary key,
  withdrawal_id uuid not null
);
grant select, insert on payout_reference to fairlot_app;
comment on table payout_reference is 'key: payout_reference';

-- What was exported for the bank. The same request answers the same withdrawals.
create table payout_batch (
  batch_id uuid primary key,
  operator_id uuid not null,
  withdrawals int not null check (withdrawals > 0),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null
);
grant select, insert on payout_batch to fairlot_app;
comment on table payout_batch is 'key: payout_batch';
