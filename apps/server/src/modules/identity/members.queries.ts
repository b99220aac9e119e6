/** SQL of the member directory and of failed log ins. */
import { MS, type Executor, type Statement, type Tx } from '../../platform/db.ts'
import type { PasswordOf } from './passwords.ts'

export type MemberRow = {
  member_id: string
  /** null: the account is closed */
  phone: string | null
  username: string | null
  nickname: string
  invitation_code: string
  created_ms: bigint
}

const COLUMNS = `member_id, phone, username, nickname, invitation_code, ${MS('created_at')} as created_ms`

const BY_ID: Statement = {
  name: 'member_by_id',
  text: `select ${COLUMNS} from member where member_id = $1`,
}

export async function memberById(db: Executor, memberId: string): Promise<MemberRow | undefined> {
  return (await db.query<MemberRow>(BY_ID, [memberId]))[0]
}

const NAMES: Statement = {
  name: 'member_names',
  text: `select member_id, nickname from member where member_id = any($1::uuid[])`,
}

export function memberNicknames(
  db: Executor,
  memberIds: readonly string[],
): Promise<{ member_id: string; nickname: string }[]> {
  return db.query(NAMES, [memberIds])
}

const BY_PHONE: Statement = {
  name: 'member_by_phone',
  text: `
    select member_id as id, phone from member where phone = any($1) and status <> 'closed'
    order by array_position($1, phone) limit 1`,
}

/**
 * A member whose account is not closed.
 * @param phones in E.164; the account of the first that has one
 */
export async function memberByPhone(
  db: Executor,
  phones: readonly string[],
): Promise<{ id: string; phone: string } | undefined> {
  return (await db.query<{ id: string; phone: string }>(BY_PHONE, [phones]))[0]
}

const CREDENTIALS: Statement = {
  name: 'member_credentials',
  text: `
    select member_id as id, password_hash, password_bound from member
    where (phone = any($1) or username = any($1)) and status <> 'closed'
    order by array_position($1, phone) limit 1`,
}

/** @param accounts numbers in E.164, the likelier first, or a user name in lower case; the two forms never coincide */
export async function credentials(
  db: Executor,
  accounts: readonly string[],
): Promise<PasswordOf | undefined> {
  return (await db.query<PasswordOf>(CREDENTIALS, [accounts]))[0]
}

const BIND: Statement = {
  name: 'member_bind_password',
  text: 'update member set password_hash = $2, password_bound = true where member_id = $1',
}

/** Replaces a hash that is not bound to its account. */
export async function bindPassword(tx: Tx, memberId: string, passwordHash: string): Promise<void> {
  await tx.query(BIND, [memberId, passwordHash])
}

const SAME_PASSWORD: Statement = {
  name: 'member_same_password',
  text: `select 1 from member where member_id = $1 and password_hash = $2 and status <> 'closed' for no key update`,
}

/** Whether this is still the member's password hash; locks the member until the transaction ends. */
export async function lockPassword(tx: Tx, memberId: string, passwordHash: string): Promise<boolean> {
  return (await tx.query(SAME_PASSWORD, [memberId, passwordHash])).length > 0
}

const TAKEN: Statement = { name: 'member_phone_taken', text: `select 1 from member where phone = any($1)` }

/** @param phones all numbers of the subscriber */
export async function isPhoneTaken(db: Executor, phones: readonly string[]): Promise<boolean> {
  return (await db.query(TAKEN, [phones])).length > 0
}

const BY_INVITATION: Statement = {
  name: 'member_by_invitation',
  text: `select member_id from member where invitation_code = $1 and status <> 'closed'`,
}

export async function memberByInvitation(db: Executor, code: string): Promise<string | undefined> {
  return (await db.query<{ member_id: string }>(BY_INVITATION, [code]))[0]?.member_id
}

export type NewMemberRow = {
  memberId: string
  phone: string
  nickname: string
  passwordHash: string
  invitationCode: string
  inviterId: string | null
  termsVersion: string
  declaredAge: number
  country: string | null
}

const INSERT: Statement = {
  name: 'member_insert',
  text: `
    insert into member (member_id, phone, nickname, password_hash, invitation_code, inviter_id, terms_version,
      declared_age, country, terms_agreed_at, adult_declared_at, created_at)
    select $1, $2, $3, $4, $5, $6, $7, $8, $9, at, at, at from business_clock`,
}

export async function insertMember(tx: Tx, member: NewMemberRow): Promise<void> {
  await tx.query(INSERT, [
    member.memberId,
    member.phone,
    member.nickname,
    member.passwordHash,
    member.invitationCode,
    member.inviterId,
    member.termsVersion,
    member.declaredAge,
    member.country,
  ])
}

const SET_PASSWORD: Statement = {
  name: 'member_set_password',
  text: `
    update member set password_hash = $3, password_bound = true
    where phone = $1 and member_id = $2 and status <> 'closed' returning 1`,
}

/** @returns false when the member does not have this phone any more */
export async function setPassword(
  tx: Tx,
  { phone, memberId, passwordHash }: { phone: string; memberId: string; passwordHash: string },
): Promise<boolean> {
  return (await tx.query(SET_PASSWORD, [phone, memberId, passwordHash])).length > 0
}

/** Failed log ins before waits begin, and the longest wait in seconds. */
const FREE_FAILURES = 5
const MAX_WAIT = 900

const CHARGE: Statement = {
  name: 'login_charge',
  text: `
    insert into login_failure as f (account_hash, failures, last_at, next_at)
    select $1, 1, at, at from business_clock
    on conflict (account_hash) do update set
      failures = case when f.last_at < excluded.last_at - interval '1 day' then 1 else f.failures + 1 end,
      last_at = excluded.last_at,
      next_at = excluded.last_at + case
        when f.last_at < excluded.last_at - interval '1 day' or f.failures + 1 < ${FREE_FAILURES}
          then interval '0'
        else make_interval(secs => least(${MAX_WAIT}, power(2, least(f.failures + 2 - ${FREE_FAILURES}, 12)))) end
    where f.next_at <= excluded.last_at
    returning failures`,
}

/**
 * Counts a log in as failed before the password is checked, so that parallel tries cannot bypass the count. A success clears
 * it.
 * @returns false when the account has to wait
 */
export async function chargeLogin(db: Executor, accountHash: Buffer): Promise<boolean> {
  return (await db.query(CHARGE, [accountHash])).length > 0
}

const LOGIN_WAIT: Statement = {
  name: 'login_wait',
  text: `
    select greatest(1, ceil(extract(epoch from next_at - (select at from business_clock))))::int as seconds
    from login_failure where account_hash = $1`,
}

/** Whole seconds until the next allowed try, at least 1. */
export async function loginWait(db: Executor, accountHash: Buffer): Promise<number> {
  return (await db.query<{ seconds: number }>(LOGIN_WAIT, [accountHash]))[0]?.seconds ?? 1
}

const CLEAR: Statement = { name: 'login_clear', text: `delete from login_failure where account_hash = $1` }

export async function clearLoginFailures(tx: Tx, accountHash: Buffer): Promise<void> {
  await tx.query(CLEAR, [accountHash])
}

const KEEP: Statement = {
  name: 'login_keep',
  text: `update login_failure set last_at = last_at where account_hash = $1`,
}

/** Writes without a change, so that a refusal takes as long for an unknown account as for a known one. */
export async function keepLoginFailures(tx: Tx, accountHash: Buffer): Promise<void> {
  await tx.query(KEEP, [accountHash])
}

/** SQL of the phone number (E.164) of each member; null for a closed account. */
export const MEMBER_PHONES = 'select member_id, phone from member'
