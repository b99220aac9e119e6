-- Whether this sandbox database was filled with the demo world, and whether that was finished: a start that was
-- interrupted goes on where it stopped.
create table demo_world (
  singleton boolean primary key default true check (singleton),
  -- the moment that the world's past was counted from
  began_at timestamptz not null,
  finished_at timestamptz
);
comment on table demo_world is 'key: deployment';
grant select, insert on demo_world to fairlot_app;
grant update (finished_at) on demo_world to fairlot_app;
