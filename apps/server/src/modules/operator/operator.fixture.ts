/** Helpers of the operators' tests: operators who log in over HTTP, and the error that a call ends in. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator/operator-roles'
import { createAudit } from '../../platform/audit.ts'
import { MS } from '../../platform/db.ts'
import { authenticatorCode, operatorClient, type OperatorClient } from '../../testing/operator-client.ts'
import { openOperatorSession } from '../../testing/operators.ts'
import type { TestServer } from '../../testing/server.ts'
import { createPasswords } from '../identity/index.ts'
import { createInvitations, type FirstOwner } from './staff/invitations.ts'

export { HOUR_MS as HOUR, MINUTE_MS as MINUTE } from '../../platform/durations.ts'
export const PASSWORD = 'seven gourds and a marrow'
export const REASON = 'requested by a test'

/** The reason of a change and a new idempotency key. */
export const because = () => ({ reason: REASON, requestId: randomUUID() })

export { codeOf, refused } from '../../testing/refused.ts'

/** Business time, in Unix milliseconds. */
export async function timeOf({ db }: Pick<TestServer, 'db'>): Promise<number> {
  const [row] = await db.query<{ ms: bigint }>(`select ${MS('business_now()')} as ms`)
  return Number(row!.ms)
}

/** An unused code of the second factor: advances the clock by one step first. */
export async function freshCode(server: TestServer, secret: string): Promise<string> {
  await server.database.advanceClock(30_000)
  return authenticatorCode(secret, await timeOf(server))
}

export type Person = { id: string; name: string; secret: string; client: OperatorClient }

/** Logs in over HTTP. */
export async function logIn(
  server: TestServer,
  credentials: { name: string; password: string; code?: string },
  options: { address?: string } = {},
): Promise<OperatorClient> {
  const client = operatorClient(server.url, null, options)
  client.signKey = (await client.call(ENDPOINTS.operatorLogin, credentials)).signKey
  return client
}

/** Logs in with a one-time password and sets the account up. */
export async function setUp(server: TestServer, name: string, oneTimePassword: string): Promise<Person> {
  const client = await logIn(server, { name, password: oneTimePassword })
  const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, {})
  const code = await freshCode(server, secret)
  const me = await client.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code })
  return { id: me.id, name, secret, client }
}

/** Does what `npm run operator -- rescue` does. */
export function rescue({ context }: TestServer, name: string): Promise<FirstOwner | null> {
  const { passwordPepper, smsHash: secret } = context.secrets
  const passwords = createPasswords(passwordPepper)
  return createInvitations({ ...context, audit: createAudit(context), passwords, secret }).rescue(name)
}

/** Opens a full session without a login. Creates the operator if needed, and sets its roles. */
export async function signedIn(server: TestServer, name: string, ...roles: Role[]) {
  const { operatorId, ...session } = await openOperatorSession(server, name, roles)
  return { id: operatorId, name, client: operatorClient(server.url, session) }
}
