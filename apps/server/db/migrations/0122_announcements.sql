-- Announcements to all members, or to those of one country. What was approved never changes; only its end does, in rows of its own.
create table announcement (
  number int not null primary key,
  -- language → {title, text}
  texts jsonb not null,
  -- of the texts, which the request names
  hash bytea not null,
  -- a page of the app
  link text,
  -- country of the members' phone numbers; null: all members
  country text,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  published_at timestamptz not null default business_now(),
  -- null: of the demo world
  approval_id uuid unique references approval,
  constraint announcement_number check (number >= 1),
  constraint announcement_english check (texts ? 'en-us'),
  constraint announcement_hash check (hash = sha256(convert_to(texts::text, 'UTF8'))),
  constraint announcement_link check (link ~ '^/[a-z]' and link !~ '[\\[:space:]]' and char_length(link) <= 200),
  constraint announcement_country check (country ~ '^[A-Z]{2}$'),
  constraint announcement_period check (ends_at > starts_at and ends_at <= starts_at + interval '90 days')
);
grant select, insert (number, texts, hash, link, country, starts_at, ends_at, approval_id) on announcement to fairlot_app;
comment on table announcement is 'key: deployment';

-- Another end than the approved one; the last row counts.
create table announcement_end (
  number int not null references announcement,
  at timestamptz not null default business_now(),
  ends_at timestamptz not null,
  operator_id uuid not null references operator,
  primary key (number, at),
  constraint announcement_end_ahead check (ends_at >= at)
);
grant select, insert (number, ends_at, operator_id) on announcement_end to fairlot_app;
comment on table announcement_end is 'key: deployment';

do $$
declare history text;
begin
  foreach history in array array['announcement', 'announcement_end'] loop
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row
      execute function tally_history()', history || '_tallied', history);
    perform recount_history(history::regclass);
  end loop;
end $$;
