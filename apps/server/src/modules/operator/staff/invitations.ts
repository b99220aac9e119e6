/** New operators, and one-time passwords. */
import type { Role } from '@fairlot/contract/operator/operator-roles'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { clearLoginFailures, type Passwords } from '../../identity/index.ts'
import { withdrawRequestsOf } from '../approvals/decide-request.ts'
import { lockBackOffice } from '../back-office-lock.ts'
import { accountHasher } from '../sign-in/credentials.ts'
import * as queries from './operators.queries.ts'
import { endSessions } from '../sign-in/operator-sessions.queries.ts'

/** How long a one-time password is valid. The first owner's is valid longer: it is printed at the first start. */
const HOURS = 24
const FIRST_OWNER_HOURS = 7 * 24

/** Without letters and digits that look alike. 20 of these characters are 99 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP_LENGTH = 4

function newOneTimePassword(random: Random): string {
  const letter = () => ALPHABET[random.below(ALPHABET.length)]
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP_LENGTH }, letter).join('')).join('-')
}

export type FirstOwner = { name: string; oneTimePassword: string }

export type NewOperator = { name: string; fullName: string; roles: readonly Role[] }

export type Invitations = {
  /** Creates an operator with a one-time password. The caller holds the back-office lock. */
  create(
    tx: Tx,
    operator: NewOperator,
    createdBy: string,
  ): Promise<{ operatorId: string; oneTimePassword: string }>
  /**
   * Resets an operator's access: removes password and second factor, ends all sessions, enables the account, and issues a
   * one-time password. Failed logins until now do not delay the next one.
   */
  resetAccess(tx: Tx, operatorId: string): Promise<{ oneTimePassword: string }>
  /**
   * Creates the first owner if there is no operator. The one-time password is stored only as a hash.
   * @returns null when there is an operator
   */
  ensureFirstOwner(): Promise<FirstOwner | null>
  /**
   * Resets an operator's access from the server's command line, for when no other operator can or may do so.
   * @returns null when there is no operator of this name
   */
  rescue(name: string): Promise<FirstOwner | null>
}

export type InvitationsDeps = {
  db: Db
  clock: Clock
  random: Random
  audit: Audit
  passwords: Passwords
  /** key of the hashes of account names, 32 bytes hex */
  secret: string
}

export function createInvitations(deps: InvitationsDeps): Invitations {
  const { db, clock, random, audit, passwords } = deps
  const accountHash = accountHasher(deps.secret)

  async function insert(tx: Tx, operator: NewOperator, createdBy: string | null, hours: number) {
    const operatorId = uuidv7(clock.now(), random)
    const oneTimePassword = newOneTimePassword(random)
    const passwordHash = await passwords.hash(operatorId, oneTimePassword)
    await queries.insertOperator(tx, { operatorId, ...operator, passwordHash, hours, createdBy })
    return { operatorId, oneTimePassword }
  }

  async function resetAccess(tx: Tx, operatorId: string) {
    const oneTimePassword = newOneTimePassword(random)
    const passwordHash = await passwords.hash(operatorId, oneTimePassword)
    const name = await queries.resetOperator(tx, operatorId, passwordHash, HOURS)
    await clearLoginFailures(tx, accountHash(name))
    await endSessions(tx, operatorId, null)
    return { oneTimePassword }
  }

  return {
    create: (tx, operator, createdBy) => insert(tx, operator, createdBy, HOURS),
    resetAccess,

    ensureFirstOwner: () =>
      db.tx(async (tx) => {
        await lockBackOffice(tx)
        if (await queries.anyOperator(tx)) return null
        const owner = { name: 'owner', fullName: 'First owner', roles: ['owner'] as const }
        const { operatorId, oneTimePassword } = await insert(tx, owner, null, FIRST_OWNER_HOURS)
        const subject = `staff:${operatorId}`
        await audit.write(tx, 'machine', { action: 'staff.create', subject, after: owner })
        return { name: owner.name, oneTimePassword }
      }),

    rescue: (name) =>
      db.tx(async (tx) => {
        await lockBackOffice(tx)
        const operator = await queries.operatorByName(tx, name)
        if (!operator) return null
        const { oneTimePassword } = await resetAccess(tx, operator.operator_id)
        await audit.write(tx, 'machine', {
          action: 'staff.rescue',
          subject: `staff:${operator.operator_id}`,
          before: { status: operator.status },
          after: { status: 'invited' },
        })
        // a stranger who used the lost credentials may have made these requests
        await withdrawRequestsOf(audit, tx, 'machine', operator.operator_id)
        return { name, oneTimePassword }
      }),
  }
}
