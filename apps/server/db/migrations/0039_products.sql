-- Public pictures, the pictures and formatted texts of products, and what operators change of a product.

-- A picture that everybody can see, in three widths, each a file in the storage: `<name>-<width>`. It is written before it is
-- published: what published it has named it in `used_by`. One that nothing publishes is erased after a day.
create table media (
  name text primary key,
  kind text not null,
  -- of the largest file
  width int not null,
  height int not null,
  -- of all files
  bytes int not null,
  -- SHA-256 of the files, smallest width first
  hashes bytea[] not null,
  created_at timestamptz not null,
  -- whether the files are on disk
  stored boolean not null default false,
  -- `product:<code>` or `review:<id>`
  used_by text,
  used_at timestamptz,
  -- from then on nobody can see it; the files are removed an hour later
  erased_at timestamptz,
  removed_at timestamptz,
  constraint media_name check (name ~ '^[0-9a-f]{32}$'),
  constraint media_kind check (kind in ('product', 'review')),
  constraint media_size check (width between 1 and 1280 and height between 1 and 1600 and bytes > 0),
  constraint media_hashes check (array_length(hashes, 1) = 3),
  constraint media_used check ((used_by is null) = (used_at is null) and (used_by is null or stored)
    and starts_with(used_by, kind || ':') and length(used_by) <= 100),
  constraint media_removed check (removed_at is null or erased_at is not null)
);
create index media_unused on media (created_at) where used_by is null and erased_at is null;
create index media_to_remove on media (erased_at) where erased_at is not null and removed_at is null;
grant select, insert (name, kind, width, height, bytes, hashes, created_at), update (stored, used_by, used_at, erased_at, removed_at)
  on media to fairlot_app;
comment on table media is 'key: reference';
create trigger media_life before update on media for each row when (current_user = 'fairlot_app'
  and (old.stored and not new.stored
    or old.used_by is not null and (new.used_by, new.used_at) is distinct from (old.used_by, old.used_at)
    or old.erased_at is not null and new.erased_at is distinct from old.erased_at
    or old.removed_at is not null and new.removed_at is distinct from old.removed_at))
  execute function refuse_change();

-- Pictures that members send with reviews.
alter table upload
  drop constraint upload_purpose,
  add constraint upload_purpose check (purpose in ('slip', 'identity', 'review'));

-- The pictures of a product in their order.
create table product_image (
  code text not null references product,
  position int not null,
  name text not null references media,
  primary key (code, position),
  unique (code, name),
  constraint product_image_position check (position between 1 and 12)
);
grant select, insert, delete on product_image to fairlot_app;
comment on table product_image is 'key: product';

-- The description is the Markdown that operators write; `content` is the tree made from it, which the apps show.
alter table product_text
  add column content jsonb not null default '[]',
  add constraint product_text_content check (jsonb_typeof(content) = 'array' and pg_column_size(content) <= 65536);
update product_text set content =
  jsonb_build_array(jsonb_build_object('kind', 'paragraph', 'text', jsonb_build_array(jsonb_build_object('text', description))))
where description <> '';

alter table product
  -- counts changes, so that a change is approved for the product that it was requested for
  add column revision int not null default 1,
  add constraint product_revision check (revision > 0),
  drop constraint product_state,
  -- ended: no issue follows; an issue that is open runs to its end
  add constraint product_state check (state in ('active', 'paused', 'ended'));
grant update (category, art, tile, market_price, share_price, shares, max_per_member, max_issues, min_vip, recycle_percent,
  times_counted, grade, plain_acknowledged, sale_days, max_subsidy, revision) on product to fairlot_app;
grant update (title, description, content), delete on product_text to fairlot_app;
grant update (position, tile) on category to fairlot_app;
grant update (title) on category_text to fairlot_app;
