-- A password hash belongs to its account: the account's id is in the key with which it is made, so the hash of another account does not
-- fit. Hashes from before this migration are not bound; the next log in with the password replaces them.
alter table member add column password_bound boolean not null default true;
update member set password_bound = false;
grant update (password_bound) on member to fairlot_app;
alter table operator add column password_bound boolean not null default true;
update operator set password_bound = false;
grant update (password_bound) on operator to fairlot_app;
create trigger member_password_bound before update of password_bound on member for each row
  when (current_user = 'fairlot_app' and old.password_bound and not new.password_bound) execute function refuse_change();
create trigger operator_password_bound before update of password_bound on operator for each row
  when (current_user = 'fairlot_app' and old.password_bound and not new.password_bound) execute function refuse_change();

-- Whatever changes who can act as an operator is in the audit log, with an entry of the same transaction: password, second factor,
-- one-time password, status and sessions too.
create function is_staff_audited(operator uuid, actions text[]) returns boolean language sql stable security definer
  set search_path = pg_catalog, public, pg_temp as $$
    select exists (
      select from audit a
      where a.subject = 'staff:' || operator and a.action = any (actions) and a.xmin = pg_current_xact_id()::xid) $$;
revoke execute on function is_staff_audited(uuid, text[]) from public;

create function check_operator_access() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_staff_audited(new.operator_id, array['staff.create', 'staff.reset', 'staff.rescue', 'staff.enable', 'staff.setup']
      || case when new.status = 'disabled' then array['staff.disable'] else '{}' end
      -- an own new password, or a hash from before the accounts were bound
      || case when (new.one_time_until, new.totp_secret, new.status) is not distinct from (old.one_time_until, old.totp_secret, old.status)
           then array['staff.password', 'session.login'] else '{}' end) then
    raise check_violation using message = 'the access of an operator changes with an entry of the audit log',
      constraint = 'operator_access_audited', table = 'operator';
  end if;
  return null;
end $$;
revoke execute on function check_operator_access() from public;
-- an account that is not set up yet gets its second factor before the entry
create constraint trigger operator_access_audited after update of password_hash, one_time_until, totp_secret, status on operator
  deferrable initially deferred for each row
  when (current_user = 'fairlot_app' and ((new.password_hash, new.one_time_until, new.status) is distinct from (old.password_hash, old.one_time_until, old.status)
    or new.totp_secret is distinct from old.totp_secret and (old.one_time_until is null or new.one_time_until is null)))
  execute function check_operator_access();

create function check_operator_session() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from audit a
      where a.session_id = new.session_id and a.operator_id = new.operator_id and a.action in ('session.login', 'staff.setup')
        and a.xmin = pg_current_xact_id()::xid
      -- the programs on the server, which make an operator
      union all
      select from audit a
      where a.subject = 'staff:' || new.operator_id and a.operator_id is null and a.action in ('staff.create', 'staff.roles')
        and a.xmin = pg_current_xact_id()::xid) then
    raise check_violation using message = 'a session of an operator begins with an entry of the audit log',
      constraint = 'operator_session_audited', table = 'operator_session';
  end if;
  return null;
end $$;
revoke execute on function check_operator_session() from public;
create constraint trigger operator_session_audited after insert or update of stage, operator_id on operator_session
  deferrable initially deferred for each row when (current_user = 'fairlot_app' and new.stage = 'full') execute function check_operator_session();

-- Sessions end: a member's after 30 days, an operator's after 8 hours; the setup of an account is a session of 30 minutes before them.
update session set expires_at = created_at + interval '30 days' where expires_at > created_at + interval '30 days';
alter table session add constraint session_lifetime check (expires_at <= created_at + interval '30 days');
update operator_session set expires_at = created_at + interval '8 hours 30 minutes' where expires_at > created_at + interval '8 hours 30 minutes';
alter table operator_session add constraint operator_session_lifetime check (expires_at <= created_at + interval '8 hours 30 minutes');

-- A code that was used stays used: a phone gets another one. Its tries are not given back either.
create trigger sms_code_used before update on sms_code for each row
  when (current_user = 'fairlot_app' and new.sent_at <= old.sent_at and (old.used_at is not null and new.used_at is distinct from old.used_at
    or new.tries < old.tries or new.expires_at > old.expires_at)) execute function refuse_change();

-- The phone of a member only goes: nothing in this release changes it.
create trigger member_phone before update of phone on member for each row
  when (current_user = 'fairlot_app' and new.phone is distinct from old.phone and new.phone is not null) execute function refuse_change();

-- Who wrote an entry of the audit log had the session that it names.
create function check_audit_session() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from operator_session s where (s.session_id, s.operator_id) = (new.session_id, new.operator_id)) then
    raise check_violation using message = 'an operator writes to the audit log from a session',
      constraint = 'audit_session', table = 'audit';
  end if;
  return null;
end $$;
revoke execute on function check_audit_session() from public;
create constraint trigger audit_session after insert on audit deferrable initially deferred for each row
  when (current_user = 'fairlot_app' and new.operator_id is not null) execute function check_audit_session();
