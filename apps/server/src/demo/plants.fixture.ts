/**
 * Corruptions of a filled house, one by one: what somebody plants who has taken over the server (`app`), or who is the owner of the
 * schema (`owner`), and what notices it: words of the title of a doctor's check, or the constraint by which the database refuses it.
 */
import { derivedId } from '../modules/ledger/purchase/derived-ids.checks.ts'

export type HousePlant = readonly [role: 'app' | 'owner', what: string, sql: string, found: string]

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
    'a code that is used again',
    `insert into sms_code (phone, purpose, code_hash, sent_at, expires_at, sent_in_row, resend_at)
       values ('+8801999999999', 'login', sha256('1'), now(), now() + interval '5 minutes', 1, now());
     update sms_code set used_at = now(); update sms_code set used_at = null`,
    'refused: sms_code_used',
  ],
]

export const HOUSE_PLANTS: readonly HousePlant[] = [...FRIENDS, ...ACCOUNTS]
