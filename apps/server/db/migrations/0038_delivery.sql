-- Delivery: members' addresses, and the life of a prize from the win to its completion or recycling.

-- 1. Addresses. What they say is encrypted with a key that is outside of the database.
create table address (
  member_id uuid not null references member,
  address_id uuid not null,
  sealed bytea not null,
  key_id text not null,
  is_default boolean not null,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (member_id, address_id)
);
create unique index address_default on address (member_id) where is_default;
grant select, insert, delete, update (sealed, key_id, is_default, changed_at) on address to fairlot_app;
comment on table address is 'key: member';

-- 2. The pick lists that operators made.
create table pick_list (
  pick_list_id uuid primary key,
  operator_id uuid not null,
  orders int not null check (orders > 0),
  created_at timestamptz not null
);
grant select, insert on pick_list to fairlot_app;
comment on table pick_list is 'key: pick_list';

-- 3. Prizes move on. Each time of a clock is stored with the state that starts it, so that a change of the settings concerns
-- later steps only.
alter table prize drop constraint if exists prize_status;
alter table prize
  -- when the server takes the next step by itself: recycles, sets received, or completes; null: no clock runs
  add column due_at timestamptz,
  -- when the member is next reminded that the prize waits for a choice
  add column remind_at timestamptz,
  -- where the product goes; encrypted, and erased some time after the end
  add column address bytea,
  add column address_key text,
  add column erase_at timestamptz,
  add column pick_list_id uuid,
  -- the parcel that is, or was, on its way
  add column carrier text,
  add column tracking text,
  add column tracking_url text,
  add column shipped_at timestamptz,
  add column delivered_at timestamptz,
  -- what the member wrote in the newest dispute
  add column dispute_note text,
  -- when it was completed or recycled
  add column ended_at timestamptz;
update prize set due_at = prize.won_at + interval '180 days', remind_at = prize.won_at + interval '7 days'
from issue_terms terms
where terms.issue_id = prize.issue_id and prize.status = 'won'
  and div(terms.recycle_percent::numeric * terms.prize_value, 100) > 0;
alter table prize
  add constraint prize_status check (
    status in ('won', 'address_confirmed', 'in_delivery', 'disputed', 'received', 'completed', 'recycled')),
  add constraint prize_ended check ((status in ('completed', 'recycled')) = (ended_at is not null)),
  add constraint prize_due check (due_at is null or status in ('won', 'in_delivery', 'received')),
  add constraint prize_remind check (remind_at is null or status = 'won'),
  add constraint prize_address check (
    (address is null) = (address_key is null) and (address is not null or status not in ('address_confirmed', 'in_delivery'))),
  add constraint prize_erase check (erase_at is null or (ended_at is not null and address is not null)),
  add constraint prize_shipment check (
    (carrier is null) = (shipped_at is null) and (tracking is null) = (shipped_at is null)
    and (shipped_at is not null or (tracking_url is null and delivered_at is null and status <> 'in_delivery'))
    and length(carrier) between 1 and 60 and length(tracking) between 1 and 60 and length(tracking_url) <= 300
    and tracking_url ~ '^https://'),
  add constraint prize_dispute check ((status <> 'disputed' or dispute_note is not null) and length(dispute_note) between 1 and 1000);
create index prize_due on prize (due_at, member_id, purchase_id) where due_at is not null;
create index prize_remind on prize (remind_at, member_id, purchase_id) where remind_at is not null;
create index prize_erase on prize (erase_at) where erase_at is not null;
create index prize_to_ship on prize (won_at, purchase_id) where status in ('address_confirmed', 'in_delivery', 'disputed');
create index prize_of_issue on prize (issue_id);
grant update (status, due_at, remind_at, address, address_key, erase_at, pick_list_id, carrier, tracking, tracking_url, shipped_at,
  delivered_at, dispute_note, ended_at) on prize to fairlot_app;

-- The ways of ORDER_LIFE in packages/contract/src/order-life.ts. An address changes until the order is on a pick list.
create trigger prize_life before update on prize for each row when (current_user = 'fairlot_app'
  and (old.status <> new.status and (old.status, new.status) not in (
      ('won', 'address_confirmed'), ('won', 'recycled'), ('address_confirmed', 'in_delivery'), ('in_delivery', 'received'),
      ('in_delivery', 'disputed'), ('disputed', 'address_confirmed'), ('disputed', 'in_delivery'), ('disputed', 'received'),
      ('disputed', 'recycled'), ('received', 'completed'), ('received', 'disputed'))
    or old.ended_at is distinct from new.ended_at and old.ended_at is not null
    or old.address is distinct from new.address and not (
      new.status = 'address_confirmed' and old.status in ('won', 'address_confirmed') and old.pick_list_id is null
      or new.address is null and new.ended_at is not null)))
  execute function refuse_change();

-- What happened to a prize since the win, and who did it; without an operator: the member, the server or the demo world.
create table prize_timeline (
  member_id uuid not null,
  purchase_id uuid not null,
  tier int not null,
  seq int not null check (seq > 0),
  step text not null,
  state text not null,
  operator_id uuid,
  -- what the operator wrote to the member, or the parcel
  note text,
  at timestamptz not null,
  primary key (member_id, purchase_id, tier, seq),
  foreign key (member_id, purchase_id, tier) references prize,
  constraint prize_timeline_step check (step in ('address', 'recycle', 'receive', 'dispute', 'pick', 'release', 'ship', 'deliver',
    'ship_again', 'travels', 'stands', 'settle', 'arrive', 'complete', 'recycle_late', 'review')),
  constraint prize_timeline_by check (operator_id is null or step in ('pick', 'release', 'ship', 'deliver', 'ship_again',
    'travels', 'stands', 'settle'))
);
grant select, insert on prize_timeline to fairlot_app;
comment on table prize_timeline is 'key: member';
create constraint trigger prize_timeline_tallied after insert on prize_timeline deferrable initially deferred for each row
  execute function tally_history();
select recount_history('prize_timeline');
