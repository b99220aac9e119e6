/** SQL of closing an account: its status, and the erasure of personal data. */
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import type { AccountStatus } from './accounts.ts'

const STATUS: Statement = { name: 'account_status', text: 'select status from member where member_id = $1' }

export async function statusOf(db: Executor, memberId: string): Promise<AccountStatus | undefined> {
  return (await db.query<{ status: AccountStatus }>(STATUS, [memberId]))[0]?.status
}

const LOCK: Statement = {
  name: 'account_lock',
  text: 'select phone, username, status from member where member_id = $1 for no key update',
}

/** A log in with a code, and the reset of a password, use the code and then lock the member. */
const LOCK_CODES: Statement = {
  name: 'account_lock_codes',
  text: `select 1 from sms_code where phone = (select phone from member where member_id = $1) order by purpose for update`,
}

export type Account = { phone: string | null; username: string | null; status: AccountStatus }

/** Locks the codes sent to the member's phone, and then the member. */
export async function lockAccount(tx: Tx, memberId: string): Promise<Account | undefined> {
  await tx.query(LOCK_CODES, [memberId])
  return (await tx.query<Account>(LOCK, [memberId]))[0]
}

const SET: Statement = {
  name: 'account_set_status',
  text: 'update member set status = $2 where member_id = $1',
}

export async function setStatus(tx: Tx, memberId: string, status: 'active' | 'closing'): Promise<void> {
  await tx.query(SET, [memberId, status])
}

const ERASE: Statement = {
  name: 'account_erase',
  text: `
    update member set status = 'closed', phone = null, username = null, country = null, nickname = $2, password_hash = $3
    where member_id = $1`,
}

/** Erases personal data and keeps the row, which the ledger, the draws and the invitation tree refer to. */
export async function eraseMember(
  tx: Tx,
  memberId: string,
  neutral: { nickname: string; passwordHash: string },
): Promise<void> {
  await tx.query(ERASE, [memberId, neutral.nickname, neutral.passwordHash])
}

const DELETE_SESSIONS: Statement = {
  name: 'account_delete_sessions',
  text: 'delete from session where member_id = $1 returning session_id',
}

/** @returns the ids of the deleted sessions */
export async function deleteSessions(tx: Tx, memberId: string): Promise<string[]> {
  const rows = await tx.query<{ session_id: string }>(DELETE_SESSIONS, [memberId])
  return rows.map(({ session_id }) => session_id)
}

const DELETE_MESSAGES: Statement = {
  name: 'account_delete_messages',
  text: `
    with codes as (delete from sms_code where phone = $1)
    delete from sandbox_sms where phone = $1`,
}

/** Deletes the SMS codes of a phone and the messages that the sandbox keeps. */
export async function deleteMessages(tx: Tx, phone: string): Promise<void> {
  await tx.query(DELETE_MESSAGES, [phone])
}
