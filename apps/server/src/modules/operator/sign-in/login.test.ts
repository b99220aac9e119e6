import { ENDPOINTS } from '@fairlot/contract/endpoints'
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
  seated,
  setUp,
  timeOf,
  WHY,
  type Person,
} from '../operator.fixture.ts'

let server: TestServer
/** made at the first start, and set up */
let owner: Person
let firstPassword: string
beforeAll(async () => {
  server = await testServer({ trustProxy: 1 })
  const first = await server.context.operators.ensureFirstOwner()
  firstPassword = first!.oneTimePassword
  owner = await setUp(server, first!.name, firstPassword)
})
afterAll(() => server?.close())
// sessions of one test do not age in another
beforeEach(async () => {
  const code = await freshCode(server, owner.secret)
  owner.client = await logIn(server, { name: owner.name, password: PASSWORD, code })
})

/** An operator whom the only owner lets in. */
async function invite(name: string) {
  const input = { name, fullName: 'Asha Rao', roles: ['support' as const], ...because() }
  const { state, oneTimePassword } = await owner.client.call(ENDPOINTS.staffCreate, input)
  expect(state).toBe('done')
  return oneTimePassword!
}

const someone = async (name: string) => setUp(server, name, await invite(name))
const me = (person: Pick<Person, 'client'>) => person.client.call(ENDPOINTS.operatorMe, {})
const entries = async (action: string) =>
  (await owner.client.call(ENDPOINTS.auditList, { action, limit: 100 })).items

describe('the first owner', () => {
  test('is made once, by however many servers that start together', async () => {
    const { context } = server
    expect(await Promise.all([1, 2, 3].map(() => context.operators.ensureFirstOwner()))).toEqual([
      null,
      null,
      null,
    ])
    const made = (await entries('staff.create')).at(-1)
    expect(made).toMatchObject({ operator: null, address: null, subject: `staff:${owner.id}` })
  })

  test('has an own password now: the one-time password is worth nothing', async () => {
    expect(await codeOf(logIn(server, { name: owner.name, password: firstPassword }))).toBe('LOGIN_FAILED')
    expect(await me(owner)).toMatchObject({ name: 'owner', roles: ['owner'], stage: 'full' })
  })

  test('secrets stand neither in the log nor in the audit log nor in the clear in the database', async () => {
    const rows = await server.owner.query(
      `select (select string_agg(a::text, ' ') from audit a) as audit,
         (select string_agg(o::text || encode(coalesce(totp_secret, ''), 'escape'), ' ') from operator o) as people`,
    )
    const all = JSON.stringify(rows) + server.logged.join('\n')
    expect(all).toContain(owner.id)
    for (const secret of [firstPassword, PASSWORD, owner.secret, owner.client.token!, owner.client.signKey!])
      expect(all).not.toContain(secret)
  })
})

describe('setting up', () => {
  test('comes first: nothing else can be called, and the code must fit', async () => {
    const client = await logIn(server, { name: 'asha', password: await invite('asha') })
    expect(await me({ client })).toMatchObject({ stage: 'setup', roles: ['support'] })
    expect(await codeOf(client.call(ENDPOINTS.memberFind, { query: 'rahim' }))).toBe('SETUP_FIRST')
    expect(await codeOf(client.call(ENDPOINTS.operatorSessions, {}))).toBe('SETUP_FIRST')
    // no secret yet, so no code can fit
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code: '123456' }))).toBe(
      'CODE_WRONG',
    )
    const dropped = await client.call(ENDPOINTS.operatorSetupBegin, {})
    const { secret, uri } = await client.call(ENDPOINTS.operatorSetupBegin, {})
    expect(uri).toMatch(new RegExp(`^otpauth://totp/Fairlot:asha\\?.*secret=${secret}`))
    const set = async (password: string, from: string) =>
      client.call(ENDPOINTS.operatorSetup, { password, code: await freshCode(server, from) })
    expect(await codeOf(set(PASSWORD, dropped.secret))).toBe('CODE_WRONG')
    const other = await logIn(server, { name: 'asha', password: await reset('asha') })
    expect(await codeOf(me({ client }))).toBe('SESSION_ENDED')
    expect(await codeOf(other.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code: '123456' }))).toBe(
      'CODE_WRONG',
    )
  })

  /** A new one-time password, by the only owner. */
  async function reset(name: string): Promise<string> {
    const { items } = await owner.client.call(ENDPOINTS.staffList, {})
    const { id } = items.find((one) => one.name === name)!
    return (await owner.client.call(ENDPOINTS.staffReset, { id, ...because() })).oneTimePassword!
  }

  test('gives the session a new token, ends the others, and is done once', async () => {
    const password = await invite('bela')
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
    // the code that ended it is used up as well
    expect(await codeOf(logIn(server, { name: 'bela', password: PASSWORD, code }))).toBe('LOGIN_FAILED')
  })

  test.each([
    ['passwordpassword', 'said twice'],
    ['password2024password2024', 'said twice'],
    ['aaaaaaaaaaaaaaab', 'two characters'],
    ['charu-charu-charu', 'the own name'],
  ])('refuses an easy password: %s (%s)', async (password) => {
    const client = operatorClient(server.url, await session('charu'))
    await client.call(ENDPOINTS.operatorSetupBegin, {})
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password, code: '123456' }))).toBe(
      'PASSWORD_COMMON',
    )
  })

  const sessions = new Map<string, { token: string; signKey: string }>()
  async function session(name: string) {
    const known = sessions.get(name)
    if (known) return known
    const client = await logIn(server, { name, password: await invite(name) })
    const made = { token: client.token!, signKey: client.signKey! }
    sessions.set(name, made)
    return made
  }

  test('the one-time password cannot become the own one', async () => {
    const password = await invite('dilip')
    const client = await logIn(server, { name: 'dilip', password })
    const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, {})
    const code = await freshCode(server, secret)
    expect(await codeOf(client.call(ENDPOINTS.operatorSetup, { password, code }))).toBe('PASSWORD_COMMON')
  })

  test('a one-time password is good for 24 hours, its session for 30 minutes', async () => {
    const password = await invite('eka')
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

describe('logging in', () => {
  test('takes password and code, each right', async () => {
    const { secret } = await someone('farah')
    const wrong = (code: string) => (code === '000000' ? '000001' : '000000')
    const code = await freshCode(server, secret)
    const name = 'farah'
    expect(await codeOf(logIn(server, { name, password: PASSWORD }))).toBe('LOGIN_FAILED')
    expect(await codeOf(logIn(server, { name, password: PASSWORD, code: wrong(code) }))).toBe('LOGIN_FAILED')
    expect(await codeOf(logIn(server, { name, password: `${PASSWORD}!`, code }))).toBe('LOGIN_FAILED')
    const client = await logIn(server, { name, password: PASSWORD, code })
    expect(await me({ client })).toMatchObject({ name, stage: 'full' })
  })

  test('a code is good a step before and after, and once: also in parallel, and not after a newer one', async () => {
    const { secret } = await someone('gita')
    const name = 'gita'
    await server.database.advanceClock(10 * MINUTE)
    const now = await timeOf(server)
    // in the middle of a step, so that none ends while this runs
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

  test('an unknown name, a wrong password and a disabled account look the same', async () => {
    const { id } = await someone('hari')
    await owner.client.call(ENDPOINTS.staffDisable, { id, reason: WHY })
    const attempts = [
      { name: 'nobody', password: PASSWORD, code: '123456' },
      { name: owner.name, password: `${PASSWORD}!`, code: '123456' },
      { name: 'hari', password: PASSWORD, code: '123456' },
    ]
    const failures = []
    for (const attempt of attempts) failures.push((await refused(logIn(server, attempt))).failure)
    expect(failures[1]).toEqual(failures[0])
    expect(failures[2]).toEqual(failures[0])
  })

  test('the fifth failure begins delays, which double, for this name alone; a success ends them', async () => {
    const { secret } = await someone('indu')
    const fail = () =>
      refused(logIn(server, { name: 'indu', password: 'no password of hers', code: '123456' }))
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

  test('whoever is let in anew does not wait for what others have failed', async () => {
    const { name } = await someone('lila')
    const fail = () => codeOf(logIn(server, { name, password: 'no password of hers', code: '123456' }))
    for (let n = 1; n <= 5; n++) expect(await fail()).toBe('LOGIN_FAILED')
    expect(await fail()).toBe('LOGIN_DELAYED')
    const { oneTimePassword } = (await rescue(server, name))!
    await logIn(server, { name, password: oneTimePassword })
  })

  test('delays count unknown names as well', async () => {
    const fail = () => refused(logIn(server, { name: 'ghost', password: PASSWORD }))
    for (let n = 1; n <= 5; n++) expect((await fail()).code).toBe('LOGIN_FAILED')
    expect((await fail()).code).toBe('LOGIN_DELAYED')
  })

  test('an account is tried ten times a minute from anywhere else', async () => {
    const attempt = (n: number) =>
      codeOf(logIn(server, { name: 'jaya', password: 'x' }, { address: `203.0.113.${n}` }))
    const codes = []
    for (let n = 1; n <= 11; n++) codes.push(await attempt(n))
    expect(codes.at(-1)).toBe('TOO_MANY_CALLS')
  })

  test('what happened stands in the audit log: who was let in, and that a known account was refused', async () => {
    await refused(logIn(server, { name: owner.name, password: 'not it' }, { address: '203.0.113.99' }))
    const [refusal] = await entries('session.refused')
    expect(refusal).toMatchObject({ operator: null, subject: `staff:${owner.id}`, address: '203.0.113.99' })
    const before = (await entries('session.refused')).length
    await refused(logIn(server, { name: 'unheard-of', password: 'not it' }))
    expect(await entries('session.refused')).toHaveLength(before)
    const [entered] = await entries('session.login')
    expect(entered).toMatchObject({ operator: { name: 'owner' }, after: '{"stage":"full"}' })
  })
})

describe('sessions', () => {
  test('end after 15 minutes without a call, and 8 hours after the log in whatever happens', async () => {
    const idle = await seated(server, 'kiran', 'support')
    await server.database.advanceClock(14 * MINUTE)
    await me(idle)
    await server.database.advanceClock(14 * MINUTE)
    await me(idle)
    await server.database.advanceClock(15 * MINUTE + 1_000)
    expect(await codeOf(me(idle))).toBe('SESSION_ENDED')

    const busy = await seated(server, 'kiran', 'support')
    for (let minutes = 0; minutes < 8 * 60 - 12; minutes += 12) {
      await server.database.advanceClock(12 * MINUTE)
      await me(busy)
    }
    await server.database.advanceClock(12 * MINUTE)
    expect(await codeOf(me(busy))).toBe('SESSION_ENDED')
  })

  test('five at most: the oldest ends', async () => {
    const all = []
    for (let n = 0; n < 6; n++) {
      all.push(await seated(server, 'latif', 'support'))
      await server.database.advanceClock(1_000)
    }
    expect(await codeOf(me(all[0]!))).toBe('SESSION_ENDED')
    expect((await all[5]!.client.call(ENDPOINTS.operatorSessions, {})).items).toHaveLength(5)
  })

  test('are listed and ended by their operator alone; logging out forgets the cookie', async () => {
    const [one, two] = [await seated(server, 'mina', 'support'), await seated(server, 'mina', 'support')]
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

  test('a new password takes the current one and a code, and ends the other sessions', async () => {
    const person = await someone('nasrin')
    const other = await seated(server, 'nasrin', 'support')
    const change = (current: string, code: string, password = 'eight gourds and a leek') =>
      person.client.call(ENDPOINTS.operatorPasswordChange, { current, code, password })
    const code = await freshCode(server, person.secret)
    expect(await codeOf(change('not her password', code))).toBe('LOGIN_FAILED')
    expect(await codeOf(change(PASSWORD, code, 'passwordpassword'))).toBe('PASSWORD_COMMON')
    expect(await change(PASSWORD, code)).toEqual({ endedSessions: 1 })
    expect(await codeOf(me(other))).toBe('SESSION_ENDED')
    await me(person)
    // the code is used up, and the old password is gone
    expect(await codeOf(change('eight gourds and a leek', code, PASSWORD))).toBe('LOGIN_FAILED')
    const name = 'nasrin'
    const next = await freshCode(server, person.secret)
    expect(await codeOf(logIn(server, { name, password: PASSWORD, code: next }))).toBe('LOGIN_FAILED')
    await logIn(server, { name, password: 'eight gourds and a leek', code: next })
    const ofHers = async (action: string) =>
      (await entries(action)).filter(({ subject }) => subject === `staff:${person.id}`)
    expect(await ofHers('staff.password')).toHaveLength(1)
    // at the door nobody is known; whoever is in stands there with the session
    expect((await ofHers('session.refused')).map(({ operator }) => operator?.name)).toEqual([
      undefined,
      'nasrin',
    ])
  })

  test('a role that is lost and an account that is shut hold at the very next call', async () => {
    const person = await seated(server, 'omar', 'support')
    expect(await codeOf(person.client.call(ENDPOINTS.auditList, {}))).toBe('NOT_PERMITTED')
    await owner.client.call(ENDPOINTS.staffRoles, { id: person.id, roles: ['auditor'], ...because() })
    await person.client.call(ENDPOINTS.auditList, {})
    const status = (to: string) =>
      server.owner.query('update operator set status = $2 where operator_id = $1', [person.id, to])
    await status('disabled')
    expect(await codeOf(person.client.call(ENDPOINTS.auditList, {}))).toBe('SESSION_ENDED')
    await status('active')
    await person.client.call(ENDPOINTS.auditList, {})
    await owner.client.call(ENDPOINTS.staffDisable, { id: person.id, reason: WHY })
    expect(await codeOf(person.client.call(ENDPOINTS.auditList, {}))).toBe('SESSION_ENDED')
  })
})
