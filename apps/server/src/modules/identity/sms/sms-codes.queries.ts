/** SQL of the SMS codes. The statement that writes makes the decision, under the row's lock. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'
import type { Purpose } from './sms-codes.ts'

const PUT: Statement = {
  name: 'sms_code_put',
  text: `
    insert into sms_code as c (phone, purpose, code_hash, sent_at, expires_at, sent_in_row, resend_at)
    select $1, $2, $3, at, at + make_interval(secs => $4), 1, at + make_interval(secs => ($5::int[])[1])
    from business_clock
    on conflict (phone, purpose) do update set
      code_hash = excluded.code_hash, sent_at = excluded.sent_at, expires_at = excluded.expires_at,
      tries = 0, used_at = null,
      sent_in_row = case when c.used_at is not null or c.sent_at < excluded.sent_at - make_interval(secs => $6) then 1
        else c.sent_in_row + 1 end,
      resend_at = excluded.sent_at + make_interval(secs => ($5::int[])[
        case when c.used_at is not null or c.sent_at < excluded.sent_at - make_interval(secs => $6) then 1
          else least(c.sent_in_row + 1, cardinality($5::int[])) end])
    -- a wait longer than any that the rules give was written while the clock was ahead
    where c.resend_at <= excluded.sent_at
      or c.resend_at > excluded.sent_at + make_interval(secs => (select max(s) from unnest($5::int[]) s))
    returning ceil(extract(epoch from resend_at - sent_at))::int as resend_after, ${MS('expires_at')} as valid_until`,
}

/**
 * Replaces the previous code, unless it was sent too recently.
 *
 * @param spacing seconds until the next code, by the number of consecutive codes
 * @returns seconds until the next code and when this one ends in Unix milliseconds, or undefined when it is too soon
 */
export async function putCode(
  tx: Tx,
  code: { phone: string; purpose: Purpose; codeHash: Buffer },
  rules: { validSeconds: number; spacing: readonly number[]; forgetAfterSeconds: number },
): Promise<{ resendAfter: number; validUntilMs: number } | undefined> {
  const [row] = await tx.query<{ resend_after: number; valid_until: bigint }>(PUT, [
    code.phone,
    code.purpose,
    code.codeHash,
    rules.validSeconds,
    rules.spacing,
    rules.forgetAfterSeconds,
  ])
  return row && { resendAfter: row.resend_after, validUntilMs: Number(row.valid_until) }
}

const WAIT: Statement = {
  name: 'sms_code_wait',
  text: `
    select greatest(1, ceil(extract(epoch from resend_at - (select at from business_clock))))::int as seconds
    from sms_code where phone = $1 and purpose = $2`,
}

/** Whole seconds until another code may be sent, at least 1. */
export async function resendWait(db: Executor, phone: string, purpose: Purpose): Promise<number> {
  const rows = await db.query<{ seconds: number }>(WAIT, [phone, purpose])
  return rows[0]?.seconds ?? 1
}

const COUNT: Statement = {
  name: 'sms_count_add',
  text: `
    insert into sms_count as c (scope, subject, window_start, sent)
    select w.scope, w.subject, date_trunc(w.unit, at, 'UTC'), 1
    from unnest($1::text[], $2::text[], $3::text[]) as w (scope, subject, unit), business_clock
    order by w.scope, w.subject
    on conflict (scope, subject, window_start) do update set sent = c.sent + 1
    returning scope, sent,
      ceil(extract(epoch from window_start +
        case when scope in ('phone', 'all') then interval '1 day' else interval '1 hour' end
        - (select at from business_clock)))::int as window_ends`,
}

const IN_DAY: Statement = {
  name: 'sms_count_day',
  text: `
    select coalesce((select sent from sms_count c where c.scope = 'all' and c.subject = $1 and c.window_start = d.day), 0) as sent,
      ceil(extract(epoch from d.day + interval '1 day' - at))::int as window_ends
    from business_clock, lateral (select date_trunc('day', at, 'UTC') as day) d`,
}

/** The messages that were sent today (UTC). `window_ends`: seconds until the day ends. */
export async function sentInDay(
  db: Executor,
  subject: string,
): Promise<{ sent: number; window_ends: number }> {
  const [row] = await db.query<{ sent: number; window_ends: number }>(IN_DAY, [subject])
  return row ?? { sent: 0, window_ends: 1 }
}

export type SmsScope = 'phone' | 'address' | 'prefix' | 'all'

/** Counts one request or message in each window. `window_ends`: seconds until the window ends. */
export function countSms<Scope extends SmsScope>(
  tx: Executor,
  windows: readonly { scope: Scope; subject: string; unit: 'hour' | 'day' }[],
): Promise<{ scope: Scope; sent: number; window_ends: number }[]> {
  return tx.query(COUNT, [
    windows.map(({ scope }) => scope),
    windows.map(({ subject }) => subject),
    windows.map(({ unit }) => unit),
  ])
}

const TRY: Statement = {
  name: 'sms_code_try',
  text: `
    update sms_code set tries = tries + case when code_hash = $3 then 0 else 1 end
    where phone = $1 and purpose = $2 and used_at is null and tries < $4
      and expires_at > (select at from business_clock)
    returning code_hash = $3 as fits`,
}

/** Checks a code and counts a wrong one; undefined when there is no valid code. */
export async function tryCode(
  db: Executor,
  code: { phone: string; purpose: Purpose; codeHash: Buffer },
  maxTries: number,
): Promise<boolean | undefined> {
  const rows = await db.query<{ fits: boolean }>(TRY, [code.phone, code.purpose, code.codeHash, maxTries])
  return rows[0]?.fits
}

const USE: Statement = {
  name: 'sms_code_use',
  text: `
    update sms_code set used_at = at from business_clock
    where phone = $1 and purpose = $2 and code_hash = $3 and used_at is null and tries < $4 and expires_at > at
    returning phone`,
}

/** Uses a code. @returns false when it was used meanwhile or is no longer valid */
export async function useCode(
  tx: Tx,
  code: { phone: string; purpose: Purpose; codeHash: Buffer },
  maxTries: number,
): Promise<boolean> {
  const rows = await tx.query(USE, [code.phone, code.purpose, code.codeHash, maxTries])
  return rows.length > 0
}

const WANTED: Statement = {
  name: 'sms_code_wanted',
  text: `
    select 1 from sms_code c, business_clock
    where c.phone = $1 and c.purpose = $2 and c.code_hash = $3 and c.used_at is null and c.expires_at > at
      and ($2 = 'register' or exists (select from member m where m.phone = c.phone and m.status <> 'closed'))`,
}

/** Whether to send the SMS: the code is the newest and valid, and its recipient may get it. */
export async function isWanted(
  db: Executor,
  code: { phone: string; purpose: Purpose; codeHash: Buffer },
): Promise<boolean> {
  return (await db.query(WANTED, [code.phone, code.purpose, code.codeHash])).length > 0
}
