-- Operators freeze an account for a time: it buys nothing, and its payout accounts and password do not change. One operator freezes for at
-- most 72 hours; longer, again within a week, or with the member's withdrawals held takes two. The member's money stays theirs.

-- 1. The history: every freeze, and every end before its time. The newest row of a member says what holds.
create table account_freeze (
  member_id uuid not null references member,
  freeze_id uuid not null,
  at timestamptz not null,
  -- null: the freeze of before ends now
  ends_at timestamptz,
  holds_money boolean not null default false,
  cause text,
  operator_id uuid not null references operator,
  -- null: one operator did it alone
  approval_id uuid,
  primary key (member_id, freeze_id),
  constraint account_freeze_approval unique (member_id, approval_id),
  constraint account_freeze_ends check ((ends_at is null) = (cause is null) and (ends_at is not null or not holds_money and approval_id is null)),
  constraint account_freeze_times check (ends_at > at and ends_at <= at + interval '30 days'),
  constraint account_freeze_alone check (
    ends_at is null or approval_id is not null or ends_at <= at + interval '72 hours' and not holds_money),
  constraint account_freeze_cause check (cause in (
    'stolen_payment', 'account_taken', 'several_accounts', 'false_documents', 'authority', 'asked', 'other'))
);
create index account_freeze_newest on account_freeze (member_id, at desc, freeze_id desc);
grant select, insert on account_freeze to fairlot_app;
comment on table account_freeze is 'key: member';
create constraint trigger account_freeze_tallied after insert on account_freeze deferrable initially deferred
  for each row execute function tally_history();

-- 2. One operator cannot add one freeze to the next: what one froze alone within a week counts as one, and lasts 72 hours at most. A freeze of
-- two operators is as they decided.
create function check_freeze() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from business_now() - new.at)) > 60 then
    raise check_violation using message = 'a freeze begins when it is written', constraint = 'account_freeze_now', table = 'account_freeze';
  end if;
  if new.ends_at is not null and new.approval_id is null and exists (
      select from account_freeze alone where alone.member_id = new.member_id and alone.approval_id is null
        and alone.ends_at > new.at - interval '7 days' and alone.at <= new.at
        and new.ends_at > alone.at + interval '72 hours') then
    raise check_violation using message = 'one operator cannot freeze an account for longer than 72 hours within a week',
      constraint = 'account_freeze_once', table = 'account_freeze';
  end if;
  if new.approval_id is not null and not exists (
      select from approval where approval_id = new.approval_id and action = 'member.freeze'
        and params ->> 'id' = new.member_id::text and (params ->> 'holdMoney')::boolean = new.holds_money
        and new.at + (params ->> 'hours')::int * interval '1 hour' = new.ends_at) then
    raise check_violation using message = 'a freeze of two operators is the one that they decided',
      constraint = 'account_freeze_decided', table = 'account_freeze';
  end if;
  return new;
end $$;
revoke execute on function check_freeze() from public;
create trigger account_freeze_allowed before insert on account_freeze for each row execute function check_freeze();

-- 3. The wallet has what holds, where every purchase meets it under the wallet's lock. It says what the newest row of the history says.
alter table wallet add column frozen_until timestamptz, add column money_held boolean not null default false,
  add constraint wallet_frozen check (frozen_until < 'infinity'),
  add constraint wallet_held check (not money_held or frozen_until is not null);
grant update (frozen_until, money_held) on wallet to fairlot_app;

create function check_frozen() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from (
        select ends_at, holds_money from account_freeze where member_id = new.member_id order by at desc, freeze_id desc limit 1) newest
      where newest.ends_at is not distinct from new.frozen_until and newest.holds_money = new.money_held) then
    raise check_violation using message = 'a wallet is frozen as the newest freeze of its member says',
      constraint = 'wallet_frozen_as_decided', table = 'wallet';
  end if;
  return new;
end $$;
revoke execute on function check_frozen() from public;
create trigger wallet_frozen_as_decided before update of frozen_until, money_held on wallet
  for each row when (current_user = 'fairlot_app') execute function check_frozen();

-- 4. The member is told in the app.
alter table member_notice drop constraint member_notice_kind, drop constraint member_notice_subject;
alter table member_notice add constraint member_notice_subject check (
  (issue_id is null) = (kind in ('event_won', 'event_share', 'event_left_out', 'lost_event_share', 'lost_event_favour', 'vip_level',
    'frozen', 'unfrozen'))
  and (event_id is not null) = (kind in ('event_won', 'event_share', 'event_left_out', 'lost_event_share', 'lost_event_favour'))
  and (amount is not null) = (kind in ('event_won', 'event_share', 'lost_event_share', 'lost_event_favour', 'lost_share'))
  and (level is not null) = (kind = 'vip_level') and amount > 0 and level > 0);
alter table member_notice add constraint member_notice_kind check (kind in (
  'ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'event_share',
  'event_left_out', 'vip_level', 'favour', 'lost_favour', 'lost_share', 'lost_event_share', 'lost_event_favour', 'frozen', 'unfrozen'));
