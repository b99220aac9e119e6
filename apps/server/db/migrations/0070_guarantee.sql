-- The house account `guarantee` pays what a witnessed draw costs when its witnesses do not sign in time. A draw binds the most
-- that this can be from its seal until its witnesses have signed.
alter table house_account drop constraint house_account_known;
insert into house_account (book, name, floor) values ('00000000-0000-8000-8000-000000000008', 'guarantee', 0);
alter table house_account add constraint house_account_known check (
  (book, name, floor) in (
    ('00000000-0000-8000-8000-000000000001', 'cash', -9223372036854775807),
    ('00000000-0000-8000-8000-000000000002', 'sales', 0),
    ('00000000-0000-8000-8000-000000000003', 'bankroll', 0),
    ('00000000-0000-8000-8000-000000000004', 'marketing', 0),
    ('00000000-0000-8000-8000-000000000005', 'subsidy', 0),
    ('00000000-0000-8000-8000-000000000006', 'fees', 0),
    ('00000000-0000-8000-8000-000000000007', 'vouchers', 0),
    ('00000000-0000-8000-8000-000000000008', 'guarantee', 0)));
alter table house_account drop constraint house_account_bound;
alter table house_account add constraint house_account_bound check (
  bound >= 0 and (bound = 0 or name in ('bankroll', 'guarantee')));
