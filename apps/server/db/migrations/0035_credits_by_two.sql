-- Who answers for the credits of statements, what is erased with an account, and methods that operators change.

-- 1. A line of a statement credits when two operators answer for it, or one alone within what one may credit in a business day.
create table matched_alone (
  operator_id uuid not null,
  -- business day
  day date not null,
  amount bigint not null,
  primary key (operator_id, day),
  constraint matched_alone_amount check (amount > 0)
) with (fillfactor = 70);
grant select, insert, update (amount) on matched_alone to fairlot_app;
comment on table matched_alone is 'key: deployment';

-- A second operator says that the bank's own statement has the lines of an import; append-only.
alter table bank_statement add constraint bank_statement_by unique (statement_id, operator_id);
create table bank_statement_confirmation (
  statement_id uuid primary key,
  imported_by uuid not null,
  operator_id uuid not null,
  at timestamptz not null,
  constraint bank_statement_confirmation_of foreign key (statement_id, imported_by) references bank_statement (statement_id, operator_id),
  constraint bank_statement_confirmation_two check (operator_id <> imported_by)
);
grant select, insert on bank_statement_confirmation to fairlot_app;
comment on table bank_statement_confirmation is 'key: deployment';
create constraint trigger bank_statement_confirmation_tallied after insert on bank_statement_confirmation deferrable initially deferred
  for each row execute function tally_history();
select recount_history('bank_statement_confirmation');

alter table bank_statement_open drop constraint bank_statement_open_reason;
alter table bank_statement_open add constraint bank_statement_open_reason check (reason in ('none', 'several', 'paid', 'currency', 'confirm'));

alter table bank_statement_match
  -- the operator who answers for the credit alone, whose sum of the day counts it
  add column alone_of uuid,
  -- the second operator
  add column confirmed_by uuid;
-- earlier credits count as made alone
update bank_statement_match m set alone_of = coalesce(m.operator_id, s.operator_id)
  from bank_statement_line l join bank_statement s using (statement_id)
  where l.line_id = m.line_id and m.outcome = 'matched';
insert into matched_alone (operator_id, day, amount)
  select m.alone_of, (m.at at time zone 'utc')::date, sum(l.amount)
  from bank_statement_match m join bank_statement_line l using (line_id) where m.alone_of is not null group by 1, 2;
alter table bank_statement_match add constraint bank_statement_match_answered check (
  num_nonnulls(alone_of, confirmed_by) = case outcome when 'matched' then 1 else 0 end
  and (confirmed_by is null or operator_id is null or confirmed_by <> operator_id));
select recount_history('bank_statement_match');

-- 2. What reviewers and operators wrote to a member is erased with the account.
drop trigger identity_check_life on identity_check;
create trigger identity_check_life before update on identity_check for each row when (current_user = 'fairlot_app'
  and (old.decided_at is not null and (new.state, new.reason, new.decided_at, new.erase_from)
      is distinct from (old.state, old.reason, old.decided_at, old.erase_from)
    or old.decided_at is not null and new.note is distinct from old.note and new.note is not null
    or new.sealed is distinct from old.sealed and new.sealed is not null
    or new.sealed_document is distinct from old.sealed_document and new.sealed_document is not null
    or old.erased_at is not null and new.erased_at is distinct from old.erased_at
    or old.state = 'again' and new.state = 'approved'))
  execute function refuse_change();
drop trigger withdrawal_life on withdrawal;
create trigger withdrawal_life before update on withdrawal for each row when (current_user = 'fairlot_app'
  and (old.state <> 'processing' and ((new.state, new.stage, new.reason, new.reference, new.batch_id, new.finished_at)
      is distinct from (old.state, old.stage, old.reason, old.reference, old.batch_id, old.finished_at)
      or new.note is distinct from old.note and new.note is not null)
    or old.state = 'processing' and (new.state = 'returned' and old.stage <> 'waiting'
      or new.state = 'success' and old.stage not in ('approved', 'exported')
      or new.state = 'processing' and (old.stage, new.stage) not in (('waiting', 'first_approved'), ('waiting', 'approved'),
        ('first_approved', 'approved'), ('approved', 'exported'), ('exported', 'exported'))
      or (old.stage, new.stage) = ('waiting', 'approved') and old.approvals_needed <> 1)))
  execute function refuse_change();

-- 3. Owners change how long a method usually takes and what it asks about the payer.
grant update (delay_from, delay_to, required_fields, optional_fields) on recharge_method to fairlot_app;
