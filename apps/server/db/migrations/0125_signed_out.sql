-- The member is told that operators ended every log-in.
alter table member_notice drop constraint member_notice_kind, drop constraint member_notice_subject;
alter table member_notice add constraint member_notice_subject check (
  (issue_id is null) = (kind in ('event_won', 'event_share', 'event_left_out', 'lost_event_share', 'lost_event_favour', 'vip_level',
    'frozen', 'unfrozen', 'signed_out'))
  and (event_id is not null) = (kind in ('event_won', 'event_share', 'event_left_out', 'lost_event_share', 'lost_event_favour'))
  and (amount is not null) = (kind in ('event_won', 'event_share', 'lost_event_share', 'lost_event_favour', 'lost_share'))
  and (level is not null) = (kind = 'vip_level') and amount > 0 and level > 0);
alter table member_notice add constraint member_notice_kind check (kind in (
  'ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'event_share',
  'event_left_out', 'vip_level', 'favour', 'lost_favour', 'lost_share', 'lost_event_share', 'lost_event_favour', 'frozen', 'unfrozen', 'signed_out'));
