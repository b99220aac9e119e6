-- A bank's reference in another case is the same reference: it pays one withdrawal.
alter table payout_reference add column folded text;
-- of references that differed in case only, the first one keeps the others out
update payout_reference p set folded = upper(p.reference)
  where not exists (select from payout_reference o where upper(o.reference) = upper(p.reference) and o.reference < p.reference);
create unique index payout_reference_folded on payout_reference (folded);
