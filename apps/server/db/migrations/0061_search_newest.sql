-- Lists, counts and suggestions of a search need the newest issue of each product that it found. It stays in the row that the
-- search reads anyway, so that they read the state of that issue only. A frequent word finds more products than a search reads:
-- those with an issue on sale come first, in slots of their own.

alter table product_search add column issue_id uuid,
  add column sequence int not null default 0,
  add column zone text,
  -- the newest issue is on sale, will be, or has not ended yet; it may be stale, so it only says which slot comes first
  add column open boolean not null default false,
  add constraint product_search_newest check (
    (sequence > 0) = (issue_id is not null) and (sequence > 0) = (zone is not null) and (sequence > 0 or not open));

update product_search set issue_id = newest.issue_id, sequence = newest.sequence, zone = newest.zone, open = newest.open
from product cross join lateral (
  select numbered.issue_id, numbered.sequence, case when terms.min_vip > 0 then 'vip' else terms.mode end as zone,
    issue.status in ('scheduled', 'selling', 'sold_out') as open
  from product_issue numbered join issue_terms terms using (issue_id) join issue using (issue_id)
  where numbered.code = product.code order by numbered.sequence desc limit 1) newest
where product_search.code = product.code;

-- The terms of a product with a long description are stored apart from its row. What a search reads of each product stays in it.
alter table product_search add column named text[] collate "C" not null generated always as (terms[1:named_end]) stored;
alter table product_search add column category text not null generated always as (substr(terms[cardinality(terms) - 1], 2)) stored;

-- open: 1/64, 9/64 and 54/64 of the products; the others: 4/64 and 60/64
alter table product_search drop column slot;
alter table product_search add column slot smallint not null generated always as (
  case when open then case when hashtext(code) & 63 < 1 then 0 when hashtext(code) & 63 < 10 then 1 else 2 end
    when hashtext(code) & 63 < 4 then 3 else 4 end) stored;
create index product_search_terms_0 on product_search using gin (terms) where slot = 0;
create index product_search_terms_1 on product_search using gin (terms) where slot = 1;
create index product_search_terms_2 on product_search using gin (terms) where slot = 2;
create index product_search_terms_3 on product_search using gin (terms) where slot = 3;
create index product_search_terms_4 on product_search using gin (terms) where slot = 4;
-- an issue that opens changes a row without its indexes
alter table product_search set (fillfactor = 90);
grant update (issue_id, sequence, zone, open) on product_search to fairlot_app;
