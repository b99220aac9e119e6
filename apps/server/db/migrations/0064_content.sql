-- What an issue or an event shows is what it opened with. A change of a product's texts or pictures concerns the issues that open
-- later.

-- An opening holds the log's lock, so none is under way here. A server of an older release opens no further issue: it finds this
-- migration when it publishes the opening.
select from log_writer for update;

-- 1. Contents. `hash` is SHA256("fairlot/content/1\0" ‖ canonical JSON of portrait, texts and pictures); packages/fairness/src/content.ts
-- has the formula. Issues with the same content share its rows. The server's role can add contents, and change or remove none.
create table content (
  hash text primary key,
  -- name of the drawn portrait
  art text,
  constraint content_hash check (hash ~ '^[0-9a-f]{64}$')
);
grant select, insert on content to fairlot_app;
comment on table content is 'key: reference';

create table content_text (
  hash text not null references content,
  language text not null,
  title text not null,
  -- Markdown, and the formatted text that was made from it
  description text not null,
  formatted jsonb not null,
  primary key (hash, language),
  constraint content_text_words check (title <> '' or description <> ''),
  constraint content_text_formatted check (jsonb_typeof(formatted) = 'array')
);
grant select, insert on content_text to fairlot_app;
comment on table content_text is 'key: reference';

-- The hash takes the largest file of each picture, whose SHA-256 is the last of media.hashes.
create table content_picture (
  hash text not null references content,
  position int not null check (position > 0),
  name text not null references media,
  primary key (hash, position),
  unique (hash, name)
);
create index content_picture_name on content_picture (name);
grant select, insert on content_picture to fairlot_app;
comment on table content_picture is 'key: reference';

-- 2. Which content an issue and an event opened with. The keys of the many issues follow their rows.
create table issue_content (
  issue_id uuid not null,
  hash text not null
);
grant select, insert on issue_content to fairlot_app;
comment on table issue_content is 'key: issue';

create table event_content (
  event_id uuid primary key references event,
  hash text not null references content
);
grant select, insert on event_content to fairlot_app;
comment on table event_content is 'key: event';

-- 3. Issues and events that opened before keep what they show now.
create temporary table shown on commit drop as
select 'product ' || product.code as subject, product.art,
  '{"art":' || to_json(product.art) || ',"pictures":[' || coalesce((
      select string_agg('"' || encode(media.hashes[3], 'hex') || '"', ',' order by image.position)
      from product_image image join media using (name) where image.code = product.code), '')
    || '],"texts":{' || coalesce((
      select string_agg(to_json(language) || ':{"description":' || to_json(description) || ',"title":' || to_json(title) || '}', ','
        order by language collate "C")
      from product_text text where text.code = product.code and (title <> '' or description <> '')), '') || '}}' as json
from product
where exists (
  select from issue_terms terms join issue using (issue_id) where terms.code = product.code and issue.opened_at is not null)
union all
select 'event ' || event.event_id, null, '{"art":null,"pictures":[],"texts":{' || coalesce((
  select string_agg(to_json(language) || ':{"description":"","title":' || to_json(title) || '}', ',' order by language collate "C")
  from event_text text where text.event_id = event.event_id), '') || '}}'
from event where opened_ms is not null;

alter table shown add hash text;
update shown set hash = encode(sha256(convert_to('fairlot/content/1', 'UTF8') || '\x00'::bytea || convert_to(json, 'UTF8')), 'hex');
-- products with the same content share it: the first one gives the rows
create temporary table first_shown on commit drop as
select distinct on (hash) hash, subject, art from shown order by hash, subject;

insert into content (hash, art) select hash, art from first_shown;
insert into content_text (hash, language, title, description, formatted)
select hash, language, title, description, content
from first_shown join product_text text on subject = 'product ' || text.code where title <> '' or description <> ''
union all
select hash, language, title, '', '[]' from first_shown join event_text text on subject = 'event ' || text.event_id;
insert into content_picture (hash, position, name)
select hash, position, name from first_shown join product_image image on subject = 'product ' || image.code;
insert into issue_content (issue_id, hash)
select issue.issue_id, shown.hash
from issue join issue_terms terms using (issue_id) join shown on shown.subject = 'product ' || terms.code
where issue.opened_at is not null;
insert into event_content (event_id, hash)
select event.event_id, shown.hash from event join shown on shown.subject = 'event ' || event.event_id;

alter table issue_content
  add primary key (issue_id),
  add foreign key (issue_id) references issue,
  add foreign key (hash) references content;
create index issue_content_hash on issue_content (hash);

-- 4. A row that the owner of the database changes or removes is noticed.
create constraint trigger issue_content_tallied after insert on issue_content deferrable initially deferred for each row
  execute function tally_history();
select recount_history('issue_content');
create constraint trigger event_content_tallied after insert on event_content deferrable initially deferred for each row
  execute function tally_history();
select recount_history('event_content');
