import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { hash } from '@node-rs/argon2'
import { codeMessage, fieldMessage } from '@fairlot/contract/messages'
import { signKey } from '@fairlot/fairness/signatures/sign'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { beside } from '../../testing/beside.ts'
import { rawCall, testClient, type TestClient } from '../../testing/client.ts'
import { makeMember, somePhone, SOME_PASSWORD } from '../../testing/factories.ts'
import { codeOf, refused } from '../../testing/refused.ts'
import { testServer, type TestServer } from '../../testing/server.ts'
import { HANG_MS } from '../../testing/hang.ts'
import { TERMS_VERSION } from '../content/index.ts'
import { balances } from '../ledger/index.ts'
import { COMMON_PASSWORDS, isCommon } from './common-passwords.ts'
import { publicName } from '@fairlot/contract/public-name'
import { phoneLiveness } from './identity.checks.ts'
import { deviceName } from './names.ts'
import { registration, registrations, wrong } from './registration.fixture.ts'
import { sessionSignKey } from './sessions.ts'

let server: TestServer
let anyone: TestClient
beforeAll(async () => {
  server = await testServer({ trustProxy: 1 })
  anyone = server.anonymous()
})
afterAll(() => server.close())
beforeEach(() => server.database.setClockOffset(0))

const { codeFor, inbox, registered } = registrations(() => server)

describe('registering', () => {
  test('creates a member with a wallet, a session and an invitation code, and shows no phone number', async () => {
    const { phone, session, client } = await registered()
    expect(session.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(session.signKey).toMatch(/^[0-9a-f]{64}$/)
    expect(session.expiresAt).toBeGreaterThan(Date.now() + 29 * 24 * HOUR_MS)
    expect(session.member.phone).toBe(`${phone.slice(0, 5)}•••${phone.slice(-3)}`)
    expect((await client.call(ENDPOINTS.sessions, {})).items).toMatchObject([{ current: true }])
    expect(await balances(server.db, session.member.id)).toEqual({ balance: 0n, openOrders: 0 })
    const member = await server.context.identity.member(server.db, session.member.id)
    expect(member).toMatchObject({
      phone,
      username: null,
      invitationCode: expect.stringMatching(/^[2-9A-Z]{6}$/),
    })
    const names = await server.context.identity.names([session.member.id])
    expect(names.get(session.member.id)).toEqual({ publicName: `${member!.nickname.split(' ')[0]} ***` })
  })

  test('tells the masked name behind an invitation code, also to a stranger, and nothing else', async () => {
    const { session } = await registered()
    const member = await server.context.identity.member(server.db, session.member.id)
    const { invitationCode: code, nickname } = member!
    const told = { name: publicName(nickname) }
    expect(await anyone.call(ENDPOINTS.inviter, { code })).toEqual(told)
    expect(await anyone.call(ENDPOINTS.inviter, { code: code.toLowerCase() })).toEqual(told)
    expect(await anyone.call(ENDPOINTS.inviter, { code: '111111' })).toEqual({ name: null })
  })

  test('stores the agreed terms and refuses another version', async () => {
    const phone = somePhone()
    const code = await codeFor(phone, 'register')
    const error = await refused(anyone.call(ENDPOINTS.register, registration(phone, code, { terms: '0' })))
    expect(error.failure.fields).toEqual({ terms: fieldMessage('en-us', 'TERMS_REQUIRED') })
    const { member } = await anyone.call(ENDPOINTS.register, registration(phone, code))
    const [row] = await server.owner.query<{ terms_version: string; agreed: boolean; adult: boolean }>(
      `select terms_version, terms_agreed_at = created_at as agreed, adult_declared_at = created_at as adult
       from member where member_id = $1`,
      [member.id],
    )
    expect(row).toEqual({ terms_version: TERMS_VERSION, agreed: true, adult: true })
  })

  test('stores the owner of the invitation code as inviter and refuses an unknown code', async () => {
    const inviter = await registered()
    const { invitationCode } = (await server.context.identity.member(server.db, inviter.session.member.id))!
    const phone = somePhone()
    const code = await codeFor(phone, 'register')
    const call = (invitation: string) =>
      anyone.call(ENDPOINTS.register, registration(phone, code, { invitationCode: invitation }))
    expect((await refused(call('ZZZZZZ'))).failure).toMatchObject({
      code: 'INVITATION_UNKNOWN',
      fields: { invitationCode: codeMessage('en-us', 'INVITATION_UNKNOWN') },
    })
    const { member } = await call(invitationCode.toLowerCase())
    const rows = await server.owner.query('select inviter_id from member where member_id = $1', [member.id])
    expect(rows).toEqual([{ inviter_id: inviter.session.member.id }])
  })

  test('registers a phone once when 20 calls try at the same time', async () => {
    const phone = somePhone()
    const code = await codeFor(phone, 'register')
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, () => anyone.call(ENDPOINTS.register, registration(phone, code))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(['CODE_EXPIRED', 'PHONE_TAKEN']).toContain(result.reason.code)
    }
    expect(await server.owner.query('select 1 from member where phone = $1', [phone])).toHaveLength(1)

    await server.database.advanceClock(2 * HOUR_MS)
    const again = await codeFor(phone, 'register')
    // a caller who cannot read the phone's messages does not learn that it is registered
    expect(await codeOf(anyone.call(ENDPOINTS.register, registration(phone, wrong(again))))).toBe(
      'CODE_WRONG',
    )
    expect(await codeOf(anyone.call(ENDPOINTS.register, registration(phone, again)))).toBe('PHONE_TAKEN')
  })

  test.each(['+880171234', '+15551234', '+99912345678', '+18005551234'])(
    'refuses the unreachable number %s',
    async (phone) => {
      const error = await refused(anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' }))
      expect(error.failure.fields).toEqual({ phone: fieldMessage('en-us', 'PHONE_FORMAT') })
    },
  )

  test('a subscriber in Argentina has one account, whichever of the two numbers is typed', async () => {
    const national = `11${String(20_000_000 + Math.floor(Math.random() * 9_000_000))}`
    const [abroad, home] = [`+549${national}`, `+54${national}`]
    /** The message goes to the number that is reached from abroad. */
    const codeOfArgentine = async (phone: string) => {
      await anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
      return (await inbox(abroad))[0]!.code!
    }
    const code = await codeOfArgentine(home)
    const { member } = await anyone.call(ENDPOINTS.register, registration(home, code))
    expect((await server.context.identity.member(server.db, member.id))!.phone).toBe(abroad)
    await server.database.advanceClock(2 * HOUR_MS)
    for (const phone of [abroad, home]) {
      const again = await codeOfArgentine(phone)
      expect(await codeOf(anyone.call(ENDPOINTS.register, registration(phone, again)))).toBe('PHONE_TAKEN')
      await server.database.advanceClock(2 * HOUR_MS)
    }
    const exclusions = server.context.identity.exclusions
    await server.db.tx((tx) => exclusions.exclude(tx, member.id, new Date(Date.now() + 100 * HOUR_MS)))
    // the exclusion holds the subscriber also when no account has the number any more
    await server.owner.query('update member set phone = $2 where member_id = $1', [member.id, somePhone()])
    for (const phone of [abroad, home]) {
      expect(await exclusions.isExcluded(server.db, phone)).toBe(true)
      await server.database.advanceClock(2 * HOUR_MS)
      const again = await codeOfArgentine(phone)
      expect(await codeOf(anyone.call(ENDPOINTS.register, registration(phone, again)))).toBe('PHONE_EXCLUDED')
    }
  })

  test('of two accounts that a subscriber in Argentina has from before, each is reached by its own number', async () => {
    const national = `11${String(20_000_000 + Math.floor(Math.random() * 9_000_000))}`
    const [abroad, home] = [`+549${national}`, `+54${national}`]
    const older = await registered()
    await server.owner.query('update member set phone = $2 where member_id = $1', [
      older.session.member.id,
      home,
    ])
    const code = async (phone: string, purpose: 'register' | 'login' | 'reset') => {
      await server.database.advanceClock(2 * HOUR_MS)
      await anyone.call(ENDPOINTS.phoneCode, { phone, purpose })
      return (await inbox(abroad))[0]!.code!
    }
    const doubled = async () => {
      const [row] = await server.db.query<{ breaches: bigint; figure: string }>(phoneLiveness[0]!.sql)
      return row
    }
    const logIn = async (account: string) =>
      (await anyone.call(ENDPOINTS.login, { account, password: SOME_PASSWORD })).member.id
    // alone, the older account is reached by both
    for (const phone of [home, abroad]) expect(await logIn(phone)).toBe(older.session.member.id)
    expect(await doubled()).toMatchObject({ breaches: 0n })
    const newer = await registered()
    await server.owner.query('update member set phone = $2 where member_id = $1', [
      newer.session.member.id,
      abroad,
    ])
    const both = [
      [home, older.session.member.id],
      [abroad, newer.session.member.id],
    ] as const
    for (const [phone, id] of both) {
      expect(await logIn(phone)).toBe(id)
      const byCode = { phone, code: await code(phone, 'login') }
      expect((await anyone.call(ENDPOINTS.loginByCode, byCode)).member.id).toBe(id)
    }
    await anyone.call(ENDPOINTS.resetPassword, {
      phone: home,
      code: await code(home, 'reset'),
      password: 'moss2ferry9bolt',
    })
    expect(await codeOf(logIn(home))).toBe('LOGIN_FAILED')
    expect(await logIn(abroad)).toBe(newer.session.member.id)
    expect(await doubled()).toEqual({
      breaches: 1n,
      figure: `${older.session.member.id} and ${newer.session.member.id}`,
    })
    await server.owner.query(`update member set status = 'closed', phone = null where member_id = $1`, [
      older.session.member.id,
    ])
    expect(await doubled()).toMatchObject({ breaches: 0n })
  })

  test('a number may be typed in the digits of any script', async () => {
    const { phone, session } = await registered()
    const typed = phone.replaceAll(/\d/g, (digit) => '০১২৩৪৫৬৭৮৯'[Number(digit)]!)
    const again = await anyone.call(ENDPOINTS.login, { account: typed, password: SOME_PASSWORD })
    expect(again.member.id).toBe(session.member.id)
  })

  test('refuses common passwords', async () => {
    const phone = somePhone()
    for (const password of ['Password1', 'qwerty123', '1q2w3e4r', 'P@ssw0rd2024', 'bangladesh1']) {
      const call = anyone.call(ENDPOINTS.register, registration(phone, '123456', { password }))
      expect(await codeOf(call)).toBe('PASSWORD_COMMON')
    }
    expect(COMMON_PASSWORDS.size).toBeGreaterThan(1_000)
    for (const common of COMMON_PASSWORDS) {
      expect(common.length >= 8 && common.length <= 16 && /[a-z]/.test(common) && /\d/.test(common)).toBe(
        true,
      )
    }
    for (const fine of [SOME_PASSWORD, 'tr4vel-kettle', 'Xk29fjs0pw', 'moss2ferry9bolt']) {
      expect(isCommon(fine)).toBe(false)
    }
  })
})

describe('logging in with a password', () => {
  test('works by phone; a wrong password and an unknown account answer the same', async () => {
    const { phone, session } = await registered()
    const login = (account: string, password: string) => anyone.call(ENDPOINTS.login, { account, password })
    expect((await login(phone, SOME_PASSWORD)).member.id).toBe(session.member.id)
    expect((await login(` ${phone} `, SOME_PASSWORD)).member.id).toBe(session.member.id)
    const a = await refused(login(phone, 'not-my-pass1'))
    const b = await refused(login(somePhone(), 'not-my-pass1'))
    const c = await refused(login('nobody_here', 'not-my-pass1'))
    expect(a.failure).toEqual({ code: 'LOGIN_FAILED', message: codeMessage('en-us', 'LOGIN_FAILED') })
    expect([b.failure, c.failure]).toEqual([a.failure, a.failure])
  })

  test('works by user name, ignoring case', async () => {
    const { session } = await registered()
    const username = `u${session.member.id.slice(-12)}`
    await server.owner.query('update member set username = $1 where member_id = $2', [
      username,
      session.member.id,
    ])
    const call = anyone.call(ENDPOINTS.login, { account: username.toUpperCase(), password: SOME_PASSWORD })
    expect((await call).member.id).toBe(session.member.id)
  })

  test('doubles the wait after five failures up to 15 minutes, also for unknown accounts', async () => {
    for (const account of [(await registered()).phone, somePhone()]) {
      const attempt = async (password = 'not-my-pass1') =>
        (await refused(anyone.call(ENDPOINTS.login, { account, password }))).failure
      for (let i = 0; i < 5; i++) expect((await attempt()).code).toBe('LOGIN_FAILED')
      for (const seconds of [2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
        // the right password is refused as well
        const delayed = await attempt(SOME_PASSWORD)
        expect(delayed.code).toBe('LOGIN_DELAYED')
        expect(delayed.retryAfter).toBeLessThanOrEqual(seconds)
        expect(delayed.retryAfter).toBeGreaterThan(seconds * 0.9 - 2)
        await server.database.advanceClock(seconds * 1_000)
        expect((await attempt()).code).toBe('LOGIN_FAILED')
      }
    }
  })

  test('a success clears the failures', async () => {
    const { phone } = await registered()
    const attempt = (password: string) => anyone.call(ENDPOINTS.login, { account: phone, password })
    for (let round = 0; round < 2; round++) {
      for (let i = 0; i < 4; i++) expect(await codeOf(attempt('not-my-pass1'))).toBe('LOGIN_FAILED')
      await attempt(SOME_PASSWORD)
    }
  })

  test('allows five of 30 parallel guesses', async () => {
    const { phone } = await registered()
    const codes = await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        codeOf(anyone.call(ENDPOINTS.login, { account: phone, password: `guess-number-${i}` })),
      ),
    )
    expect(codes.filter((code) => code === 'LOGIN_FAILED')).toHaveLength(5)
    expect(codes.filter((code) => code === 'LOGIN_DELAYED')).toHaveLength(25)
  })
})

describe('setting a new password', () => {
  test('ends every session and accepts only the new password', async () => {
    const { phone, client } = await registered()
    const second = testClient({
      url: server.url,
      session: await anyone.call(ENDPOINTS.login, { account: phone, password: SOME_PASSWORD }),
    })
    const code = await codeFor(phone, 'reset')
    const password = 'n3w-Passage'
    const reset = (entered: string) =>
      anyone.call(ENDPOINTS.resetPassword, { phone, code: entered, password })
    expect(await codeOf(reset(wrong(code)))).toBe('CODE_WRONG')
    expect(await reset(code)).toEqual({ endedSessions: 2 })
    expect(await codeOf(reset(code))).toBe('CODE_EXPIRED')
    for (const ended of [client, second])
      expect(await codeOf(ended.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
    expect(await codeOf(anyone.call(ENDPOINTS.login, { account: phone, password: SOME_PASSWORD }))).toBe(
      'LOGIN_FAILED',
    )
    await anyone.call(ENDPOINTS.login, { account: phone, password })
  })

  test('knows a password only in the account for which it was set, and binds an older one at the next log in', async () => {
    const { db } = server.context
    const [one, other] = [await makeMember(server, { password: SOME_PASSWORD }), await makeMember(server)]
    const logIn = ({ phone }: { phone: string }) =>
      anyone.call(ENDPOINTS.login, { account: phone, password: SOME_PASSWORD }).then(
        () => 'in',
        (error: unknown) => (error instanceof CallError ? error.code : error),
      )
    const copy =
      'update member set password_hash = (select password_hash from member where member_id = $2) where member_id = $1'
    await db.query(copy, [other.memberId, one.memberId])
    expect([await logIn(one), await logIn(other)]).toEqual(['in', 'LOGIN_FAILED'])

    const stored = async () =>
      (
        await db.query<{ hash: string; bound: boolean }>(
          'select password_hash as hash, password_bound as bound from member where member_id = $1',
          [one.memberId],
        )
      )[0]!
    const { passwordPepper } = server.context.secrets
    const older = await hash(SOME_PASSWORD, { secret: Buffer.from(passwordPepper, 'hex') })
    await server.owner.query(
      'update member set password_hash = $2, password_bound = false where member_id = $1',
      [one.memberId, older],
    )
    // the first of them binds it, and the others find another hash
    expect(await Promise.all([logIn(one), logIn(one), logIn(one)])).toEqual(['in', 'in', 'in'])
    expect(await stored()).toMatchObject({ bound: true })
    expect((await stored()).hash).not.toBe(older)
    expect(await logIn(one)).toBe('in')
    // an older hash is not accepted again
    await server.owner.query('update member set password_hash = $2 where member_id = $1', [
      one.memberId,
      older,
    ])
    expect(await logIn(one)).toBe('LOGIN_FAILED')
  })

  test('refuses a log in that began with the old password', async () => {
    const { db } = server.context
    const { memberId, phone } = await makeMember(server, { password: SOME_PASSWORD })
    const login = await db.tx(async (tx) => {
      await tx.query(`update member set password_hash = '$argon2id$another' where member_id = $1`, [memberId])
      await tx.query('update session set ended_at = created_at where member_id = $1', [memberId])
      const begun = beside(() =>
        codeOf(anyone.call(ENDPOINTS.login, { account: phone, password: SOME_PASSWORD })),
      )
      // the log in has checked the old password and waits for the member's row; only its own role sees that it waits
      await vi.waitUntil(async () => (await beside(() => db.query(WAITING))).length > 0, { timeout: HANG_MS })
      return { begun }
    })
    expect(await login.begun).toBe('LOGIN_FAILED')
    expect(
      await db.query('select from session where member_id = $1 and ended_at is null', [memberId]),
    ).toEqual([])
  })
})

const WAITING = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

describe('sessions', () => {
  test('derive the key of sign as documented', () => {
    const master = 'ab'.repeat(32)
    const id = '01890f4c-5f3a-7cc0-98c4-dc0c0c07398f'
    expect(sessionSignKey(Buffer.from(master, 'hex'), id).toString('hex')).toBe(signKey(master, id))
  })

  test('end the oldest when a sixth is opened', async () => {
    const first = await makeMember(server)
    const more = []
    for (let i = 0; i < 5; i++) more.push(await server.context.identity.openSession(first.memberId))
    expect(await codeOf(first.client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
    const last = testClient({ url: server.url, session: more.at(-1)! })
    expect((await last.call(ENDPOINTS.sessions, {})).items).toHaveLength(5)
    for (const session of more) {
      expect((await rawCall(server.url, { path: '/user/sessions', session })).flag).toBe(0)
    }
  })

  test('stay five after simultaneous log ins', async () => {
    const { memberId, client } = await makeMember(server)
    await Promise.all(Array.from({ length: 12 }, () => server.context.identity.openSession(memberId)))
    const living = await server.owner.query(
      'select 1 from session where member_id = $1 and ended_at is null',
      [memberId],
    )
    expect(living).toHaveLength(5)
    expect(await codeOf(client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
  })

  test('end at once at logout, also while cached', async () => {
    const { client } = await makeMember(server)
    await client.call(ENDPOINTS.sessions, {})
    expect(await client.call(ENDPOINTS.logout, {})).toEqual({})
    expect(await codeOf(client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
    expect(await codeOf(client.call(ENDPOINTS.logout, {}))).toBe('SESSION_ENDED')
  })

  test("can be ended by their member; another member's session answers NO_SUCH_DATA", async () => {
    const { memberId, client } = await makeMember(server)
    const other = testClient({
      url: server.url,
      session: await server.context.identity.openSession(memberId),
    })
    const { items } = await other.call(ENDPOINTS.sessions, {})
    const target = items.find(({ current }) => !current)!
    const stranger = await makeMember(server)
    expect(await codeOf(stranger.client.call(ENDPOINTS.sessionEnd, { id: target.id }))).toBe('NO_SUCH_DATA')
    expect((await client.call(ENDPOINTS.sessions, {})).items).toHaveLength(2)
    await other.call(ENDPOINTS.sessionEnd, { id: target.id.toUpperCase() })
    expect(await codeOf(client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
    expect(await codeOf(other.call(ENDPOINTS.sessionEnd, { id: target.id }))).toBe('NO_SUCH_DATA')
  })

  test('end after 7 idle days, and after 30 days in any case', async () => {
    const day = 24 * HOUR_MS
    const idle = await makeMember(server)
    await server.database.advanceClock(7 * day + MINUTE_MS)
    expect(await codeOf(idle.client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')

    await server.database.setClockOffset(0)
    const busy = await makeMember(server)
    // forgets the session, as another process does two seconds later
    const forget = async () => {
      const rows = await server.owner.query<{ session_id: string }>(
        'select session_id from session where member_id = $1',
        [busy.memberId],
      )
      server.context.sessions.forget(rows.map(({ session_id }) => session_id))
    }
    for (let days = 6; days < 30; days += 6) {
      await server.database.setClockOffset(days * day)
      await forget()
      expect((await busy.client.call(ENDPOINTS.sessions, {})).items).toHaveLength(1)
    }
    await server.database.setClockOffset(30 * day + MINUTE_MS)
    await forget()
    expect(await codeOf(busy.client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
  })

  test('name the device by its user agent', () => {
    const android =
      'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Mobile Safari/537.36'
    expect(deviceName(android)).toBe('Chrome · Android')
    expect(
      deviceName('Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1'),
    ).toBe('Safari · iPhone')
    expect(deviceName('curl/8.0')).toBe('')
  })
})

describe('names that others see', () => {
  test.each([
    ['Rahim Uddin', 'Rahim ***'],
    ['Rahim', 'Rahim ***'],
    ['  রহিম উদ্দিন', 'রহিম ***'],
    ['01712345678', '017 ***'],
    ['Anna1990', 'Anna1990 ***'],
    ['***', '***'],
  ])('%s → %s', (nickname, shown) => {
    expect(publicName(nickname)).toBe(shown)
  })
})

describe('the sandbox inbox', () => {
  test('is a page without scripts, in the language of the browser', async () => {
    const { phone } = await registered()
    const response = await fetch(`${server.url}/sandbox/inbox`, {
      headers: { 'accept-language': 'ar,en;q=0.8' },
    })
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(html).toContain('<html lang="ar-sa" dir="rtl">')
    expect(html).toContain(phone)
    expect(html).not.toContain('<script')
    expect(html).not.toContain('style=')
    const style = await fetch(`${server.url}/sandbox/inbox.css`)
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8'])
  })

  test('escapes what it shows', async () => {
    await server.db.query(
      `insert into sandbox_sms (sms_id, phone, body, sent_at) values (gen_random_uuid(), '<b>', '<i>&"', business_now())`,
    )
    const html = await (await fetch(`${server.url}/sandbox/inbox`)).text()
    expect(html).toContain('<bdi>&lt;b&gt;</bdi>')
    expect(html).toContain('&lt;i&gt;&amp;&quot;')
  })
})

test('the daily job deletes expired rows and no others', async () => {
  const { client } = await registered()
  const old = await registered()
  await old.client.call(ENDPOINTS.logout, {})
  await server.context.jobs.plan()
  await server.database.advanceClock(31 * 24 * HOUR_MS)
  const fresh = await makeMember(server)
  await server.context.jobs.drain()
  expect(await server.owner.query('select 1 from sms_code')).toEqual([])
  expect(await server.owner.query('select 1 from sandbox_sms')).toEqual([])
  const sessions = await server.owner.query<{ member_id: string }>('select member_id from session')
  expect(sessions.map(({ member_id }) => member_id)).toContain(fresh.memberId)
  expect(sessions.map(({ member_id }) => member_id)).not.toContain(old.session.member.id)
  expect(await codeOf(client.call(ENDPOINTS.sessions, {}))).toBe('SESSION_ENDED')
})

test('no log line contains a phone number, a code or a password', () => {
  const all = server.logged.join('\n')
  expect(all).not.toMatch(/\+88017\d{8}/)
  expect(all).not.toContain(SOME_PASSWORD)
  expect(all).not.toContain('"level":"error"')
})
