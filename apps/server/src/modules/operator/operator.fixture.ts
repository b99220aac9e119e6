/** Helpers of the operators' tests: operators who log in over HTTP, and the error that a call ends in. */
import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator-roles'
import { createAudit } from '../../platform/audit.ts'
import { authenticatorCode, operatorClient, type OperatorClient } from '../../testing/operator-client.ts'
import { openOperatorSession } from '../../testing/operators.ts'
import type { TestServer } from '../../testing/server.ts'
import { createPasswords } from '../identity/index.ts'
import { createInvitations, type FirstOwner } from './staff/invitations.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const PASSWORD = 'seven gourds and a marrow'
export const REASON = 'requested by a test'

/** The reason of a change and a new idempotency key. */
export const because = () => ({ reason: REASON, requestId: randomUUID() })

/** The error that a call ends in. @throws Error when the call succeeds */
export async function refused(call: Promise<unknown>): Promise<CallError> {
  const error = await call.then(
    () => undefined,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof CallError)) throw new Error(`not refused: ${String(error)}`)
  return error
}

export const codeOf = async (call: Promise<unknown>) => (await refused(call)).code

/** Business time, in Unix milliseconds. */
export async function timeOf({ db }: Pick<TestServer, 'db'>): Promise<number> {
  const [row] = await db.query<{ ms: bigint }>(
    'select (extract(epoch from business_now()) * 1000)::bigint as ms',
  )
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
