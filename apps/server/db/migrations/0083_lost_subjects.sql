-- 1. Issues and events whose log was lost after a witness had signed their seal in time: they are drawn by that seal, in favour.
create table lost_seal (
  -- issue or event
  subject uuid primary key,
  lost_at timestamptz not null default business_now()
);
grant select on lost_seal to fairlot_app;
grant insert (subject) on lost_seal to fairlot_app;
comment on table lost_seal is 'key: deployment';
