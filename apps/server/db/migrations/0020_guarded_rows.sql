-- The server's role can do what the server's statements do, and no more: rights column by column, illegal changes of a row
-- refused, and histories whose rows are counted and hashed where the server's role cannot write.

-- 1. The accounts of the house. Cash is money at payment companies; every other account pays only what it has.
alter table house_account add constraint house_account_known check (
  (book, name, floor) in (
    ('00000000-0000-8000-8000-000000000001', 'cash', -9223372036854775807),
    ('00000000-0000-8000-8000-000000000002', 'sales', 0),
    ('00000000-0000-8000-8000-000000000003', 'bankroll', 0),
    ('00000000-0000-8000-8000-000000000004', 'marketing', 0),
    ('00000000-0000-8000-8000-000000000005', 'subsidy', 0)));

-- 2. Histories. A trigger of the owner counts each new row and adds its hash; the doctor compares. Sixteen rows for each
-- history, by session, so that transactions do not wait for each other; the trigger runs at the commit, so that a row is
-- held for a moment only.
create table history_tally (
  history text not null,
  slot int not null,
  rows bigint not null,
  digest bigint not null,
  primary key (history, slot)
);
comment on table history_tally is 'key: deployment';
grant select on history_tally to fairlot_app;

create function tally_history() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' as $$
begin
  insert into public.history_tally as t (history, slot, rows, digest)
  values (tg_table_name, pg_backend_pid() % 16, 1, hashtextextended(new::text, 0))
  on conflict (history, slot) do update set rows = t.rows + 1, digest = t.digest # excluded.digest;
  return null;
end $$;
revoke execute on function tally_history() from public;

-- Counts a history from its rows. A migration that changes the columns or rows of a history calls it afterwards.
create function recount_history(history regclass) returns void language plpgsql
  set search_path = pg_catalog, public, pg_temp set timezone = 'UTC' set datestyle = 'ISO' set bytea_output = 'hex' as $$
begin
  delete from public.history_tally t where t.history = recount_history.history::text;
  execute format('insert into public.history_tally select %L, 0, count(*), coalesce(bit_xor(hashtextextended(h::text, 0)), 0) from %s h',
    history::text, history);
end $$;
revoke execute on function recount_history(regclass) from public;

do $$
declare history text;
begin
  foreach history in array array['audit', 'exclusion', 'house_funding', 'limit_change', 'phone_exclusion', 'provider_event',
    'provider_payment', 'recharge_timeline', 'setting_change']
  loop
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row
      execute function tally_history()', history || '_tallied', history);
    perform recount_history(history::regclass);
  end loop;
end $$;

-- 3. Changes that no statement of the server makes. They are refused to the server's role; what the owner of the schema
-- repairs is not, and the doctor checks it. The conditions are those of WHEN, so that an allowed change calls no function.
create function refuse_change() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise check_violation using message = format('%s: this change is not allowed', tg_name), constraint = tg_name,
    table = tg_table_name;
end $$;
revoke execute on function refuse_change() from public;

-- held → done or refused; done → settled or refunded; a settled purchase stays as it is
create trigger purchase_life before update on purchase for each row when (current_user = 'fairlot_app' and (old.settled or old.state = 'refused'
  or (old.state = 'done' and (new.state not in ('done', 'refunded') or not new.settled or new.settled_at is null
    or new.position is distinct from old.position or new.reason is distinct from old.reason))
  or (old.state = 'held' and (new.state not in ('held', 'done', 'refused') or new.result is not null or new.payout <> 0))))
  execute function refuse_change();

-- a credited recharge stays credited; a failed one can still be paid; a payment stays the recharge's
create trigger recharge_life before update on recharge for each row when (current_user = 'fairlot_app' and ((old.state = 'success' and (new.state, new.finished_at) is distinct from (old.state, old.finished_at))
  or (old.state = 'failed' and new.state = 'processing')
  or (old.payment_id is not null and (new.payment_id, new.pay_url) is distinct from (old.payment_id, old.pay_url))))
  execute function refuse_change();

create trigger sandbox_payment_life before update on sandbox_payment for each row when (current_user = 'fairlot_app' and (old.state <> 'open'))
  execute function refuse_change();

create trigger closure_life before update on closure for each row when (current_user = 'fairlot_app' and (old.closed_at is not null))
  execute function refuse_change();
create trigger closure_stays before delete on closure for each row when (current_user = 'fairlot_app' and (old.closed_at is not null))
  execute function refuse_change();

-- an exclusion becomes longer, never shorter
create trigger wallet_excluded before update of excluded_until on wallet for each row when (current_user = 'fairlot_app' and (old.excluded_until is not null and (new.excluded_until is null or new.excluded_until < old.excluded_until)))
  execute function refuse_change();

-- a closed account stays closed; the country of a phone number is stored once, and erased with the account
create trigger member_life before update of status, country on member for each row when (current_user = 'fairlot_app' and ((old.status = 'closed' and new.status <> 'closed') or (old.status = 'active' and new.status = 'closed')
  or (new.country is distinct from old.country and old.country is not null and new.status <> 'closed')))
  execute function refuse_change();

create trigger approval_life before update on approval for each row when (current_user = 'fairlot_app' and (old.state <> 'pending'))
  execute function refuse_change();

create trigger setting_version before update on setting for each row when (current_user = 'fairlot_app' and (new.version <> old.version + 1))
  execute function refuse_change();

-- a code of the second factor counts once
create trigger operator_totp_step before update of totp_step on operator for each row when (current_user = 'fairlot_app' and (new.totp_step < old.totp_step))
  execute function refuse_change();

-- minutes of use only add up within a period
create trigger limit_counter_time before update on limit_counter for each row when (current_user = 'fairlot_app' and (new.kind = 'time' and new.starts_on <= old.starts_on and (new.used < old.used or new.starts_on < old.starts_on)))
  execute function refuse_change();

-- 4. What members chose for their protection has the time of the choice, and a looser limit a wait.
create function check_limit_change() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from new.at - business_now())) > 60 then
    raise check_violation using message = 'a change of a limit has the time at which it is made',
      constraint = 'limit_change_now', table = 'limit_change';
  end if;
  if new.event = 'set' and (new.after is null or new.after >= new.before) then
    raise check_violation using message = 'a looser limit waits for a confirmation',
      constraint = 'limit_change_stricter', table = 'limit_change';
  end if;
  if new.event = 'confirmed' and not exists (
      select from limit_change asked where (asked.member_id, asked.kind, asked.period) = (new.member_id, new.kind, new.period)
        and asked.event = 'requested' and asked.after is not distinct from new.after and asked.at <= new.at - interval '24 hours') then
    raise check_violation using message = 'a looser limit waits for a day',
      constraint = 'limit_change_waited', table = 'limit_change';
  end if;
  return new;
end $$;
revoke execute on function check_limit_change() from public;
create trigger limit_change_allowed after insert on limit_change for each row when (current_user = 'fairlot_app')
  execute function check_limit_change();

create function check_pending_increase() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if abs(extract(epoch from new.requested_at - business_now())) > 60 then
    raise check_violation using message = 'a wish for a looser limit has the time at which it is made',
      constraint = 'pending_increase_now', table = 'pending_increase';
  end if;
  return new;
end $$;
revoke execute on function check_pending_increase() from public;
create trigger pending_increase_allowed after insert or update on pending_increase for each row when (current_user = 'fairlot_app')
  execute function check_pending_increase();

-- the minutes that a time limit has counted end with the limit, which its history says
create function check_time_limit_removed() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (select c.after from limit_change c
      where (c.member_id, c.kind, c.period) = (old.member_id, old.kind, old.period) and c.event in ('set', 'confirmed')
      order by c.at desc, c.change_id desc limit 1) is not null then
    raise check_violation using message = 'a time limit is removed after its member confirmed it',
      constraint = 'limit_counter_removed', table = 'limit_counter';
  end if;
  return old;
end $$;
revoke execute on function check_time_limit_removed() from public;
create trigger limit_counter_removed before delete on limit_counter for each row
  when (current_user = 'fairlot_app' and old.kind = 'time')
  execute function check_time_limit_removed();

-- 5. An operator's account and roles change with an entry of the audit log in the same transaction.
create function check_operator_audited() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from audit a
      where a.subject = 'staff:' || new.operator_id and a.action = case tg_op when 'INSERT' then 'staff.create' else 'staff.roles' end
        and a.after -> 'roles' = to_jsonb(new.roles) and a.at >= business_now() - interval '1 minute') then
    raise check_violation using message = 'an operator changes with an entry of the audit log',
      constraint = 'operator_audited', table = 'operator';
  end if;
  return null;
end $$;
revoke execute on function check_operator_audited() from public;
create constraint trigger operator_audited after insert or update of roles on operator deferrable initially deferred for each row
  when (current_user = 'fairlot_app') execute function check_operator_audited();

-- 6. Rights. INSERT names the columns that the server's statements fill; the others begin with their defaults.
revoke insert on approval, closure, issue, issue_refund, issue_settlement, job, limit_counter, member, member_flow, operator,
  operator_session, product, purchase, recharge, sandbox_notice, sandbox_payment, session, sms_code, wallet from fairlot_app;
grant insert (approval_id, action, params, reason, requested_by, requested_at, expires_at) on approval to fairlot_app;
grant insert (member_id, requested_at) on closure to fairlot_app;
grant insert (issue_id, shares, price, utc_offset, closes_ms, status) on issue to fairlot_app;
grant insert (issue_id, orders, amount, subsidy, expired_at) on issue_refund to fairlot_app;
grant insert (issue_id) on issue_settlement to fairlot_app;
grant insert (job_id, name, key, data, due_at, created_at) on job to fairlot_app;
grant insert (member_id, kind, period, cap, starts_on, utc_offset, used, open, ceiling, set_at) on limit_counter to fairlot_app;
grant insert (member_id, phone, nickname, password_hash, invitation_code, inviter_id, terms_version, declared_age, country,
  terms_agreed_at, adult_declared_at, created_at) on member to fairlot_app;
grant insert (member_id, day) on member_flow to fairlot_app;
grant insert (operator_id, name, full_name, roles, password_hash, one_time_until, created_at, created_by) on operator to fairlot_app;
grant insert (session_id, operator_id, token_hash, stage, device, created_at, seen_at, expires_at) on operator_session to fairlot_app;
grant insert (code, category, mode, art, tile, market_price, share_price, shares, max_per_member, max_issues, min_vip,
  recycle_percent, times_counted, grade, plain_acknowledged, sale_days, demo, max_subsidy, created_at) on product to fairlot_app;
grant insert (member_id, purchase_id, kind, subject_id, quantity, amount, state, reason, settled, position, created_at)
  on purchase to fairlot_app;
grant insert (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency, created_at, expires_at)
  on recharge to fairlot_app;
grant insert (payment_id, seq, event_id, type, amount, occurred_at, due_at) on sandbox_notice to fairlot_app;
grant insert (payment_id, reference, amount, currency, return_url, created_at, expires_at) on sandbox_payment to fairlot_app;
grant insert (session_id, member_id, token_hash, device, created_at, seen_at, active_since, expires_at) on session to fairlot_app;
grant insert (phone, purpose, code_hash, sent_at, expires_at, sent_in_row, resend_at) on sms_code to fairlot_app;
grant insert (member_id) on wallet to fairlot_app;

revoke update on job, login_failure, sms_code, sms_count from fairlot_app;
grant update (due_at, again_at, attempts, leased_until, lease, dead_at, last_error, data) on job to fairlot_app;
grant update (failures, last_at, next_at) on login_failure to fairlot_app;
grant update (code_hash, sent_at, expires_at, sent_in_row, resend_at, tries, used_at) on sms_code to fairlot_app;
grant update (sent) on sms_count to fairlot_app;
-- no statement changes these
revoke update (full_name) on operator from fairlot_app;
revoke update (status) on prize from fairlot_app;
