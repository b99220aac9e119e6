-- Money of the house that leaves the bank beside what members move, or by which the bank and the books differ: named postings of two
-- operators. Profit and costs leave what draws and fees have earned; free money of the bankroll first becomes such earnings. What is
-- bound stays: escrows, custody, reserves and withdrawals are books of their own, and the accounts of the house never fall below their
-- `lowest`.
create table house_move (
  book uuid not null references house_account (book),
  move_id uuid not null,
  kind text not null,
  direction text not null,
  amount bigint not null,
  reference text not null,
  reason text not null,
  recipient uuid references operator (operator_id),
  requested_by uuid references operator (operator_id),
  approved_by uuid references operator (operator_id),
  approval_id uuid references approval (approval_id),
  moved_at timestamptz not null,
  primary key (book, move_id),
  constraint house_move_kind check (kind in ('payout', 'release', 'bank_fee', 'tax', 'chargeback', 'bank_correction')),
  constraint house_move_direction check (direction = 'out' or direction = 'in' and kind = 'bank_correction'),
  -- sales and fees; only free money of the bankroll is released
  constraint house_move_account check (case kind when 'release' then book = '00000000-0000-8000-8000-000000000003'
    else book in ('00000000-0000-8000-8000-000000000002', '00000000-0000-8000-8000-000000000006') end),
  constraint house_move_amount check (amount > 0),
  constraint house_move_reference check (length(reference) between 1 and 140),
  constraint house_move_reason check (length(reason) between 3 and 500),
  -- who receives a payout does not approve it
  constraint house_move_recipient check (recipient is distinct from approved_by or recipient is null),
  constraint house_move_payout check ((recipient is not null) = (kind = 'payout' and approval_id is not null)),
  constraint house_move_two_people check ((requested_by is null) = (approved_by is null)
    and (approved_by is null) = (approval_id is null) and approved_by <> requested_by)
);
comment on table house_move is 'key: house';
grant select, insert on house_move to fairlot_app;
-- a reference of the bank moves money once for each kind, in whatever case it is written; an approval moves money once
create unique index house_move_folded on house_move (kind, upper(reference));
create unique index house_move_approval on house_move (approval_id);
create index house_move_by_time on house_move (moved_at desc, move_id desc);
create constraint trigger house_move_tallied after insert on house_move deferrable initially deferred for each row
  execute function tally_history();
select recount_history('house_move');

-- What sales and fees have earned since the business midnight stays until the day is over.
create index ledger_earned on ledger (book, at)
  where credit = 'account' and book in ('00000000-0000-8000-8000-000000000002', '00000000-0000-8000-8000-000000000006');
