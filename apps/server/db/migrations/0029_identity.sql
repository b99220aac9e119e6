-- The identity check: what a member states and shows, what reviewers or a provider decide, and who has looked at what.

create table identity_check (
  member_id uuid not null references member,
  check_id uuid not null,
  number text not null,
  request_id uuid not null,
  input_hash bytea not null,
  -- who decides: `manual`: two operators; `http`: a company
  provider text not null,
  document text not null,
  -- name and birth date, encrypted; null after the erasure
  sealed bytea,
  -- number of the document, encrypted; erased with the pictures
  sealed_document bytea,
  key_id text not null,
  -- keyed hash of the document's kind and number, to find it in other accounts
  fingerprint bytea not null,
  valid_until date,
  state text not null default 'waiting',
  reason text,
  note text,
  created_at timestamptz not null,
  decided_at timestamptz,
  -- when the pictures are erased, as the setting said at the decision
  erase_from timestamptz,
  erased_at timestamptz,
  primary key (member_id, check_id),
  constraint identity_check_request unique (member_id, request_id),
  constraint identity_check_number check (number ~ '^C[0-9A-HJKMNP-TV-Z]{12}$'),
  constraint identity_check_hashes check (octet_length(input_hash) = 32 and octet_length(fingerprint) = 32),
  constraint identity_check_provider check (provider in ('manual', 'http')),
  constraint identity_check_document check (document in ('national_id', 'passport', 'driving_licence')),
  constraint identity_check_state check (state in ('waiting', 'again', 'approved', 'refused', 'withdrawn')),
  constraint identity_check_reason check ((state = 'refused') = (reason is not null) and reason in
    ('unreadable', 'name_differs', 'under_age', 'document_ended', 'not_genuine', 'used_by_another', 'other')),
  constraint identity_check_note check (length(note) between 1 and 500),
  constraint identity_check_decided check ((state in ('waiting', 'again')) = (decided_at is null)
    and (decided_at is null) = (erase_from is null)),
  constraint identity_check_erased check (erased_at is null or sealed_document is null and decided_at is not null),
  constraint identity_check_kept check (sealed is not null or erased_at is not null)
);
create unique index identity_check_open on identity_check (member_id) where state in ('waiting', 'again');
create index identity_check_waiting on identity_check (created_at, check_id) where state = 'waiting';
create index identity_check_by_number on identity_check (number);
create index identity_check_same on identity_check (fingerprint);
create index identity_check_to_erase on identity_check (erase_from) where erased_at is null;
grant select, insert (member_id, check_id, number, request_id, input_hash, provider, document, sealed, sealed_document, key_id,
  fingerprint, valid_until, created_at), update (state, reason, note, decided_at, erase_from, erased_at, sealed, sealed_document)
  on identity_check to fairlot_app;
comment on table identity_check is 'key: member';
create trigger identity_check_life before update on identity_check for each row when (current_user = 'fairlot_app'
  and (old.decided_at is not null and (new.state, new.reason, new.note, new.decided_at, new.erase_from)
      is distinct from (old.state, old.reason, old.note, old.decided_at, old.erase_from)
    or new.sealed is distinct from old.sealed and new.sealed is not null
    or new.sealed_document is distinct from old.sealed_document and new.sealed_document is not null
    or old.erased_at is not null and new.erased_at is distinct from old.erased_at
    or old.state = 'again' and new.state = 'approved'))
  execute function refuse_change();

-- What happened to a check, and who did it; null: the member, the provider or the server.
create table identity_step (
  member_id uuid not null,
  check_id uuid not null,
  seq int not null check (seq > 0),
  step text not null,
  operator_id uuid,
  -- two-digit number of the operator, which the member reads
  reviewer text,
  at timestamptz not null,
  primary key (member_id, check_id, seq),
  foreign key (member_id, check_id) references identity_check,
  constraint identity_step_step check (step in ('waiting', 'first_approved', 'again', 'approved', 'refused', 'withdrawn')),
  constraint identity_step_reviewer check ((operator_id is null) = (reviewer is null) and reviewer ~ '^\d{2,6}$')
);
grant select, insert on identity_step to fairlot_app;
comment on table identity_step is 'key: member';

-- The pictures of a check. One that was sent again replaces another one of its slot.
create table identity_picture (
  member_id uuid not null,
  check_id uuid not null,
  upload_id uuid not null,
  slot text not null,
  state text not null default 'kept',
  primary key (member_id, check_id, upload_id),
  foreign key (member_id, check_id) references identity_check,
  constraint identity_picture_slot check (slot in ('front', 'back', 'address', 'selfie')),
  constraint identity_picture_state check (state in ('kept', 'again', 'replaced', 'erased'))
);
create unique index identity_picture_live on identity_picture (member_id, check_id, slot) where state in ('kept', 'again');
grant select, insert (member_id, check_id, upload_id, slot), update (state) on identity_picture to fairlot_app;
comment on table identity_picture is 'key: member';
create trigger identity_picture_life before update on identity_picture for each row when (current_user = 'fairlot_app'
  and (old.state in ('replaced', 'erased') and new.state is distinct from old.state or old.state = 'again' and new.state = 'kept'))
  execute function refuse_change();

-- Every time that an operator opened a picture; the member reads it.
create table identity_look (
  member_id uuid not null,
  check_id uuid not null,
  look_id uuid not null,
  slot text not null,
  operator_id uuid not null,
  reviewer text not null,
  at timestamptz not null,
  primary key (member_id, check_id, look_id),
  foreign key (member_id, check_id) references identity_check,
  constraint identity_look_slot check (slot in ('front', 'back', 'address', 'selfie')),
  constraint identity_look_reviewer check (reviewer ~ '^\d{2,6}$')
);
grant select, insert on identity_look to fairlot_app;
comment on table identity_look is 'key: member';

-- The signed notices of a provider, as evidence. Each takes effect once.
create table identity_notice (
  event_id text primary key,
  check_id uuid not null,
  body text not null,
  at timestamptz not null,
  constraint identity_notice_event check (length(event_id) between 1 and 100)
);
grant select, insert on identity_notice to fairlot_app;
comment on table identity_notice is 'key: identity_notice';

do $$
declare history text;
begin
  foreach history in array array['identity_step', 'identity_look', 'identity_notice']
  loop
    execute format('create constraint trigger %I after insert on %I deferrable initially deferred for each row
      execute function tally_history()', history || '_tallied', history);
    perform recount_history(history::regclass);
  end loop;
end $$;
