import { ENDPOINTS, type EndpointName } from '@fairlot/contract/endpoints'
import { CODES, FLAG } from '@fairlot/contract/flags'
import { encodeForm } from '@fairlot/contract/wire'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cookieOf, envelope, type Session } from './testing/client.ts'
import { makeMember } from './testing/factories.ts'
import type { OperatorSession } from './testing/operator-client.ts'
import { makeOperator } from './testing/operators.ts'
import { testServer, type TestServer } from './testing/server.ts'

let server: TestServer
let session: Session
let operator: OperatorSession
beforeAll(async () => {
  server = await testServer()
  ;({ session } = await makeMember(server, { balance: '500.00' }))
  // two owners, so that requests of one wait for the other
  await makeOperator(server, ['owner'])
  operator = (await makeOperator(server, ['owner'])).session
})
afterAll(() => server.close())

const RUNS = 10_000
const names = Object.keys(ENDPOINTS) as EndpointName[]

const ENDING: readonly EndpointName[] = ['logout', 'sessionEnd', 'operatorLogout', 'operatorSessionEnd']

const fieldsOf = (name: EndpointName): string[] =>
  Object.keys((ENDPOINTS[name].input as unknown as { shape?: object }).shape ?? {})

/** Values that fit some field, so that calls pass the schemas. */
const plausible = fc.oneof(
  fc.uuid(),
  fc.constantFrom(
    '+8801712345678',
    '123456',
    'M1-0001',
    '1',
    '10.00',
    '100',
    'sandbox',
    'purchase',
    '2026-01',
    'day',
    '24h',
    'deposit',
    'bankroll',
    'asked for by a test',
    'guard.confirmDays',
    'register',
    'login',
    'goods',
    'closing',
    'selling',
    'Abcdefg1',
    'en-us',
    1,
    2,
    20,
    100,
    true,
    false,
    null,
    ['owner'],
  ),
)
const hostile = fc.oneof(
  fc.constantFrom<unknown>(
    '',
    ' ',
    '-1',
    '0',
    '1e308',
    '0.001',
    'NaN',
    '9007199254740993',
    "' or 1=1 --",
    '%',
    '_',
    '\\',
    '\u202e',
    'x'.repeat(8_192),
    '😀'.repeat(50),
    '../../etc',
    '{{7*7}}',
    '<script>',
    -1,
    0,
    0.5,
    1e308,
    -0,
    2 ** 53,
    2 ** 31,
    2 ** 63,
    [],
    {},
    [[]],
    ['a'],
    { a: { b: {} } },
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue({ maxDepth: 3 }),
)

const input = (name: EndpointName) =>
  fc.record(Object.fromEntries(fieldsOf(name).map((field) => [field, fc.oneof(plausible, hostile)])), {
    requiredKeys: [],
  })

const call = fc.constantFrom(...names).chain((name) =>
  fc.record({
    name: fc.constant(name),
    param: fc.oneof(
      { weight: 6, arbitrary: input(name) },
      { weight: 1, arbitrary: fc.json() },
      { weight: 1, arbitrary: fc.string() },
    ),
    loggedIn: fc.boolean(),
    language: fc.constantFrom('en-us', 'bn-bd', 'ar-sa', 'vi-vn', 'xx', ''),
    /** rarely breaks the finished body */
    spoil: fc.oneof(
      { weight: 8, arbitrary: fc.constant(undefined) },
      {
        weight: 1,
        arbitrary: fc.tuple(fc.nat(), fc.constantFrom('&', '=', '%', '%00', '%ff', '+', 'x', '')),
      },
    ),
  }),
)

test(`${RUNS} malformed calls get a named error, cause no defect and move no money`, async () => {
  const money = () =>
    server.owner.query(
      'select member_id, balance from wallet union all select book, balance from house_account',
    )
  const before = await money()
  const flags = new Map<number, number>()
  await fc.assert(
    fc.asyncProperty(call, async ({ name, param, loggedIn, language, spoil }) => {
      const { path } = ENDPOINTS[name]
      const text = typeof param === 'string' ? param.toWellFormed() : JSON.stringify(param)
      // a successful log out would end the session of the other calls
      const stays = loggedIn && !ENDING.includes(name)
      const isDesk = ENDPOINTS[name].auth === 'operator'
      const who = { session: stays && !isDesk ? session : null, operator: stays && isDesk ? operator : null }
      let body = encodeForm(envelope({ path, param: text, language, ...who }))
      if (spoil) {
        const at = spoil[0] % body.length
        body = body.slice(0, at) + spoil[1] + body.slice(at + 1)
      }
      const answer = await server.app.api.answer({
        path: `/api${path}`,
        body: Buffer.from(body),
        address: '127.0.0.1',
        userAgent: '',
        requestId: 'fuzz',
        cookie: cookieOf(who) ?? '',
      })
      flags.set(answer.flag, (flags.get(answer.flag) ?? 0) + 1)
      if (answer.flag === FLAG.ok) return
      expect(answer.data.code, JSON.stringify(answer.data)).not.toBe('DEFECT')
      expect(CODES[answer.data.code]).toBe(answer.flag)
      expect(answer.data.message).not.toMatch(/\{\w+\}/)
    }),
    { numRuns: RUNS },
  )
  // the calls must reach every kind of answer
  for (const flag of [0, 1002, 1003, 1004, 1005])
    expect(flags.get(flag) ?? 0, `flag ${flag}`).toBeGreaterThan(10)
  expect(await money()).toEqual(before)
}, 120_000)
