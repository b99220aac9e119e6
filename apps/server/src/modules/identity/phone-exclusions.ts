/**
 * Phone numbers that may not register for now: their owners have excluded themselves, or have closed an account during a
 * break or with limits set. They outlive the account, so that closing it and registering anew is no way around; what is kept is a keyed hash, which says nothing without the secrets file.
 */
import { createHmac } from 'node:crypto'
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { memberById } from './members.queries.ts'

export type PhoneExclusions = {
  /** Whether a number (E.164) may not register now. */
  isExcluded(db: Executor, phone: string): Promise<boolean>
  /**
   * Excludes the number of a member until a moment; where it is excluded for longer already, that holds on.
   * @throws Refusal SESSION_ENDED when the account is closed: its number is not known any more
   */
  exclude(tx: Tx, memberId: string, until: Date): Promise<void>
}

const IS_EXCLUDED: Statement = {
  name: 'phone_exclusion_now',
  text: `select 1 from phone_exclusion, business_clock where phone_hash = $1 and ends_at > at limit 1`,
}

const EXCLUDE: Statement = {
  name: 'phone_exclusion_put',
  text: 'insert into phone_exclusion (phone_hash, ends_at) values ($1, $2) on conflict do nothing',
}

/** @param secret 32 bytes, hex; it must live as long as the accounts do */
export function createPhoneExclusions(secret: string): PhoneExclusions {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('fairlot/phone-exclusion/1').digest()
  const hashed = (phone: string) => createHmac('sha256', key).update(phone).digest()
  return {
    isExcluded: async (db, phone) => (await db.query(IS_EXCLUDED, [hashed(phone)])).length > 0,
    async exclude(tx, memberId, until) {
      const member = await memberById(tx, memberId)
      if (!member?.phone) throw new Refusal('SESSION_ENDED')
      await tx.query(EXCLUDE, [hashed(member.phone), until])
    },
  }
}
