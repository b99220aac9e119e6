/** A company that decides identity checks, played by a local server: the call that it receives, and its signed notices. */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Output } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { systemRandom } from '../../platform/random.ts'
import { signNotice, verifyNotice } from '../../platform/webhook.ts'
import { makeMember, type TestMember } from '../../testing/factories.ts'
import { makeCheck } from '../../testing/made/identity-checks.ts'
import { failing, planted } from '../../testing/planted.ts'
import { adjust, testServer, type TestServer } from '../../testing/server.ts'
import { identityCheckChecks } from './index.ts'
import type { CheckOrder } from './provider.ts'

const secret = systemRandom.bytes(32)
const orders: { order: CheckOrder; eventId: string }[] = []
let isBusy = false
let company: Server
let server: TestServer

beforeAll(async () => {
  company = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const body = Buffer.concat(parts)
      response.writeHead(isBusy ? 503 : 202).end()
      if (isBusy) return
      const eventId = verifyNotice(secret, request.headers, body, Date.now())
      orders.push({ order: JSON.parse(body.toString()) as CheckOrder, eventId })
    })
  })
  await new Promise<void>((resolve) => company.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(company.address() as AddressInfo).port}/checks`
  server = await testServer({ parts: { identityCompany: { url, secret } } })
})
afterAll(async () => {
  await server.close()
  company.close()
})
afterEach(async () => {
  expect(await failing(server.db, identityCheckChecks)).toEqual([])
})

type Check = Output<Endpoints['identitySubmit']>

async function sent(
  more: Parameters<typeof makeCheck>[2] = {},
): Promise<{ member: TestMember; check: Check }> {
  const member = await makeMember(server)
  const check = await makeCheck(server, member, more)
  await server.context.jobs.drain()
  return { member, check }
}

async function tell(
  content: object | string,
  { eventId = randomUUID(), headers = {} }: { eventId?: string; headers?: IncomingHttpHeaders } = {},
): Promise<number> {
  const body = typeof content === 'string' ? content : JSON.stringify(content)
  const signed = signNotice(secret, eventId, Date.now(), body)
  const response = await fetch(`${server.url}/hooks/identity`, {
    method: 'POST',
    headers: { ...signed, ...(headers as Record<string, string>) },
    body,
  })
  return response.status
}

const stateOf = async ({ client }: TestMember) => client.call(ENDPOINTS.identityState, {})

test('the company receives a check with its pictures, signed, and once more after a failure', async () => {
  isBusy = true
  const member = await makeMember(server)
  const check = await makeCheck(server, member)
  await expect(server.context.jobs.drain()).rejects.toThrow(AggregateError)
  expect(orders).toEqual([])
  isBusy = false
  await server.database.advanceClock(600_000)
  await server.context.jobs.drain()
  await server.database.setClockOffset(0)
  const [{ order, eventId }] = orders as [(typeof orders)[number]]
  expect(eventId).toBe(check.id)
  expect(order).toMatchObject({
    check: check.id,
    number: check.number,
    name: 'Asha Rao',
    birthDate: '1990-05-03',
  })
  expect(order.pictures.map(({ slot }) => slot)).toEqual(['front', 'address', 'selfie'])
  expect((await stateOf(member)).reviewedBy).toBe('http')
})

test('its approval counts once, also when it is repeated or a refusal follows', async () => {
  const { member, check } = await sent()
  const eventId = randomUUID()
  const approval = { check: check.id, state: 'approved' }
  const all = await Promise.all(Array.from({ length: 8 }, () => tell(approval, { eventId })))
  expect(new Set(all)).toEqual(new Set([200]))
  expect((await stateOf(member)).check).toMatchObject({ state: 'approved', reviewer: null })
  expect(await tell({ check: check.id, state: 'refused', reason: 'other', note: 'too late' })).toBe(200)
  expect((await stateOf(member)).standing.state).toBe('approved')
  const [kept] = await server.db.query<{ count: bigint }>(
    'select count(*) from identity_notice where check_id = $1',
    [check.id],
  )
  expect(kept!.count).toBe(2n)
})

test('its refusal has reason and note, and it can ask for a picture again', async () => {
  const refused = await sent()
  expect(
    await tell({ check: refused.check.id, state: 'refused', reason: 'not_genuine', note: 'A copy.' }),
  ).toBe(200)
  expect((await stateOf(refused.member)).check).toMatchObject({
    state: 'refused',
    reason: 'not_genuine',
    note: 'A copy.',
  })
  const again = await sent()
  expect(await tell({ check: again.check.id, state: 'again', slots: ['front'], note: 'Blurred.' })).toBe(200)
  expect((await stateOf(again.member)).check).toMatchObject({ state: 'again', note: 'Blurred.' })
  // an approval of the pictures that are to be replaced comes too late
  expect(await tell({ check: again.check.id, state: 'approved' })).toBe(200)
  expect((await stateOf(again.member)).standing.state).toBe('again')
})

test('a member under the age is refused although the company approves', async () => {
  const year = new Date().getUTCFullYear() - 20
  const { member, check } = await sent({ birthDate: `${year}-01-01` })
  await adjust(server.context, { 'identity.minimumAge': '25' })
  expect(await tell({ check: check.id, state: 'approved' })).toBe(200)
  expect((await stateOf(member)).check).toMatchObject({ state: 'refused', reason: 'under_age' })
  await adjust(server.context, { 'identity.minimumAge': '18' })
})

test('forged, stale, malformed and unknown notices change nothing', async () => {
  const { member, check } = await sent()
  const approval = { check: check.id, state: 'approved' }
  expect(await tell(approval, { headers: { 'webhook-signature': 'v1,AAAA' } })).toBe(401)
  const body = JSON.stringify(approval)
  const old = signNotice(secret, randomUUID(), Date.now() - 600_000, body)
  expect(await tell(body, { headers: old })).toBe(400)
  for (const malformed of [
    '',
    '{',
    '[]',
    { check: check.id },
    { check: check.id, state: 'fine' },
    { ...approval, check: 'x' },
  ])
    expect(await tell(malformed)).toBe(400)
  expect(await tell({ check: check.id, state: 'again', slots: ['passport'], note: 'x' })).toBe(400)
  expect(await tell({ ...approval, check: randomUUID() })).toBe(404)
  expect((await stateOf(member)).standing.state).toBe('waiting')
  const eventId = randomUUID()
  expect(
    await tell({ check: check.id, state: 'again', slots: ['front'], note: 'Blurred.' }, { eventId }),
  ).toBe(200)
  const other = await sent()
  expect(await tell({ check: other.check.id, state: 'approved' }, { eventId })).toBe(409)
  expect((await stateOf(other.member)).standing.state).toBe('waiting')
})

test('an approval without a notice is found by the doctor', async () => {
  const { check } = await sent()
  await tell({ check: check.id, state: 'approved' })
  const found = await planted(
    server.owner,
    identityCheckChecks,
    `update identity_notice set body = replace(body, 'approved', 'refused') where check_id = $1`,
    [check.id],
  )
  expect(found).toEqual([identityCheckChecks[2]!.title, identityCheckChecks[3]!.title])
})
