-- Which secrets.json opens this database: a hash of its keys, which reveals none of them. The owner writes it at the first start
-- that knows the column; a server with other secrets refuses to start.

alter table deployment
  add column secrets_fingerprint text,
  add constraint deployment_secrets_fingerprint check (secrets_fingerprint ~ '^[0-9a-f]{64}$');
