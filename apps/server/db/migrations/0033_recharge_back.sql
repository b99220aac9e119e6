-- Recharges go back to what they came from: a withdrawal without a fee, of money that is not played through.

-- 1. What of a recharge goes back or went back.
alter table recharge add column returned bigint not null default 0;
alter table recharge add constraint recharge_returned check (returned >= 0 and returned <= coalesce(credited, 0));
grant update (returned) on recharge to fairlot_app;

-- 2. What such a withdrawal goes to: the company, account or address that the money came from. The row is deleted from the
-- beginning, so that no other withdrawal goes there and the member's list does not have it.
alter table payout_account add column source_of uuid;
alter table payout_account drop constraint payout_account_kind;
alter table payout_account
  add constraint payout_account_kind check (kind in ('bank', 'upi', 'ewallet', 'trc20', 'pix') or kind = 'sandbox' and source_of is not null),
  add constraint payout_account_source check (source_of is null or deleted_at is not null),
  add constraint payout_account_recharge foreign key (member_id, source_of) references recharge;
grant insert (source_of, deleted_at) on payout_account to fairlot_app;

alter table withdrawal
  add column recharge_id uuid,
  -- how much of the play-through that went with the money had been waived
  add column waived bigint not null default 0,
  -- the payment company that pays back by itself, once an operator has approved
  add column refund_provider text;
alter table withdrawal
  add constraint withdrawal_recharge foreign key (member_id, recharge_id) references recharge,
  add constraint withdrawal_back check (recharge_id is not null and fee = 0 and fee_rate = 0
    or recharge_id is null and waived = 0 and refund_provider is null),
  add constraint withdrawal_waived check (waived >= 0);
-- one of a recharge at a time
create unique index withdrawal_back_open on withdrawal (member_id, recharge_id) where recharge_id is not null and state = 'processing';
create index withdrawal_of_recharge on withdrawal (member_id, recharge_id) where recharge_id is not null;
grant insert (recharge_id, waived, refund_provider) on withdrawal to fairlot_app;

-- 3. What payment companies said about refunds; append-only. One event is stored once.
create table refund_notice (
  provider text not null,
  event_id text not null,
  payment_id text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  -- the company's id of the refund
  refund_id text not null,
  amount bigint not null,
  currency text not null,
  outcome text not null,
  -- the signed text
  body text not null,
  received_at timestamptz not null,
  primary key (provider, event_id),
  constraint refund_notice_of foreign key (member_id, withdrawal_id) references withdrawal,
  constraint refund_notice_amount check (amount > 0),
  constraint refund_notice_outcome check (outcome in ('paid', 'mismatch', 'unchanged'))
);
create index refund_notice_of_withdrawal on refund_notice (withdrawal_id);
grant select, insert on refund_notice to fairlot_app;
comment on table refund_notice is 'key: provider';
create constraint trigger refund_notice_tallied after insert on refund_notice deferrable initially deferred for each row
  execute function tally_history();
select recount_history('refund_notice');

-- 4. The refunds of Sandbox Pay, in its own books.
create table sandbox_refund (
  payment_id text not null references sandbox_payment,
  -- the shop's name for it
  reference text not null,
  refund_id text not null,
  amount bigint not null,
  created_at timestamptz not null,
  delivered_at timestamptz,
  primary key (payment_id, reference),
  constraint sandbox_refund_amount check (amount > 0)
) with (fillfactor = 70);
grant select, insert, update (delivered_at) on sandbox_refund to fairlot_app;
comment on table sandbox_refund is 'key: payment';
