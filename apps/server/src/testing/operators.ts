/** Operators with sessions, made quickly: past password and second factor, but by the product's own code. */
import { randomInt } from 'node:crypto'
import { ROLES, type Role } from '@fairlot/contract/operator-roles'
import { operatorClient, type OperatorClient, type OperatorSession } from './operator-client.ts'
import type { TestServer } from './server.ts'

export type TestOperator = {
  operatorId: string
  name: string
  roles: readonly Role[]
  session: OperatorSession
  client: OperatorClient
}

/** An operator who is set up and logged in. */
export async function makeOperator(
  { context, url }: Pick<TestServer, 'context' | 'url'>,
  roles: readonly [Role, ...Role[]],
): Promise<TestOperator> {
  const name = `${roles[0]}-${randomInt(2 ** 31).toString(36)}`
  const { operatorId, token, signKey } = await context.operators.openSession(name, [...roles])
  const session = { token, signKey }
  return { operatorId, name, roles, session, client: operatorClient(url, session) }
}

/** One operator of each role. */
export async function makeDesk(server: TestServer): Promise<Record<Role, TestOperator>> {
  const made = await Promise.all(
    ROLES.map(async (role) => [role, await makeOperator(server, [role])] as const),
  )
  return Object.fromEntries(made) as Record<Role, TestOperator>
}

/** An operator whose one-time password is not replaced yet. */
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
