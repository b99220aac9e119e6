-- More ways in: transfers to accounts of the operator, which a bank's statement confirms. TRC-20 has its own migration.

-- 1. Methods. A kind of transfer is offered for each receiving account of the kind, TRC-20 when it is configured.
alter table recharge_method drop constraint recharge_method_kind;
alter table recharge_method
  add column required_fields text[] not null default '{}',
  add column optional_fields text[] not null default '{}',
  -- how long it usually takes until the money is in the wallet, minutes
  add column delay_from int not null default 0,
  add column delay_to int not null default 1,
  add constraint recharge_method_kind check (kind in ('sandbox', 'bank', 'upi', 'ewallet', 'pix', 'trc20')),
  add constraint recharge_method_fields check (
    required_fields || optional_fields <@ array['name', 'email', 'taxId', 'trc20', 'code'] and not required_fields && optional_fields),
  add constraint recharge_method_delay check (delay_from >= 0 and delay_to >= delay_from);
insert into recharge_method (method, kind, position, required_fields, optional_fields, delay_from, delay_to) values
  ('bank', 'bank', 2, '{name}', '{}', 60, 1440),
  ('upi', 'upi', 3, '{name}', '{}', 30, 240),
  ('ewallet', 'ewallet', 4, '{name}', '{email}', 30, 240),
  ('pix', 'pix', 5, '{name,taxId}', '{}', 30, 240),
  ('trc20', 'trc20', 6, '{}', '{trc20}', 2, 15);
alter table recharge_method alter column required_fields drop default, alter column optional_fields drop default,
  alter column delay_from drop default, alter column delay_to drop default;

-- 2. The operator's accounts that members pay to. A row never changes, so that an open recharge keeps the account that it
-- showed; a change disables the row and adds another one with the same code.
create table receiving_account (
  account_id uuid primary key,
  -- the first row for the same account of the bank: statements belong to it, so that a new label repeats no line
  origin uuid not null references receiving_account,
  -- the id of the method that it offers
  code text not null,
  kind text not null,
  -- name that members read, such as the bank
  label text not null,
  -- the lines of the instructions: holder, bank, bankCode, number, upi, wallet, pix
  lines jsonb not null,
  currency text not null,
  created_at timestamptz not null,
  disabled_at timestamptz,
  constraint receiving_account_code check (code ~ '^[a-z0-9-]{1,30}$'),
  constraint receiving_account_kind check (kind in ('bank', 'upi', 'ewallet', 'pix')),
  constraint receiving_account_label check (length(label) between 1 and 60),
  constraint receiving_account_lines check (jsonb_typeof(lines) = 'object'),
  constraint receiving_account_currency check (currency ~ '^[A-Z]{3}$')
);
create unique index receiving_account_offered on receiving_account (code) where disabled_at is null;
grant select, insert (account_id, origin, code, kind, label, lines, currency, created_at), update (disabled_at) on receiving_account to fairlot_app;
comment on table receiving_account is 'key: reference';
create trigger receiving_account_life before update on receiving_account for each row when (current_user = 'fairlot_app'
  and old.disabled_at is not null) execute function refuse_change();

-- 3. Recharges. What arrives is credited, which can be another amount than the one that was opened, and more than once.
alter table recharge
  add column kind text,
  add column credited bigint,
  -- what the member said about the payer, encrypted with a key that is outside of the database; erased with the account
  add column payer bytea,
  add column payer_key text,
  add column receiving_account uuid references receiving_account,
  -- when the member last sent proof of a transfer
  add column proof_at timestamptz;
update recharge set kind = 'sandbox', credited = case when state = 'success' then amount end;
alter table recharge alter column kind set not null;
alter table recharge drop constraint recharge_reason, drop constraint recharge_payment;
alter table recharge
  add constraint recharge_kind check (kind in ('sandbox', 'bank', 'upi', 'ewallet', 'pix', 'trc20')),
  add constraint recharge_reason check ((state = 'failed') = (reason is not null)
    and reason in ('declined', 'expired', 'amount_mismatch', 'not_found')),
  add constraint recharge_payment check (pay_url is null or payment_id is not null),
  add constraint recharge_credited check (credited > 0 and (state <> 'failed' or credited is null)),
  add constraint recharge_paid check (state <> 'success' or credited is not null),
  add constraint recharge_payer check (payer is null or payer_key is not null),
  add constraint recharge_account check ((kind in ('bank', 'upi', 'ewallet', 'pix')) = (receiving_account is not null));
grant insert (kind, payer, payer_key, receiving_account, payment_id), update (credited, payer, proof_at) on recharge to fairlot_app;
-- transfers that an operator has to look for, the oldest proof first
create index recharge_proven on recharge (proof_at, recharge_id) where proof_at is not null and state <> 'success';
create index recharge_of_account on recharge (receiving_account) where receiving_account is not null and state = 'processing';

drop trigger recharge_life on recharge;
create trigger recharge_life before update on recharge for each row when (current_user = 'fairlot_app' and (
  (old.state = 'success' and (new.state, new.finished_at) is distinct from (old.state, old.finished_at))
  or (old.state = 'failed' and new.state = 'processing')
  or (old.state = 'failed' and new.state = 'failed' and new.reason is distinct from old.reason
    and (old.reason, new.reason) is distinct from ('expired', 'not_found'))
  or (old.credited is not null and (new.credited is null or new.credited < old.credited))
  or (old.payment_id is not null and (new.payment_id, new.pay_url) is distinct from (old.payment_id, old.pay_url))
  or (new.payer is distinct from old.payer and new.payer is not null)))
  execute function refuse_change();

-- Every credit of a recharge, with the ledger's reference and the notice that it follows from; append-only. The first
-- reference is the recharge's id.
create table recharge_credit (
  member_id uuid not null,
  recharge_id uuid not null,
  seq int not null,
  ref uuid not null unique,
  amount bigint not null,
  provider text not null,
  event_id text not null,
  at timestamptz not null,
  primary key (member_id, recharge_id, seq),
  constraint recharge_credit_of foreign key (member_id, recharge_id) references recharge,
  constraint recharge_credit_event foreign key (provider, event_id) references provider_event,
  constraint recharge_credit_notice unique (provider, event_id),
  constraint recharge_credit_amount check (amount > 0),
  constraint recharge_credit_seq check (seq > 0 and (seq = 1) = (ref = recharge_id))
);
grant select, insert on recharge_credit to fairlot_app;
comment on table recharge_credit is 'key: member';
insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at)
  select r.member_id, r.recharge_id, 1, r.recharge_id, r.amount, e.provider, e.event_id, r.finished_at
  from recharge r
  cross join lateral (
    select provider, event_id from provider_event e
    where (e.provider, e.payment_id) = (r.provider, r.payment_id) and e.outcome in ('credited', 'credited_late') limit 1) e
  where r.state = 'success';

alter table provider_event drop constraint provider_event_outcome;
alter table provider_event add constraint provider_event_outcome
  check (outcome in ('credited', 'credited_late', 'credited_more', 'failed', 'mismatch', 'unchanged'));

-- What a member sent to prove a transfer; append-only. The slip is an upload of the member.
create table recharge_proof (
  member_id uuid not null,
  recharge_id uuid not null,
  seq int not null,
  reference text,
  slip_id uuid,
  at timestamptz not null,
  primary key (member_id, recharge_id, seq),
  constraint recharge_proof_of foreign key (member_id, recharge_id) references recharge,
  constraint recharge_proof_seq check (seq between 1 and 20),
  constraint recharge_proof_reference check (length(reference) between 1 and 64),
  constraint recharge_proof_something check (reference is not null or slip_id is not null)
);
grant select, insert on recharge_proof to fairlot_app;
comment on table recharge_proof is 'key: member';

-- 4. Statements of the receiving accounts: what was imported, its lines of money that arrived, and what became of them. A line
-- is known by the bank's id of the transaction or, where the statement has none, by date, amount, text and how often they
-- occur in one file.
create table bank_statement (
  statement_id uuid primary key,
  account_id uuid not null references receiving_account,
  -- `file`: imported; `entry`: an operator entered its line by hand, and another one approved it
  source text not null,
  -- SHA-256 of the file or entry
  hash bytea not null,
  name text not null,
  operator_id uuid,
  lines int not null,
  -- lines that no earlier statement had
  new_lines int not null,
  -- lines of money that left
  debits int not null,
  -- rows without a date and an amount, such as sums
  skipped int not null,
  at timestamptz not null,
  constraint bank_statement_source check (source in ('file', 'entry')),
  constraint bank_statement_hash check (octet_length(hash) = 32),
  constraint bank_statement_file unique (account_id, hash),
  constraint bank_statement_lines check (lines >= 0 and new_lines between 0 and lines and debits >= 0 and skipped >= 0)
);
grant select, insert on bank_statement to fairlot_app;
comment on table bank_statement is 'key: deployment';

create table bank_statement_line (
  line_id uuid primary key,
  account_id uuid not null references receiving_account,
  statement_id uuid not null references bank_statement,
  -- row of the file, from 1
  row int not null,
  booked_on date not null,
  amount bigint not null,
  currency text not null,
  text text not null,
  -- the bank's id of the transaction
  transaction_id text,
  -- SHA-256 of the text, and how many equal lines of the same file came before
  text_hash bytea not null,
  occurrence int not null,
  at timestamptz not null,
  constraint bank_statement_line_amount check (amount > 0),
  constraint bank_statement_line_text check (length(text) <= 1000 and length(transaction_id) between 1 and 140),
  constraint bank_statement_line_hash check (octet_length(text_hash) = 32),
  constraint bank_statement_line_occurrence check (occurrence >= 0)
);
comment on table bank_statement_line is 'key: deployment';
create unique index bank_statement_line_transaction on bank_statement_line (account_id, transaction_id) where transaction_id is not null;
create unique index bank_statement_line_same on bank_statement_line (account_id, booked_on, amount, text_hash, occurrence)
  where transaction_id is null;
create index bank_statement_line_of on bank_statement_line (statement_id);
grant select, insert on bank_statement_line to fairlot_app;

-- The end of a line, one for each line: `matched` with a recharge, which it credits, or `dismissed` with a reason.
create table bank_statement_match (
  line_id uuid primary key references bank_statement_line,
  outcome text not null,
  member_id uuid,
  recharge_id uuid,
  -- null: the server matched the reference
  operator_id uuid,
  note text,
  at timestamptz not null,
  constraint bank_statement_match_of foreign key (member_id, recharge_id) references recharge,
  constraint bank_statement_match_outcome check (outcome in ('matched', 'dismissed')
    and (outcome = 'matched') = (recharge_id is not null) and (recharge_id is null) = (member_id is null)),
  constraint bank_statement_match_note check (length(note) between 1 and 500
    and (outcome <> 'dismissed' or note is not null and operator_id is not null))
);
grant select, insert on bank_statement_match to fairlot_app;
comment on table bank_statement_match is 'key: deployment';

-- Lines that have no end yet: a row is deleted when its line ends, so that the list does not grow with the history. Once the
-- server has searched the line for a reference, the row says why an operator has to look.
create table bank_statement_open (
  line_id uuid primary key references bank_statement_line,
  account_id uuid not null references receiving_account,
  reason text,
  at timestamptz not null,
  constraint bank_statement_open_reason check (reason in ('none', 'several', 'paid', 'currency'))
);
create index bank_statement_open_by_time on bank_statement_open (at, line_id);
create index bank_statement_open_new on bank_statement_open (line_id) where reason is null;
grant select, insert (line_id, account_id, at), update (reason), delete on bank_statement_open to fairlot_app;
comment on table bank_statement_open is 'key: deployment';

-- 5. Histories, counted and hashed where the server's role cannot write.
do $$
declare history text;
begin
  foreach history in array array['recharge_credit', 'recharge_proof', 'bank_statement', 'bank_statement_line', 'bank_statement_match']
  loop
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row
      execute function tally_history()', history || '_tallied', history);
    perform recount_history(history::regclass);
  end loop;
end $$;
