-- No way back: a deployment has one log after another. When the database was restored from an older copy, two owners start
-- a new log that names the last known state of the lost one (docs/FAIRNESS.md).

create table log (
  number int primary key,
  -- the lost log, and its last known state; null for the first log
  continues int,
  known_size bigint,
  known_root bytea,
  started_at timestamptz not null,
  constraint log_number check (number >= 1),
  constraint log_first check ((number = 1) = (continues is null)),
  constraint log_continues check (continues >= 1 and continues < number),
  constraint log_known check ((continues is null) = (known_size is null) and (continues is null) = (known_root is null)
    and known_size >= 0 and octet_length(known_root) = 32)
);
comment on table log is 'key: deployment';
grant select, insert on log to fairlot_app;
insert into log (number, started_at) values (1, now());

-- A high-water mark of this log was kept beside the secrets: from then on a missing file is not taken for a first start.
create table log_mark (
  log int primary key references log,
  kept_at timestamptz not null
);
comment on table log_mark is 'key: deployment';
grant select, insert on log_mark to fairlot_app;

-- Entries that waited to be appended when their log was lost. The new log cannot hold them: their issues opened in the lost log.
create table log_unpublished (
  -- the log that followed
  log int not null references log,
  pending_id bigint not null,
  entry jsonb not null,
  primary key (log, pending_id)
);
comment on table log_unpublished is 'key: deployment';
grant select, insert on log_unpublished to fairlot_app;

alter table log_cosignature drop constraint log_cosignature_size_fkey;

alter table log_entry
  add column log int not null default 1 references log,
  drop constraint log_entry_pkey,
  add primary key (log, index);
alter table log_entry alter column log drop default;
drop index if exists log_entry_begin;
create unique index log_entry_begin on log_entry (log) where kind = 'log-begin';
create unique index log_entry_continues on log_entry (log) where kind = 'log-continues';

alter table log_node
  add column log int not null default 1 references log,
  drop constraint log_node_pkey,
  add primary key (log, level, position);
alter table log_node alter column log drop default;

alter table log_checkpoint
  add column log int not null default 1 references log,
  drop constraint log_checkpoint_pkey,
  add primary key (log, size);
alter table log_checkpoint alter column log drop default;

alter table log_cosignature
  add column log int not null default 1,
  drop constraint log_cosignature_pkey,
  add primary key (log, size, witness, signed_at),
  add constraint log_cosignature_checkpoint foreign key (log, size) references log_checkpoint;
alter table log_cosignature alter column log drop default;
drop index log_cosignature_by_witness;
create index log_cosignature_by_witness on log_cosignature (witness, log, size);

-- Refunded because the log was lost: also an issue that was sold out or sealed, which nothing else can refund.
alter table issue
  add column lost boolean not null default false,
  add constraint issue_lost check (not lost or status in ('expired', 'refunded')),
  drop constraint issue_not_full,
  add constraint issue_not_full check (status not in ('scheduled', 'selling', 'expired') or sold < shares or lost);
grant update (lost) on issue to fairlot_app;
