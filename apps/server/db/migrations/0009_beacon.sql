-- Rounds of a public beacon that something here waited for. Each was checked against the beacon's pinned key before it was
-- kept, whoever brought it, and never changes.
create table beacon_round (
  -- chain hash, hex: the name of the chain in terms and proofs
  chain text not null,
  round bigint not null,
  signature bytea not null,
  source text not null,
  received_at timestamptz not null,
  primary key (chain, round),
  constraint beacon_round_chain check (chain ~ '^[0-9a-f]{64}$'),
  constraint beacon_round_round check (round >= 1),
  constraint beacon_round_signature check (octet_length(signature) = 48),
  constraint beacon_round_source check (source in ('relay', 'handed-in'))
);
comment on table beacon_round is 'key: deployment';
grant select, insert on beacon_round to fairlot_app;
