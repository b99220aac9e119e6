-- Restore drills, by the records that the restore program signs with the key of the log. They replace the setting
-- operations.restoreDrill, in which an owner typed a day.
create table restore_drill (
  signature bytea primary key constraint restore_drill_signature check (octet_length(signature) = 64),
  -- the signed text
  record text not null constraint restore_drill_record check (length(record) between 1 and 4000),
  -- when the restore ended and the doctor had found nothing
  made_at timestamptz not null,
  -- the state that was restored
  backup_at timestamptz not null,
  operator_id uuid not null references operator,
  recorded_at timestamptz not null,
  constraint restore_drill_order check (backup_at <= made_at)
);
comment on table restore_drill is 'key: deployment';
create index restore_drill_by_time on restore_drill (made_at desc);
grant select, insert on restore_drill to fairlot_app;
