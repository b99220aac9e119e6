-- The piggy bank: a second balance of a member, with locks that the member chose.
create table piggy (
  piggy_id uuid primary key,
  member_id uuid not null,
  balance bigint not null default 0,
  constraint piggy_balance check (balance >= 0)
) with (fillfactor = 70);
grant select, insert (piggy_id, member_id), update (balance) on piggy to fairlot_app;
comment on table piggy is 'key: piggy';

create table piggy_move (
  member_id uuid not null references member,
  move_id uuid not null,
  request_id uuid not null,
  input_hash bytea not null,
  direction text not null,
  amount bigint not null,
  -- null: it can be moved back at once
  locked_until timestamptz,
  -- the account was closed or its member excluded
  released_at timestamptz,
  moved_at timestamptz not null,
  primary key (member_id, move_id),
  constraint piggy_move_request unique (member_id, request_id),
  constraint piggy_move_direction check (direction in ('in', 'out') and (direction = 'in' or locked_until is null)),
  constraint piggy_move_amount check (amount > 0),
  constraint piggy_move_input check (octet_length(input_hash) = 32),
  constraint piggy_move_lock check (locked_until > moved_at),
  constraint piggy_move_released check (released_at is null or locked_until is not null)
);
create index piggy_move_locked on piggy_move (member_id, locked_until) where locked_until is not null and released_at is null;
grant select, insert (member_id, move_id, request_id, input_hash, direction, amount, locked_until, moved_at),
  update (released_at) on piggy_move to fairlot_app;
comment on table piggy_move is 'key: member';

-- What a member has put into the piggy bank, less what was taken out, by day.
alter table member_flow add column saved bigint not null default 0;
grant update (saved) on member_flow to fairlot_app;
