/** Checks an operator's password and second factor, and counts failed attempts. */
import { createHmac } from 'node:crypto'
import type { Actor, Audit, AuditEntry } from '../../../platform/audit.ts'
import type { Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { chargeLogin, keepLoginFailures, loginWait, type Passwords } from '../../identity/index.ts'
import * as queries from '../staff/operators.queries.ts'
import type { SecondFactor } from './totp.ts'

export type CheckedPassword = {
  /** the key of the failure counter */
  accountHash: Buffer
  /** undefined: there is no operator of this name */
  account: queries.Credentials | undefined
  /** whether the password is correct and the operator is not disabled */
  isCorrect: boolean
  /** a hash that is bound to the account, when the stored one is not */
  rebound?: string | undefined
}

export type CredentialChecks = {
  /**
   * Finds the account and checks its password. The attempt counts as failed until `clearLoginFailures`.
   * @throws Refusal LOGIN_DELAYED
   */
  checkPassword(name: string, password: string): Promise<CheckedPassword>
  /** The step of the second factor that has this code; undefined when the code is wrong. */
  stepOf(account: queries.Credentials, code: string): number | undefined
  /** Writes an audit entry for a known account. For an unknown one it writes as well, to take the same time. */
  recordRefusal(checked: CheckedPassword, actor: Actor): Promise<void>
}

export type CredentialDeps = {
  db: Db
  audit: Audit
  passwords: Passwords
  factor: SecondFactor
  /** key of the hashes of account names, 32 bytes hex */
  secret: string
}

export function createCredentialChecks(deps: CredentialDeps): CredentialChecks {
  const { db, audit, passwords, factor } = deps
  const hashOf = accountHasher(deps.secret)
  return {
    checkPassword(name, password) {
      const accountHash = hashOf(name)
      return passwords.inTurn(async () => {
        if (!(await chargeLogin(db, accountHash)))
          throw new Refusal('LOGIN_DELAYED', { retryAfter: await loginWait(db, accountHash) })
        const account = await queries.credentialsByName(db, name)
        // runs for an unknown account as well, to take the same time
        const stored = account && { id: account.operator_id, ...account }
        const matches = await passwords.verify(stored, password)
        const rebound =
          stored && matches && !stored.password_bound ? await passwords.hash(stored.id, password) : undefined
        return { accountHash, account, isCorrect: matches && account?.status === 'active', rebound }
      })
    },
    stepOf({ operator_id, totp_secret, now_ms }, code) {
      return totp_secret === null ? undefined : factor.stepOf(operator_id, totp_secret, code, Number(now_ms))
    },
    recordRefusal: ({ accountHash, account }, actor) =>
      db.tx((tx) =>
        account
          ? audit.write(tx, actor, accountEntry(account, 'session.refused'))
          : keepLoginFailures(tx, accountHash),
      ),
  }
}

/** An audit entry about the operator's own account. */
export function accountEntry({ operator_id }: queries.Credentials, action: AuditEntry['action']): AuditEntry {
  return { action, subject: `staff:${operator_id}` }
}

/**
 * Hashes operators' names for the counters of failed logins.
 * @param secret key, 32 bytes hex
 */
export function accountHasher(secret: string): (name: string) => Buffer {
  const key = Buffer.from(secret, 'hex')
  return (name) => createHmac('sha256', key).update(`operator-account\n${name}`).digest()
}
