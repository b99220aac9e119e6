-- The mall: products, issues, their orders, seals, draws and prizes.

create table category (
  category text primary key,
  position int not null,
  tile text not null,
  constraint category_tile check (tile in ('sun', 'sea', 'rose', 'iris', 'leaf'))
);
comment on table category is 'key: reference';

create table category_text (
  category text not null references category,
  language text not null,
  title text not null,
  primary key (category, language)
);
comment on table category_text is 'key: reference';

create table product (
  code text primary key,
  category text not null references category,
  mode text not null,
  -- name of the drawn portrait and its ground
  art text not null,
  tile text not null,
  market_price bigint not null,
  share_price bigint not null,
  shares int not null,
  -- 0 = no limit
  max_per_member int not null default 0,
  max_issues int not null default 0,
  min_vip int not null default 0,
  recycle_percent int not null default 80,
  reading text not null default 'all',
  grade text not null default 'beacon',
  -- the operator has confirmed that a bare draw can be steered
  plain_acknowledged boolean not null default false,
  sale_days int not null default 30,
  -- issues opened so far
  issued int not null default 0,
  state text not null default 'active',
  demo boolean not null default false,
  created_at timestamptz not null,
  constraint product_code check (code ~ '^[A-Z0-9]{1,12}$'),
  constraint product_mode check (mode in ('goods')),
  constraint product_tile check (tile in ('sun', 'sea', 'rose', 'iris', 'leaf')),
  constraint product_prices check (market_price > 0 and share_price > 0 and share_price::numeric * shares <= 1e16),
  constraint product_shares check (shares between 2 and 100000),
  constraint product_limits check (max_per_member >= 0 and max_issues >= 0 and min_vip >= 0 and sale_days between 1 and 365),
  -- what a recycled prize pays is covered by the issue's own sales
  constraint product_covered check (recycle_percent between 0 and 100
    and recycle_percent::numeric * market_price <= 100::numeric * share_price * shares),
  constraint product_reading check (reading in ('all', 'before-final')),
  constraint product_grade check (grade in ('plain', 'salt', 'beacon')),
  constraint product_plain check (grade <> 'plain' or (mode = 'goods' and plain_acknowledged)),
  constraint product_issued check (issued >= 0 and (max_issues = 0 or issued <= max_issues)),
  constraint product_state check (state in ('active', 'paused'))
);
comment on table product is 'key: product';

create table product_text (
  code text not null references product,
  language text not null,
  title text not null,
  description text not null,
  primary key (code, language)
);
comment on table product_text is 'key: product';

-- The terms of an issue, fixed when it is created. No role may change or delete a row.
create table issue_terms (
  issue_id uuid primary key,
  code text not null references product,
  sequence int not null,
  number text not null,
  mode text not null,
  shares int not null,
  price bigint not null,
  prize_value bigint not null,
  recycle_percent int not null,
  max_per_member int not null,
  min_vip int not null,
  reading text not null,
  grade text not null,
  utc_offset int not null,
  -- the commitment to the salt (hex); null for plain
  commitment text,
  -- beacon chain (hash) and seconds from seal to round; null unless the grade is beacon
  chain text,
  delay int,
  closes_at timestamptz not null,
  created_at timestamptz not null,
  constraint issue_terms_number check (number = code || '-' || lpad(sequence::text, greatest(4, length(sequence::text)), '0')),
  constraint issue_terms_shares check (shares between 2 and 100000),
  constraint issue_terms_amounts check (price > 0 and prize_value > 0 and price::numeric * shares <= 1e16 and recycle_percent between 0 and 100
    and recycle_percent::numeric * prize_value <= 100::numeric * price * shares),
  constraint issue_terms_caps check (max_per_member >= 0 and min_vip >= 0),
  constraint issue_terms_offset check (utc_offset between -840 and 840),
  constraint issue_terms_reading check (reading in ('all', 'before-final')),
  constraint issue_terms_mode check (mode in ('goods')),
  constraint issue_terms_grade check (
    case grade
      when 'plain' then commitment is null and chain is null and delay is null and mode = 'goods'
      when 'salt' then commitment is not null and chain is null and delay is null
      when 'beacon' then commitment is not null and chain is not null and delay > 0
      else false
    end),
  constraint issue_terms_commitment check (commitment ~ '^[0-9a-f]{64}$')
);
comment on table issue_terms is 'key: issue';

-- Which issue is number n of a product.
create table product_issue (
  code text not null references product,
  sequence int not null,
  issue_id uuid not null,
  primary key (code, sequence),
  constraint product_issue_sequence check (sequence > 0)
);
comment on table product_issue is 'key: product';

-- The state of an issue: one row that every purchase of it updates. Prices and sizes are copies of the terms.
create table issue (
  issue_id uuid primary key references issue_terms (issue_id),
  shares int not null,
  price bigint not null,
  utc_offset int not null,
  status text not null,
  sold int not null default 0,
  -- escrow: what the issue's own book holds
  pool bigint not null default 0,
  orders int not null default 0,
  participants int not null default 0,
  -- sum of the order times (HHMMSSmmm) and the last order's Unix millisecond
  time_sum bigint not null default 0,
  last_ms bigint not null default 0,
  opened_at timestamptz,
  sold_out_at timestamptz,
  constraint issue_status check (status in ('scheduled', 'selling', 'sold_out', 'drawn', 'expired', 'refunded')),
  constraint issue_sold check (sold between 0 and shares),
  constraint issue_pool check (pool >= 0),
  constraint issue_orders check (orders between 0 and sold and participants between 0 and orders),
  constraint issue_not_full check (status not in ('scheduled', 'selling', 'expired') or sold < shares),
  constraint issue_full check (status not in ('sold_out', 'drawn') or (sold = shares and sold_out_at is not null)),
  constraint issue_scheduled check (status <> 'scheduled' or (sold = 0 and pool = 0)),
  constraint issue_opened check ((status = 'scheduled') = (opened_at is null))
) with (fillfactor = 50);
comment on table issue is 'key: issue';
create index issue_selling on issue (opened_at) where status = 'selling';
create index issue_to_draw on issue (sold_out_at) where status = 'sold_out';

-- The orders of an issue: the rows of its draw.
create table issue_sale (
  issue_id uuid not null,
  purchase_id uuid not null,
  member_id uuid not null,
  quantity int not null,
  amount bigint not null,
  state text not null,
  first_code int,
  seq int,
  ordered_ms bigint,
  primary key (issue_id, purchase_id),
  constraint issue_sale_quantity check (quantity > 0 and amount > 0),
  constraint issue_sale_state check (state in ('done', 'sold_out', 'closed')),
  constraint issue_sale_done check (
    (state = 'done') = (first_code is not null) and (state = 'done') = (seq is not null) and (state = 'done') = (ordered_ms is not null)),
  constraint issue_sale_first check (first_code >= 1000001)
);
comment on table issue_sale is 'key: issue';
create unique index issue_sale_by_seq on issue_sale (issue_id, seq) where seq is not null;

-- The salt of an issue, encrypted with a key that is not in the database; revealed by the seal.
create table issue_secret (
  issue_id uuid primary key references issue_terms (issue_id),
  salt bytea not null,
  key_id text not null
);
comment on table issue_secret is 'key: issue';

-- The seal: orders are final, the salt is out, the beacon round is fixed. One per issue.
create table issue_seal (
  issue_id uuid primary key references issue (issue_id),
  orders int not null,
  digest text not null,
  sum bigint not null,
  salt text,
  sealed_ms bigint not null,
  round bigint,
  constraint issue_seal_orders check (orders > 0),
  constraint issue_seal_digest check (digest ~ '^[0-9a-f]{64}$'),
  constraint issue_seal_salt check (salt ~ '^[0-9a-f]{64}$'),
  constraint issue_seal_round check (round is null or (round > 0 and salt is not null))
);
comment on table issue_seal is 'key: issue';

-- The draw. One per issue, never changed.
create table issue_draw (
  issue_id uuid primary key references issue_seal (issue_id),
  signature text,
  -- H(signature), E, and what they make of the sum
  beacon text,
  entropy text,
  code int not null,
  member_id uuid not null,
  purchase_id uuid not null,
  seq int not null,
  drawn_at timestamptz not null,
  constraint issue_draw_code check (code >= 1000001),
  constraint issue_draw_beacon check ((signature is null) = (beacon is null) and (beacon is null or entropy is not null))
);
comment on table issue_draw is 'key: issue';
create index issue_draw_by_time on issue_draw (drawn_at desc, issue_id desc);

-- How far the members' orders of a drawn issue have been told their result.
create table issue_settlement (
  issue_id uuid primary key references issue_draw (issue_id),
  through_seq int not null default 0,
  finished_at timestamptz
);
comment on table issue_settlement is 'key: issue';
create index issue_settlement_open on issue_settlement (issue_id) where finished_at is null;

-- What a member has won.
create table prize (
  member_id uuid not null,
  purchase_id uuid not null,
  tier int not null,
  issue_id uuid not null,
  code int not null,
  value bigint not null,
  status text not null,
  won_at timestamptz not null,
  primary key (member_id, purchase_id, tier),
  constraint prize_tier check (tier between 1 and 5),
  constraint prize_value check (value > 0),
  constraint prize_status check (status in ('won'))
);
comment on table prize is 'key: member';
create index prize_by_status on prize (member_id, status, won_at desc);

grant select, insert on category, category_text to fairlot_app;
grant select, insert on product, product_text to fairlot_app;
grant update (issued, state) on product to fairlot_app;
grant select, insert on issue_terms, product_issue to fairlot_app;
grant select, insert on issue to fairlot_app;
grant update (status, sold, pool, orders, participants, time_sum, last_ms, opened_at, sold_out_at) on issue to fairlot_app;
grant select, insert on issue_sale, issue_secret, issue_seal, issue_draw to fairlot_app;
grant select, insert on issue_settlement to fairlot_app;
grant update (through_seq, finished_at) on issue_settlement to fairlot_app;
grant select, insert on prize to fairlot_app;
grant update (status) on prize to fairlot_app;
