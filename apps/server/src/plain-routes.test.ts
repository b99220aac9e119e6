/** All routes outside the envelope. None of them depends on the caller. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { operatorCookieHeader } from './testing/client.ts'
import { makeMember } from './testing/factories.ts'
import { makeOperator } from './testing/operators.ts'
import { testServer, type TestServer } from './testing/server.ts'

/** Each plain route with its purpose and the status of a call without parameters. */
const PLAIN = {
  'GET /api/openapi.json': [200, 'the API document'],
  'GET /healthz': [200, 'whether the process lives'],
  'GET /readyz': [200, 'whether it can serve; names of what is missing, and why a log is halted'],
  'GET /fair/checkpoint': [404, 'the newest signed state of the log, once there is one'],
  'GET /fair/log/entries': [200, 'the entries of the log, line by line'],
  'GET /fair/log/checkpoints': [200, 'its signed states with the lines of the witnesses'],
  'GET /fair/verifier.mjs': [404, 'the verifier, where it was built'],
  'GET /gameweb': [404, 'the frame of an external game, for the id of one'],
  'GET /gameweb.css': [200, 'its style'],
  'GET /media/*': [404, 'published pictures, by their random names'],
  'POST /fair/beacon': [400, 'takes rounds of the public beacon from anybody: their signatures are checked'],
  'POST /hooks/sandbox': [400, 'notices of the sandbox’s payment company: signed'],
  'GET /sandbox/cashier': [404, 'a payment page, for everyone who knows the random id of the payment'],
  'POST /sandbox/cashier': [404, 'its choice'],
  'GET /sandbox/cashier.css': [200, 'its style'],
  'GET /sandbox/inbox': [200, 'SMS of the sandbox, which go nowhere else'],
  'GET /sandbox/inbox.json': [200, 'the same for programs'],
  'GET /sandbox/inbox.css': [200, 'its style'],
} as const

/** Answers that are streamed, which need a ticket. */
const STREAMS = {
  'GET /api/stream': [401, 'live updates'],
  'GET /api/download': [401, 'files of a member, by a link that is valid once'],
} as const

/** The application adds `/api/openapi.json` and health; the modules add the others. */
const APPLICATION = ['GET /api/openapi.json', 'GET /healthz', 'GET /readyz']

let server: TestServer
let realMoney: TestServer
beforeAll(async () => {
  server = await testServer()
  realMoney = await testServer({ deployment: { moneyMode: 'real' } })
})
afterAll(async () => {
  await server?.close()
  await realMoney?.close()
})

const routesOf = ({ context }: TestServer) =>
  context.plainRoutes.map(({ method, path }) => `${method} ${path}`)

test('the list above is complete', () => {
  expect([...routesOf(server), ...APPLICATION].toSorted()).toEqual(Object.keys(PLAIN).toSorted())
  expect(server.context.streamRoutes.map(({ path }) => `GET ${path}`)).toEqual(Object.keys(STREAMS))
})

test('an address or a form with NUL is refused', async () => {
  for (const path of Object.keys(PLAIN).flatMap((route) =>
    route.startsWith('GET ') ? route.slice(4) : [],
  )) {
    const answer = await fetch(`${server.url}${path}?phone=%00&payment=%00&from=%00`)
    expect(answer.status, path).toBe(400)
  }
  const form = await fetch(`${server.url}/sandbox/cashier`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'payment=%00&outcome=success&language=en-us',
  })
  expect([400, 404]).toContain(form.status)
})

test('real money has no sandbox routes', async () => {
  expect(routesOf(realMoney).filter((route) => route.includes('sandbox'))).toEqual([])
  for (const path of ['/sandbox/inbox', '/sandbox/inbox.json', '/sandbox/cashier']) {
    expect((await fetch(realMoney.url + path)).status, path).toBe(404)
  }
  expect((await fetch(`${realMoney.url}/hooks/sandbox`, { method: 'POST', body: '{}' })).status).not.toBe(200)
})

describe('anonymous callers, members and operators get the same answer', () => {
  test.each(Object.entries({ ...PLAIN, ...STREAMS }))('%s', async (route, [status]) => {
    const [method = '', path = ''] = route.split(' ')
    const { session } = await makeMember(server)
    const cookie = operatorCookieHeader((await makeOperator(server, ['owner'])).session.token)
    const ask = async (headers: Record<string, string>) => {
      const response = await fetch(server.url + path, { method, headers, redirect: 'manual' })
      expect(response.headers.getSetCookie()).toEqual([])
      expect(response.headers.get('x-content-type-options')).toBe('nosniff')
      return { status: response.status, body: await response.text() }
    }
    const nobody = await ask({})
    expect(nobody.status).toBe(status)
    const asMember = { authorization: `Bearer ${session.token}`, token: session.token }
    const ways: Record<string, string>[] = [asMember, { cookie }]
    for (const headers of ways) {
      expect(await ask(headers)).toEqual(nobody)
    }
  })
})

test('an endpoint answers only POST and only its exact path', async () => {
  const cookie = operatorCookieHeader((await makeOperator(server, ['owner'])).session.token)
  for (const { path } of Object.values(ENDPOINTS)) {
    if (!path.startsWith('/operator/')) continue
    for (const method of ['GET', 'PUT', 'DELETE', 'HEAD']) {
      const { status } = await fetch(`${server.url}/api${path}`, { method, headers: { cookie } })
      expect(status, `${method} ${path}`).toBe(405)
    }
    for (const other of [`${path}/`, path.toUpperCase(), `/${path}`, `${path}%20`, `/x/..${path}/./`]) {
      const response = await fetch(`${server.url}/api${other}`, { method: 'POST', headers: { cookie } })
      expect(await response.json(), other).toMatchObject({ flag: 1003 })
    }
  }
})
