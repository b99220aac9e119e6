-- One word for one thing: columns, tables and values take the names of the glossary (CONTRIBUTING.md).

-- Rows that a transaction locks before it changes what rules over several rows look at.
alter table turn rename to lock_row;
alter table lock_row rename constraint turn_pkey to lock_row_pkey;
alter table lock_row drop constraint turn_name;
update lock_row set name = 'back_office' where name = 'desk';
alter table lock_row add constraint lock_row_name check (name in ('back_office', 'settings'));

-- Which order times the draw counts. Published documents keep the field name `reading`.
alter table product rename column reading to times_counted;
alter table product rename constraint product_reading to product_times_counted;
alter table issue_terms rename column reading to times_counted;
alter table issue_terms rename constraint issue_terms_reading to issue_terms_times_counted;

-- A limit holds for a period. The ceiling is the largest value that a counter may hold now.
drop function span_start(text, timestamptz, int);
-- The day, week (from Monday) or month of a moment, at an offset in minutes east of UTC, by its first day.
create function period_start(period text, at timestamptz, offset_minutes int) returns date
  language sql immutable parallel safe
  return date_trunc(period, (at at time zone 'UTC') + offset_minutes * interval '1 minute')::date;
revoke execute on function period_start(text, timestamptz, int) from public;
grant execute on function period_start(text, timestamptz, int) to fairlot_app;
alter table limit_counter rename column span to period;
alter table limit_counter rename column most to ceiling;
alter table limit_counter rename constraint limit_counter_span to limit_counter_period;
alter table limit_change rename column span to period;
alter table limit_change drop constraint limit_change_event;
update limit_change set event = 'requested' where event = 'asked';
alter table limit_change add constraint limit_change_event check (event in ('set', 'requested', 'confirmed', 'cancelled'));

-- A looser limit that a member requested and has not confirmed.
alter table limit_increase rename to pending_increase;
alter table pending_increase rename column span to period;
alter table pending_increase rename column asked_at to requested_at;
alter table pending_increase rename constraint limit_increase_pkey to pending_increase_pkey;
alter table pending_increase rename constraint limit_increase_member_id_fkey to pending_increase_member_id_fkey;
alter table pending_increase rename constraint limit_increase_kind to pending_increase_kind;
alter table pending_increase rename constraint limit_increase_span to pending_increase_period;
alter table pending_increase rename constraint limit_increase_cap to pending_increase_cap;
alter table pending_increase rename constraint limit_increase_wait to pending_increase_wait;

-- A break is short, a self-exclusion long; both are exclusions.
alter table exclusion drop constraint exclusion_kind, drop constraint exclusion_times, drop constraint exclusion_operator;
update exclusion set kind = 'break' where kind = 'cooling_off';
alter table exclusion
  add constraint exclusion_kind check (kind in ('break', 'self_exclusion')),
  add constraint exclusion_times check (case kind
    when 'break' then ends_at between starts_at + interval '24 hours' and starts_at + interval '30 days'
    else ends_at between starts_at + interval '180 days' and starts_at + interval '1830 days' end),
  add constraint exclusion_operator check (operator_id is null or kind = 'break');

-- The closing of an account has a column of its own beside the latest end of the member's exclusions.
alter table wallet rename column guarded to has_limits;
alter table wallet rename column stopped_until to excluded_until;
alter table wallet add column closing boolean not null default false;
update wallet w set closing = true,
  excluded_until = (select max(e.ends_at) from exclusion e where e.member_id = w.member_id)
  where excluded_until = 'infinity';
alter table wallet add constraint wallet_excluded check (excluded_until < 'infinity');
grant update (closing) on wallet to fairlot_app;

alter table closure rename column asked_at to requested_at;
