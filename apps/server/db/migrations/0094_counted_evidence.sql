-- The first step of a withdrawal names the account to which it goes: the history is counted, so another account is noticed. Withdrawals
-- from before this migration have no such step and are judged as before.
alter table withdrawal_step add column account_id uuid;
alter table withdrawal_step add constraint withdrawal_step_account check ((seq = 1) = (account_id is not null)) not valid;
select recount_history('withdrawal_step');

-- The checkpoints of the log are a history: the newest one cannot go without being missed.
create constraint trigger log_checkpoint_tallied after insert on log_checkpoint deferrable initially deferred for each row
  execute function tally_history();
select recount_history('log_checkpoint');
