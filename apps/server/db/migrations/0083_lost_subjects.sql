-- 1. Issues and events whose log was lost after a witness had signed their seal in time: they are drawn by that seal, in favour.
create table lost_seal (
  -- issue or event
  subject uuid primary key,
  lost_at timestamptz not null default business_now()
);
grant select on lost_seal to fairlot_app;
grant insert (subject) on lost_seal to fairlot_app;
comment on table lost_seal is 'key: deployment';

-- 2. What members of a lost issue of version 3 get beside the refund of their orders: what their codes' even share of all prizes is above
-- what they paid. Written once, when the orders are refunded, and paid with each member's last order.
alter table issue_refund
  -- the sum of these shares, and what of it the guarantee paid; null until they are written, and where nobody gets one
  add column shared bigint,
  add column guaranteed bigint,
  add column shared_at timestamptz,
  -- members up to this last order have theirs
  add column shared_through int not null default 0,
  add constraint issue_refund_shared check (
    (shared is null) = (guaranteed is null) and (shared is null) = (shared_at is null)
    and (shared is null or reason = 'lost' and through_seq = orders and guaranteed = greatest(shared - subsidy, 0))
    and shared_through between 0 and orders and (shared_through = 0 or shared is not null)
    and (finished_at is null or shared is null or shared_through = orders));
grant update (shared, guaranteed, shared_at, shared_through) on issue_refund to fairlot_app;

create table issue_lost_share (
  issue_id uuid not null references issue_refund,
  member_id uuid not null,
  -- of the member's last order, with which the rest is paid
  seq int not null,
  codes int not null,
  paid bigint not null,
  even_share bigint not null,
  rest bigint not null,
  primary key (issue_id, member_id),
  constraint issue_lost_share_seq unique (issue_id, seq),
  constraint issue_lost_share_rest check (codes > 0 and paid > 0 and rest > 0 and rest = even_share - paid)
);
grant select, insert on issue_lost_share to fairlot_app;
comment on table issue_lost_share is 'key: issue';
