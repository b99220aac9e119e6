-- The transparency log: what the house has published, in order, with the Merkle tree over it, signed checkpoints, the
-- witnesses' signatures on them, and members' receipts. Nothing here names a person but the receipts.

-- Entries that business transactions leave behind; the log's writer takes them over in order and removes them here.
create table log_pending (
  pending_id bigint generated always as identity primary key,
  entry jsonb not null,
  constraint log_pending_entry check (entry ->> 't' is not null and jsonb_typeof(entry -> 'at') = 'number')
);
comment on table log_pending is 'key: deployment';
grant select, insert, delete on log_pending to fairlot_app;

-- Whoever holds this row is the log's one writer, until its transaction ends.
create table log_writer (
  singleton boolean primary key default true check (singleton)
);
comment on table log_writer is 'key: deployment';
insert into log_writer default values;
grant select, update on log_writer to fairlot_app;

create table log_entry (
  index bigint primary key,
  -- `t` of the entry, and the issue that it is about
  kind text not null,
  subject text,
  -- canonical JSON, byte for byte what is hashed
  bytes text not null,
  leaf bytea not null,
  -- the chain: each entry names the head before it, and no head is followed twice
  previous bytea not null constraint log_entry_previous unique,
  head bytea not null,
  appended_at timestamptz not null,
  constraint log_entry_index check (index >= 0),
  constraint log_entry_kind check (kind = bytes::jsonb ->> 't'),
  constraint log_entry_leaf check (leaf = sha256('\x00'::bytea || convert_to(bytes, 'UTF8'))),
  constraint log_entry_head check (octet_length(previous) = 32 and head = sha256('\x02'::bytea || previous || leaf))
);
comment on table log_entry is 'key: deployment';
create unique index log_entry_once on log_entry (subject, kind) where kind in ('issue-open', 'issue-seal', 'issue-draw');
grant select, insert on log_entry to fairlot_app;

-- Hashes of the complete subtrees from level 1 up: position p of level l covers the entries p·2^l … (p+1)·2^l − 1.
create table log_node (
  level int not null,
  position bigint not null,
  hash bytea not null,
  primary key (level, position),
  constraint log_node_place check (level between 1 and 62 and position >= 0),
  constraint log_node_hash check (octet_length(hash) = 32)
);
comment on table log_node is 'key: deployment';
grant select, insert on log_node to fairlot_app;

-- Signed states of the log. Of one size there is one, so that nobody can be shown another.
create table log_checkpoint (
  size bigint primary key,
  root bytea not null,
  head bytea not null,
  time_ms bigint not null,
  note text not null,
  constraint log_checkpoint_size check (size > 0),
  constraint log_checkpoint_hashes check (octet_length(root) = 32 and octet_length(head) = 32)
);
comment on table log_checkpoint is 'key: deployment';
grant select, insert on log_checkpoint to fairlot_app;

-- What witnesses have signed: lines that belong below the note of that size.
create table log_cosignature (
  size bigint not null references log_checkpoint,
  witness text not null,
  line text not null,
  signed_at timestamptz not null,
  primary key (size, witness)
);
comment on table log_cosignature is 'key: deployment';
create index log_cosignature_by_witness on log_cosignature (witness, size);
grant select, insert on log_cosignature to fairlot_app;

-- Receipts of orders, signed when first asked for.
create table receipt (
  member_id uuid not null,
  -- the order
  subject_id uuid not null,
  -- canonical JSON, byte for byte what is signed
  content text not null,
  signature bytea not null,
  public_key bytea not null,
  signed_at timestamptz not null,
  primary key (member_id, subject_id),
  constraint receipt_content check (content::jsonb ->> 't' = 'receipt' and content::jsonb ->> 'id' = subject_id::text),
  constraint receipt_signature check (octet_length(signature) = 64 and octet_length(public_key) = 32)
);
comment on table receipt is 'key: member';
grant select, insert on receipt to fairlot_app;

-- What happened before there was a log, in its order; the writer appends it at the first start.
insert into log_pending (entry)
select entry from (
  select opened.ms as at, 1 as rank, t.number, jsonb_build_object(
      't', 'issue-open', 'issue', t.number, 'shares', t.shares, 'price', t.price::text, 'reading', t.reading, 'grade', t.grade,
      'offset', t.utc_offset, 'chain', t.chain, 'delay', t.delay, 'bands', '[[0, 0]]'::jsonb,
      'prizes', jsonb_build_array(t.prize_value::text), 'commitment', t.commitment, 'at', opened.ms) as entry
  from issue_terms t join issue i using (issue_id)
  cross join lateral (select floor(extract(epoch from i.opened_at) * 1000)::bigint as ms) opened
  where i.opened_at is not null
  union all
  select s.sealed_ms, 2, t.number, jsonb_build_object(
      't', 'issue-seal', 'issue', t.number, 'orders', s.orders, 'digest', s.digest, 'sum', s.sum::text, 'salt', s.salt,
      'sealedAt', s.sealed_ms, 'round', s.round, 'at', s.sealed_ms)
  from issue_seal s join issue_terms t using (issue_id)
  union all
  select drawn.ms, 3, t.number, jsonb_build_object(
      't', 'issue-draw', 'issue', t.number, 'round', s.round, 'beacon', d.beacon, 'entropy', d.entropy, 'code', d.code,
      'at', drawn.ms)
  from issue_draw d join issue_seal s using (issue_id) join issue_terms t using (issue_id)
  cross join lateral (select floor(extract(epoch from d.drawn_at) * 1000)::bigint as ms) drawn
) past
order by at, rank, number;
