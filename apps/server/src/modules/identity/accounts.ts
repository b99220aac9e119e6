/** Closing an account: status and personal data. modules/home/closing decides when. */
import { ERASED_NICKNAME } from '@fairlot/contract/public-name'
import type { Executor, Tx } from '../../platform/db.ts'
import { deleteJobs } from '../../platform/jobs/delete-jobs.ts'
import * as queries from './accounts.queries.ts'
import { clearLoginFailures } from './members.queries.ts'
import { NO_PASSWORD } from './passwords.ts'
import { SMS_JOB } from './sms/sms.ts'
import { NOTICE_JOB } from './sms/sms-notices.ts'

/** `closing`: the member has requested the closing, and something is still open; `closed`: personal data is erased. */
export type AccountStatus = 'active' | 'closing' | 'closed'

export type Accounts = {
  status(db: Executor, memberId: string): Promise<AccountStatus | undefined>
  /** Locks a member until the transaction ends; undefined when the member does not exist. Lock the wallet first. */
  lock(tx: Tx, memberId: string): Promise<queries.Account | undefined>
  /** Sets the status of a locked member. */
  mark(tx: Tx, memberId: string, status: 'active' | 'closing'): Promise<void>
  /**
   * Erases the personal data of a locked member: phone, user name, nickname, password, sessions with their devices, and every
   * message to the phone. Ids, inviter, agreed terms and all ledger entries stay.
   * @returns the ended sessions: call `sessions.forget` with them after the commit
   */
  erase(tx: Tx, memberId: string): Promise<string[]>
}

/** @param accountHash key under which failed log ins are counted */
export function createAccounts(accountHash: (account: string) => Buffer): Accounts {
  return {
    status: queries.statusOf,
    lock: queries.lockAccount,
    mark: queries.setStatus,
    async erase(tx, memberId) {
      const account = await queries.lockAccount(tx, memberId)
      if (!account) throw new Error(`there is no member ${memberId} to erase`)
      const { phone, username } = account
      await queries.eraseMember(tx, memberId, { nickname: ERASED_NICKNAME, passwordHash: NO_PASSWORD })
      if (phone !== null) await queries.deleteMessages(tx, phone)
      for (const name of [phone, username]) if (name !== null) await clearLoginFailures(tx, accountHash(name))
      const ended = await queries.deleteSessions(tx, memberId)
      if (phone !== null) {
        await deleteJobs(tx, SMS_JOB, 'phone', phone)
        await deleteJobs(tx, NOTICE_JOB, 'phone', phone)
      }
      return ended
    },
  }
}
