-- Lists of friends in one state: each page reads its own rows only, however many friends are in other states.
create index team_member_by_state on team_member (member_id, level,
  (case when qualified_at is not null then 'qualified' when first_recharge_at is not null then 'recharged' else 'registered' end),
  joined_at desc, friend_id desc);
