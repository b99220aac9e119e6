-- The ledger serves every seller: a purchase no longer knows what shares are. Its kind names the seller, its position
-- is what the seller gave (first code of shares, sequence of a bet), and a refusal keeps the seller's reason.

alter table purchase rename column first_code to position;
alter table purchase
  drop constraint purchase_kind,
  drop constraint purchase_state,
  drop constraint purchase_result,
  drop constraint purchase_settled,
  drop constraint purchase_code,
  -- why the seller refused
  add column reason text,
  -- what the settlement paid to the wallet, minor units
  add column payout bigint not null default 0;
update purchase set reason = state, state = 'refused' where state in ('sold_out', 'closed');
alter table purchase
  add constraint purchase_kind check (kind <> ''),
  -- held: money reserved, not decided yet; done: bought; refused: by the seller; refunded: paid back
  add constraint purchase_state check (state in ('held', 'done', 'refused', 'refunded')),
  add constraint purchase_reason check ((state = 'refused') = (reason is not null)),
  add constraint purchase_settled check (settled or state in ('held', 'done')),
  add constraint purchase_result check (result is null or (settled and state = 'done')),
  add constraint purchase_payout check (payout >= 0 and (payout = 0 or result is not null)),
  add constraint purchase_position check (state not in ('done', 'refunded') or position is not null);
grant update (reason, payout) on purchase to fairlot_app;

-- A member's purchases of one kind, newest first: the orders of the mall are not the bets of a game.
drop index purchase_by_time;
create index purchase_by_time on purchase (member_id, kind, settled, created_at desc, purchase_id desc);

-- Sellers register their books with the ledger's code; the doctor compares every account name with the registered ones.
alter table ledger
  drop constraint ledger_accounts,
  add constraint ledger_accounts check (debit <> '' and credit <> '');
