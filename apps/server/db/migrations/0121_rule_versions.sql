-- The texts of the house: rules that operators publish, with their versions, and who agreed to them.

-- 1. Drafts, one for each rule and language. They bind nobody.
create table rule_draft (
  rule text not null,
  language text not null,
  -- Markdown
  text text not null,
  changed_at timestamptz not null default business_now(),
  operator_id uuid not null references operator,
  primary key (rule, language),
  constraint rule_draft_rule check (rule in ('draw', 'terms', 'privacy', 'play', 'vip', 'invitation', 'event', 'about')),
  constraint rule_draft_language check (language ~ '^[a-z]{2}-[a-z]{2}$'),
  constraint rule_draft_text check (char_length(text) between 1 and 40000)
);
grant select, insert (rule, language, text, operator_id), update (text, changed_at, operator_id) on rule_draft to fairlot_app;
comment on table rule_draft is 'key: deployment';

-- 2. Versions that are or were in force, or will be. A version never changes. The texts that a release brings have the number of the
-- release's text as their name; those of the house have the request that two owners decided.
create table rule_version (
  rule text not null,
  number int not null,
  -- as members read it and agree to it: '13' or 'house-1'
  version text not null,
  -- language → Markdown
  texts jsonb not null,
  -- of the texts, which the request names
  hash bytea not null,
  -- it only helps members: it needs no notice, and nobody agrees again
  helps boolean not null,
  -- days between the publication and the first day in force; 0 where none are needed
  notice_days int not null,
  in_force_at timestamptz not null,
  published_at timestamptz not null default business_now(),
  approval_id uuid references approval,
  primary key (rule, number),
  constraint rule_version_once unique (rule, version),
  constraint rule_version_request unique (approval_id),
  constraint rule_version_rule check (rule in ('draw', 'terms', 'privacy', 'play', 'vip', 'invitation', 'event', 'about')),
  constraint rule_version_number check (number >= 1),
  constraint rule_version_name check (version ~ case when approval_id is null then '^[1-9][0-9]{0,3}$' else '^house-[1-9][0-9]{0,2}$' end),
  constraint rule_version_english check (texts ? 'en-us'),
  constraint rule_version_hash check (hash = sha256(convert_to(texts::text, 'UTF8'))),
  constraint rule_version_notice check (notice_days >= 0 and in_force_at >= published_at + notice_days * interval '1 day')
);
grant select, insert (rule, number, version, texts, hash, helps, notice_days, in_force_at, approval_id) on rule_version to fairlot_app;
comment on table rule_version is 'key: deployment';

-- 3. Versions that two owners took back before they were in force.
create table rule_withdrawal (
  rule text not null,
  number int not null,
  at timestamptz not null default business_now(),
  approval_id uuid not null references approval,
  primary key (rule, number),
  constraint rule_withdrawal_request unique (approval_id),
  foreign key (rule, number) references rule_version
);
grant select, insert (rule, number, approval_id) on rule_withdrawal to fairlot_app;
comment on table rule_withdrawal is 'key: deployment';

create function check_rule_withdrawal() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from rule_version v where (v.rule, v.number) = (new.rule, new.number)
      and v.in_force_at > new.at and v.approval_id is not null) then
    raise check_violation using message = 'only a version of the house that is not in force yet is taken back',
      constraint = 'rule_withdrawal_before', table = 'rule_withdrawal';
  end if;
  return new;
end $$;
revoke execute on function check_rule_withdrawal() from public;
create trigger rule_withdrawal_before before insert on rule_withdrawal for each row execute function check_rule_withdrawal();

-- 4. What a member agreed to after the registration, whose version is in the row of the member.
create table rule_consent (
  member_id uuid not null references member,
  at timestamptz not null default business_now(),
  -- of the terms, and of the privacy statement where it has another one: 'house-2' or 'house-2+13'
  version text not null,
  primary key (member_id, at),
  constraint rule_consent_version check (version ~ '^[a-z0-9-]{1,9}([+][a-z0-9-]{1,9})?$')
);
grant select, insert (member_id, version) on rule_consent to fairlot_app;
comment on table rule_consent is 'key: member';

do $$
declare history text;
begin
  foreach history in array array['rule_version', 'rule_withdrawal', 'rule_consent'] loop
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row
      execute function tally_history()', history || '_tallied', history);
    perform recount_history(history::regclass);
  end loop;
end $$;
