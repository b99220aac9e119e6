-- What a witnessed draw of version 3 needs besides its evidence: the money that covers it, and the stop after witnesses failed.

-- 1. What the seal of a draw binds in the house account `guarantee`, until its witnesses have signed or the members are paid.
create table guarantee_bond (
  -- issue id or event id
  subject uuid primary key,
  amount bigint not null check (amount > 0),
  bound_at timestamptz not null default business_now(),
  freed_at timestamptz,
  constraint guarantee_bond_freed check (freed_at >= bound_at)
);
create index guarantee_bond_open on guarantee_bond (subject) where freed_at is null;
grant select on guarantee_bond to fairlot_app;
grant insert (subject, amount) on guarantee_bond to fairlot_app;
grant update (freed_at) on guarantee_bond to fairlot_app;
create trigger guarantee_bond_life before update on guarantee_bond for each row
  when (current_user = 'fairlot_app' and old.freed_at is not null and new.freed_at is distinct from old.freed_at)
  execute function refuse_change();
comment on table guarantee_bond is 'key: house';

-- 2. After the first round that passes without a quorum nothing witnessed is sealed until two operators release it.
create table witness_hold (
  hold_id bigint generated always as identity primary key,
  -- issue number or name of the event whose round passed
  subject text not null check (length(subject) between 1 and 100),
  since timestamptz not null default business_now(),
  released_at timestamptz,
  approval_id uuid references approval,
  constraint witness_hold_released check ((released_at is null) = (approval_id is null))
);
create unique index witness_hold_open on witness_hold ((true)) where released_at is null;
grant select on witness_hold to fairlot_app;
grant insert (subject) on witness_hold to fairlot_app;
grant update (released_at, approval_id) on witness_hold to fairlot_app;
create trigger witness_hold_life before update on witness_hold for each row
  when (current_user = 'fairlot_app' and old.released_at is not null) execute function refuse_change();
comment on table witness_hold is 'key: deployment';
