-- Uploaded pictures: what they are and what they are used for. The files are outside of the database, encrypted.

create table upload (
  member_id uuid not null references member,
  upload_id uuid not null,
  purpose text not null,
  -- of the file in the storage
  name text not null,
  key_id text not null,
  width int not null,
  height int not null,
  -- of the picture
  bytes int not null,
  -- of the encrypted file
  stored_sha256 bytea not null,
  created_at timestamptz not null,
  -- whether the file is on disk; a row that stays without it belongs to a server that stopped in between
  stored boolean not null default false,
  -- `recharge:<id>` or `identity:<id>`; a picture is used once
  used_by text,
  used_at timestamptz,
  -- from then on nobody can open it; the file is removed an hour later
  erased_at timestamptz,
  removed_at timestamptz,
  primary key (member_id, upload_id),
  constraint upload_purpose check (purpose in ('slip', 'identity')),
  constraint upload_name check (name ~ '^[0-9a-f]{32}$'),
  constraint upload_size check (width between 1 and 1600 and height between 1 and 1600 and bytes > 0),
  constraint upload_hash check (octet_length(stored_sha256) = 32),
  constraint upload_used check ((used_by is null) = (used_at is null) and (used_by is null or stored) and length(used_by) between 1 and 100),
  constraint upload_removed check (removed_at is null or erased_at is not null)
);
create index upload_unused on upload (created_at) where used_by is null and erased_at is null;
create index upload_to_remove on upload (erased_at) where erased_at is not null and removed_at is null;
create index upload_file on upload (name) where removed_at is null;
grant select, insert (member_id, upload_id, purpose, name, key_id, width, height, bytes, stored_sha256, created_at),
  update (stored, used_by, used_at, erased_at, removed_at) on upload to fairlot_app;
comment on table upload is 'key: member';
create trigger upload_life before update on upload for each row when (current_user = 'fairlot_app'
  and (old.stored and not new.stored
    or old.used_by is not null and (new.used_by, new.used_at) is distinct from (old.used_by, old.used_at)
    or old.erased_at is not null and new.erased_at is distinct from old.erased_at
    or old.removed_at is not null and new.removed_at is distinct from old.removed_at))
  execute function refuse_change();

-- What a member has sent today, and the size of the member's pictures that are not erased.
create table upload_total (
  member_id uuid primary key references member,
  day date not null,
  uploads int not null check (uploads >= 0),
  bytes bigint not null check (bytes >= 0)
) with (fillfactor = 70);
grant select, insert, update (day, uploads, bytes) on upload_total to fairlot_app;
comment on table upload_total is 'key: member';
