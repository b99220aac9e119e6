/** Operators and audit entries that were planted or changed: a named check finds them, or the schema refuses them. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planted } from '../../testing/planted.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { because, freshCode, logIn, PASSWORD, rescue, setUp, signedIn } from './operator.fixture.ts'
import { operatorChecks } from './operator.checks.ts'

let server: TestServer
const values: Record<string, string> = {}

beforeAll(async () => {
  server = await testServer()
  const asha = await signedIn(server, 'asha', 'owner')
  const operator = { name: 'bela', fullName: 'Bela', roles: ['support' as const], ...because() }
  const { oneTimePassword } = await asha.client.call(ENDPOINTS.staffCreate, operator)
  const bela = await setUp(server, 'bela', oneTimePassword!)
  await logIn(server, { name: 'bela', password: PASSWORD, code: await freshCode(server, bela.secret) })
  Object.assign(values, { asha: asha.id, bela: bela.id })
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])
})
afterAll(() => server.close())

const ROLES = 'every operator was created, and has the roles, as the audit log says'
const STAFF = 'with real money, every change of staff after the second owner had two owners'
const AUDIT = 'no row of the audit log was changed or removed'
const roles = `update operator set roles = '{owner}' where operator_id = ':bela'`
const stranger = `
  insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at)
  values ('00000000-0000-7000-8000-000000000001', 'stranger', 'Stranger', '{owner}', '$argon2id$none', business_now() + interval '1 day',
    business_now())`
const entry = (action: string, subject: string, more = '') => `
  insert into audit (audit_id, at, operator_id, action, subject, after)
  values (gen_random_uuid(), business_now(), ${more || 'null'}, '${action}', 'staff:${subject}', '{"roles": ["owner"]}')`
const STRANGER = '00000000-0000-7000-8000-000000000001'
const real = `update deployment set money_mode = 'real'`
/** The second owner that turns the two-person rule on, an hour before. */
const secondOwner = `${roles}; ${entry('staff.roles', ':bela', `':asha'`)}; ${entry('staff.setup', ':asha', `':asha'`)};
  update audit set at = at - interval '1 hour'`

test.each([
  ['app', 'wider roles', roles, ['refused: operator_audited']],
  ['owner', 'wider roles', roles, [ROLES]],
  ['app', 'an operator', stranger, ['refused: operator_audited']],
  ['owner', 'an operator', stranger, [ROLES]],
  ['owner', 'an operator with an entry', `${real}; ${stranger}; ${entry('staff.create', STRANGER)}`, [STAFF]],
  [
    'owner',
    'an operator whom one of two owners created alone',
    `${real}; ${secondOwner}; ${stranger}; ${entry('staff.create', STRANGER, `':asha'`)}`,
    [STAFF],
  ],
  [
    'owner',
    'entries of the audit log that are gone',
    `delete from audit where action = 'session.login'`,
    [AUDIT],
  ],
  [
    'owner',
    'an entry of the audit log that says something else',
    `update audit set operator_id = null where action = 'staff.create'`,
    [AUDIT],
  ],
  [
    'app',
    'an entry of the audit log that is gone',
    'delete from audit',
    ['refused: permission denied for table audit'],
  ],
  [
    'app',
    'a tally that fits',
    'update history_tally set rows = 0',
    ['refused: permission denied for table history_tally'],
  ],
  [
    'app',
    'a code that works again',
    `update operator set totp_step = 0 where operator_id = ':bela'`,
    ['refused: operator_totp_step'],
  ],
  [
    'owner',
    'a code that works again',
    `update operator set totp_step = 0 where operator_id = ':bela'`,
    ['no second factor of an operator has gone back behind its last login'],
  ],
] as const)('planted by the %s: %s', async (role, _, sql, titles) => {
  const plant = sql.replaceAll(/:([a-z]+)/g, (word, name: string) => values[name] ?? word)
  const found = await planted(role === 'app' ? server.db : server.owner, operatorChecks, plant)
  expect(found).toEqual(expect.arrayContaining([...titles]))
})

test('finds a login with a one-time password sound, before the second factor is set and after a reset of it', async () => {
  const asha = await signedIn(server, 'asha', 'owner')
  const operator = { name: 'chitra', fullName: 'Chitra', roles: ['support' as const], ...because() }
  const { oneTimePassword } = await asha.client.call(ENDPOINTS.staffCreate, operator)
  const begun = await logIn(server, { name: 'chitra', password: oneTimePassword! })
  await begun.call(ENDPOINTS.operatorSetupBegin, {})
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])

  await setUp(server, 'chitra', oneTimePassword!)
  await server.database.advanceClock(600_000)
  const again = await rescue(server, 'chitra')
  await logIn(server, { name: 'chitra', password: again!.oneTimePassword })
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])
})
