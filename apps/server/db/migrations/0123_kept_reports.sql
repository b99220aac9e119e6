-- Reports of reviews go only with the review or with the account of the member who reported: the server's role cannot remove a report
-- that no moderator has read. Checked at the commit, because a deleted review loses its reports before its text.

create function check_review_report() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not is_leaving(old.member_id) and exists (
      select from review r where r.review_id = old.review_id and r.state <> 'deleted') then
    raise check_violation using message = 'a report goes with its review, or with the account of the member', constraint = tg_name,
      table = tg_table_name;
  end if;
  return null;
end $$;
create constraint trigger review_report_kept after delete on review_report deferrable initially deferred for each row
  when (current_user = 'fairlot_app') execute function check_review_report();
