-- Who a person is: members, their sessions, SMS codes, and what guards both against guessing.

-- The directory of members stays in one place: phone, user name and invitation code are unique over all of them.
create table member (
  member_id uuid primary key,
  -- E.164
  phone text not null constraint member_phone unique
    constraint member_phone_form check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  -- lower case; the member may set one later
  username text constraint member_username unique
    constraint member_username_form check (username ~ '^[a-z][a-z0-9_]{3,19}$'),
  nickname text not null check (char_length(nickname) between 2 and 20),
  -- argon2id over the peppered password
  password_hash text not null check (password_hash like '$argon2id$%'),
  invitation_code text not null constraint member_invitation_code unique
    check (invitation_code ~ '^[2-9A-HJ-NP-Z]{6}$'),
  inviter_id uuid references member (member_id),
  terms_version text not null check (char_length(terms_version) between 1 and 20),
  terms_agreed_at timestamptz not null,
  adult_declared_at timestamptz not null,
  status text not null default 'active' check (status in ('active', 'closed')),
  created_at timestamptz not null,
  check (inviter_id <> member_id)
);
comment on table member is 'key: member; also unique: phone, username, invitation_code';
create index member_by_inviter on member (inviter_id, created_at) where inviter_id is not null;
grant select, insert on member to fairlot_app;
-- never the identity, the inviter, or what was agreed to and when
grant update (phone, username, nickname, password_hash, status) on member to fairlot_app;

create table session (
  session_id uuid primary key,
  member_id uuid not null references member (member_id),
  -- SHA-256 of the token; the token itself is known to its client only
  token_hash bytea not null constraint session_token unique check (octet_length(token_hash) = 32),
  -- browser and system in a few words
  device text not null check (char_length(device) <= 60),
  created_at timestamptz not null,
  -- the last call, to a few minutes
  seen_at timestamptz not null,
  -- absolute; being idle ends a session earlier
  expires_at timestamptz not null check (expires_at > created_at),
  ended_at timestamptz
) with (fillfactor = 80);
comment on table session is 'key: session; also unique: token_hash';
create index session_living on session (member_id, created_at) where ended_at is null;
create index session_expiry on session (expires_at);
grant select, insert, delete on session to fairlot_app;
grant update (seen_at, ended_at) on session to fairlot_app;

-- One row for each phone and purpose, of the code sent last. Its lock makes spacing, tries and single use hold in parallel.
create table sms_code (
  phone text not null check (phone ~ '^\+[1-9][0-9]{6,14}$'),
  purpose text not null
    check (purpose in ('register', 'login', 'reset', 'recharge', 'withdraw', 'payout', 'phone', 'password')),
  -- HMAC over phone, purpose and code, under a key that is not in the database
  code_hash bytea not null check (octet_length(code_hash) = 32),
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- how many were sent in a row, for the growing spacing
  sent_in_row int not null check (sent_in_row > 0),
  resend_at timestamptz not null,
  tries int not null default 0 check (tries between 0 and 5),
  used_at timestamptz,
  primary key (phone, purpose)
) with (fillfactor = 70);
comment on table sms_code is 'key: phone';
create index sms_code_age on sms_code (sent_at);
grant select, insert, update, delete on sms_code to fairlot_app;

-- How many SMS were sent for a phone, an address, a number prefix and in all, in windows of an hour or a day.
create table sms_count (
  scope text not null check (scope in ('phone', 'address', 'prefix', 'all')),
  subject text not null check (char_length(subject) between 1 and 64),
  window_start timestamptz not null,
  sent int not null check (sent > 0),
  primary key (scope, subject, window_start)
) with (fillfactor = 70);
comment on table sms_count is 'key: scope';
create index sms_count_age on sms_count (window_start);
grant select, insert, update, delete on sms_count to fairlot_app;

-- Failed log ins with a password, for each account that was named, whether it exists or not.
create table login_failure (
  -- HMAC of what was entered as account, so that a mistyped password in that field is not kept
  account_hash bytea primary key check (octet_length(account_hash) = 32),
  failures int not null check (failures > 0),
  last_at timestamptz not null,
  -- no try before
  next_at timestamptz not null
) with (fillfactor = 70);
comment on table login_failure is 'key: account';
create index login_failure_age on login_failure (last_at);
grant select, insert, update, delete on login_failure to fairlot_app;

-- Where the sandbox's messages go instead of to a phone company.
create table sandbox_sms (
  sms_id uuid primary key,
  phone text not null,
  body text not null check (char_length(body) between 1 and 500),
  sent_at timestamptz not null
);
comment on table sandbox_sms is 'key: deployment';
create index sandbox_sms_by_phone on sandbox_sms (phone, sms_id desc);
create index sandbox_sms_by_time on sandbox_sms (sent_at desc, sms_id desc);
grant select, insert, delete on sandbox_sms to fairlot_app;
