-- What the server itself needs: which database this is, what time it is, and the work that is still to be done.
-- The migration runner makes schema_migration before this file, because it has to write there that it ran it.
-- Two roles: fairlot_owner owns everything here and migrates; fairlot_app is what the server works as. It gets nothing
-- but what a migration grants by name.

grant usage on schema public to fairlot_app;
grant select on schema_migration to fairlot_app;

-- One row, written once by the owner when the database is made. The money mode is fixed for the life of a database.
create table deployment (
  singleton boolean primary key default true check (singleton),
  id text not null check (id ~ '^[a-z0-9]{4,32}$'),
  money_mode text not null check (money_mode in ('sandbox', 'real')),
  created_at timestamptz not null
);
comment on table deployment is 'key: deployment';
grant select on deployment to fairlot_app;

-- Business time is the database's clock plus this offset, zero but in tests and while the demo world is made.
create table clock_offset (
  singleton boolean primary key default true check (singleton),
  offset_ms bigint not null default 0
);
comment on table clock_offset is 'key: deployment';
insert into clock_offset default values;
grant select on clock_offset to fairlot_app;

-- For statements over many rows: `(select at from business_clock)` is planned into the statement and read once.
-- statement_timestamp(), not now(): a transaction that waited for a lock must not stamp the time before its wait.
create view business_clock as
  select statement_timestamp() + offset_ms * interval '1 millisecond' as at from clock_offset;
grant select on business_clock to fairlot_app;

-- The same, where one call per statement is enough. (A function that reads a table is called, never inlined.)
create function business_now() returns timestamptz
  language sql stable parallel safe
  as 'select at from business_clock';
revoke execute on function business_now() from public;
grant execute on function business_now() to fairlot_app;

-- Jobs and outbox: written in the transaction of the use case, done by a worker after its commit. A done job's row is
-- deleted, a failed one stays with its error until somebody decides (dead letter).
create table job (
  job_id uuid primary key,
  name text not null check (length(name) between 1 and 100),
  -- At most one waiting job of a name and key; null: no such limit.
  key text check (length(key) between 1 and 200),
  data jsonb not null,
  -- Business time.
  due_at timestamptz not null,
  -- Asked for again while it ran: it runs once more after this.
  again_at timestamptz,
  attempts int not null default 0 check (attempts >= 0),
  -- Real time of the database: a test that moves business time must not end a lease.
  leased_until timestamptz,
  lease uuid,
  dead_at timestamptz,
  last_error text,
  created_at timestamptz not null,
  check ((lease is null) = (leased_until is null)),
  check (dead_at is null or lease is null)
) with (fillfactor = 70);
comment on table job is 'key: deployment';
create unique index job_once on job (name, key) where dead_at is null;
create index job_due on job (due_at, job_id) where dead_at is null;
grant select, insert, update, delete on job to fairlot_app;
