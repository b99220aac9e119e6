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

-- A kept entry is bound to the checkpoint that its witness signed by an audit path. What was stored without one is asked for again, unless
-- something was sealed by it.
delete from witnessed_seal w where not exists (select from lost_seal l where l.entry = w.entry);
alter table witnessed_seal add column index bigint, add column inclusion text[],
  add constraint witnessed_seal_path check ((index is null) = (inclusion is null));

-- What a witness served as a seal that it keeps, and the server refused: it is not in the log that the witness signed.
create table refused_seal (
  log int not null references log,
  -- number of an issue, or name of an event
  subject text not null,
  -- note verifier key
  witness text not null,
  -- in English
  why text not null,
  told_at timestamptz not null default business_now(),
  primary key (log, subject, witness)
);
grant select, insert (log, subject, witness, why), update (why, told_at) on refused_seal to fairlot_app;
comment on table refused_seal is 'key: deployment';
