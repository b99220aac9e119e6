-- Issues of version 3: their refund has a reason, and an issue that was scheduled before opens under the rules of its opening.

-- 1. Why an issue is refunded instead of drawn. The log of version 3 states it.
alter table issue_refund add column reason text;
update issue_refund r set reason = case
  when i.lost then 'lost'
  when exists (select from seat_left l where l.issue_id = r.issue_id) then 'pk'
  else 'deadline' end
from issue i where i.issue_id = r.issue_id;
alter table issue_refund
  alter column reason set not null,
  add constraint issue_refund_reason check (reason in ('deadline', 'pk', 'minimum', 'witnesses', 'lost', 'beacon'));
grant insert (reason) on issue_refund to fairlot_app;

-- 2. The version of the rules is that of the opening. It never changes after it.
grant update (log_rules) on issue to fairlot_app;
create trigger issue_rules before update of log_rules on issue for each row
  when (current_user = 'fairlot_app' and old.opened_at is not null and new.log_rules is distinct from old.log_rules)
  execute function refuse_change();

-- Scheduled issues of grade witnessed name their quorum when they open. Version 2 names no witness that the house operates itself.
update issue_terms t set quorum = cardinality(t.witnesses) * 2 / 3 + 1, own_witnesses = '{}'
from issue i where i.issue_id = t.issue_id and i.status = 'scheduled' and t.grade = 'witnessed' and t.quorum is null;
