-- Text messages that the server gave up, for operators. A row has no number and no text: the id is that of the message at the gateway.
create table sms_failed (
  sms_id uuid primary key,
  kind text not null constraint sms_failed_kind check (kind in ('code', 'notice', 'test')),
  -- the purpose of the code, the name of the notice; `test` of a test message
  what text not null constraint sms_failed_what check (what ~ '^[A-Za-z]{1,40}$'),
  -- of the country, without the plus
  calling_code text not null constraint sms_failed_calling_code check (calling_code ~ '^[1-9]\d{0,2}$'),
  fault text not null constraint sms_failed_fault check (fault in ('refused', 'unanswered', 'country', 'cap')),
  -- the last answer of the gateway; null: none
  status int constraint sms_failed_status check (status between 100 and 599),
  tries int not null constraint sms_failed_tries check (tries > 0),
  failed_at timestamptz not null,
  constraint sms_failed_answer check (status is null or fault in ('refused', 'unanswered')),
  constraint sms_failed_refused check (fault <> 'refused' or status is not null)
);
comment on table sms_failed is 'key: deployment';
create index sms_failed_by_time on sms_failed (failed_at desc, sms_id desc);
grant select, insert, delete on sms_failed to fairlot_app;

-- Test messages: an operator types the code of one, which proves that messages of this gateway arrive.
create table sms_test (
  test_id uuid primary key,
  -- SHA-256 of the gateway's URL: another gateway needs another test
  gateway bytea not null constraint sms_test_gateway check (octet_length(gateway) = 32),
  code_hash bytea not null constraint sms_test_hash check (octet_length(code_hash) = 32),
  operator_id uuid not null references operator,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries int not null default 0 constraint sms_test_tries check (tries between 0 and 5),
  confirmed_by uuid references operator,
  confirmed_at timestamptz,
  constraint sms_test_expiry check (expires_at > sent_at),
  constraint sms_test_confirmed check ((confirmed_by is null) = (confirmed_at is null)
    and (confirmed_at is null or confirmed_at between sent_at and expires_at))
);
comment on table sms_test is 'key: deployment';
create index sms_test_by_time on sms_test (sent_at desc);
create index sms_test_by_gateway on sms_test (gateway, confirmed_at desc) where confirmed_at is not null;
grant select, insert (test_id, gateway, code_hash, operator_id, sent_at, expires_at),
  update (tries, confirmed_by, confirmed_at) on sms_test to fairlot_app;
