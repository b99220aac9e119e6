-- The rules of the log, version 2: the log begins with an entry of its own, openings carry everything that members were
-- promised, and no time goes back. Issues that opened before keep the rules of version 1 until they end.

alter table issue_terms
  -- the issue belongs to the demo world: its times lie before the log began
  add column demo boolean not null default false,
  -- note verifier keys of the witnesses that sign the seal
  add column witnesses text[],
  drop constraint issue_terms_grade,
  add constraint issue_terms_grade check (case grade
    when 'plain' then commitment is null and chain is null and delay is null and mode = 'goods'
    when 'salt' then commitment is not null and chain is null and delay is null
    when 'beacon' then commitment is not null and chain is not null and delay > 0
    when 'witnessed' then commitment is not null and chain is not null and delay > 0
    else false end),
  add constraint issue_terms_witnesses check (case
    when grade = 'witnessed' then witnesses is not null and cardinality(witnesses) between 1 and 16
      and array_ndims(witnesses) = 1 and array_position(witnesses, null) is null
    else witnesses is null end);
alter table product
  drop constraint product_grade,
  add constraint product_grade check (grade in ('plain', 'salt', 'beacon', 'witnessed'));

-- The version of the log's rules that an issue opened under. The server's role has no right to change it.
alter table issue add column log_rules smallint not null default 1;
-- an issue that is only scheduled opens under the new rules
update issue set log_rules = 2 where opened_at is null;
alter table issue
  alter column log_rules set default 2,
  add constraint issue_log_rules check (log_rules in (1, 2));

-- What waits from before the beginning of the log is appended before it, as it is. The writer dates what comes later.
alter table log_pending add column rules smallint not null default 1;
alter table log_pending
  alter column rules set default 2,
  add constraint log_pending_rules check (rules in (1, 2));

create unique index log_entry_begin on log_entry (kind) where kind = 'log-begin';

-- Running hashes over the rows of an issue, at steps: a receipt continues from the last step before its order.
create table issue_running (
  issue_id uuid not null references issue,
  -- the hash covers the rows 1 to seq
  seq int not null,
  hash bytea not null,
  primary key (issue_id, seq),
  constraint issue_running_seq check (seq > 0),
  constraint issue_running_hash check (octet_length(hash) = 32)
);
comment on table issue_running is 'key: issue';
grant select, insert on issue_running to fairlot_app;
