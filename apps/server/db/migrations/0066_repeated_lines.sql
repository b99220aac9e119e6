-- Two files that each have a part of a day can have an equal line: one payment listed twice, or two equal payments. A person decides.

alter table bank_statement_line
  -- it equals a line of an earlier file, and its own file does not show that it lists the same payment; it credits nothing by itself
  add column repeats boolean not null default false,
  add constraint bank_statement_line_repeats check (not repeats or transaction_id is null and occurrence > 0);
select recount_history('bank_statement_line');

alter table bank_statement_open drop constraint bank_statement_open_reason;
alter table bank_statement_open add constraint bank_statement_open_reason
  check (reason in ('none', 'several', 'paid', 'currency', 'confirm', 'repeat'));
