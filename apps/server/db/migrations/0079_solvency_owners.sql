-- In version 3 a leaf of the proof of solvency binds the phone number that the member had when the day was stated, by its hash. It is
-- null in the leaves of earlier statements, which bind the member's id.
alter table solvency_leaf add column owner bytea;
alter table solvency_leaf add constraint solvency_leaf_owner check (octet_length(owner) = 32);
