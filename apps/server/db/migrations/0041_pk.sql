-- Double PK: an issue with two seats, each half of the codes at half of the total price, one seat for each member.

-- 1. Products and terms in the mode.
alter table product drop constraint product_mode;
alter table product
  add constraint product_mode check (mode in ('goods', 'cash', 'pk')),
  add constraint product_pk check (mode <> 'pk' or (shares % 2 = 0 and max_per_member = shares / 2));
alter table issue_terms drop constraint issue_terms_mode;
alter table issue_terms
  add constraint issue_terms_mode check (mode in ('goods', 'cash', 'pk')),
  add constraint issue_terms_pk check (mode <> 'pk' or (shares % 2 = 0 and max_per_member = shares / 2));

-- 2. The shares of a seat; null in other modes. Every order is one seat, and no member has both.
alter table issue add column seat int;
alter table issue
  add constraint issue_seat check (seat is null or (seat > 0 and shares = 2 * seat and sold = orders * seat and participants = orders));
grant insert (seat) on issue to fairlot_app;

-- 3. A member left a seat while the other one was free: the issue ended and its one order was refunded. Append-only.
create table seat_left (
  member_id uuid not null,
  issue_id uuid not null,
  purchase_id uuid not null,
  left_at timestamptz not null,
  primary key (member_id, issue_id)
);
create index seat_left_of_issue on seat_left (issue_id);
grant select, insert on seat_left to fairlot_app;
comment on table seat_left is 'key: member';
create constraint trigger seat_left_tallied after insert on seat_left deferrable initially deferred for each row
  execute function tally_history();
select recount_history('seat_left');
