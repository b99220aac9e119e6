-- What each witness says, after a loss, of the newest checkpoint that it signed of a log: the new log starts no earlier.
create table witnessed_state (
  log int not null,
  -- note verifier key
  witness text not null,
  size bigint not null,
  root bytea,
  -- the checkpoint with the log's signature and the witness' line; null: it has signed nothing of this log
  note text,
  -- when it answered last
  asked_at timestamptz not null default business_now(),
  primary key (log, witness),
  constraint witnessed_state_note check (size >= 0 and (size = 0) = (note is null) and (note is null) = (root is null))
);
grant select, insert, update (size, root, note, asked_at) on witnessed_state to fairlot_app;
comment on table witnessed_state is 'key: deployment';
