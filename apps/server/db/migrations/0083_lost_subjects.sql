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

-- 3. Seals that only the lost stretch of a log had, as witnesses keep them: entry and line. An issue whose orders give the same seal is drawn by it.
create table witnessed_seal (
  -- number of an issue
  subject text not null,
  -- note verifier key
  witness text not null,
  entry text not null,
  -- the checkpoint over the entry, with the log's signature and the witness' line
  note text not null,
  signed_ms bigint not null,
  primary key (subject, witness)
);
grant select, insert on witnessed_seal to fairlot_app;
comment on table witnessed_seal is 'key: deployment';
-- the entry of the seal, where the log in this database does not have it
alter table lost_seal add column entry text;
grant insert (entry) on lost_seal to fairlot_app;

create or replace function check_seal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  i issue;
begin
  select * into i from issue where issue_id = new.issue_id for update;
  if i.log_rules < 3 then
    return new;
  end if;
  if i.status is distinct from 'sold_out' then
    raise check_violation using message = 'an issue that is not waiting for its draw is not sealed',
      constraint = 'issue_seal_waits', table = 'issue_seal';
  end if;
  if (select grade from issue_terms where issue_id = new.issue_id) = 'witnessed'
    and exists (select from witness_hold where released_at is null)
    -- a seal that is published already
    and not exists (select from lost_seal where subject = new.issue_id and entry is not null) then
    raise check_violation using message = 'nothing witnessed is sealed while a hold is open',
      constraint = 'issue_seal_held', table = 'issue_seal';
  end if;
  return new;
end $$;
