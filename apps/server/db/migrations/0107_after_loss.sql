-- Why a draw is in favour of the members: the witnesses did not sign in time, or its log was lost after its seal.
alter table issue_draw add column after_loss boolean not null default false,
  add constraint issue_draw_after_loss check (not after_loss or favour);
alter table event_draw add column after_loss boolean not null default false,
  add constraint event_draw_after_loss check (not after_loss or favour);
update issue_draw set after_loss = true where favour and exists (select from lost_seal where subject = issue_id);
update event_draw set after_loss = true where favour and exists (select from lost_seal where subject = event_id);
select recount_history('event_draw');

-- Notices of what members got say what happened: too few signatures, or a loss. `lost_favour`, `lost_event_favour`: drawn by the seal of a
-- lost log; `lost_share`, `lost_event_share`: not drawn, with the even share of all prizes or of the pool.
alter table member_notice drop constraint member_notice_kind, drop constraint member_notice_subject;
update member_notice set kind = 'lost_favour' from issue_draw d
  where member_notice.issue_id = d.issue_id and d.after_loss and kind = 'favour';
update member_notice set kind = case when e.lost then 'lost_event_share' else 'lost_event_favour' end
  from event e left join event_draw d using (event_id)
  where member_notice.event_id = e.event_id and (e.lost or d.after_loss) and kind = 'event_share';
alter table member_notice add constraint member_notice_subject check (
  (issue_id is null) = (kind in ('event_won', 'event_share', 'event_left_out', 'lost_event_share', 'lost_event_favour', 'vip_level'))
  and (event_id is not null) = (kind in ('event_won', 'event_share', 'event_left_out', 'lost_event_share', 'lost_event_favour'))
  and (amount is not null) = (kind in ('event_won', 'event_share', 'lost_event_share', 'lost_event_favour', 'lost_share'))
  and (level is not null) = (kind = 'vip_level') and amount > 0 and level > 0);
alter table member_notice add constraint member_notice_kind check (kind in (
  'ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered', 'event_won', 'event_share',
  'event_left_out', 'vip_level', 'favour', 'lost_favour', 'lost_share', 'lost_event_share', 'lost_event_favour'));
