-- What members get of an issue whose draw is in their favour: each the greatest of what their codes won, what they paid, and their
-- codes' even share of all prizes. The shares and the sums are written in one transaction; the settlement pays what they say.
alter table issue_draw add constraint issue_draw_favour unique (issue_id, favour);

create table issue_favour (
  issue_id uuid primary key,
  -- the draw is in favour
  favour boolean not null generated always as (true) stored,
  -- orders of members who get more than they won
  orders int not null,
  -- the sum of what members get, less what they won
  beyond bigint not null,
  -- what leaves the escrow: the amounts, in goods the recycling value in place of the product
  owed bigint not null,
  -- what the guarantee added to the escrow
  guaranteed bigint not null,
  -- what vouchers had paid of orders of members who won something, back to marketing
  returned bigint not null,
  -- what was left of the escrow: set aside for rebates and VIP refunds, and earned
  rewards bigint not null,
  earned bigint not null,
  shared_at timestamptz not null default business_now(),
  constraint issue_favour_draw foreign key (issue_id, favour) references issue_draw (issue_id, favour),
  constraint issue_favour_amounts check (orders >= 0 and beyond >= 0 and (orders = 0) = (beyond = 0) and owed >= 0
    and returned between 0 and beyond and guaranteed >= 0 and rewards >= 0 and earned >= 0
    and (guaranteed = 0 or rewards = 0 and earned = 0))
);
grant select on issue_favour to fairlot_app;
grant insert (issue_id, orders, beyond, owed, guaranteed, returned, rewards, earned) on issue_favour to fairlot_app;
comment on table issue_favour is 'key: issue';

create table issue_favour_share (
  issue_id uuid not null references issue_favour,
  member_id uuid not null,
  -- of the member's last order, with which the rest is paid
  seq int not null,
  orders int not null,
  codes int not null,
  -- what the orders cost, and what vouchers paid of it
  paid bigint not null,
  vouchers bigint not null,
  won bigint not null,
  -- of all prizes
  even_share bigint not null,
  amount bigint not null,
  -- what the member gets beside refunds and prizes
  rest bigint not null,
  primary key (issue_id, member_id),
  constraint issue_favour_share_seq unique (issue_id, seq),
  constraint issue_favour_share_counts check (orders > 0 and codes >= orders and seq >= orders and paid > 0
    and vouchers between 0 and paid and won >= 0 and even_share >= 0),
  constraint issue_favour_share_amount check (amount = greatest(won, paid, even_share)),
  -- who won nothing has the orders refunded, vouchers included; who won something keeps it, and what vouchers paid is not paid out
  constraint issue_favour_share_rest check (rest = case when won = 0 then amount - paid
    else greatest(won, paid - vouchers, even_share) - won end)
);
grant select, insert on issue_favour_share to fairlot_app;
comment on table issue_favour_share is 'key: issue';

-- What the members are told.
alter table member_notice drop constraint member_notice_kind;
alter table member_notice add constraint member_notice_kind check (kind in ('ten_left', 'sold_out', 'drawn', 'refunded', 'opened',
  'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'vip_level', 'favour'));
