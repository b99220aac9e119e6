import { randomUUID } from 'node:crypto'
import http from 'node:http'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import {
  balanceEvent,
  byeEvent,
  drawsEvent,
  helloEvent,
  homeEvent,
  issueEvent,
  issueVersion,
  MAX_TOPICS,
  MEMBER_TOPICS,
  prizesEvent,
  recordsEvent,
} from '@fairlot/contract/endpoints/stream'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { BEAT_MS } from '../../../platform/stream/stream.ts'
import { drivenTimers } from '../../../platform/stream/stream.fixture.ts'
import { testClock } from '../../../testing/clock.ts'
import { makeMember, type TestMember } from '../../../testing/factories.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { somePictures } from '../../../testing/made/pictures.ts'
import type { Tx } from '../../../platform/db.ts'
import { waivePlay } from '../../ledger/index.ts'
import type { Acted } from '../../wallet/index.ts'
import { someAddress, win } from '../../mall/delivery/delivery.fixture.ts'
import { paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { sellUnits } from '../../../testing/made/finance.ts'
import { listen, openStream, type StreamEvent, type TestStream } from '../../../testing/stream.ts'
import { EVERY_MS } from './live-updates.ts'

const timers = drivenTimers()
const clock = testClock(Date.now())
let server: TestServer
let streams: TestStream[] = []
beforeAll(async () => {
  // the sweep for unannounced changes has its own test
  server = await testServer({ parts: { clock, live: { timers, sweepMs: 1e12 } } })
})
afterEach(() => {
  for (const stream of streams) stream.close()
  streams = []
})
afterAll(() => server.close())

async function open(member: { client: TestMember['client'] }, ...topics: string[]): Promise<TestStream> {
  const stream = await listen(server.url, member.client, topics)
  streams.push(stream)
  return stream
}

const anonymous = () => ({ client: server.anonymous() })
const members = (count: number) => paidMembers(server, count, '100.00')
const buy = ({ client }: TestMember, issue: string, quantity = 1) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })
const is = (event: string, data: Record<string, unknown>) => (other: StreamEvent) =>
  other.event === event && Object.entries(data).every(([key, value]) => other.data[key] === value)

/** Waits for an event. Only the intervals of announced changes pass, so that no sweep finds it. */
async function news(stream: TestStream, fits: (event: StreamEvent) => boolean): Promise<StreamEvent> {
  const found = stream.until(fits)
  let isOver = false
  const over = () => {
    isOver = true
  }
  found.then(over, over)
  await timers.until(() => isOver, EVERY_MS)
  return found
}

/** Waits until every event of the past has arrived: a heartbeat that the server sent after them is here. */
async function caughtUp(stream: TestStream): Promise<void> {
  await timers.advance(EVERY_MS)
  const beats = stream.got.filter(({ event }) => event === 'beat').length
  await timers.advance(BEAT_MS)
  await stream.until(() => stream.got.filter(({ event }) => event === 'beat').length > beats)
}

test('two members see the purchases of each other, and only their own balances', async () => {
  const issue = await sellIssue(server, 'TWO', 10)
  const [alice, bob] = (await members(2)) as [TestMember, TestMember]
  const topics = [`issue:${issue}`, 'balance']
  const [forAlice, forBob] = [await open(alice, ...topics), await open(bob, ...topics)]
  // the current state comes without a change
  for (const stream of [forAlice, forBob]) {
    await news(stream, is('issue', { sold: 0, participants: 0, status: 'selling', attempt: 0 }))
    await news(stream, is('balance', { balance: '100.00' }))
  }
  await buy(alice, issue, 3)
  await news(forBob, is('issue', { sold: 3, participants: 1 }))
  await news(forAlice, is('balance', { balance: '97.00' }))
  await buy(bob, issue, 2)
  await news(forAlice, is('issue', { sold: 5, participants: 2 }))
  await news(forBob, is('balance', { balance: '98.00' }))

  await Promise.all([caughtUp(forAlice), caughtUp(forBob)])
  const balances = ({ got }: TestStream) =>
    got.flatMap(({ event, data }) => (event === 'balance' ? [data['balance']] : []))
  expect([balances(forAlice), balances(forBob)]).toEqual([
    ['100.00', '97.00'],
    ['100.00', '98.00'],
  ])
})

test('a hundred purchases within an interval make one event, with the version of the state', async () => {
  const issue = await sellIssue(server, 'MANY', 1_000)
  const buyers = await members(4)
  const stream = await open(anonymous(), `issue:${issue}`)
  await news(stream, is('issue', { sold: 0 }))
  await Promise.all(Array.from({ length: 100 }, (_, n) => buy(buyers[n % 4]!, issue)))
  const last = await news(stream, is('issue', { sold: 100, participants: 4 }))
  await caughtUp(stream)
  const events = stream.got.filter(({ event }) => event === 'issue')
  expect(events).toHaveLength(2)
  const version = issueVersion({ sold: 100, status: 'selling', attempt: 0 })
  expect(last).toMatchObject({ id: `issue:${issue}@${version}`, data: { version } })
})

test('sale, seal and draw arrive in order on their topics, and every event fits the contract', async () => {
  const issue = await sellIssue(server, 'LIFE', 2)
  const [buyer] = (await members(1)) as [TestMember]
  const stream = await open(buyer, `issue:${issue}`, 'draws', 'home', 'balance')
  for (const event of ['issue', 'draws', 'home', 'balance']) await news(stream, is(event, {}))
  const home = stream.got.find(({ event }) => event === 'home')
  await buy(buyer, issue, 2)
  // the sell-out starts the draws by itself, so a late read may already find the issue drawn
  await news(stream, ({ event, data }) => event === 'issue' && data['sold'] === 2)
  await server.context.mall.draws.runDue()
  await news(stream, is('draws', { step: 'settled', issue }))
  await news(stream, is('issue', { status: 'drawn' }))
  await news(stream, (other) => other.event === 'home' && other !== home)

  const mine = stream.got.filter(({ data }) => data['issue'] === issue)
  expect(mine.flatMap(({ event, data }) => (event === 'draws' ? [data['step']] : []))).toEqual([
    'sealed',
    'drawn',
    'settled',
  ])
  for (const topic of [`issue:${issue}`, 'draws', 'home', 'balance']) {
    const versions = stream.got.flatMap(({ data }) =>
      data['topic'] === topic ? [Number(data['version'])] : [],
    )
    expect(versions).toEqual([...new Set(versions)].toSorted((a, b) => a - b))
  }
  const schemas = {
    hello: helloEvent,
    issue: issueEvent,
    draws: drawsEvent,
    home: homeEvent,
    balance: balanceEvent,
  }
  for (const { event, data } of stream.got) {
    if (event !== 'beat') schemas[event as keyof typeof schemas].parse(data)
  }
})

test('a recharge publishes the new balance and its end', async () => {
  const member = await makeMember(server)
  const stream = await open(member, 'balance', 'records')
  await news(stream, is('balance', { balance: '0.00' }))
  const { id, payUrl } = await member.client.call(ENDPOINTS.openRecharge, {
    method: 'sandbox',
    amount: '100.00',
    requestId: randomUUID(),
  })
  const payment = new URL(payUrl ?? '', server.url).searchParams.get('payment')
  await server.context.wallet.company?.choose(payment ?? '', 'pay')
  await server.context.jobs.drain()
  await news(stream, is('balance', { balance: '100.00' }))
  await news(stream, is('records', { version: 2 }))
  expect(await member.client.call(ENDPOINTS.rechargeStatus, { id })).toMatchObject({ status: 'success' })
})

test('every step of a recharge and a withdrawal reaches its member, and no other one', async () => {
  const [alice, bob] = (await members(2)) as [TestMember, TestMember]
  const [forAlice, forBob] = [await open(alice, 'records', 'balance'), await open(bob, 'records')]
  const versionsOf = ({ got }: TestStream) =>
    got.flatMap(({ event, data }) => (event === 'records' ? [recordsEvent.parse(data).version] : []))
  const next = async (): Promise<number> => {
    const last = versionsOf(forAlice).at(-1) ?? -1
    const isNext = ({ event, data }: StreamEvent) => event === 'records' && Number(data['version']) > last
    return Number((await news(forAlice, isNext)).data['version'])
  }
  const first = await next()
  await news(forBob, is('records', {}))

  const { db, wallet } = server.context
  await server.owner.tx((tx) => waivePlay(tx, alice.memberId))
  const place = { db, wallet }
  const accountId = await makePayout(place, alice.memberId)
  const id = await makeWithdrawal(place, alice.memberId, { accountId, amount: 50_0000n })
  const { number } = await alice.client.call(ENDPOINTS.withdrawStatus, { id })
  const { desk } = wallet
  const act = async (work: (tx: Tx) => Promise<Acted>) => desk.moved(await db.tx(work))
  wallet.withdrawals.onMoved?.(alice.memberId)
  const seen = [await next()]
  const operatorId = randomUUID()
  await act((tx) => desk.approve(tx, number, operatorId))
  seen.push(await next())
  await act((tx) => desk.pay(tx, number, { reference: `UTR ${number}`, operatorId }))
  seen.push(await next())
  expect(seen).toEqual([first + 1, first + 3, first + 5])

  await Promise.all([caughtUp(forAlice), caughtUp(forBob)])
  expect(versionsOf(forBob)).toHaveLength(1)
})

test('every step of an identity check, and a look at its pictures, reach its member', async () => {
  const member = await makeMember(server)
  const [front, address, selfie] = await somePictures(server.url, member.client, 3)
  const stream = await open(member, 'records')
  const next = async (after: number) =>
    recordsEvent.parse(
      (await news(stream, ({ event, data }) => event === 'records' && Number(data['version']) > after)).data,
    ).version
  const seen = [await next(-1)]
  const { number } = await member.client.call(ENDPOINTS.identitySubmit, {
    document: 'passport',
    name: 'Asha Rao',
    birthDate: '1990-05-03',
    documentNumber: 'K-1',
    validUntil: '2040-05-03',
    pictures: [
      { slot: 'front', upload: front! },
      { slot: 'address', upload: address! },
      { slot: 'selfie', upload: selfie! },
    ],
    requestId: randomUUID(),
  })
  seen.push(await next(seen.at(-1)!))
  const [mina, omar] = [await makeOperator(server, ['support']), await makeOperator(server, ['owner'])]
  await mina.client.call(ENDPOINTS.identityPicture, { number, slot: 'front' })
  seen.push(await next(seen.at(-1)!))
  for (const operator of [mina, omar]) {
    await operator.client.call(ENDPOINTS.identityApprove, { number })
    seen.push(await next(seen.at(-1)!))
  }
  expect(seen).toEqual([0, 1, 2, 3, 4])
})

test('the steps of a prize, by its winner and by an operator, reach the winner', async () => {
  const winner = await win(server)
  const stream = await open(winner, 'prizes')
  const first = prizesEvent.parse((await news(stream, is('prizes', {}))).data).version
  const address = await someAddress(winner)
  await winner.client.call(ENDPOINTS.orderAddress, { order: winner.order, address })
  await news(stream, is('prizes', { version: first + 1 }))
  const { order } = await winner.client.call(ENDPOINTS.orderDetail, { order: winner.order })
  const { db, mall } = server.context
  const parcel = { carrier: 'DHL', tracking: 'JD014', url: null }
  mall.delivery.moved(await db.tx((tx) => mall.delivery.ship(tx, order.number!, parcel)))
  await news(stream, is('prizes', { version: first + 2 }))
})

test('a purchase of units is news of the product for everybody, and of the orders for the member', async () => {
  await sellUnits(server, 'FLIVE')
  const [alice] = (await members(1)) as [TestMember]
  const own = await open(alice, 'finance:FLIVE', 'units', 'balance')
  const other = await open(anonymous(), 'finance:FLIVE', 'finance:MADEUP')
  for (const stream of [own, other]) await news(stream, is('finance', { liability: '0.00', openOrders: 0 }))
  await alice.client.call(ENDPOINTS.financeBuy, { code: 'FLIVE', units: 2, requestId: randomUUID() })
  await news(other, is('finance', { liability: '0.70', openOrders: 1, members: 1 }))
  await news(own, is('units', { version: 1 }))
  await news(own, is('balance', { balance: '80.00' }))
})

test('a stream does not listen to issues that do not exist', async () => {
  const issue = await sellIssue(server, 'REALLY', 10)
  const stream = await open(anonymous(), `issue:${issue}`, 'issue:MADEUP-0001', 'issue:MADEUP-0002', 'home')
  await news(stream, is('issue', { issue }))
  expect([...server.context.live.streams.topics()].toSorted()).toEqual(['home', `issue:${issue}`])
})

test('a private topic needs a session', async () => {
  for (const topic of MEMBER_TOPICS) {
    const call = server.anonymous().call(ENDPOINTS.streamTicket, { topics: ['home', topic] })
    await expect(call).rejects.toMatchObject({ code: 'SESSION_ENDED' })
  }
  const { client } = anonymous()
  for (const topics of [
    [],
    ['balance:x'],
    ['records:x'],
    ['prizes:x'],
    ['issue:'],
    ['everything'],
    Array.from({ length: MAX_TOPICS + 1 }, (_, n) => `issue:M${n}-0001`),
  ]) {
    await expect(client.call(ENDPOINTS.streamTicket, { topics }), topics.join()).rejects.toBeInstanceOf(
      CallError,
    )
  }
})

test('a ticket opens one stream before it expires, and the answer forbids caches and buffers', async () => {
  const { client } = anonymous()
  const { ticket, expiresAt } = await client.call(ENDPOINTS.streamTicket, { topics: ['home'] })
  expect(expiresAt - clock.now()).toBe(30_000)
  const stream = await openStream(server.url, ticket)
  streams.push(stream)
  expect(stream.status).toBe(200)
  expect(Object.fromEntries(stream.headers)).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
    'x-content-type-options': 'nosniff',
  })
  expect((await openStream(server.url, ticket)).status).toBe(401)
  expect((await openStream(server.url, '')).status).toBe(401)
  const late = await client.call(ENDPOINTS.streamTicket, { topics: ['home'] })
  clock.advance(30_000)
  expect((await openStream(server.url, late.ticket)).status).toBe(401)
  clock.advance(-30_000)
  expect((await fetch(`${server.url}/api/stream`, { method: 'HEAD' })).status).toBe(405)
})

test('the end of a session ends its streams and its tickets, and no others', async () => {
  const [alice, bob] = (await members(2)) as [TestMember, TestMember]
  const [forAlice, forBob] = [await open(alice, 'balance'), await open(bob, 'balance')]
  const { ticket } = await alice.client.call(ENDPOINTS.streamTicket, { topics: ['balance'] })
  await alice.client.call(ENDPOINTS.logout, {})
  const bye = await forAlice.until(is('bye', {}))
  expect(byeEvent.parse(bye.data)).toEqual({ reason: 'session' })
  await forAlice.ended
  expect((await openStream(server.url, ticket)).status).toBe(401)
  await caughtUp(forBob)
  expect(forBob.got.map(({ event }) => event)).not.toContain('bye')
})

test('the streams of a session that another server ended close within a few heartbeats', async () => {
  const [alice] = (await members(1)) as [TestMember]
  const stream = await open(alice, 'balance')
  await server.owner.query('update session set ended_at = now() where member_id = $1', [alice.memberId])
  const bye = stream.until(is('bye', { reason: 'session' }))
  await timers.advance(2 * BEAT_MS)
  await bye
  await stream.ended
})

test('a ticket never opens the topics of another member', async () => {
  const [alice, bob] = (await members(2)) as [TestMember, TestMember]
  // the bearer of the ticket receives the topics that it was issued for: Alice's balance at most
  const { ticket } = await alice.client.call(ENDPOINTS.streamTicket, { topics: ['balance'] })
  const stream = await openStream(server.url, ticket)
  streams.push(stream)
  const issue = await sellIssue(server, 'OWN', 10)
  await buy(bob, issue, 5)
  await buy(alice, issue, 1)
  await news(stream, is('balance', { balance: '99.00' }))
  await caughtUp(stream)
  expect(stream.got.filter(is('balance', { balance: '95.00' }))).toEqual([])
})

test('a refused stream leaves its connection usable, and stopping the server ends every stream', async () => {
  const other = await testServer({ parts: { live: { timers, limits: { inAll: 2 } } } })
  const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
  const get = (path: string) =>
    new Promise<number>((resolve, reject) => {
      http
        .get(other.url + path, { agent }, (response) => {
          response.resume()
          response.on('end', () => resolve(response.statusCode ?? 0))
        })
        .on('error', reject)
    })
  try {
    const all = [
      await listen(other.url, other.anonymous(), ['home']),
      await listen(other.url, other.anonymous(), ['home']),
    ]
    const { ticket } = await other.anonymous().call(ENDPOINTS.streamTicket, { topics: ['home'] })
    expect([await get(`/api/stream?ticket=${ticket}`), await get('/healthz')]).toEqual([503, 200])
    await other.app.close()
    for (const stream of all) {
      await stream.until(is('bye', { reason: 'stopping' }))
      await stream.ended
    }
  } finally {
    agent.destroy()
    await other.close()
  }
})
