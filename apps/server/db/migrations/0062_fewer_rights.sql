-- The steps of withdrawals say which operators approved them. They are a history: rows that the owner of the database changes or
-- removes are noticed.
create constraint trigger withdrawal_step_tallied after insert on withdrawal_step deferrable initially deferred for each row
  execute function tally_history();
select recount_history('withdrawal_step');

-- The server removes no product, and none of its texts.
revoke delete on product_text, product_search from fairlot_app;

-- A machine keeps its row, and the sums begin with their defaults.
revoke update on clock_look from fairlot_app;
grant update (generation, mono_ms, business_ms, seen_at) on clock_look to fairlot_app;
revoke insert on rebate_total, statement_head from fairlot_app;
grant insert (member_id, kind) on rebate_total to fairlot_app;
grant insert (member_id) on statement_head to fairlot_app;
