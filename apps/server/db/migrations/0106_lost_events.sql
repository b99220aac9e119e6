-- An event whose seal only the lost stretch of a log had is sealed by the entry that a witness keeps, as issues are (migration 0083). That
-- seal is published already, so a stop of witnessed seals does not hold it.
create or replace function refuse_held_event() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from witness_hold where released_at is null)
    and exists (select from event where event_id = new.event_id and quorum is not null)
    and not exists (select from lost_seal where subject = new.event_id and entry is not null) then
    raise check_violation using message = 'nothing witnessed is sealed while a hold is open', constraint = 'event_seal_held',
      table = 'event_seal';
  end if;
  return new;
end $$;
