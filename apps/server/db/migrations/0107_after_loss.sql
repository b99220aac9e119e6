-- Why a draw is in favour of the members: the witnesses did not sign in time, or its log was lost after its seal.
alter table issue_draw add column after_loss boolean not null default false,
  add constraint issue_draw_after_loss check (not after_loss or favour);
alter table event_draw add column after_loss boolean not null default false,
  add constraint event_draw_after_loss check (not after_loss or favour);
update issue_draw set after_loss = true where favour and exists (select from lost_seal where subject = issue_id);
update event_draw set after_loss = true where favour and exists (select from lost_seal where subject = event_id);
select recount_history('event_draw');

-- A member's notice of a draw in favour says which of the two it was.
alter table member_notice drop constraint member_notice_kind;
update member_notice set kind = 'lost_favour' from issue_draw d
  where member_notice.issue_id = d.issue_id and d.after_loss and kind = 'favour';
alter table member_notice add constraint member_notice_kind check (kind in (
  'ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'event_share',
  'vip_level', 'favour', 'lost_favour'));
