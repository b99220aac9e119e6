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
  'GET /i/*': [200, 'an invitation, for every code alike'],
  'GET /p/*': [404, 'what everybody reads of an issue, for its number'],
  'GET /%23/*': [404, 'both, for a link whose # was encoded'],
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
  server = await testServer({ parts: { publicUrl: 'https://shop.example/' } })
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

describe('a link that a member sends', () => {
  const fetched = async (path: string, language = 'en-US,en;q=0.9') => {
    const response = await fetch(server.url + path, { headers: { 'accept-language': language } })
    return { status: response.status, headers: response.headers, html: await response.text() }
  }
  const to = (html: string) => /content="0;url=([^"]*)"/.exec(html)?.[1]

  test.each([
    '/i/K7P2XQ',
    '/i/k7p2xq',
    '/i/K7P2XQ.',
    '/i/K7P2XQ)',
    '/i/K7P2XQ%E3%80%82',
    '/i/%E2%80%8EK7P2XQ%E2%80%8F',
    '/i/K7P2XQ/',
    '/i/K7P2XQ&shareTo=app',
    '/i/K7P2XQ?fbclid=1',
    '/i/K7P2XQ%',
    '/%23/pages/login/regist?code=K7P2XQ',
    '/%23/pages/login/regist%3Fcode=k7p2xq',
    '/%23/pages/login/regist?code=K7P2XQ,&shareTo=app',
  ])('%s opens the registration with the code', async (path) => {
    const { status, html, headers } = await fetched(path)
    expect([status, to(html)]).toEqual([200, '/#/pages/login/regist?code=K7P2XQ'])
    expect(headers.get('cache-control')).toBe('public, max-age=300')
    expect(headers.get('content-security-policy')).toContain("default-src 'none'")
  })

  test('an invitation has title and picture in the language of the reader, and says nothing about its code', async () => {
    const { session } = await makeMember(server)
    const known = await server.owner.query<{ code: string }>(
      'select invitation_code as code from member where member_id = $1',
      [session.member.id],
    )
    const pages = await Promise.all(
      [`/i/${known[0]!.code}`, '/i/AAAAAA'].map((path) => fetched(path, 'pt-BR')),
    )
    const [one, other] = pages.map(({ html }) => html.replaceAll(/(?<=code=|\/i\/)[A-Z0-9]{6}/g, ''))
    expect(one).toBe(other)
    expect(one).toContain('<html lang="pt-br" dir="ltr">')
    expect(one).toContain('property="og:title" content="Um convite para ')
    expect(one).toContain('property="og:image" content="https://shop.example/icons/icon-512.png"')
    expect((await fetched('/i/AAAAAA', 'ar')).html).toContain('dir="rtl"')
  })

  test('an issue has the title of its product and the price of a share, escaped', async () => {
    const { mall } = server.context
    await mall.createCategory({ category: 'sent', position: 1, tile: 'sea', titles: { 'en-us': 'Sent' } })
    await mall.createProduct({
      code: 'SENT',
      category: 'sent',
      art: 'phone',
      tile: 'sea',
      texts: { 'en-us': { title: 'A "phone" <b>&', description: '' } },
      marketPrice: 100_000n,
      sharePrice: 10_000n,
      shares: 10,
    })
    const { number } = (await mall.openIssue('SENT'))!
    for (const path of [
      `/p/${number}`,
      `/p/${number.toLowerCase()}.`,
      `/%23/pages/goods/goods?issue=${number}`,
    ]) {
      const { status, html } = await fetched(path)
      expect([status, to(html)]).toEqual([200, `/#/pages/goods/goods?issue=${number}`])
      expect(html).toContain('og:title" content="A &quot;phone&quot; &lt;b&gt;&amp;"')
      expect(html).toMatch(/og:description" content="\S*1 · A mall/)
      expect(html).not.toContain('<b>')
    }
    expect((await fetched('/p/SENT-9999')).status).toBe(404)
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
