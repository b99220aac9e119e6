/**
 * Phone numbers that may not register for a time: their owners have started a self-exclusion, or have closed an account
 * during a break or with limits. An entry outlives the account, so that a member cannot end an exclusion by registering a new
 * account. The database stores a keyed hash, which reveals nothing without the secrets file.
 */
import { createHmac } from 'node:crypto'
import type { Executor, Statement, Tx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import { memberById } from './members.queries.ts'
import { numbersOf } from './phone.ts'

export type PhoneExclusions = {
  /** Whether a number (E.164) may not register now. */
  isExcluded(db: Executor, phone: string): Promise<boolean>
  /**
   * Excludes a member's number until a time; a longer exclusion stays.
   * @throws Refusal SESSION_ENDED when the account is closed and its number erased
   */
  exclude(tx: Tx, memberId: string, until: Date): Promise<void>
}

const IS_EXCLUDED: Statement = {
  name: 'phone_exclusion_now',
  text: `select 1 from phone_exclusion, settled_clock where phone_hash = any($1) and ends_at > at limit 1`,
}

const EXCLUDE: Statement = {
  name: 'phone_exclusion_put',
  text: 'insert into phone_exclusion (phone_hash, ends_at) values ($1, $2) on conflict do nothing',
}

/** @param secret 32 bytes, hex; with another secret, stored exclusions no longer match */
export function createPhoneExclusions(secret: string): PhoneExclusions {
  const key = createHmac('sha256', Buffer.from(secret, 'hex')).update('fairlot/phone-exclusion/1').digest()
  const hashed = (phone: string) => createHmac('sha256', key).update(phone).digest()
  return {
    isExcluded: async (db, phone) => (await db.query(IS_EXCLUDED, [numbersOf(phone).map(hashed)])).length > 0,
    async exclude(tx, memberId, until) {
      const member = await memberById(tx, memberId)
      if (!member?.phone) throw new Refusal('SESSION_ENDED')
      await tx.query(EXCLUDE, [hashed(member.phone), until])
    },
  }
}
