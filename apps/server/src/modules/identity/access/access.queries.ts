/** SQL of what operators see of a member's log-ins and text messages. Times in Unix milliseconds. */
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

const FAILURES: Statement = {
  name: 'access.failures',
  text: `
    select coalesce(sum(failures), 0)::int as failures, ${MS('max(last_at)')} as last_ms,
      coalesce(ceil(extract(epoch from greatest(max(next_at) - (select at from business_clock), interval '0'))), 0)::int as wait_seconds
    from login_failure where account_hash = any($1)`,
}

/** @param hashes of the account's names */
export async function failuresOf(db: Executor, hashes: readonly Buffer[]) {
  const [row] = await db.query<{ failures: number; last_ms: bigint | null; wait_seconds: number }>(FAILURES, [
    hashes,
  ])
  return row!
}

const FORGET: Statement = {
  name: 'access.forget_failures',
  text: 'delete from login_failure where account_hash = any($1) returning failures',
}

/** @returns how many failures were counted */
export async function forgetFailures(tx: Tx, hashes: readonly Buffer[]): Promise<number> {
  const rows = await tx.query<{ failures: number }>(FORGET, [hashes])
  return rows.reduce((sum, { failures }) => sum + failures, 0)
}

export type SessionRow = {
  session_id: string
  device: string
  created_ms: bigint
  seen_ms: bigint
  expires_ms: bigint
  ended_ms: bigint | null
  /** microseconds, for the cursor */
  created_micros: bigint
}

const SESSIONS: Statement = {
  name: 'access.sessions',
  text: `
    select session_id, device, ${MS('created_at')} as created_ms, ${MS('seen_at')} as seen_ms,
      ${MS('expires_at')} as expires_ms, ${MS('ended_at')} as ended_ms,
      (extract(epoch from created_at) * 1000000)::bigint as created_micros
    from session
    where member_id = $1 and ($2::bigint is null
      or (created_at, session_id) < (timestamptz 'epoch' + $2 * interval '1 microsecond', $3::uuid))
    order by created_at desc, session_id desc limit $4`,
}

/** Sessions, also ended ones, the newest first. Ended ones are kept for 30 days. */
export function sessionsOf(
  db: Executor,
  memberId: string,
  before: { micros: number; id: string } | null,
  limit: number,
): Promise<SessionRow[]> {
  return db.query<SessionRow>(SESSIONS, [memberId, before?.micros ?? null, before?.id ?? null, limit])
}

export type CodeRow = {
  purpose: string
  sent_ms: bigint
  expires_ms: bigint
  used_ms: bigint | null
  tries: number
  sent_in_row: number
}

const CODES: Statement = {
  name: 'access.codes',
  text: `
    select purpose, ${MS('sent_at')} as sent_ms, ${MS('expires_at')} as expires_ms, ${MS('used_at')} as used_ms, tries, sent_in_row
    from sms_code where phone = any($1) order by sent_at desc, purpose`,
}

/** The last code for each purpose, without the code. They are kept for two days. */
export function codesOf(db: Executor, phones: readonly string[]): Promise<CodeRow[]> {
  return db.query<CodeRow>(CODES, [phones])
}
