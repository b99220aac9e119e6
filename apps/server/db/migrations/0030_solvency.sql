-- The proof of solvency. Once a day the server makes a Merkle-sum tree over what every member owns, and writes its root and total
-- to the transparency log, beside the assets of the house.
create table solvency_day (
  -- the UTC day of `at_ms`
  day date primary key,
  -- the entry in the transparency log
  log integer not null,
  index bigint not null,
  at_ms bigint not null,
  members integer not null,
  root bytea not null,
  total bigint not null,
  assets bigint not null,
  constraint solvency_day_time check (day = (timestamp 'epoch' + at_ms * interval '1 millisecond')::date),
  constraint solvency_day_root check (octet_length(root) = 32),
  constraint solvency_day_figures check (members > 0 and total >= 0 and assets >= 0 and index >= 0)
);
grant select, insert on solvency_day to fairlot_app;
comment on table solvency_day is 'key: solvency_day';
create constraint trigger solvency_day_tallied after insert on solvency_day deferrable initially deferred for each row
  execute function tally_history();

-- What each member owned. The place of a leaf follows from its nonce, so it says nothing about the member. Leaves and nodes are
-- deleted after a time, with the nonces: what is left cannot be linked to a member.
create table solvency_leaf (
  day date not null,
  place integer not null,
  member_id uuid not null,
  nonce bytea not null,
  -- the parts of the amount, in minor units
  wallet bigint not null,
  piggy bigint not null,
  held bigint not null,
  escrow bigint not null,
  primary key (day, place),
  constraint solvency_leaf_member unique (day, member_id),
  constraint solvency_leaf_nonce check (octet_length(nonce) = 32),
  constraint solvency_leaf_parts check (place >= 0 and wallet >= 0 and piggy >= 0 and held >= 0 and escrow >= 0)
);
grant select, insert, delete on solvency_leaf to fairlot_app;
comment on table solvency_leaf is 'key: solvency_day';

-- The nodes from level 8 on; those below are computed from at most 256 leaves.
create table solvency_node (
  day date not null,
  level integer not null,
  place integer not null,
  hash bytea not null,
  sum bigint not null,
  primary key (day, level, place),
  constraint solvency_node_shape check (level >= 8 and place >= 0 and octet_length(hash) = 32 and sum >= 0)
);
grant select, insert, delete on solvency_node to fairlot_app;
comment on table solvency_node is 'key: solvency_day';

-- One server makes the tree of a day.
alter table lock_row drop constraint lock_row_name,
  add constraint lock_row_name check (name in ('back_office', 'settings', 'solvency'));
insert into lock_row (name) values ('solvency');
