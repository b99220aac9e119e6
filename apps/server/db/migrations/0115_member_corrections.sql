-- Money of one member that two operators move: a credit with a reason that the member reads, what takes such a credit back, and a
-- recharge that the bank took back. A credit is taken back once; of a recharge that the bank took back, the member pays what can go
-- back to its source anyway, and the house bears the rest.
create table member_correction (
  member_id uuid not null references member (member_id),
  correction_id uuid not null,
  kind text not null,
  -- the account of the house that pays, or gets it back
  account text not null,
  -- what the wallet gets, or gives back
  amount bigint not null,
  reason text,
  reverses uuid,
  recharge_id uuid,
  -- what the bank took, and what of it counts as gone back of the recharge
  charged bigint,
  counted bigint,
  requested_by uuid references operator (operator_id),
  approved_by uuid references operator (operator_id),
  approval_id uuid references approval (approval_id),
  corrected_at timestamptz not null,
  primary key (member_id, correction_id),
  constraint member_correction_kind check (kind in ('credit', 'reversal', 'chargeback')),
  constraint member_correction_account check (account in ('sales', 'fees') or account = 'marketing' and kind <> 'chargeback'),
  constraint member_correction_amount check (amount > 0 or amount = 0 and kind = 'chargeback'),
  constraint member_correction_reason check ((kind = 'credit') = (reason is not null) and reason in ('goodwill', 'fault', 'missing_topup')),
  constraint member_correction_reverses check ((kind = 'reversal') = (reverses is not null)),
  constraint member_correction_chargeback check (case kind when 'chargeback'
    then recharge_id is not null and charged > 0 and amount <= counted and counted <= charged and num_nonnulls(charged, counted) = 2
    else num_nonnulls(recharge_id, charged, counted) = 0 end),
  constraint member_correction_two_people check (num_nonnulls(requested_by, approved_by, approval_id) in (0, 3)
    and approved_by <> requested_by),
  constraint member_correction_credit foreign key (member_id, reverses) references member_correction (member_id, correction_id),
  constraint member_correction_recharge foreign key (member_id, recharge_id) references recharge (member_id, recharge_id)
);
comment on table member_correction is 'key: member';
grant select, insert on member_correction to fairlot_app;
create unique index member_correction_once on member_correction (member_id, reverses);
create unique index member_correction_approval on member_correction (approval_id);
create index member_correction_charged on member_correction (member_id, recharge_id) where recharge_id is not null;
create constraint trigger member_correction_tallied after insert on member_correction deferrable initially deferred for each row
  execute function tally_history();
select recount_history('member_correction');

-- A reversal takes back a credit, to the account that paid it, and at most as much. A bank takes back at most what a recharge brought.
create function check_member_correction() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.kind = 'reversal' and not exists (
      select from member_correction c where (c.member_id, c.correction_id) = (new.member_id, new.reverses)
        and (c.kind, c.account) = ('credit', new.account) and c.amount >= new.amount) then
    raise check_violation using message = 'a reversal takes back a credit, and at most as much', constraint = 'member_correction_of',
      table = 'member_correction';
  end if;
  if new.kind = 'chargeback' and new.charged + coalesce((
      select sum(c.charged) from member_correction c
      where (c.member_id, c.recharge_id) = (new.member_id, new.recharge_id)), 0) > coalesce((
      select r.credited from recharge r where (r.member_id, r.recharge_id) = (new.member_id, new.recharge_id)), 0) then
    raise check_violation using message = 'a bank takes back at most what a recharge brought', constraint = 'member_correction_charged',
      table = 'member_correction';
  end if;
  return new;
end $$;
create trigger member_correction_of before insert on member_correction for each row execute function check_member_correction();
