/** Text messages through a gateway that the test plays: signature, retries, what is given up, countries and the limit of a day. */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { systemClock } from '../../../platform/clock.ts'
import { makeMember, somePhone } from '../../../testing/factories.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { planted } from '../../../testing/planted.ts'
import { playedGateway, type PlayedGateway } from '../../../testing/played/played-gateway.ts'
import { codeOf, refused } from '../../../testing/refused.ts'
import { adjust, testServer, type TestServer } from '../../../testing/server.ts'
import { operatorChecks, standingStill } from '../../operator/index.ts'
import { registration, wrong } from '../registration.fixture.ts'
import { httpSms } from './sms-gateway.ts'

let gateway: PlayedGateway
let server: TestServer
beforeAll(async () => {
  gateway = await playedGateway()
  server = await testServer({
    // a sandbox does not limit calls from this machine
    deployment: { moneyMode: 'real' },
    parts: { smsGateway: { url: gateway.url, secret: gateway.secret } },
  })
})
afterAll(async () => {
  await server.close()
  await gateway.close()
})
beforeEach(async () => {
  await server.database.setClockOffset(0)
  await server.owner.query('delete from sms_failed')
  gateway.answer(202)
})

const ask = (phone: string, purpose: 'register' | 'login' | 'reset' = 'register') =>
  server.anonymous().call(ENDPOINTS.phoneCode, { phone, purpose })
const run = () => server.context.jobs.drain()
const callsFor = (phone: string) => gateway.calls.filter((call) => call.phone === phone)
const failures = () =>
  server.owner.query<{ row: string }>('select f::text as row from sms_failed f order by failed_at')
const jobsLeft = async () =>
  (await server.owner.query(`select 1 from job where name like 'identity.sms%'`)).length
const stalled = async (name: string) =>
  (await standingStill(server.db)).find((check) => check.name === name)?.found

describe('a message', () => {
  test('reaches the gateway signed, with what it is for, and its code registers a member', async () => {
    const phone = somePhone()
    await ask(phone)
    await run()
    expect(callsFor(phone)).toEqual([
      {
        message: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: 'code',
        phone,
        text: expect.stringMatching(/\d{6}/),
        route: null,
        validUntilMs: expect.any(Number),
      },
    ])
    const code = gateway.codeFor(phone)
    const session = await server.anonymous().call(ENDPOINTS.register, registration(phone, code))
    expect(session.member.id).toBeTruthy()
  })

  test('is tried again with the same id while the gateway fails, and counts once for the limit of the day', async () => {
    const phone = somePhone()
    const sentToday = async () =>
      Number(
        (
          await server.owner.query<{ n: bigint }>(
            `select coalesce(sum(sent), 0) as n from sms_count where scope = 'all'`,
          )
        )[0]!.n,
      )
    const before = await sentToday()
    await ask(phone)
    for (const status of [503, 429, 401]) {
      gateway.answer(status)
      await expect(run()).rejects.toThrow(`the SMS gateway answered ${status}`)
      await server.database.advanceClock(15_000)
    }
    gateway.answer(202)
    await run()
    expect(callsFor(phone)).toHaveLength(4)
    expect(new Set(callsFor(phone).map(({ message }) => message)).size).toBe(1)
    expect((await sentToday()) - before).toBe(1)
    expect(await failures()).toEqual([])
    expect(await stalled('unsent-sms')).toBeUndefined()
  })

  test('that the gateway has already is not tried again', async () => {
    const phone = somePhone()
    gateway.answer(409)
    await ask(phone)
    await run()
    expect(callsFor(phone)).toHaveLength(1)
    expect(await jobsLeft()).toBe(0)
    expect(await failures()).toEqual([])
  })

  test('that the gateway refuses is given up at once, with an alarm, and no number, code or secret is kept or logged', async () => {
    const phone = somePhone()
    const logged = server.logged.length
    gateway.answer(422)
    await ask(phone)
    await run()
    expect(callsFor(phone)).toHaveLength(1)
    expect(await jobsLeft()).toBe(0)
    const [row, ...others] = await failures()
    expect(others).toEqual([])
    expect(row!.row).toContain('code,register,880,refused,422,1')
    const lines = server.logged.slice(logged)
    expect(lines.filter((line) => line.includes('"alarm":"sms"'))).toHaveLength(1)
    expect(await stalled('unsent-sms')).toBe('0 wait, 1 given up: 1 refused')
    const code = /\d{6}/.exec(callsFor(phone)[0]!.text)![0]
    for (const secret of [phone.slice(1), code, Buffer.from(gateway.secret).toString('hex')])
      expect([...lines, row!.row].filter((line) => line.includes(secret))).toEqual([])
    await server.database.advanceClock(25 * 3_600_000)
    expect(await stalled('unsent-sms')).toBeUndefined()
  })

  test('is given up after the last try, while its code is still valid', async () => {
    const phone = somePhone()
    gateway.answer(500)
    await ask(phone)
    let tries = 0
    for (; (await jobsLeft()) > 0; tries++) {
      await run().catch(() => undefined)
      await server.database.advanceClock(35_000)
    }
    expect(tries).toBe(7)
    expect((await failures())[0]!.row).toContain('unanswered,500,7')
    expect(await server.context.jobs.deadLetters(1)).toEqual([])
  })

  test('waits for the gateway one at a time after one got no answer', async () => {
    let waiting = 0
    const silent = httpSms(
      {
        url: 'https://gateway.example',
        secret: gateway.secret,
        fetch: () => {
          waiting++
          return new Promise((_, fail) => void fails.push(() => fail(new Error('timeout'))))
        },
      },
      systemClock,
    )
    const fails: (() => void)[] = []
    const send = () =>
      silent
        .send({ id: 'm', phone: '+8801711111111', text: '', kind: 'code', route: null, validUntilMs: null })
        .catch((error: unknown) => String(error))
    const first = [send(), send()]
    expect(waiting).toBe(2)
    for (const fail of fails) fail()
    await Promise.all(first)
    const one = send()
    expect(await send()).toBe('SmsFault: the text message is not sent: unanswered')
    expect(waiting).toBe(3)
    for (const fail of fails) fail()
    expect(await one).toContain('unanswered')
  })
})

test('a country that is not served is refused before a code is promised, and others get their route', async () => {
  await adjust(server.context, { 'identity.smsRoutes': '+880 FAIRLOT, +84=fairlot-vn,+1 us, +1876 none' })
  try {
    expect(server.context.settings.stored('identity.smsRoutes').value).toBe(
      '+1 us, +1876 none, +84 fairlot-vn, +880 FAIRLOT',
    )
    for (const purpose of ['register', 'login', 'reset'] as const)
      for (const phone of ['+4915123456789', '+18762101234'])
        expect(await refused(ask(phone, purpose))).toMatchObject({
          failure: {
            code: 'INPUT_INVALID',
            fields: { phone: 'Phone numbers of this country cannot register here.' },
          },
        })
    const member = await makeMember(server, { phone: '+4915123456780' })
    expect(await codeOf(member.client.call(ENDPOINTS.sendVerify, { purpose: 'payout' }))).toBe('UNAVAILABLE')
    const routes = { '+84912345678': 'fairlot-vn', '+8801712345678': 'FAIRLOT', '+12025550143': 'us' }
    for (const phone of Object.keys(routes)) await ask(phone)
    await run()
    for (const [phone, route] of Object.entries(routes)) expect(gateway.newest(phone)?.route).toBe(route)
    await ask('+8801812345678')
    await adjust(server.context, { 'identity.smsRoutes': '+84 fairlot-vn' })
    await run()
    expect((await failures())[0]!.row).toContain('country')
  } finally {
    await adjust(server.context, { 'identity.smsRoutes': '' })
  }
})

test.each(['880 FAIRLOT', '+880', '+880 a b', '+880 a, +880 b', '+0 a'])(
  'the routes «%s» are refused',
  async (value) => {
    await expect(adjust(server.context, { 'identity.smsRoutes': value })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
    })
  },
)

test('the limit of a day refuses further codes, raises one alarm, and gives up further notices', async () => {
  await server.owner.query('delete from sms_count')
  await server.owner.query(`
    insert into sms_count (scope, subject, window_start, sent)
    select 'all', subject, date_trunc('day', at, 'UTC'), 99 from business_clock, unnest(array['all', 'notice']) subject`)
  await adjust(server.context, { 'identity.smsPerDay': '100' })
  const logged = server.logged.length
  const alarms = () =>
    server.logged.slice(logged).filter((line) => line.includes('"alarm":"sms_cap"') && line.includes('"all"'))
  await ask(somePhone())
  expect(await stalled('sms-cap')).toBeUndefined()
  await run()
  expect(alarms()).toHaveLength(1)
  expect(await refused(ask(somePhone()))).toMatchObject({
    failure: { code: 'CODE_LIMIT', retryAfter: expect.any(Number) },
  })
  expect(alarms()).toHaveLength(1)
  const member = await makeMember(server)
  const notice = { phone: member.phone, language: 'en-us', notice: 'payoutAdded', what: '••1' } as const
  for (let i = 0; i < 2; i++) await server.db.tx((tx) => server.context.identity.notices.send(tx, notice))
  await run()
  expect(callsFor(member.phone)).toHaveLength(1)
  expect((await failures()).map(({ row }) => row)).toEqual([
    expect.stringContaining('notice,payoutAdded,880,cap'),
  ])
  expect(await stalled('sms-cap')).toBe('100 of 100 for anybody, 101 of 100 notices')
})

test('a test message proves the gateway by its code, within five tries, and a confirmation without one is found', async () => {
  const owner = await makeOperator(server, ['owner'])
  const phone = '+8801712345679'
  const send = async () => {
    const sent = await owner.client.call(ENDPOINTS.smsTest, { phone, requestId: randomUUID() })
    await run()
    return sent
  }
  const confirm = (code: string) => owner.client.call(ENDPOINTS.smsConfirm, { code })
  await send()
  const code = gateway.codeFor(phone)
  expect(gateway.newest(phone)).toMatchObject({ kind: 'test' })
  for (let i = 0; i < 5; i++) expect(await codeOf(confirm(wrong(code)))).toBe('CODE_WRONG')
  expect(await codeOf(confirm(code))).toBe('CODE_EXPIRED')
  const { id } = await send()
  const { confirmedAt } = await confirm(gateway.codeFor(phone))
  expect((await owner.client.call(ENDPOINTS.smsShow, {})).test).toMatchObject({ id, confirmedAt })
  expect(await codeOf(confirm(gateway.codeFor(phone)))).toBe('CODE_EXPIRED')
  gateway.answer(422)
  await send()
  const shown = await owner.client.call(ENDPOINTS.smsShow, {})
  expect(shown).toMatchObject({ gateway: new URL(gateway.url).host, test: { confirmedAt: null } })
  expect(shown.failed[0]).toMatchObject({ kind: 'test', fault: 'refused', status: 422, callingCode: '880' })
  for (let i = 3; i < 10; i++) await send()
  expect(await codeOf(send())).toBe('CODE_LIMIT')

  const { items } = await owner.client.call(ENDPOINTS.auditList, { subject: `sms:${id}`, limit: 10 })
  expect(items.map(({ action }) => action)).toEqual(['sms.confirm', 'sms.test'])
  expect(JSON.stringify(items)).not.toContain(phone)
  expect(await planted(server.owner, operatorChecks, 'select 1')).toEqual([])
  for (const role of [server.owner, server.db])
    expect(
      await planted(
        role,
        operatorChecks,
        `update sms_test set confirmed_at = sent_at, confirmed_by = operator_id where confirmed_at is null`,
      ),
    ).toEqual(['every test message that arrived was sent and confirmed as the audit log says'])
})

test('the example adapter passes a signed message to a company once, and refuses another signature', async () => {
  const passed: unknown[] = []
  const company = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      passed.push(JSON.parse(Buffer.concat(parts).toString()))
      response.writeHead(passed.length === 1 ? 500 : 200).end()
    })
  })
  company.listen(0, '127.0.0.1')
  await once(company, 'listening')
  const file = path.join(import.meta.dirname, '../../../../../../examples/sms-adapter/adapter.mjs')
  const adapter = spawn(process.execPath, [file], {
    env: {
      SMS_SECRET: Buffer.from(gateway.secret).toString('hex'),
      COMPANY_URL: `http://127.0.0.1:${(company.address() as AddressInfo).port}/send`,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [line] = (await once(createInterface(adapter.stdout), 'line')) as [string]
    const url = `http://127.0.0.1:${/\d+$/.exec(line)![0]}/messages`
    const message = {
      id: 'm-1',
      phone: '+8801711111111',
      text: 'a text',
      kind: 'notice' as const,
      route: 'FAIRLOT',
      validUntilMs: null,
    }
    const faultOf = (secret: Uint8Array) =>
      httpSms({ url, secret }, systemClock)
        .send(message)
        .then(
          () => 'taken',
          (error: unknown) => (error as { status: number | null }).status,
        )
    expect(await faultOf(new Uint8Array(32))).toBe(401)
    expect(await faultOf(gateway.secret), 'the company failed').toBe(502)
    expect(await faultOf(gateway.secret)).toBe('taken')
    expect(await faultOf(gateway.secret), 'a repeated message').toBe('taken')
    const sent = { to: message.phone, from: 'FAIRLOT', message: message.text }
    expect(passed).toEqual([sent, sent])
  } finally {
    adapter.kill()
    company.closeAllConnections()
    company.close()
  }
})
