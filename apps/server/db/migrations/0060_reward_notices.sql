-- Notices of won prizes of events and of reached VIP levels.

alter table member_notice alter column issue_id drop not null;
alter table member_notice add column event_id uuid;
alter table member_notice add column amount int8;
alter table member_notice add column level smallint;
alter table member_notice drop constraint member_notice_kind;
alter table member_notice add constraint member_notice_kind check (kind in
  ('ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'vip_level'));
alter table member_notice add constraint member_notice_subject check (
  (issue_id is null) = (kind in ('event_won', 'vip_level'))
  and (event_id is not null) = (kind = 'event_won') and (amount is not null) = (kind = 'event_won')
  and (level is not null) = (kind = 'vip_level') and amount > 0 and level > 0);
-- A member is told once of a prize of an event, and once of a level.
create unique index member_notice_event on member_notice (member_id, event_id) where event_id is not null;
create unique index member_notice_level on member_notice (member_id, level) where level is not null;

-- Prizes that were paid before have a notice that is read.
insert into member_notice (member_id, notice_id, kind, event_id, amount, at, read_at)
select p.member_id, gen_random_uuid(), 'event_won', p.event_id, p.amount, date_trunc('milliseconds', p.paid_at), p.paid_at
from event_payment p join member m using (member_id) where p.went = 'wallet' and m.status <> 'closed';
