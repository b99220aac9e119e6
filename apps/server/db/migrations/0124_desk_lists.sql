-- Operators list withdrawals, recharges, members and orders by what they are, newest first, a page at a time. Each list walks one of these
-- indexes; none looks at every row.
create index withdrawal_ended on withdrawal (state, finished_at, withdrawal_id) where state <> 'processing';

-- How a recharge stands for the desk: the same words as RECHARGE_STANDINGS of the contract.
create index recharge_standing on recharge ((case when state = 'success' then 'credited'
  when state = 'processing' then case when proof_at is null then 'unproven' else 'proven' end
  when reason = 'expired' then 'expired' else 'failed' end), created_at, recharge_id);

create index member_by_status on member (status, created_at, member_id);
create index member_by_country on member (country, status, created_at, member_id);

-- Only rows of members who were ever frozen; a purchase does not change the column.
create index wallet_frozen_until on wallet (frozen_until) where frozen_until is not null;

-- Only purchases that came to nothing.
create index issue_sale_refused on issue_sale (issue_id, purchase_id) where seq is null;
