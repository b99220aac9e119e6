-- Witnessed issues of version 3: one seal and no second attempt, a draw with the lines of a quorum or in the members' favour, and the
-- refund of an issue that could not be sealed for 7 days after its sell-out.

-- 1. Attempts and single signatures belong to version 2.
create or replace function check_seal_attempt() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  i issue;
begin
  select * into i from issue where issue_id = new.issue_id for update;
  if i.status is distinct from 'sold_out' then
    raise check_violation using message = 'an issue that is not waiting for its draw is not sealed again',
      constraint = 'issue_seal_attempt_undrawn', table = 'issue_seal_attempt';
  end if;
  if i.log_rules >= 3 or (select grade from issue_terms where issue_id = new.issue_id) is distinct from 'witnessed' then
    raise check_violation using message = 'only an issue of grade witnessed is sealed again, and none of version 3',
      constraint = 'issue_seal_attempt_grade', table = 'issue_seal_attempt';
  end if;
  if exists (select from issue_draw where issue_id = new.issue_id) then
    raise check_violation using message = 'a drawn issue is not sealed again',
      constraint = 'issue_seal_attempt_undrawn', table = 'issue_seal_attempt';
  end if;
  if exists (select from issue_cosignature where issue_id = new.issue_id and attempt = new.attempt - 1) then
    raise check_violation using message = 'a witness signed the attempt before in time',
      constraint = 'issue_seal_attempt_unsigned', table = 'issue_seal_attempt';
  end if;
  return new;
end $$;

-- 2. The draw of version 3 names no witness: its entry in the log has the lines of a quorum, or says that it is in favour.
create or replace function check_draw() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  rules smallint;
  is_witnessed boolean;
begin
  select log_rules into rules from issue where issue_id = new.issue_id for update;
  select grade = 'witnessed' into is_witnessed from issue_terms where issue_id = new.issue_id;
  if new.attempt <> (select attempt from issue_last_seal where issue_id = new.issue_id) then
    raise check_violation using message = 'a draw uses the last attempt',
      constraint = 'issue_draw_last_attempt', table = 'issue_draw';
  end if;
  if (new.witness is not null) <> (is_witnessed and rules < 3) then
    raise check_violation using message = 'a draw of grade witnessed before version 3, and no other, rests on a signature of a witness',
      constraint = 'issue_draw_witnessed', table = 'issue_draw';
  end if;
  if new.favour and not (is_witnessed and rules >= 3) then
    raise check_violation using message = 'only a witnessed draw of version 3 is in the members'' favour',
      constraint = 'issue_draw_favour', table = 'issue_draw';
  end if;
  return new;
end $$;

-- 3. A sold-out issue that no quorum let be sealed for 7 days is refunded. Its rows and its seal exclude each other: both lock the issue.
alter table issue add column unwitnessed boolean not null default false;
grant update (unwitnessed) on issue to fairlot_app;
alter table issue add constraint issue_unwitnessed check (not unwitnessed or status in ('expired', 'refunded') and not lost);
alter table issue drop constraint issue_not_full;
alter table issue add constraint issue_not_full check (
  status not in ('scheduled', 'selling', 'expired') or sold < shares or lost or unwitnessed);

create function check_unwitnessed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.unwitnessed is not distinct from old.unwitnessed then
    return new;
  end if;
  if not new.unwitnessed or old.status <> 'sold_out' or old.log_rules < 3
    or (select grade from issue_terms where issue_id = new.issue_id) is distinct from 'witnessed'
    or extract(epoch from business_now()) * 1000 < old.last_ms + 7 * 86400000::bigint
    or exists (select from issue_seal where issue_id = new.issue_id) then
    raise check_violation using message = 'only a witnessed issue that was not sealed for 7 days after its sell-out is refunded for its witnesses',
      constraint = 'issue_unwitnessed_late', table = 'issue';
  end if;
  return new;
end $$;
revoke execute on function check_unwitnessed() from public;
create trigger issue_unwitnessed_late before update of unwitnessed on issue for each row execute function check_unwitnessed();

-- 4. An issue of version 3 is sealed only while it waits for its draw, and of grade witnessed only while no hold is open.
create function check_seal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare
  i issue;
begin
  select * into i from issue where issue_id = new.issue_id for update;
  if i.log_rules < 3 then
    return new;
  end if;
  if i.status is distinct from 'sold_out' then
    raise check_violation using message = 'an issue that is not waiting for its draw is not sealed',
      constraint = 'issue_seal_waits', table = 'issue_seal';
  end if;
  if (select grade from issue_terms where issue_id = new.issue_id) = 'witnessed'
    and exists (select from witness_hold where released_at is null) then
    raise check_violation using message = 'nothing witnessed is sealed while a hold is open',
      constraint = 'issue_seal_held', table = 'issue_seal';
  end if;
  return new;
end $$;
revoke execute on function check_seal() from public;
create trigger issue_seal_allowed before insert on issue_seal for each row execute function check_seal();
