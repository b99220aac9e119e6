/** Letting people in: new operators and their one-time passwords. */
import type { Role } from '@fairlot/contract/operator-roles'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import { uuidv7, type Random } from '../../../platform/random.ts'
import { clearLoginFailures, type Passwords } from '../../identity/index.ts'
import { withdrawAll } from '../approvals/approvals.ts'
import { lockDesk } from '../approvals/approvals.queries.ts'
import { accountHasher } from '../sign-in/login.ts'
import * as queries from './operators.queries.ts'
import { endSessions } from '../sign-in/operator-sessions.queries.ts'

/** How long one-time passwords are good: the first owner's may wait for its person, others are handed over. */
const HOURS = 24
const FIRST_HOURS = 7 * 24

/** Without the letters and digits that are mistaken for each other; 20 of them are 99 bits. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 5
const GROUP = 4

function newOneTimePassword(random: Random): string {
  const letter = () => ALPHABET[random.below(ALPHABET.length)]
  return Array.from({ length: GROUPS }, () => Array.from({ length: GROUP }, letter).join('')).join('-')
}

export type FirstOwner = { name: string; oneTimePassword: string }

export type NewPerson = { name: string; fullName: string; roles: readonly Role[] }

export type Invitations = {
  /** Makes an operator. In the desk's turn: hashing there needs no other one. */
  create(
    tx: Tx,
    person: NewPerson,
    createdBy: string,
  ): Promise<{ operatorId: string; oneTimePassword: string }>
  /**
   * Gives an operator a one-time password; sessions end, password and second factor are gone. Whoever has failed in
   * their name until now does not delay its log in.
   */
  invite(tx: Tx, operatorId: string): Promise<{ oneTimePassword: string }>
  /** Makes the first owner where there is no operator; what it answers is shown once and kept nowhere. */
  ensureFirstOwner(): Promise<FirstOwner | null>
  /**
   * For operators who lost what they log in with, or were shut out, where nobody else could or may let them in: by the
   * machine's own command line.
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
  /** key of the hashes that stand for account names, 32 bytes hex */
  secret: string
}

export function createInvitations(deps: InvitationsDeps): Invitations {
  const { db, clock, random, audit, passwords } = deps
  const accountHash = accountHasher(deps.secret)

  async function insert(tx: Tx, person: NewPerson, createdBy: string | null, hours: number) {
    const operatorId = uuidv7(clock.now(), random)
    const oneTimePassword = newOneTimePassword(random)
    const passwordHash = await passwords.hash(oneTimePassword)
    await queries.insertOperator(tx, { operatorId, ...person, passwordHash, hours, createdBy })
    return { operatorId, oneTimePassword }
  }

  async function invite(tx: Tx, operatorId: string) {
    const oneTimePassword = newOneTimePassword(random)
    const passwordHash = await passwords.hash(oneTimePassword)
    const name = await queries.inviteOperator(tx, operatorId, passwordHash, HOURS)
    await clearLoginFailures(tx, accountHash(name))
    await endSessions(tx, operatorId, null)
    return { oneTimePassword }
  }

  return {
    create: (tx, person, createdBy) => insert(tx, person, createdBy, HOURS),
    invite,

    ensureFirstOwner: () =>
      db.tx(async (tx) => {
        await lockDesk(tx)
        if (await queries.anyOperator(tx)) return null
        const person = { name: 'owner', fullName: 'First owner', roles: ['owner'] as const }
        const { operatorId, oneTimePassword } = await insert(tx, person, null, FIRST_HOURS)
        const subject = `staff:${operatorId}`
        await audit.write(tx, 'machine', { action: 'staff.create', subject, after: person })
        return { name: person.name, oneTimePassword }
      }),

    rescue: (name) =>
      db.tx(async (tx) => {
        await lockDesk(tx)
        const operator = await queries.operatorByName(tx, name)
        if (!operator) return null
        const { oneTimePassword } = await invite(tx, operator.operator_id)
        await audit.write(tx, 'machine', {
          action: 'staff.rescue',
          subject: `staff:${operator.operator_id}`,
          before: { status: operator.status },
          after: { status: 'invited' },
        })
        // somebody else may have asked in their name
        await withdrawAll(audit, tx, 'machine', operator.operator_id)
        return { name, oneTimePassword }
      }),
  }
}
