-- Version 3 of the log's rules: openings after the entry `log-rules` name a quorum of their witnesses, and which of them the house
-- operates itself. What opened before keeps the rules that it opened under.
alter table issue drop constraint issue_log_rules;
alter table issue add constraint issue_log_rules check (log_rules in (1, 2, 3));
grant insert (log_rules) on issue to fairlot_app;

alter table event add column log_rules smallint not null default 2;
alter table event add constraint event_log_rules check (log_rules in (2, 3));
grant insert (log_rules) on event to fairlot_app;

alter table game_chain add column log_rules smallint not null default 2;
alter table game_chain add constraint game_chain_log_rules check (log_rules in (2, 3));

-- k of the n witnesses; null unless the terms have version 3 and grade witnessed
alter table issue_terms add column quorum int, add column own_witnesses text[];
alter table event add column quorum int, add column own_witnesses text[];
alter table game_chain add column quorum int, add column own_witnesses text[];
alter table issue_terms add constraint issue_terms_quorum check (
  quorum is null and own_witnesses is null
  or grade = 'witnessed' and quorum between cardinality(witnesses) / 2 + 1 and cardinality(witnesses) and own_witnesses <@ witnesses);
alter table event add constraint event_quorum check (
  quorum is null and own_witnesses is null
  or grade = 'witnessed' and quorum between cardinality(witnesses) / 2 + 1 and cardinality(witnesses) and own_witnesses <@ witnesses);
alter table game_chain add constraint game_chain_quorum check (
  quorum is null and own_witnesses is null
  or grade = 'witnessed' and quorum between cardinality(witnesses) / 2 + 1 and cardinality(witnesses) and own_witnesses <@ witnesses);
grant insert (quorum, own_witnesses) on event to fairlot_app;
