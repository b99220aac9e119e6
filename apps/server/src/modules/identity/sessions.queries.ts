/** SQL of the sessions. */
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { MS } from '../../platform/db.ts'

/** Precision of `seen_at`, so that few calls write. */
const SEEN_MINUTES = 5
/** After this long without a call of the member, by any session, the next call starts a new period of use. */
const PAUSE_MINUTES = 15

/**
 * SQL of the member's use, over all sessions: a new log in, or a change between devices, is not a pause. `active_since`: when the
 * period of use began, null after a pause; `reality_at`: the last acknowledged reality check. Every session that was used in the
 * period has its beginning. @param member SQL of the member's id
 */
const USE = (member: string) => `
  select min(o.active_since) filter (where o.seen_at >= at - interval '${PAUSE_MINUTES} minutes') as active_since,
    max(o.reality_at) as reality_at
  from session o where o.member_id = ${member}`

/** SQL condition: a session ends at its absolute end, or after idle days. @param idleDays placeholder of the statement's parameter */
const living = (idleDays: string) =>
  `s.ended_at is null and s.expires_at > at and s.seen_at > at - make_interval(days => ${idleDays}::int)`

const LOAD: Statement = {
  name: 'session_load',
  text: `
    select encode(s.token_hash, 'hex') as token, s.session_id, s.member_id, m.status, m.country,
      ${MS('greatest(coalesce(use.active_since, at), use.reality_at)')} as unbroken_ms,
      s.seen_at < at - interval '${SEEN_MINUTES} minutes' as stale
    from business_clock, session s join member m on m.member_id = s.member_id
    cross join lateral (${USE('s.member_id')}) use
    where s.token_hash = any($1::bytea[]) and m.status <> 'closed' and ${living('$2')}`,
}

export type LoadedSession = {
  token: string
  session_id: string
  member_id: string
  status: string
  country: string | null
  /** start of the member's uninterrupted use, or the last acknowledged reality check if later */
  unbroken_ms: bigint
  stale: boolean
}

/** Active sessions of token hashes (hex). */
export function loadSessions(
  db: Executor,
  tokens: readonly string[],
  idleDays: number,
): Promise<LoadedSession[]> {
  return db.query<LoadedSession>(LOAD, [tokens.map((token) => Buffer.from(token, 'hex')), idleDays])
}

const WHICH_LIVE: Statement = {
  name: 'session_which_live',
  text: `
    select s.session_id from business_clock, session s join member m on m.member_id = s.member_id
    where s.session_id = any($1::uuid[]) and m.status <> 'closed' and ${living('$2')}`,
}

/** Filters session ids: returns the active ones. */
export async function whichLive(
  db: Executor,
  sessionIds: readonly string[],
  idleDays: number,
): Promise<string[]> {
  return ids(await db.query<{ session_id: string }>(WHICH_LIVE, [sessionIds, idleDays]))
}

const TOUCH: Statement = {
  name: 'session_touch',
  text: `
    update session s set seen_at = greatest(s.seen_at, at), active_since = coalesce(used.active_since, at)
    from business_clock, (
      select u.session_id, use.active_since from business_clock, session u
      cross join lateral (${USE('u.member_id')}) use
      where u.session_id = any($1::uuid[])) used
    where s.session_id = used.session_id`,
}

/** Records that the sessions were used now. */
export async function touchSessions(db: Executor, sessionIds: readonly string[]): Promise<void> {
  await db.query(TOUCH, [sessionIds])
}

const ACKNOWLEDGE_REALITY: Statement = {
  name: 'session_reality',
  text: `update session set reality_at = business_now() where session_id = $1 returning ${MS('reality_at')} as ms`,
}

/** Notes that the member acknowledged the reality check now. @returns Unix milliseconds; undefined: no such session */
export async function acknowledgeReality(db: Executor, sessionId: string): Promise<number | undefined> {
  return milliseconds(await db.query<{ ms: bigint }>(ACKNOWLEDGE_REALITY, [sessionId]))
}

const ACTIVE_SINCE: Statement = {
  name: 'session_active_since',
  text: `
    select ${MS('coalesce(use.active_since, at)')} as ms
    from business_clock, session s cross join lateral (${USE('s.member_id')}) use where s.session_id = $1`,
}

/**
 * When the current uninterrupted use began. The row has the beginning of the use before a pause until the first call after it is
 * recorded, so the pause is looked for here too.
 * @returns Unix milliseconds; undefined: no such session */
export async function activeSince(db: Executor, sessionId: string): Promise<number | undefined> {
  return milliseconds(await db.query<{ ms: bigint }>(ACTIVE_SINCE, [sessionId]))
}

const LOCK: Statement = {
  name: 'session_member_lock',
  text: `
    select nickname, phone, country from member where member_id = $1 and status <> 'closed' for no key update`,
}

export type LockedMember = { nickname: string; phone: string; country: string | null }

/** Locks a member, so that sessions are opened one at a time; undefined when the member does not exist or the account is closed. */
export async function lockMember(tx: Tx, memberId: string): Promise<LockedMember | undefined> {
  return (await tx.query<LockedMember>(LOCK, [memberId]))[0]
}

const SET_COUNTRY: Statement = {
  name: 'session_member_country',
  text: `update member set country = $2 where member_id = $1`,
}

/** Stores the country of a member whose row is older than that column. */
export async function setCountry(tx: Tx, memberId: string, country: string): Promise<void> {
  await tx.query(SET_COUNTRY, [memberId, country])
}

const OPEN: Statement = {
  name: 'session_open',
  text: `
    insert into session (session_id, member_id, token_hash, device, created_at, seen_at, active_since, expires_at)
    select $1, $2, $3, $4, at, at, coalesce(use.active_since, at), at + make_interval(days => $5)
    from business_clock cross join lateral (${USE('$2::uuid')}) use
    returning ${MS('expires_at')} as expires_ms`,
}

/** @returns Unix milliseconds of the session's absolute end */
export async function insertSession(
  tx: Tx,
  session: { sessionId: string; memberId: string; tokenHash: Buffer; device: string; days: number },
): Promise<number> {
  const { sessionId, memberId, tokenHash, device, days } = session
  const [row] = await tx.query<{ expires_ms: bigint }>(OPEN, [sessionId, memberId, tokenHash, device, days])
  return Number(row!.expires_ms)
}

const TRIM: Statement = {
  name: 'session_trim',
  text: `
    update session set ended_at = at from business_clock
    where session_id in (
      select s.session_id from session s, business_clock
      where s.member_id = $1 and ${living('$3')} order by s.created_at desc, s.session_id desc offset $2)
    returning session_id`,
}

/** Ends all but the newest `keep` sessions. @returns the ids of the ended ones */
export async function trimSessions(
  tx: Tx,
  memberId: string,
  keep: number,
  idleDays: number,
): Promise<string[]> {
  return ids(await tx.query<{ session_id: string }>(TRIM, [memberId, keep, idleDays]))
}

const END_ALL: Statement = {
  name: 'session_end_all',
  text: `
    update session set ended_at = at from business_clock where member_id = $1 and ended_at is null
    returning session_id`,
}

export async function endAllSessions(tx: Tx, memberId: string): Promise<string[]> {
  return ids(await tx.query<{ session_id: string }>(END_ALL, [memberId]))
}

const END_ONE: Statement = {
  name: 'session_end_one',
  text: `
    update session s set ended_at = at from business_clock
    where s.member_id = $1 and s.session_id = $2 and ${living('$3')}
    returning s.session_id`,
}

/** @returns false when it is not an active session of this member */
export async function endSession(
  db: Executor,
  memberId: string,
  sessionId: string,
  idleDays: number,
): Promise<boolean> {
  return (await db.query(END_ONE, [memberId, sessionId, idleDays])).length > 0
}

const LIST: Statement = {
  name: 'session_list',
  text: `
    select s.session_id, s.device, ${MS('s.created_at')} as created_ms, ${MS('s.seen_at')} as seen_ms
    from business_clock, session s
    where s.member_id = $1 and ${living('$2')} order by s.created_at desc, s.session_id desc`,
}

export type ListedSession = { session_id: string; device: string; created_ms: bigint; seen_ms: bigint }

/** Active sessions of a member, newest first. */
export function listSessions(db: Executor, memberId: string, idleDays: number): Promise<ListedSession[]> {
  return db.query<ListedSession>(LIST, [memberId, idleDays])
}

function milliseconds(rows: readonly { ms: bigint }[]): number | undefined {
  return rows[0] && Number(rows[0].ms)
}

function ids(rows: readonly { session_id: string }[]): string[] {
  return rows.map(({ session_id }) => session_id)
}
