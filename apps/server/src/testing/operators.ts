/** Operators with sessions. They skip password and second factor, but use the product's own code otherwise. */
import { randomInt } from 'node:crypto'
import { ROLES, sortRoles, type Role } from '@fairlot/contract/operator/operator-roles'
import { NO_PASSWORD } from '../modules/identity/index.ts'
import * as queries from '../modules/operator/staff/operators.queries.ts'
import { createOperatorSessions } from '../modules/operator/sign-in/operator-sessions.ts'
import { createSecondFactor } from '../modules/operator/sign-in/totp.ts'
import { createAudit } from '../platform/audit.ts'
import { uuidv7 } from '../platform/random.ts'
import { operatorClient, type OperatorClient, type OperatorSession } from './operator-client.ts'
import type { TestServer } from './server.ts'

export type TestOperator = {
  operatorId: string
  name: string
  roles: readonly Role[]
  session: OperatorSession
  client: OperatorClient
}

/** Opens a full session of the operator with this name. Creates the operator if needed, and sets its roles. */
export function openOperatorSession(
  { context }: Pick<TestServer, 'context'>,
  name: string,
  roles: readonly Role[],
): Promise<OperatorSession & { operatorId: string }> {
  const { db, clock, random, secrets } = context
  const factor = createSecondFactor(secrets.operatorTotp, random)
  const audit = createAudit({ clock, random })
  const sessions = createOperatorSessions({ db, clock, random, signMaster: secrets.signMaster })
  return db.tx(async (tx) => {
    const found = await queries.operatorByName(tx, name)
    const operatorId = found?.operator_id ?? uuidv7(clock.now(), random)
    const entry = { subject: `staff:${operatorId}`, after: { name, roles: sortRoles(roles) } }
    await audit.write(tx, 'machine', { action: found ? 'staff.roles' : 'staff.create', ...entry })
    if (found) await queries.setRoles(tx, operatorId, sortRoles(roles))
    else {
      const operator = { operatorId, name, fullName: name, roles: sortRoles(roles), createdBy: null }
      await queries.insertOperator(tx, { ...operator, passwordHash: NO_PASSWORD, hours: 1 })
      await queries.beginFactor(
        tx,
        operatorId,
        factor.make({ id: operatorId, name }, 'made by a test').sealed,
      )
      const account = await queries.credentialsById(tx, operatorId)
      await queries.setUp(tx, account, { passwordHash: NO_PASSWORD, step: 0 })
    }
    const { token, signKey } = await sessions.open(tx, { operatorId, stage: 'full', userAgent: '' })
    return { operatorId, token, signKey }
  })
}

/** An operator who is set up and logged in. */
export async function makeOperator(
  server: Pick<TestServer, 'context' | 'url'>,
  roles: readonly [Role, ...Role[]],
): Promise<TestOperator> {
  const name = `${roles[0]}-${randomInt(2 ** 31).toString(36)}`
  const { operatorId, token, signKey } = await openOperatorSession(server, name, roles)
  const session = { token, signKey }
  return { operatorId, name, roles, session, client: operatorClient(server.url, session) }
}

/** One operator of each role. */
export async function makeOperatorPerRole(server: TestServer): Promise<Record<Role, TestOperator>> {
  const made = await Promise.all(
    ROLES.map(async (role) => [role, await makeOperator(server, [role])] as const),
  )
  return Object.fromEntries(made) as Record<Role, TestOperator>
}

/** An operator who has not replaced the one-time password yet. */
export async function makeNewcomer(
  server: TestServer,
  roles: readonly [Role, ...Role[]] = ['owner'],
): Promise<TestOperator> {
  const operator = await makeOperator(server, roles)
  await server.owner.query(
    `update operator set one_time_until = now() + interval '1 day', totp_secret = null where operator_id = $1`,
    [operator.operatorId],
  )
  await server.owner.query(`update operator_session set stage = 'setup' where operator_id = $1`, [
    operator.operatorId,
  ])
  return operator
}
