import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { encodeForm, type Answer } from '@fairlot/contract/wire'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../platform/durations.ts'
import { envelope, inProcessClient } from '../../testing/client.ts'
import { makeMember, somePhone, SOME_PASSWORD } from '../../testing/factories.ts'
import { adjust, testServer, type TestServer } from '../../testing/server.ts'
import { TERMS_VERSION } from '../content/index.ts'
import { IDENTITY_SETTINGS } from './identity.settings.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  await server.database.setClockOffset(0)
  const initial = IDENTITY_SETTINGS.map(({ name, initial: value }) => [name, value])
  await adjust(server.context, Object.fromEntries(initial) as Record<string, string>)
})
afterAll(() => server.close())

const client = () => inProcessClient({ api: server.app.api })
const set = (values: Record<string, string>) =>
  adjust(
    server.context,
    Object.fromEntries(Object.entries(values).map(([name, value]) => [`identity.${name}`, value])),
  )

/** Goes to the next morning, so that the waits of a test lie within one business day. */
const startDay = () => server.database.setClockOffset(DAY_MS - (Date.now() % DAY_MS) + 6 * HOUR_MS)

type Asked = 'register' | 'login' | 'reset'

/** Requests a code from an untrusted address. */
async function ask(phone: string, address: string, purpose: Asked = 'register'): Promise<string> {
  const path = '/index/phonecode'
  const body = Buffer.from(encodeForm(envelope({ path, param: { phone, purpose } })))
  const call = { path: `/api${path}`, body, address, userAgent: '', requestId: 'outside' }
  const answer: Answer = await server.app.api.answer(call)
  return answer.flag === 0 ? 'OK' : answer.data.code
}

/** Registers a member and returns its row. */
async function registered() {
  const phone = somePhone()
  const anyone = client()
  await anyone.call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })
  await server.context.jobs.drain()
  const [sms] = await server.db.query<{ body: string }>('select body from sandbox_sms where phone = $1', [
    phone,
  ])
  const code = /\d{6}/.exec(sms!.body)![0]
  const input = { phone, code, password: SOME_PASSWORD, terms: TERMS_VERSION, adult: true as const }
  const { member } = await anyone.call(ENDPOINTS.register, input)
  const [row] = await server.owner.query<{ declared_age: number; country: string }>(
    'select declared_age, country from member where member_id = $1',
    [member.id],
  )
  return { memberId: member.id, ...row! }
}

test('the system info shows the current rules of registration', async () => {
  const system = () => client().call(ENDPOINTS.system, {})
  expect(await system()).toMatchObject({ adultAge: 18, invitationRequired: false, countries: [] })
  await set({ adultAge: '21', invitationRequired: 'true', countries: 'id, bd' })
  expect(await system()).toMatchObject({ adultAge: 21, invitationRequired: true, countries: ['BD', 'ID'] })
})

test('a member keeps the declared age', async () => {
  const before = await registered()
  await set({ adultAge: '21' })
  expect(await registered()).toMatchObject({ declared_age: 21, country: 'BD' })
  const { declared_age: kept } = (
    await server.owner.query<{ declared_age: number }>(
      'select declared_age from member where member_id = $1',
      [before.memberId],
    )
  )[0]!
  expect([before.declared_age, kept]).toEqual([18, 18])
})

test.each([
  ['adultAge', '17', '26'],
  ['sessionIdleDays', '0', '31'],
  ['sessionAbsoluteDays', '0', '91'],
  ['smsPerPhoneDay', '4', '51'],
  ['smsPerAddressHour', '9', '2001'],
  ['smsPerPrefixHour', '4', '501'],
  ['smsPerDay', '99', '1000001'],
  ['smsResendSeconds', '29', '60,3601'],
])('%s refuses values outside its bounds', (name, low, high) => {
  const setting = IDENTITY_SETTINGS.find((one) => one.name === `identity.${name}`)
  for (const value of [low, high]) expect(() => setting?.kind.read(value)).toThrow(RangeError)
})

test('idle days apply to every session, the absolute end to new sessions', async () => {
  const old = await makeMember(server)
  await set({ sessionIdleDays: '2', sessionAbsoluteDays: '10' })
  const fresh = await makeMember(server)
  const days = ({ session }: typeof old) => Math.round((session.expiresAt - Date.now()) / DAY_MS)
  expect([days(old), days(fresh)]).toEqual([30, 10])

  const { identity } = server.context
  const living = async () => {
    const rows = await server.owner.query<{ session_id: string }>(
      'select session_id from session where member_id = $1',
      [old.memberId],
    )
    return (await identity.livingSessions(rows.map(({ session_id }) => session_id))).size
  }
  await server.database.setClockOffset(2 * DAY_MS - 60_000)
  expect(await living()).toBe(1)
  await server.database.setClockOffset(2 * DAY_MS + 60_000)
  expect(await living()).toBe(0)
  await expect(old.client.call(ENDPOINTS.sessions, {})).rejects.toMatchObject({ code: 'SESSION_ENDED' })
})

test('applies the configured waits between codes', async () => {
  await set({ smsResendSeconds: '30,45' })
  const phone = somePhone()
  for (const seconds of [30, 45, 45]) {
    expect(await client().call(ENDPOINTS.phoneCode, { phone, purpose: 'register' })).toMatchObject({
      resendAfter: seconds,
    })
    await server.database.advanceClock(seconds * 1_000)
  }
})

test('a wait that was written while the clock was ahead ends with the error of the clock', async () => {
  await set({ smsResendSeconds: '60,120' })
  const phone = somePhone()
  await server.database.setClockOffset(DAY_MS)
  expect(await ask(phone, '203.0.113.60')).toBe('OK')
  await server.database.setClockOffset(0)
  expect(await ask(phone, '203.0.113.60')).toBe('OK')
  expect(await ask(phone, '203.0.113.60')).toBe('CODE_TOO_SOON')
})

test('limits codes per phone, per address and in total', async () => {
  await startDay()
  await set({ smsPerPhoneDay: '5', smsPerAddressHour: '10', smsPerPrefixHour: '500', smsPerDay: '100' })
  const phone = somePhone()
  for (let n = 0; n < 5; n++) {
    expect(await ask(phone, `198.51.100.${n}`)).toBe('OK')
    await server.database.advanceClock(900_000)
  }
  expect(await ask(phone, '198.51.100.9')).toBe('CODE_LIMIT')

  for (let n = 0; n < 10; n++) expect(await ask(somePhone(), '203.0.113.7')).toBe('OK')
  expect(await ask(somePhone(), '203.0.113.7')).toBe('CODE_LIMIT')
  expect(await ask(somePhone(), '203.0.113.8')).toBe('OK')

  // the day's limit counts what is sent
  await server.context.jobs.drain()
  await server.owner.query(`update sms_count set sent = 100 where scope = 'all'`)
  expect(await ask(somePhone(), '203.0.113.9')).toBe('CODE_LIMIT')
  await set({ smsPerDay: '1000' })
  expect(await ask(somePhone(), '203.0.113.9')).toBe('OK')
})

test('requests for numbers of nobody send nothing, and do not use up the messages of the day', async () => {
  await set({ smsPerDay: '100', smsPerAddressHour: '2000' })
  await server.owner.query('delete from sms_count')
  for (let n = 0; n < 120; n++) expect(await ask(somePhone(), '203.0.113.30', 'login')).toBe('OK')
  await server.context.jobs.drain()
  const { phone } = await makeMember(server)
  expect(await ask(phone, '203.0.113.31', 'login')).toBe('OK')
  await server.context.jobs.drain()
  const [day] = await server.owner.query(`select sent from sms_count where scope = 'all' and subject = 'all'`)
  expect(day).toEqual({ sent: 1 })
  await set({ smsPerDay: '10000' })
})

test('messages that wait when the limit of the day is reached are not sent', async () => {
  await set({ smsPerDay: '100' })
  const phones = [somePhone(), somePhone()]
  await server.owner.query('delete from sms_count')
  await ask(somePhone(), '203.0.113.40')
  await server.context.jobs.drain()
  await server.owner.query(`update sms_count set sent = 99 where scope = 'all'`)
  for (const phone of phones) expect(await ask(phone, '203.0.113.41')).toBe('OK')
  await server.context.jobs.drain()
  const sent = await server.owner.query('select phone from sandbox_sms where phone = any($1)', [phones])
  expect(sent).toHaveLength(1)
  await set({ smsPerDay: '10000' })
})

test('strangers cannot use up the codes of a member who is logged in', async () => {
  await startDay()
  await set({ smsPerPhoneDay: '5', smsPerDay: '100' })
  const { phone, session } = await makeMember(server)
  await server.owner.query('delete from sms_count')
  await ask(phone, '203.0.113.50', 'login')
  await server.context.jobs.drain()
  await server.owner.query(`update sms_count set sent = 1000 where scope in ('phone', 'all')`)
  expect(await ask(phone, '203.0.113.51', 'reset')).toBe('CODE_LIMIT')
  const verify = async () => {
    const path = '/index/sendverify'
    const body = Buffer.from(encodeForm(envelope({ path, param: { purpose: 'close' }, session })))
    const call = { path: `/api${path}`, body, address: '203.0.113.52', userAgent: '', requestId: 'outside' }
    return server.app.api.answer(call)
  }
  expect(await verify()).toMatchObject({ flag: 0 })
  await server.owner.query(`update sms_count set sent = 1000 where scope = 'phone'`)
  await server.database.advanceClock(900_000)
  expect(await verify(), 'the limit of its own holds too').toMatchObject({ data: { code: 'CODE_LIMIT' } })
  await set({ smsPerPhoneDay: '20', smsPerDay: '10000' })
})

test('a flooded block of numbers locks no member out and does not reveal members', async () => {
  await set({ smsPerPrefixHour: '5' })
  const { phone } = await makeMember(server)
  const stranger = (n: number) => phone.slice(0, -4) + String(Number(phone.slice(-4)) ^ n).padStart(4, '0')
  for (let n = 1; n <= 5; n++) expect(await ask(stranger(n), `192.0.2.${n}`)).toBe('OK')
  expect(await ask(stranger(6), '192.0.2.6')).toBe('CODE_LIMIT')
  for (const purpose of ['login', 'reset'] as const) {
    expect(await ask(phone, '192.0.2.7', purpose)).toBe('OK')
    expect(await ask(stranger(7), '192.0.2.7', purpose)).toBe('OK')
  }
  await server.context.jobs.drain()
  const sent = await server.db.query('select 1 from sandbox_sms where phone = any($1)', [
    [phone, stranger(7)],
  ])
  expect(sent).toHaveLength(2)
})
