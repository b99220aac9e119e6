/** SQL of operators' sessions. */
import type { Role, SessionStage } from '@fairlot/contract/operator/operator-roles'
import { MS, type Executor, type Statement, type Tx } from '../../../platform/db.ts'

/** A session ends after this many minutes without a call, and after ABSOLUTE_MINUTES in any case. */
const IDLE_MINUTES = 15
const ABSOLUTE_MINUTES = { setup: 30, full: 8 * 60 } as const satisfies Record<SessionStage, number>
/** A call writes `seen_at` only when it is older than this, so a session can end this much too early. */
const SEEN_MINUTES = 1

/** A session that has not ended. Needs `business_clock` and the session as `s`. */
const IS_ACTIVE = `s.ended_at is null and s.expires_at > at and s.seen_at > at - interval '${IDLE_MINUTES} minutes'`

const FIND: Statement = {
  name: 'operator_session.find',
  text: `
    select s.session_id, s.stage, o.operator_id, o.name, o.roles,
      s.seen_at < at - interval '${SEEN_MINUTES} minutes' as stale
    from business_clock, operator_session s join operator o on o.operator_id = s.operator_id
    where s.token_hash = $1 and o.status = 'active'
      and (s.stage = 'setup') = (o.one_time_until is not null) and ${IS_ACTIVE}`,
}

export type FoundSession = {
  session_id: string
  stage: SessionStage
  operator_id: string
  name: string
  roles: Role[]
  stale: boolean
}

/** @param tokenHash hex */
export async function findSession(db: Executor, tokenHash: string): Promise<FoundSession | undefined> {
  return (await db.query<FoundSession>(FIND, [Buffer.from(tokenHash, 'hex')]))[0]
}

const TOUCH: Statement = {
  name: 'operator_session.touch',
  text: `update operator_session set seen_at = greatest(seen_at, at) from business_clock where session_id = $1`,
}

export async function touchSession(db: Executor, sessionId: string): Promise<void> {
  await db.query(TOUCH, [sessionId])
}

const LOCK: Statement = {
  name: 'operator_session.lock',
  text: 'select 1 from operator where operator_id = $1 for no key update',
}
const TRIM: Statement = {
  name: 'operator_session.trim',
  text: `
    update operator_session set ended_at = at from business_clock
    where session_id in (
      select s.session_id from operator_session s, business_clock
      where s.operator_id = $1 and ${IS_ACTIVE} order by s.created_at desc, s.session_id desc offset $2)`,
}
const OPEN: Statement = {
  name: 'operator_session.open',
  text: `
    insert into operator_session (session_id, operator_id, token_hash, stage, device, created_at, seen_at, expires_at)
    select $1, $2, $3, $4, $5, at, at, at + make_interval(mins => $6) from business_clock`,
}

export type NewSession = {
  sessionId: string
  operatorId: string
  tokenHash: Buffer
  stage: SessionStage
  device: string
}

/** Opens a session and ends the operator's oldest ones, so that `maxSessions` are active. */
export async function openSession(tx: Tx, session: NewSession, maxSessions: number): Promise<void> {
  const { sessionId, operatorId, tokenHash, stage, device } = session
  await tx.query(LOCK, [operatorId])
  await tx.query(TRIM, [operatorId, maxSessions - 1])
  await tx.query(OPEN, [sessionId, operatorId, tokenHash, stage, device, ABSOLUTE_MINUTES[stage]])
}

const PROMOTE: Statement = {
  name: 'operator_session.promote',
  text: `
    update operator_session s set stage = 'full', token_hash = $2, seen_at = at,
      expires_at = at + make_interval(mins => ${ABSOLUTE_MINUTES.full})
    from business_clock where s.session_id = $1 and s.stage = 'setup' and ${IS_ACTIVE}
    returning 1`,
}

/** Turns a `setup` session into a `full` one with a new token. @returns false when it has ended */
export async function promoteSession(tx: Tx, sessionId: string, tokenHash: Buffer): Promise<boolean> {
  return (await tx.query(PROMOTE, [sessionId, tokenHash])).length > 0
}

const END_ONE: Statement = {
  name: 'operator_session.end_one',
  text: `
    update operator_session s set ended_at = at from business_clock
    where s.operator_id = $1 and s.session_id = $2 and ${IS_ACTIVE}
    returning 1`,
}

/** @returns false when the operator has no such active session */
export async function endSession(tx: Tx, operatorId: string, sessionId: string): Promise<boolean> {
  return (await tx.query(END_ONE, [operatorId, sessionId])).length > 0
}

const END_OTHERS: Statement = {
  name: 'operator_session.end_others',
  text: `
    update operator_session s set ended_at = at from business_clock
    where s.operator_id = $1 and s.session_id is distinct from $2 and ${IS_ACTIVE}
    returning 1`,
}

/** Ends all sessions of an operator except one. @returns how many it ended */
export async function endSessions(tx: Tx, operatorId: string, except: string | null): Promise<number> {
  return (await tx.query(END_OTHERS, [operatorId, except])).length
}

const LIST: Statement = {
  name: 'operator_session.list',
  text: `
    select s.session_id, s.device, ${MS('s.created_at')} as created_ms, ${MS('s.seen_at')} as seen_ms
    from business_clock, operator_session s
    where s.operator_id = $1 and ${IS_ACTIVE} order by s.created_at desc, s.session_id desc`,
}

export type ListedSession = { session_id: string; device: string; created_ms: bigint; seen_ms: bigint }

/** An operator's active sessions, newest first. */
export function listSessions(db: Executor, operatorId: string): Promise<ListedSession[]> {
  return db.query<ListedSession>(LIST, [operatorId])
}

const ME: Statement = {
  name: 'operator_session.me',
  text: `
    select s.stage, ${MS('s.expires_at')} as expires_ms, o.operator_id, o.name, o.full_name, o.roles
    from operator_session s join operator o on o.operator_id = s.operator_id where s.session_id = $1`,
}

export type MeRow = {
  stage: SessionStage
  expires_ms: bigint
  operator_id: string
  name: string
  full_name: string
  roles: Role[]
}

/** A session and its operator. @throws Error when there is no such session */
export async function sessionOperator(db: Executor, sessionId: string): Promise<MeRow> {
  const [row] = await db.query<MeRow>(ME, [sessionId])
  if (!row) throw new Error(`there is no operator session ${sessionId}`)
  return row
}
