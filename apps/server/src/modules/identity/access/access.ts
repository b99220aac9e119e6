/** What operators see of a member's log-ins: sessions, failed passwords, and when codes were sent. Never a code or a number. */
import type { Executor } from '../../../platform/db.ts'
import { memberById } from '../members.queries.ts'
import { numbersOf } from '../phone.ts'
import { codesOf, failuresOf, sessionsOf, type CodeRow, type SessionRow } from './access.queries.ts'

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
}

/** @param accountHash key under which failed log-ins are counted */
export function createAccess(db: Executor, accountHash: (account: string) => Buffer): Access {
  return {
    async failures(memberId) {
      const member = await memberById(db, memberId)
      const phones = member?.phone == null ? [] : numbersOf(member.phone)
      const names = member?.username == null ? phones : [...phones, member.username]
      const {
        failures,
        last_ms: last,
        wait_seconds: waitSeconds,
      } = await failuresOf(db, names.map(accountHash))
      return { failures, lastAt: last === null ? null : Number(last), waitSeconds }
    },
    sessions: (memberId, before, limit) => sessionsOf(db, memberId, before, limit),
    async codes(memberId) {
      const phone = (await memberById(db, memberId))?.phone
      return phone == null ? [] : codesOf(db, numbersOf(phone))
    },
  }
}
