/** Security of operators' logins and sessions, and of their secrets. */
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Code } from '@fairlot/contract/flags'
import { OPERATOR_COOKIE } from '@fairlot/contract/wire'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { operatorCookieHeader, rawCall, rawResponse } from './testing/client.ts'
import { defectsOf } from './testing/fuzz-world.ts'
import { authenticatorCode, operatorClient, type OperatorClient } from './testing/operator-client.ts'
import { makeOperator } from './testing/operators.ts'
import { testServer, type TestServer } from './testing/server.ts'

const PASSWORD = 'seven gourds and a marrow'
const STEP_MS = 30_000
/** Set-up uses the code of now. The next one is good already, and still good when its period begins. */
const nextCode = (secret: string) => authenticatorCode(secret, Date.now() + STEP_MS)

let server: TestServer
/** every secret that a test sent or received; the last test searches the log and the database for them */
const secrets: string[] = []
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server?.close())
afterEach(() => {
  expect(defectsOf(server)).toEqual([])
})

/** The login's answer with its headers. */
const logIn = (name: string, password: string, code?: string) =>
  rawResponse(server.url, {
    path: ENDPOINTS.operatorLogin.path,
    param: { name, password, ...(code === undefined ? {} : { code }) },
  })

/** The value of the one cookie that an answer sets. */
function cookieSet(headers: Headers): string {
  const [cookie = '', ...more] = headers.getSetCookie()
  expect(more).toEqual([])
  const [pair = '', ...attributes] = cookie.split('; ')
  expect(attributes.toSorted()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', 'Secure'])
  expect(pair.startsWith(`${OPERATOR_COOKIE}=`)).toBe(true)
  const value = pair.slice(OPERATOR_COOKIE.length + 1)
  expect(value).toMatch(/^[\w-]{43}$/)
  return value
}

type Person = { name: string; id: string; client: OperatorClient; secret: string }

/** An owner creates the operator, who logs in with the one-time password and sets up the account. */
async function newcomer(name: string): Promise<Person> {
  const owner = await soleOwner()
  const invited = await owner.call(ENDPOINTS.staffCreate, {
    name,
    fullName: 'Asha Rao',
    roles: ['auditor'],
    reason: 'requested by a test',
    requestId: crypto.randomUUID(),
  })
  const oneTime = invited.oneTimePassword!
  expect(oneTime.length).toBeGreaterThan(10)

  const { answer, headers } = await logIn(name, oneTime)
  expect(answer).toMatchObject({ flag: 0, data: { operator: { name, stage: 'setup' } } })
  const token = cookieSet(headers)
  const { signKey, operator } = answer.data as { signKey: string; operator: { id: string } }
  expect(JSON.stringify(answer)).not.toContain(token)
  const client = operatorClient(server.url, { token, signKey })
  const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, {})
  const code = authenticatorCode(secret, Date.now())
  await client.call(ENDPOINTS.operatorSetup, { password: PASSWORD, code })
  secrets.push(oneTime, token, client.token ?? '', signKey, secret, PASSWORD)
  return { name, id: operator.id, client, secret }
}

let owner: OperatorClient | undefined
/** The only owner, who can change staff alone until there is a second one. */
const soleOwner = async () => (owner ??= (await makeOperator(server, ['owner'])).client)

const audited = async (action: string, id: string) =>
  server.owner.query<{ after: unknown; address: string | null }>(
    `select after, address from audit where action = $1 and (subject = $2 or operator_id = $3)`,
    [action, `staff:${id}`, id],
  )

const refusal = async (call: Promise<unknown>): Promise<Code | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => {
      if (error instanceof CallError) return error.code
      throw error
    },
  )

describe('the session', () => {
  test('is a cookie that scripts cannot read and other sites cannot send, and no answer contains its token', async () => {
    const { name, client, secret } = await newcomer('asha')
    const before = client.token
    const code = nextCode(secret)
    const { answer, headers } = await logIn(name, PASSWORD, code)
    expect(answer).toMatchObject({ flag: 0, data: { operator: { name, stage: 'full' } } })
    const token = cookieSet(headers)
    const { signKey } = answer.data as { signKey: string }
    secrets.push(token, signKey)
    expect(token).not.toBe(before)
    expect(headers.get('cache-control')).toBe('no-store')

    const session = { token, signKey }
    for (const endpoint of [ENDPOINTS.operatorMe, ENDPOINTS.operatorSessions, ENDPOINTS.auditList]) {
      const { answer: next, headers: more } = await rawResponse(server.url, {
        path: endpoint.path,
        operator: session,
      })
      expect(next.flag).toBe(0)
      expect(more.getSetCookie()).toEqual([])
      for (const hidden of [token, signKey]) expect(JSON.stringify(next)).not.toContain(hidden)
    }

    const { headers: last } = await rawResponse(server.url, {
      path: ENDPOINTS.operatorLogout.path,
      operator: session,
    })
    expect(last.getSetCookie()).toHaveLength(1)
    expect(last.getSetCookie()[0]).toMatch(new RegExp(`^${OPERATOR_COOKIE}=; Max-Age=0; Path=/`))
    expect(await rawCall(server.url, { path: ENDPOINTS.operatorMe.path, operator: session })).toMatchObject({
      flag: 1004,
    })
  })

  test('ignores two cookies of its name in any order, and accepts other cookies beside it', async () => {
    const { client } = await newcomer('binod')
    const session = { token: client.token!, signKey: client.signKey! }
    const cookie = operatorCookieHeader(session.token)
    const planted = operatorCookieHeader(Buffer.alloc(32, 7).toString('base64url'))
    const me = { path: ENDPOINTS.operatorMe.path, operator: session }
    for (const header of [`${cookie}; ${planted}`, `${planted};${cookie}`, `${cookie}; ${cookie}`]) {
      expect(await rawCall(server.url, { ...me, cookie: header })).toMatchObject({ flag: 1004 })
    }
    for (const header of [`a=1; ${cookie}`, `${cookie};b=2`, `x${cookie}; ${cookie}`]) {
      expect(await rawCall(server.url, { ...me, cookie: header })).toMatchObject({ flag: 0 })
    }
    const lower = cookie.replace('__Host-', '')
    expect(await rawCall(server.url, { ...me, cookie: lower })).toMatchObject({ flag: 1004 })
  })

  test('of a one-time password ends when the account is set up, and the password no longer works', async () => {
    const owners = await soleOwner()
    const { oneTimePassword } = await owners.call(ENDPOINTS.staffCreate, {
      name: 'chitra',
      fullName: 'Chitra',
      roles: ['support'],
      reason: 'requested by a test',
      requestId: crypto.randomUUID(),
    })
    secrets.push(oneTimePassword!)
    const first = await logIn('chitra', oneTimePassword!)
    const token = cookieSet(first.headers)
    const { signKey } = first.answer.data as { signKey: string }
    const client = operatorClient(server.url, { token, signKey })
    const { secret } = await client.call(ENDPOINTS.operatorSetupBegin, {})
    const input = { password: oneTimePassword!, code: authenticatorCode(secret, Date.now()) }
    // the owner who handed it over knows it
    expect(await refusal(client.call(ENDPOINTS.operatorSetup, input))).toBe('PASSWORD_COMMON')
    await client.call(ENDPOINTS.operatorSetup, { ...input, password: PASSWORD })
    secrets.push(token, signKey, secret)
    const old = { path: ENDPOINTS.operatorMe.path, operator: { token, signKey } }
    expect(await rawCall(server.url, old)).toMatchObject({ flag: 1004 })
    expect((await logIn('chitra', oneTimePassword!)).answer).toMatchObject({ data: { code: 'LOGIN_FAILED' } })
  })
})

describe('the login', () => {
  test('answers every wrong input in the same way, sets no cookie, and writes to the audit log', async () => {
    const { name, id, secret } = await newcomer('deepa')
    const code = nextCode(secret)
    const wrongCode = code === '000000' ? '000001' : '000000'
    const tries: [string, string, string?][] = [
      [name, 'not the password at all', code],
      [name, PASSWORD, wrongCode],
      [name, PASSWORD],
      ['unknown-operator', PASSWORD, code],
    ]
    const answers = []
    for (const [who, password, given] of tries) {
      const { answer, headers } = await logIn(who, password, given)
      expect(headers.getSetCookie()).toEqual([])
      answers.push(answer)
    }
    expect(answers[0]).toMatchObject({ flag: 1005, data: { code: 'LOGIN_FAILED' } })
    for (const answer of answers) expect(answer).toEqual(answers[0])
    const rows = await audited('session.refused', id)
    expect(rows).toHaveLength(3)
    for (const { address } of rows) expect(address).toBe('127.0.0.1')

    // each code works once
    expect((await logIn(name, PASSWORD, code)).answer.flag).toBe(0)
    expect((await logIn(name, PASSWORD, code)).answer).toEqual(answers[0])
    expect(await audited('session.refused', id)).toHaveLength(4)
    expect(await audited('session.login', id)).toHaveLength(2)
  })

  test('refuses a disabled operator at once, and ends the sessions', async () => {
    const { id, name, client, secret } = await newcomer('elina')
    const owners = await soleOwner()
    await owners.call(ENDPOINTS.staffDisable, { id, reason: 'no longer works here' })
    expect(await refusal(client.call(ENDPOINTS.operatorMe, {}))).toBe('SESSION_ENDED')
    const { answer } = await logIn(name, PASSWORD, nextCode(secret))
    expect(answer).toMatchObject({ data: { code: 'LOGIN_FAILED' } })
  })
})

test('neither the log nor the database contains a token, key, secret or password', async () => {
  expect(secrets.length).toBeGreaterThan(20)
  const rows = await server.owner.query<{ text: string }>(`
    select operator::text as text from operator union all select operator_session::text from operator_session
    union all select audit::text from audit union all select approval::text from approval
    union all select operator_request::text from operator_request
    union all select login_failure::text from login_failure`)
  const written = [...server.logged, ...rows.map(({ text }) => text)].join('\n')
  for (const secret of secrets.filter(Boolean)) {
    expect(written.includes(secret)).toBe(false)
    const bytes = Buffer.from(secret).toString('hex')
    expect(written.includes(bytes)).toBe(false)
  }
})
