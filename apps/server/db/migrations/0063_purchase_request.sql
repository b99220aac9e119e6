-- The request id that the member's device chose for a purchase. Member and request id make purchase_id (docs/LEDGER.md), so that
-- a device can compute the id that it is told, and the doctor the id that is stored. Purchases of older releases have none; the
-- doctor wants one of each purchase that is dated after this migration.
alter table purchase add column request_id uuid;
grant insert (request_id) on purchase to fairlot_app;
