-- Money of several payers, accounts and transactions is told apart.

-- 1. The credit of a recharge that goes back: what one payer sent goes to no other one. Earlier returns named the newest transfer.
alter table withdrawal add column credit_seq int;
update withdrawal w set credit_seq = (
    select max(c.seq) from recharge_credit c
    where (c.member_id, c.recharge_id) = (w.member_id, w.recharge_id) and c.at <= w.created_at)
  from recharge r
  where (r.member_id, r.recharge_id) = (w.member_id, w.recharge_id) and r.receiving_account is not null;
alter table withdrawal
  add constraint withdrawal_credit foreign key (member_id, recharge_id, credit_seq) references recharge_credit (member_id, recharge_id, seq),
  add constraint withdrawal_credit_back check (credit_seq is null or recharge_id is not null);
grant insert (credit_seq) on withdrawal to fairlot_app;

-- 2. Receiving accounts: rows for one account of the bank have one origin, whatever their codes are. An account that has statements
-- keeps its origin: its lines are known under it.
update receiving_account a set origin = first.account_id
  from receiving_account first
  where a.origin = a.account_id and first.origin = first.account_id and first.kind = a.kind and first.currency = a.currency
    and (first.created_at, first.account_id) < (a.created_at, a.account_id)
    and first.lines - 'holder' - 'bank' = a.lines - 'holder' - 'bank'
    and not exists (select from bank_statement s where s.account_id = a.account_id)
    and not exists (
      select from receiving_account earlier
      where earlier.origin = earlier.account_id and earlier.kind = a.kind and earlier.currency = a.currency
        and earlier.lines - 'holder' - 'bank' = a.lines - 'holder' - 'bank'
        and (earlier.created_at, earlier.account_id) < (first.created_at, first.account_id));
update receiving_account a set origin = parent.origin
  from receiving_account parent where parent.account_id = a.origin and parent.origin <> a.origin;

-- 3. Lines of statements: an id that a file shows several times, with one day and amount, names as many transactions.
update bank_statement_line set occurrence = 0 where transaction_id is not null and occurrence <> 0;
select recount_history('bank_statement_line');
drop index bank_statement_line_transaction;
create unique index bank_statement_line_transaction on bank_statement_line (account_id, transaction_id, occurrence)
  where transaction_id is not null;
