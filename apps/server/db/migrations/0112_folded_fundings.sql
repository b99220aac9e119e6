-- A bank's reference in another case is the same reference: it funds an account of the house once, and moves money of a reserve once in
-- each direction. The ids of fundings follow from the reference without its case from now on. Rows of before keep their ids, and are
-- found by these indexes. They are not unique, because an older house may have both spellings; the doctor counts them.
create index house_funding_folded on house_funding (book, upper(reference));
create index finance_funding_folded on finance_funding (product_id, kind, upper(reference));
