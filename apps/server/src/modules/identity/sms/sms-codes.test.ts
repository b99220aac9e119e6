import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { encodeForm } from '@fairlot/contract/wire'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../../platform/durations.ts'
import { envelope, testClient, type TestClient } from '../../../testing/client.ts'
import { somePhone, SOME_PASSWORD } from '../../../testing/factories.ts'
import { codeOf, refused } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { registration, registrations, wrong } from '../registration.fixture.ts'

let server: TestServer
let anyone: TestClient
beforeAll(async () => {
  server = await testServer({ trustProxy: 1 })
  anyone = server.anonymous()
})
afterAll(() => server.close())
beforeEach(() => server.database.setClockOffset(0))

const { inbox, codeFor, registered } = registrations(() => server)

describe('SMS codes', () => {
  test('arrive in the language of the call with the valid code', async () => {
    const phone = somePhone()
    const arabic = testClient({ url: server.url, language: 'ar-sa' })
    expect(await arabic.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })).toEqual({
      resendAfter: 60,
      validFor: 300,
    })
    const [message] = await inbox(phone)
    expect(message).toMatchObject({
      phone,
      text: expect.stringContaining('رمز التسجيل'),
      code: expect.any(String),
    })
    const stored = await server.owner.query<{ all: string }>(
      `select c::text as all from sms_code c where phone = $1`,
      [phone],
    )
    expect(stored[0]!.all).not.toContain(message!.code)
  })

  test('are not sent when a newer code has replaced them', async () => {
    const phone = somePhone()
    for (let i = 0; i < 2; i++) {
      await anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
      await server.database.advanceClock(61_000)
    }
    expect(await inbox(phone)).toHaveLength(1)
  })

  test('wait encrypted in the outbox', async () => {
    const phone = somePhone()
    await anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
    const [job] = await server.owner.query<{ data: { sealed: string } }>(
      `select data from job where name = 'identity.sms' and data ->> 'phone' = $1`,
      [phone],
    )
    const { code } = (await inbox(phone))[0]!
    expect(job!.data.sealed).not.toContain(code)
    expect(Buffer.from(job!.data.sealed, 'base64url').toString('latin1')).not.toContain(code)
  })

  test('expire after five wrong tries, one at a time or all at once', async () => {
    const phone = somePhone()
    const code = await codeFor(phone, 'register')
    const attempt = (entered: string) => codeOf(anyone.call(ENDPOINTS.register, registration(phone, entered)))
    for (let i = 0; i < 5; i++) expect(await attempt(wrong(code))).toBe('CODE_WRONG')
    expect(await attempt(code)).toBe('CODE_EXPIRED')

    const other = somePhone()
    const good = await codeFor(other, 'register')
    const answers = await Promise.all(
      Array.from({ length: 50 }, () =>
        codeOf(anyone.call(ENDPOINTS.register, registration(other, wrong(good)))),
      ),
    )
    expect(answers.filter((answer) => answer === 'CODE_WRONG')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'CODE_EXPIRED')).toHaveLength(45)
  })

  test('expire after five minutes', async () => {
    const { phone } = await registered()
    const code = await codeFor(phone, 'login')
    await server.database.advanceClock(5 * MINUTE_MS + 1_000)
    expect(await codeOf(anyone.call(ENDPOINTS.loginByCode, { phone, code }))).toBe('CODE_EXPIRED')
  })

  test('log in once under 50 parallel attempts', async () => {
    const { phone } = await registered()
    const code = await codeFor(phone, 'login')
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () => anyone.call(ENDPOINTS.loginByCode, { phone, code })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason.code).toBe('CODE_EXPIRED')
    }
  })

  test('are valid for one purpose and one phone only', async () => {
    const a = await registered()
    const b = await registered()
    const code = await codeFor(a.phone, 'login')
    await codeFor(a.phone, 'reset')
    await codeFor(b.phone, 'login')
    const password = 'n3w-Passage'
    // two codes are equal with a chance of one in a million
    expect(await codeOf(anyone.call(ENDPOINTS.resetPassword, { phone: a.phone, code, password }))).toBe(
      'CODE_WRONG',
    )
    expect(await codeOf(anyone.call(ENDPOINTS.loginByCode, { phone: b.phone, code }))).toBe('CODE_WRONG')
    expect((await anyone.call(ENDPOINTS.loginByCode, { phone: a.phone, code })).member.id).toBe(
      a.session.member.id,
    )
  })

  test('need waits of 60, 120, 300 and then 900 seconds, and only the last code is valid', async () => {
    const phone = somePhone()
    const ask = () => anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
    let first: string | undefined
    let sent = 0
    for (const spacing of [60, 120, 300, 900, 900]) {
      expect(await ask()).toEqual({ resendAfter: spacing, validFor: 300 })
      const messages = await inbox(phone)
      expect(messages).toHaveLength(++sent)
      first ??= messages[0]!.code!
      const early = await refused(ask())
      expect(early.failure).toMatchObject({ code: 'CODE_TOO_SOON' })
      expect(early.failure.retryAfter).toBeGreaterThan(spacing - 5)
      expect(early.failure.retryAfter).toBeLessThanOrEqual(spacing)
      expect(early.failure.message).toContain(String(early.failure.retryAfter))
      await server.database.advanceClock(spacing * 1_000)
    }
    // another purpose has its own waits
    await anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'login' })
    // after an hour without codes the waits start again
    await server.database.advanceClock(2 * HOUR_MS)
    expect(await ask()).toMatchObject({ resendAfter: 60 })
    const last = (await inbox(phone))[0]!.code!
    if (first !== last) {
      expect(await codeOf(anyone.call(ENDPOINTS.register, registration(phone, first!)))).toBe('CODE_WRONG')
    }
    await anyone.call(ENDPOINTS.register, registration(phone, last))
  })

  test('are sent once when 20 calls request one at the same time', async () => {
    const phone = somePhone()
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await inbox(phone)).toHaveLength(1)
  })

  test('are limited to 20 a day per phone', async () => {
    const phone = somePhone()
    const ask = () => anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
    await ask()
    const counts = await server.owner.query<{ subject: string }>(
      `update sms_count set sent = 20 where scope = 'phone' returning subject`,
    )
    // a count does not contain the phone, because it outlives the account by days
    for (const { subject } of counts) expect(subject).toMatch(/^[0-9a-f]{64}$/)
    await server.database.advanceClock(61_000)
    expect(await codeOf(ask())).toBe('CODE_LIMIT')
    // refused requests do not count
    expect(await codeOf(ask())).toBe('CODE_LIMIT')
    await server.database.advanceClock(24 * HOUR_MS)
    await ask()
  })

  /** what the last refusal says */
  let lastMessage: string | undefined

  test('are limited to 20 an hour per block of numbers for untrusted addresses', async () => {
    const block = somePhone().slice(0, -4)
    const ask = (i: number, forwarded: string) => fetchCode(`${block}${String(1000 + i)}`, forwarded)
    for (let i = 0; i < 20; i++) expect(await ask(i, `198.51.100.${i}`)).toBe('OK')
    const begun = server.logged.length
    expect(await ask(20, '198.51.100.20')).toBe('CODE_LIMIT')
    // within the hour of the limit
    expect(lastMessage).toMatch(/Please try again in ([1-9]|[1-5]\d|60)\smin\.$/)
    expect(await ask(22, '198.51.100.22')).toBe('CODE_LIMIT')
    // the operators read once that strangers can have used up the block
    expect(server.logged.slice(begun).filter((line) => line.includes('"alarm":"sms_block"'))).toHaveLength(1)
    // the sandbox trusts its own machine
    expect(await ask(21, '127.0.0.1')).toBe('OK')
  })

  async function fetchCode(phone: string, address: string): Promise<string> {
    const call = { path: '/index/phonecode', param: { phone, purpose: 'register' } }
    const response = await fetch(`${server.url}/api${call.path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-forwarded-for': address },
      body: encodeForm(envelope(call)),
    })
    const answer = (await response.json()) as { flag: number; data: { code?: string; message?: string } }
    lastMessage = answer.data.message
    return answer.flag === 0 ? 'OK' : (answer.data.code ?? '')
  }

  test('are not sent for log in or reset of an unregistered phone, with the same answer', async () => {
    const known = await registered()
    const unknown = somePhone()
    for (const purpose of ['login', 'reset'] as const) {
      const a = await anyone.call(ENDPOINTS.phoneCode, { phone: known.phone, purpose })
      const b = await anyone.call(ENDPOINTS.phoneCode, { phone: unknown, purpose })
      expect(b).toEqual(a)
      expect(await codeOf(anyone.call(ENDPOINTS.phoneCode, { phone: unknown, purpose }))).toBe(
        'CODE_TOO_SOON',
      )
    }
    expect(await inbox(unknown)).toEqual([])
    expect(await inbox(known.phone)).toHaveLength(3)
    expect(await codeOf(anyone.call(ENDPOINTS.loginByCode, { phone: unknown, code: '123456' }))).toBe(
      'CODE_WRONG',
    )
  })

  test('go to the phone of a logged-in member', async () => {
    const { phone, client } = await registered()
    await client.call(ENDPOINTS.sendVerify, { purpose: 'withdraw' })
    const [message] = await inbox(phone)
    expect(message!.text).toContain('withdrawal')
  })
})

test('no log line contains a phone number, a code or a password', () => {
  const all = server.logged.join('\n')
  expect(all).not.toMatch(/\+88017\d{8}/)
  expect(all).not.toContain(SOME_PASSWORD)
  const errors = server.logged.filter((line) => line.includes('"level":"error"'))
  // a test above fills a block of numbers
  expect(errors.filter((line) => !line.includes('"alarm":"sms_block"'))).toEqual([])
})
