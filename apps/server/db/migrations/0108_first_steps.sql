-- The first step of an identity check and of a review says what never changes in it: the steps are counted, so another value is noticed.
-- What earlier rows have is taken as it is.

alter table identity_step add column fingerprint bytea, add column valid_until date;
update identity_step s set fingerprint = c.fingerprint, valid_until = c.valid_until
  from identity_check c where (c.member_id, c.check_id) = (s.member_id, s.check_id) and s.seq = 1;
alter table identity_step add constraint identity_step_first check (
  (seq = 1) = (fingerprint is not null) and (seq = 1 or valid_until is null));
select recount_history('identity_step');

alter table review_step add column named boolean;
update review_step s set named = r.named
  from review r where (r.member_id, r.purchase_id) = (s.member_id, s.purchase_id) and s.seq = 1;
alter table review_step add constraint review_step_first check ((seq = 1) = (named is not null));
select recount_history('review_step');
