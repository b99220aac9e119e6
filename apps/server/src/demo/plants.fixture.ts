/**
 * Corruptions of a filled house, one by one: what somebody plants who has taken over the server (`app`), or who is the owner of the
 * schema (`owner`), and what notices it: words of the title of a doctor's check, or the constraint by which the database refuses it.
 */
import { QUICKNET } from '@fairlot/fairness/beacon'
import { derivedId } from '../modules/ledger/purchase/derived-ids.checks.ts'

export type HousePlant = readonly [role: 'app' | 'owner', what: string, sql: string, found: string]

/** What reads rows itself, for the plants. */
export const ROUNDS = "the public beacon's key"

/** Joins an event as the server does, but without friends. */
const JOINED = `
  with e as (
    update event set participants = participants + 1, changes = changes + 1,
      last_ms = greatest(last_ms, (extract(epoch from business_now()) * 1000)::int8)
    where status = 'open' returning event_id, participants, last_ms),
  one as (
    select m.member_id, gen_random_uuid() as request_id from member m
    where status = 'active' and not exists (select from team_member t where t.member_id = m.member_id) limit 1)
  insert into event_entry (event_id, seq, entry_id, member_id, request_id, joined_ms, tag)
  select event_id, participants, ${derivedId('member_id', 'request_id')}, member_id, request_id, last_ms, repeat('ab', 8) from e cross join one`

const FRIENDS: readonly HousePlant[] = [
  [
    'app',
    'friends who have qualified with any top-up',
    `update team_member set qualified_at = business_now() where qualified_at is null and first_recharge_at is not null`,
    'every friend who has qualified had topped up enough',
  ],
  [
    'app',
    'friends for whom nothing is set aside, as before migration 0088',
    `update team_member set qualified_at = business_now(), set_aside = 0 where qualified_at is null and first_recharge_at is not null`,
    'every friend who has qualified had topped up enough',
  ],
  [
    'app',
    'friends who qualified in the past',
    `update team_member set qualified_at = business_now() - interval '2 days' where qualified_at is null and first_recharge_at is not null`,
    'refused: team_member_qualified_now',
  ],
  [
    'app',
    'a participant of an event without friends',
    JOINED,
    'every participant of an event names as many direct friends',
  ],
  [
    'app',
    'a claim of the ladder without friends',
    `insert into task_claim (member_id, claim, day, amount, friends, request_id, claimed_at)
     select member_id, 'ladder1', business_now()::date, 250000, 1, gen_random_uuid(), business_now() from team_member limit 1`,
    'every claim of the ladder names as many direct friends',
  ],
  [
    'app',
    'a claim that is judged by an earlier rule',
    `insert into task_claim (member_id, claim, day, amount, friends, request_id, claimed_at, before_evidence)
     select member_id, 'ladder1', business_now()::date, 250000, 1, gen_random_uuid(), business_now(), true from team_member limit 1`,
    'refused: permission denied for table task_claim',
  ],
  [
    'app',
    'a day of sharing that is over',
    `insert into share_day select member_id, (business_now() - interval '9 days')::date from member`,
    'refused: share_day_now',
  ],
]

const ACCOUNTS: readonly HousePlant[] = [
  [
    'app',
    'another phone of a member',
    `update member set phone = '+8801999999999' where member_id = (select member_id from member where status = 'active' limit 1)`,
    'refused: member_phone',
  ],
  [
    'app',
    'a password that is not bound to its account',
    `update member set password_bound = false`,
    'refused: member_password_bound',
  ],
  [
    'app',
    'a session of ten years',
    `insert into session (session_id, member_id, token_hash, device, created_at, seen_at, expires_at, active_since)
     select gen_random_uuid(), member_id, sha256(member_id::text::bytea), '', now, now, now + interval '10 years', now
     from member cross join (select business_now() as now) clock`,
    'refused: session_lifetime',
  ],
  [
    'app',
    'a session that ends ten years later',
    `update session set expires_at = expires_at + interval '10 years'`,
    'refused: permission denied for table session',
  ],
  [
    'owner',
    'a session that ends ten years later',
    `update session set expires_at = expires_at + interval '10 years'`,
    'refused: session_lifetime',
  ],
  [
    'app',
    'a code that is used again',
    `insert into sms_code (phone, purpose, code_hash, sent_at, expires_at, sent_in_row, resend_at)
       values ('+8801999999999', 'login', sha256('1'), now(), now() + interval '5 minutes', 1, now());
     update sms_code set used_at = now(); update sms_code set used_at = null`,
    'refused: sms_code_used',
  ],
]

const CHANGES: readonly HousePlant[] = [
  [
    'app',
    'later days without VIP refunds',
    `update loyalty_head set open_from = business_now()::date + 30`,
    'refused: loyalty_head_ahead',
  ],
  [
    'app',
    'a pause of rebates for no reason',
    `insert into rebate_pause (since) values (business_now())`,
    'refused: rebate_pause_queued',
  ],
  [
    'app',
    'play-through that is waived',
    `update play_through set waived = required - played where played + waived < required`,
    'refused: play_through_waived',
  ],
  [
    'app',
    'what pays the interest of a finance product',
    `update finance_product_text set funding = 'The state guarantees it.'`,
    'refused: finance_product_text_fixed',
  ],
  [
    'app',
    'a text of a finance product that is gone',
    `delete from finance_product_text where language = 'en-us'`,
    'refused: finance_product_text_fixed',
  ],
  [
    'app',
    'tracking numbers',
    `update prize set tracking = 'X' || tracking where tracking is not null`,
    'refused: prize_parcel',
  ],
  [
    'app',
    'the mark of a payout account that a bank refused',
    `update payout_account set refused = 'bank_refused'; update payout_account set refused = null`,
    'refused: payout_account_refused',
  ],
  [
    'app',
    'fields that a way to recharge asks for',
    `update recharge_method set required_fields = '{}', optional_fields = '{}' where required_fields <> '{}'`,
    'refused: recharge_method_audited',
  ],
  [
    'app',
    'a lock of the piggy bank that is released',
    `insert into piggy_move (member_id, move_id, request_id, input_hash, direction, amount, locked_until, moved_at)
       select member_id, gen_random_uuid(), gen_random_uuid(), sha256('x'), 'in', 1, now() + interval '9 days', now() from member limit 1;
     update piggy_move set released_at = business_now() where locked_until > business_now()`,
    'refused: piggy_move_released',
  ],
  ['app', 'titles of products', `update product_text set title = 'Free'`, 'refused: product_text_audited'],
  [
    'app',
    'titles of categories',
    `update category_text set title = 'Free'`,
    'refused: category_text_audited',
  ],
  [
    'app',
    'products that the search does not show as on sale',
    `update product_search set open = not open where sequence > 0`,
    'the search shows the newest issue of every product',
  ],
  [
    'app',
    'a settled clock in the future',
    `update clock_watch set settled_at = business_now() + interval '20 days'`,
    'refused: clock_watch_ahead',
  ],
]

/** What the house gives: amounts, and to whom. */
const GIVEN = (claim: string, amount: number, friends: string, voucher = 'null') => `
  insert into task_claim (member_id, claim, day, amount, voucher_id, friends, request_id, claimed_at)
    select member_id, '${claim}', business_now()::date, ${amount}, ${voucher}, ${friends}, gen_random_uuid(), business_now()
    from member where status = 'active' order by member_id limit 1`
const VOUCHER = `
  insert into voucher (member_id, voucher_id, amount, min_spend, granted_at, expires_at, state)
    select member_id, member_id, 10000, 100000, business_now(), business_now() + interval '14 days', 'open'
    from member where status = 'active' order by member_id limit 2`
const TASK = 'every claim of a task or of the ladder gave what the settings said'
const REWARDS: readonly HousePlant[] = [
  [
    'owner',
    'less that is set aside for an inviter than the setting says',
    `update team_member set set_aside = set_aside - 1 where qualified_at is not null`,
    'every friend who has qualified had topped up enough',
  ],
  [
    'app',
    'a check-in that gives what no setting says',
    `insert into check_in (member_id, day, streak, amount, request_id, checked_at)
     select member_id, business_now()::date, 1, 9990000, gen_random_uuid(), business_now() from member where status = 'active' limit 1`,
    'every check-in gave what the settings said',
  ],
  ['app', 'a task that gives what no setting says', GIVEN('share', 9_990_000, 'null'), TASK],
  ['app', 'the highest rung of the ladder for a few friends', GIVEN('ladder5', 12_500_000, '5'), TASK],
  [
    'app',
    'a gift without a device',
    `${VOUCHER}; ${GIVEN('gift_register', 0, 'null', 'member_id')}`,
    'every gift went to a member with a device',
  ],
  [
    'owner',
    'a gift to the second account of one device',
    `${VOUCHER};
     insert into device_seen select member_id, sha256('one'), business_now() - interval '2 days' from voucher where voucher_id = member_id;
     insert into task_claim (member_id, claim, day, amount, voucher_id, request_id, claimed_at)
       select member_id, 'gift_register', at::date, 0, voucher_id, gen_random_uuid(), at from (
         select *, business_now() - n * interval '1 hour' as at from (
           select *, row_number() over (order by member_id) as n from voucher where voucher_id = member_id) two) given`,
    'every gift went to a member with a device',
  ],
  [
    'app',
    'a device that was seen before',
    `insert into device_seen select member_id, sha256('x'), business_now() - interval '1 day' from member`,
    'refused: device_seen_now',
  ],
  [
    'app',
    'a device that is forgotten',
    `insert into device_seen select member_id, sha256('x'), business_now() from member where status = 'active'; delete from device_seen`,
    'refused: device_seen_kept',
  ],
]

/** Values that are encrypted for one row, in another one. */
const OTHER = (table: string, id: string) =>
  `from (select *, row_number() over (order by ${id}) as n, count(*) over () as rows from ${table}) b,
     (select ${id} as own, row_number() over (order by ${id}) as n from ${table}) a where b.n = a.n % b.rows + 1`
const SEALED: readonly HousePlant[] = [
  [
    'app',
    'addresses of members that are exchanged',
    `update address set sealed = o.sealed from (select own, sealed ${OTHER('address', 'address_id')}) o where address_id = own`,
    'every address of a member opens as that of the member',
  ],
  [
    'app',
    'an address that is damaged',
    `update address set sealed = set_byte(sealed, 20, get_byte(sealed, 20) # 1)`,
    'every address of a member opens as that of the member',
  ],
  [
    'app',
    'addresses of orders that are exchanged',
    `update prize p set address = o.address from prize o where o.purchase_id <> p.purchase_id and o.address is not null and p.address is not null`,
    'refused: prize_life',
  ],
  [
    'owner',
    'addresses of orders that are exchanged',
    `update prize p set address = o.address from prize o where o.purchase_id <> p.purchase_id and o.address is not null and p.address is not null`,
    'every address of an order opens as that of the order',
  ],
  [
    'app',
    'payout accounts that are exchanged',
    `update payout_account set sealed = o.sealed from (select own, sealed ${OTHER('payout_account', 'account_id')}) o where account_id = own`,
    'refused: payout_account_life',
  ],
  [
    'owner',
    'payout accounts that are exchanged',
    `update payout_account set sealed = o.sealed from (select own, sealed ${OTHER('payout_account', 'account_id')}) o where account_id = own`,
    'every payout account opens as that of its member',
  ],
  [
    'owner',
    'the fingerprint of a payout account',
    `update payout_account set fingerprint = sha256('x')`,
    'every payout account opens as that of its member',
  ],
  [
    'owner',
    'what a member said about the payer',
    `update recharge set payer = set_byte(payer, 20, get_byte(payer, 20) # 1) where payer is not null`,
    'what members said about the payer of a recharge opens',
  ],
  [
    'owner',
    'the name in an identity check',
    `update identity_check set sealed = sealed_document`,
    'what members stated in identity checks opens there',
  ],
  [
    'owner',
    'a document of another person, in the check and in its first step',
    `update identity_step set fingerprint = sha256('x') where seq = 1; update identity_check set fingerprint = sha256('x')`,
    'what members stated in identity checks opens there',
  ],
]

const KEPT: readonly HousePlant[] = [
  [
    'app',
    'names of members',
    `update member set nickname = 'Lotus ' || left(member_id::text, 4) where status = 'active'`,
    'refused: member_named',
  ],
  ['app', 'notices that are gone', 'delete from member_notice', 'refused: member_notice_kept'],
  ['app', 'jobs that are gone', 'delete from job', 'refused: job_kept'],
  [
    'app',
    'a made-up round of the public beacon that is still to come',
    `insert into beacon_round values ('${QUICKNET.hash}', 999999999, decode(repeat('ab', 48), 'hex'), 'relay', business_now())`,
    'refused: beacon_round_ahead',
  ],
  [
    'app',
    'a made-up round of the public beacon that is past',
    `insert into beacon_round values ('${QUICKNET.hash}', 1001, decode(repeat('ab', 48), 'hex'), 'relay', business_now())`,
    ROUNDS,
  ],
]

const BEGIN = 'gifts, refunds of lost orders and the count of rewards begin when they were introduced'
const WITHDRAWAL = 'every withdrawal has the account of its application'
const NEWEST = `(log, size) = (select log, size from log_checkpoint order by log desc, size desc limit 1)`
const OWNED: readonly HousePlant[] = [
  [
    'owner',
    'an open withdrawal without a fee',
    `update withdrawal set fee_rate = 0, fee = 0 where state = 'processing' and recharge_id is null`,
    WITHDRAWAL,
  ],
  [
    'owner',
    'how many operators approve',
    `update withdrawal set approvals_needed = 3 - approvals_needed`,
    WITHDRAWAL,
  ],
  [
    'owner',
    'the account of an open withdrawal',
    `update withdrawal w set account_id = a.account_id from payout_account a
     where a.member_id = w.member_id and a.account_id <> w.account_id and w.state = 'processing'`,
    WITHDRAWAL,
  ],
  ['owner', 'from when gifts are given', `update loyalty_head set gifts_from = '2020-01-01'`, BEGIN],
  [
    'owner',
    'gifts since ever, in a house that an earlier release began',
    `update deployment set created_at = created_at - interval '1 year'`,
    BEGIN,
  ],
  ['owner', 'rewards that are not counted', `update loyalty_head set rewards_from = 'infinity'`, BEGIN],
  [
    'owner',
    'from when lost orders are refunded',
    `update loyalty_head set refunds_from = business_now() + interval '9 days'`,
    BEGIN,
  ],
  [
    'owner',
    'a review that names its author',
    `update review set named = not named`,
    'every review names its author exactly when the author said so',
  ],
  [
    'owner',
    'a document of another person',
    `update identity_check set fingerprint = sha256('x')`,
    'every identity check has the document and the validity of its first step',
  ],
  [
    'owner',
    'a document that is valid for longer',
    `update identity_check set valid_until = '2090-01-01'`,
    'every identity check has the document and the validity of its first step',
  ],
  [
    'owner',
    'a way to recharge that is off',
    `update recharge_method set enabled = false where method = 'bank'`,
    'every way to recharge is on',
  ],
  [
    'owner',
    'the newest checkpoint that is gone',
    `delete from log_cosignature where ${NEWEST}; delete from log_checkpoint where ${NEWEST}`,
    'no row of the checkpoints was changed or removed',
  ],
  [
    'owner',
    'two members who change places in a statement of solvency',
    `create temporary table pair as
       select day, place, member_id from solvency_leaf where day = (select max(day) from solvency_leaf) order by place limit 2;
     update solvency_leaf l set member_id = gen_random_uuid() from pair p where (l.day, l.place) = (p.day, p.place);
     update solvency_leaf l set member_id = o.member_id from pair p, pair o where (l.day, l.place) = (p.day, p.place) and o.place <> p.place`,
    'no leaf of a member binds the phone number of another one',
  ],
]

export const HOUSE_PLANTS: readonly HousePlant[] = [
  ...FRIENDS,
  ...ACCOUNTS,
  ...CHANGES,
  ...REWARDS,
  ...SEALED,
  ...KEPT,
  ...OWNED,
]
