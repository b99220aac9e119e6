-- What the server's role can change without a reason that is stored: it is refused, as in migration 0020.

-- Only a member who takes a long break gets play-through waived and locks of the piggy bank released; a closing account too.
create function check_leaving() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from wallet w where w.member_id = new.member_id and (w.closing or w.excluded_until > business_now())) then
    raise check_violation using message = 'only a member who leaves gets this', constraint = tg_name, table = tg_table_name;
  end if;
  return new;
end $$;
create trigger play_through_waived before update of waived on play_through for each row
  when (current_user = 'fairlot_app' and new.waived > old.waived and new.required <= old.required) execute function check_leaving();
create trigger piggy_move_released before update of released_at on piggy_move for each row
  when (current_user = 'fairlot_app' and new.released_at is distinct from old.released_at) execute function check_leaving();

-- A payout account that a bank refused stays refused.
create trigger payout_account_refused before update of refused on payout_account for each row
  when (current_user = 'fairlot_app' and old.refused is not null and new.refused is null) execute function refuse_change();

-- The texts of a finance product say what pays the interest: they stay from the first order on, as its terms do.
create function check_finance_text() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if exists (select from finance_product p where p.product_id = coalesce(new.product_id, old.product_id) and p.orders > 0) then
    raise check_violation using message = 'the texts of a finance product stay from its first order on',
      constraint = 'finance_product_text_fixed', table = 'finance_product_text';
  end if;
  return coalesce(new, old);
end $$;
create trigger finance_product_text_fixed before insert or update or delete on finance_product_text for each row
  when (current_user = 'fairlot_app') execute function check_finance_text();

-- Some changes are an operator's, with an entry of the audit log in the same transaction. Arguments: the kind of its subject, the
-- column with the name, and the action.
create function check_change_audited() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from audit a
      where a.subject = tg_argv[0] || ':' || (to_jsonb(new) ->> tg_argv[1]) and a.action = tg_argv[2] and a.xmin = pg_current_xact_id()::xid) then
    raise check_violation using message = 'this changes with an entry of the audit log', constraint = tg_name, table = tg_table_name;
  end if;
  return null;
end $$;
revoke execute on function check_change_audited() from public;
create constraint trigger recharge_method_audited after update on recharge_method deferrable initially deferred for each row
  when (current_user = 'fairlot_app' and new.* is distinct from old.*) execute function check_change_audited('method', 'method', 'method.change');
create constraint trigger product_text_audited after update on product_text deferrable initially deferred for each row
  when (current_user = 'fairlot_app' and new.* is distinct from old.*) execute function check_change_audited('product', 'code', 'product.text');
create constraint trigger category_text_audited after update on category_text deferrable initially deferred for each row
  when (current_user = 'fairlot_app' and new.* is distinct from old.*) execute function check_change_audited('category', 'category', 'category.save');

-- A parcel changes with a step of its prize.
create function check_parcel() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (
      select from prize_timeline t
      where (t.member_id, t.purchase_id, t.tier) = (new.member_id, new.purchase_id, new.tier) and t.step in ('ship', 'ship_again')
        and t.xmin = pg_current_xact_id()::xid) then
    raise check_violation using message = 'a parcel changes with a step of its prize', constraint = 'prize_parcel', table = 'prize';
  end if;
  return null;
end $$;
revoke execute on function check_parcel() from public;
create constraint trigger prize_parcel after update of carrier, tracking, tracking_url on prize deferrable initially deferred for each row
  when (current_user = 'fairlot_app' and (new.carrier, new.tracking, new.tracking_url) is distinct from (old.carrier, old.tracking, old.tracking_url))
  execute function check_parcel();

-- Nothing new is promised while a rebate waits for money, and not otherwise.
create function check_pause() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from rebate where state = 'queued') then
    raise check_violation using message = 'a pause begins while a rebate waits for money', constraint = 'rebate_pause_queued',
      table = 'rebate_pause';
  end if;
  return new;
end $$;
create trigger rebate_pause_queued before insert on rebate_pause for each row
  when (current_user = 'fairlot_app') execute function check_pause();

-- Days of refunds close when they are over, and the settled clock does not go ahead of the clock.
create function check_ahead() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if (to_jsonb(new) ->> tg_argv[0])::timestamptz > business_now() + tg_argv[1]::interval then
    raise check_violation using message = 'this time has not come', constraint = tg_name, table = tg_table_name;
  end if;
  return new;
end $$;
create trigger loyalty_head_ahead before update of open_from on loyalty_head for each row
  when (current_user = 'fairlot_app' and new.open_from > old.open_from) execute function check_ahead('open_from', '14 hours');
create trigger clock_watch_ahead before update of settled_at on clock_watch for each row
  when (current_user = 'fairlot_app' and new.settled_at is distinct from old.settled_at) execute function check_ahead('settled_at', '1 minute');
