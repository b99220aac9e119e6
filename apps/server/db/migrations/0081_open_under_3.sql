-- From this release on everything opens under version 3 of the log's rules, also what was prepared before and waits for its time. Witnessed
-- terms get the default quorum of their witnesses, floor(2n / 3) + 1; openings of version 2 name no witness of the house's own.
update issue_terms t set quorum = 2 * cardinality(witnesses) / 3 + 1, own_witnesses = '{}'
  from issue i where i.issue_id = t.issue_id and i.status = 'scheduled' and t.grade = 'witnessed';
update issue set log_rules = 3 where status = 'scheduled';
update event set log_rules = 3,
    quorum = case when grade = 'witnessed' then 2 * cardinality(witnesses) / 3 + 1 end,
    own_witnesses = case when grade = 'witnessed' then '{}'::text[] end
  where status = 'scheduled';
