import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { authenticatorCode, operatorClient } from '../../../testing/operator-client.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import {
  because,
  codeOf,
  freshCode,
  HOUR,
  logIn,
  MINUTE,
  PASSWORD,
  refused,
  rescue,
  signedIn,
  setUp,
  timeOf,
  REASON,
  type Person,
} from '../operator.fixture.ts'

let server: TestServer
/** the first owner, set up */
let owner: Person
let firstPassword: string
beforeAll(async () => {
  server = await testServer({ trustProxy: 1 })
  const first = await server.context.operators.ensureFirstOwner()
  firstPassword = first!.oneTimePassword
  owner = await setUp(server, first!.name, firstPassword)
})
afterAll(() => server?.close())
// a new session for each test: tests advance the clock, and sessions expire
beforeEach(async () => {
  const code = await freshCode(server, owner.secret)
  owner.client = await logIn(server, { name: owner.name, password: PASSWORD, code })
})

/** Creates an operator. @returns the one-time password */
async function create(name: string) {
  const input = { name, fullName: 'Asha Rao', roles: ['support' as const], ...because() }
  const { state, oneTimePassword } = await owner.client.call(ENDPOINTS.staffCreate, input)
  expect(state).toBe('done')
  return oneTimePassword!
}

const createAndSetUp = async (name: string) => setUp(server, name, await create(name))
const me = (person: Pick<Person, 'client'>) => person.client.call(ENDPOINTS.operatorMe, {})
const entries = async (action: string) =>
  (await owner.client.call(ENDPOINTS.auditList, { action, limit: 100 })).items

describe('the first owner', () => {
  test('is created once, also when several servers start together', async () => {
    const { context } = server
    expect(await Promise.all([1, 2, 3].map(() => context.operators.ensureFirstOwner()))).toEqual([
      null,
      null,
      null,
    ])
    const made = (await entries('staff.create')).at(-1)
    expect(made).toMatchObject({ operator: null, address: null, subject: `staff:${owner.id}` })
  })

  test('cannot log in with the one-time password after setting up', async () => {
    expect(await codeOf(logIn(server, { name: owner.name, password: firstPassword }))).toBe('LOGIN_FAILED')
    expect(await me(owner)).toMatchObject({ name: 'owner', roles: ['owner'], stage: 'full' })
  })

  test('has no secret in the log, in the audit log, or unencrypted in the database', async () => {
    const rows = await server.owner.query(
      `select (select string_agg(audit::text, ' ') from audit) as audit, (
         select string_agg(operator::text || encode(coalesce(totp_secret, ''), 'escape'), ' ') from operator) as operators`,
    )
    const all = JSON.stringify(rows) + server.logged.join('\n')
    expect(all).toContain(owner.id)
    for (const secret of [firstPassword, PASSWORD, owner.secret, owner.client.token!, owner.client.signKey!])
      expect(all).not.toContain(secret)
  })
})

describe('setting up', () => {
  test('comes before every other call, and needs a correct code', async () => {
    const oneTime = { name: 'asha', password: await create('asha') }
    const client = await logIn(server, oneTime)
    expect(await me({ client })).toMatchObject({ stage: 'setup', roles: ['support'] })
    expect(await codeOf(client.call(ENDPOINTS.memberFind, { query: 'rahim' }))).toBe('SETUP_FIRST')
    expect(await codeOf(client.call(ENDPOINTS.operatorSessions, {}))).toBe('SETUP_FIRST')
    // there is no secret yet, so every code is wrong
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code: '123456' }))).toBe(
      'CODE_WRONG',
    )
    // a person who knows the one-time password must not learn the secret of its owner
    const stranger = await logIn(server, oneTime)
    const replaced = await stranger.call(ENDPOINTS.operatorSetupBegin, {})
    const begun = await client.call(ENDPOINTS.operatorSetupBegin, {})
    const { secret, uri } = await client.call(ENDPOINTS.operatorSetupBegin, {})
    // a cancelled setup leaves no dead entry in the authenticator app
    expect(begun).toEqual({ secret, uri })
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Fairlot:asha\\?.*secret=${secret}`))
    const set = async (password: string, from: string) =>
      client.call(ENDPOINTS.operatorSetup, { password, code: await freshCode(server, from) })
    expect(await codeOf(set(PASSWORD, replaced.secret))).toBe('CODE_WRONG')
    const other = await logIn(server, { name: 'asha', password: await reset('asha') })
    expect(await codeOf(me({ client }))).toBe('SESSION_ENDED')
    expect(await codeOf(other.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code: '123456' }))).toBe(
      'CODE_WRONG',
    )
  })

  /** Resets the operator's access. @returns the one-time password */
  async function reset(name: string): Promise<string> {
    const { items } = await owner.client.call(ENDPOINTS.staffList, {})
    const { id } = items.find((one) => one.name === name)!
    return (await owner.client.call(ENDPOINTS.staffReset, { id, ...because() })).oneTimePassword!
  }

  test('gives the session a new token, ends the other sessions, and happens once', async () => {
    const password = await create('bela')
    const [client, other] = [
      await logIn(server, { name: 'bela', password }),
      await logIn(server, { name: 'bela', password }),
    ]
    const before = operatorClient(server.url, { token: client.token!, signKey: client.signKey! })
    const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, {})
    const code = await freshCode(server, secret)
    const done = await client.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code })
    expect(done).toMatchObject({ stage: 'full' })
    expect(done.expiresAt).toBeGreaterThan((await timeOf(server)) + 7 * HOUR)
    expect(client.token).not.toBe(before.token)
    expect(await me({ client })).toEqual(done)
    expect(await codeOf(me({ client: before }))).toBe('SESSION_ENDED')
    expect(await codeOf(me({ client: other }))).toBe('SESSION_ENDED')
    expect(await codeOf(client.call(ENDPOINTS.operatorSetupBegin, {}))).toBe('ALREADY_SET_UP')
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code }))).toBe(
      'ALREADY_SET_UP',
    )
    // the code of the setup is used
    expect(await codeOf(logIn(server, { name: 'bela', password: PASSWORD, code }))).toBe('LOGIN_FAILED')
  })

  test.each([
    ['passwordpassword', 'repeated text'],
    ['password2024password2024', 'repeated text'],
    ['aaaaaaaaaaaaaaab', 'two different characters'],
    ['charu-charu-charu', "the operator's name"],
  ])('refuses an easy password: %s (%s)', async (password) => {
    const client = operatorClient(server.url, await session('charu'))
    await client.call(ENDPOINTS.operatorSetupBegin, {})
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password, code: '123456' }))).toBe(
      'PASSWORD_COMMON',
    )
    // already before there is an authenticator app
    expect(await codeOf(client.call(ENDPOINTS.operatorSetupBegin, { password }))).toBe('PASSWORD_COMMON')
  })

  const sessions = new Map<string, { token: string; signKey: string }>()
  async function session(name: string) {
    const known = sessions.get(name)
    if (known) return known
    const client = await logIn(server, { name, password: await create(name) })
    const made = { token: client.token!, signKey: client.signKey! }
    sessions.set(name, made)
    return made
  }

  test('refuses the one-time password as the new password', async () => {
    const password = await create('dilip')
    const client = await logIn(server, { name: 'dilip', password })
    expect(await codeOf(client.call(ENDPOINTS.operatorSetupBegin, { password }))).toBe('PASSWORD_COMMON')
    const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, { password: PASSWORD })
    const code = await freshCode(server, secret)
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password, code }))).toBe('PASSWORD_COMMON')
  })

  test('is possible for 24 hours with the one-time password, and for 30 minutes in its session', async () => {
    const password = await create('eka')
    const client = await logIn(server, { name: 'eka', password })
    for (const minutes of [14, 14]) {
      await server.database.advanceClock(minutes * MINUTE)
      await me({ client })
    }
    await server.database.advanceClock(3 * MINUTE)
    expect(await codeOf(me({ client }))).toBe('SESSION_ENDED')
    await server.database.advanceClock(23 * HOUR)
    await logIn(server, { name: 'eka', password })
    await server.database.advanceClock(HOUR)
    expect(await codeOf(logIn(server, { name: 'eka', password }))).toBe('LOGIN_FAILED')
  })
})

describe('a login', () => {
  test('needs the correct password and a correct code', async () => {
    const { secret } = await createAndSetUp('farah')
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
    const code = await freshCode(server, secret)
    const name = 'farah'
    expect(await codeOf(logIn(server, { name, password: PASSWORD }))).toBe('LOGIN_FAILED')
    expect(await codeOf(logIn(server, { name, password: PASSWORD, code: wrong(code) }))).toBe('LOGIN_FAILED')
    expect(await codeOf(logIn(server, { name, password: `${PASSWORD}!`, code }))).toBe('LOGIN_FAILED')
    const client = await logIn(server, { name, password: PASSWORD, code })
    expect(await me({ client })).toMatchObject({ name, stage: 'full' })
  })

  test('accepts a code one step early or late, once, also in parallel, and not after a later code', async () => {
    const { secret } = await createAndSetUp('gita')
    const name = 'gita'
    await server.database.advanceClock(10 * MINUTE)
    const now = await timeOf(server)
    // starts in the middle of a step, so that no step ends during the test
    await server.database.advanceClock(30_000 - (now % 30_000) + 10_000)
    const at = async (steps: number) => authenticatorCode(secret, (await timeOf(server)) + steps * 30_000)
    const tryCode = async (steps: number) =>
      logIn(server, { name, password: PASSWORD, code: await at(steps) }).then(
        () => 'in' as const,
        (error: Error) => error.message,
      )
    expect(await codeOf(logIn(server, { name, password: PASSWORD, code: await at(-2) }))).toBe('LOGIN_FAILED')
    expect(await codeOf(logIn(server, { name, password: PASSWORD, code: await at(2) }))).toBe('LOGIN_FAILED')
    expect(await tryCode(-1)).toBe('in')
    const together = await Promise.all([tryCode(0), tryCode(0), tryCode(0)])
    expect(together.filter((result) => result === 'in')).toHaveLength(1)
    expect(await tryCode(-1)).not.toBe('in')
    expect(await tryCode(1)).toBe('in')
  })

  test('gives the same answer for an unknown name, a wrong password and a disabled account', async () => {
    const { id } = await createAndSetUp('hari')
    await owner.client.call(ENDPOINTS.staffDisable, { id, reason: REASON })
    const attempts = [
      { name: 'unknown', password: PASSWORD, code: '123456' },
      { name: owner.name, password: `${PASSWORD}!`, code: '123456' },
      { name: 'hari', password: PASSWORD, code: '123456' },
    ]
    const failures = []
    for (const attempt of attempts) failures.push((await refused(logIn(server, attempt))).failure)
    expect(failures[1]).toEqual(failures[0])
    expect(failures[2]).toEqual(failures[0])
  })

  test('fails with the password or the second factor of another account, and binds an older password', async () => {
    const [asha, bela] = [await createAndSetUp('bound-one'), await createAndSetUp('bound-two')]
    const attempt = async ({ name, secret }: Person) =>
      logIn(server, { name, password: PASSWORD, code: await freshCode(server, secret) })
    const give = (column: string) =>
      server.owner.query(
        `update operator set ${column} = (select ${column} from operator where operator_id = $1) where operator_id = $2`,
        [asha.id, bela.id],
      )
    await give('password_hash')
    expect(await codeOf(attempt(bela))).toBe('LOGIN_FAILED')
    await attempt(asha)

    const older = await hash(PASSWORD, { secret: Buffer.from(server.context.secrets.passwordPepper, 'hex') })
    await server.owner.query(
      'update operator set password_hash = $2, password_bound = false where operator_id = $1',
      [bela.id, older],
    )
    await attempt(bela)
    const [row] = await server.db.query(
      'select password_bound as bound, password_hash = $2 as older from operator where operator_id = $1',
      [bela.id, older],
    )
    expect(row).toEqual({ bound: true, older: false })
    await attempt(bela)

    await give('totp_secret')
    expect(await codeOf(attempt(bela))).toBe('LOGIN_FAILED')
  })

  test('is delayed for this name after the fifth failure, and a success ends the delay', async () => {
    const { secret } = await createAndSetUp('indu')
    const fail = () => refused(logIn(server, { name: 'indu', password: 'a wrong password', code: '123456' }))
    for (let n = 1; n <= 5; n++) expect((await fail()).code).toBe('LOGIN_FAILED')
    const delayed = await fail()
    expect(delayed.code).toBe('LOGIN_DELAYED')
    expect(delayed.failure.retryAfter).toBeLessThanOrEqual(2)
    expect(delayed.failure.retryAfter).toBeGreaterThan(0)
    await server.database.advanceClock(3_000)
    expect((await fail()).code).toBe('LOGIN_FAILED')
    const code = await freshCode(server, secret)
    await logIn(server, { name: 'indu', password: PASSWORD, code })
    expect((await fail()).code).toBe('LOGIN_FAILED')
    expect((await fail()).code).toBe('LOGIN_FAILED')
  })

  test('is not delayed after a rescue', async () => {
    const { name } = await createAndSetUp('lila')
    const fail = () => codeOf(logIn(server, { name, password: 'a wrong password', code: '123456' }))
    for (let n = 1; n <= 5; n++) expect(await fail()).toBe('LOGIN_FAILED')
    expect(await fail()).toBe('LOGIN_DELAYED')
    const { oneTimePassword } = (await rescue(server, name))!
    await logIn(server, { name, password: oneTimePassword })
  })

  test('is delayed for unknown names as well', async () => {
    const fail = () => refused(logIn(server, { name: 'ghost', password: PASSWORD }))
    for (let n = 1; n <= 5; n++) expect((await fail()).code).toBe('LOGIN_FAILED')
    expect((await fail()).code).toBe('LOGIN_DELAYED')
  })

  test('of one account is possible ten times a minute from other machines', async () => {
    const attempt = (n: number) =>
      codeOf(logIn(server, { name: 'jaya', password: 'x' }, { address: `203.0.113.${n}` }))
    const codes = []
    for (let n = 1; n <= 11; n++) codes.push(await attempt(n))
    expect(codes.at(-1)).toBe('TOO_MANY_CALLS')
  })

  test('is in the audit log if it succeeded, or failed for a known account', async () => {
    await refused(logIn(server, { name: owner.name, password: 'not it' }, { address: '203.0.113.99' }))
    const [refusal] = await entries('session.refused')
    expect(refusal).toMatchObject({ operator: null, subject: `staff:${owner.id}`, address: '203.0.113.99' })
    const before = (await entries('session.refused')).length
    await refused(logIn(server, { name: 'unknown', password: 'not it' }))
    expect(await entries('session.refused')).toHaveLength(before)
    const [login] = await entries('session.login')
    expect(login).toMatchObject({ operator: { name: 'owner' }, after: '{"stage":"full"}' })
  })
})

describe('sessions', () => {
  test('end after 15 minutes without a call, and 8 hours after the login in any case', async () => {
    const idle = await signedIn(server, 'kiran', 'support')
    await server.database.advanceClock(14 * MINUTE)
    await me(idle)
    await server.database.advanceClock(14 * MINUTE)
    await me(idle)
    await server.database.advanceClock(15 * MINUTE + 1_000)
    expect(await codeOf(me(idle))).toBe('SESSION_ENDED')

    const busy = await signedIn(server, 'kiran', 'support')
    for (let minutes = 0; minutes < 8 * 60 - 12; minutes += 12) {
      await server.database.advanceClock(12 * MINUTE)
      await me(busy)
    }
    await server.database.advanceClock(12 * MINUTE)
    expect(await codeOf(me(busy))).toBe('SESSION_ENDED')
  })

  test('are at most five: opening a sixth ends the oldest', async () => {
    const all = []
    for (let n = 0; n < 6; n++) {
      all.push(await signedIn(server, 'latif', 'support'))
      await server.database.advanceClock(1_000)
    }
    expect(await codeOf(me(all[0]!))).toBe('SESSION_ENDED')
    expect((await all[5]!.client.call(ENDPOINTS.operatorSessions, {})).items).toHaveLength(5)
  })

  test('can be listed and ended by their operator only, and logging out removes the cookie', async () => {
    const [one, two] = [await signedIn(server, 'mina', 'support'), await signedIn(server, 'mina', 'support')]
    const { items } = await one.client.call(ENDPOINTS.operatorSessions, {})
    const other = items.find((item) => !item.current)!
    expect(items).toHaveLength(2)
    expect(await codeOf(owner.client.call(ENDPOINTS.operatorSessionEnd, { id: other.id }))).toBe(
      'NO_SUCH_DATA',
    )
    await one.client.call(ENDPOINTS.operatorSessionEnd, { id: other.id.toUpperCase() })
    expect(await codeOf(me(two))).toBe('SESSION_ENDED')
    const kept = operatorClient(server.url, { token: one.client.token!, signKey: one.client.signKey! })
    await one.client.call(ENDPOINTS.operatorLogout, {})
    expect(one.client.token).toBeNull()
    expect(await codeOf(me({ client: kept }))).toBe('SESSION_ENDED')
  })

  test('other than the current one end when the operator changes the password with a code', async () => {
    const person = await createAndSetUp('nasrin')
    const other = await signedIn(server, 'nasrin', 'support')
    const change = (current: string, code: string, password = 'eight gourds and a leek') =>
      person.client.call(ENDPOINTS.operatorPasswordChange, { current, code, password })
    const code = await freshCode(server, person.secret)
    expect(await codeOf(change('a wrong password', code))).toBe('LOGIN_FAILED')
    expect(await codeOf(change(PASSWORD, code, 'passwordpassword'))).toBe('PASSWORD_COMMON')
    expect(await change(PASSWORD, code)).toEqual({ endedSessions: 1 })
    expect(await codeOf(me(other))).toBe('SESSION_ENDED')
    await me(person)
    // the code is used, and the old password no longer works
    expect(await codeOf(change('eight gourds and a leek', code, PASSWORD))).toBe('LOGIN_FAILED')
    const name = 'nasrin'
    const next = await freshCode(server, person.secret)
    expect(await codeOf(logIn(server, { name, password: PASSWORD, code: next }))).toBe('LOGIN_FAILED')
    await logIn(server, { name, password: 'eight gourds and a leek', code: next })
    const entriesOf = async (action: string) =>
      (await entries(action)).filter(({ subject }) => subject === `staff:${person.id}`)
    expect(await entriesOf('staff.password')).toHaveLength(1)
    // a failed login has no operator; a failed change of the password has the operator of the session
    expect((await entriesOf('session.refused')).map(({ operator }) => operator?.name)).toEqual([
      undefined,
      'nasrin',
    ])
  })

  test('get changed roles and a disabled account on the next call', async () => {
    const person = await signedIn(server, 'omar', 'support')
    expect(await codeOf(person.client.call(ENDPOINTS.auditList, {}))).toBe('NOT_PERMITTED')
    await owner.client.call(ENDPOINTS.staffRoles, { id: person.id, roles: ['auditor'], ...because() })
    await person.client.call(ENDPOINTS.auditList, {})
    const status = (to: string) =>
      server.owner.query('update operator set status = $2 where operator_id = $1', [person.id, to])
    await status('disabled')
    expect(await codeOf(person.client.call(ENDPOINTS.auditList, {}))).toBe('SESSION_ENDED')
    await status('active')
    await person.client.call(ENDPOINTS.auditList, {})
    await owner.client.call(ENDPOINTS.staffDisable, { id: person.id, reason: REASON })
    expect(await codeOf(person.client.call(ENDPOINTS.auditList, {}))).toBe('SESSION_ENDED')
  })
})
