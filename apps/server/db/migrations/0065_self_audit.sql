-- The writer of the log audits itself: an entry that the audit would refuse is not appended.

-- The state of the audit at a size of a log, so that a start reads only the entries behind it. `mac` binds state, log, size and head to
-- the secret of the log: a row that the server did not write is not used.
create table log_audit (
  log int primary key references log,
  size bigint not null,
  head bytea not null,
  -- the newest checkpoint that the state knows
  signed_size bigint not null,
  signed_ms bigint not null,
  state text not null,
  -- entries and checkpoints of the log that break a rule, as a list of {index, rule, why}
  breaches text not null,
  mac bytea not null,
  stored_at timestamptz not null,
  constraint log_audit_sizes check (signed_size between 0 and size),
  constraint log_audit_hashes check (octet_length(head) = 32 and octet_length(mac) = 32)
);
comment on table log_audit is 'key: deployment';
grant select, insert, update on log_audit to fairlot_app;

-- Entries and checkpoints that the audit refused while a transaction wanted to publish them: the transaction was undone. The entry is
-- not kept, because the one of a seal holds a secret that is not revealed.
create table log_refused (
  log int not null references log,
  kind text not null,
  -- number of an issue, id of a chain, name of a round or event; empty for other kinds
  subject text not null,
  rule text not null,
  why text not null,
  times int not null default 1,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (log, kind, subject, rule),
  constraint log_refused_why check (char_length(why) between 1 and 1000),
  constraint log_refused_times check (times > 0)
);
comment on table log_refused is 'key: deployment';
grant select, insert, update (why, times, last_at) on log_refused to fairlot_app;
