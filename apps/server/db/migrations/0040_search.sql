-- Search in every language, favourites, and reminders of issues.

-- 1. Other names of a product that members search for; no page shows them.
alter table product_text add column synonyms text[] not null default '{}';
alter table product_text add constraint product_text_synonyms check (cardinality(synonyms) <= 40);
grant insert (synonyms), update (synonyms) on product_text to fairlot_app;

-- 2. What a product is found by. The server makes the terms from its texts; mall/search says how.
create table product_search (
  code text primary key references product,
  -- of the rules by which the terms were made; another one has them made again
  version int not null,
  -- `en:phone`: in the title or a synonym; `en~phone`: only in category or description; then `#category` and `@zone`.
  -- In the order title, synonyms, category, rest.
  terms text[] collate "C" not null,
  -- the last places of title, synonyms and category
  title_end int not null,
  named_end int not null,
  kind_end int not null,
  constraint product_search_ends check (0 <= title_end and title_end <= named_end and named_end <= kind_end
    and kind_end <= cardinality(terms))
);
comment on table product_search is 'key: product';
create index product_search_terms on product_search using gin (terms);
create index product_search_version on product_search (version);
grant select, insert, delete, update (version, terms, title_end, named_end, kind_end) on product_search to fairlot_app;

-- The words of all products, to find by their beginning and in spite of typing errors.
create table search_word (
  -- `en:phone`
  term text collate "C" primary key,
  -- as it is written
  shown text not null,
  -- texts that the word becomes when letters are deleted
  near text[] collate "C" not null,
  -- products that have it
  products int not null,
  constraint search_word_products check (products >= 0)
) with (fillfactor = 80);
comment on table search_word is 'key: reference';
create index search_word_near on search_word using gin (near);
grant select, insert, delete, update (products) on search_word to fairlot_app;

-- 3. The zone of a product: the mall shows the zones that have products.
create index product_by_zone on product ((case when min_vip > 0 then 'vip' else mode end));

-- 4. What members want to see again, and to be told.
create table favourite (
  member_id uuid not null references member,
  code text not null,
  created_at timestamptz not null,
  primary key (member_id, code)
);
comment on table favourite is 'key: member';
grant select, insert, delete on favourite to fairlot_app;

create table reminder (
  member_id uuid not null references member,
  issue_id uuid not null,
  kind text not null,
  created_at timestamptz not null,
  primary key (member_id, issue_id, kind),
  constraint reminder_kind check (kind in ('ten_left', 'drawn'))
);
comment on table reminder is 'key: member';
create index reminder_of_issue on reminder (issue_id);
-- a right to update is what `for update` needs
grant select, insert, delete, update (created_at) on reminder to fairlot_app;

-- What a member was told. One of a kind per issue, so that a reminder is answered once.
create table member_notice (
  member_id uuid not null references member,
  notice_id uuid not null,
  kind text not null,
  issue_id uuid not null,
  at timestamptz not null,
  read_at timestamptz,
  primary key (member_id, notice_id),
  constraint member_notice_once unique (member_id, issue_id, kind),
  constraint member_notice_kind check (kind in ('ten_left', 'sold_out', 'drawn', 'refunded')),
  constraint member_notice_read check (read_at >= at)
) with (fillfactor = 80);
comment on table member_notice is 'key: member';
create index member_notice_by_time on member_notice (member_id, at desc, notice_id desc);
grant select, insert, delete, update (read_at) on member_notice to fairlot_app;
