import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { fieldMessage } from '@fairlot/contract/messages'
import { encodeForm, type Answer } from '@fairlot/contract/wire'
import { afterEach, expect, test } from 'vitest'
import { envelope, inProcessClient } from '../../testing/client.ts'
import { makeMember, somePhone, SOME_PASSWORD } from '../../testing/factories.ts'
import { testServer, type TestServer, type TestServerOptions } from '../../testing/server.ts'
import { RATES } from '../../platform/http/rate.ts'
import { TERMS_VERSION } from '../content/index.ts'
import type { SmsMessage } from './sms/sms.ts'

let server: TestServer | undefined
afterEach(async () => {
  await server?.close()
  server = undefined
})

async function start(options: TestServerOptions) {
  server = await testServer(options)
  return { server, client: inProcessClient({ api: server.app.api }) }
}

/** A call from an untrusted address. */
function outside(at: TestServer, path: string, param: object, address: string): Promise<Answer> {
  const body = Buffer.from(encodeForm(envelope({ path, param })))
  return at.app.api.answer({ path: `/api${path}`, body, address, userAgent: '', requestId: 'outside' })
}

test('refuses phone numbers of countries that may not register', async () => {
  const { client } = await start({ settings: { 'identity.countries': 'BD' } })
  await client.call(ENDPOINTS.phoneCode, { phone: somePhone(), purpose: 'register' })
  const phone = '+84912345678'
  await expect(client.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    failure: { fields: { phone: fieldMessage('en-us', 'PHONE_COUNTRY') } },
  })
  // members who registered before can still log in
  await client.call(ENDPOINTS.phoneCode, { phone, purpose: 'login' })
})

test('refuses registration without an invitation code when one is required', async () => {
  const { client } = await start({ settings: { 'identity.invitationRequired': 'true' } })
  const input = {
    phone: somePhone(),
    code: '123456',
    password: SOME_PASSWORD,
    terms: TERMS_VERSION,
    adult: true as const,
  }
  await expect(client.call(ENDPOINTS.register, input)).rejects.toMatchObject({ code: 'INVITATION_REQUIRED' })
  const blank = { ...input, invitationCode: '' }
  await expect(client.call(ENDPOINTS.register, blank)).rejects.toMatchObject({ code: 'INVITATION_REQUIRED' })
})

test('real money has no inbox, and without a provider no codes', async () => {
  const { server: real, client } = await start({ deployment: { moneyMode: 'real' } })
  for (const path of ['/sandbox/inbox', '/sandbox/inbox.json', '/sandbox/inbox.css']) {
    expect((await fetch(real.url + path)).status).toBe(404)
  }
  const ask = client.call(ENDPOINTS.phoneCode, { phone: somePhone(), purpose: 'register' })
  await expect(ask).rejects.toMatchObject({ code: 'UNAVAILABLE' })
})

test('retries a failing provider with the same id and sends the code once', async () => {
  const tried: string[] = []
  const sent: SmsMessage[] = []
  let failures = 2
  const { server: at, client } = await start({
    parts: {
      sms: {
        async send(message) {
          tried.push(message.id)
          if (failures-- > 0) throw new Error('the provider is unreachable')
          sent.push(message)
        },
      },
    },
  })
  const phone = somePhone()
  await client.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
  const { jobs } = at.context
  for (let round = 0; round < 2; round++) {
    await expect(jobs.drain()).rejects.toThrow()
    await at.database.advanceClock(60_000)
  }
  await jobs.drain()
  expect(sent).toEqual([
    {
      id: tried[0],
      phone,
      text: expect.stringMatching(/^\d{6} is your Fairlot code/),
      kind: 'code',
      route: null,
      validUntilMs: expect.any(Number),
    },
  ])
  expect(tried).toEqual([tried[0], tried[0], tried[0]])
})

test('limits log ins per account and per address, and trusts this machine in the sandbox', async () => {
  const { server: at, client } = await start({})
  const member = await makeMember(at, { password: SOME_PASSWORD })
  const login = (account: string, address: string) =>
    outside(at, '/index/login', { account, password: 'not-my-pass1' }, address)
  const codes = async (calls: Promise<Answer>[]) =>
    (await Promise.all(calls)).map((answer) => (answer.flag === 0 ? 'OK' : answer.data.code))

  const { calls } = RATES.loginAccount
  const perAccount = await codes(
    Array.from({ length: calls + 3 }, (_, i) => login(member.phone, `198.51.100.${i}`)),
  )
  expect(perAccount.filter((code) => code === 'TOO_MANY_CALLS')).toHaveLength(3)

  const answer = await outside(at, '/index/login', { account: member.phone, password: 'x' }, '203.0.113.1')
  expect(answer).toMatchObject({
    flag: 1005,
    data: { code: 'TOO_MANY_CALLS', retryAfter: expect.any(Number) },
  })
  await expect(client.call(ENDPOINTS.login, { account: member.phone, password: 'x' })).rejects.toMatchObject({
    code: 'LOGIN_DELAYED',
  })
})

test('bounds the queue of password hashes and refuses the rest without locking an account', async () => {
  const { server: at, client } = await start({})
  const member = await makeMember(at, { password: SOME_PASSWORD })
  const results = await Promise.allSettled(
    Array.from({ length: 60 }, (_, i) =>
      client.call(ENDPOINTS.login, { account: `nobody_${i}`, password: 'not-my-pass1' }),
    ),
  )
  const codes = results.map((result) => (result.status === 'rejected' ? result.reason.code : 'OK'))
  expect(codes.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(36)
  expect(codes.filter((code) => code === 'TOO_MANY_CALLS')).toHaveLength(24)
  await client.call(ENDPOINTS.login, { account: member.phone, password: SOME_PASSWORD })
})
