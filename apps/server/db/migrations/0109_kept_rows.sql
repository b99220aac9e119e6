-- More of what the server's role can change without a reason that is stored is refused, as in migrations 0020 and 0093.

-- Rows that go only with the account of their member: devices, of which a member has a bounded number, and notices.
create function is_leaving(member uuid) returns boolean language sql stable set search_path = pg_catalog, public, pg_temp
begin atomic
  select exists (select from member m where m.member_id = is_leaving.member and m.status <> 'active');
end;
revoke execute on function is_leaving(uuid) from public;
grant execute on function is_leaving(uuid) to fairlot_app;

create function check_device() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    if abs(extract(epoch from new.first_at - business_now())) > 60 then
      raise check_violation using message = 'a device is seen at the time at which it is seen', constraint = 'device_seen_now',
        table = 'device_seen';
    end if;
    return new;
  end if;
  if not is_leaving(old.member_id) and (
      select count(*) from device_seen d where d.member_id = old.member_id and d.device_hash <> old.device_hash
        and d.first_at >= old.first_at) < 19 then
    raise check_violation using message = 'a device is forgotten with its account, or after 19 newer ones', constraint = 'device_seen_kept',
      table = 'device_seen';
  end if;
  return old;
end $$;
create trigger device_seen_now before insert on device_seen for each row
  when (current_user = 'fairlot_app') execute function check_device();
create trigger device_seen_kept before delete on device_seen for each row
  when (current_user = 'fairlot_app') execute function check_device();

create function check_member_leaves() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_leaving(old.member_id) then
    raise check_violation using message = 'this goes with the account of the member', constraint = tg_name, table = tg_table_name;
  end if;
  return old;
end $$;
create trigger member_notice_kept before delete on member_notice for each row
  when (current_user = 'fairlot_app') execute function check_member_leaves();

-- A member chooses no other name in this release: names are only erased, with the account.
create trigger member_named before update of nickname, username on member for each row
  when (current_user = 'fairlot_app' and (new.nickname, new.username) is distinct from (old.nickname, old.username)
    and (new.status <> 'closed' or new.username is not null)) execute function refuse_change();

-- A job ends when it was taken and is done, or when it is a dead letter. A message to a phone goes with the account.
create function check_job() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.data ->> 'phone' is null or exists (select from member m where m.phone = old.data ->> 'phone') then
    raise check_violation using message = 'a job ends when it was taken, or with the account', constraint = 'job_kept', table = 'job';
  end if;
  return old;
end $$;
create trigger job_kept before delete on job for each row
  when (current_user = 'fairlot_app' and old.lease is null and old.dead_at is null) execute function check_job();

-- No round of the public beacon quicknet is known before its time: a made-up one would keep the draws that wait for it waiting.
create trigger beacon_round_ahead before insert on beacon_round for each row
  when (current_user = 'fairlot_app' and new.chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'
    and 1692803367 + (new.round - 1) * 3 > extract(epoch from business_now()) + 5)
  execute function refuse_change();
