-- Notices of issues that open, and of prizes; beginnings of words without digits.

-- 1. Members who want to be told when a new issue of a saved product opens: the sequence of the newest issue that they know.
-- Null: they do not ask.
alter table favourite add column told_sequence int;
alter table favourite add constraint favourite_told check (told_sequence >= 0);
create index favourite_to_tell on favourite (code, told_sequence) where told_sequence is not null;
grant update (told_sequence) on favourite to fairlot_app;

-- 2. Notices of a prize name its order, and come as often as there is news: `nth` numbers those of a kind.
alter table member_notice add column purchase_id uuid;
alter table member_notice add column nth smallint not null default 1;
alter table member_notice drop constraint member_notice_kind;
alter table member_notice add constraint member_notice_kind check (kind in
  ('ten_left', 'sold_out', 'drawn', 'refunded', 'opened', 'prize_waits', 'prize_shipped', 'dispute_answered'));
alter table member_notice add constraint member_notice_order
  check ((purchase_id is not null) = (kind in ('prize_waits', 'prize_shipped', 'dispute_answered')));
alter table member_notice drop constraint member_notice_once;
alter table member_notice add constraint member_notice_once unique (member_id, issue_id, kind, nth);
alter table member_notice add constraint member_notice_nth check (nth >= 1);

-- 3. Words without digits: names of models would fill the beginnings of a word.
create index search_word_letters on search_word (term) where term !~ '[0-9]';
