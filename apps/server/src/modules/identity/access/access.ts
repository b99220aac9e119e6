/**
 * What operators see of a member's log-ins, and do with them: sessions, failed passwords, and when codes were sent. Never a code or a
 * number.
 */
import type { Executor, Tx } from '../../../platform/db.ts'
import { memberById } from '../members.queries.ts'
import { numbersOf } from '../phone.ts'
import { endAllSessions, lockMember } from '../sessions.queries.ts'
import {
  codesOf,
  failuresOf,
  forgetFailures,
  sessionsOf,
  type CodeRow,
  type SessionRow,
} from './access.queries.ts'

export type Access = {
  /** Failed passwords since the last log-in, and how long the next try has to wait. */
  failures(memberId: string): Promise<{ failures: number; lastAt: number | null; waitSeconds: number }>
  /** Sessions, also ended ones, the newest first. */
  sessions(
    memberId: string,
    before: { micros: number; id: string } | null,
    limit: number,
  ): Promise<SessionRow[]>
  /** The last code for each purpose of the last two days. */
  codes(memberId: string): Promise<CodeRow[]>
  /**
   * Ends every session. A log-in at the same time waits for the member's row, so none is missed. Call `ended` after the commit.
   * @returns the ids of the sessions
   */
  signOut(tx: Tx, memberId: string): Promise<string[]>
  /** Lets this server know which sessions have ended. */
  ended(sessionIds: readonly string[]): void
  /** Forgets failed passwords. @returns how many */
  unlock(tx: Tx, memberId: string): Promise<number>
}

type AccountHash = (account: string) => Buffer

async function hashesOf(at: Executor, memberId: string, accountHash: AccountHash): Promise<Buffer[]> {
  const member = await memberById(at, memberId)
  const phones = member?.phone == null ? [] : numbersOf(member.phone)
  const names = member?.username == null ? phones : [...phones, member.username]
  return names.map(accountHash)
}

async function signOut(tx: Tx, memberId: string): Promise<string[]> {
  await lockMember(tx, memberId)
  return endAllSessions(tx, memberId)
}

async function unlock(tx: Tx, memberId: string, accountHash: AccountHash): Promise<number> {
  return forgetFailures(tx, await hashesOf(tx, memberId, accountHash))
}

/**
 * @param accountHash key under which failed log-ins are counted
 * @param ended called with the sessions that have ended
 */
export function createAccess(db: Executor, accountHash: AccountHash, ended: Access['ended']): Access {
  return {
    ended,
    signOut,
    unlock: (tx, memberId) => unlock(tx, memberId, accountHash),
    async failures(memberId) {
      const {
        failures,
        last_ms: last,
        wait_seconds: waitSeconds,
      } = await failuresOf(db, await hashesOf(db, memberId, accountHash))
      return { failures, lastAt: last === null ? null : Number(last), waitSeconds }
    },
    sessions: (memberId, before, limit) => sessionsOf(db, memberId, before, limit),
    async codes(memberId) {
      const phone = (await memberById(db, memberId))?.phone
      return phone == null ? [] : codesOf(db, numbersOf(phone))
    },
  }
}
