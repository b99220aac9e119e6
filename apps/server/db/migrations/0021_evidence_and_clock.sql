-- Counted evidence: a checkpoint or a receipt that is deleted leaves a gap.

alter table log_checkpoint add column number integer;
update log_checkpoint c set number = n.number
from (select log, size, row_number() over (partition by log order by size) as number from log_checkpoint) n
where (n.log, n.size) = (c.log, c.size);
alter table log_checkpoint alter column number set not null,
  add constraint log_checkpoint_counted unique (log, number),
  add constraint log_checkpoint_count check (number > 0);

create table receipt_count (
  member_id uuid primary key,
  receipts integer not null,
  constraint receipt_count_receipts check (receipts > 0)
) with (fillfactor = 70);
insert into receipt_count (member_id, receipts) select member_id, count(*) from receipt group by member_id;
grant select, insert, update (receipts) on receipt_count to fairlot_app;
comment on table receipt_count is 'key: member';

-- Issues from before events were kept, and issues that another process drew before it recorded the sell-out.
insert into issue_event (issue_id, event, at)
select issue_id, 'opened', opened_at from issue where opened_at is not null
union all
select issue_id, 'sold_out', sold_out_at from issue where status = 'drawn'
on conflict do nothing;

-- What the passing of time alone ends, and nobody can undo, waits until two looks at the clock, some minutes apart by a
-- monotonic clock, agree. settled_clock is the business time of the first of the two looks.

create table clock_watch (
  singleton boolean primary key default true check (singleton),
  -- null: no server has watched the clock yet, and business time counts
  settled_at timestamptz,
  halted_at timestamptz,
  -- the machine whose monotonic clock disagreed
  halted_by text,
  -- how far business time went away from the monotonic clock; negative: back
  jump_ms bigint,
  -- raised by an operator's acknowledgement: every server begins its looks from there
  generation integer not null default 0,
  -- tests and journeys move clock_offset and mean both clocks; only the owner of the schema may say so
  driven boolean not null default false,
  constraint clock_watch_halt check ((halted_at is null) = (jump_ms is null) and (halted_at is null) = (halted_by is null)),
  constraint clock_watch_machine check (length(halted_by) between 1 and 100)
);
insert into clock_watch default values;
grant select, update (settled_at, halted_at, halted_by, jump_ms, generation) on clock_watch to fairlot_app;
comment on table clock_watch is 'key: deployment';

-- The last look of each machine that agreed, so that a server that starts again on it goes on from there.
create table clock_look (
  machine text primary key,
  generation integer not null,
  mono_ms bigint not null,
  business_ms bigint not null,
  seen_at timestamptz not null,
  constraint clock_look_machine check (length(machine) between 1 and 100)
);
grant select, insert, update, delete on clock_look to fairlot_app;
comment on table clock_look is 'key: deployment';

create view settled_clock as
  select case when w.driven then c.at else least(c.at, w.settled_at) end as at from business_clock c cross join clock_watch w;
grant select on settled_clock to fairlot_app;
