/** Two operators open a prize-share event; members see, join and check it over HTTP. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { verifyEvent } from '@fairlot/fairness/verify/event'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { openSomeEvent } from '../../../testing/made/events.ts'
import { testClient } from '../../../testing/client.ts'
import { makeMember } from '../../../testing/factories.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { fundIn } from '../../home/index.ts'

let server: TestServer
let mina: TestOperator
let omar: TestOperator
let auditor: TestOperator
let owner: TestOperator
beforeAll(async () => {
  server = await testServer()
  await server.context.fair.writer.begin(server.db)
  mina = await makeOperator(server, ['finance'])
  omar = await makeOperator(server, ['finance'])
  auditor = await makeOperator(server, ['auditor'])
  owner = await makeOperator(server, ['owner'])
})
afterAll(async () => {
  await server.context.fair.writer.flush(server.db, { checkpoint: true })
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const terms = () => ({
  titles: [
    { language: 'en-us' as const, title: 'Share 100' },
    { language: 'vi-vn' as const, title: 'Chia 100' },
  ],
  pool: '100.00',
  winners: 3,
  deadline: server.context.clock.now() + DAY_MS,
  grade: 'beacon' as const,
})
const request = (who: TestOperator) =>
  who.client.call(ENDPOINTS.eventOpen, { ...terms(), reason: 'for the winter', requestId: randomUUID() })
const approve = (who: TestOperator, id: string) => who.client.call(ENDPOINTS.approvalApprove, { id })

test('an event needs the pool and a second operator, who reads every term', async () => {
  expect(await auditor.client.call(ENDPOINTS.eventCheck, terms())).toMatchObject({
    prize: '33.3333',
    rest: '0.0001',
    friends: 3,
    topUp: '100.00',
    missing: '100.00',
    delay: 30,
  })
  expect(await codeOf(request(mina))).toBe('MARKETING_SHORT')
  expect(await codeOf(request(auditor))).toBe('NOT_PERMITTED')
  const { writer } = server.context.fair
  await server.db.tx((tx) =>
    fundIn(tx, writer, { account: 'marketing', amount: 200_0000n, reference: 'B-1' }),
  )
  const { approval } = await request(mina)
  expect(approval).toMatchObject({
    action: 'event.open',
    params: { pool: '100.00', winners: '3', 'title en-us': 'Share 100', opensAt: 'at once' },
  })
  expect(await auditor.client.call(ENDPOINTS.approvalShow, { id: approval!.id })).toMatchObject({
    outlook: {
      effect: { friends: '3', topUp: '100.00', 'draw delay': '30 seconds after the seal' },
      money: {
        'pool, from marketing': '100.00',
        'each winner gets': '33.3333',
        'marketing now': '200.00',
        'marketing after': '100.00',
      },
      refused: null,
    },
  })
  expect(await codeOf(approve(mina, approval!.id))).toBe('OWN_REQUEST')
  await approve(omar, approval!.id)
  const { items } = await auditor.client.call(ENDPOINTS.eventList, {})
  expect(items).toMatchObject([{ event: 'P1-0001', status: 'open', pool: '100.00', participants: 0 }])
  expect(await auditor.client.call(ENDPOINTS.eventShow, { event: 'P1-0001' })).toMatchObject({
    balance: '100.00',
    friends: 3,
    approval: approval!.id,
    titles: [{ language: 'en-us' }, { language: 'vi-vn' }],
  })
  expect(await codeOf(auditor.client.call(ENDPOINTS.eventShow, { event: 'P1-0009' }))).toBe('NO_SUCH_DATA')
})

test('a member sees the event, joins with friends, gets a receipt, and checks the proof after the draw', async () => {
  const event = await openSomeEvent(server, { friends: 1, topUp: 1n, winners: 1 })
  const member = await makeMember(server)
  const { client } = member
  expect(await codeOf(client.call(ENDPOINTS.prizeJoin, { event, requestId: randomUUID() }))).toBe(
    'FRIENDS_MISSING',
  )
  const { memberId: friend } = await makeMember(server, { inviterId: member.memberId })
  await topUp(friend)
  const shown = await client.call(ENDPOINTS.prizeDetail, { event })
  expect(shown).toMatchObject({ event: { event, status: 'open' }, own: { counted: 1, joined: null } })
  const requestId = randomUUID()
  const joined = await client.call(ENDPOINTS.prizeJoin, { event, requestId })
  expect(await client.call(ENDPOINTS.prizeJoin, { event, requestId })).toEqual(joined)
  await switchReferral(false)
  expect(await client.call(ENDPOINTS.prizeJoin, { event, requestId })).toEqual(joined)
  const other = await makeMember(server)
  expect(await codeOf(other.client.call(ENDPOINTS.prizeJoin, { event, requestId: randomUUID() }))).toBe(
    'MODULE_OFF',
  )
  expect(await codeOf(request(mina))).toBe('MODULE_OFF')
  await switchReferral(true)
  const receipt = await client.call(ENDPOINTS.fairReceipt, { order: joined.id })
  expect(JSON.parse(receipt.receipt)).toMatchObject({ kind: 'event', event, first: 1_000_000 + joined.seq })
  expect(await codeOf(client.call(ENDPOINTS.prizeProof, { event }))).toBe('NOT_SEALED')
  await server.database.advanceClock(DAY_MS + 1_000)
  await server.context.growth.events.loop.runDue()
  await server.database.advanceClock(60_000)
  await server.context.growth.events.loop.runDue()
  const proof = await client.call(ENDPOINTS.prizeProof, { event })
  const { publicKey } = server.context.fair.writer
  expect(verifyEvent(JSON.parse(JSON.stringify(proof)), { publicKey, receipt })).toMatchObject({ ok: true })
  const after = await client.call(ENDPOINTS.prizeDetail, { event })
  expect(after).toMatchObject({
    event: { status: 'drawn', results: [{ place: 1, mine: true }] },
    own: { joined: { prize: '100.00', paid: true } },
  })
  const statement = await client.call(ENDPOINTS.walletStatement, { kind: 'event_prize', limit: 20 })
  expect(statement.items).toHaveLength(1)
})

let saved = 0

async function switchReferral(on: boolean): Promise<void> {
  await owner.client.call(ENDPOINTS.settingSave, {
    name: 'module.referral.enabled',
    value: String(on),
    version: saved,
    reason: 'for the test',
    requestId: randomUUID(),
  })
  saved += 1
}

/** What a friend has topped up, at the sandbox cashier. */
async function topUp(memberId: string): Promise<void> {
  const session = await server.context.identity.openSession(memberId)
  const client = testClient({ url: server.url, session })
  const input = { method: 'sandbox', amount: '100.00', requestId: randomUUID() }
  const { id } = await client.call(ENDPOINTS.openRecharge, input)
  const [payment] = await server.db.query<{ payment_id: string }>(
    'select payment_id from provider_payment where recharge_id = $1',
    [id],
  )
  await server.context.wallet.company?.choose(payment!.payment_id, 'pay')
  await server.context.jobs.drain()
}
