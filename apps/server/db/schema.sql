-- The schema after all migrations, written by npm run schema. Do not edit: write a migration.

CREATE OR REPLACE FUNCTION public.are_tiers_sound(tiers bigint[], shares integer, share_price bigint)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT (COALESCE(((array_ndims(tiers) = 2) AND (array_length(tiers, 2) = 3) AND ((array_length(tiers, 1) >= 1) AND (array_length(tiers, 1) <= 5)) AND ((tiers)[1][1] = 0)), false) AND (NOT (EXISTS ( SELECT
            FROM ( SELECT tiers_of.near,
                     tiers_of.far,
                     tiers_of.prize,
                     lag(tiers_of.far, 1, ('-1'::integer)::bigint) OVER (ORDER BY tiers_of.tier) AS before,
                     lag(tiers_of.prize, 1, tiers_of.prize) OVER (ORDER BY tiers_of.tier) AS larger
                    FROM tiers_of(are_tiers_sound.tiers) tiers_of(tier, near, far, prize)) t
           WHERE (NOT COALESCE(((t.near > t.before) AND (t.far >= t.near) AND (((2 * t.far) + 1) <= are_tiers_sound.shares) AND ((t.prize >= are_tiers_sound.share_price) AND (t.prize <= t.larger))), false))))));
END;
grant execute on function are_tiers_sound(bigint[],integer,bigint) to public;

CREATE OR REPLACE FUNCTION public.beacon_round_at(ms bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (GREATEST((1)::numeric, (ceil(((ceil(((ms)::numeric / 1000.0)) - (1692803367)::numeric) / 3.0)) + (1)::numeric)))::bigint;
grant execute on function beacon_round_at(bigint) to public;

CREATE OR REPLACE FUNCTION public.business_now()
 RETURNS timestamp with time zone
 LANGUAGE sql
 STABLE PARALLEL SAFE
BEGIN ATOMIC
 SELECT business_clock.at
    FROM business_clock;
END;
grant execute on function business_now() to fairlot_app;

CREATE OR REPLACE FUNCTION public.chain_id_of(game text, number integer)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (encode(set_byte(set_byte(h.d, 6, ((get_byte(h.d, 6) & 15) | 128)), 8, ((get_byte(h.d, 8) & 63) | 128)), 'hex'::text))::uuid AS encode FROM (SELECT SUBSTRING(sha256(((((convert_to('fairlot/game-chain/1'::text, 'UTF8'::name) || '\x00'::bytea) || convert_to(chain_id_of.game, 'UTF8'::name)) || '\x00'::bytea) || convert_to((chain_id_of.number)::text, 'UTF8'::name))) FROM 1 FOR 16) AS d) h);
grant execute on function chain_id_of(text,integer) to public;

CREATE OR REPLACE FUNCTION public.check_ahead()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (to_jsonb(new) ->> tg_argv[0])::timestamptz > business_now() + tg_argv[1]::interval then
    raise check_violation using message = 'this time has not come', constraint = tg_name, table = tg_table_name;
  end if;
  return new;
end $function$;
grant execute on function check_ahead() to public;

CREATE OR REPLACE FUNCTION public.check_audit_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from operator_session s where (s.session_id, s.operator_id) = (new.session_id, new.operator_id)) then
    raise check_violation using message = 'an operator writes to the audit log from a session',
      constraint = 'audit_session', table = 'audit';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_beacon_dead()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_change_audited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from audit a
      where a.subject = tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]) and a.action = tg_argv[2] and a.xmin = pg_current_xact_id()::xid) then
    raise check_violation using message = 'this changes with an entry of the audit log', constraint = tg_name, table = tg_table_name;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_cosignature()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from issue where issue_id = new.issue_id for update;
  if exists (select from issue_seal_attempt where issue_id = new.issue_id and attempt > new.attempt) then
    raise check_violation using message = 'a later attempt counts',
      constraint = 'issue_cosignature_last', table = 'issue_cosignature';
  end if;
  if not exists (select from issue_terms where issue_id = new.issue_id and new.witness = any (witnesses)) then
    raise check_violation using message = 'the terms of the issue do not name this witness',
      constraint = 'issue_cosignature_named', table = 'issue_cosignature';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_device()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;
grant execute on function check_device() to public;

CREATE OR REPLACE FUNCTION public.check_draw()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'sealed' or e.grade <> 'witnessed' or exists (select from event_draw where event_id = new.event_id) then
    raise check_violation using message = 'only an event of grade witnessed that waits for its draw is sealed again',
      constraint = 'event_seal_attempt_undrawn', table = 'event_seal_attempt';
  end if;
  if exists (select from event_cosignature where event_id = new.event_id and attempt = new.attempt - 1) then
    raise check_violation using message = 'a witness signed the attempt before in time',
      constraint = 'event_seal_attempt_unsigned', table = 'event_seal_attempt';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_cosignature()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  perform from event where event_id = new.event_id for update;
  if exists (select from event_seal_attempt where event_id = new.event_id and attempt > new.attempt) then
    raise check_violation using message = 'a later attempt counts',
      constraint = 'event_cosignature_last', table = 'event_cosignature';
  end if;
  if not exists (select from event where event_id = new.event_id and new.witness = any (witnesses)) then
    raise check_violation using message = 'the terms of the event do not name this witness',
      constraint = 'event_cosignature_named', table = 'event_cosignature';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_draw()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'sealed' or new.attempt <> (select attempt from event_last_seal where event_id = new.event_id) then
    raise check_violation using message = 'a draw uses the last attempt of a sealed event',
      constraint = 'event_draw_last_attempt', table = 'event_draw';
  end if;
  if (new.witness is not null) <> (e.grade = 'witnessed' and e.log_rules = 2) or (new.beacon is null) <> (e.chain is null) then
    raise check_violation using message = 'a draw has the beacon and the witness that its grade needs',
      constraint = 'event_draw_grade', table = 'event_draw';
  end if;
  if new.favour and (e.grade <> 'witnessed' or e.log_rules < 3) then
    raise check_violation using message = 'only a witnessed draw of version 3 is in favour of the members',
      constraint = 'event_draw_favour', table = 'event_draw';
  end if;
  if cardinality(new.winners) <> least(e.winners, e.participants - e.left_out) or exists (
      select from unnest(new.winners) w(seq) group by seq having count(*) > 1 or seq not between 1 and e.participants
        or exists (select from event_left_out l where (l.event_id, l.seq) = (e.event_id, w.seq))) then
    raise check_violation using message = 'a draw has different winners among the participants who stay',
      constraint = 'event_draw_among', table = 'event_draw';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_left_out()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from event e where e.event_id = new.event_id and e.recheck and e.status in ('open', 'closed') and new.counted < e.friends) then
    raise check_violation using message = 'a participant with too few friends is left out before the seal, where the terms say so',
      constraint = 'event_left_out_before_seal', table = 'event_left_out';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_look()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if abs(extract(epoch from new.looked_at - business_now())) > 60 then
    raise check_violation using message = 'friends are looked at again at the time that is stored', constraint = 'event_looked_now',
      table = 'event';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_payment()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from event_draw d join event e using (event_id) join event_entry w on w.event_id = d.event_id and w.seq = d.winners[new.place]
      where d.event_id = new.event_id and w.seq = new.seq and w.member_id = new.member_id and e.prize = new.amount) then
    raise check_violation using message = 'a prize goes to the winner of its place',
      constraint = 'event_payment_winner', table = 'event_payment';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  e event;
begin
  select * into e from event where event_id = new.event_id for update;
  if e.status is distinct from 'closed' or new.participants <> e.participants or new.sealed_ms < e.deadline_ms then
    raise check_violation using message = 'an event is sealed after its deadline, with all participants',
      constraint = 'event_seal_closed', table = 'event_seal';
  end if;
  if (new.round is null) <> (e.chain is null) then
    raise check_violation using message = 'the seal of an event has the round that its grade needs',
      constraint = 'event_seal_round', table = 'event_seal';
  end if;
  if encode(sha256(convert_to('fairlot/salt/1', 'UTF8') || '\x00'::bytea || convert_to(e.number, 'UTF8') || '\x00'::bytea
      || decode(new.salt, 'hex')), 'hex') <> e.commitment then
    raise check_violation using message = 'the salt is not the one of the commitment',
      constraint = 'event_seal_salt', table = 'event_seal';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_share()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from event e join event_entry n on n.event_id = e.event_id and n.seq = new.seq left join event_draw d on d.event_id = e.event_id
      where e.event_id = new.event_id and e.shared and n.member_id = new.member_id
        and (e.status = 'void' and d.event_id is null or d.favour and new.seq <> all (d.winners))
        and not exists (select from event_left_out l where (l.event_id, l.seq) = (n.event_id, n.seq))
        and new.amount = e.pool / nullif(e.participants - e.left_out - coalesce(cardinality(d.winners), 0), 0)) then
    raise check_violation using message = 'an even share goes to each participant who stays and did not win, where the pool is shared',
      constraint = 'event_share_due', table = 'event_share';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_event_void()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.why = 'witnesses' and not exists (
      select from event e where e.event_id = new.event_id and e.grade = 'witnessed' and e.log_rules = 3
        and extract(epoch from business_now()) * 1000 >= e.deadline_ms + 7 * 86400000
        and not exists (select from event_seal s where s.event_id = e.event_id)) then
    raise check_violation using message = 'an event is void without its witnesses 7 days after its deadline, before its seal',
      constraint = 'event_void_unsealed', table = 'event_void';
  end if;
  if new.why = 'friends' and not exists (
      select from event e where e.event_id = new.event_id and extract(epoch from business_now()) * 1000 >= e.deadline_ms
        and e.participants = (select count(*) from event_left_out l where l.event_id = e.event_id)
        and not exists (select from event_seal s where s.event_id = e.event_id)) then
    raise check_violation using message = 'an event of which everybody is left out is void after its deadline, before its seal',
      constraint = 'event_void_nobody_stays', table = 'event_void';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_finance_text()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from finance_product p where p.product_id = coalesce(new.product_id, old.product_id) and p.orders > 0) then
    raise check_violation using message = 'the texts of a finance product stay from its first order on',
      constraint = 'finance_product_text_fixed', table = 'finance_product_text';
  end if;
  return coalesce(new, old);
end $function$;
grant execute on function check_finance_text() to public;

CREATE OR REPLACE FUNCTION public.check_job()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if old.data ->> 'phone' is null or exists (select from member m where m.phone = old.data ->> 'phone') then
    raise check_violation using message = 'a job ends when it was taken, or with the account', constraint = 'job_kept', table = 'job';
  end if;
  return old;
end $function$;
grant execute on function check_job() to public;

CREATE OR REPLACE FUNCTION public.check_leaving()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from wallet w where w.member_id = new.member_id and (w.closing or w.excluded_until > business_now())) then
    raise check_violation using message = 'only a member who leaves gets this', constraint = tg_name, table = tg_table_name;
  end if;
  return new;
end $function$;
grant execute on function check_leaving() to public;

CREATE OR REPLACE FUNCTION public.check_left_out_count()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.left_out <> (select count(*) from event_left_out where event_id = new.event_id) then
    raise check_violation using message = 'an event counts everybody who is left out', constraint = 'event_left_out_count', table = 'event';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_limit_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_lost_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from log_entry where subject = 'event ' || new.number and kind = 'event-open' and log = (select max(number) from log)) then
    raise check_violation using message = 'an event is lost only with its log', constraint = 'event_lost_log', table = 'event';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_member_correction()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.kind = 'reversal' and not exists (
      select from member_correction c where (c.member_id, c.correction_id) = (new.member_id, new.reverses)
        and (c.kind, c.account) = ('credit', new.account) and c.amount >= new.amount) then
    raise check_violation using message = 'a reversal takes back a credit, and at most as much', constraint = 'member_correction_of',
      table = 'member_correction';
  end if;
  if new.kind = 'chargeback' and new.charged + coalesce((
      select sum(c.charged) from member_correction c
      where (c.member_id, c.recharge_id) = (new.member_id, new.recharge_id)), 0) > coalesce((
      select r.credited from recharge r where (r.member_id, r.recharge_id) = (new.member_id, new.recharge_id)), 0) then
    raise check_violation using message = 'a bank takes back at most what a recharge brought', constraint = 'member_correction_charged',
      table = 'member_correction';
  end if;
  return new;
end $function$;
grant execute on function check_member_correction() to public;

CREATE OR REPLACE FUNCTION public.check_member_leaves()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not is_leaving(old.member_id) then
    raise check_violation using message = 'this goes with the account of the member', constraint = tg_name, table = tg_table_name;
  end if;
  return old;
end $function$;
grant execute on function check_member_leaves() to public;

CREATE OR REPLACE FUNCTION public.check_operator_access()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_operator_audited()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from audit a
      where a.subject = 'staff:' || new.operator_id and a.action = case tg_op when 'INSERT' then 'staff.create' else 'staff.roles' end
        and a.after -> 'roles' = to_jsonb(new.roles) and a.at >= business_now() - interval '1 minute') then
    raise check_violation using message = 'an operator changes with an entry of the audit log',
      constraint = 'operator_audited', table = 'operator';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_operator_session()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_parcel()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (
      select from prize_timeline t
      where (t.member_id, t.purchase_id, t.tier) = (new.member_id, new.purchase_id, new.tier) and t.step in ('ship', 'ship_again')
        and t.xmin = pg_current_xact_id()::xid) then
    raise check_violation using message = 'a parcel changes with a step of its prize', constraint = 'prize_parcel', table = 'prize';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.check_pause()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from rebate where state = 'queued') then
    raise check_violation using message = 'a pause begins while a rebate waits for money', constraint = 'rebate_pause_queued',
      table = 'rebate_pause';
  end if;
  return new;
end $function$;
grant execute on function check_pause() to public;

CREATE OR REPLACE FUNCTION public.check_pending_increase()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if abs(extract(epoch from new.requested_at - business_now())) > 60 then
    raise check_violation using message = 'a wish for a looser limit has the time at which it is made',
      constraint = 'pending_increase_now', table = 'pending_increase';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_qualified_now()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if abs(extract(epoch from new.qualified_at - business_now())) > 60 then
    raise check_violation using message = 'a friend qualifies at the time at which this is found',
      constraint = 'team_member_qualified_now', table = 'team_member';
  end if;
  return new;
end $function$;
grant execute on function check_qualified_now() to public;

CREATE OR REPLACE FUNCTION public.check_review_report()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not is_leaving(old.member_id) and exists (
      select from review r where r.review_id = old.review_id and r.state <> 'deleted') then
    raise check_violation using message = 'a report goes with its review, or with the account of the member', constraint = tg_name,
      table = tg_table_name;
  end if;
  return null;
end $function$;
grant execute on function check_review_report() to public;

CREATE OR REPLACE FUNCTION public.check_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
    and exists (select from witness_hold where released_at is null)
    -- a seal that is published already
    and not exists (select from lost_seal where subject = new.issue_id and entry is not null) then
    raise check_violation using message = 'nothing witnessed is sealed while a hold is open',
      constraint = 'issue_seal_held', table = 'issue_seal';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.check_seal_attempt()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.check_share_day()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if new.day not between (business_now() - interval '14 hours 1 minute')::date and (business_now() + interval '14 hours 1 minute')::date then
    raise check_violation using message = 'a shared invitation counts for the day on which it is shared',
      constraint = 'share_day_now', table = 'share_day';
  end if;
  return new;
end $function$;
grant execute on function check_share_day() to public;

CREATE OR REPLACE FUNCTION public.check_time_limit_removed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if (select c.after from limit_change c
      where (c.member_id, c.kind, c.period) = (old.member_id, old.kind, old.period) and c.event in ('set', 'confirmed')
      order by c.at desc, c.change_id desc limit 1) is not null then
    raise check_violation using message = 'a time limit is removed after its member confirmed it',
      constraint = 'limit_counter_removed', table = 'limit_counter';
  end if;
  return old;
end $function$;

CREATE OR REPLACE FUNCTION public.check_unwitnessed()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.codes_of_tier(near bigint, far bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
RETURN CASE WHEN (near = 0) THEN ((2 * far) + 1) ELSE (2 * ((far - near) + 1)) END;
grant execute on function codes_of_tier(bigint,bigint) to public;

CREATE OR REPLACE FUNCTION public.codes_won(first_code integer, quantity integer, winning integer, shares integer, near bigint, far bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT (COALESCE(sum(GREATEST((0)::bigint, ((LEAST(((((codes_won.first_code + codes_won.quantity) - 1) - codes_won.winning))::bigint, (arc.upto + (turn.turn * codes_won.shares))) - GREATEST(((codes_won.first_code - codes_won.winning))::bigint, (arc.since + (turn.turn * codes_won.shares)))) + 1))), (0)::numeric))::bigint AS "coalesce"
    FROM ( VALUES (codes_won.near,codes_won.far), ((- codes_won.far),
                 CASE
                     WHEN (codes_won.near = 0) THEN ('-1'::integer)::bigint
                     ELSE (- codes_won.near)
                 END)) arc(since, upto),
     generate_series('-1'::integer, 1) turn(turn);
END;
grant execute on function codes_won(integer,integer,integer,integer,bigint,bigint) to public;

create aggregate cover(bigint[],bigint[],bigint) (sfunc = cover_step, stype = bigint[]);
grant execute on aggregate cover(bigint[],bigint[],bigint) to public;

CREATE OR REPLACE FUNCTION public.cover_step(used bigint[], start bigint[], cost bigint[], room bigint)
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
declare
  total bigint[] := coalesce(used, start);
begin
  if cost is null then
    return total;
  end if;
  for k in 1..10 loop
    if total[k] + cost[k] > room then
      return coalesce(used, start);
    end if;
    total[k] := total[k] + cost[k];
  end loop;
  return total;
end $function$;
grant execute on function cover_step(bigint[],bigint[],bigint[],bigint) to public;

CREATE OR REPLACE FUNCTION public.finance_interest(principal bigint, daily_rate integer, hours integer)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (div((((principal)::numeric * (daily_rate)::numeric) * (hours)::numeric), (24000000)::numeric))::bigint;
grant execute on function finance_interest(bigint,integer,integer) to public;

create aggregate fit(bigint,bigint) (sfunc = fit_step, stype = bigint, initcond = '0');
grant execute on aggregate fit(bigint,bigint) to public;

CREATE OR REPLACE FUNCTION public.fit_step(used bigint, want bigint, room bigint)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((used + want) <= room) THEN (used + want) ELSE used END;
grant execute on function fit_step(bigint,bigint,bigint) to public;

CREATE OR REPLACE FUNCTION public.highest_rebate(rebates text, extras text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (((100)::numeric * (((split_part(rebates, ','::text, 1))::numeric + (split_part(rebates, ','::text, 2))::numeric) + GREATEST((split_part(extras, ','::text, 1))::numeric, (split_part(extras, ','::text, 2))::numeric, (split_part(extras, ','::text, 3))::numeric, (split_part(extras, ','::text, 4))::numeric, (split_part(extras, ','::text, 5))::numeric, (split_part(extras, ','::text, 6))::numeric))))::integer;
grant execute on function highest_rebate(text,text) to public;

CREATE OR REPLACE FUNCTION public.is_leaving(member uuid)
 RETURNS boolean
 LANGUAGE sql
 STABLE
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
BEGIN ATOMIC
 SELECT (EXISTS ( SELECT
            FROM member m
           WHERE ((m.member_id = is_leaving.member) AND (m.status <> 'active'::text)))) AS "exists";
END;
grant execute on function is_leaving(uuid) to fairlot_app;

CREATE OR REPLACE FUNCTION public.is_staff_audited(operator uuid, actions text[])
 RETURNS boolean
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
    select exists (
      select from audit a
      where a.subject = 'staff:' || operator and a.action = any (actions) and a.xmin = pg_current_xact_id()::xid) $function$;

CREATE OR REPLACE FUNCTION public.period_start(period text, at timestamp with time zone, offset_minutes integer)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (date_trunc(period, ((at AT TIME ZONE 'UTC'::text) + ((offset_minutes)::double precision * '00:01:00'::interval))))::date;
grant execute on function period_start(text,timestamp with time zone,integer) to fairlot_app;

CREATE OR REPLACE FUNCTION public.prizes_of(tiers bigint[])
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT COALESCE(sum(((codes_of_tier(tiers_of.near, tiers_of.far))::numeric * (tiers_of.prize)::numeric)), (0)::numeric) AS "coalesce"
    FROM tiers_of(prizes_of.tiers) tiers_of(tier, near, far, prize);
END;
grant execute on function prizes_of(bigint[]) to public;

CREATE OR REPLACE FUNCTION public.rebate_source_of(round_id uuid, friend_id uuid)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (encode(set_byte(set_byte(h.d, 6, ((get_byte(h.d, 6) & 15) | 128)), 8, ((get_byte(h.d, 8) & 63) | 128)), 'hex'::text))::uuid AS encode FROM (SELECT SUBSTRING(sha256((((convert_to('fairlot/rebate/1'::text, 'UTF8'::name) || '\x00'::bytea) || uuid_send(rebate_source_of.round_id)) || uuid_send(rebate_source_of.friend_id))) FROM 1 FOR 16) AS d) h);
grant execute on function rebate_source_of(uuid,uuid) to public;

CREATE OR REPLACE FUNCTION public.recount_history(history regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
AS $function$
begin
  delete from public.history_tally t where t.history = recount_history.history::text;
  execute format('insert into public.history_tally select %L, 0, count(*), coalesce(bit_xor(hashtextextended(h::text, 0)), 0) from %s h',
    history::text, history);
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  raise check_violation using message = format('%s: this change is not allowed', tg_name), constraint = tg_name,
    table = tg_table_name;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_event_attempt_3()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from event where event_id = new.event_id and log_rules > 2) then
    raise check_violation using message = 'an event of version 3 has one seal', constraint = 'event_version_3', table = tg_table_name;
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_held_event()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from witness_hold where released_at is null)
    and exists (select from event where event_id = new.event_id and quorum is not null)
    and not exists (select from lost_seal where subject = new.event_id and entry is not null) then
    raise check_violation using message = 'nothing witnessed is sealed while a hold is open', constraint = 'event_seal_held',
      table = 'event_seal';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_scheduled_void()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if exists (select from round r where r.round_id = new.round_id and r.chain_index is not null and (new.why <> 'lost' or exists (
      select from log_entry e where e.subject = r.chain_id::text and e.kind = 'game-chain' and e.log = (select max(number) from log)))) then
    raise check_violation using message = 'a round of version 3 is void only when its log is lost', constraint = 'round_void_schedule',
      table = 'round_void';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unnamed_witness()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from game_chain c where c.chain_id = new.chain_id and new.witness = any(c.witnesses)) then
    raise check_violation using message = 'the chain does not name this witness', constraint = 'game_chain_cosignature_named',
      table = 'game_chain_cosignature';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unscheduled_round()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  c game_chain;
begin
  select * into c from game_chain where chain_id = new.chain_id;
  if c.log_rules < 3 then
    if new.chain_index is null then
      return new;
    end if;
  elsif new.game = c.game and new.opens_ms >= c.first_ms and new.chain_index <= c.length
    and new.opens_ms = c.first_ms + (new.chain_index - 1) * c.round_ms and new.ends_ms = new.opens_ms + c.round_ms
    and new.closes_ms = new.ends_ms - c.cutoff_ms and new.beacon_round = beacon_round_at(new.closes_ms + c.delay * 1000)
    and not exists (select from game_chain later where later.game = c.game and later.number > c.number and later.first_ms <= new.opens_ms)
    and coalesce(c.quorum, 0) <= (select count(*) from game_chain_cosignature s where s.chain_id = c.chain_id) then
    return new;
  end if;
  raise check_violation using message = 'the chain does not give the period this round', constraint = 'round_schedule', table = 'round';
end $function$;

CREATE OR REPLACE FUNCTION public.refuse_unscheduled_seal()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
AS $function$
declare
  r round;
begin
  select * into r from round where round_id = new.round_id;
  if r.chain_index is null or (new.chain_id, new.chain_index, new.beacon_round) = (r.chain_id, r.chain_index, r.beacon_round)
    and new.sealed_ms >= (1692803367 + (new.beacon_round - 1) * 3) * 1000
    and not exists (select from round_seal s where s.chain_id = new.chain_id and s.chain_index > new.chain_index) then
    return new;
  end if;
  raise check_violation using message = 'the seal is not the one that the round fixed', constraint = 'round_seal_schedule',
    table = 'round_seal';
end $function$;

CREATE OR REPLACE FUNCTION public.reward_ref(kind text, member uuid, what text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (encode(set_byte(set_byte(h.d, 6, ((get_byte(h.d, 6) & 15) | 128)), 8, ((get_byte(h.d, 8) & 63) | 128)), 'hex'::text))::uuid AS encode FROM (SELECT SUBSTRING(sha256(((((((convert_to('fairlot/reward/1'::text, 'UTF8'::name) || '\x00'::bytea) || convert_to(reward_ref.kind, 'UTF8'::name)) || '\x00'::bytea) || convert_to((reward_ref.member)::text, 'UTF8'::name)) || '\x00'::bytea) || convert_to(reward_ref.what, 'UTF8'::name))) FROM 1 FOR 16) AS d) h);
grant execute on function reward_ref(text,uuid,text) to public;

CREATE OR REPLACE FUNCTION public.room_step(used bigint[], cost bigint[], room bigint[])
 RETURNS bigint[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  if cost is null or used[1] + cost[1] > room[1] or used[2] + cost[2] > room[2] then
    return used;
  end if;
  return array[used[1] + cost[1], used[2] + cost[2]];
end $function$;
grant execute on function room_step(bigint[],bigint[],bigint[]) to public;

create aggregate room_used(bigint[],bigint[]) (sfunc = room_step, stype = bigint[], initcond = '{0,0}');
grant execute on aggregate room_used(bigint[],bigint[]) to public;

CREATE OR REPLACE FUNCTION public.round_id_of(game text, period text)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (encode(set_byte(set_byte(h.d, 6, ((get_byte(h.d, 6) & 15) | 128)), 8, ((get_byte(h.d, 8) & 63) | 128)), 'hex'::text))::uuid AS encode FROM (SELECT SUBSTRING(sha256(((((convert_to('fairlot/round/1'::text, 'UTF8'::name) || '\x00'::bytea) || convert_to(round_id_of.game, 'UTF8'::name)) || '\x00'::bytea) || convert_to(round_id_of.period, 'UTF8'::name))) FROM 1 FOR 16) AS d) h);
grant execute on function round_id_of(text,text) to public;

CREATE OR REPLACE FUNCTION public.tally_history()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'public', 'pg_temp'
 SET "TimeZone" TO 'UTC'
 SET "DateStyle" TO 'ISO'
 SET bytea_output TO 'hex'
AS $function$
begin
  insert into public.history_tally as t (history, slot, rows, digest)
  values (tg_table_name, pg_backend_pid() % 16, 1, hashtextextended(new::text, 0))
  on conflict (history, slot) do update set rows = t.rows + 1, digest = t.digest # excluded.digest;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.tiers_of(tiers bigint[])
 RETURNS TABLE(tier integer, near bigint, far bigint, prize bigint)
 LANGUAGE sql
 IMMUTABLE
BEGIN ATOMIC
 SELECT n.n,
     (tiers_of.tiers)[n.n][1] AS tiers,
     (tiers_of.tiers)[n.n][2] AS tiers,
     (tiers_of.tiers)[n.n][3] AS tiers
    FROM generate_subscripts(tiers_of.tiers, 1) n(n);
END;
grant execute on function tiers_of(bigint[]) to public;

CREATE OR REPLACE FUNCTION public.time_of_day(ms bigint, offset_minutes integer)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (SELECT (((((x.d / 3600000) * 10000000) + (((x.d / 60000) % (60)::bigint) * 100000)) + (x.d % (60000)::bigint)))::integer AS int4 FROM (SELECT ((((time_of_day.ms + (time_of_day.offset_minutes * (60000)::bigint)) % (86400000)::bigint) + 86400000) % (86400000)::bigint) AS d) x);
grant execute on function time_of_day(bigint,integer) to public;

create table address (
  member_id uuid not null,
  address_id uuid not null,
  sealed bytea not null,
  key_id text not null,
  is_default boolean not null,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  constraint address_pkey PRIMARY KEY (member_id, address_id),
  constraint address_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE UNIQUE INDEX address_default ON public.address USING btree (member_id) WHERE is_default;
grant delete, insert, select on address to fairlot_app;
grant update (sealed, key_id, is_default, changed_at) on address to fairlot_app;
comment on table address is 'key: member';

create table approval (
  approval_id uuid not null,
  action text not null,
  params jsonb not null,
  reason text not null,
  requested_by uuid not null,
  requested_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text default 'pending'::text not null,
  decided_by uuid,
  decided_at timestamp with time zone,
  note text,
  constraint approval_pkey PRIMARY KEY (approval_id),
  constraint approval_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES operator(operator_id),
  constraint approval_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operator(operator_id),
  constraint approval_action CHECK (action ~ '^[a-z]+\.[a-z]+$'::text),
  constraint approval_decided CHECK ((state = 'pending'::text) = (decided_at IS NULL) AND (decided_by IS NULL) = (state = ANY (ARRAY['pending'::text, 'expired'::text]))),
  constraint approval_reason CHECK (char_length(reason) >= 3 AND char_length(reason) <= 500),
  constraint approval_state CHECK (state = ANY (ARRAY['pending'::text, 'approved'::text, 'rejected'::text, 'withdrawn'::text, 'expired'::text])),
  constraint approval_times CHECK (expires_at > requested_at),
  constraint approval_two_people CHECK ((state <> ALL (ARRAY['approved'::text, 'rejected'::text])) OR decided_by <> requested_by)
);
CREATE INDEX approval_pending ON public.approval USING btree (expires_at) WHERE (state = 'pending'::text);
CREATE TRIGGER approval_life BEFORE UPDATE ON approval FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.state <> 'pending'::text) EXECUTE FUNCTION refuse_change();
grant select on approval to fairlot_app;
grant insert (approval_id, action, params, reason, requested_by, requested_at, expires_at) on approval to fairlot_app;
grant update (state, decided_by, decided_at, note) on approval to fairlot_app;
comment on table approval is 'key: deployment';

create table audit (
  audit_id uuid not null,
  at timestamp with time zone not null,
  operator_id uuid,
  session_id uuid,
  action text not null,
  subject text,
  approval_id uuid,
  reason text,
  before jsonb,
  after jsonb,
  address text,
  constraint audit_pkey PRIMARY KEY (audit_id),
  constraint audit_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint audit_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint audit_action CHECK (action ~ '^[a-z]+(\.[a-z_]+)+$'::text),
  constraint audit_subject CHECK (subject ~ '^[a-z]+:.{1,100}$'::text),
  constraint audit_session TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint audit_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX audit_by_action ON public.audit USING btree (action text_pattern_ops, audit_id);
CREATE INDEX audit_by_operator ON public.audit USING btree (operator_id, audit_id);
CREATE INDEX audit_by_subject ON public.audit USING btree (subject, audit_id) WHERE (subject IS NOT NULL);
CREATE CONSTRAINT TRIGGER audit_session AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.operator_id IS NOT NULL) EXECUTE FUNCTION check_audit_session();
CREATE CONSTRAINT TRIGGER audit_tallied AFTER INSERT ON audit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on audit to fairlot_app;
comment on table audit is 'key: deployment';

create table bank_statement (
  statement_id uuid not null,
  account_id uuid not null,
  source text not null,
  hash bytea not null,
  name text not null,
  operator_id uuid,
  lines integer not null,
  new_lines integer not null,
  debits integer not null,
  skipped integer not null,
  at timestamp with time zone not null,
  constraint bank_statement_pkey PRIMARY KEY (statement_id),
  constraint bank_statement_by UNIQUE (statement_id, operator_id),
  constraint bank_statement_file UNIQUE (account_id, hash),
  constraint bank_statement_account_id_fkey FOREIGN KEY (account_id) REFERENCES receiving_account(account_id),
  constraint bank_statement_hash CHECK (octet_length(hash) = 32),
  constraint bank_statement_lines CHECK (lines >= 0 AND new_lines >= 0 AND new_lines <= lines AND debits >= 0 AND skipped >= 0),
  constraint bank_statement_source CHECK (source = ANY (ARRAY['file'::text, 'entry'::text])),
  constraint bank_statement_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER bank_statement_tallied AFTER INSERT ON bank_statement DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on bank_statement to fairlot_app;
comment on table bank_statement is 'key: deployment';

create table bank_statement_confirmation (
  statement_id uuid not null,
  imported_by uuid not null,
  operator_id uuid not null,
  at timestamp with time zone not null,
  constraint bank_statement_confirmation_pkey PRIMARY KEY (statement_id),
  constraint bank_statement_confirmation_of FOREIGN KEY (statement_id, imported_by) REFERENCES bank_statement(statement_id, operator_id),
  constraint bank_statement_confirmation_two CHECK (operator_id <> imported_by),
  constraint bank_statement_confirmation_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER bank_statement_confirmation_tallied AFTER INSERT ON bank_statement_confirmation DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on bank_statement_confirmation to fairlot_app;
comment on table bank_statement_confirmation is 'key: deployment';

create table bank_statement_line (
  line_id uuid not null,
  account_id uuid not null,
  statement_id uuid not null,
  "row" integer not null,
  booked_on date not null,
  amount bigint not null,
  currency text not null,
  text text not null,
  transaction_id text,
  text_hash bytea not null,
  occurrence integer not null,
  at timestamp with time zone not null,
  repeats boolean default false not null,
  constraint bank_statement_line_pkey PRIMARY KEY (line_id),
  constraint bank_statement_line_account_id_fkey FOREIGN KEY (account_id) REFERENCES receiving_account(account_id),
  constraint bank_statement_line_statement_id_fkey FOREIGN KEY (statement_id) REFERENCES bank_statement(statement_id),
  constraint bank_statement_line_amount CHECK (amount > 0),
  constraint bank_statement_line_hash CHECK (octet_length(text_hash) = 32),
  constraint bank_statement_line_occurrence CHECK (occurrence >= 0),
  constraint bank_statement_line_repeats CHECK (NOT repeats OR transaction_id IS NULL AND occurrence > 0),
  constraint bank_statement_line_text CHECK (length(text) <= 1000 AND length(transaction_id) >= 1 AND length(transaction_id) <= 140),
  constraint bank_statement_line_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX bank_statement_line_of ON public.bank_statement_line USING btree (statement_id);
CREATE UNIQUE INDEX bank_statement_line_same ON public.bank_statement_line USING btree (account_id, booked_on, amount, text_hash, occurrence) WHERE (transaction_id IS NULL);
CREATE UNIQUE INDEX bank_statement_line_transaction ON public.bank_statement_line USING btree (account_id, transaction_id, occurrence) WHERE (transaction_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER bank_statement_line_tallied AFTER INSERT ON bank_statement_line DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on bank_statement_line to fairlot_app;
comment on table bank_statement_line is 'key: deployment';

create table bank_statement_match (
  line_id uuid not null,
  outcome text not null,
  member_id uuid,
  recharge_id uuid,
  operator_id uuid,
  note text,
  at timestamp with time zone not null,
  alone_of uuid,
  confirmed_by uuid,
  constraint bank_statement_match_pkey PRIMARY KEY (line_id),
  constraint bank_statement_match_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_statement_line(line_id),
  constraint bank_statement_match_of FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint bank_statement_match_answered CHECK (num_nonnulls(alone_of, confirmed_by) =
CASE outcome
    WHEN 'matched'::text THEN 1
    ELSE 0
END AND (confirmed_by IS NULL OR operator_id IS NULL OR confirmed_by <> operator_id)),
  constraint bank_statement_match_note CHECK (length(note) >= 1 AND length(note) <= 500 AND (outcome <> 'dismissed'::text OR note IS NOT NULL AND operator_id IS NOT NULL)),
  constraint bank_statement_match_outcome CHECK ((outcome = ANY (ARRAY['matched'::text, 'dismissed'::text])) AND (outcome = 'matched'::text) = (recharge_id IS NOT NULL) AND (recharge_id IS NULL) = (member_id IS NULL)),
  constraint bank_statement_match_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER bank_statement_match_tallied AFTER INSERT ON bank_statement_match DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on bank_statement_match to fairlot_app;
comment on table bank_statement_match is 'key: deployment';

create table bank_statement_open (
  line_id uuid not null,
  account_id uuid not null,
  reason text,
  at timestamp with time zone not null,
  constraint bank_statement_open_pkey PRIMARY KEY (line_id),
  constraint bank_statement_open_account_id_fkey FOREIGN KEY (account_id) REFERENCES receiving_account(account_id),
  constraint bank_statement_open_line_id_fkey FOREIGN KEY (line_id) REFERENCES bank_statement_line(line_id),
  constraint bank_statement_open_reason CHECK (reason = ANY (ARRAY['none'::text, 'several'::text, 'paid'::text, 'currency'::text, 'confirm'::text, 'repeat'::text]))
);
CREATE INDEX bank_statement_open_by_time ON public.bank_statement_open USING btree (at, line_id);
CREATE INDEX bank_statement_open_new ON public.bank_statement_open USING btree (line_id) WHERE (reason IS NULL);
grant delete, select on bank_statement_open to fairlot_app;
grant insert (line_id, account_id, at) on bank_statement_open to fairlot_app;
grant update (reason) on bank_statement_open to fairlot_app;
comment on table bank_statement_open is 'key: deployment';

create table beacon_dead (
  log integer not null,
  chain text not null,
  last_round bigint not null,
  declared_ms bigint not null,
  approval_id uuid not null,
  constraint beacon_dead_pkey PRIMARY KEY (log, chain),
  constraint beacon_dead_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint beacon_dead_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint beacon_dead_chain CHECK (chain ~ '^[0-9a-f]{64}$'::text),
  constraint beacon_dead_round CHECK (last_round >= 1)
);
grant insert, select on beacon_dead to fairlot_app;
comment on table beacon_dead is 'key: deployment';

create table beacon_early (
  chain text not null,
  round bigint not null,
  signature bytea not null,
  ahead_ms bigint not null,
  seen_at timestamp with time zone not null,
  constraint beacon_early_pkey PRIMARY KEY (chain, round),
  constraint beacon_early_chain CHECK (chain ~ '^[0-9a-f]{64}$'::text),
  constraint beacon_early_round CHECK (round >= 1 AND ahead_ms > 0),
  constraint beacon_early_signature CHECK (octet_length(signature) = 48)
);
CREATE INDEX beacon_early_by_time ON public.beacon_early USING btree (seen_at);
grant insert, select on beacon_early to fairlot_app;
comment on table beacon_early is 'key: deployment';

create table beacon_round (
  chain text not null,
  round bigint not null,
  signature bytea not null,
  source text not null,
  received_at timestamp with time zone not null,
  constraint beacon_round_pkey PRIMARY KEY (chain, round),
  constraint beacon_round_chain CHECK (chain ~ '^[0-9a-f]{64}$'::text),
  constraint beacon_round_round CHECK (round >= 1),
  constraint beacon_round_signature CHECK (octet_length(signature) = 48),
  constraint beacon_round_source CHECK (source = ANY (ARRAY['relay'::text, 'handed-in'::text]))
);
CREATE TRIGGER beacon_round_ahead BEFORE INSERT ON beacon_round FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.chain = '52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971'::text AND (1692803367 + (new.round - 1) * 3)::numeric > (EXTRACT(epoch FROM business_now()) + 5::numeric)) EXECUTE FUNCTION refuse_change();
grant insert, select on beacon_round to fairlot_app;
comment on table beacon_round is 'key: deployment';

create table bet (
  round_id uuid not null,
  purchase_id uuid not null,
  member_id uuid not null,
  picks integer not null,
  stake bigint not null,
  amount bigint not null,
  state text not null,
  seq integer,
  ms bigint,
  constraint bet_pkey PRIMARY KEY (round_id, purchase_id),
  constraint bet_done CHECK ((state = 'done'::text) = (seq IS NOT NULL) AND (state = 'done'::text) = (ms IS NOT NULL)),
  constraint bet_picks CHECK (picks >= 1 AND picks <= 131071 AND stake >= 1 AND stake <= '10000000000000'::bigint AND amount = (stake * bit_count(picks::bit(17)))),
  constraint bet_seq CHECK (seq > 0),
  constraint bet_state CHECK (state = ANY (ARRAY['done'::text, 'closed'::text, 'short'::text, 'limit'::text]))
);
CREATE UNIQUE INDEX bet_by_seq ON public.bet USING btree (round_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX bet_of_member ON public.bet USING btree (round_id, member_id);
grant insert, select on bet to fairlot_app;
comment on table bet is 'key: round';

create table bet_cancelled (
  round_id uuid not null,
  member_id uuid not null,
  amount bigint not null,
  cancelled bigint not null,
  constraint bet_cancelled_pkey PRIMARY KEY (round_id, member_id),
  constraint bet_cancelled_amounts CHECK (cancelled > 0 AND cancelled <= amount)
);
CREATE INDEX bet_cancelled_of_member ON public.bet_cancelled USING btree (member_id, round_id);
grant insert, select on bet_cancelled to fairlot_app;
comment on table bet_cancelled is 'key: round';

create view business_clock as
 SELECT statement_timestamp() + offset_ms::double precision * '00:00:00.001'::interval AS at
   FROM clock_offset;
grant select on business_clock to fairlot_app;

create table category (
  category text not null,
  "position" integer not null,
  tile text not null,
  constraint category_pkey PRIMARY KEY (category),
  constraint category_tile CHECK (tile = ANY (ARRAY['sun'::text, 'sea'::text, 'rose'::text, 'iris'::text, 'leaf'::text]))
);
grant insert, select on category to fairlot_app;
grant update ("position", tile) on category to fairlot_app;
comment on table category is 'key: reference';

create table category_text (
  category text not null,
  language text not null,
  title text not null,
  constraint category_text_pkey PRIMARY KEY (category, language),
  constraint category_text_category_fkey FOREIGN KEY (category) REFERENCES category(category),
  constraint category_text_audited TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER category_text_audited AFTER UPDATE ON category_text DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION check_change_audited('category', 'category', 'category.save');
grant insert, select on category_text to fairlot_app;
grant update (title) on category_text to fairlot_app;
comment on table category_text is 'key: reference';

create table check_in (
  member_id uuid not null,
  day date not null,
  streak integer not null,
  amount bigint not null,
  request_id uuid not null,
  checked_at timestamp with time zone not null,
  constraint check_in_pkey PRIMARY KEY (member_id, day),
  constraint check_in_once UNIQUE (member_id, request_id),
  constraint check_in_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint check_in_amount CHECK (amount >= 0),
  constraint check_in_streak CHECK (streak >= 1 AND streak <= 7),
  constraint check_in_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX check_in_by_day ON public.check_in USING btree (day);
CREATE CONSTRAINT TRIGGER check_in_tallied AFTER INSERT ON check_in DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on check_in to fairlot_app;
comment on table check_in is 'key: member';

create table clock_look (
  machine text not null,
  generation integer not null,
  mono_ms bigint not null,
  business_ms bigint not null,
  seen_at timestamp with time zone not null,
  constraint clock_look_pkey PRIMARY KEY (machine),
  constraint clock_look_machine CHECK (length(machine) >= 1 AND length(machine) <= 100)
);
grant delete, insert, select on clock_look to fairlot_app;
grant update (generation, mono_ms, business_ms, seen_at) on clock_look to fairlot_app;
comment on table clock_look is 'key: deployment';

create table clock_offset (
  singleton boolean default true not null,
  offset_ms bigint default 0 not null,
  constraint clock_offset_pkey PRIMARY KEY (singleton),
  constraint clock_offset_singleton_check CHECK (singleton)
);
grant select on clock_offset to fairlot_app;
comment on table clock_offset is 'key: deployment';

create table clock_watch (
  singleton boolean default true not null,
  settled_at timestamp with time zone,
  halted_at timestamp with time zone,
  halted_by text,
  jump_ms bigint,
  generation integer default 0 not null,
  driven boolean default false not null,
  constraint clock_watch_pkey PRIMARY KEY (singleton),
  constraint clock_watch_halt CHECK ((halted_at IS NULL) = (jump_ms IS NULL) AND (halted_at IS NULL) = (halted_by IS NULL)),
  constraint clock_watch_machine CHECK (length(halted_by) >= 1 AND length(halted_by) <= 100),
  constraint clock_watch_singleton_check CHECK (singleton)
);
CREATE TRIGGER clock_watch_ahead BEFORE UPDATE OF settled_at ON clock_watch FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.settled_at IS DISTINCT FROM old.settled_at) EXECUTE FUNCTION check_ahead('settled_at', '1 minute');
grant select on clock_watch to fairlot_app;
grant update (settled_at, halted_at, halted_by, jump_ms, generation) on clock_watch to fairlot_app;
comment on table clock_watch is 'key: deployment';

create table closure (
  member_id uuid not null,
  requested_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  constraint closure_pkey PRIMARY KEY (member_id),
  constraint closure_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE INDEX closure_open ON public.closure USING btree (requested_at) WHERE (closed_at IS NULL);
CREATE TRIGGER closure_life BEFORE UPDATE ON closure FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER closure_stays BEFORE DELETE ON closure FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.closed_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
grant delete, select on closure to fairlot_app;
grant insert (member_id, requested_at) on closure to fairlot_app;
grant update (closed_at) on closure to fairlot_app;
comment on table closure is 'key: member';

create table content (
  hash text not null,
  art text,
  constraint content_pkey PRIMARY KEY (hash),
  constraint content_hash CHECK (hash ~ '^[0-9a-f]{64}$'::text)
);
grant insert, select on content to fairlot_app;
comment on table content is 'key: reference';

create table content_picture (
  hash text not null,
  "position" integer not null,
  name text not null,
  constraint content_picture_pkey PRIMARY KEY (hash, "position"),
  constraint content_picture_hash_name_key UNIQUE (hash, name),
  constraint content_picture_hash_fkey FOREIGN KEY (hash) REFERENCES content(hash),
  constraint content_picture_name_fkey FOREIGN KEY (name) REFERENCES media(name),
  constraint content_picture_position_check CHECK ("position" > 0)
);
CREATE INDEX content_picture_name ON public.content_picture USING btree (name);
grant insert, select on content_picture to fairlot_app;
comment on table content_picture is 'key: reference';

create table content_text (
  hash text not null,
  language text not null,
  title text not null,
  description text not null,
  formatted jsonb not null,
  constraint content_text_pkey PRIMARY KEY (hash, language),
  constraint content_text_hash_fkey FOREIGN KEY (hash) REFERENCES content(hash),
  constraint content_text_formatted CHECK (jsonb_typeof(formatted) = 'array'::text),
  constraint content_text_words CHECK (title <> ''::text OR description <> ''::text)
);
grant insert, select on content_text to fairlot_app;
comment on table content_text is 'key: reference';

create table demo_world (
  singleton boolean default true not null,
  began_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  constraint demo_world_pkey PRIMARY KEY (singleton),
  constraint demo_world_singleton_check CHECK (singleton)
);
grant insert, select on demo_world to fairlot_app;
grant update (finished_at) on demo_world to fairlot_app;
comment on table demo_world is 'key: deployment';

create table deployment (
  singleton boolean default true not null,
  id text not null,
  money_mode text not null,
  created_at timestamp with time zone not null,
  secrets_fingerprint text,
  constraint deployment_pkey PRIMARY KEY (singleton),
  constraint deployment_id_check CHECK (id ~ '^[a-z0-9]{4,32}$'::text),
  constraint deployment_money_mode_check CHECK (money_mode = ANY (ARRAY['sandbox'::text, 'real'::text])),
  constraint deployment_secrets_fingerprint CHECK (secrets_fingerprint ~ '^[0-9a-f]{64}$'::text),
  constraint deployment_singleton_check CHECK (singleton)
);
grant select on deployment to fairlot_app;
comment on table deployment is 'key: deployment';

create table device_seen (
  member_id uuid not null,
  device_hash bytea not null,
  first_at timestamp with time zone not null,
  constraint device_seen_pkey PRIMARY KEY (member_id, device_hash),
  constraint device_seen_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint device_seen_hash CHECK (octet_length(device_hash) = 32)
);
CREATE INDEX device_seen_same ON public.device_seen USING btree (device_hash);
CREATE TRIGGER device_seen_kept BEFORE DELETE ON device_seen FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_device();
CREATE TRIGGER device_seen_now BEFORE INSERT ON device_seen FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_device();
grant delete, insert, select on device_seen to fairlot_app;
comment on table device_seen is 'key: member';

create table event (
  event_id uuid not null,
  number text not null,
  sequence integer not null,
  pool bigint not null,
  winners integer not null,
  prize bigint generated always as ((pool / NULLIF(winners, 0))) stored not null,
  friends integer not null,
  top_up bigint not null,
  opens_ms bigint not null,
  deadline_ms bigint not null,
  grade text not null,
  utc_offset integer not null,
  commitment text not null,
  chain text,
  delay integer,
  witnesses text[],
  demo boolean not null,
  requested_by uuid,
  approved_by uuid,
  approval_id uuid,
  created_at timestamp with time zone not null,
  status text default 'scheduled'::text not null,
  opened_ms bigint,
  participants integer default 0 not null,
  last_ms bigint default 0 not null,
  balance bigint default 0 not null,
  paid_through integer default 0 not null,
  changes bigint default 0 not null,
  lost boolean default false not null,
  ended_at timestamp with time zone,
  log_rules smallint default 2 not null,
  quorum integer,
  own_witnesses text[],
  shared boolean default false not null,
  share_through integer default 0 not null,
  recheck boolean default false not null,
  left_out integer default 0 not null,
  looked_at timestamp with time zone,
  constraint event_pkey PRIMARY KEY (event_id),
  constraint event_number UNIQUE (number),
  constraint event_sequence UNIQUE (sequence),
  constraint event_asks CHECK (friends >= 1 AND friends <= 100 AND top_up > 0),
  constraint event_by CHECK ((num_nonnulls(requested_by, approved_by, approval_id) = ANY (ARRAY[0, 3])) AND requested_by IS DISTINCT FROM approved_by OR num_nonnulls(requested_by, approved_by, approval_id) = 0),
  constraint event_commitment CHECK (commitment ~ '^[0-9a-f]{64}$'::text),
  constraint event_ended CHECK (ended_at IS NULL OR balance = 0 AND (status = 'void'::text OR status = 'drawn'::text AND paid_through = LEAST(winners, participants - left_out)) AND (NOT shared OR share_through = participants)),
  constraint event_funded CHECK (balance >= 0 AND (balance -
CASE
    WHEN shared AND status = 'drawn'::text THEN pool
    ELSE 0::bigint
END) <= pool AND ((status <> ALL (ARRAY['open'::text, 'closed'::text, 'sealed'::text])) OR balance = pool)),
  constraint event_grade CHECK (
CASE grade
    WHEN 'salt'::text THEN chain IS NULL AND delay IS NULL AND witnesses IS NULL
    WHEN 'beacon'::text THEN chain ~ '^[0-9a-f]{64}$'::text AND delay > 0 AND chain IS NOT NULL AND delay IS NOT NULL AND witnesses IS NULL
    WHEN 'witnessed'::text THEN chain ~ '^[0-9a-f]{64}$'::text AND delay > 0 AND chain IS NOT NULL AND delay IS NOT NULL AND witnesses IS NOT NULL AND cardinality(witnesses) >= 1 AND cardinality(witnesses) <= 16 AND array_ndims(witnesses) = 1 AND array_position(witnesses, NULL::text) IS NULL
    ELSE false
END),
  constraint event_left_out CHECK (left_out >= 0 AND left_out <= participants AND (left_out = 0 OR looked_at IS NOT NULL) AND (looked_at IS NULL OR recheck AND participants > 0 AND (status = ANY (ARRAY['sealed'::text, 'drawn'::text, 'void'::text]))) AND (looked_at IS NOT NULL OR NOT recheck OR participants = 0 OR (status <> ALL (ARRAY['sealed'::text, 'drawn'::text, 'void'::text])))),
  constraint event_log_rules CHECK (log_rules = ANY (ARRAY[2, 3])),
  constraint event_lost CHECK (NOT lost OR status = 'void'::text),
  constraint event_names CHECK (sequence > 0 AND number ~ '^[A-Z0-9]{1,12}-[0-9]{4,10}$'::text),
  constraint event_opened CHECK (
CASE status
    WHEN 'scheduled'::text THEN opened_ms IS NULL
    WHEN 'void'::text THEN true
    ELSE opened_ms IS NOT NULL
END AND opened_ms < deadline_ms AND opened_ms >= opens_ms),
  constraint event_paid CHECK (paid_through >= 0 AND paid_through <= LEAST(winners, participants - left_out) AND (paid_through = 0 OR status = 'drawn'::text)),
  constraint event_prizes CHECK (pool > 0 AND winners >= 1 AND winners <= 1000 AND prize > 0),
  constraint event_quorum CHECK (quorum IS NULL AND own_witnesses IS NULL OR grade = 'witnessed'::text AND quorum >= (cardinality(witnesses) / 2 + 1) AND quorum <= cardinality(witnesses) AND own_witnesses <@ witnesses),
  constraint event_recheck CHECK (NOT recheck OR log_rules = 3),
  constraint event_sealed CHECK ((status <> ALL (ARRAY['sealed'::text, 'drawn'::text])) OR participants > left_out),
  constraint event_shared CHECK (share_through >= 0 AND share_through <= participants AND (shared OR share_through = 0) AND (NOT shared OR log_rules = 3 AND participants > left_out AND (status = 'drawn'::text AND grade = 'witnessed'::text OR status = 'void'::text AND (lost OR grade = 'witnessed'::text)))),
  constraint event_status CHECK (status = ANY (ARRAY['scheduled'::text, 'open'::text, 'closed'::text, 'sealed'::text, 'drawn'::text, 'void'::text])),
  constraint event_times CHECK (opens_ms > 0 AND deadline_ms > opens_ms AND utc_offset >= '-1440'::integer AND utc_offset <= 1440),
  constraint event_void CHECK (status <> 'void'::text OR participants = left_out OR shared OR lost AND log_rules = 2),
  constraint event_window CHECK ((participants = 0) = (last_ms = 0) AND participants >= 0 AND (participants = 0 OR opened_ms IS NOT NULL AND last_ms >= opened_ms AND last_ms < deadline_ms)),
  constraint event_left_out_count TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint event_lost_log TRIGGER DEFERRABLE INITIALLY DEFERRED
) with (fillfactor=50);
CREATE INDEX event_live ON public.event USING btree (deadline_ms) WHERE (ended_at IS NULL);
CREATE CONSTRAINT TRIGGER event_left_out_count AFTER UPDATE ON event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((old.status = ANY (ARRAY['open'::text, 'closed'::text])) AND (new.status = ANY (ARRAY['sealed'::text, 'void'::text]))) EXECUTE FUNCTION check_left_out_count();
CREATE TRIGGER event_life BEFORE UPDATE ON event FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.status <> old.status AND (old.status <> 'scheduled'::text OR new.status <> 'open'::text) AND (old.status <> 'scheduled'::text OR new.status <> 'void'::text) AND (old.status <> 'open'::text OR new.status <> 'closed'::text) AND (old.status <> 'closed'::text OR new.status <> 'sealed'::text) AND (old.status <> 'closed'::text OR new.status <> 'void'::text) AND (old.status <> 'sealed'::text OR new.status <> 'drawn'::text) AND NOT (new.lost AND NOT old.lost AND (old.status = 'open'::text AND new.status = 'void'::text OR old.status = 'sealed'::text AND new.status = 'void'::text)) OR (old.status <> 'open'::text OR new.status <> 'open'::text) AND (new.participants IS DISTINCT FROM old.participants OR new.last_ms IS DISTINCT FROM old.last_ms) OR new.participants <> old.participants AND new.participants <> (old.participants + 1) OR new.last_ms < old.last_ms OR old.opened_ms IS NOT NULL AND new.opened_ms IS DISTINCT FROM old.opened_ms OR (new.left_out IS DISTINCT FROM old.left_out OR new.looked_at IS DISTINCT FROM old.looked_at) AND (old.status <> 'closed'::text OR new.status <> 'sealed'::text) AND (old.status <> 'closed'::text OR new.status <> 'void'::text) AND (old.status <> 'open'::text OR new.status <> 'void'::text) OR new.shared <> old.shared AND (old.shared OR new.status = old.status) OR new.paid_through < old.paid_through OR new.share_through < old.share_through OR old.lost AND NOT new.lost OR old.ended_at IS NOT NULL OR new.changes <= old.changes AND (new.status IS DISTINCT FROM old.status OR new.participants IS DISTINCT FROM old.participants OR new.paid_through IS DISTINCT FROM old.paid_through OR new.share_through IS DISTINCT FROM old.share_through))) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER event_looked_now BEFORE UPDATE OF looked_at ON event FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.looked_at IS NOT NULL) EXECUTE FUNCTION check_event_look();
CREATE CONSTRAINT TRIGGER event_lost_log AFTER UPDATE ON event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.lost AND NOT old.lost) EXECUTE FUNCTION check_lost_event();
grant select on event to fairlot_app;
grant insert (event_id, number, sequence, pool, winners, friends, top_up, opens_ms, deadline_ms, grade, utc_offset, commitment, chain, delay, witnesses, demo, requested_by, approved_by, approval_id, created_at, log_rules, quorum, own_witnesses, recheck) on event to fairlot_app;
grant update (status, opened_ms, participants, last_ms, balance, paid_through, changes, lost, ended_at, shared, share_through, left_out, looked_at) on event to fairlot_app;
comment on table event is 'key: event';

create table event_content (
  event_id uuid not null,
  hash text not null,
  constraint event_content_pkey PRIMARY KEY (event_id),
  constraint event_content_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id),
  constraint event_content_hash_fkey FOREIGN KEY (hash) REFERENCES content(hash),
  constraint event_content_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER event_content_tallied AFTER INSERT ON event_content DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_content to fairlot_app;
comment on table event_content is 'key: event';

create table event_cosignature (
  event_id uuid not null,
  attempt integer not null,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  round_ms bigint not null,
  again integer generated always as (
CASE
    WHEN (attempt > 1) THEN attempt
    ELSE NULL::integer
END) stored,
  constraint event_cosignature_pkey PRIMARY KEY (event_id, attempt, witness),
  constraint event_cosignature_attempt FOREIGN KEY (event_id, again) REFERENCES event_seal_attempt(event_id, attempt),
  constraint event_cosignature_event_id_fkey FOREIGN KEY (event_id) REFERENCES event_seal(event_id),
  constraint event_cosignature_in_time CHECK (signed_ms < round_ms),
  constraint event_cosignature_number CHECK (attempt >= 1 AND size > 0),
  constraint event_cosignature_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER event_cosignature_allowed BEFORE INSERT ON event_cosignature FOR EACH ROW EXECUTE FUNCTION check_event_cosignature();
CREATE CONSTRAINT TRIGGER event_cosignature_tallied AFTER INSERT ON event_cosignature DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
CREATE TRIGGER event_cosignature_version BEFORE INSERT ON event_cosignature FOR EACH ROW EXECUTE FUNCTION refuse_event_attempt_3();
grant insert, select on event_cosignature to fairlot_app;
comment on table event_cosignature is 'key: event';

create table event_draw (
  event_id uuid not null,
  signature text,
  beacon text,
  entropy text not null,
  winners integer[] not null,
  attempt integer not null,
  witness text,
  drawn_at timestamp with time zone not null,
  favour boolean default false not null,
  after_loss boolean default false not null,
  constraint event_draw_pkey PRIMARY KEY (event_id),
  constraint event_draw_event_id_fkey FOREIGN KEY (event_id) REFERENCES event_seal(event_id),
  constraint event_draw_witness FOREIGN KEY (event_id, attempt, witness) REFERENCES event_cosignature(event_id, attempt, witness),
  constraint event_draw_after_loss CHECK (NOT after_loss OR favour),
  constraint event_draw_attempt CHECK (attempt >= 1 AND (attempt = 1 OR witness IS NOT NULL)),
  constraint event_draw_entropy CHECK (entropy ~ '^[0-9a-f]{64}$'::text),
  constraint event_draw_values CHECK (signature ~ '^[0-9a-f]{96}$'::text AND beacon ~ '^[0-9a-f]{64}$'::text OR signature IS NULL AND beacon IS NULL),
  constraint event_draw_winners CHECK (cardinality(winners) >= 1 AND cardinality(winners) <= 1000 AND array_ndims(winners) = 1 AND array_position(winners, NULL::integer) IS NULL),
  constraint event_draw_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER event_draw_allowed BEFORE INSERT ON event_draw FOR EACH ROW EXECUTE FUNCTION check_event_draw();
CREATE CONSTRAINT TRIGGER event_draw_tallied AFTER INSERT ON event_draw DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_draw to fairlot_app;
comment on table event_draw is 'key: event';

create table event_entry (
  event_id uuid not null,
  seq integer not null,
  entry_id uuid not null,
  member_id uuid not null,
  request_id uuid not null,
  joined_ms bigint not null,
  tag text not null,
  before_evidence boolean default false not null,
  constraint event_entry_pkey PRIMARY KEY (event_id, seq),
  constraint event_entry_id UNIQUE (event_id, entry_id),
  constraint event_entry_once UNIQUE (event_id, member_id),
  constraint event_entry_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id),
  constraint event_entry_values CHECK (seq > 0 AND joined_ms > 0 AND tag ~ '^[0-9a-f]{16}$'::text),
  constraint event_entry_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX event_entry_of_member ON public.event_entry USING btree (member_id, joined_ms);
CREATE CONSTRAINT TRIGGER event_entry_tallied AFTER INSERT ON event_entry DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant select on event_entry to fairlot_app;
grant insert (event_id, seq, entry_id, member_id, request_id, joined_ms, tag) on event_entry to fairlot_app;
comment on table event_entry is 'key: event';

create table event_entry_friend (
  event_id uuid not null,
  seq integer not null,
  friend_id uuid not null,
  constraint event_entry_friend_pkey PRIMARY KEY (event_id, seq, friend_id),
  constraint event_entry_friend_event_id_seq_fkey FOREIGN KEY (event_id, seq) REFERENCES event_entry(event_id, seq),
  constraint event_entry_friend_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER event_entry_friend_tallied AFTER INSERT ON event_entry_friend DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_entry_friend to fairlot_app;
comment on table event_entry_friend is 'key: event';

create view event_last_seal as
 SELECT s.event_id,
    s.participants,
    s.digest,
    s.sum,
    s.salt,
    COALESCE(a.attempt, 1) AS attempt,
    COALESCE(a.sealed_ms, s.sealed_ms) AS sealed_ms,
    COALESCE(a.round, s.round) AS round
   FROM event_seal s
     LEFT JOIN LATERAL ( SELECT x.attempt,
            x.sealed_ms,
            x.round
           FROM event_seal_attempt x
          WHERE x.event_id = s.event_id
          ORDER BY x.attempt DESC
         LIMIT 1) a ON true;
grant select on event_last_seal to fairlot_app;

create table event_left_out (
  event_id uuid not null,
  seq integer not null,
  counted integer not null,
  constraint event_left_out_pkey PRIMARY KEY (event_id, seq),
  constraint event_left_out_entry FOREIGN KEY (event_id, seq) REFERENCES event_entry(event_id, seq),
  constraint event_left_out_counted CHECK (counted >= 0),
  constraint event_left_out_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER event_left_out_allowed BEFORE INSERT ON event_left_out FOR EACH ROW EXECUTE FUNCTION check_event_left_out();
CREATE CONSTRAINT TRIGGER event_left_out_tallied AFTER INSERT ON event_left_out DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_left_out to fairlot_app;
comment on table event_left_out is 'key: event';

create table event_payment (
  event_id uuid not null,
  place integer not null,
  seq integer not null,
  member_id uuid not null,
  amount bigint not null,
  went text not null,
  paid_at timestamp with time zone not null,
  constraint event_payment_pkey PRIMARY KEY (event_id, place),
  constraint event_payment_seq UNIQUE (event_id, seq),
  constraint event_payment_entry FOREIGN KEY (event_id, seq) REFERENCES event_entry(event_id, seq),
  constraint event_payment_event_id_fkey FOREIGN KEY (event_id) REFERENCES event_draw(event_id),
  constraint event_payment_values CHECK (place > 0 AND amount > 0 AND (went = ANY (ARRAY['wallet'::text, 'house'::text]))),
  constraint event_payment_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX event_payment_of_member ON public.event_payment USING btree (member_id, paid_at);
CREATE TRIGGER event_payment_allowed BEFORE INSERT ON event_payment FOR EACH ROW EXECUTE FUNCTION check_event_payment();
CREATE CONSTRAINT TRIGGER event_payment_tallied AFTER INSERT ON event_payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_payment to fairlot_app;
comment on table event_payment is 'key: event';

create table event_seal (
  event_id uuid not null,
  participants integer not null,
  digest text not null,
  sum bigint not null,
  salt text not null,
  sealed_ms bigint not null,
  round bigint,
  constraint event_seal_pkey PRIMARY KEY (event_id),
  constraint event_seal_by_round UNIQUE (event_id, round),
  constraint event_seal_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id),
  constraint event_seal_values CHECK (participants > 0 AND sum >= 0 AND digest ~ '^[0-9a-f]{64}$'::text AND salt ~ '^[0-9a-f]{64}$'::text AND sealed_ms > 0 AND round > 0),
  constraint event_seal_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER event_seal_after_hold BEFORE INSERT ON event_seal FOR EACH ROW EXECUTE FUNCTION refuse_held_event();
CREATE TRIGGER event_seal_allowed BEFORE INSERT ON event_seal FOR EACH ROW EXECUTE FUNCTION check_event_seal();
CREATE CONSTRAINT TRIGGER event_seal_tallied AFTER INSERT ON event_seal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_seal to fairlot_app;
comment on table event_seal is 'key: event';

create table event_seal_attempt (
  event_id uuid not null,
  attempt integer not null,
  sealed_ms bigint not null,
  round bigint not null,
  previous_round bigint not null,
  first_round bigint generated always as (
CASE
    WHEN (attempt = 2) THEN previous_round
    ELSE NULL::bigint
END) stored,
  previous integer generated always as (
CASE
    WHEN (attempt > 2) THEN (attempt - 1)
    ELSE NULL::integer
END) stored,
  constraint event_seal_attempt_pkey PRIMARY KEY (event_id, attempt),
  constraint event_seal_attempt_by_round UNIQUE (event_id, attempt, round),
  constraint event_seal_attempt_event_id_fkey FOREIGN KEY (event_id) REFERENCES event_seal(event_id),
  constraint event_seal_attempt_first FOREIGN KEY (event_id, first_round) REFERENCES event_seal(event_id, round),
  constraint event_seal_attempt_previous FOREIGN KEY (event_id, previous, previous_round) REFERENCES event_seal_attempt(event_id, attempt, round),
  constraint event_seal_attempt_later CHECK (round > previous_round),
  constraint event_seal_attempt_number CHECK (attempt >= 2),
  constraint event_seal_attempt_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER event_seal_attempt_allowed BEFORE INSERT ON event_seal_attempt FOR EACH ROW EXECUTE FUNCTION check_event_attempt();
CREATE CONSTRAINT TRIGGER event_seal_attempt_tallied AFTER INSERT ON event_seal_attempt DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
CREATE TRIGGER event_seal_attempt_version BEFORE INSERT ON event_seal_attempt FOR EACH ROW EXECUTE FUNCTION refuse_event_attempt_3();
grant insert, select on event_seal_attempt to fairlot_app;
comment on table event_seal_attempt is 'key: event';

create table event_secret (
  event_id uuid not null,
  salt bytea not null,
  key_id text not null,
  constraint event_secret_pkey PRIMARY KEY (event_id),
  constraint event_secret_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id)
);
grant insert, select on event_secret to fairlot_app;
comment on table event_secret is 'key: event';

create table event_share (
  event_id uuid not null,
  seq integer not null,
  member_id uuid not null,
  amount bigint not null,
  went text not null,
  paid_at timestamp with time zone not null,
  constraint event_share_pkey PRIMARY KEY (event_id, seq),
  constraint event_share_entry FOREIGN KEY (event_id, seq) REFERENCES event_entry(event_id, seq),
  constraint event_share_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id),
  constraint event_share_values CHECK (amount > 0 AND (went = ANY (ARRAY['wallet'::text, 'house'::text]))),
  constraint event_share_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX event_share_of_member ON public.event_share USING btree (member_id, paid_at);
CREATE TRIGGER event_share_allowed BEFORE INSERT ON event_share FOR EACH ROW EXECUTE FUNCTION check_event_share();
CREATE CONSTRAINT TRIGGER event_share_tallied AFTER INSERT ON event_share DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_share to fairlot_app;
comment on table event_share is 'key: event';

create table event_text (
  event_id uuid not null,
  language text not null,
  title text not null,
  constraint event_text_pkey PRIMARY KEY (event_id, language),
  constraint event_text_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id),
  constraint event_text_title CHECK (length(title) >= 1 AND length(title) <= 80)
);
grant insert, select on event_text to fairlot_app;
comment on table event_text is 'key: event';

create table event_void (
  event_id uuid not null,
  why text not null,
  participants integer not null,
  pool bigint not null,
  voided_at timestamp with time zone not null,
  constraint event_void_pkey PRIMARY KEY (event_id),
  constraint event_void_event_id_fkey FOREIGN KEY (event_id) REFERENCES event(event_id),
  constraint event_void_amounts CHECK (participants >= 0 AND pool >= 0 AND (pool = 0) = (why = 'missed'::text)),
  constraint event_void_why CHECK ((why = ANY (ARRAY['empty'::text, 'missed'::text, 'lost'::text, 'witnesses'::text, 'friends'::text])) AND
CASE why
    WHEN 'lost'::text THEN true
    WHEN 'witnesses'::text THEN participants > 0
    WHEN 'friends'::text THEN participants > 0
    ELSE participants = 0
END),
  constraint event_void_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER event_void_allowed BEFORE INSERT ON event_void FOR EACH ROW EXECUTE FUNCTION check_event_void();
CREATE CONSTRAINT TRIGGER event_void_tallied AFTER INSERT ON event_void DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on event_void to fairlot_app;
comment on table event_void is 'key: event';

create table exclusion (
  member_id uuid not null,
  exclusion_id uuid not null,
  kind text not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  operator_id uuid,
  constraint exclusion_pkey PRIMARY KEY (member_id, exclusion_id),
  constraint exclusion_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint exclusion_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint exclusion_kind CHECK (kind = ANY (ARRAY['break'::text, 'self_exclusion'::text])),
  constraint exclusion_operator CHECK (operator_id IS NULL OR kind = 'break'::text),
  constraint exclusion_times CHECK (
CASE kind
    WHEN 'break'::text THEN ends_at >= (starts_at + '24:00:00'::interval) AND ends_at <= (starts_at + '30 days'::interval)
    ELSE ends_at >= (starts_at + '180 days'::interval) AND ends_at <= (starts_at + '1830 days'::interval)
END),
  constraint exclusion_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER exclusion_tallied AFTER INSERT ON exclusion DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on exclusion to fairlot_app;
comment on table exclusion is 'key: member';

create table favourite (
  member_id uuid not null,
  code text not null,
  created_at timestamp with time zone not null,
  told_sequence integer,
  constraint favourite_pkey PRIMARY KEY (member_id, code),
  constraint favourite_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint favourite_told CHECK (told_sequence >= 0)
);
CREATE INDEX favourite_to_tell ON public.favourite USING btree (code, told_sequence) WHERE (told_sequence IS NOT NULL);
grant delete, insert, select on favourite to fairlot_app;
grant update (told_sequence) on favourite to fairlot_app;
comment on table favourite is 'key: member';

create table finance_accrual (
  product_id uuid not null,
  purchase_id uuid not null,
  step integer not null,
  amount bigint not null,
  paid_ref uuid,
  accrued_at timestamp with time zone not null,
  constraint finance_accrual_pkey PRIMARY KEY (product_id, purchase_id, step),
  constraint finance_accrual_product_id_purchase_id_fkey FOREIGN KEY (product_id, purchase_id) REFERENCES finance_order(product_id, purchase_id),
  constraint finance_accrual_amount CHECK (step > 0 AND amount >= 0 AND (paid_ref IS NULL OR amount > 0))
);
grant insert, select on finance_accrual to fairlot_app;
comment on table finance_accrual is 'key: finance_product';

create table finance_funding (
  product_id uuid not null,
  funding_id uuid not null,
  kind text not null,
  amount bigint not null,
  reference text not null,
  requested_by uuid,
  approved_by uuid,
  approval_id uuid,
  funded_at timestamp with time zone not null,
  constraint finance_funding_pkey PRIMARY KEY (product_id, funding_id),
  constraint finance_funding_once UNIQUE (product_id, kind, reference),
  constraint finance_funding_product_id_fkey FOREIGN KEY (product_id) REFERENCES finance_product(product_id),
  constraint finance_funding_amount CHECK (amount > 0),
  constraint finance_funding_by CHECK ((num_nonnulls(requested_by, approved_by, approval_id) = ANY (ARRAY[0, 3])) AND requested_by IS DISTINCT FROM approved_by OR requested_by IS NULL AND approved_by IS NULL AND approval_id IS NULL),
  constraint finance_funding_kind CHECK (kind = ANY (ARRAY['fund'::text, 'defund'::text])),
  constraint finance_funding_reference CHECK (length(reference) >= 1 AND length(reference) <= 140),
  constraint finance_funding_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX finance_funding_folded ON public.finance_funding USING btree (product_id, kind, upper(reference));
CREATE CONSTRAINT TRIGGER finance_funding_tallied AFTER INSERT ON finance_funding DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on finance_funding to fairlot_app;
comment on table finance_funding is 'key: finance_product';

create table finance_maturity (
  product_id uuid not null,
  maturity_id uuid not null,
  orders integer not null,
  principal bigint not null,
  interest bigint not null,
  matured_at timestamp with time zone not null,
  constraint finance_maturity_pkey PRIMARY KEY (product_id, maturity_id),
  constraint finance_maturity_product_id_fkey FOREIGN KEY (product_id) REFERENCES finance_product(product_id),
  constraint finance_maturity_amounts CHECK (orders > 0 AND principal > 0 AND interest >= 0),
  constraint finance_maturity_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER finance_maturity_tallied AFTER INSERT ON finance_maturity DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on finance_maturity to fairlot_app;
comment on table finance_maturity is 'key: finance_product';

create table finance_order (
  product_id uuid not null,
  purchase_id uuid not null,
  member_id uuid not null,
  units integer not null,
  principal bigint not null,
  interest bigint not null,
  state text not null,
  seq integer,
  bought_ms bigint,
  matures_ms bigint,
  steps integer not null,
  accrued_steps integer default 0 not null,
  accrued bigint default 0 not null,
  paid bigint default 0 not null,
  due_ms bigint,
  ended_at timestamp with time zone,
  maturity_id uuid,
  rebate_rate integer,
  rebates bigint default 0 not null,
  rebates_used bigint,
  rebates_ended_at timestamp with time zone,
  constraint finance_order_pkey PRIMARY KEY (product_id, purchase_id),
  constraint finance_order_accrued CHECK (accrued_steps >= 0 AND accrued_steps <= steps AND accrued >= 0 AND accrued <= interest AND paid >= 0 AND paid <= interest AND (accrued_steps > 0 OR accrued = 0) AND (accrued_steps < steps OR accrued = interest)),
  constraint finance_order_amounts CHECK (units > 0 AND principal > 0 AND interest >= 0),
  constraint finance_order_bought CHECK (
CASE
    WHEN state = ANY (ARRAY['waiting'::text, 'completed'::text, 'exited'::text]) THEN seq > 0 AND bought_ms > 0 AND matures_ms > bought_ms
    ELSE seq IS NULL AND bought_ms IS NULL AND matures_ms IS NULL AND accrued_steps = 0
END),
  constraint finance_order_due CHECK ((state = 'waiting'::text) = (due_ms IS NOT NULL) AND due_ms >= bought_ms AND due_ms <= matures_ms),
  constraint finance_order_ended CHECK ((state = ANY (ARRAY['completed'::text, 'exited'::text])) = (ended_at IS NOT NULL) AND (state = 'completed'::text) = (maturity_id IS NOT NULL) AND (state <> 'completed'::text OR accrued_steps = steps AND paid = interest)),
  constraint finance_order_rebates CHECK (rebates = COALESCE(principal * rebate_rate / 10000, 0::bigint) AND (rebate_rate IS NULL OR rebate_rate >= 0 AND rebate_rate <= 30000 AND seq IS NOT NULL)),
  constraint finance_order_rebates_ended CHECK ((rebates_used IS NULL) = (rebates_ended_at IS NULL) AND (rebates_used IS NULL OR rebates > 0 AND rebates_used >= 0 AND rebates_used <= rebates AND (state = ANY (ARRAY['completed'::text, 'exited'::text]))) AND (state <> 'exited'::text OR rebates = 0 OR rebates_used = 0)),
  constraint finance_order_state CHECK (state = ANY (ARRAY['waiting'::text, 'completed'::text, 'exited'::text, 'closed'::text, 'range'::text, 'units'::text, 'reserve'::text]))
) with (fillfactor=80);
CREATE INDEX finance_order_accrues ON public.finance_order USING btree (product_id, due_ms) WHERE ((due_ms IS NOT NULL) AND (accrued_steps < steps));
CREATE UNIQUE INDEX finance_order_by_seq ON public.finance_order USING btree (product_id, seq) WHERE (seq IS NOT NULL);
CREATE INDEX finance_order_matures ON public.finance_order USING btree (product_id, due_ms) WHERE ((due_ms IS NOT NULL) AND (accrued_steps = steps));
CREATE INDEX finance_order_of_member ON public.finance_order USING btree (member_id, bought_ms);
CREATE INDEX finance_order_rebates_bound ON public.finance_order USING btree (product_id, seq) WHERE ((state = 'completed'::text) AND (rebates > 0) AND (rebates_used IS NULL));
CREATE TRIGGER finance_order_life BEFORE UPDATE ON finance_order FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state <> 'waiting'::text AND (old.state <> 'completed'::text OR old.rebates_used IS NOT NULL OR new.rebates_used IS NULL OR new.state IS DISTINCT FROM old.state OR new.accrued_steps IS DISTINCT FROM old.accrued_steps OR new.accrued IS DISTINCT FROM old.accrued OR new.paid IS DISTINCT FROM old.paid OR new.due_ms IS DISTINCT FROM old.due_ms OR new.ended_at IS DISTINCT FROM old.ended_at OR new.maturity_id IS DISTINCT FROM old.maturity_id) OR (new.state <> ALL (ARRAY['waiting'::text, 'completed'::text, 'exited'::text])) OR new.accrued_steps < old.accrued_steps OR new.accrued < old.accrued OR new.paid < old.paid)) EXECUTE FUNCTION refuse_change();
grant select on finance_order to fairlot_app;
grant insert (product_id, purchase_id, member_id, units, principal, interest, state, seq, bought_ms, matures_ms, steps, due_ms, rebate_rate, rebates) on finance_order to fairlot_app;
grant update (state, accrued_steps, accrued, paid, due_ms, ended_at, maturity_id, rebates_used, rebates_ended_at) on finance_order to fairlot_app;
comment on table finance_order is 'key: finance_product';

create table finance_product (
  product_id uuid not null,
  reserve_id uuid not null,
  code text not null,
  state text default 'open'::text not null,
  unit_price bigint not null,
  min_units integer not null,
  max_units integer not null,
  total_units integer not null,
  term_hours integer not null,
  term_unit text not null,
  daily_rate integer not null,
  payout text not null,
  wants_trc20 boolean not null,
  early_exit boolean not null,
  sale_from timestamp with time zone not null,
  sale_until timestamp with time zone not null,
  demo boolean not null,
  revision integer default 1 not null,
  created_at timestamp with time zone not null,
  closed_at timestamp with time zone,
  units integer default 0 not null,
  orders integer default 0 not null,
  members integer default 0 not null,
  open_orders integer default 0 not null,
  principal bigint default 0 not null,
  liability bigint default 0 not null,
  custody bigint default 0 not null,
  reserve bigint default 0 not null,
  paid bigint default 0 not null,
  last_ms bigint default 0 not null,
  changes bigint default 0 not null,
  rebates bigint default 0 not null,
  bound bigint generated always as ((liability + rebates)) stored not null,
  constraint finance_product_pkey PRIMARY KEY (product_id),
  constraint finance_product_code UNIQUE (code),
  constraint finance_product_reserve UNIQUE (reserve_id),
  constraint finance_product_covered CHECK (reserve >= (liability + rebates)),
  constraint finance_product_custody CHECK (custody >= principal),
  constraint finance_product_name CHECK (code ~ '^[A-Z0-9]{1,12}$'::text AND reserve_id <> product_id),
  constraint finance_product_open CHECK ((open_orders = 0) = (principal = 0) AND (open_orders > 0 OR liability = 0) AND principal >= 0 AND liability >= 0 AND paid >= 0),
  constraint finance_product_payout CHECK (payout = ANY (ARRAY['at_maturity'::text, 'daily'::text])),
  constraint finance_product_price CHECK (unit_price > 0 AND (unit_price::numeric * max_units::numeric) <= '10000000000000'::bigint::numeric),
  constraint finance_product_rate CHECK (daily_rate >= 1 AND daily_rate <= 100000 AND finance_interest(unit_price, daily_rate, term_hours) > 0),
  constraint finance_product_rebates CHECK (rebates >= 0),
  constraint finance_product_sold CHECK (units >= 0 AND units <= total_units AND members >= 0 AND members <= orders AND open_orders >= 0 AND open_orders <= orders AND revision > 0),
  constraint finance_product_state CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text])) AND (state = 'closed'::text) = (closed_at IS NOT NULL)),
  constraint finance_product_term CHECK (term_hours >= 1 AND term_hours <= 8784 AND (term_unit = ANY (ARRAY['days'::text, 'hours'::text])) AND (term_unit = 'hours'::text OR (term_hours % 24) = 0)),
  constraint finance_product_units CHECK (min_units >= 1 AND max_units >= min_units AND total_units >= min_units AND total_units <= 1000000 AND max_units <= 1000000),
  constraint finance_product_window CHECK (sale_from < sale_until)
) with (fillfactor=50);
CREATE TRIGGER finance_product_life BEFORE UPDATE ON finance_product FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND ((old.orders > 0 OR new.orders > 0) AND (new.unit_price IS DISTINCT FROM old.unit_price OR new.min_units IS DISTINCT FROM old.min_units OR new.max_units IS DISTINCT FROM old.max_units OR new.total_units IS DISTINCT FROM old.total_units OR new.term_hours IS DISTINCT FROM old.term_hours OR new.term_unit IS DISTINCT FROM old.term_unit OR new.daily_rate IS DISTINCT FROM old.daily_rate OR new.payout IS DISTINCT FROM old.payout OR new.wants_trc20 IS DISTINCT FROM old.wants_trc20 OR new.early_exit IS DISTINCT FROM old.early_exit OR new.sale_from IS DISTINCT FROM old.sale_from OR new.sale_until IS DISTINCT FROM old.sale_until OR new.revision IS DISTINCT FROM old.revision) OR old.state = 'closed'::text AND (new.state IS DISTINCT FROM old.state OR new.closed_at IS DISTINCT FROM old.closed_at OR new.orders IS DISTINCT FROM old.orders) OR new.orders < old.orders OR new.members < old.members OR new.paid < old.paid OR new.last_ms < old.last_ms OR new.changes <= old.changes AND (new.units IS DISTINCT FROM old.units OR new.orders IS DISTINCT FROM old.orders OR new.principal IS DISTINCT FROM old.principal OR new.liability IS DISTINCT FROM old.liability OR new.rebates IS DISTINCT FROM old.rebates OR new.state IS DISTINCT FROM old.state OR new.revision IS DISTINCT FROM old.revision))) EXECUTE FUNCTION refuse_change();
grant select on finance_product to fairlot_app;
grant insert (product_id, reserve_id, code, unit_price, min_units, max_units, total_units, term_hours, term_unit, daily_rate, payout, wants_trc20, early_exit, sale_from, sale_until, demo, created_at) on finance_product to fairlot_app;
grant update (state, unit_price, min_units, max_units, total_units, term_hours, term_unit, daily_rate, payout, wants_trc20, early_exit, sale_from, sale_until, revision, closed_at, units, orders, members, open_orders, principal, liability, custody, reserve, paid, last_ms, changes, rebates) on finance_product to fairlot_app;
comment on table finance_product is 'key: finance_product';

create table finance_product_text (
  product_id uuid not null,
  language text not null,
  name text not null,
  funding text not null,
  constraint finance_product_text_pkey PRIMARY KEY (product_id, language),
  constraint finance_product_text_product_id_fkey FOREIGN KEY (product_id) REFERENCES finance_product(product_id),
  constraint finance_product_text_funding CHECK (length(funding) >= 1 AND length(funding) <= 2000),
  constraint finance_product_text_name CHECK (length(name) >= 1 AND length(name) <= 80)
);
CREATE TRIGGER finance_product_text_fixed BEFORE INSERT OR DELETE OR UPDATE ON finance_product_text FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_finance_text();
grant delete, insert, select on finance_product_text to fairlot_app;
grant update (name, funding) on finance_product_text to fairlot_app;
comment on table finance_product_text is 'key: finance_product';

create table finance_reserve_day (
  product_id uuid not null,
  day date not null,
  reserve bigint not null,
  liability bigint not null,
  custody bigint not null,
  principal bigint not null,
  stated_at timestamp with time zone not null,
  constraint finance_reserve_day_pkey PRIMARY KEY (product_id, day),
  constraint finance_reserve_day_product_id_fkey FOREIGN KEY (product_id) REFERENCES finance_product(product_id),
  constraint finance_reserve_day_amounts CHECK (reserve >= 0 AND liability >= 0 AND custody >= 0 AND principal >= 0),
  constraint finance_reserve_day_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER finance_reserve_day_tallied AFTER INSERT ON finance_reserve_day DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on finance_reserve_day to fairlot_app;
comment on table finance_reserve_day is 'key: finance_product';

create table game_chain (
  chain_id uuid not null,
  game text not null,
  number integer not null,
  length integer not null,
  head text not null,
  secret bytea not null,
  key_id text not null,
  zone text not null,
  round_ms bigint not null,
  cutoff_ms bigint not null,
  fee integer not null,
  beacon_chain text not null,
  delay integer not null,
  grade text not null,
  witnesses text[],
  demo boolean not null,
  published_ms bigint not null,
  log_rules smallint default 2 not null,
  quorum integer,
  own_witnesses text[],
  first_period text,
  first_ms bigint,
  constraint game_chain_pkey PRIMARY KEY (chain_id),
  constraint game_chain_first_time UNIQUE (chain_id, first_ms),
  constraint game_chain_length UNIQUE (chain_id, length),
  constraint game_chain_beacon CHECK (beacon_chain ~ '^[0-9a-f]{64}$'::text AND delay > 0),
  constraint game_chain_fee CHECK (fee >= 0 AND fee <= 10000),
  constraint game_chain_first CHECK (
CASE log_rules
    WHEN 3 THEN first_period IS NOT NULL AND first_period ~ '^[0-9]{8}-[0-9]{4}$'::text AND first_ms IS NOT NULL AND first_ms > published_ms AND delay >= 5 AND delay <= 86400 AND (grade = 'witnessed'::text) = (quorum IS NOT NULL) AND (quorum IS NULL) = (own_witnesses IS NULL)
    ELSE first_period IS NULL AND first_ms IS NULL AND quorum IS NULL
END),
  constraint game_chain_game CHECK (game ~ '^[a-z][a-z0-9-]{0,30}$'::text AND number > 0),
  constraint game_chain_id CHECK (chain_id = chain_id_of(game, number)),
  constraint game_chain_log_rules CHECK (log_rules = ANY (ARRAY[2, 3])),
  constraint game_chain_quorum CHECK (quorum IS NULL AND own_witnesses IS NULL OR grade = 'witnessed'::text AND quorum >= (cardinality(witnesses) / 2 + 1) AND quorum <= cardinality(witnesses) AND own_witnesses <@ witnesses),
  constraint game_chain_times CHECK (round_ms >= 10000 AND (1800000::bigint % round_ms) = 0 AND cutoff_ms > 0 AND cutoff_ms < round_ms AND length(zone) >= 1 AND length(zone) <= 64 AND published_ms > 0),
  constraint game_chain_values CHECK (length >= 1 AND length <= 1048576 AND head ~ '^[0-9a-f]{64}$'::text),
  constraint game_chain_witnesses CHECK (
CASE grade
    WHEN 'beacon'::text THEN witnesses IS NULL
    WHEN 'witnessed'::text THEN witnesses IS NOT NULL AND cardinality(witnesses) >= 1 AND cardinality(witnesses) <= 16 AND array_ndims(witnesses) = 1 AND array_position(witnesses, NULL::text) IS NULL
    ELSE false
END),
  constraint game_chain_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER game_chain_tallied AFTER INSERT ON game_chain DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on game_chain to fairlot_app;
comment on table game_chain is 'key: deployment';

create table game_chain_cosignature (
  chain_id uuid not null,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  first_ms bigint not null,
  constraint game_chain_cosignature_pkey PRIMARY KEY (chain_id, witness),
  constraint game_chain_cosignature_chain_id_first_ms_fkey FOREIGN KEY (chain_id, first_ms) REFERENCES game_chain(chain_id, first_ms),
  constraint game_chain_cosignature_in_time CHECK (signed_ms < first_ms AND size > 0),
  constraint game_chain_cosignature_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER game_chain_cosignature_named BEFORE INSERT ON game_chain_cosignature FOR EACH ROW EXECUTE FUNCTION refuse_unnamed_witness();
CREATE CONSTRAINT TRIGGER game_chain_cosignature_tallied AFTER INSERT ON game_chain_cosignature DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on game_chain_cosignature to fairlot_app;
comment on table game_chain_cosignature is 'key: deployment';

create table game_chain_use (
  chain_id uuid not null,
  length integer not null,
  next_index integer default 1 not null,
  retired_at timestamp with time zone,
  constraint game_chain_use_pkey PRIMARY KEY (chain_id),
  constraint game_chain_use_chain_id_length_fkey FOREIGN KEY (chain_id, length) REFERENCES game_chain(chain_id, length),
  constraint game_chain_use_next CHECK (next_index >= 1 AND next_index <= (length + 1))
) with (fillfactor=50);
CREATE TRIGGER game_chain_use_life BEFORE UPDATE ON game_chain_use FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.next_index <> old.next_index AND new.next_index <> (old.next_index + 1) OR old.retired_at IS NOT NULL AND new.retired_at IS DISTINCT FROM old.retired_at)) EXECUTE FUNCTION refuse_change();
grant select on game_chain_use to fairlot_app;
grant insert (chain_id, length) on game_chain_use to fairlot_app;
grant update (next_index, retired_at) on game_chain_use to fairlot_app;
comment on table game_chain_use is 'key: deployment';

create table gift_address (
  day date not null,
  address text not null,
  gifts integer not null,
  constraint gift_address_pkey PRIMARY KEY (day, address),
  constraint gift_address_address CHECK (length(address) >= 1 AND length(address) <= 64),
  constraint gift_address_gifts CHECK (gifts > 0)
);
grant delete, insert, select on gift_address to fairlot_app;
grant update (gifts) on gift_address to fairlot_app;
comment on table gift_address is 'key: day';

create table guarantee_bond (
  subject uuid not null,
  amount bigint not null,
  bound_at timestamp with time zone default business_now() not null,
  freed_at timestamp with time zone,
  constraint guarantee_bond_pkey PRIMARY KEY (subject),
  constraint guarantee_bond_amount_check CHECK (amount > 0),
  constraint guarantee_bond_freed CHECK (freed_at >= bound_at)
);
CREATE INDEX guarantee_bond_open ON public.guarantee_bond USING btree (subject) WHERE (freed_at IS NULL);
CREATE TRIGGER guarantee_bond_life BEFORE UPDATE ON guarantee_bond FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.freed_at IS NOT NULL AND new.freed_at IS DISTINCT FROM old.freed_at) EXECUTE FUNCTION refuse_change();
grant select on guarantee_bond to fairlot_app;
grant insert (subject, amount) on guarantee_bond to fairlot_app;
grant update (freed_at) on guarantee_bond to fairlot_app;
comment on table guarantee_bond is 'key: house';

create table history_tally (
  history text not null,
  slot integer not null,
  rows bigint not null,
  digest bigint not null,
  constraint history_tally_pkey PRIMARY KEY (history, slot)
);
grant select on history_tally to fairlot_app;
comment on table history_tally is 'key: deployment';

create table house_account (
  book uuid not null,
  name text not null,
  balance bigint default 0 not null,
  floor bigint not null,
  bound bigint default 0 not null,
  lowest bigint generated always as ((floor + bound)) stored not null,
  constraint house_account_pkey PRIMARY KEY (book),
  constraint house_account_bound CHECK (bound >= 0 AND (bound = 0 OR (name = ANY (ARRAY['bankroll'::text, 'guarantee'::text])))),
  constraint house_account_floor CHECK (balance >= floor),
  constraint house_account_known CHECK (book = '00000000-0000-8000-8000-000000000001'::uuid AND name = 'cash'::text AND floor = '-9223372036854775807'::bigint OR book = '00000000-0000-8000-8000-000000000002'::uuid AND name = 'sales'::text AND floor = 0 OR book = '00000000-0000-8000-8000-000000000003'::uuid AND name = 'bankroll'::text AND floor = 0 OR book = '00000000-0000-8000-8000-000000000004'::uuid AND name = 'marketing'::text AND floor = 0 OR book = '00000000-0000-8000-8000-000000000005'::uuid AND name = 'subsidy'::text AND floor = 0 OR book = '00000000-0000-8000-8000-000000000006'::uuid AND name = 'fees'::text AND floor = 0 OR book = '00000000-0000-8000-8000-000000000007'::uuid AND name = 'vouchers'::text AND floor = 0 OR book = '00000000-0000-8000-8000-000000000008'::uuid AND name = 'guarantee'::text AND floor = 0),
  constraint house_account_lowest CHECK (balance >= (floor + bound))
);
grant select on house_account to fairlot_app;
grant update (balance, bound) on house_account to fairlot_app;
comment on table house_account is 'key: house';

create table house_funding (
  book uuid not null,
  funding_id uuid not null,
  amount bigint not null,
  reference text not null,
  requested_by uuid,
  approved_by uuid,
  funded_at timestamp with time zone not null,
  approval_id uuid,
  constraint house_funding_pkey PRIMARY KEY (book, funding_id),
  constraint house_funding_book_reference_key UNIQUE (book, reference),
  constraint house_funding_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint house_funding_approved FOREIGN KEY (approved_by) REFERENCES operator(operator_id),
  constraint house_funding_asked FOREIGN KEY (requested_by) REFERENCES operator(operator_id),
  constraint house_funding_book_fkey FOREIGN KEY (book) REFERENCES house_account(book),
  constraint house_funding_amount CHECK (amount > 0),
  constraint house_funding_reference CHECK (length(reference) >= 1 AND length(reference) <= 140),
  constraint house_funding_two_people CHECK ((requested_by IS NULL) = (approved_by IS NULL) AND (approved_by IS NULL) = (approval_id IS NULL) AND approved_by <> requested_by),
  constraint house_funding_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX house_funding_by_time ON public.house_funding USING btree (funded_at DESC, funding_id DESC);
CREATE INDEX house_funding_folded ON public.house_funding USING btree (book, upper(reference));
CREATE CONSTRAINT TRIGGER house_funding_tallied AFTER INSERT ON house_funding DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on house_funding to fairlot_app;
comment on table house_funding is 'key: house';

create table house_move (
  book uuid not null,
  move_id uuid not null,
  kind text not null,
  direction text not null,
  amount bigint not null,
  reference text not null,
  reason text not null,
  recipient uuid,
  requested_by uuid,
  approved_by uuid,
  approval_id uuid,
  moved_at timestamp with time zone not null,
  constraint house_move_pkey PRIMARY KEY (book, move_id),
  constraint house_move_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint house_move_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operator(operator_id),
  constraint house_move_book_fkey FOREIGN KEY (book) REFERENCES house_account(book),
  constraint house_move_recipient_fkey FOREIGN KEY (recipient) REFERENCES operator(operator_id),
  constraint house_move_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operator(operator_id),
  constraint house_move_account CHECK (
CASE kind
    WHEN 'release'::text THEN book = '00000000-0000-8000-8000-000000000003'::uuid
    ELSE book = ANY (ARRAY['00000000-0000-8000-8000-000000000002'::uuid, '00000000-0000-8000-8000-000000000006'::uuid])
END),
  constraint house_move_amount CHECK (amount > 0),
  constraint house_move_direction CHECK (direction = 'out'::text OR direction = 'in'::text AND kind = 'bank_correction'::text),
  constraint house_move_kind CHECK (kind = ANY (ARRAY['payout'::text, 'release'::text, 'bank_fee'::text, 'tax'::text, 'chargeback'::text, 'bank_correction'::text])),
  constraint house_move_payout CHECK ((recipient IS NOT NULL) = (kind = 'payout'::text AND approval_id IS NOT NULL)),
  constraint house_move_reason CHECK (length(reason) >= 3 AND length(reason) <= 500),
  constraint house_move_recipient CHECK (recipient IS DISTINCT FROM approved_by OR recipient IS NULL),
  constraint house_move_reference CHECK (length(reference) >= 1 AND length(reference) <= 140),
  constraint house_move_two_people CHECK ((requested_by IS NULL) = (approved_by IS NULL) AND (approved_by IS NULL) = (approval_id IS NULL) AND approved_by <> requested_by),
  constraint house_move_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX house_move_approval ON public.house_move USING btree (approval_id);
CREATE INDEX house_move_by_time ON public.house_move USING btree (moved_at DESC, move_id DESC);
CREATE UNIQUE INDEX house_move_folded ON public.house_move USING btree (kind, upper(reference));
CREATE CONSTRAINT TRIGGER house_move_tallied AFTER INSERT ON house_move DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on house_move to fairlot_app;
comment on table house_move is 'key: house';

create table identity_check (
  member_id uuid not null,
  check_id uuid not null,
  number text not null,
  request_id uuid not null,
  input_hash bytea not null,
  provider text not null,
  document text not null,
  sealed bytea,
  sealed_document bytea,
  key_id text not null,
  fingerprint bytea not null,
  valid_until date,
  state text default 'waiting'::text not null,
  reason text,
  note text,
  created_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  erase_from timestamp with time zone,
  erased_at timestamp with time zone,
  constraint identity_check_pkey PRIMARY KEY (member_id, check_id),
  constraint identity_check_request UNIQUE (member_id, request_id),
  constraint identity_check_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint identity_check_decided CHECK ((state = ANY (ARRAY['waiting'::text, 'again'::text])) = (decided_at IS NULL) AND (decided_at IS NULL) = (erase_from IS NULL)),
  constraint identity_check_document CHECK (document = ANY (ARRAY['national_id'::text, 'passport'::text, 'driving_licence'::text])),
  constraint identity_check_erased CHECK (erased_at IS NULL OR sealed_document IS NULL AND decided_at IS NOT NULL),
  constraint identity_check_hashes CHECK (octet_length(input_hash) = 32 AND octet_length(fingerprint) = 32),
  constraint identity_check_kept CHECK (sealed IS NOT NULL OR erased_at IS NOT NULL),
  constraint identity_check_note CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint identity_check_number CHECK (number ~ '^C[0-9A-HJKMNP-TV-Z]{12}$'::text),
  constraint identity_check_provider CHECK (provider = ANY (ARRAY['manual'::text, 'http'::text])),
  constraint identity_check_reason CHECK ((state = 'refused'::text) = (reason IS NOT NULL) AND (reason = ANY (ARRAY['unreadable'::text, 'name_differs'::text, 'under_age'::text, 'document_ended'::text, 'not_genuine'::text, 'used_by_another'::text, 'other'::text]))),
  constraint identity_check_state CHECK (state = ANY (ARRAY['waiting'::text, 'again'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text]))
);
CREATE INDEX identity_check_by_number ON public.identity_check USING btree (number);
CREATE UNIQUE INDEX identity_check_open ON public.identity_check USING btree (member_id) WHERE (state = ANY (ARRAY['waiting'::text, 'again'::text]));
CREATE INDEX identity_check_same ON public.identity_check USING btree (fingerprint);
CREATE INDEX identity_check_to_erase ON public.identity_check USING btree (erase_from) WHERE (erased_at IS NULL);
CREATE INDEX identity_check_waiting ON public.identity_check USING btree (created_at, check_id) WHERE (state = 'waiting'::text);
CREATE TRIGGER identity_check_life BEFORE UPDATE ON identity_check FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.decided_at IS NOT NULL AND (new.state IS DISTINCT FROM old.state OR new.reason IS DISTINCT FROM old.reason OR new.decided_at IS DISTINCT FROM old.decided_at OR new.erase_from IS DISTINCT FROM old.erase_from) OR old.decided_at IS NOT NULL AND new.note IS DISTINCT FROM old.note AND new.note IS NOT NULL OR new.sealed IS DISTINCT FROM old.sealed AND new.sealed IS NOT NULL OR new.sealed_document IS DISTINCT FROM old.sealed_document AND new.sealed_document IS NOT NULL OR old.erased_at IS NOT NULL AND new.erased_at IS DISTINCT FROM old.erased_at OR old.state = 'again'::text AND new.state = 'approved'::text)) EXECUTE FUNCTION refuse_change();
grant select on identity_check to fairlot_app;
grant insert (member_id, check_id, number, request_id, input_hash, provider, document, sealed, sealed_document, key_id, fingerprint, valid_until, created_at) on identity_check to fairlot_app;
grant update (sealed, sealed_document, state, reason, note, decided_at, erase_from, erased_at) on identity_check to fairlot_app;
comment on table identity_check is 'key: member';

create table identity_look (
  member_id uuid not null,
  check_id uuid not null,
  look_id uuid not null,
  slot text not null,
  operator_id uuid not null,
  reviewer text not null,
  at timestamp with time zone not null,
  constraint identity_look_pkey PRIMARY KEY (member_id, check_id, look_id),
  constraint identity_look_member_id_check_id_fkey FOREIGN KEY (member_id, check_id) REFERENCES identity_check(member_id, check_id),
  constraint identity_look_reviewer CHECK (reviewer ~ '^\d{2,6}$'::text),
  constraint identity_look_slot CHECK (slot = ANY (ARRAY['front'::text, 'back'::text, 'address'::text, 'selfie'::text])),
  constraint identity_look_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER identity_look_tallied AFTER INSERT ON identity_look DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on identity_look to fairlot_app;
comment on table identity_look is 'key: member';

create table identity_notice (
  event_id text not null,
  check_id uuid not null,
  body text not null,
  at timestamp with time zone not null,
  constraint identity_notice_pkey PRIMARY KEY (event_id),
  constraint identity_notice_event CHECK (length(event_id) >= 1 AND length(event_id) <= 100),
  constraint identity_notice_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER identity_notice_tallied AFTER INSERT ON identity_notice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on identity_notice to fairlot_app;
comment on table identity_notice is 'key: identity_notice';

create table identity_picture (
  member_id uuid not null,
  check_id uuid not null,
  upload_id uuid not null,
  slot text not null,
  state text default 'kept'::text not null,
  constraint identity_picture_pkey PRIMARY KEY (member_id, check_id, upload_id),
  constraint identity_picture_member_id_check_id_fkey FOREIGN KEY (member_id, check_id) REFERENCES identity_check(member_id, check_id),
  constraint identity_picture_slot CHECK (slot = ANY (ARRAY['front'::text, 'back'::text, 'address'::text, 'selfie'::text])),
  constraint identity_picture_state CHECK (state = ANY (ARRAY['kept'::text, 'again'::text, 'replaced'::text, 'erased'::text]))
);
CREATE UNIQUE INDEX identity_picture_live ON public.identity_picture USING btree (member_id, check_id, slot) WHERE (state = ANY (ARRAY['kept'::text, 'again'::text]));
CREATE TRIGGER identity_picture_life BEFORE UPDATE ON identity_picture FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND ((old.state = ANY (ARRAY['replaced'::text, 'erased'::text])) AND new.state IS DISTINCT FROM old.state OR old.state = 'again'::text AND new.state = 'kept'::text)) EXECUTE FUNCTION refuse_change();
grant select on identity_picture to fairlot_app;
grant insert (member_id, check_id, upload_id, slot) on identity_picture to fairlot_app;
grant update (state) on identity_picture to fairlot_app;
comment on table identity_picture is 'key: member';

create table identity_step (
  member_id uuid not null,
  check_id uuid not null,
  seq integer not null,
  step text not null,
  operator_id uuid,
  reviewer text,
  at timestamp with time zone not null,
  fingerprint bytea,
  valid_until date,
  constraint identity_step_pkey PRIMARY KEY (member_id, check_id, seq),
  constraint identity_step_member_id_check_id_fkey FOREIGN KEY (member_id, check_id) REFERENCES identity_check(member_id, check_id),
  constraint identity_step_first CHECK ((seq = 1) = (fingerprint IS NOT NULL) AND (seq = 1 OR valid_until IS NULL)),
  constraint identity_step_reviewer CHECK ((operator_id IS NULL) = (reviewer IS NULL) AND reviewer ~ '^\d{2,6}$'::text),
  constraint identity_step_seq_check CHECK (seq > 0),
  constraint identity_step_step CHECK (step = ANY (ARRAY['waiting'::text, 'first_approved'::text, 'again'::text, 'approved'::text, 'refused'::text, 'withdrawn'::text])),
  constraint identity_step_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER identity_step_tallied AFTER INSERT ON identity_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on identity_step to fairlot_app;
comment on table identity_step is 'key: member';

create table issue (
  issue_id uuid not null,
  shares integer not null,
  price bigint not null,
  utc_offset integer not null,
  status text not null,
  sold integer default 0 not null,
  pool bigint default 0 not null,
  orders integer default 0 not null,
  participants integer default 0 not null,
  time_sum bigint default 0 not null,
  last_ms bigint default 0 not null,
  opened_at timestamp with time zone,
  sold_out_at timestamp with time zone,
  closes_ms bigint not null,
  log_rules smallint default 2 not null,
  lost boolean default false not null,
  seat integer,
  unwitnessed boolean default false not null,
  beacon_dead boolean default false not null,
  constraint issue_pkey PRIMARY KEY (issue_id),
  constraint issue_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_terms(issue_id),
  constraint issue_beacon_dead CHECK (NOT beacon_dead OR (status = ANY (ARRAY['expired'::text, 'refunded'::text])) AND NOT lost AND NOT unwitnessed),
  constraint issue_deadline CHECK (last_ms < closes_ms),
  constraint issue_full CHECK ((status <> ALL (ARRAY['sold_out'::text, 'drawn'::text])) OR sold = shares AND sold_out_at IS NOT NULL),
  constraint issue_log_rules CHECK (log_rules = ANY (ARRAY[1, 2, 3])),
  constraint issue_lost CHECK (NOT lost OR (status = ANY (ARRAY['expired'::text, 'refunded'::text]))),
  constraint issue_not_full CHECK ((status <> ALL (ARRAY['scheduled'::text, 'selling'::text, 'expired'::text])) OR sold < shares OR lost OR unwitnessed OR beacon_dead),
  constraint issue_opened CHECK (
CASE status
    WHEN 'scheduled'::text THEN opened_at IS NULL
    WHEN 'expired'::text THEN opened_at IS NOT NULL OR sold = 0
    WHEN 'refunded'::text THEN opened_at IS NOT NULL OR sold = 0
    ELSE opened_at IS NOT NULL
END),
  constraint issue_orders CHECK (orders >= 0 AND orders <= sold AND participants >= 0 AND participants <= orders),
  constraint issue_pool CHECK (pool >= 0),
  constraint issue_refunded CHECK (status <> 'refunded'::text OR pool = 0),
  constraint issue_scheduled CHECK (status <> 'scheduled'::text OR sold = 0 AND pool = 0),
  constraint issue_seat CHECK (seat IS NULL OR seat > 0 AND shares = (2 * seat) AND sold = (orders * seat) AND participants = orders),
  constraint issue_sold CHECK (sold >= 0 AND sold <= shares),
  constraint issue_status CHECK (status = ANY (ARRAY['scheduled'::text, 'selling'::text, 'sold_out'::text, 'drawn'::text, 'expired'::text, 'refunded'::text])),
  constraint issue_unwitnessed CHECK (NOT unwitnessed OR (status = ANY (ARRAY['expired'::text, 'refunded'::text])) AND NOT lost)
) with (fillfactor=50);
CREATE INDEX issue_selling ON public.issue USING btree (opened_at) WHERE (status = 'selling'::text);
CREATE INDEX issue_to_close ON public.issue USING btree (closes_ms) WHERE (status = ANY (ARRAY['scheduled'::text, 'selling'::text]));
CREATE INDEX issue_to_draw ON public.issue USING btree (sold_out_at) WHERE (status = 'sold_out'::text);
CREATE INDEX issue_to_open ON public.issue USING btree (issue_id) WHERE (status = 'scheduled'::text);
CREATE TRIGGER issue_beacon_dead_late BEFORE UPDATE OF beacon_dead ON issue FOR EACH ROW EXECUTE FUNCTION check_beacon_dead();
CREATE TRIGGER issue_rules BEFORE UPDATE OF log_rules ON issue FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.opened_at IS NOT NULL AND new.log_rules IS DISTINCT FROM old.log_rules) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER issue_unwitnessed_late BEFORE UPDATE OF unwitnessed ON issue FOR EACH ROW EXECUTE FUNCTION check_unwitnessed();
grant select on issue to fairlot_app;
grant insert (issue_id, shares, price, utc_offset, status, closes_ms, log_rules, seat) on issue to fairlot_app;
grant update (status, sold, pool, orders, participants, time_sum, last_ms, opened_at, sold_out_at, log_rules, lost, unwitnessed, beacon_dead) on issue to fairlot_app;
comment on table issue is 'key: issue';

create table issue_content (
  issue_id uuid not null,
  hash text not null,
  constraint issue_content_pkey PRIMARY KEY (issue_id),
  constraint issue_content_hash_fkey FOREIGN KEY (hash) REFERENCES content(hash),
  constraint issue_content_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(issue_id),
  constraint issue_content_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX issue_content_hash ON public.issue_content USING btree (hash);
CREATE CONSTRAINT TRIGGER issue_content_tallied AFTER INSERT ON issue_content DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on issue_content to fairlot_app;
comment on table issue_content is 'key: issue';

create table issue_cosignature (
  issue_id uuid not null,
  attempt integer not null,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  round_ms bigint not null,
  again integer generated always as (
CASE
    WHEN (attempt > 1) THEN attempt
    ELSE NULL::integer
END) stored,
  constraint issue_cosignature_pkey PRIMARY KEY (issue_id, attempt, witness),
  constraint issue_cosignature_attempt FOREIGN KEY (issue_id, again) REFERENCES issue_seal_attempt(issue_id, attempt),
  constraint issue_cosignature_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_seal(issue_id),
  constraint issue_cosignature_in_time CHECK (signed_ms < round_ms),
  constraint issue_cosignature_number CHECK (attempt >= 1 AND size > 0)
);
CREATE TRIGGER issue_cosignature_allowed BEFORE INSERT ON issue_cosignature FOR EACH ROW EXECUTE FUNCTION check_cosignature();
grant insert, select on issue_cosignature to fairlot_app;
comment on table issue_cosignature is 'key: issue';

create table issue_draw (
  issue_id uuid not null,
  signature text,
  beacon text,
  entropy text,
  code integer not null,
  member_id uuid not null,
  purchase_id uuid not null,
  seq integer not null,
  drawn_at timestamp with time zone not null,
  attempt integer default 1 not null,
  witness text,
  favour boolean default false not null,
  after_loss boolean default false not null,
  constraint issue_draw_pkey PRIMARY KEY (issue_id),
  constraint issue_draw_favour UNIQUE (issue_id, favour),
  constraint issue_draw_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_seal(issue_id),
  constraint issue_draw_witness FOREIGN KEY (issue_id, attempt, witness) REFERENCES issue_cosignature(issue_id, attempt, witness),
  constraint issue_draw_after_loss CHECK (NOT after_loss OR favour),
  constraint issue_draw_attempt CHECK (attempt >= 1 AND (attempt = 1 OR witness IS NOT NULL)),
  constraint issue_draw_beacon CHECK ((signature IS NULL) = (beacon IS NULL) AND (beacon IS NULL OR entropy IS NOT NULL)),
  constraint issue_draw_code CHECK (code >= 1000001)
);
CREATE INDEX issue_draw_by_time ON public.issue_draw USING btree (drawn_at DESC, issue_id DESC);
CREATE TRIGGER issue_draw_allowed BEFORE INSERT ON issue_draw FOR EACH ROW EXECUTE FUNCTION check_draw();
grant insert, select on issue_draw to fairlot_app;
comment on table issue_draw is 'key: issue';

create table issue_event (
  issue_id uuid not null,
  event text not null,
  at timestamp with time zone not null,
  constraint issue_event_pkey PRIMARY KEY (issue_id, event),
  constraint issue_event_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(issue_id),
  constraint issue_event_event CHECK (event = ANY (ARRAY['opened'::text, 'sold_out'::text, 'expired'::text, 'refunded'::text]))
);
CREATE INDEX issue_event_by_time ON public.issue_event USING btree (at, issue_id);
grant insert, select on issue_event to fairlot_app;
comment on table issue_event is 'key: issue';

create table issue_favour (
  issue_id uuid not null,
  favour boolean generated always as (true) stored not null,
  orders integer not null,
  beyond bigint not null,
  owed bigint not null,
  guaranteed bigint not null,
  returned bigint not null,
  rewards bigint not null,
  earned bigint not null,
  shared_at timestamp with time zone default business_now() not null,
  constraint issue_favour_pkey PRIMARY KEY (issue_id),
  constraint issue_favour_draw FOREIGN KEY (issue_id, favour) REFERENCES issue_draw(issue_id, favour),
  constraint issue_favour_amounts CHECK (orders >= 0 AND beyond >= 0 AND (orders = 0) = (beyond = 0) AND owed >= 0 AND returned >= 0 AND returned <= beyond AND guaranteed >= 0 AND rewards >= 0 AND earned >= 0 AND (guaranteed = 0 OR rewards = 0 AND earned = 0))
);
grant select on issue_favour to fairlot_app;
grant insert (issue_id, orders, beyond, owed, guaranteed, returned, rewards, earned) on issue_favour to fairlot_app;
comment on table issue_favour is 'key: issue';

create table issue_favour_share (
  issue_id uuid not null,
  member_id uuid not null,
  seq integer not null,
  orders integer not null,
  codes integer not null,
  paid bigint not null,
  vouchers bigint not null,
  won bigint not null,
  even_share bigint not null,
  amount bigint not null,
  rest bigint not null,
  constraint issue_favour_share_pkey PRIMARY KEY (issue_id, member_id),
  constraint issue_favour_share_seq UNIQUE (issue_id, seq),
  constraint issue_favour_share_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_favour(issue_id),
  constraint issue_favour_share_amount CHECK (amount = GREATEST(won, paid, even_share)),
  constraint issue_favour_share_counts CHECK (orders > 0 AND codes >= orders AND seq >= orders AND paid > 0 AND vouchers >= 0 AND vouchers <= paid AND won >= 0 AND even_share >= 0),
  constraint issue_favour_share_rest CHECK (rest =
CASE
    WHEN won = 0 THEN amount - paid
    ELSE GREATEST(won, paid - vouchers, even_share) - won
END)
);
grant insert, select on issue_favour_share to fairlot_app;
comment on table issue_favour_share is 'key: issue';

create view issue_last_seal as
 SELECT s.issue_id,
    s.orders,
    s.digest,
    s.sum,
    s.salt,
    COALESCE(a.attempt, 1) AS attempt,
    COALESCE(a.sealed_ms, s.sealed_ms) AS sealed_ms,
    COALESCE(a.round, s.round) AS round
   FROM issue_seal s
     LEFT JOIN LATERAL ( SELECT x.attempt,
            x.sealed_ms,
            x.round
           FROM issue_seal_attempt x
          WHERE x.issue_id = s.issue_id
          ORDER BY x.attempt DESC
         LIMIT 1) a ON true;
grant select on issue_last_seal to fairlot_app;

create table issue_lost_share (
  issue_id uuid not null,
  member_id uuid not null,
  seq integer not null,
  codes integer not null,
  paid bigint not null,
  even_share bigint not null,
  rest bigint not null,
  constraint issue_lost_share_pkey PRIMARY KEY (issue_id, member_id),
  constraint issue_lost_share_seq UNIQUE (issue_id, seq),
  constraint issue_lost_share_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_refund(issue_id),
  constraint issue_lost_share_rest CHECK (codes > 0 AND paid > 0 AND rest > 0 AND rest = (even_share - paid))
);
grant insert, select on issue_lost_share to fairlot_app;
comment on table issue_lost_share is 'key: issue';

create table issue_refund (
  issue_id uuid not null,
  orders integer not null,
  amount bigint not null,
  subsidy bigint not null,
  through_seq integer default 0 not null,
  expired_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  reason text not null,
  shared bigint,
  guaranteed bigint,
  shared_at timestamp with time zone,
  shared_through integer default 0 not null,
  constraint issue_refund_pkey PRIMARY KEY (issue_id),
  constraint issue_refund_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(issue_id),
  constraint issue_refund_amounts CHECK (orders >= 0 AND amount >= 0 AND subsidy >= 0 AND (orders = 0) = (amount = 0)),
  constraint issue_refund_finished CHECK (finished_at IS NULL OR through_seq = orders),
  constraint issue_refund_reason CHECK (reason = ANY (ARRAY['deadline'::text, 'pk'::text, 'minimum'::text, 'witnesses'::text, 'lost'::text, 'beacon'::text])),
  constraint issue_refund_shared CHECK ((shared IS NULL) = (guaranteed IS NULL) AND (shared IS NULL) = (shared_at IS NULL) AND (shared IS NULL OR reason = 'lost'::text AND through_seq = orders AND guaranteed = GREATEST(shared - subsidy, 0::bigint)) AND shared_through >= 0 AND shared_through <= orders AND (shared_through = 0 OR shared IS NOT NULL) AND (finished_at IS NULL OR shared IS NULL OR shared_through = orders)),
  constraint issue_refund_through CHECK (through_seq >= 0 AND through_seq <= orders)
);
CREATE INDEX issue_refund_open ON public.issue_refund USING btree (expired_at) WHERE (finished_at IS NULL);
grant select on issue_refund to fairlot_app;
grant insert (issue_id, orders, amount, subsidy, expired_at, reason) on issue_refund to fairlot_app;
grant update (through_seq, finished_at, shared, guaranteed, shared_at, shared_through) on issue_refund to fairlot_app;
comment on table issue_refund is 'key: issue';

create table issue_running (
  issue_id uuid not null,
  seq integer not null,
  hash bytea not null,
  constraint issue_running_pkey PRIMARY KEY (issue_id, seq),
  constraint issue_running_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(issue_id),
  constraint issue_running_hash CHECK (octet_length(hash) = 32),
  constraint issue_running_seq CHECK (seq > 0)
);
grant insert, select on issue_running to fairlot_app;
comment on table issue_running is 'key: issue';

create table issue_sale (
  issue_id uuid not null,
  purchase_id uuid not null,
  member_id uuid not null,
  quantity integer not null,
  amount bigint not null,
  state text not null,
  first_code integer,
  seq integer,
  ordered_ms bigint,
  constraint issue_sale_pkey PRIMARY KEY (issue_id, purchase_id),
  constraint issue_sale_done CHECK ((state = 'done'::text) = (first_code IS NOT NULL) AND (state = 'done'::text) = (seq IS NOT NULL) AND (state = 'done'::text) = (ordered_ms IS NOT NULL)),
  constraint issue_sale_first CHECK (first_code >= 1000001),
  constraint issue_sale_quantity CHECK (quantity > 0 AND amount > 0),
  constraint issue_sale_state CHECK (state = ANY (ARRAY['done'::text, 'sold_out'::text, 'closed'::text]))
);
CREATE UNIQUE INDEX issue_sale_by_seq ON public.issue_sale USING btree (issue_id, seq) WHERE (seq IS NOT NULL);
grant insert, select on issue_sale to fairlot_app;
comment on table issue_sale is 'key: issue';

create table issue_seal (
  issue_id uuid not null,
  orders integer not null,
  digest text not null,
  sum bigint not null,
  salt text,
  sealed_ms bigint not null,
  round bigint,
  constraint issue_seal_pkey PRIMARY KEY (issue_id),
  constraint issue_seal_by_round UNIQUE (issue_id, round),
  constraint issue_seal_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(issue_id),
  constraint issue_seal_digest CHECK (digest ~ '^[0-9a-f]{64}$'::text),
  constraint issue_seal_orders CHECK (orders > 0),
  constraint issue_seal_round CHECK (round IS NULL OR round > 0 AND salt IS NOT NULL),
  constraint issue_seal_salt CHECK (salt ~ '^[0-9a-f]{64}$'::text)
);
CREATE TRIGGER issue_seal_allowed BEFORE INSERT ON issue_seal FOR EACH ROW EXECUTE FUNCTION check_seal();
grant insert, select on issue_seal to fairlot_app;
comment on table issue_seal is 'key: issue';

create table issue_seal_attempt (
  issue_id uuid not null,
  attempt integer not null,
  sealed_ms bigint not null,
  round bigint not null,
  previous_round bigint not null,
  first_round bigint generated always as (
CASE
    WHEN (attempt = 2) THEN previous_round
    ELSE NULL::bigint
END) stored,
  previous integer generated always as (
CASE
    WHEN (attempt > 2) THEN (attempt - 1)
    ELSE NULL::integer
END) stored,
  constraint issue_seal_attempt_pkey PRIMARY KEY (issue_id, attempt),
  constraint issue_seal_attempt_by_round UNIQUE (issue_id, attempt, round),
  constraint issue_seal_attempt_first FOREIGN KEY (issue_id, first_round) REFERENCES issue_seal(issue_id, round),
  constraint issue_seal_attempt_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_seal(issue_id),
  constraint issue_seal_attempt_previous FOREIGN KEY (issue_id, previous, previous_round) REFERENCES issue_seal_attempt(issue_id, attempt, round),
  constraint issue_seal_attempt_later CHECK (round > previous_round),
  constraint issue_seal_attempt_number CHECK (attempt >= 2)
);
CREATE TRIGGER issue_seal_attempt_allowed BEFORE INSERT ON issue_seal_attempt FOR EACH ROW EXECUTE FUNCTION check_seal_attempt();
grant insert, select on issue_seal_attempt to fairlot_app;
comment on table issue_seal_attempt is 'key: issue';

create table issue_secret (
  issue_id uuid not null,
  salt bytea not null,
  key_id text not null,
  constraint issue_secret_pkey PRIMARY KEY (issue_id),
  constraint issue_secret_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_terms(issue_id)
);
grant insert, select on issue_secret to fairlot_app;
comment on table issue_secret is 'key: issue';

create table issue_settlement (
  issue_id uuid not null,
  through_seq integer default 0 not null,
  finished_at timestamp with time zone,
  constraint issue_settlement_pkey PRIMARY KEY (issue_id),
  constraint issue_settlement_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue_draw(issue_id)
);
CREATE INDEX issue_settlement_open ON public.issue_settlement USING btree (issue_id) WHERE (finished_at IS NULL);
grant select on issue_settlement to fairlot_app;
grant insert (issue_id) on issue_settlement to fairlot_app;
grant update (through_seq, finished_at) on issue_settlement to fairlot_app;
comment on table issue_settlement is 'key: issue';

create table issue_terms (
  issue_id uuid not null,
  code text not null,
  sequence integer not null,
  number text not null,
  mode text not null,
  shares integer not null,
  price bigint not null,
  prize_value bigint not null,
  recycle_percent integer not null,
  max_per_member integer not null,
  min_vip integer not null,
  times_counted text not null,
  grade text not null,
  utc_offset integer not null,
  commitment text,
  chain text,
  delay integer,
  closes_at timestamp with time zone not null,
  created_at timestamp with time zone not null,
  opens_at timestamp with time zone,
  subsidy bigint default 0 not null,
  demo boolean default false not null,
  witnesses text[],
  tiers bigint[],
  rebates bigint default 0 not null,
  refunds bigint default 0 not null,
  quorum integer,
  own_witnesses text[],
  constraint issue_terms_pkey PRIMARY KEY (issue_id),
  constraint issue_terms_code_fkey FOREIGN KEY (code) REFERENCES product(code),
  constraint issue_terms_amounts CHECK (price > 0 AND prize_value > 0 AND subsidy >= 0 AND rebates >= 0 AND refunds >= 0 AND (price::numeric * shares::numeric) <= '10000000000000000'::bigint::numeric AND recycle_percent >= 0 AND recycle_percent <= 100 AND (div(recycle_percent::numeric * prize_value::numeric, 100::numeric) + prizes_of(tiers) + rebates::numeric + refunds::numeric) <= (price::numeric * shares::numeric + subsidy::numeric)),
  constraint issue_terms_caps CHECK (max_per_member >= 0 AND min_vip >= 0),
  constraint issue_terms_commitment CHECK (commitment ~ '^[0-9a-f]{64}$'::text),
  constraint issue_terms_grade CHECK (
CASE grade
    WHEN 'plain'::text THEN commitment IS NULL AND chain IS NULL AND delay IS NULL AND mode = 'goods'::text
    WHEN 'salt'::text THEN commitment IS NOT NULL AND chain IS NULL AND delay IS NULL
    WHEN 'beacon'::text THEN commitment IS NOT NULL AND chain IS NOT NULL AND delay > 0
    WHEN 'witnessed'::text THEN commitment IS NOT NULL AND chain IS NOT NULL AND delay > 0
    ELSE false
END),
  constraint issue_terms_mode CHECK (mode = ANY (ARRAY['goods'::text, 'cash'::text, 'pk'::text])),
  constraint issue_terms_number CHECK (number = ((code || '-'::text) || lpad(sequence::text, GREATEST(4, length(sequence::text)), '0'::text))),
  constraint issue_terms_offset CHECK (utc_offset >= '-840'::integer AND utc_offset <= 840),
  constraint issue_terms_pk CHECK (mode <> 'pk'::text OR (shares % 2) = 0 AND max_per_member = (shares / 2)),
  constraint issue_terms_quorum CHECK (quorum IS NULL AND own_witnesses IS NULL OR grade = 'witnessed'::text AND quorum >= (cardinality(witnesses) / 2 + 1) AND quorum <= cardinality(witnesses) AND own_witnesses <@ witnesses),
  constraint issue_terms_shares CHECK (shares >= 2 AND shares <= 100000),
  constraint issue_terms_subsidy CHECK (subsidy = 0 OR max_per_member > 0),
  constraint issue_terms_tiers CHECK (
CASE
    WHEN mode = 'cash'::text THEN are_tiers_sound(tiers, shares, price) AND prize_value = tiers[1][3] AND recycle_percent = 0
    ELSE tiers IS NULL
END),
  constraint issue_terms_times CHECK (closes_at > COALESCE(opens_at, created_at)),
  constraint issue_terms_times_counted CHECK (times_counted = ANY (ARRAY['all'::text, 'before-final'::text])),
  constraint issue_terms_witnesses CHECK (
CASE
    WHEN grade = 'witnessed'::text THEN witnesses IS NOT NULL AND cardinality(witnesses) >= 1 AND cardinality(witnesses) <= 16 AND array_ndims(witnesses) = 1 AND array_position(witnesses, NULL::text) IS NULL
    ELSE witnesses IS NULL
END)
);
grant insert, select on issue_terms to fairlot_app;
comment on table issue_terms is 'key: issue';

create table job (
  job_id uuid not null,
  name text not null,
  key text,
  data jsonb not null,
  due_at timestamp with time zone not null,
  again_at timestamp with time zone,
  attempts integer default 0 not null,
  leased_until timestamp with time zone,
  lease uuid,
  dead_at timestamp with time zone,
  last_error text,
  created_at timestamp with time zone not null,
  constraint job_pkey PRIMARY KEY (job_id),
  constraint job_attempts_check CHECK (attempts >= 0),
  constraint job_check CHECK ((lease IS NULL) = (leased_until IS NULL)),
  constraint job_check1 CHECK (dead_at IS NULL OR lease IS NULL),
  constraint job_key_check CHECK (length(key) >= 1 AND length(key) <= 200),
  constraint job_name_check CHECK (length(name) >= 1 AND length(name) <= 100)
) with (fillfactor=70);
CREATE INDEX job_due ON public.job USING btree (due_at, job_id) WHERE (dead_at IS NULL);
CREATE UNIQUE INDEX job_once ON public.job USING btree (name, key) WHERE (dead_at IS NULL);
CREATE TRIGGER job_kept BEFORE DELETE ON job FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.lease IS NULL AND old.dead_at IS NULL) EXECUTE FUNCTION check_job();
grant delete, select on job to fairlot_app;
grant insert (job_id, name, key, data, due_at, created_at) on job to fairlot_app;
grant update (data, due_at, again_at, attempts, leased_until, lease, dead_at, last_error) on job to fairlot_app;
comment on table job is 'key: deployment';

create table ledger (
  book uuid not null,
  ref uuid not null,
  kind text not null,
  debit text not null,
  credit text not null,
  amount bigint not null,
  line integer,
  balance bigint,
  at timestamp with time zone not null,
  constraint ledger_pkey PRIMARY KEY (book, ref, kind),
  constraint ledger_accounts CHECK (debit <> ''::text AND credit <> ''::text),
  constraint ledger_amount CHECK (amount > 0),
  constraint ledger_balance CHECK (balance >= 0),
  constraint ledger_clearing CHECK ('clearing'::text = debit OR 'clearing'::text = credit),
  constraint ledger_line CHECK (('wallet'::text = debit OR 'wallet'::text = credit) = (line IS NOT NULL) AND (line IS NULL) = (balance IS NULL)),
  constraint ledger_sides CHECK (debit <> credit)
);
CREATE UNIQUE INDEX ledger_by_line ON public.ledger USING btree (book, line) WHERE (line IS NOT NULL);
CREATE INDEX ledger_earned ON public.ledger USING btree (book, at) WHERE ((credit = 'account'::text) AND (book = ANY (ARRAY['00000000-0000-8000-8000-000000000002'::uuid, '00000000-0000-8000-8000-000000000006'::uuid])));
grant insert, select on ledger to fairlot_app;
comment on table ledger is 'key: book';

create table limit_change (
  member_id uuid not null,
  change_id uuid not null,
  kind text not null,
  period text not null,
  event text not null,
  before bigint,
  after bigint,
  operator_id uuid,
  at timestamp with time zone not null,
  constraint limit_change_pkey PRIMARY KEY (member_id, change_id),
  constraint limit_change_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint limit_change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint limit_change_event CHECK (event = ANY (ARRAY['set'::text, 'requested'::text, 'confirmed'::text, 'cancelled'::text])),
  constraint limit_change_operator CHECK (operator_id IS NULL OR event = 'set'::text AND after IS NOT NULL AND (before IS NULL OR after < before) OR event = 'cancelled'::text AND before IS NOT NULL AND (after IS NULL OR after > before)),
  constraint limit_change_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER limit_change_allowed AFTER INSERT ON limit_change FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_limit_change();
CREATE CONSTRAINT TRIGGER limit_change_tallied AFTER INSERT ON limit_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on limit_change to fairlot_app;
comment on table limit_change is 'key: member';

create table limit_counter (
  member_id uuid not null,
  kind text not null,
  period text not null,
  cap bigint not null,
  starts_on date not null,
  utc_offset integer not null,
  used bigint default 0 not null,
  open bigint default 0 not null,
  ceiling bigint not null,
  set_at timestamp with time zone not null,
  counted_through timestamp with time zone,
  constraint limit_counter_pkey PRIMARY KEY (member_id, kind, period),
  constraint limit_counter_cap CHECK (cap >= 0 AND ceiling >= cap),
  constraint limit_counter_kind CHECK (kind = ANY (ARRAY['deposit'::text, 'spend'::text, 'loss'::text, 'time'::text])),
  constraint limit_counter_open CHECK (open >= 0 AND (open = 0 OR (kind = ANY (ARRAY['deposit'::text, 'loss'::text])))),
  constraint limit_counter_period CHECK (period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])),
  constraint limit_counter_used CHECK (used >= 0 OR kind = 'loss'::text),
  constraint limit_counter_within CHECK (used <= ceiling)
) with (fillfactor=60);
CREATE TRIGGER limit_counter_removed BEFORE DELETE ON limit_counter FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.kind = 'time'::text) EXECUTE FUNCTION check_time_limit_removed();
CREATE TRIGGER limit_counter_time BEFORE UPDATE ON limit_counter FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.kind = 'time'::text AND new.starts_on <= old.starts_on AND (new.used < old.used OR new.starts_on < old.starts_on)) EXECUTE FUNCTION refuse_change();
grant delete, select on limit_counter to fairlot_app;
grant insert (member_id, kind, period, cap, starts_on, utc_offset, used, open, ceiling, set_at) on limit_counter to fairlot_app;
grant update (cap, starts_on, utc_offset, used, open, ceiling, set_at, counted_through) on limit_counter to fairlot_app;
comment on table limit_counter is 'key: member';

create table lock_row (
  name text not null,
  taken bigint default 0 not null,
  constraint lock_row_pkey PRIMARY KEY (name),
  constraint lock_row_name CHECK (name = ANY (ARRAY['back_office'::text, 'settings'::text, 'solvency'::text]))
);
grant select on lock_row to fairlot_app;
grant update (taken) on lock_row to fairlot_app;
comment on table lock_row is 'key: deployment';

create table log (
  number integer not null,
  continues integer,
  known_size bigint,
  known_root bytea,
  started_at timestamp with time zone not null,
  constraint log_pkey PRIMARY KEY (number),
  constraint log_continues CHECK (continues >= 1 AND continues < number),
  constraint log_first CHECK ((number = 1) = (continues IS NULL)),
  constraint log_known CHECK ((continues IS NULL) = (known_size IS NULL) AND (continues IS NULL) = (known_root IS NULL) AND known_size >= 0 AND octet_length(known_root) = 32),
  constraint log_number CHECK (number >= 1)
);
grant insert, select on log to fairlot_app;
comment on table log is 'key: deployment';

create table log_audit (
  log integer not null,
  size bigint not null,
  head bytea not null,
  signed_size bigint not null,
  signed_ms bigint not null,
  state text not null,
  breaches text not null,
  mac bytea not null,
  stored_at timestamp with time zone not null,
  constraint log_audit_pkey PRIMARY KEY (log),
  constraint log_audit_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint log_audit_hashes CHECK (octet_length(head) = 32 AND octet_length(mac) = 32),
  constraint log_audit_sizes CHECK (signed_size >= 0 AND signed_size <= size)
);
grant insert, select, update on log_audit to fairlot_app;
comment on table log_audit is 'key: deployment';

create table log_checkpoint (
  size bigint not null,
  root bytea not null,
  head bytea not null,
  time_ms bigint not null,
  note text not null,
  log integer not null,
  number integer not null,
  constraint log_checkpoint_pkey PRIMARY KEY (log, size),
  constraint log_checkpoint_counted UNIQUE (log, number),
  constraint log_checkpoint_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint log_checkpoint_count CHECK (number > 0),
  constraint log_checkpoint_hashes CHECK (octet_length(root) = 32 AND octet_length(head) = 32),
  constraint log_checkpoint_size CHECK (size > 0),
  constraint log_checkpoint_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER log_checkpoint_tallied AFTER INSERT ON log_checkpoint DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on log_checkpoint to fairlot_app;
comment on table log_checkpoint is 'key: deployment';

create table log_cosignature (
  size bigint not null,
  witness text not null,
  line text not null,
  signed_at timestamp with time zone not null,
  old_size bigint,
  log integer not null,
  constraint log_cosignature_pkey PRIMARY KEY (log, size, witness, signed_at),
  constraint log_cosignature_checkpoint FOREIGN KEY (log, size) REFERENCES log_checkpoint(log, size),
  constraint log_cosignature_old_size CHECK (old_size >= 0 AND old_size <= size)
);
CREATE INDEX log_cosignature_by_witness ON public.log_cosignature USING btree (witness, log, size);
grant insert, select on log_cosignature to fairlot_app;
comment on table log_cosignature is 'key: deployment';

create table log_entry (
  index bigint not null,
  kind text not null,
  subject text,
  bytes text not null,
  leaf bytea not null,
  previous bytea not null,
  head bytea not null,
  appended_at timestamp with time zone not null,
  log integer not null,
  constraint log_entry_pkey PRIMARY KEY (log, index),
  constraint log_entry_previous UNIQUE (previous),
  constraint log_entry_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint log_entry_head CHECK (octet_length(previous) = 32 AND head = sha256(('\x02'::bytea || previous) || leaf)),
  constraint log_entry_index CHECK (index >= 0),
  constraint log_entry_kind CHECK (kind = (bytes::jsonb ->> 't'::text)),
  constraint log_entry_leaf CHECK (leaf = sha256('\x00'::bytea || convert_to(bytes, 'UTF8'::name)))
);
CREATE UNIQUE INDEX log_entry_begin ON public.log_entry USING btree (log) WHERE (kind = 'log-begin'::text);
CREATE UNIQUE INDEX log_entry_continues ON public.log_entry USING btree (log) WHERE (kind = 'log-continues'::text);
CREATE UNIQUE INDEX log_entry_once ON public.log_entry USING btree (subject, kind, COALESCE((((bytes)::jsonb ->> 'attempt'::text))::integer, 1)) WHERE (kind = ANY (ARRAY['issue-open'::text, 'issue-seal'::text, 'issue-draw'::text, 'game-chain'::text, 'round-seal'::text, 'round-result'::text, 'round-void'::text, 'event-open'::text, 'event-seal'::text, 'event-draw'::text, 'event-void'::text]));
CREATE UNIQUE INDEX log_entry_rules ON public.log_entry USING btree (log) WHERE (kind = 'log-rules'::text);
grant insert, select on log_entry to fairlot_app;
comment on table log_entry is 'key: deployment';

create table log_mark (
  log integer not null,
  kept_at timestamp with time zone not null,
  constraint log_mark_pkey PRIMARY KEY (log),
  constraint log_mark_log_fkey FOREIGN KEY (log) REFERENCES log(number)
);
grant insert, select on log_mark to fairlot_app;
comment on table log_mark is 'key: deployment';

create table log_node (
  level integer not null,
  "position" bigint not null,
  hash bytea not null,
  log integer not null,
  constraint log_node_pkey PRIMARY KEY (log, level, "position"),
  constraint log_node_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint log_node_hash CHECK (octet_length(hash) = 32),
  constraint log_node_place CHECK (level >= 1 AND level <= 62 AND "position" >= 0)
);
grant insert, select on log_node to fairlot_app;
comment on table log_node is 'key: deployment';

create table log_pending (
  pending_id bigint not null,
  entry jsonb not null,
  rules smallint default 2 not null,
  constraint log_pending_pkey PRIMARY KEY (pending_id),
  constraint log_pending_entry CHECK ((entry ->> 't'::text) IS NOT NULL AND jsonb_typeof(entry -> 'at'::text) = 'number'::text),
  constraint log_pending_rules CHECK (rules = ANY (ARRAY[1, 2]))
);
grant delete, insert, select on log_pending to fairlot_app;
comment on table log_pending is 'key: deployment';

create sequence log_pending_pending_id_seq;

create table log_refused (
  log integer not null,
  kind text not null,
  subject text not null,
  rule text not null,
  why text not null,
  times integer default 1 not null,
  first_at timestamp with time zone not null,
  last_at timestamp with time zone not null,
  constraint log_refused_pkey PRIMARY KEY (log, kind, subject, rule),
  constraint log_refused_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint log_refused_times CHECK (times > 0),
  constraint log_refused_why CHECK (char_length(why) >= 1 AND char_length(why) <= 1000)
);
grant insert, select on log_refused to fairlot_app;
grant update (why, times, last_at) on log_refused to fairlot_app;
comment on table log_refused is 'key: deployment';

create table log_unpublished (
  log integer not null,
  pending_id bigint not null,
  entry jsonb not null,
  why text,
  constraint log_unpublished_pkey PRIMARY KEY (log, pending_id),
  constraint log_unpublished_log_fkey FOREIGN KEY (log) REFERENCES log(number),
  constraint log_unpublished_why_check CHECK (char_length(why) >= 1 AND char_length(why) <= 1000)
);
grant insert, select on log_unpublished to fairlot_app;
comment on table log_unpublished is 'key: deployment';

create table log_writer (
  singleton boolean default true not null,
  constraint log_writer_pkey PRIMARY KEY (singleton),
  constraint log_writer_singleton_check CHECK (singleton)
);
grant select, update on log_writer to fairlot_app;
comment on table log_writer is 'key: deployment';

create table login_failure (
  account_hash bytea not null,
  failures integer not null,
  last_at timestamp with time zone not null,
  next_at timestamp with time zone not null,
  constraint login_failure_pkey PRIMARY KEY (account_hash),
  constraint login_failure_account_hash_check CHECK (octet_length(account_hash) = 32),
  constraint login_failure_failures_check CHECK (failures > 0)
) with (fillfactor=70);
CREATE INDEX login_failure_age ON public.login_failure USING btree (last_at);
grant delete, insert, select on login_failure to fairlot_app;
grant update (failures, last_at, next_at) on login_failure to fairlot_app;
comment on table login_failure is 'key: account';

create table lost_seal (
  subject uuid not null,
  lost_at timestamp with time zone default business_now() not null,
  entry text,
  constraint lost_seal_pkey PRIMARY KEY (subject)
);
grant select on lost_seal to fairlot_app;
grant insert (subject, entry) on lost_seal to fairlot_app;
comment on table lost_seal is 'key: deployment';

create table loyalty_head (
  singleton boolean default true not null,
  refunds_from timestamp with time zone not null,
  gifts_from timestamp with time zone not null,
  open_from date default '-infinity'::date not null,
  rewards_from timestamp with time zone default '-infinity'::timestamp with time zone not null,
  constraint loyalty_head_pkey PRIMARY KEY (singleton),
  constraint loyalty_head_singleton_check CHECK (singleton)
);
CREATE TRIGGER loyalty_head_ahead BEFORE UPDATE OF open_from ON loyalty_head FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.open_from > old.open_from) EXECUTE FUNCTION check_ahead('open_from', '14 hours');
CREATE TRIGGER loyalty_head_life BEFORE UPDATE ON loyalty_head FOR EACH ROW WHEN (new.open_from < old.open_from) EXECUTE FUNCTION refuse_change();
grant select on loyalty_head to fairlot_app;
grant update (open_from) on loyalty_head to fairlot_app;
comment on table loyalty_head is 'key: deployment';

create table matched_alone (
  operator_id uuid not null,
  day date not null,
  amount bigint not null,
  constraint matched_alone_pkey PRIMARY KEY (operator_id, day),
  constraint matched_alone_amount CHECK (amount > 0)
) with (fillfactor=70);
grant insert, select on matched_alone to fairlot_app;
grant update (amount) on matched_alone to fairlot_app;
comment on table matched_alone is 'key: deployment';

create table media (
  name text not null,
  kind text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  hashes bytea[] not null,
  created_at timestamp with time zone not null,
  stored boolean default false not null,
  used_by text,
  used_at timestamp with time zone,
  erased_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint media_pkey PRIMARY KEY (name),
  constraint media_hashes CHECK (array_length(hashes, 1) = 3),
  constraint media_kind CHECK (kind = ANY (ARRAY['product'::text, 'review'::text])),
  constraint media_name CHECK (name ~ '^[0-9a-f]{32}$'::text),
  constraint media_removed CHECK (removed_at IS NULL OR erased_at IS NOT NULL),
  constraint media_size CHECK (width >= 1 AND width <= 1280 AND height >= 1 AND height <= 1600 AND bytes > 0),
  constraint media_used CHECK ((used_by IS NULL) = (used_at IS NULL) AND (used_by IS NULL OR stored) AND starts_with(used_by, kind || ':'::text) AND length(used_by) <= 100)
);
CREATE INDEX media_to_remove ON public.media USING btree (erased_at) WHERE ((erased_at IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX media_unused ON public.media USING btree (created_at) WHERE ((used_by IS NULL) AND (erased_at IS NULL));
CREATE TRIGGER media_life BEFORE UPDATE ON media FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.stored AND NOT new.stored OR old.used_by IS NOT NULL AND (new.used_by IS DISTINCT FROM old.used_by OR new.used_at IS DISTINCT FROM old.used_at) OR old.erased_at IS NOT NULL AND new.erased_at IS DISTINCT FROM old.erased_at OR old.removed_at IS NOT NULL AND new.removed_at IS DISTINCT FROM old.removed_at)) EXECUTE FUNCTION refuse_change();
grant select on media to fairlot_app;
grant insert (name, kind, width, height, bytes, hashes, created_at) on media to fairlot_app;
grant update (stored, used_by, used_at, erased_at, removed_at) on media to fairlot_app;
comment on table media is 'key: reference';

create table member (
  member_id uuid not null,
  phone text,
  username text,
  nickname text not null,
  password_hash text not null,
  invitation_code text not null,
  inviter_id uuid,
  terms_version text not null,
  terms_agreed_at timestamp with time zone not null,
  adult_declared_at timestamp with time zone not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone not null,
  declared_age integer default 18 not null,
  country text,
  password_bound boolean default true not null,
  constraint member_pkey PRIMARY KEY (member_id),
  constraint member_invitation_code UNIQUE (invitation_code),
  constraint member_phone UNIQUE (phone),
  constraint member_username UNIQUE (username),
  constraint member_inviter_id_fkey FOREIGN KEY (inviter_id) REFERENCES member(member_id),
  constraint member_check CHECK (inviter_id <> member_id),
  constraint member_country CHECK (country ~ '^[A-Z]{2}$'::text),
  constraint member_declared_age CHECK (declared_age >= 18 AND declared_age <= 99),
  constraint member_erased CHECK ((status = 'closed'::text) = (phone IS NULL) AND (status <> 'closed'::text OR username IS NULL)),
  constraint member_invitation_code_check CHECK (invitation_code ~ '^[2-9A-HJ-NP-Z]{6}$'::text),
  constraint member_nickname_check CHECK (char_length(nickname) >= 2 AND char_length(nickname) <= 20),
  constraint member_password_hash_check CHECK (password_hash ~~ '$argon2id$%'::text),
  constraint member_phone_form CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  constraint member_status CHECK (status = ANY (ARRAY['active'::text, 'closing'::text, 'closed'::text])),
  constraint member_terms_version_check CHECK (char_length(terms_version) >= 1 AND char_length(terms_version) <= 20),
  constraint member_username_form CHECK (username ~ '^[a-z][a-z0-9_]{3,19}$'::text)
);
CREATE INDEX member_by_inviter ON public.member USING btree (inviter_id, created_at) WHERE (inviter_id IS NOT NULL);
CREATE TRIGGER member_life BEFORE UPDATE OF status, country ON member FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.status = 'closed'::text AND new.status <> 'closed'::text OR old.status = 'active'::text AND new.status = 'closed'::text OR new.country IS DISTINCT FROM old.country AND old.country IS NOT NULL AND new.status <> 'closed'::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_named BEFORE UPDATE OF nickname, username ON member FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.nickname IS DISTINCT FROM old.nickname OR new.username IS DISTINCT FROM old.username) AND (new.status <> 'closed'::text OR new.username IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_password_bound BEFORE UPDATE OF password_bound ON member FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.password_bound AND NOT new.password_bound) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER member_phone BEFORE UPDATE OF phone ON member FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.phone IS DISTINCT FROM old.phone AND new.phone IS NOT NULL) EXECUTE FUNCTION refuse_change();
grant select on member to fairlot_app;
grant insert (member_id, phone, nickname, password_hash, invitation_code, inviter_id, terms_version, terms_agreed_at, adult_declared_at, created_at, declared_age, country) on member to fairlot_app;
grant update (phone, username, nickname, password_hash, status, country, password_bound) on member to fairlot_app;
comment on table member is 'key: member; also unique: phone, username, invitation_code';

create table member_correction (
  member_id uuid not null,
  correction_id uuid not null,
  kind text not null,
  account text not null,
  amount bigint not null,
  reason text,
  reverses uuid,
  recharge_id uuid,
  charged bigint,
  counted bigint,
  requested_by uuid,
  approved_by uuid,
  approval_id uuid,
  corrected_at timestamp with time zone not null,
  constraint member_correction_pkey PRIMARY KEY (member_id, correction_id),
  constraint member_correction_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint member_correction_approved_by_fkey FOREIGN KEY (approved_by) REFERENCES operator(operator_id),
  constraint member_correction_credit FOREIGN KEY (member_id, reverses) REFERENCES member_correction(member_id, correction_id),
  constraint member_correction_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_correction_recharge FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint member_correction_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES operator(operator_id),
  constraint member_correction_account CHECK ((account = ANY (ARRAY['sales'::text, 'fees'::text])) OR account = 'marketing'::text AND kind <> 'chargeback'::text),
  constraint member_correction_amount CHECK (amount > 0 OR amount = 0 AND kind = 'chargeback'::text),
  constraint member_correction_chargeback CHECK (
CASE kind
    WHEN 'chargeback'::text THEN recharge_id IS NOT NULL AND charged > 0 AND amount <= counted AND counted <= charged AND num_nonnulls(charged, counted) = 2
    ELSE num_nonnulls(recharge_id, charged, counted) = 0
END),
  constraint member_correction_kind CHECK (kind = ANY (ARRAY['credit'::text, 'reversal'::text, 'chargeback'::text])),
  constraint member_correction_reason CHECK ((kind = 'credit'::text) = (reason IS NOT NULL) AND (reason = ANY (ARRAY['goodwill'::text, 'fault'::text, 'missing_topup'::text]))),
  constraint member_correction_reverses CHECK ((kind = 'reversal'::text) = (reverses IS NOT NULL)),
  constraint member_correction_two_people CHECK ((num_nonnulls(requested_by, approved_by, approval_id) = ANY (ARRAY[0, 3])) AND approved_by <> requested_by),
  constraint member_correction_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX member_correction_approval ON public.member_correction USING btree (approval_id);
CREATE INDEX member_correction_charged ON public.member_correction USING btree (member_id, recharge_id) WHERE (recharge_id IS NOT NULL);
CREATE UNIQUE INDEX member_correction_once ON public.member_correction USING btree (member_id, reverses);
CREATE TRIGGER member_correction_of BEFORE INSERT ON member_correction FOR EACH ROW EXECUTE FUNCTION check_member_correction();
CREATE CONSTRAINT TRIGGER member_correction_tallied AFTER INSERT ON member_correction DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on member_correction to fairlot_app;
comment on table member_correction is 'key: member';

create table member_flow (
  member_id uuid not null,
  day date not null,
  deposited bigint default 0 not null,
  withdrawn bigint default 0 not null,
  spent bigint default 0 not null,
  returned bigint default 0 not null,
  won bigint default 0 not null,
  saved bigint default 0 not null,
  rewarded bigint default 0 not null,
  constraint member_flow_pkey PRIMARY KEY (member_id, day),
  constraint member_flow_amounts CHECK (LEAST(deposited, withdrawn, spent, returned, won, rewarded) >= 0)
) with (fillfactor=70);
grant select on member_flow to fairlot_app;
grant insert (member_id, day) on member_flow to fairlot_app;
grant update (deposited, withdrawn, spent, returned, won, saved, rewarded) on member_flow to fairlot_app;
comment on table member_flow is 'key: member';

create table member_flow_head (
  member_id uuid not null,
  through_line integer not null,
  constraint member_flow_head_pkey PRIMARY KEY (member_id),
  constraint member_flow_head_line CHECK (through_line >= 0)
) with (fillfactor=70);
grant insert, select on member_flow_head to fairlot_app;
grant update (through_line) on member_flow_head to fairlot_app;
comment on table member_flow_head is 'key: member';

create table member_notice (
  member_id uuid not null,
  notice_id uuid not null,
  kind text not null,
  issue_id uuid,
  at timestamp with time zone not null,
  read_at timestamp with time zone,
  purchase_id uuid,
  nth smallint default 1 not null,
  event_id uuid,
  amount bigint,
  level smallint,
  constraint member_notice_pkey PRIMARY KEY (member_id, notice_id),
  constraint member_notice_once UNIQUE (member_id, issue_id, kind, nth),
  constraint member_notice_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_notice_kind CHECK (kind = ANY (ARRAY['ten_left'::text, 'sold_out'::text, 'drawn'::text, 'refunded'::text, 'opened'::text, 'prize_waits'::text, 'prize_shipped'::text, 'dispute_answered'::text, 'event_won'::text, 'event_share'::text, 'event_left_out'::text, 'vip_level'::text, 'favour'::text, 'lost_favour'::text, 'lost_share'::text, 'lost_event_share'::text, 'lost_event_favour'::text])),
  constraint member_notice_nth CHECK (nth >= 1),
  constraint member_notice_order CHECK ((purchase_id IS NOT NULL) = (kind = ANY (ARRAY['prize_waits'::text, 'prize_shipped'::text, 'dispute_answered'::text]))),
  constraint member_notice_read CHECK (read_at >= at),
  constraint member_notice_subject CHECK ((issue_id IS NULL) = (kind = ANY (ARRAY['event_won'::text, 'event_share'::text, 'event_left_out'::text, 'lost_event_share'::text, 'lost_event_favour'::text, 'vip_level'::text])) AND (event_id IS NOT NULL) = (kind = ANY (ARRAY['event_won'::text, 'event_share'::text, 'event_left_out'::text, 'lost_event_share'::text, 'lost_event_favour'::text])) AND (amount IS NOT NULL) = (kind = ANY (ARRAY['event_won'::text, 'event_share'::text, 'lost_event_share'::text, 'lost_event_favour'::text, 'lost_share'::text])) AND (level IS NOT NULL) = (kind = 'vip_level'::text) AND amount > 0 AND level > 0)
) with (fillfactor=80);
CREATE INDEX member_notice_by_time ON public.member_notice USING btree (member_id, at DESC, notice_id DESC);
CREATE UNIQUE INDEX member_notice_event ON public.member_notice USING btree (member_id, event_id) WHERE (event_id IS NOT NULL);
CREATE UNIQUE INDEX member_notice_level ON public.member_notice USING btree (member_id, level) WHERE (level IS NOT NULL);
CREATE TRIGGER member_notice_kept BEFORE DELETE ON member_notice FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_member_leaves();
grant delete, insert, select on member_notice to fairlot_app;
grant update (read_at) on member_notice to fairlot_app;
comment on table member_notice is 'key: member';

create table member_vip (
  member_id uuid not null,
  spend bigint default 0 not null,
  kept bigint default 0 not null,
  constraint member_vip_pkey PRIMARY KEY (member_id),
  constraint member_vip_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint member_vip_kept CHECK (kept >= 0),
  constraint member_vip_spend_check CHECK (spend >= 0)
) with (fillfactor=70);
grant insert, select on member_vip to fairlot_app;
grant update (spend, kept) on member_vip to fairlot_app;
comment on table member_vip is 'key: member';

create table operator (
  operator_id uuid not null,
  name text not null,
  full_name text not null,
  roles text[] not null,
  password_hash text not null,
  one_time_until timestamp with time zone,
  totp_secret bytea,
  totp_step bigint default 0 not null,
  status text default 'active'::text not null,
  created_at timestamp with time zone not null,
  created_by uuid,
  password_bound boolean default true not null,
  constraint operator_pkey PRIMARY KEY (operator_id),
  constraint operator_name_key UNIQUE (name),
  constraint operator_created_by_fkey FOREIGN KEY (created_by) REFERENCES operator(operator_id),
  constraint operator_full_name CHECK (char_length(full_name) >= 1 AND char_length(full_name) <= 80),
  constraint operator_name_form CHECK (name ~ '^[a-z][a-z0-9._-]{1,31}$'::text),
  constraint operator_password CHECK (password_hash ~~ '$argon2id$%'::text),
  constraint operator_roles CHECK (cardinality(roles) >= 1 AND cardinality(roles) <= 6 AND roles <@ ARRAY['owner'::text, 'finance'::text, 'fulfilment'::text, 'content'::text, 'support'::text, 'auditor'::text]),
  constraint operator_second_factor CHECK (one_time_until IS NOT NULL OR totp_secret IS NOT NULL),
  constraint operator_status CHECK (status = ANY (ARRAY['active'::text, 'disabled'::text])),
  constraint operator_access_audited TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint operator_audited TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER operator_access_audited AFTER UPDATE OF password_hash, one_time_until, totp_secret, status ON operator DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.password_hash IS DISTINCT FROM old.password_hash OR new.one_time_until IS DISTINCT FROM old.one_time_until OR new.status IS DISTINCT FROM old.status OR new.totp_secret IS DISTINCT FROM old.totp_secret AND (old.one_time_until IS NULL OR new.one_time_until IS NULL))) EXECUTE FUNCTION check_operator_access();
CREATE CONSTRAINT TRIGGER operator_audited AFTER INSERT OR UPDATE OF roles ON operator DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_operator_audited();
CREATE TRIGGER operator_password_bound BEFORE UPDATE OF password_bound ON operator FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.password_bound AND NOT new.password_bound) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER operator_totp_step BEFORE UPDATE OF totp_step ON operator FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.totp_step < old.totp_step) EXECUTE FUNCTION refuse_change();
grant select on operator to fairlot_app;
grant insert (operator_id, name, full_name, roles, password_hash, one_time_until, created_at, created_by) on operator to fairlot_app;
grant update (roles, password_hash, one_time_until, totp_secret, totp_step, status, password_bound) on operator to fairlot_app;
comment on table operator is 'key: deployment';

create table operator_request (
  operator_id uuid not null,
  request_id uuid not null,
  input_hash bytea not null,
  approval_id uuid,
  at timestamp with time zone not null,
  constraint operator_request_pkey PRIMARY KEY (operator_id, request_id),
  constraint operator_request_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint operator_request_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint operator_request_input CHECK (octet_length(input_hash) = 32)
);
grant insert, select on operator_request to fairlot_app;
comment on table operator_request is 'key: deployment';

create table operator_session (
  session_id uuid not null,
  operator_id uuid not null,
  token_hash bytea not null,
  stage text not null,
  device text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  constraint operator_session_pkey PRIMARY KEY (session_id),
  constraint operator_session_token_hash_key UNIQUE (token_hash),
  constraint operator_session_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint operator_session_device CHECK (char_length(device) <= 60),
  constraint operator_session_lifetime CHECK (expires_at <= (created_at + '08:30:00'::interval)),
  constraint operator_session_stage CHECK (stage = ANY (ARRAY['setup'::text, 'full'::text])),
  constraint operator_session_times CHECK (expires_at > created_at),
  constraint operator_session_token CHECK (octet_length(token_hash) = 32),
  constraint operator_session_audited TRIGGER DEFERRABLE INITIALLY DEFERRED
) with (fillfactor=80);
CREATE INDEX operator_session_expiry ON public.operator_session USING btree (expires_at);
CREATE INDEX operator_session_living ON public.operator_session USING btree (operator_id, created_at) WHERE (ended_at IS NULL);
CREATE CONSTRAINT TRIGGER operator_session_audited AFTER INSERT OR UPDATE OF stage, operator_id ON operator_session DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.stage = 'full'::text) EXECUTE FUNCTION check_operator_session();
grant delete, select on operator_session to fairlot_app;
grant insert (session_id, operator_id, token_hash, stage, device, created_at, seen_at, expires_at) on operator_session to fairlot_app;
grant update (token_hash, stage, seen_at, expires_at, ended_at) on operator_session to fairlot_app;
comment on table operator_session is 'key: deployment';

create table payout_account (
  member_id uuid not null,
  account_id uuid not null,
  request_id uuid not null,
  input_hash bytea not null,
  kind text not null,
  sealed bytea,
  key_id text not null,
  fingerprint bytea not null,
  label text,
  masked text not null,
  replaces uuid,
  created_at timestamp with time zone not null,
  usable_from timestamp with time zone not null,
  first_at timestamp with time zone not null,
  refused text,
  deleted_at timestamp with time zone,
  source_of uuid,
  constraint payout_account_pkey PRIMARY KEY (member_id, account_id),
  constraint payout_account_request UNIQUE (member_id, request_id),
  constraint payout_account_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint payout_account_recharge FOREIGN KEY (member_id, source_of) REFERENCES recharge(member_id, recharge_id),
  constraint payout_account_erased CHECK (sealed IS NOT NULL OR deleted_at IS NOT NULL),
  constraint payout_account_hashes CHECK (octet_length(input_hash) = 32 AND octet_length(fingerprint) = 32),
  constraint payout_account_kind CHECK ((kind = ANY (ARRAY['bank'::text, 'upi'::text, 'ewallet'::text, 'trc20'::text, 'pix'::text])) OR kind = 'sandbox'::text AND source_of IS NOT NULL),
  constraint payout_account_rests CHECK (usable_from >= created_at),
  constraint payout_account_source CHECK (source_of IS NULL OR deleted_at IS NOT NULL)
);
CREATE INDEX payout_account_live ON public.payout_account USING btree (member_id) WHERE (deleted_at IS NULL);
CREATE INDEX payout_account_same ON public.payout_account USING btree (fingerprint);
CREATE TRIGGER payout_account_life BEFORE UPDATE ON payout_account FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.deleted_at IS NOT NULL AND (new.deleted_at IS DISTINCT FROM old.deleted_at OR new.sealed IS NOT NULL AND old.sealed IS NULL) OR new.sealed IS DISTINCT FROM old.sealed AND new.sealed IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_account_refused BEFORE UPDATE OF refused ON payout_account FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.refused IS NOT NULL AND new.refused IS NULL) EXECUTE FUNCTION refuse_change();
grant select on payout_account to fairlot_app;
grant insert (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, label, masked, replaces, created_at, usable_from, first_at, deleted_at, source_of) on payout_account to fairlot_app;
grant update (sealed, first_at, refused, deleted_at) on payout_account to fairlot_app;
comment on table payout_account is 'key: member';

create table payout_batch (
  batch_id uuid not null,
  operator_id uuid not null,
  withdrawals integer not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  constraint payout_batch_pkey PRIMARY KEY (batch_id),
  constraint payout_batch_amount_check CHECK (amount > 0),
  constraint payout_batch_withdrawals_check CHECK (withdrawals > 0)
);
grant insert, select on payout_batch to fairlot_app;
comment on table payout_batch is 'key: payout_batch';

create table payout_reference (
  reference text not null,
  withdrawal_id uuid not null,
  folded text,
  constraint payout_reference_pkey PRIMARY KEY (reference)
);
CREATE UNIQUE INDEX payout_reference_folded ON public.payout_reference USING btree (folded);
grant insert, select on payout_reference to fairlot_app;
comment on table payout_reference is 'key: payout_reference';

create table pending_increase (
  member_id uuid not null,
  kind text not null,
  period text not null,
  cap bigint,
  requested_at timestamp with time zone not null,
  confirm_from timestamp with time zone not null,
  confirm_until timestamp with time zone not null,
  constraint pending_increase_pkey PRIMARY KEY (member_id, kind, period),
  constraint pending_increase_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint pending_increase_cap CHECK (cap >= 0),
  constraint pending_increase_kind CHECK (kind = ANY (ARRAY['deposit'::text, 'spend'::text, 'loss'::text, 'time'::text])),
  constraint pending_increase_period CHECK (period = ANY (ARRAY['day'::text, 'week'::text, 'month'::text])),
  constraint pending_increase_wait CHECK (confirm_from >= (requested_at + '24:00:00'::interval) AND confirm_until > confirm_from)
);
CREATE TRIGGER pending_increase_allowed AFTER INSERT OR UPDATE ON pending_increase FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_pending_increase();
grant delete, insert, select on pending_increase to fairlot_app;
grant update (cap, requested_at, confirm_from, confirm_until) on pending_increase to fairlot_app;
comment on table pending_increase is 'key: member';

create table phone_exclusion (
  phone_hash bytea not null,
  ends_at timestamp with time zone not null,
  constraint phone_exclusion_pkey PRIMARY KEY (phone_hash, ends_at),
  constraint phone_exclusion_hash CHECK (octet_length(phone_hash) = 32),
  constraint phone_exclusion_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER phone_exclusion_tallied AFTER INSERT ON phone_exclusion DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on phone_exclusion to fairlot_app;
comment on table phone_exclusion is 'key: phone';

create table pick_list (
  pick_list_id uuid not null,
  operator_id uuid not null,
  orders integer not null,
  created_at timestamp with time zone not null,
  constraint pick_list_pkey PRIMARY KEY (pick_list_id),
  constraint pick_list_orders_check CHECK (orders > 0)
);
grant insert, select on pick_list to fairlot_app;
comment on table pick_list is 'key: pick_list';

create table piggy (
  piggy_id uuid not null,
  member_id uuid not null,
  balance bigint default 0 not null,
  constraint piggy_pkey PRIMARY KEY (piggy_id),
  constraint piggy_balance CHECK (balance >= 0)
) with (fillfactor=70);
grant select on piggy to fairlot_app;
grant insert (piggy_id, member_id) on piggy to fairlot_app;
grant update (balance) on piggy to fairlot_app;
comment on table piggy is 'key: piggy';

create table piggy_move (
  member_id uuid not null,
  move_id uuid not null,
  request_id uuid not null,
  input_hash bytea not null,
  direction text not null,
  amount bigint not null,
  locked_until timestamp with time zone,
  released_at timestamp with time zone,
  moved_at timestamp with time zone not null,
  constraint piggy_move_pkey PRIMARY KEY (member_id, move_id),
  constraint piggy_move_request UNIQUE (member_id, request_id),
  constraint piggy_move_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint piggy_move_amount CHECK (amount > 0),
  constraint piggy_move_direction CHECK ((direction = ANY (ARRAY['in'::text, 'out'::text])) AND (direction = 'in'::text OR locked_until IS NULL)),
  constraint piggy_move_input CHECK (octet_length(input_hash) = 32),
  constraint piggy_move_lock CHECK (locked_until > moved_at),
  constraint piggy_move_released CHECK (released_at IS NULL OR locked_until IS NOT NULL)
);
CREATE INDEX piggy_move_locked ON public.piggy_move USING btree (member_id, locked_until) WHERE ((locked_until IS NOT NULL) AND (released_at IS NULL));
CREATE TRIGGER piggy_move_released BEFORE UPDATE OF released_at ON piggy_move FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.released_at IS DISTINCT FROM old.released_at) EXECUTE FUNCTION check_leaving();
grant select on piggy_move to fairlot_app;
grant insert (member_id, move_id, request_id, input_hash, direction, amount, locked_until, moved_at) on piggy_move to fairlot_app;
grant update (released_at) on piggy_move to fairlot_app;
comment on table piggy_move is 'key: member';

create table play_through (
  member_id uuid not null,
  required bigint not null,
  played bigint default 0 not null,
  waived bigint default 0 not null,
  earlier bigint default 0 not null,
  constraint play_through_pkey PRIMARY KEY (member_id),
  constraint play_through_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint play_through_amounts CHECK (played >= 0 AND waived >= 0 AND (played + waived) <= required),
  constraint play_through_earlier CHECK (earlier >= 0)
) with (fillfactor=70);
CREATE TRIGGER play_through_waived BEFORE UPDATE OF waived ON play_through FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.waived > old.waived AND new.required <= old.required) EXECUTE FUNCTION check_leaving();
grant select on play_through to fairlot_app;
grant insert (member_id, required) on play_through to fairlot_app;
grant update (required, played, waived) on play_through to fairlot_app;
comment on table play_through is 'key: member';

create table prize (
  member_id uuid not null,
  purchase_id uuid not null,
  tier integer not null,
  issue_id uuid not null,
  code integer not null,
  value bigint not null,
  status text not null,
  won_at timestamp with time zone not null,
  codes integer default 1 not null,
  due_at timestamp with time zone,
  remind_at timestamp with time zone,
  address bytea,
  address_key text,
  erase_at timestamp with time zone,
  pick_list_id uuid,
  carrier text,
  tracking text,
  tracking_url text,
  shipped_at timestamp with time zone,
  delivered_at timestamp with time zone,
  dispute_note text,
  ended_at timestamp with time zone,
  constraint prize_pkey PRIMARY KEY (member_id, purchase_id, tier),
  constraint prize_address CHECK ((address IS NULL) = (address_key IS NULL) AND (address IS NOT NULL OR (status <> ALL (ARRAY['address_confirmed'::text, 'in_delivery'::text])))),
  constraint prize_dispute CHECK ((status <> 'disputed'::text OR dispute_note IS NOT NULL) AND length(dispute_note) >= 1 AND length(dispute_note) <= 1000),
  constraint prize_due CHECK (due_at IS NULL OR (status = ANY (ARRAY['won'::text, 'in_delivery'::text, 'received'::text]))),
  constraint prize_ended CHECK ((status = ANY (ARRAY['completed'::text, 'recycled'::text])) = (ended_at IS NOT NULL)),
  constraint prize_erase CHECK (erase_at IS NULL OR ended_at IS NOT NULL AND address IS NOT NULL),
  constraint prize_remind CHECK (remind_at IS NULL OR status = 'won'::text),
  constraint prize_shipment CHECK ((carrier IS NULL) = (shipped_at IS NULL) AND (tracking IS NULL) = (shipped_at IS NULL) AND (shipped_at IS NOT NULL OR tracking_url IS NULL AND delivered_at IS NULL AND status <> 'in_delivery'::text) AND length(carrier) >= 1 AND length(carrier) <= 60 AND length(tracking) >= 1 AND length(tracking) <= 60 AND length(tracking_url) <= 300 AND tracking_url ~ '^https://'::text),
  constraint prize_status CHECK (status = ANY (ARRAY['won'::text, 'address_confirmed'::text, 'in_delivery'::text, 'disputed'::text, 'received'::text, 'completed'::text, 'recycled'::text])),
  constraint prize_tier CHECK (tier >= 1 AND tier <= 5),
  constraint prize_value CHECK (value > 0 AND codes > 0),
  constraint prize_parcel TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX prize_by_status ON public.prize USING btree (member_id, status, won_at DESC);
CREATE INDEX prize_due ON public.prize USING btree (due_at, member_id, purchase_id) WHERE (due_at IS NOT NULL);
CREATE INDEX prize_erase ON public.prize USING btree (erase_at) WHERE (erase_at IS NOT NULL);
CREATE INDEX prize_of_issue ON public.prize USING btree (issue_id);
CREATE INDEX prize_remind ON public.prize USING btree (remind_at, member_id, purchase_id) WHERE (remind_at IS NOT NULL);
CREATE INDEX prize_to_ship ON public.prize USING btree (won_at, purchase_id) WHERE (status = ANY (ARRAY['address_confirmed'::text, 'in_delivery'::text, 'disputed'::text]));
CREATE TRIGGER prize_life BEFORE UPDATE ON prize FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.status <> new.status AND (old.status <> 'won'::text OR new.status <> 'address_confirmed'::text) AND (old.status <> 'won'::text OR new.status <> 'recycled'::text) AND (old.status <> 'address_confirmed'::text OR new.status <> 'in_delivery'::text) AND (old.status <> 'in_delivery'::text OR new.status <> 'received'::text) AND (old.status <> 'in_delivery'::text OR new.status <> 'disputed'::text) AND (old.status <> 'disputed'::text OR new.status <> 'address_confirmed'::text) AND (old.status <> 'disputed'::text OR new.status <> 'in_delivery'::text) AND (old.status <> 'disputed'::text OR new.status <> 'received'::text) AND (old.status <> 'disputed'::text OR new.status <> 'recycled'::text) AND (old.status <> 'received'::text OR new.status <> 'completed'::text) AND (old.status <> 'received'::text OR new.status <> 'disputed'::text) OR old.ended_at IS DISTINCT FROM new.ended_at AND old.ended_at IS NOT NULL OR old.address IS DISTINCT FROM new.address AND NOT (new.status = 'address_confirmed'::text AND (old.status = ANY (ARRAY['won'::text, 'address_confirmed'::text])) AND old.pick_list_id IS NULL OR new.address IS NULL AND new.ended_at IS NOT NULL))) EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER prize_parcel AFTER UPDATE OF carrier, tracking, tracking_url ON prize DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.carrier IS DISTINCT FROM old.carrier OR new.tracking IS DISTINCT FROM old.tracking OR new.tracking_url IS DISTINCT FROM old.tracking_url)) EXECUTE FUNCTION check_parcel();
grant insert, select on prize to fairlot_app;
grant update (status, due_at, remind_at, address, address_key, erase_at, pick_list_id, carrier, tracking, tracking_url, shipped_at, delivered_at, dispute_note, ended_at) on prize to fairlot_app;
comment on table prize is 'key: member';

create table prize_timeline (
  member_id uuid not null,
  purchase_id uuid not null,
  tier integer not null,
  seq integer not null,
  step text not null,
  state text not null,
  operator_id uuid,
  note text,
  at timestamp with time zone not null,
  constraint prize_timeline_pkey PRIMARY KEY (member_id, purchase_id, tier, seq),
  constraint prize_timeline_member_id_purchase_id_tier_fkey FOREIGN KEY (member_id, purchase_id, tier) REFERENCES prize(member_id, purchase_id, tier),
  constraint prize_timeline_by CHECK (operator_id IS NULL OR (step = ANY (ARRAY['pick'::text, 'release'::text, 'ship'::text, 'deliver'::text, 'ship_again'::text, 'travels'::text, 'stands'::text, 'settle'::text]))),
  constraint prize_timeline_seq_check CHECK (seq > 0),
  constraint prize_timeline_step CHECK (step = ANY (ARRAY['address'::text, 'recycle'::text, 'receive'::text, 'dispute'::text, 'pick'::text, 'release'::text, 'ship'::text, 'deliver'::text, 'ship_again'::text, 'travels'::text, 'stands'::text, 'settle'::text, 'arrive'::text, 'complete'::text, 'recycle_late'::text, 'review'::text])),
  constraint prize_timeline_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER prize_timeline_tallied AFTER INSERT ON prize_timeline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on prize_timeline to fairlot_app;
comment on table prize_timeline is 'key: member';

create table product (
  code text not null,
  category text not null,
  mode text not null,
  art text not null,
  tile text not null,
  market_price bigint not null,
  share_price bigint not null,
  shares integer not null,
  max_per_member integer default 0 not null,
  max_issues integer default 0 not null,
  min_vip integer default 0 not null,
  recycle_percent integer default 80 not null,
  times_counted text default 'all'::text not null,
  grade text default 'beacon'::text not null,
  plain_acknowledged boolean default false not null,
  sale_days integer default 30 not null,
  issued integer default 0 not null,
  state text default 'active'::text not null,
  demo boolean default false not null,
  created_at timestamp with time zone not null,
  max_subsidy bigint default 0 not null,
  pause_reason text,
  pause_need bigint,
  paused_at timestamp with time zone,
  tiers bigint[],
  revision integer default 1 not null,
  constraint product_pkey PRIMARY KEY (code),
  constraint product_category_fkey FOREIGN KEY (category) REFERENCES category(category),
  constraint product_code CHECK (code ~ '^[A-Z0-9]{1,12}$'::text),
  constraint product_covered CHECK (recycle_percent >= 0 AND recycle_percent <= 100 AND (div(recycle_percent::numeric * market_price::numeric, 100::numeric) + prizes_of(tiers)) <= (share_price::numeric * shares::numeric + max_subsidy::numeric)),
  constraint product_grade CHECK (grade = ANY (ARRAY['plain'::text, 'salt'::text, 'beacon'::text, 'witnessed'::text])),
  constraint product_issued CHECK (issued >= 0 AND (max_issues = 0 OR issued <= max_issues)),
  constraint product_limits CHECK (max_per_member >= 0 AND max_issues >= 0 AND min_vip >= 0 AND sale_days >= 1 AND sale_days <= 365),
  constraint product_mode CHECK (mode = ANY (ARRAY['goods'::text, 'cash'::text, 'pk'::text])),
  constraint product_pause CHECK ((pause_reason IS NULL) = (pause_need IS NULL) AND (pause_reason IS NULL) = (paused_at IS NULL) AND (pause_reason IS NULL OR state = 'paused'::text AND (pause_reason = ANY (ARRAY['unfunded'::text, 'uncovered'::text])) AND pause_need > 0)),
  constraint product_pk CHECK (mode <> 'pk'::text OR (shares % 2) = 0 AND max_per_member = (shares / 2)),
  constraint product_plain CHECK (grade <> 'plain'::text OR mode = 'goods'::text AND plain_acknowledged),
  constraint product_prices CHECK (market_price > 0 AND share_price > 0 AND (share_price::numeric * shares::numeric) <= '10000000000000000'::numeric),
  constraint product_revision CHECK (revision > 0),
  constraint product_shares CHECK (shares >= 2 AND shares <= 100000),
  constraint product_state CHECK (state = ANY (ARRAY['active'::text, 'paused'::text, 'ended'::text])),
  constraint product_subsidy CHECK (max_subsidy >= 0 AND max_subsidy <= '10000000000000000'::bigint AND (max_subsidy = 0 OR max_per_member > 0)),
  constraint product_tiers CHECK (
CASE
    WHEN mode = 'cash'::text THEN are_tiers_sound(tiers, shares, share_price) AND market_price = tiers[1][3] AND recycle_percent = 0
    ELSE tiers IS NULL
END),
  constraint product_tile CHECK (tile = ANY (ARRAY['sun'::text, 'sea'::text, 'rose'::text, 'iris'::text, 'leaf'::text])),
  constraint product_times_counted CHECK (times_counted = ANY (ARRAY['all'::text, 'before-final'::text]))
);
CREATE INDEX product_by_zone ON public.product USING btree ((
CASE
    WHEN (min_vip > 0) THEN 'vip'::text
    ELSE mode
END));
CREATE INDEX product_unfunded ON public.product USING btree (pause_need) WHERE (pause_reason = 'unfunded'::text);
grant select on product to fairlot_app;
grant insert (code, category, mode, art, tile, market_price, share_price, shares, max_per_member, max_issues, min_vip, recycle_percent, times_counted, grade, plain_acknowledged, sale_days, demo, created_at, max_subsidy, tiers) on product to fairlot_app;
grant update (category, art, tile, market_price, share_price, shares, max_per_member, max_issues, min_vip, recycle_percent, times_counted, grade, plain_acknowledged, sale_days, issued, state, max_subsidy, pause_reason, pause_need, paused_at, tiers, revision) on product to fairlot_app;
comment on table product is 'key: product';

create table product_image (
  code text not null,
  "position" integer not null,
  name text not null,
  constraint product_image_pkey PRIMARY KEY (code, "position"),
  constraint product_image_code_name_key UNIQUE (code, name),
  constraint product_image_code_fkey FOREIGN KEY (code) REFERENCES product(code),
  constraint product_image_name_fkey FOREIGN KEY (name) REFERENCES media(name),
  constraint product_image_position CHECK ("position" >= 1 AND "position" <= 12)
);
grant delete, insert, select on product_image to fairlot_app;
comment on table product_image is 'key: product';

create table product_issue (
  code text not null,
  sequence integer not null,
  issue_id uuid not null,
  constraint product_issue_pkey PRIMARY KEY (code, sequence),
  constraint product_issue_code_fkey FOREIGN KEY (code) REFERENCES product(code),
  constraint product_issue_sequence CHECK (sequence > 0)
);
grant insert, select on product_issue to fairlot_app;
comment on table product_issue is 'key: product';

create table product_search (
  code text not null,
  version integer not null,
  terms text[] not null,
  title_end integer not null,
  named_end integer not null,
  kind_end integer not null,
  issue_id uuid,
  sequence integer default 0 not null,
  zone text,
  open boolean default false not null,
  named text[] generated always as (terms[1:named_end]) stored not null,
  category text generated always as (substr(terms[(cardinality(terms) - 1)], 2)) stored not null,
  slot smallint generated always as (
CASE
    WHEN open THEN
    CASE
        WHEN ((hashtext(code) & 63) < 1) THEN 0
        WHEN ((hashtext(code) & 63) < 10) THEN 1
        ELSE 2
    END
    WHEN ((hashtext(code) & 63) < 4) THEN 3
    ELSE 4
END) stored not null,
  constraint product_search_pkey PRIMARY KEY (code),
  constraint product_search_code_fkey FOREIGN KEY (code) REFERENCES product(code),
  constraint product_search_ends CHECK (0 <= title_end AND title_end <= named_end AND named_end <= kind_end AND kind_end <= cardinality(terms)),
  constraint product_search_newest CHECK ((sequence > 0) = (issue_id IS NOT NULL) AND (sequence > 0) = (zone IS NOT NULL) AND (sequence > 0 OR NOT open))
) with (fillfactor=90);
CREATE INDEX product_search_terms_0 ON public.product_search USING gin (terms) WHERE (slot = 0);
CREATE INDEX product_search_terms_1 ON public.product_search USING gin (terms) WHERE (slot = 1);
CREATE INDEX product_search_terms_2 ON public.product_search USING gin (terms) WHERE (slot = 2);
CREATE INDEX product_search_terms_3 ON public.product_search USING gin (terms) WHERE (slot = 3);
CREATE INDEX product_search_terms_4 ON public.product_search USING gin (terms) WHERE (slot = 4);
CREATE INDEX product_search_version ON public.product_search USING btree (version);
grant insert, select on product_search to fairlot_app;
grant update (version, terms, title_end, named_end, kind_end, issue_id, sequence, zone, open) on product_search to fairlot_app;
comment on table product_search is 'key: product';

create table product_text (
  code text not null,
  language text not null,
  title text not null,
  description text not null,
  content jsonb default '[]'::jsonb not null,
  synonyms text[] default '{}'::text[] not null,
  constraint product_text_pkey PRIMARY KEY (code, language),
  constraint product_text_code_fkey FOREIGN KEY (code) REFERENCES product(code),
  constraint product_text_content CHECK (jsonb_typeof(content) = 'array'::text AND pg_column_size(content) <= 65536),
  constraint product_text_synonyms CHECK (cardinality(synonyms) <= 40),
  constraint product_text_audited TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER product_text_audited AFTER UPDATE ON product_text DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION check_change_audited('product', 'code', 'product.text');
grant insert, select on product_text to fairlot_app;
grant insert (synonyms) on product_text to fairlot_app;
grant update (title, description, content, synonyms) on product_text to fairlot_app;
comment on table product_text is 'key: product';

create table provider_event (
  provider text not null,
  event_id text not null,
  payment_id text not null,
  type text not null,
  amount bigint not null,
  currency text not null,
  outcome text not null,
  body text not null,
  received_at timestamp with time zone not null,
  constraint provider_event_pkey PRIMARY KEY (provider, event_id),
  constraint provider_event_payment FOREIGN KEY (provider, payment_id) REFERENCES provider_payment(provider, payment_id),
  constraint provider_event_id CHECK (length(event_id) >= 1 AND length(event_id) <= 100),
  constraint provider_event_outcome CHECK (outcome = ANY (ARRAY['credited'::text, 'credited_late'::text, 'credited_more'::text, 'failed'::text, 'mismatch'::text, 'unchanged'::text])),
  constraint provider_event_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX provider_event_by_payment ON public.provider_event USING btree (provider, payment_id, received_at);
CREATE CONSTRAINT TRIGGER provider_event_tallied AFTER INSERT ON provider_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on provider_event to fairlot_app;
comment on table provider_event is 'key: provider';

create table provider_payment (
  provider text not null,
  payment_id text not null,
  member_id uuid not null,
  recharge_id uuid not null,
  created_at timestamp with time zone not null,
  constraint provider_payment_pkey PRIMARY KEY (provider, payment_id),
  constraint provider_payment_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER provider_payment_tallied AFTER INSERT ON provider_payment DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on provider_payment to fairlot_app;
comment on table provider_payment is 'key: provider';

create table purchase (
  member_id uuid not null,
  purchase_id uuid not null,
  kind text not null,
  subject_id uuid not null,
  quantity integer not null,
  amount bigint not null,
  state text not null,
  settled boolean default false not null,
  result text,
  "position" integer,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  reason text,
  payout bigint default 0 not null,
  house_paid bigint,
  request_id uuid,
  constraint purchase_pkey PRIMARY KEY (member_id, purchase_id),
  constraint purchase_amount CHECK (amount > 0),
  constraint purchase_house_paid CHECK (house_paid > 0 AND house_paid <= amount),
  constraint purchase_kind CHECK (kind <> ''::text),
  constraint purchase_payout CHECK (payout >= 0 AND (payout = 0 OR result IS NOT NULL)),
  constraint purchase_position CHECK ((state <> ALL (ARRAY['done'::text, 'refunded'::text])) OR "position" IS NOT NULL),
  constraint purchase_quantity CHECK (quantity > 0),
  constraint purchase_reason CHECK ((state = 'refused'::text) = (reason IS NOT NULL)),
  constraint purchase_result CHECK (result IS NULL OR settled AND state = 'done'::text),
  constraint purchase_settled CHECK (settled OR (state = ANY (ARRAY['held'::text, 'done'::text]))),
  constraint purchase_state CHECK (state = ANY (ARRAY['held'::text, 'done'::text, 'refused'::text, 'refunded'::text]))
) with (fillfactor=50);
CREATE INDEX purchase_by_subject ON public.purchase USING btree (member_id, subject_id);
CREATE INDEX purchase_by_time ON public.purchase USING btree (member_id, kind, settled, created_at DESC, purchase_id DESC);
CREATE TRIGGER purchase_life BEFORE UPDATE ON purchase FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.settled OR old.state = 'refused'::text OR old.state = 'done'::text AND ((new.state <> ALL (ARRAY['done'::text, 'refunded'::text])) OR NOT new.settled OR new.settled_at IS NULL OR new."position" IS DISTINCT FROM old."position" OR new.reason IS DISTINCT FROM old.reason) OR old.state = 'held'::text AND ((new.state <> ALL (ARRAY['held'::text, 'done'::text, 'refused'::text])) OR new.result IS NOT NULL OR new.payout <> 0))) EXECUTE FUNCTION refuse_change();
grant select on purchase to fairlot_app;
grant insert (member_id, purchase_id, kind, subject_id, quantity, amount, state, settled, "position", created_at, reason, house_paid, request_id) on purchase to fairlot_app;
grant update (state, settled, result, "position", settled_at, reason, payout) on purchase to fairlot_app;
comment on table purchase is 'key: member';

create table rebate (
  member_id uuid not null,
  source_id uuid not null,
  level integer not null,
  kind text not null,
  subject_id uuid not null,
  friend_id uuid not null,
  basis bigint not null,
  rate integer not null,
  amount bigint not null,
  capped boolean not null,
  state text not null,
  reason text,
  created_at timestamp with time zone not null,
  due_at timestamp with time zone,
  ended_at timestamp with time zone,
  constraint rebate_pkey PRIMARY KEY (member_id, source_id, level),
  constraint rebate_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint rebate_due CHECK ((state <> ALL (ARRAY['queued'::text, 'paid'::text])) OR due_at IS NOT NULL),
  constraint rebate_ended CHECK ((state = ANY (ARRAY['paid'::text, 'void'::text])) = (ended_at IS NOT NULL)),
  constraint rebate_formula CHECK (basis > 0 AND rate >= 1 AND rate <= 10000 AND amount > 0 AND
CASE
    WHEN capped THEN amount::numeric < div(basis::numeric * rate::numeric, 10000::numeric)
    ELSE amount::numeric = div(basis::numeric * rate::numeric, 10000::numeric)
END AND (kind = 'bets'::text OR NOT capped)),
  constraint rebate_kind CHECK (kind = ANY (ARRAY['shares'::text, 'bets'::text, 'units'::text])),
  constraint rebate_level CHECK (level = ANY (ARRAY[1, 2])),
  constraint rebate_pending CHECK (state <> 'pending'::text OR kind <> 'bets'::text),
  constraint rebate_reason CHECK ((state = 'void'::text) = (reason IS NOT NULL) AND (reason = ANY (ARRAY['refunded'::text, 'exited'::text, 'excluded'::text, 'closed'::text, 'same_person'::text]))),
  constraint rebate_self CHECK (member_id <> friend_id),
  constraint rebate_source CHECK (kind <> 'bets'::text OR source_id = rebate_source_of(subject_id, friend_id)),
  constraint rebate_state CHECK (state = ANY (ARRAY['pending'::text, 'queued'::text, 'held'::text, 'paid'::text, 'void'::text]))
) with (fillfactor=70);
CREATE INDEX rebate_by_time ON public.rebate USING btree (member_id, created_at DESC, source_id DESC, level);
CREATE INDEX rebate_matures ON public.rebate USING btree (due_at) WHERE ((state = 'pending'::text) AND (kind = 'units'::text));
CREATE INDEX rebate_of_kind ON public.rebate USING btree (member_id, kind, created_at DESC, source_id DESC, level);
CREATE INDEX rebate_of_subject ON public.rebate USING btree (subject_id, source_id) WHERE (state = 'pending'::text);
CREATE INDEX rebate_open ON public.rebate USING btree (member_id, friend_id) WHERE (state = ANY (ARRAY['pending'::text, 'queued'::text, 'held'::text]));
CREATE INDEX rebate_queue ON public.rebate USING btree (due_at, source_id, level) WHERE (state = 'queued'::text);
CREATE TRIGGER rebate_life BEFORE UPDATE ON rebate FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state <> 'pending'::text OR new.state <> 'queued'::text) AND (old.state <> 'pending'::text OR new.state <> 'held'::text) AND (old.state <> 'pending'::text OR new.state <> 'void'::text) AND (old.state <> 'queued'::text OR new.state <> 'paid'::text) AND (old.state <> 'queued'::text OR new.state <> 'held'::text) AND (old.state <> 'queued'::text OR new.state <> 'void'::text) AND (old.state <> 'held'::text OR new.state <> 'queued'::text) AND (old.state <> 'held'::text OR new.state <> 'void'::text)) EXECUTE FUNCTION refuse_change();
grant insert, select on rebate to fairlot_app;
grant update (state, reason, due_at, ended_at) on rebate to fairlot_app;
comment on table rebate is 'key: member';

create table rebate_feed (
  subject_id uuid not null,
  kind text not null,
  noticed integer default 0 not null,
  ended integer default 0 not null,
  after_member uuid,
  finished_at timestamp with time zone,
  constraint rebate_feed_pkey PRIMARY KEY (subject_id),
  constraint rebate_feed_kind CHECK (kind = ANY (ARRAY['shares'::text, 'bets'::text, 'units'::text])),
  constraint rebate_feed_places CHECK (ended >= 0 AND noticed >= 0)
) with (fillfactor=70);
CREATE INDEX rebate_feed_open ON public.rebate_feed USING btree (kind, subject_id) WHERE (finished_at IS NULL);
CREATE TRIGGER rebate_feed_life BEFORE UPDATE ON rebate_feed FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.finished_at IS NOT NULL OR new.noticed < old.noticed OR new.ended < old.ended OR new.after_member < old.after_member)) EXECUTE FUNCTION refuse_change();
grant select on rebate_feed to fairlot_app;
grant insert (subject_id, kind) on rebate_feed to fairlot_app;
grant update (noticed, ended, after_member, finished_at) on rebate_feed to fairlot_app;
comment on table rebate_feed is 'key: rebate_feed';

create table rebate_pause (
  since timestamp with time zone not null,
  until timestamp with time zone,
  constraint rebate_pause_pkey PRIMARY KEY (since),
  constraint rebate_pause_times CHECK (until >= since)
);
CREATE UNIQUE INDEX rebate_pause_open ON public.rebate_pause USING btree (((until IS NULL))) WHERE (until IS NULL);
CREATE TRIGGER rebate_pause_life BEFORE UPDATE ON rebate_pause FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.until IS NOT NULL) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER rebate_pause_queued BEFORE INSERT ON rebate_pause FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_pause();
grant select on rebate_pause to fairlot_app;
grant insert (since) on rebate_pause to fairlot_app;
grant update (until) on rebate_pause to fairlot_app;
comment on table rebate_pause is 'key: deployment';

create table rebate_total (
  member_id uuid not null,
  kind text not null,
  pending bigint default 0 not null,
  queued bigint default 0 not null,
  held bigint default 0 not null,
  paid bigint default 0 not null,
  constraint rebate_total_pkey PRIMARY KEY (member_id, kind),
  constraint rebate_total_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint rebate_total_amounts CHECK (pending >= 0 AND queued >= 0 AND held >= 0 AND paid >= 0),
  constraint rebate_total_kind CHECK (kind = ANY (ARRAY['shares'::text, 'bets'::text, 'units'::text]))
) with (fillfactor=50);
grant select on rebate_total to fairlot_app;
grant insert (member_id, kind) on rebate_total to fairlot_app;
grant update (pending, queued, held, paid) on rebate_total to fairlot_app;
comment on table rebate_total is 'key: member';

create table receipt (
  member_id uuid not null,
  subject_id uuid not null,
  content text not null,
  signature bytea not null,
  public_key bytea not null,
  signed_at timestamp with time zone not null,
  constraint receipt_pkey PRIMARY KEY (member_id, subject_id),
  constraint receipt_content CHECK (((content::jsonb ->> 't'::text) = ANY (ARRAY['receipt'::text, 'receipt/3'::text])) AND (content::jsonb ->> 'id'::text) = subject_id::text),
  constraint receipt_signature CHECK (octet_length(signature) = 64 AND octet_length(public_key) = 32)
);
grant insert, select on receipt to fairlot_app;
comment on table receipt is 'key: member';

create table receipt_count (
  member_id uuid not null,
  receipts integer not null,
  constraint receipt_count_pkey PRIMARY KEY (member_id),
  constraint receipt_count_receipts CHECK (receipts > 0)
) with (fillfactor=70);
grant insert, select on receipt_count to fairlot_app;
grant update (receipts) on receipt_count to fairlot_app;
comment on table receipt_count is 'key: member';

create table receiving_account (
  account_id uuid not null,
  origin uuid not null,
  code text not null,
  kind text not null,
  label text not null,
  lines jsonb not null,
  currency text not null,
  created_at timestamp with time zone not null,
  disabled_at timestamp with time zone,
  constraint receiving_account_pkey PRIMARY KEY (account_id),
  constraint receiving_account_origin_fkey FOREIGN KEY (origin) REFERENCES receiving_account(account_id),
  constraint receiving_account_code CHECK (code ~ '^[a-z0-9-]{1,30}$'::text),
  constraint receiving_account_currency CHECK (currency ~ '^[A-Z]{3}$'::text),
  constraint receiving_account_kind CHECK (kind = ANY (ARRAY['bank'::text, 'upi'::text, 'ewallet'::text, 'pix'::text])),
  constraint receiving_account_label CHECK (length(label) >= 1 AND length(label) <= 60),
  constraint receiving_account_lines CHECK (jsonb_typeof(lines) = 'object'::text)
);
CREATE UNIQUE INDEX receiving_account_offered ON public.receiving_account USING btree (code) WHERE (disabled_at IS NULL);
CREATE TRIGGER receiving_account_life BEFORE UPDATE ON receiving_account FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.disabled_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
grant select on receiving_account to fairlot_app;
grant insert (account_id, origin, code, kind, label, lines, currency, created_at) on receiving_account to fairlot_app;
grant update (disabled_at) on receiving_account to fairlot_app;
comment on table receiving_account is 'key: reference';

create table recharge (
  member_id uuid not null,
  recharge_id uuid not null,
  number text not null,
  request_id uuid not null,
  input_hash bytea not null,
  method text not null,
  provider text not null,
  amount bigint not null,
  currency text not null,
  state text default 'processing'::text not null,
  reason text,
  payment_id text,
  pay_url text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  play_percent integer not null,
  kind text not null,
  credited bigint,
  payer bytea,
  payer_key text,
  receiving_account uuid,
  proof_at timestamp with time zone,
  returned bigint default 0 not null,
  constraint recharge_pkey PRIMARY KEY (member_id, recharge_id),
  constraint recharge_request UNIQUE (member_id, request_id),
  constraint recharge_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint recharge_method_fkey FOREIGN KEY (method) REFERENCES recharge_method(method),
  constraint recharge_receiving_account_fkey FOREIGN KEY (receiving_account) REFERENCES receiving_account(account_id),
  constraint recharge_account CHECK ((kind = ANY (ARRAY['bank'::text, 'upi'::text, 'ewallet'::text, 'pix'::text])) = (receiving_account IS NOT NULL)),
  constraint recharge_amount CHECK (amount > 0),
  constraint recharge_credited CHECK (credited > 0 AND (state <> 'failed'::text OR credited IS NULL)),
  constraint recharge_finished CHECK ((state = 'processing'::text) = (finished_at IS NULL)),
  constraint recharge_input CHECK (octet_length(input_hash) = 32),
  constraint recharge_kind CHECK (kind = ANY (ARRAY['sandbox'::text, 'bank'::text, 'upi'::text, 'ewallet'::text, 'pix'::text, 'trc20'::text])),
  constraint recharge_number CHECK (number ~ '^R[0-9A-HJKMNP-TV-Z]{12}$'::text),
  constraint recharge_paid CHECK (state <> 'success'::text OR credited IS NOT NULL),
  constraint recharge_payer CHECK (payer IS NULL OR payer_key IS NOT NULL),
  constraint recharge_payment CHECK (pay_url IS NULL OR payment_id IS NOT NULL),
  constraint recharge_play_percent CHECK (play_percent >= 0 AND play_percent <= 1000),
  constraint recharge_reason CHECK ((state = 'failed'::text) = (reason IS NOT NULL) AND (reason = ANY (ARRAY['declined'::text, 'expired'::text, 'amount_mismatch'::text, 'not_found'::text]))),
  constraint recharge_returned CHECK (returned >= 0 AND returned <= COALESCE(credited, 0::bigint)),
  constraint recharge_state CHECK (state = ANY (ARRAY['processing'::text, 'success'::text, 'failed'::text])),
  constraint recharge_times CHECK (expires_at > created_at)
) with (fillfactor=70);
CREATE INDEX recharge_by_number ON public.recharge USING btree (number);
CREATE INDEX recharge_of_account ON public.recharge USING btree (receiving_account) WHERE ((receiving_account IS NOT NULL) AND (state = 'processing'::text));
CREATE INDEX recharge_open ON public.recharge USING btree (member_id) WHERE (state = 'processing'::text);
CREATE INDEX recharge_proven ON public.recharge USING btree (proof_at, recharge_id) WHERE ((proof_at IS NOT NULL) AND (state <> 'success'::text));
CREATE INDEX recharge_to_expire ON public.recharge USING btree (expires_at) WHERE (state = 'processing'::text);
CREATE TRIGGER recharge_life BEFORE UPDATE ON recharge FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state = 'success'::text AND (new.state IS DISTINCT FROM old.state OR new.finished_at IS DISTINCT FROM old.finished_at) OR old.state = 'failed'::text AND new.state = 'processing'::text OR old.state = 'failed'::text AND new.state = 'failed'::text AND new.reason IS DISTINCT FROM old.reason AND (old.reason IS DISTINCT FROM 'expired'::text OR new.reason IS DISTINCT FROM 'not_found'::text) OR old.credited IS NOT NULL AND (new.credited IS NULL OR new.credited < old.credited) OR old.payment_id IS NOT NULL AND (new.payment_id IS DISTINCT FROM old.payment_id OR new.pay_url IS DISTINCT FROM old.pay_url) OR new.payer IS DISTINCT FROM old.payer AND new.payer IS NOT NULL)) EXECUTE FUNCTION refuse_change();
grant select on recharge to fairlot_app;
grant insert (member_id, recharge_id, number, request_id, input_hash, method, provider, amount, currency, payment_id, created_at, expires_at, play_percent, kind, payer, payer_key, receiving_account) on recharge to fairlot_app;
grant update (state, reason, payment_id, pay_url, finished_at, credited, payer, proof_at, returned) on recharge to fairlot_app;
comment on table recharge is 'key: member';

create table recharge_count (
  member_id uuid not null,
  opened integer not null,
  constraint recharge_count_pkey PRIMARY KEY (member_id),
  constraint recharge_count_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint recharge_count_opened CHECK (opened > 0)
) with (fillfactor=70);
grant insert, select on recharge_count to fairlot_app;
grant update (opened) on recharge_count to fairlot_app;
comment on table recharge_count is 'key: member';

create table recharge_credit (
  member_id uuid not null,
  recharge_id uuid not null,
  seq integer not null,
  ref uuid not null,
  amount bigint not null,
  provider text not null,
  event_id text not null,
  at timestamp with time zone not null,
  constraint recharge_credit_pkey PRIMARY KEY (member_id, recharge_id, seq),
  constraint recharge_credit_notice UNIQUE (provider, event_id),
  constraint recharge_credit_ref_key UNIQUE (ref),
  constraint recharge_credit_event FOREIGN KEY (provider, event_id) REFERENCES provider_event(provider, event_id),
  constraint recharge_credit_of FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint recharge_credit_amount CHECK (amount > 0),
  constraint recharge_credit_seq CHECK (seq > 0 AND (seq = 1) = (ref = recharge_id)),
  constraint recharge_credit_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER recharge_credit_tallied AFTER INSERT ON recharge_credit DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on recharge_credit to fairlot_app;
comment on table recharge_credit is 'key: member';

create table recharge_method (
  method text not null,
  kind text not null,
  "position" integer not null,
  enabled boolean default true not null,
  required_fields text[] not null,
  optional_fields text[] not null,
  delay_from integer not null,
  delay_to integer not null,
  constraint recharge_method_pkey PRIMARY KEY (method),
  constraint recharge_method_delay CHECK (delay_from >= 0 AND delay_to >= delay_from),
  constraint recharge_method_fields CHECK ((required_fields || optional_fields) <@ ARRAY['name'::text, 'email'::text, 'taxId'::text, 'trc20'::text, 'code'::text] AND NOT required_fields && optional_fields),
  constraint recharge_method_kind CHECK (kind = ANY (ARRAY['sandbox'::text, 'bank'::text, 'upi'::text, 'ewallet'::text, 'pix'::text, 'trc20'::text])),
  constraint recharge_method_name CHECK (method ~ '^[a-z0-9-]{1,30}$'::text),
  constraint recharge_method_audited TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER recharge_method_audited AFTER UPDATE ON recharge_method DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.* IS DISTINCT FROM old.*) EXECUTE FUNCTION check_change_audited('method', 'method', 'method.change');
grant select on recharge_method to fairlot_app;
grant update (required_fields, optional_fields, delay_from, delay_to) on recharge_method to fairlot_app;
comment on table recharge_method is 'key: reference';

create table recharge_proof (
  member_id uuid not null,
  recharge_id uuid not null,
  seq integer not null,
  reference text,
  slip_id uuid,
  at timestamp with time zone not null,
  constraint recharge_proof_pkey PRIMARY KEY (member_id, recharge_id, seq),
  constraint recharge_proof_of FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint recharge_proof_reference CHECK (length(reference) >= 1 AND length(reference) <= 64),
  constraint recharge_proof_seq CHECK (seq >= 1 AND seq <= 20),
  constraint recharge_proof_something CHECK (reference IS NOT NULL OR slip_id IS NOT NULL),
  constraint recharge_proof_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER recharge_proof_tallied AFTER INSERT ON recharge_proof DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on recharge_proof to fairlot_app;
comment on table recharge_proof is 'key: member';

create table recharge_timeline (
  member_id uuid not null,
  recharge_id uuid not null,
  seq integer not null,
  state text not null,
  reason text,
  at timestamp with time zone not null,
  constraint recharge_timeline_pkey PRIMARY KEY (member_id, recharge_id, seq),
  constraint recharge_timeline_of FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint recharge_timeline_reason CHECK ((state = 'failed'::text) = (reason IS NOT NULL)),
  constraint recharge_timeline_seq CHECK (seq > 0),
  constraint recharge_timeline_state CHECK (state = ANY (ARRAY['processing'::text, 'success'::text, 'failed'::text])),
  constraint recharge_timeline_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER recharge_timeline_tallied AFTER INSERT ON recharge_timeline DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on recharge_timeline to fairlot_app;
comment on table recharge_timeline is 'key: member';

create table reconciliation_day (
  day date not null,
  provider text not null,
  direction text not null,
  said_items integer not null,
  said_amount bigint not null,
  booked_items integer not null,
  booked_amount bigint not null,
  differences integer not null,
  changed_at timestamp with time zone not null,
  constraint reconciliation_day_pkey PRIMARY KEY (day, provider, direction),
  constraint reconciliation_day_direction CHECK (direction = ANY (ARRAY['in'::text, 'out'::text])),
  constraint reconciliation_day_figures CHECK (LEAST(said_items::bigint, said_amount, booked_items::bigint, booked_amount, differences::bigint) >= 0 AND (differences > 0 OR said_items = booked_items AND said_amount = booked_amount)),
  constraint reconciliation_day_provider CHECK (provider ~ '^[a-z0-9]{1,20}$'::text)
);
CREATE INDEX reconciliation_day_open ON public.reconciliation_day USING btree (day) WHERE (differences > 0);
grant delete, insert, select on reconciliation_day to fairlot_app;
grant update (said_items, said_amount, booked_items, booked_amount, differences, changed_at) on reconciliation_day to fairlot_app;
comment on table reconciliation_day is 'key: reconciliation_day';

create table reconciliation_run (
  singleton boolean default true not null,
  cut_at timestamp with time zone not null,
  utc_offset integer not null,
  constraint reconciliation_run_pkey PRIMARY KEY (singleton),
  constraint reconciliation_run_singleton_check CHECK (singleton)
);
grant insert, select on reconciliation_run to fairlot_app;
grant update (cut_at, utc_offset) on reconciliation_run to fairlot_app;
comment on table reconciliation_run is 'key: deployment';

create table refund_notice (
  provider text not null,
  event_id text not null,
  payment_id text not null,
  member_id uuid not null,
  withdrawal_id uuid not null,
  refund_id text not null,
  amount bigint not null,
  currency text not null,
  outcome text not null,
  body text not null,
  received_at timestamp with time zone not null,
  constraint refund_notice_pkey PRIMARY KEY (provider, event_id),
  constraint refund_notice_of FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint refund_notice_amount CHECK (amount > 0),
  constraint refund_notice_outcome CHECK (outcome = ANY (ARRAY['paid'::text, 'mismatch'::text, 'unchanged'::text])),
  constraint refund_notice_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX refund_notice_of_withdrawal ON public.refund_notice USING btree (withdrawal_id);
CREATE CONSTRAINT TRIGGER refund_notice_tallied AFTER INSERT ON refund_notice DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on refund_notice to fairlot_app;
comment on table refund_notice is 'key: provider';

create table refused_seal (
  log integer not null,
  subject text not null,
  witness text not null,
  why text not null,
  told_at timestamp with time zone default business_now() not null,
  constraint refused_seal_pkey PRIMARY KEY (log, subject, witness),
  constraint refused_seal_log_fkey FOREIGN KEY (log) REFERENCES log(number)
);
grant select on refused_seal to fairlot_app;
grant insert (log, subject, witness, why) on refused_seal to fairlot_app;
grant update (why, told_at) on refused_seal to fairlot_app;
comment on table refused_seal is 'key: deployment';

create table relation_flag (
  member_id uuid not null,
  friend_id uuid not null,
  signal text not null,
  other_id uuid not null,
  state text default 'open'::text not null,
  found_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  reason text,
  approval_id uuid,
  constraint relation_flag_pkey PRIMARY KEY (member_id, friend_id, signal),
  constraint relation_flag_member_id_friend_id_fkey FOREIGN KEY (member_id, friend_id) REFERENCES team_member(member_id, friend_id),
  constraint relation_flag_decided CHECK (
CASE
    WHEN state = 'open'::text THEN num_nonnulls(decided_at, reason, approval_id) = 0
    ELSE num_nonnulls(decided_at, reason, approval_id) = 3 AND length(reason) >= 1 AND length(reason) <= 500
END),
  constraint relation_flag_other CHECK (other_id <> friend_id),
  constraint relation_flag_signal CHECK (signal = ANY (ARRAY['device'::text, 'payout'::text, 'payer'::text])),
  constraint relation_flag_state CHECK (state = ANY (ARRAY['open'::text, 'cleared'::text, 'confirmed'::text]))
) with (fillfactor=70);
CREATE INDEX relation_flag_by_time ON public.relation_flag USING btree (found_at, member_id, friend_id, signal) WHERE (state = 'open'::text);
CREATE TRIGGER relation_flag_life BEFORE UPDATE ON relation_flag FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state <> 'open'::text OR new.state <> 'cleared'::text) AND (old.state <> 'open'::text OR new.state <> 'confirmed'::text)) EXECUTE FUNCTION refuse_change();
grant select on relation_flag to fairlot_app;
grant insert (member_id, friend_id, signal, other_id, found_at) on relation_flag to fairlot_app;
grant update (state, decided_at, reason, approval_id) on relation_flag to fairlot_app;
comment on table relation_flag is 'key: member';

create table reminder (
  member_id uuid not null,
  issue_id uuid not null,
  kind text not null,
  created_at timestamp with time zone not null,
  constraint reminder_pkey PRIMARY KEY (member_id, issue_id, kind),
  constraint reminder_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint reminder_kind CHECK (kind = ANY (ARRAY['ten_left'::text, 'drawn'::text]))
);
CREATE INDEX reminder_of_issue ON public.reminder USING btree (issue_id);
grant delete, insert, select on reminder to fairlot_app;
grant update (created_at) on reminder to fairlot_app;
comment on table reminder is 'key: member';

create table restore_drill (
  signature bytea not null,
  record text not null,
  made_at timestamp with time zone not null,
  backup_at timestamp with time zone not null,
  operator_id uuid not null,
  recorded_at timestamp with time zone not null,
  constraint restore_drill_pkey PRIMARY KEY (signature),
  constraint restore_drill_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint restore_drill_order CHECK (backup_at <= made_at),
  constraint restore_drill_record CHECK (length(record) >= 1 AND length(record) <= 4000),
  constraint restore_drill_signature CHECK (octet_length(signature) = 64)
);
CREATE INDEX restore_drill_by_time ON public.restore_drill USING btree (made_at DESC);
grant insert, select on restore_drill to fairlot_app;
comment on table restore_drill is 'key: deployment';

create table review (
  member_id uuid not null,
  purchase_id uuid not null,
  tier integer not null,
  review_id uuid not null,
  issue_id uuid not null,
  code text not null,
  request_id uuid not null,
  title text,
  content text,
  named boolean not null,
  state text not null,
  reason text,
  note text,
  posted_at timestamp with time zone not null,
  published_at timestamp with time zone,
  decided_at timestamp with time zone,
  reports integer default 0 not null,
  constraint review_pkey PRIMARY KEY (member_id, purchase_id),
  constraint review_public_id UNIQUE (review_id),
  constraint review_code_fkey FOREIGN KEY (code) REFERENCES product(code),
  constraint review_member_id_purchase_id_tier_fkey FOREIGN KEY (member_id, purchase_id, tier) REFERENCES prize(member_id, purchase_id, tier),
  constraint review_reason CHECK ((reason IS NOT NULL) = (state = ANY (ARRAY['refused'::text, 'hidden'::text])) AND (note IS NULL OR reason IS NOT NULL) AND (reason = ANY (ARRAY['personal_data'::text, 'offensive'::text, 'advertising'::text, 'unrelated'::text, 'not_own'::text, 'illegal'::text])) AND char_length(note) <= 500),
  constraint review_reports CHECK (reports >= 0 AND (reports = 0 OR state = 'published'::text)),
  constraint review_state CHECK (state = ANY (ARRAY['waiting'::text, 'published'::text, 'refused'::text, 'hidden'::text, 'deleted'::text])),
  constraint review_text CHECK ((title IS NULL) = (state = 'deleted'::text) AND (content IS NULL) = (state = 'deleted'::text) AND char_length(title) >= 1 AND char_length(title) <= 80 AND char_length(content) >= 1 AND char_length(content) <= 1000),
  constraint review_times CHECK (((state <> ALL (ARRAY['published'::text, 'hidden'::text])) OR published_at IS NOT NULL) AND ((state <> ALL (ARRAY['published'::text, 'refused'::text, 'hidden'::text])) OR decided_at IS NOT NULL))
);
CREATE INDEX review_by_state ON public.review USING btree (state, posted_at, review_id) WHERE (state <> 'deleted'::text);
CREATE INDEX review_of_product ON public.review USING btree (code, published_at DESC, review_id DESC) WHERE (state = 'published'::text);
CREATE INDEX review_published ON public.review USING btree (published_at DESC, review_id DESC) WHERE (state = 'published'::text);
CREATE INDEX review_reported ON public.review USING btree (posted_at, review_id) WHERE (reports > 0);
CREATE TRIGGER review_life BEFORE UPDATE ON review FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state <> new.state AND (old.state <> 'waiting'::text OR new.state <> 'published'::text) AND (old.state <> 'waiting'::text OR new.state <> 'refused'::text) AND (old.state <> 'refused'::text OR new.state <> 'published'::text) AND (old.state <> 'published'::text OR new.state <> 'hidden'::text) AND (old.state <> 'hidden'::text OR new.state <> 'published'::text) AND (old.state <> 'waiting'::text OR new.state <> 'deleted'::text) AND (old.state <> 'published'::text OR new.state <> 'deleted'::text) AND (old.state <> 'refused'::text OR new.state <> 'deleted'::text) AND (old.state <> 'hidden'::text OR new.state <> 'deleted'::text) OR old.published_at IS DISTINCT FROM new.published_at AND old.published_at IS NOT NULL OR (new.title IS DISTINCT FROM old.title OR new.content IS DISTINCT FROM old.content) AND new.state <> 'deleted'::text)) EXECUTE FUNCTION refuse_change();
grant select on review to fairlot_app;
grant insert (member_id, purchase_id, tier, review_id, issue_id, code, request_id, title, content, named, state, posted_at) on review to fairlot_app;
grant update (title, content, state, reason, note, published_at, decided_at, reports) on review to fairlot_app;
comment on table review is 'key: member';

create table review_picture (
  member_id uuid not null,
  purchase_id uuid not null,
  "position" integer not null,
  upload_id uuid not null,
  name text,
  constraint review_picture_pkey PRIMARY KEY (member_id, purchase_id, "position"),
  constraint review_picture_once UNIQUE (member_id, upload_id),
  constraint review_picture_member_id_purchase_id_fkey FOREIGN KEY (member_id, purchase_id) REFERENCES review(member_id, purchase_id),
  constraint review_picture_member_id_upload_id_fkey FOREIGN KEY (member_id, upload_id) REFERENCES upload(member_id, upload_id),
  constraint review_picture_name_fkey FOREIGN KEY (name) REFERENCES media(name),
  constraint review_picture_position CHECK ("position" >= 1 AND "position" <= 9)
);
grant delete, insert, select on review_picture to fairlot_app;
grant update (name) on review_picture to fairlot_app;
comment on table review_picture is 'key: member';

create table review_report (
  member_id uuid not null,
  review_id uuid not null,
  reason text not null,
  open boolean default true not null,
  at timestamp with time zone not null,
  constraint review_report_pkey PRIMARY KEY (member_id, review_id),
  constraint review_report_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint review_report_review_id_fkey FOREIGN KEY (review_id) REFERENCES review(review_id),
  constraint review_report_reason CHECK (reason = ANY (ARRAY['personal_data'::text, 'offensive'::text, 'advertising'::text, 'unrelated'::text, 'not_own'::text, 'illegal'::text])),
  constraint review_report_kept TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX review_report_day ON public.review_report USING btree (member_id, at);
CREATE INDEX review_report_of ON public.review_report USING btree (review_id);
CREATE CONSTRAINT TRIGGER review_report_kept AFTER DELETE ON review_report DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_review_report();
grant delete, select on review_report to fairlot_app;
grant insert (member_id, review_id, reason, at) on review_report to fairlot_app;
grant update (open) on review_report to fairlot_app;
comment on table review_report is 'key: member';

create table review_step (
  member_id uuid not null,
  purchase_id uuid not null,
  seq integer not null,
  step text not null,
  operator_id uuid,
  reason text,
  at timestamp with time zone not null,
  named boolean,
  constraint review_step_pkey PRIMARY KEY (member_id, purchase_id, seq),
  constraint review_step_member_id_purchase_id_fkey FOREIGN KEY (member_id, purchase_id) REFERENCES review(member_id, purchase_id),
  constraint review_step_by CHECK (operator_id IS NULL OR (step <> ALL (ARRAY['post'::text, 'delete'::text]))),
  constraint review_step_first CHECK ((seq = 1) = (named IS NOT NULL)),
  constraint review_step_reason CHECK ((reason IS NOT NULL) = (step = ANY (ARRAY['refuse'::text, 'hide'::text]))),
  constraint review_step_seq_check CHECK (seq > 0),
  constraint review_step_step CHECK (step = ANY (ARRAY['post'::text, 'publish'::text, 'keep'::text, 'refuse'::text, 'hide'::text, 'delete'::text])),
  constraint review_step_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER review_step_tallied AFTER INSERT ON review_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on review_step to fairlot_app;
comment on table review_step is 'key: member';

create table round (
  round_id uuid not null,
  game text not null,
  period text not null,
  chain_id uuid not null,
  status text default 'open'::text not null,
  opens_ms bigint not null,
  closes_ms bigint not null,
  ends_ms bigint not null,
  slice bigint not null,
  pool bigint default 0 not null,
  bets integer default 0 not null,
  players integer default 0 not null,
  stake bigint default 0 not null,
  exposure bigint[] default '{0,0,0,0,0,0,0,0,0,0}'::bigint[] not null,
  last_ms bigint default 0 not null,
  outcome integer,
  through_seq integer default 0 not null,
  opened_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  member_limit bigint default 0 not null,
  chain_index integer,
  beacon_round bigint,
  constraint round_pkey PRIMARY KEY (round_id),
  constraint round_chain_id_fkey FOREIGN KEY (chain_id) REFERENCES game_chain(chain_id),
  constraint round_amounts CHECK (slice >= 0 AND pool >= 0 AND stake >= 0),
  constraint round_bets CHECK (bets >= 0 AND players >= 0 AND players <= bets AND (bets = 0) = (stake = 0)),
  constraint round_covered CHECK (outcome IS NOT NULL OR (status = ANY (ARRAY['settled'::text, 'void'::text])) OR (pool + slice) >= GREATEST(exposure[1], exposure[2], exposure[3], exposure[4], exposure[5], exposure[6], exposure[7], exposure[8], exposure[9], exposure[10])),
  constraint round_ended CHECK ((ended_at IS NULL OR pool = 0 AND through_seq = bets AND (status = ANY (ARRAY['settled'::text, 'void'::text]))) AND (status <> 'settled'::text OR ended_at IS NOT NULL)),
  constraint round_escrow CHECK (outcome IS NOT NULL OR (status = ANY (ARRAY['settled'::text, 'void'::text])) OR pool = stake),
  constraint round_member_limit CHECK (member_limit >= 0),
  constraint round_outcome CHECK (outcome >= 1 AND outcome <= 10 AND (status = ANY (ARRAY['sealed'::text, 'settled'::text])) OR outcome IS NULL AND status <> 'settled'::text),
  constraint round_outcomes CHECK (cardinality(exposure) = 10 AND array_ndims(exposure) = 1 AND array_position(exposure, NULL::bigint) IS NULL AND LEAST(exposure[1], exposure[2], exposure[3], exposure[4], exposure[5], exposure[6], exposure[7], exposure[8], exposure[9], exposure[10]) >= 0),
  constraint round_period CHECK (round_id = round_id_of(game, period) AND period ~ '^[0-9]{8}-[0-9]{4}$'::text),
  constraint round_scheduled CHECK (chain_index IS NULL AND beacon_round IS NULL OR chain_index > 0 AND beacon_round > 0),
  constraint round_status CHECK (status = ANY (ARRAY['open'::text, 'closed'::text, 'sealed'::text, 'settled'::text, 'void'::text])),
  constraint round_through CHECK (through_seq >= 0 AND through_seq <= bets AND (through_seq = 0 OR outcome IS NOT NULL OR status = 'void'::text)),
  constraint round_times CHECK (opens_ms < closes_ms AND closes_ms < ends_ms),
  constraint round_window CHECK (last_ms = 0 OR last_ms >= opens_ms AND last_ms < closes_ms)
) with (fillfactor=50);
CREATE INDEX round_decided ON public.round USING btree (game, opens_ms) WHERE (outcome IS NOT NULL);
CREATE INDEX round_live ON public.round USING btree (closes_ms) WHERE (ended_at IS NULL);
CREATE INDEX round_of_chain ON public.round USING btree (chain_id, opens_ms);
CREATE INDEX round_of_game ON public.round USING btree (game, opens_ms);
CREATE TRIGGER round_life BEFORE UPDATE ON round FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.status <> old.status AND (old.status <> 'open'::text OR new.status <> 'closed'::text) AND (old.status <> 'closed'::text OR new.status <> 'sealed'::text) AND (old.status <> 'closed'::text OR new.status <> 'void'::text) AND (old.status <> 'sealed'::text OR new.status <> 'void'::text) AND (old.status <> 'sealed'::text OR new.status <> 'settled'::text) OR (old.status <> 'open'::text OR new.status <> 'open'::text) AND (new.bets IS DISTINCT FROM old.bets OR new.players IS DISTINCT FROM old.players OR new.stake IS DISTINCT FROM old.stake OR new.exposure IS DISTINCT FROM old.exposure OR new.last_ms IS DISTINCT FROM old.last_ms) OR new.bets < old.bets OR new.last_ms < old.last_ms OR new.through_seq < old.through_seq OR old.outcome IS NOT NULL AND new.outcome IS DISTINCT FROM old.outcome OR old.ended_at IS NOT NULL)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER round_schedule BEFORE INSERT ON round FOR EACH ROW EXECUTE FUNCTION refuse_unscheduled_round();
grant select on round to fairlot_app;
grant insert (round_id, game, period, chain_id, opens_ms, closes_ms, ends_ms, slice, opened_at, member_limit, chain_index, beacon_round) on round to fairlot_app;
grant update (status, pool, bets, players, stake, exposure, last_ms, outcome, through_seq, ended_at) on round to fairlot_app;
comment on table round is 'key: round';

create table round_cosignature (
  round_id uuid not null,
  witness text not null,
  size bigint not null,
  signed_ms bigint not null,
  round_ms bigint not null,
  constraint round_cosignature_pkey PRIMARY KEY (round_id, witness),
  constraint round_cosignature_round_id_fkey FOREIGN KEY (round_id) REFERENCES round_seal(round_id),
  constraint round_cosignature_in_time CHECK (signed_ms < round_ms AND size > 0),
  constraint round_cosignature_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER round_cosignature_tallied AFTER INSERT ON round_cosignature DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on round_cosignature to fairlot_app;
comment on table round_cosignature is 'key: round';

create table round_result (
  round_id uuid not null,
  beacon_round bigint not null,
  signature text not null,
  beacon text not null,
  hash text not null,
  price text,
  finish integer[],
  outcome integer not null,
  witness text,
  drawn_at timestamp with time zone not null,
  constraint round_result_pkey PRIMARY KEY (round_id),
  constraint round_result_round_id_beacon_round_fkey FOREIGN KEY (round_id, beacon_round) REFERENCES round_seal(round_id, beacon_round),
  constraint round_result_round_id_witness_fkey FOREIGN KEY (round_id, witness) REFERENCES round_cosignature(round_id, witness),
  constraint round_result_kind CHECK (
CASE
    WHEN finish IS NULL THEN price ~ '^[0-9]{6}$'::text AND outcome = ("right"(price, 1)::integer + 1)
    ELSE price IS NULL AND cardinality(finish) = 10 AND outcome = finish[1]
END),
  constraint round_result_values CHECK (signature ~ '^[0-9a-f]{96}$'::text AND beacon ~ '^[0-9a-f]{64}$'::text AND hash ~ '^[0-9a-f]{64}$'::text AND outcome >= 1 AND outcome <= 10),
  constraint round_result_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER round_result_tallied AFTER INSERT ON round_result DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on round_result to fairlot_app;
comment on table round_result is 'key: round';

create table round_seal (
  round_id uuid not null,
  chain_id uuid not null,
  chain_index integer not null,
  secret text not null,
  bets integer not null,
  digest text not null,
  sealed_ms bigint not null,
  beacon_round bigint not null,
  constraint round_seal_pkey PRIMARY KEY (round_id),
  constraint round_seal_by_round UNIQUE (round_id, beacon_round),
  constraint round_seal_index UNIQUE (chain_id, chain_index),
  constraint round_seal_chain_id_fkey FOREIGN KEY (chain_id) REFERENCES game_chain(chain_id),
  constraint round_seal_round_id_fkey FOREIGN KEY (round_id) REFERENCES round(round_id),
  constraint round_seal_values CHECK (secret ~ '^[0-9a-f]{64}$'::text AND digest ~ '^[0-9a-f]{64}$'::text AND bets >= 0 AND chain_index > 0 AND beacon_round > 0),
  constraint round_seal_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE TRIGGER round_seal_schedule BEFORE INSERT ON round_seal FOR EACH ROW EXECUTE FUNCTION refuse_unscheduled_seal();
CREATE CONSTRAINT TRIGGER round_seal_tallied AFTER INSERT ON round_seal DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on round_seal to fairlot_app;
comment on table round_seal is 'key: round';

create table round_void (
  round_id uuid not null,
  why text not null,
  bets integer not null,
  stake bigint not null,
  voided_at timestamp with time zone not null,
  constraint round_void_pkey PRIMARY KEY (round_id),
  constraint round_void_round_id_fkey FOREIGN KEY (round_id) REFERENCES round(round_id),
  constraint round_void_bets CHECK (bets >= 0 AND stake >= 0),
  constraint round_void_why CHECK (why = ANY (ARRAY['late'::text, 'unsigned'::text, 'lost'::text])),
  constraint round_void_schedule TRIGGER DEFERRABLE INITIALLY DEFERRED,
  constraint round_void_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER round_void_schedule AFTER INSERT ON round_void DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_scheduled_void();
CREATE CONSTRAINT TRIGGER round_void_tallied AFTER INSERT ON round_void DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on round_void to fairlot_app;
comment on table round_void is 'key: round';

create table sandbox_notice (
  payment_id text not null,
  seq integer not null,
  event_id text not null,
  type text not null,
  amount bigint not null,
  occurred_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  constraint sandbox_notice_pkey PRIMARY KEY (payment_id, seq),
  constraint sandbox_notice_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payment(payment_id),
  constraint sandbox_notice_amount CHECK (amount > 0),
  constraint sandbox_notice_seq CHECK (seq > 0),
  constraint sandbox_notice_type CHECK (type = ANY (ARRAY['payment.pending'::text, 'payment.succeeded'::text, 'payment.failed'::text]))
) with (fillfactor=70);
grant select on sandbox_notice to fairlot_app;
grant insert (payment_id, seq, event_id, type, amount, occurred_at, due_at) on sandbox_notice to fairlot_app;
grant update (delivered_at) on sandbox_notice to fairlot_app;
comment on table sandbox_notice is 'key: payment';

create table sandbox_payment (
  payment_id text not null,
  reference text not null,
  amount bigint not null,
  currency text not null,
  return_url text not null,
  state text default 'open'::text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  constraint sandbox_payment_pkey PRIMARY KEY (payment_id),
  constraint sandbox_payment_amount CHECK (amount > 0),
  constraint sandbox_payment_decided CHECK ((state = 'open'::text) = (decided_at IS NULL)),
  constraint sandbox_payment_id CHECK (payment_id ~ '^[0-9a-f]{32}$'::text),
  constraint sandbox_payment_state CHECK (state = ANY (ARRAY['open'::text, 'paid'::text, 'declined'::text]))
) with (fillfactor=70);
CREATE TRIGGER sandbox_payment_life BEFORE UPDATE ON sandbox_payment FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.state <> 'open'::text) EXECUTE FUNCTION refuse_change();
grant select on sandbox_payment to fairlot_app;
grant insert (payment_id, reference, amount, currency, return_url, created_at, expires_at) on sandbox_payment to fairlot_app;
grant update (state, decided_at) on sandbox_payment to fairlot_app;
comment on table sandbox_payment is 'key: payment';

create table sandbox_refund (
  payment_id text not null,
  reference text not null,
  refund_id text not null,
  amount bigint not null,
  created_at timestamp with time zone not null,
  delivered_at timestamp with time zone,
  constraint sandbox_refund_pkey PRIMARY KEY (payment_id, reference),
  constraint sandbox_refund_payment_id_fkey FOREIGN KEY (payment_id) REFERENCES sandbox_payment(payment_id),
  constraint sandbox_refund_amount CHECK (amount > 0)
) with (fillfactor=70);
grant insert, select on sandbox_refund to fairlot_app;
grant update (delivered_at) on sandbox_refund to fairlot_app;
comment on table sandbox_refund is 'key: payment';

create table sandbox_sms (
  sms_id uuid not null,
  phone text not null,
  body text not null,
  sent_at timestamp with time zone not null,
  constraint sandbox_sms_pkey PRIMARY KEY (sms_id),
  constraint sandbox_sms_body_check CHECK (char_length(body) >= 1 AND char_length(body) <= 500)
);
CREATE INDEX sandbox_sms_by_phone ON public.sandbox_sms USING btree (phone, sms_id DESC);
CREATE INDEX sandbox_sms_by_time ON public.sandbox_sms USING btree (sent_at DESC, sms_id DESC);
grant delete, insert, select on sandbox_sms to fairlot_app;
comment on table sandbox_sms is 'key: deployment';

create table schema_migration (
  version integer not null,
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone not null,
  constraint schema_migration_pkey PRIMARY KEY (version)
);
grant select on schema_migration to fairlot_app;
comment on table schema_migration is 'key: deployment';

create table search_word (
  term text not null,
  shown text not null,
  near text[] not null,
  products integer not null,
  constraint search_word_pkey PRIMARY KEY (term),
  constraint search_word_products CHECK (products >= 0)
) with (fillfactor=80);
CREATE INDEX search_word_letters ON public.search_word USING btree (term) WHERE (term !~ '[0-9]'::text);
CREATE INDEX search_word_near ON public.search_word USING gin (near);
grant delete, insert, select on search_word to fairlot_app;
grant update (products) on search_word to fairlot_app;
comment on table search_word is 'key: reference';

create table seat_left (
  member_id uuid not null,
  issue_id uuid not null,
  purchase_id uuid not null,
  left_at timestamp with time zone not null,
  constraint seat_left_pkey PRIMARY KEY (member_id, issue_id),
  constraint seat_left_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX seat_left_of_issue ON public.seat_left USING btree (issue_id);
CREATE CONSTRAINT TRIGGER seat_left_tallied AFTER INSERT ON seat_left DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on seat_left to fairlot_app;
comment on table seat_left is 'key: member';

create table session (
  session_id uuid not null,
  member_id uuid not null,
  token_hash bytea not null,
  device text not null,
  created_at timestamp with time zone not null,
  seen_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  active_since timestamp with time zone not null,
  reality_at timestamp with time zone,
  constraint session_pkey PRIMARY KEY (session_id),
  constraint session_token UNIQUE (token_hash),
  constraint session_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint session_check CHECK (expires_at > created_at),
  constraint session_device_check CHECK (char_length(device) <= 60),
  constraint session_lifetime CHECK (expires_at <= (created_at + '30 days'::interval)),
  constraint session_token_hash_check CHECK (octet_length(token_hash) = 32)
) with (fillfactor=80);
CREATE INDEX session_expiry ON public.session USING btree (expires_at);
CREATE INDEX session_of_member ON public.session USING btree (member_id, created_at);
grant delete, select on session to fairlot_app;
grant insert (session_id, member_id, token_hash, device, created_at, seen_at, expires_at, active_since) on session to fairlot_app;
grant update (seen_at, ended_at, active_since, reality_at) on session to fairlot_app;
comment on table session is 'key: session; also unique: token_hash';

create table setting (
  name text not null,
  value text not null,
  version integer not null,
  changed_at timestamp with time zone not null,
  constraint setting_pkey PRIMARY KEY (name),
  constraint setting_name CHECK (name ~ '^[a-z]+(\.[a-z][A-Za-z0-9]*){1,3}$'::text),
  constraint setting_value CHECK (char_length(value) <= 2000),
  constraint setting_version CHECK (version > 0)
);
CREATE TRIGGER setting_version BEFORE UPDATE ON setting FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.version <> (old.version + 1)) EXECUTE FUNCTION refuse_change();
grant insert, select on setting to fairlot_app;
grant update (value, version, changed_at) on setting to fairlot_app;
comment on table setting is 'key: deployment';

create table setting_change (
  name text not null,
  version integer not null,
  before text not null,
  after text not null,
  operator_id uuid,
  approval_id uuid,
  reason text not null,
  at timestamp with time zone not null,
  constraint setting_change_pkey PRIMARY KEY (name, version),
  constraint setting_change_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint setting_change_name_fkey FOREIGN KEY (name) REFERENCES setting(name),
  constraint setting_change_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint setting_change_version CHECK (version > 0),
  constraint setting_change_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER setting_change_tallied AFTER INSERT ON setting_change DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on setting_change to fairlot_app;
comment on table setting_change is 'key: deployment';

create view settled_clock as
 SELECT
        CASE
            WHEN w.driven THEN c.at
            ELSE LEAST(c.at, w.settled_at)
        END AS at
   FROM business_clock c
     CROSS JOIN clock_watch w;
grant select on settled_clock to fairlot_app;

create table share_day (
  member_id uuid not null,
  day date not null,
  constraint share_day_pkey PRIMARY KEY (member_id, day),
  constraint share_day_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id)
);
CREATE TRIGGER share_day_now BEFORE INSERT ON share_day FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name) EXECUTE FUNCTION check_share_day();
grant insert, select on share_day to fairlot_app;
comment on table share_day is 'key: member';

create table sms_code (
  phone text not null,
  purpose text not null,
  code_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  sent_in_row integer not null,
  resend_at timestamp with time zone not null,
  tries integer default 0 not null,
  used_at timestamp with time zone,
  constraint sms_code_pkey PRIMARY KEY (phone, purpose),
  constraint sms_code_code_hash_check CHECK (octet_length(code_hash) = 32),
  constraint sms_code_phone_check CHECK (phone ~ '^\+[1-9][0-9]{6,14}$'::text),
  constraint sms_code_purpose CHECK (purpose = ANY (ARRAY['register'::text, 'login'::text, 'reset'::text, 'recharge'::text, 'withdraw'::text, 'payout'::text, 'phone'::text, 'password'::text, 'close'::text, 'export'::text])),
  constraint sms_code_sent_in_row_check CHECK (sent_in_row > 0),
  constraint sms_code_tries_check CHECK (tries >= 0 AND tries <= 5)
) with (fillfactor=70);
CREATE INDEX sms_code_age ON public.sms_code USING btree (sent_at);
CREATE TRIGGER sms_code_used BEFORE UPDATE ON sms_code FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.sent_at <= old.sent_at AND (old.used_at IS NOT NULL AND new.used_at IS DISTINCT FROM old.used_at OR new.tries < old.tries OR new.expires_at > old.expires_at)) EXECUTE FUNCTION refuse_change();
grant delete, select on sms_code to fairlot_app;
grant insert (phone, purpose, code_hash, sent_at, expires_at, sent_in_row, resend_at) on sms_code to fairlot_app;
grant update (code_hash, sent_at, expires_at, sent_in_row, resend_at, tries, used_at) on sms_code to fairlot_app;
comment on table sms_code is 'key: phone';

create table sms_count (
  scope text not null,
  subject text not null,
  window_start timestamp with time zone not null,
  sent integer not null,
  constraint sms_count_pkey PRIMARY KEY (scope, subject, window_start),
  constraint sms_count_scope_check CHECK (scope = ANY (ARRAY['phone'::text, 'address'::text, 'prefix'::text, 'all'::text])),
  constraint sms_count_sent_check CHECK (sent > 0),
  constraint sms_count_subject_check CHECK (char_length(subject) >= 1 AND char_length(subject) <= 64)
) with (fillfactor=70);
CREATE INDEX sms_count_age ON public.sms_count USING btree (window_start);
grant delete, insert, select on sms_count to fairlot_app;
grant update (sent) on sms_count to fairlot_app;
comment on table sms_count is 'key: scope';

create table sms_failed (
  sms_id uuid not null,
  kind text not null,
  what text not null,
  calling_code text not null,
  fault text not null,
  status integer,
  tries integer not null,
  failed_at timestamp with time zone not null,
  constraint sms_failed_pkey PRIMARY KEY (sms_id),
  constraint sms_failed_answer CHECK (status IS NULL OR (fault = ANY (ARRAY['refused'::text, 'unanswered'::text]))),
  constraint sms_failed_calling_code CHECK (calling_code ~ '^[1-9]\d{0,2}$'::text),
  constraint sms_failed_fault CHECK (fault = ANY (ARRAY['refused'::text, 'unanswered'::text, 'country'::text, 'cap'::text])),
  constraint sms_failed_kind CHECK (kind = ANY (ARRAY['code'::text, 'notice'::text, 'test'::text])),
  constraint sms_failed_refused CHECK (fault <> 'refused'::text OR status IS NOT NULL),
  constraint sms_failed_status CHECK (status >= 100 AND status <= 599),
  constraint sms_failed_tries CHECK (tries > 0),
  constraint sms_failed_what CHECK (what ~ '^[A-Za-z]{1,40}$'::text)
);
CREATE INDEX sms_failed_by_time ON public.sms_failed USING btree (failed_at DESC, sms_id DESC);
grant delete, insert, select on sms_failed to fairlot_app;
comment on table sms_failed is 'key: deployment';

create table sms_test (
  test_id uuid not null,
  gateway bytea not null,
  code_hash bytea not null,
  operator_id uuid not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  tries integer default 0 not null,
  confirmed_by uuid,
  confirmed_at timestamp with time zone,
  constraint sms_test_pkey PRIMARY KEY (test_id),
  constraint sms_test_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES operator(operator_id),
  constraint sms_test_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES operator(operator_id),
  constraint sms_test_confirmed CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL) AND (confirmed_at IS NULL OR confirmed_at >= sent_at AND confirmed_at <= expires_at)),
  constraint sms_test_expiry CHECK (expires_at > sent_at),
  constraint sms_test_gateway CHECK (octet_length(gateway) = 32),
  constraint sms_test_hash CHECK (octet_length(code_hash) = 32),
  constraint sms_test_tries CHECK (tries >= 0 AND tries <= 5)
);
CREATE INDEX sms_test_by_gateway ON public.sms_test USING btree (gateway, confirmed_at DESC) WHERE (confirmed_at IS NOT NULL);
CREATE INDEX sms_test_by_time ON public.sms_test USING btree (sent_at DESC);
grant select on sms_test to fairlot_app;
grant insert (test_id, gateway, code_hash, operator_id, sent_at, expires_at) on sms_test to fairlot_app;
grant update (tries, confirmed_by, confirmed_at) on sms_test to fairlot_app;
comment on table sms_test is 'key: deployment';

create table solvency_day (
  day date not null,
  log integer not null,
  index bigint not null,
  at_ms bigint not null,
  members integer not null,
  root bytea not null,
  total bigint not null,
  assets bigint not null,
  constraint solvency_day_pkey PRIMARY KEY (day),
  constraint solvency_day_figures CHECK (members > 0 AND total >= 0 AND assets >= 0 AND index >= 0),
  constraint solvency_day_root CHECK (octet_length(root) = 32),
  constraint solvency_day_time CHECK (day = ('1970-01-01 00:00:00'::timestamp without time zone + at_ms::double precision * '00:00:00.001'::interval)::date),
  constraint solvency_day_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER solvency_day_tallied AFTER INSERT ON solvency_day DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on solvency_day to fairlot_app;
comment on table solvency_day is 'key: solvency_day';

create table solvency_leaf (
  day date not null,
  place integer not null,
  member_id uuid not null,
  nonce bytea not null,
  wallet bigint not null,
  piggy bigint not null,
  held bigint not null,
  escrow bigint not null,
  owner bytea,
  constraint solvency_leaf_pkey PRIMARY KEY (day, place),
  constraint solvency_leaf_member UNIQUE (day, member_id),
  constraint solvency_leaf_nonce CHECK (octet_length(nonce) = 32),
  constraint solvency_leaf_owner CHECK (octet_length(owner) = 32),
  constraint solvency_leaf_parts CHECK (place >= 0 AND wallet >= 0 AND piggy >= 0 AND held >= 0 AND escrow >= 0)
);
grant delete, insert, select on solvency_leaf to fairlot_app;
comment on table solvency_leaf is 'key: solvency_day';

create table solvency_node (
  day date not null,
  level integer not null,
  place integer not null,
  hash bytea not null,
  sum bigint not null,
  constraint solvency_node_pkey PRIMARY KEY (day, level, place),
  constraint solvency_node_shape CHECK (level >= 8 AND place >= 0 AND octet_length(hash) = 32 AND sum >= 0)
);
grant delete, insert, select on solvency_node to fairlot_app;
comment on table solvency_node is 'key: solvency_day';

create table statement_head (
  member_id uuid not null,
  through_line integer default 0 not null,
  constraint statement_head_pkey PRIMARY KEY (member_id),
  constraint statement_head_line CHECK (through_line >= 0)
) with (fillfactor=70);
grant select on statement_head to fairlot_app;
grant insert (member_id) on statement_head to fairlot_app;
grant update (through_line) on statement_head to fairlot_app;
comment on table statement_head is 'key: member';

create table statement_line (
  member_id uuid not null,
  kind text not null,
  line integer not null,
  topic text,
  constraint statement_line_pkey PRIMARY KEY (member_id, kind, line),
  constraint statement_line_number CHECK (line > 0)
);
CREATE INDEX statement_line_by_topic ON public.statement_line USING btree (member_id, topic, kind, line) WHERE (topic IS NOT NULL);
grant insert, select on statement_line to fairlot_app;
comment on table statement_line is 'key: member';

create table statement_month (
  member_id uuid not null,
  month date not null,
  kind text not null,
  lines integer not null,
  amount_in bigint not null,
  amount_out bigint not null,
  first_line integer not null,
  last_line integer not null,
  constraint statement_month_pkey PRIMARY KEY (member_id, month, kind),
  constraint statement_month_amounts CHECK (LEAST(amount_in, amount_out) >= 0),
  constraint statement_month_first CHECK (EXTRACT(day FROM month) = 1::numeric),
  constraint statement_month_lines CHECK (lines > 0 AND first_line > 0 AND (last_line - first_line) >= (lines - 1))
) with (fillfactor=70);
grant insert, select on statement_month to fairlot_app;
grant update (lines, amount_in, amount_out, last_line) on statement_month to fairlot_app;
comment on table statement_month is 'key: member';

create table task_claim (
  member_id uuid not null,
  claim text not null,
  day date not null,
  amount bigint not null,
  voucher_id uuid,
  evidence_id uuid,
  friends integer,
  request_id uuid not null,
  claimed_at timestamp with time zone not null,
  before_evidence boolean default false not null,
  constraint task_claim_pkey PRIMARY KEY (member_id, claim, day),
  constraint task_claim_once UNIQUE (member_id, request_id),
  constraint task_claim_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint task_claim_member_id_voucher_id_fkey FOREIGN KEY (member_id, voucher_id) REFERENCES voucher(member_id, voucher_id),
  constraint task_claim_evidence CHECK ((claim = ANY (ARRAY['purchase'::text, 'review'::text, 'invite'::text])) = (evidence_id IS NOT NULL) AND (claim ~~ 'ladder%'::text) = (friends IS NOT NULL) AND friends > 0),
  constraint task_claim_known CHECK (claim = ANY (ARRAY['purchase'::text, 'share'::text, 'review'::text, 'invite'::text, 'ladder1'::text, 'ladder2'::text, 'ladder3'::text, 'ladder4'::text, 'ladder5'::text, 'gift_register'::text, 'gift_recharge'::text])),
  constraint task_claim_reward CHECK ((claim ~~ 'gift%'::text) = (voucher_id IS NOT NULL) AND (voucher_id IS NULL) = (amount > 0) AND amount >= 0),
  constraint task_claim_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX task_claim_by_day ON public.task_claim USING btree (day);
CREATE UNIQUE INDEX task_claim_evidence_once ON public.task_claim USING btree (member_id, claim, evidence_id) WHERE (evidence_id IS NOT NULL);
CREATE UNIQUE INDEX task_claim_once_ever ON public.task_claim USING btree (member_id, claim) WHERE ((claim ~~ 'ladder%'::text) OR (claim ~~ 'gift%'::text));
CREATE CONSTRAINT TRIGGER task_claim_tallied AFTER INSERT ON task_claim DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant select on task_claim to fairlot_app;
grant insert (member_id, claim, day, amount, voucher_id, evidence_id, friends, request_id, claimed_at) on task_claim to fairlot_app;
comment on table task_claim is 'key: member';

create table task_claim_friend (
  member_id uuid not null,
  claim text not null,
  day date not null,
  friend_id uuid not null,
  constraint task_claim_friend_pkey PRIMARY KEY (member_id, claim, day, friend_id),
  constraint task_claim_friend_member_id_claim_day_fkey FOREIGN KEY (member_id, claim, day) REFERENCES task_claim(member_id, claim, day),
  constraint task_claim_friend_member_id_friend_id_fkey FOREIGN KEY (member_id, friend_id) REFERENCES team_member(member_id, friend_id),
  constraint task_claim_friend_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER task_claim_friend_tallied AFTER INSERT ON task_claim_friend DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on task_claim_friend to fairlot_app;
comment on table task_claim_friend is 'key: member';

create table team_member (
  member_id uuid not null,
  friend_id uuid not null,
  level integer not null,
  joined_at timestamp with time zone not null,
  recharged bigint default 0 not null,
  first_recharge_at timestamp with time zone,
  qualified_at timestamp with time zone,
  spend bigint default 0 not null,
  earned bigint default 0 not null,
  standing text default 'clear'::text not null,
  set_aside bigint,
  before_evidence boolean default false not null,
  constraint team_member_pkey PRIMARY KEY (member_id, friend_id),
  constraint team_member_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint team_member_amounts CHECK (recharged >= 0 AND spend >= 0 AND earned >= 0),
  constraint team_member_level CHECK (level = ANY (ARRAY[1, 2])),
  constraint team_member_qualified CHECK (qualified_at IS NULL OR first_recharge_at IS NOT NULL),
  constraint team_member_self CHECK (member_id <> friend_id),
  constraint team_member_set_aside CHECK (set_aside >= 0),
  constraint team_member_standing CHECK (standing = ANY (ARRAY['clear'::text, 'held'::text, 'same_person'::text]))
) with (fillfactor=70);
CREATE INDEX team_member_by_state ON public.team_member USING btree (member_id, level, (
CASE
    WHEN (qualified_at IS NOT NULL) THEN 'qualified'::text
    WHEN (first_recharge_at IS NOT NULL) THEN 'recharged'::text
    ELSE 'registered'::text
END), joined_at DESC, friend_id DESC);
CREATE INDEX team_member_by_time ON public.team_member USING btree (member_id, level, joined_at DESC, friend_id DESC);
CREATE INDEX team_member_of_friend ON public.team_member USING btree (friend_id, level);
CREATE INDEX team_member_qualified ON public.team_member USING btree (member_id, level, qualified_at) WHERE (qualified_at IS NOT NULL);
CREATE TRIGGER team_member_life BEFORE UPDATE ON team_member FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (new.spend < old.spend OR new.earned < old.earned OR old.first_recharge_at IS NOT NULL AND new.first_recharge_at IS DISTINCT FROM old.first_recharge_at OR old.qualified_at IS NOT NULL AND new.qualified_at IS DISTINCT FROM old.qualified_at OR old.set_aside IS NOT NULL AND new.set_aside IS DISTINCT FROM old.set_aside OR old.standing = 'same_person'::text AND new.standing <> 'same_person'::text)) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER team_member_qualified_now BEFORE UPDATE OF qualified_at ON team_member FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.qualified_at IS NOT NULL AND old.qualified_at IS NULL) EXECUTE FUNCTION check_qualified_now();
grant select on team_member to fairlot_app;
grant insert (member_id, friend_id, level, joined_at) on team_member to fairlot_app;
grant update (recharged, first_recharge_at, qualified_at, spend, earned, standing, set_aside) on team_member to fairlot_app;
comment on table team_member is 'key: member';

create table team_period (
  member_id uuid not null,
  period text not null,
  start date not null,
  spend bigint not null,
  constraint team_period_pkey PRIMARY KEY (member_id, period, start),
  constraint team_period_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint team_period_kind CHECK ((period = ANY (ARRAY['week'::text, 'month'::text, 'all'::text])) AND (period = 'all'::text) = (start = '1970-01-01'::date)),
  constraint team_period_spend CHECK (spend > 0)
) with (fillfactor=50);
CREATE INDEX team_period_ranking ON public.team_period USING btree (period, start, spend DESC, member_id);
grant insert, select on team_period to fairlot_app;
grant update (spend) on team_period to fairlot_app;
comment on table team_period is 'key: member';

create table team_total (
  member_id uuid not null,
  direct integer default 0 not null,
  indirect integer default 0 not null,
  direct_spend bigint default 0 not null,
  indirect_spend bigint default 0 not null,
  changes bigint default 0 not null,
  constraint team_total_pkey PRIMARY KEY (member_id),
  constraint team_total_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint team_total_amounts CHECK (direct >= 0 AND indirect >= 0 AND direct_spend >= 0 AND indirect_spend >= 0)
) with (fillfactor=50);
grant insert, select on team_total to fairlot_app;
grant update (direct, indirect, direct_spend, indirect_spend, changes) on team_total to fairlot_app;
comment on table team_total is 'key: member';

create table trc20_address (
  member_id uuid not null,
  recharge_id uuid not null,
  index bigint not null,
  address text not null,
  rate bigint not null,
  units bigint not null,
  needed integer not null,
  created_at timestamp with time zone not null,
  look_at timestamp with time zone,
  listed_from_ms bigint not null,
  constraint trc20_address_pkey PRIMARY KEY (member_id, recharge_id),
  constraint trc20_address_address UNIQUE (address),
  constraint trc20_address_index UNIQUE (index),
  constraint trc20_address_of FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint trc20_address_amounts CHECK (rate > 0 AND units > 0 AND needed > 0 AND listed_from_ms >= 0),
  constraint trc20_address_form CHECK (address ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'::text AND index >= 0 AND index <= 2147483647)
) with (fillfactor=70);
CREATE INDEX trc20_address_to_look ON public.trc20_address USING btree (look_at) WHERE (look_at IS NOT NULL);
CREATE TRIGGER trc20_address_life BEFORE UPDATE ON trc20_address FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.listed_from_ms < old.listed_from_ms) EXECUTE FUNCTION refuse_change();
grant insert, select on trc20_address to fairlot_app;
grant update (look_at, listed_from_ms) on trc20_address to fairlot_app;
comment on table trc20_address is 'key: member';

create table trc20_decision (
  transaction_id text not null,
  log_index integer not null,
  outcome text not null,
  requested_by uuid not null,
  approved_by uuid not null,
  at timestamp with time zone not null,
  constraint trc20_decision_pkey PRIMARY KEY (transaction_id, log_index),
  constraint trc20_decision_of FOREIGN KEY (transaction_id, log_index) REFERENCES trc20_transfer(transaction_id, log_index),
  constraint trc20_decision_outcome CHECK (outcome = ANY (ARRAY['credited'::text, 'dismissed'::text])),
  constraint trc20_decision_two CHECK (approved_by <> requested_by),
  constraint trc20_decision_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER trc20_decision_tallied AFTER INSERT ON trc20_decision DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on trc20_decision to fairlot_app;
comment on table trc20_decision is 'key: transaction';

create table trc20_key (
  singleton boolean default true not null,
  fingerprint text not null,
  contract text not null,
  next_index bigint default 0 not null,
  bound_at timestamp with time zone not null,
  constraint trc20_key_pkey PRIMARY KEY (singleton),
  constraint trc20_key_contract CHECK (contract ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'::text),
  constraint trc20_key_fingerprint CHECK (fingerprint ~ '^[0-9a-f]{64}$'::text),
  constraint trc20_key_next CHECK (next_index >= 0 AND next_index <= '2147483648'::bigint),
  constraint trc20_key_singleton_check CHECK (singleton)
) with (fillfactor=70);
CREATE TRIGGER trc20_key_life BEFORE UPDATE ON trc20_key FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.next_index <> (old.next_index + 1)) EXECUTE FUNCTION refuse_change();
grant select on trc20_key to fairlot_app;
grant insert (fingerprint, contract, bound_at) on trc20_key to fairlot_app;
grant update (next_index) on trc20_key to fairlot_app;
comment on table trc20_key is 'key: deployment';

create table trc20_transfer (
  transaction_id text not null,
  log_index integer not null,
  member_id uuid not null,
  recharge_id uuid not null,
  sender text not null,
  units bigint not null,
  block bigint not null,
  block_at timestamp with time zone not null,
  state text not null,
  worth bigint,
  seen_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  lost_at timestamp with time zone,
  paid_at timestamp with time zone,
  rate bigint,
  held_at timestamp with time zone,
  constraint trc20_transfer_pkey PRIMARY KEY (transaction_id, log_index),
  constraint trc20_transfer_of FOREIGN KEY (member_id, recharge_id) REFERENCES trc20_address(member_id, recharge_id),
  constraint trc20_transfer_chain CHECK (units >= 0 AND block >= 0),
  constraint trc20_transfer_ended CHECK ((state = ANY (ARRAY['credited'::text, 'dust'::text, 'dismissed'::text])) = (ended_at IS NOT NULL)),
  constraint trc20_transfer_held CHECK ((state <> 'held'::text OR held_at IS NOT NULL) AND (state <> 'dismissed'::text OR held_at IS NOT NULL) AND ((state <> ALL (ARRAY['seen'::text, 'gone'::text, 'dust'::text])) OR held_at IS NULL)),
  constraint trc20_transfer_lost CHECK (lost_at IS NULL OR rate IS NOT NULL),
  constraint trc20_transfer_name CHECK (transaction_id ~ '^[0-9a-f]{64}$'::text AND log_index >= 0),
  constraint trc20_transfer_rate CHECK ((state = ANY (ARRAY['seen'::text, 'gone'::text])) = (rate IS NULL) AND rate > 0),
  constraint trc20_transfer_sender CHECK (sender ~ '^T[1-9A-HJ-NP-Za-km-z]{33}$'::text),
  constraint trc20_transfer_state CHECK (state = ANY (ARRAY['seen'::text, 'gone'::text, 'held'::text, 'credited'::text, 'dust'::text, 'dismissed'::text])),
  constraint trc20_transfer_worth CHECK ((state = 'credited'::text) = (worth IS NOT NULL) AND worth > 0)
) with (fillfactor=70);
CREATE INDEX trc20_transfer_by_recharge ON public.trc20_transfer USING btree (member_id, recharge_id);
CREATE INDEX trc20_transfer_lost ON public.trc20_transfer USING btree (lost_at) WHERE (lost_at IS NOT NULL);
CREATE INDEX trc20_transfer_of_sender ON public.trc20_transfer USING btree (sender);
CREATE INDEX trc20_transfer_waiting ON public.trc20_transfer USING btree (held_at, transaction_id, log_index) WHERE (state = 'held'::text);
CREATE TRIGGER trc20_transfer_life BEFORE UPDATE ON trc20_transfer FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.ended_at IS NOT NULL AND (new.units IS DISTINCT FROM old.units OR new.block IS DISTINCT FROM old.block OR new.block_at IS DISTINCT FROM old.block_at OR new.state IS DISTINCT FROM old.state OR new.worth IS DISTINCT FROM old.worth OR new.ended_at IS DISTINCT FROM old.ended_at OR new.paid_at IS DISTINCT FROM old.paid_at OR new.rate IS DISTINCT FROM old.rate OR new.held_at IS DISTINCT FROM old.held_at) OR old.state = 'held'::text AND (new.units IS DISTINCT FROM old.units OR new.block IS DISTINCT FROM old.block OR new.block_at IS DISTINCT FROM old.block_at OR new.paid_at IS DISTINCT FROM old.paid_at OR new.rate IS DISTINCT FROM old.rate OR new.held_at IS DISTINCT FROM old.held_at OR (new.state <> ALL (ARRAY['held'::text, 'credited'::text, 'dismissed'::text]))))) EXECUTE FUNCTION refuse_change();
grant select on trc20_transfer to fairlot_app;
grant insert (transaction_id, log_index, member_id, recharge_id, sender, units, block, block_at, state, worth, seen_at, ended_at, paid_at, rate, held_at) on trc20_transfer to fairlot_app;
grant update (units, block, block_at, state, worth, ended_at, lost_at, paid_at, rate, held_at) on trc20_transfer to fairlot_app;
comment on table trc20_transfer is 'key: transaction';

create table trc20_transfer_step (
  transaction_id text not null,
  log_index integer not null,
  seq integer not null,
  step text not null,
  units bigint not null,
  block bigint not null,
  head bigint not null,
  nodes text not null,
  at timestamp with time zone not null,
  constraint trc20_transfer_step_pkey PRIMARY KEY (transaction_id, log_index, seq),
  constraint trc20_transfer_step_of FOREIGN KEY (transaction_id, log_index) REFERENCES trc20_transfer(transaction_id, log_index),
  constraint trc20_transfer_step_seq CHECK (seq > 0),
  constraint trc20_transfer_step_step CHECK (step = ANY (ARRAY['seen'::text, 'gone'::text, 'held'::text, 'credited'::text, 'dust'::text, 'dismissed'::text, 'lost'::text, 'found'::text])),
  constraint trc20_transfer_step_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER trc20_transfer_step_tallied AFTER INSERT ON trc20_transfer_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on trc20_transfer_step to fairlot_app;
comment on table trc20_transfer_step is 'key: transaction';

create table trc20_watch (
  singleton boolean default true not null,
  head bigint not null,
  looked_at timestamp with time zone not null,
  constraint trc20_watch_pkey PRIMARY KEY (singleton),
  constraint trc20_watch_head CHECK (head >= 0),
  constraint trc20_watch_singleton_check CHECK (singleton)
) with (fillfactor=50);
grant select on trc20_watch to fairlot_app;
grant insert (head, looked_at) on trc20_watch to fairlot_app;
grant update (head, looked_at) on trc20_watch to fairlot_app;
comment on table trc20_watch is 'key: deployment';

create table upload (
  member_id uuid not null,
  upload_id uuid not null,
  purpose text not null,
  name text not null,
  key_id text not null,
  width integer not null,
  height integer not null,
  bytes integer not null,
  stored_sha256 bytea not null,
  created_at timestamp with time zone not null,
  stored boolean default false not null,
  used_by text,
  used_at timestamp with time zone,
  erased_at timestamp with time zone,
  removed_at timestamp with time zone,
  constraint upload_pkey PRIMARY KEY (member_id, upload_id),
  constraint upload_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint upload_hash CHECK (octet_length(stored_sha256) = 32),
  constraint upload_name CHECK (name ~ '^[0-9a-f]{32}$'::text),
  constraint upload_purpose CHECK (purpose = ANY (ARRAY['slip'::text, 'identity'::text, 'review'::text])),
  constraint upload_removed CHECK (removed_at IS NULL OR erased_at IS NOT NULL),
  constraint upload_size CHECK (width >= 1 AND width <= 1600 AND height >= 1 AND height <= 1600 AND bytes > 0),
  constraint upload_used CHECK ((used_by IS NULL) = (used_at IS NULL) AND (used_by IS NULL OR stored) AND length(used_by) >= 1 AND length(used_by) <= 100)
);
CREATE INDEX upload_file ON public.upload USING btree (name) WHERE (removed_at IS NULL);
CREATE INDEX upload_to_remove ON public.upload USING btree (erased_at) WHERE ((erased_at IS NOT NULL) AND (removed_at IS NULL));
CREATE INDEX upload_unused ON public.upload USING btree (created_at) WHERE ((used_by IS NULL) AND (erased_at IS NULL));
CREATE TRIGGER upload_life BEFORE UPDATE ON upload FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.stored AND NOT new.stored OR old.used_by IS NOT NULL AND (new.used_by IS DISTINCT FROM old.used_by OR new.used_at IS DISTINCT FROM old.used_at) OR old.erased_at IS NOT NULL AND new.erased_at IS DISTINCT FROM old.erased_at OR old.removed_at IS NOT NULL AND new.removed_at IS DISTINCT FROM old.removed_at)) EXECUTE FUNCTION refuse_change();
grant select on upload to fairlot_app;
grant insert (member_id, upload_id, purpose, name, key_id, width, height, bytes, stored_sha256, created_at) on upload to fairlot_app;
grant update (stored, used_by, used_at, erased_at, removed_at) on upload to fairlot_app;
comment on table upload is 'key: member';

create table upload_total (
  member_id uuid not null,
  day date not null,
  uploads integer not null,
  bytes bigint not null,
  constraint upload_total_pkey PRIMARY KEY (member_id),
  constraint upload_total_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint upload_total_bytes_check CHECK (bytes >= 0),
  constraint upload_total_uploads_check CHECK (uploads >= 0)
) with (fillfactor=70);
grant insert, select on upload_total to fairlot_app;
grant update (day, uploads, bytes) on upload_total to fairlot_app;
comment on table upload_total is 'key: member';

create table vip_lost (
  member_id uuid not null,
  day date not null,
  orders integer not null,
  basis bigint not null,
  constraint vip_lost_pkey PRIMARY KEY (member_id, day),
  constraint vip_lost_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint vip_lost_basis_check CHECK (basis > 0),
  constraint vip_lost_orders_check CHECK (orders > 0)
) with (fillfactor=70);
CREATE INDEX vip_lost_by_day ON public.vip_lost USING btree (day, member_id);
grant delete, insert, select on vip_lost to fairlot_app;
grant update (orders, basis) on vip_lost to fairlot_app;
comment on table vip_lost is 'key: member';

create table vip_refund (
  member_id uuid not null,
  day date not null,
  orders integer not null,
  basis bigint not null,
  spend bigint not null,
  level integer not null,
  rate integer not null,
  amount bigint not null,
  state text default 'queued'::text not null,
  rated_at timestamp with time zone not null,
  paid_at timestamp with time zone,
  constraint vip_refund_pkey PRIMARY KEY (member_id, day),
  constraint vip_refund_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint vip_refund_amount CHECK (orders > 0 AND basis > 0 AND spend >= 0 AND level >= 0 AND rate >= 1 AND rate <= 10000 AND amount > 0 AND amount::numeric = div(basis::numeric * rate::numeric, 10000::numeric)),
  constraint vip_refund_state CHECK ((state = ANY (ARRAY['queued'::text, 'paid'::text, 'void'::text])) AND (state = 'paid'::text) = (paid_at IS NOT NULL))
) with (fillfactor=80);
CREATE INDEX vip_refund_by_day ON public.vip_refund USING btree (day);
CREATE INDEX vip_refund_queue ON public.vip_refund USING btree (day, member_id) WHERE (state = 'queued'::text);
CREATE TRIGGER vip_refund_life BEFORE UPDATE ON vip_refund FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state <> 'queued'::text OR (new.state <> ALL (ARRAY['paid'::text, 'void'::text])))) EXECUTE FUNCTION refuse_change();
grant select on vip_refund to fairlot_app;
grant insert (member_id, day, orders, basis, spend, level, rate, amount, rated_at) on vip_refund to fairlot_app;
grant update (state, paid_at) on vip_refund to fairlot_app;
comment on table vip_refund is 'key: member';

create table vip_refund_day (
  day date not null,
  state text default 'open'::text not null,
  spends bigint[],
  rates integer[],
  closed_at timestamp with time zone,
  rated_at timestamp with time zone,
  constraint vip_refund_day_pkey PRIMARY KEY (day),
  constraint vip_refund_day_rates CHECK ((closed_at IS NULL) = (rates IS NULL) AND (rates IS NULL) = (spends IS NULL) AND (rates IS NULL OR cardinality(rates) = (cardinality(spends) + 1) AND (0 <= ALL (rates)) AND (10000 >= ALL (rates)))),
  constraint vip_refund_day_state CHECK ((state = ANY (ARRAY['open'::text, 'closed'::text, 'rated'::text])) AND (state = 'open'::text) = (closed_at IS NULL) AND (state = 'rated'::text) = (rated_at IS NOT NULL))
);
CREATE INDEX vip_refund_day_left ON public.vip_refund_day USING btree (day) WHERE (state <> 'rated'::text);
CREATE TRIGGER vip_refund_day_life BEFORE UPDATE ON vip_refund_day FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND ((old.state <> 'open'::text OR new.state <> 'closed'::text) AND (old.state <> 'closed'::text OR new.state <> 'rated'::text) OR old.state = 'closed'::text AND (new.spends IS DISTINCT FROM old.spends OR new.rates IS DISTINCT FROM old.rates OR new.closed_at IS DISTINCT FROM old.closed_at))) EXECUTE FUNCTION refuse_change();
grant select on vip_refund_day to fairlot_app;
grant insert (day) on vip_refund_day to fairlot_app;
grant update (state, spends, rates, closed_at, rated_at) on vip_refund_day to fairlot_app;
comment on table vip_refund_day is 'key: day';

create table vip_refund_issue (
  issue_id uuid not null,
  day date not null,
  orders integer not null,
  through_seq integer default 0 not null,
  constraint vip_refund_issue_pkey PRIMARY KEY (issue_id),
  constraint vip_refund_issue_issue_id_fkey FOREIGN KEY (issue_id) REFERENCES issue(issue_id),
  constraint vip_refund_issue_orders_check CHECK (orders > 0),
  constraint vip_refund_issue_through CHECK (through_seq >= 0 AND through_seq <= orders)
);
CREATE INDEX vip_refund_issue_by_day ON public.vip_refund_issue USING btree (day);
CREATE INDEX vip_refund_issue_left ON public.vip_refund_issue USING btree (day, issue_id) WHERE (through_seq < orders);
CREATE TRIGGER vip_refund_issue_life BEFORE UPDATE ON vip_refund_issue FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND new.through_seq <= old.through_seq) EXECUTE FUNCTION refuse_change();
grant select on vip_refund_issue to fairlot_app;
grant insert (issue_id, day, orders) on vip_refund_issue to fairlot_app;
grant update (through_seq) on vip_refund_issue to fairlot_app;
comment on table vip_refund_issue is 'key: issue';

create table voucher (
  member_id uuid not null,
  voucher_id uuid not null,
  amount bigint not null,
  min_spend bigint not null,
  granted_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  state text not null,
  purchase_id uuid,
  steps integer default 1 not null,
  approval_id uuid,
  constraint voucher_pkey PRIMARY KEY (member_id, voucher_id),
  constraint voucher_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint voucher_amount CHECK (amount > 0 AND min_spend >= amount),
  constraint voucher_expires CHECK (expires_at > granted_at),
  constraint voucher_state CHECK (state = ANY (ARRAY['open'::text, 'used'::text, 'expired'::text])),
  constraint voucher_steps CHECK (steps > 0),
  constraint voucher_used CHECK ((state = 'used'::text) = (purchase_id IS NOT NULL))
) with (fillfactor=70);
CREATE INDEX voucher_by_time ON public.voucher USING btree (member_id, granted_at DESC, voucher_id DESC);
CREATE INDEX voucher_expiry ON public.voucher USING btree (expires_at, member_id) WHERE (state = 'open'::text);
CREATE UNIQUE INDEX voucher_of_purchase ON public.voucher USING btree (member_id, purchase_id) WHERE (purchase_id IS NOT NULL);
CREATE INDEX voucher_open ON public.voucher USING btree (member_id, expires_at, voucher_id) WHERE (state = 'open'::text);
CREATE TRIGGER voucher_life BEFORE UPDATE ON voucher FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND ((old.state <> 'open'::text OR new.state <> 'used'::text) AND (old.state <> 'used'::text OR new.state <> 'open'::text) AND (old.state <> 'open'::text OR new.state <> 'expired'::text) OR new.steps <> (old.steps + 1) OR new.expires_at < old.expires_at OR new.expires_at <> old.expires_at AND new.state <> 'open'::text)) EXECUTE FUNCTION refuse_change();
grant select on voucher to fairlot_app;
grant insert (member_id, voucher_id, amount, min_spend, granted_at, expires_at, state, approval_id) on voucher to fairlot_app;
grant update (expires_at, state, purchase_id, steps) on voucher to fairlot_app;
comment on table voucher is 'key: member';

create table voucher_event (
  member_id uuid not null,
  voucher_id uuid not null,
  seq integer not null,
  event text not null,
  purchase_id uuid,
  at timestamp with time zone not null,
  constraint voucher_event_pkey PRIMARY KEY (member_id, voucher_id, seq),
  constraint voucher_event_member_id_voucher_id_fkey FOREIGN KEY (member_id, voucher_id) REFERENCES voucher(member_id, voucher_id),
  constraint voucher_event_first CHECK ((seq = 1) = (event = 'granted'::text)),
  constraint voucher_event_kind CHECK (event = ANY (ARRAY['granted'::text, 'used'::text, 'returned'::text, 'expired'::text])),
  constraint voucher_event_purchase CHECK ((event = ANY (ARRAY['used'::text, 'returned'::text])) = (purchase_id IS NOT NULL)),
  constraint voucher_event_seq_check CHECK (seq > 0),
  constraint voucher_event_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE UNIQUE INDEX voucher_event_once ON public.voucher_event USING btree (member_id, purchase_id, event) WHERE (purchase_id IS NOT NULL);
CREATE CONSTRAINT TRIGGER voucher_event_tallied AFTER INSERT ON voucher_event DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on voucher_event to fairlot_app;
comment on table voucher_event is 'key: member';

create table wallet (
  member_id uuid not null,
  balance bigint default 0 not null,
  lines integer default 0 not null,
  open_orders integer default 0 not null,
  has_limits boolean default false not null,
  excluded_until timestamp with time zone,
  closing boolean default false not null,
  constraint wallet_pkey PRIMARY KEY (member_id),
  constraint wallet_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint wallet_excluded CHECK (excluded_until < 'infinity'::timestamp with time zone),
  constraint wallet_floor CHECK (balance >= 0),
  constraint wallet_lines CHECK (lines >= 0),
  constraint wallet_open_orders CHECK (open_orders >= 0)
) with (fillfactor=50);
CREATE TRIGGER wallet_excluded BEFORE UPDATE OF excluded_until ON wallet FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.excluded_until IS NOT NULL AND (new.excluded_until IS NULL OR new.excluded_until < old.excluded_until)) EXECUTE FUNCTION refuse_change();
grant select on wallet to fairlot_app;
grant insert (member_id) on wallet to fairlot_app;
grant update (balance, lines, open_orders, has_limits, excluded_until, closing) on wallet to fairlot_app;
comment on table wallet is 'key: member';

create table withdrawal (
  member_id uuid not null,
  withdrawal_id uuid not null,
  number text not null,
  request_id uuid not null,
  input_hash bytea not null,
  account_id uuid not null,
  amount bigint not null,
  fee bigint not null,
  fee_rate integer not null,
  approvals_needed integer not null,
  state text default 'processing'::text not null,
  stage text default 'waiting'::text,
  reason text,
  note text,
  reference text,
  batch_id uuid,
  created_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  recharge_id uuid,
  waived bigint default 0 not null,
  refund_provider text,
  credit_seq integer,
  constraint withdrawal_pkey PRIMARY KEY (member_id, withdrawal_id),
  constraint withdrawal_request UNIQUE (member_id, request_id),
  constraint withdrawal_credit FOREIGN KEY (member_id, recharge_id, credit_seq) REFERENCES recharge_credit(member_id, recharge_id, seq),
  constraint withdrawal_member_id_account_id_fkey FOREIGN KEY (member_id, account_id) REFERENCES payout_account(member_id, account_id),
  constraint withdrawal_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint withdrawal_recharge FOREIGN KEY (member_id, recharge_id) REFERENCES recharge(member_id, recharge_id),
  constraint withdrawal_amounts CHECK (amount > 0 AND fee >= 0 AND fee < amount AND fee_rate >= 0 AND fee_rate <= 10000),
  constraint withdrawal_approvals CHECK (approvals_needed = ANY (ARRAY[1, 2])),
  constraint withdrawal_back CHECK (recharge_id IS NOT NULL AND fee = 0 AND fee_rate = 0 OR recharge_id IS NULL AND waived = 0 AND refund_provider IS NULL),
  constraint withdrawal_credit_back CHECK (credit_seq IS NULL OR recharge_id IS NOT NULL),
  constraint withdrawal_finished CHECK ((state = 'processing'::text) = (finished_at IS NULL)),
  constraint withdrawal_input CHECK (octet_length(input_hash) = 32),
  constraint withdrawal_note CHECK (length(note) >= 1 AND length(note) <= 500),
  constraint withdrawal_number CHECK (number ~ '^W[0-9A-HJKMNP-TV-Z]{12}$'::text),
  constraint withdrawal_reason CHECK ((state = 'failed'::text) = (reason IS NOT NULL) AND (reason = ANY (ARRAY['account_invalid'::text, 'name_differs'::text, 'bank_refused'::text, 'identity'::text, 'suspected_fraud'::text, 'other'::text]))),
  constraint withdrawal_reference CHECK ((state = 'success'::text) = (reference IS NOT NULL) AND length(reference) >= 1 AND length(reference) <= 140),
  constraint withdrawal_stage CHECK ((state = 'processing'::text) = (stage IS NOT NULL) AND (stage = ANY (ARRAY['waiting'::text, 'first_approved'::text, 'approved'::text, 'exported'::text]))),
  constraint withdrawal_state CHECK (state = ANY (ARRAY['processing'::text, 'success'::text, 'failed'::text, 'returned'::text])),
  constraint withdrawal_waived CHECK (waived >= 0)
) with (fillfactor=70);
CREATE UNIQUE INDEX withdrawal_back_open ON public.withdrawal USING btree (member_id, recharge_id) WHERE ((recharge_id IS NOT NULL) AND (state = 'processing'::text));
CREATE INDEX withdrawal_by_number ON public.withdrawal USING btree (number);
CREATE INDEX withdrawal_finished_by_time ON public.withdrawal USING btree (finished_at);
CREATE INDEX withdrawal_of_batch ON public.withdrawal USING btree (batch_id) WHERE (batch_id IS NOT NULL);
CREATE INDEX withdrawal_of_recharge ON public.withdrawal USING btree (member_id, recharge_id) WHERE (recharge_id IS NOT NULL);
CREATE INDEX withdrawal_open ON public.withdrawal USING btree (member_id) WHERE (state = 'processing'::text);
CREATE INDEX withdrawal_waiting ON public.withdrawal USING btree (created_at, withdrawal_id) WHERE (state = 'processing'::text);
CREATE TRIGGER withdrawal_life BEFORE UPDATE ON withdrawal FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND (old.state <> 'processing'::text AND (new.state IS DISTINCT FROM old.state OR new.stage IS DISTINCT FROM old.stage OR new.reason IS DISTINCT FROM old.reason OR new.reference IS DISTINCT FROM old.reference OR new.batch_id IS DISTINCT FROM old.batch_id OR new.finished_at IS DISTINCT FROM old.finished_at OR new.note IS DISTINCT FROM old.note AND new.note IS NOT NULL) OR old.state = 'processing'::text AND (new.state = 'returned'::text AND old.stage <> 'waiting'::text OR new.state = 'success'::text AND (old.stage <> ALL (ARRAY['approved'::text, 'exported'::text])) OR new.state = 'processing'::text AND (old.stage <> 'waiting'::text OR new.stage <> 'first_approved'::text) AND (old.stage <> 'waiting'::text OR new.stage <> 'approved'::text) AND (old.stage <> 'first_approved'::text OR new.stage <> 'approved'::text) AND (old.stage <> 'approved'::text OR new.stage <> 'exported'::text) AND (old.stage <> 'exported'::text OR new.stage <> 'exported'::text) OR old.stage = 'waiting'::text AND new.stage = 'approved'::text AND old.approvals_needed <> 1))) EXECUTE FUNCTION refuse_change();
grant select on withdrawal to fairlot_app;
grant insert (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate, approvals_needed, created_at, recharge_id, waived, refund_provider, credit_seq) on withdrawal to fairlot_app;
grant update (state, stage, reason, note, reference, batch_id, finished_at) on withdrawal to fairlot_app;
comment on table withdrawal is 'key: member';

create table withdrawal_count (
  member_id uuid not null,
  opened integer not null,
  constraint withdrawal_count_pkey PRIMARY KEY (member_id),
  constraint withdrawal_count_member_id_fkey FOREIGN KEY (member_id) REFERENCES member(member_id),
  constraint withdrawal_count_opened_check CHECK (opened > 0)
) with (fillfactor=70);
grant insert, select on withdrawal_count to fairlot_app;
grant update (opened) on withdrawal_count to fairlot_app;
comment on table withdrawal_count is 'key: member';

create table withdrawal_day (
  day date not null,
  starts_at timestamp with time zone not null,
  ends_at timestamp with time zone not null,
  withdrawals integer not null,
  amount bigint not null,
  oldest_hours integer not null,
  rejected jsonb not null,
  stated_at timestamp with time zone not null,
  constraint withdrawal_day_pkey PRIMARY KEY (day),
  constraint withdrawal_day_bounds CHECK (ends_at = (starts_at + '24:00:00'::interval) AND stated_at >= ends_at),
  constraint withdrawal_day_figures CHECK (withdrawals >= 0 AND amount >= 0 AND oldest_hours >= 0 AND jsonb_typeof(rejected) = 'object'::text)
);
grant insert, select on withdrawal_day to fairlot_app;
comment on table withdrawal_day is 'key: withdrawal_day';

create table withdrawal_hold (
  withdrawal_id uuid not null,
  held bigint default 0 not null,
  constraint withdrawal_hold_pkey PRIMARY KEY (withdrawal_id),
  constraint withdrawal_hold_held_check CHECK (held >= 0)
) with (fillfactor=70);
grant select on withdrawal_hold to fairlot_app;
grant insert (withdrawal_id) on withdrawal_hold to fairlot_app;
grant update (held) on withdrawal_hold to fairlot_app;
comment on table withdrawal_hold is 'key: withdrawal';

create table withdrawal_step (
  member_id uuid not null,
  withdrawal_id uuid not null,
  seq integer not null,
  state text not null,
  reason text,
  operator_id uuid,
  at timestamp with time zone not null,
  account_id uuid,
  constraint withdrawal_step_pkey PRIMARY KEY (member_id, withdrawal_id, seq),
  constraint withdrawal_step_member_id_withdrawal_id_fkey FOREIGN KEY (member_id, withdrawal_id) REFERENCES withdrawal(member_id, withdrawal_id),
  constraint withdrawal_step_account CHECK ((seq = 1) = (account_id IS NOT NULL)) NOT VALID,
  constraint withdrawal_step_seq_check CHECK (seq > 0),
  constraint withdrawal_step_state CHECK (state = ANY (ARRAY['processing'::text, 'first_approved'::text, 'approved'::text, 'exported'::text, 'success'::text, 'failed'::text, 'returned'::text])),
  constraint withdrawal_step_tallied TRIGGER DEFERRABLE INITIALLY DEFERRED
);
CREATE CONSTRAINT TRIGGER withdrawal_step_tallied AFTER INSERT ON withdrawal_step DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION tally_history();
grant insert, select on withdrawal_step to fairlot_app;
comment on table withdrawal_step is 'key: member';

create table witness_hold (
  hold_id bigint not null,
  subject text not null,
  since timestamp with time zone default business_now() not null,
  released_at timestamp with time zone,
  approval_id uuid,
  constraint witness_hold_pkey PRIMARY KEY (hold_id),
  constraint witness_hold_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approval(approval_id),
  constraint witness_hold_released CHECK ((released_at IS NULL) = (approval_id IS NULL)),
  constraint witness_hold_subject_check CHECK (length(subject) >= 1 AND length(subject) <= 100)
);
CREATE UNIQUE INDEX witness_hold_open ON public.witness_hold USING btree ((true)) WHERE (released_at IS NULL);
CREATE TRIGGER witness_hold_life BEFORE UPDATE ON witness_hold FOR EACH ROW WHEN (CURRENT_USER = 'fairlot_app'::name AND old.released_at IS NOT NULL) EXECUTE FUNCTION refuse_change();
grant select on witness_hold to fairlot_app;
grant insert (subject) on witness_hold to fairlot_app;
grant update (released_at, approval_id) on witness_hold to fairlot_app;
comment on table witness_hold is 'key: deployment';

create sequence witness_hold_hold_id_seq;

create table witnessed_seal (
  subject text not null,
  witness text not null,
  entry text not null,
  note text not null,
  signed_ms bigint not null,
  index bigint,
  inclusion text[],
  constraint witnessed_seal_pkey PRIMARY KEY (subject, witness),
  constraint witnessed_seal_path CHECK ((index IS NULL) = (inclusion IS NULL))
);
grant insert, select on witnessed_seal to fairlot_app;
comment on table witnessed_seal is 'key: deployment';

create table witnessed_state (
  log integer not null,
  witness text not null,
  size bigint not null,
  root bytea,
  note text,
  asked_at timestamp with time zone default business_now() not null,
  constraint witnessed_state_pkey PRIMARY KEY (log, witness),
  constraint witnessed_state_note CHECK (size >= 0 AND (size = 0) = (note IS NULL) AND (note IS NULL) = (root IS NULL))
);
grant insert, select on witnessed_state to fairlot_app;
grant update (size, root, note, asked_at) on witnessed_state to fairlot_app;
comment on table witnessed_state is 'key: deployment';
