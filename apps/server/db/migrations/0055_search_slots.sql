-- A search reads products until it has found enough. One index over all products gives the whole list of a word before the first
-- product, so the products are in four slots of growing size with an index each, and a search stops after the first that suffice.

-- 1/64, 3/64, 12/64 and 48/64 of the products
alter table product_search add column slot smallint not null generated always as (
  case when hashtext(code) & 63 < 1 then 0 when hashtext(code) & 63 < 4 then 1 when hashtext(code) & 63 < 16 then 2 else 3 end) stored;
drop index product_search_terms;
create index product_search_terms_0 on product_search using gin (terms) where slot = 0;
create index product_search_terms_1 on product_search using gin (terms) where slot = 1;
create index product_search_terms_2 on product_search using gin (terms) where slot = 2;
create index product_search_terms_3 on product_search using gin (terms) where slot = 3;
