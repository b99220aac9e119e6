-- Beacons that two owners declared dead for good, and the refund of issues that no round of theirs will decide.

-- 1. The declarations, one for each chain in each log: the entry of a lost log is not in the log that goes on.
create table beacon_dead (
  log int not null references log,
  chain text not null,
  -- the last round that the beacon published
  last_round bigint not null,
  -- time of the entry in the log, Unix milliseconds
  declared_ms bigint not null,
  -- two owners decided it
  approval_id uuid not null references approval,
  primary key (log, chain),
  constraint beacon_dead_chain check (chain ~ '^[0-9a-f]{64}$'),
  constraint beacon_dead_round check (last_round >= 1)
);
grant select, insert on beacon_dead to fairlot_app;
comment on table beacon_dead is 'key: deployment';

-- 2. An issue that ends because its beacon is dead. It has no seal, or one whose round the beacon never published.
alter table issue add column beacon_dead boolean not null default false;
grant update (beacon_dead) on issue to fairlot_app;
alter table issue add constraint issue_beacon_dead check (
  not beacon_dead or status in ('expired', 'refunded') and not lost and not unwitnessed);
alter table issue drop constraint issue_not_full;
alter table issue add constraint issue_not_full check (
  status not in ('scheduled', 'selling', 'expired') or sold < shares or lost or unwitnessed or beacon_dead);

create function check_beacon_dead() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.beacon_dead is not distinct from old.beacon_dead then
    return new;
  end if;
  if not new.beacon_dead or old.status not in ('selling', 'sold_out') or old.log_rules < 3
    or not exists (
      select from beacon_dead dead join issue_terms terms on terms.chain = dead.chain
      where terms.issue_id = new.issue_id
        and extract(epoch from business_now()) * 1000 >= dead.declared_ms + 30 * 86400000::bigint
        and not exists (select from beacon_round later where later.chain = dead.chain and later.round > dead.last_round)
        and not exists (select from issue_seal seal where seal.issue_id = new.issue_id and seal.round <= dead.last_round)) then
    raise check_violation using message = 'only an issue whose beacon has been dead for 30 days, and whose round was never published, is refunded for its beacon',
      constraint = 'issue_beacon_dead_late', table = 'issue';
  end if;
  return new;
end $$;
revoke execute on function check_beacon_dead() from public;
create trigger issue_beacon_dead_late before update of beacon_dead on issue for each row execute function check_beacon_dead();
