/** What time alone does to prizes. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS as DAY, MINUTE_MS as MINUTE } from '../../../platform/durations.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { testClient } from '../../../testing/client.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { deliver, ship, someAddress, win, type Winner } from './delivery.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

/** The server runs the jobs of the prizes. */
async function tick(days: number): Promise<void> {
  await server.database.advanceClock(days * DAY + MINUTE)
  await server.context.mall.prizeClocks.runDue()
  // the messages
  await server.context.jobs.drain()
}

/** The member comes back: sessions end in the moved time too. */
async function back<T extends Winner>(winner: T): Promise<T> {
  const session = await server.context.identity.openSession(winner.memberId)
  return { ...winner, client: testClient({ url: server.url, session }) }
}
const prizeOf = async (winner: Winner) => {
  const { client, order } = await back(winner)
  return (await client.call(ENDPOINTS.orderDetail, { order })).prize!
}
const messagesTo = async ({ phone }: Winner) =>
  (
    await server.owner.query<{ body: string }>('select body from sandbox_sms where phone = $1', [phone])
  ).filter(({ body }) => body.includes('prize'))

async function shipped(): Promise<Winner> {
  const winner = await win(server)
  const { client, order } = winner
  await client.call(ENDPOINTS.orderAddress, { order, address: await someAddress(winner) })
  await ship(server, winner)
  return winner
}

test('the server reminds of a prize without a choice after 7 and 30 days, and recycles it after 180', async () => {
  const winner = await win(server)
  await tick(6)
  expect(await messagesTo(winner)).toEqual([])
  await tick(1)
  expect(await messagesTo(winner)).toEqual([{ body: expect.stringContaining(`${winner.issue}-1`) }])
  await tick(10)
  expect(await messagesTo(winner)).toHaveLength(1)
  await tick(14)
  expect(await messagesTo(winner)).toHaveLength(2)
  await tick(140)
  expect(await prizeOf(winner)).toMatchObject({ status: 'won' })
  await tick(10)
  expect(await prizeOf(winner)).toMatchObject({ status: 'recycled', recycleAmount: '80.00' })
  const { client } = await back(winner)
  expect((await client.call(ENDPOINTS.account, {})).balance).toBe('80.00')
  await tick(30)
  const { client: later } = await back(winner)
  expect((await later.call(ENDPOINTS.account, {})).balance).toBe('80.00')
  expect(await messagesTo(winner)).toHaveLength(2)
  const { order, issue } = winner
  const waits = { kind: 'prize_waits', order, issue, read: false }
  expect(await later.call(ENDPOINTS.notices, {})).toMatchObject({ unread: 2, items: [waits, waits] })
})

test('a parcel without a proof of delivery is received after 75 days, and completed 7 days later', async () => {
  const winner = await shipped()
  await tick(74)
  expect(await prizeOf(winner)).toMatchObject({ status: 'in_delivery' })
  await tick(1)
  expect(await prizeOf(winner)).toMatchObject({ status: 'received' })
  const before = await salesOf()
  await tick(7)
  expect(await prizeOf(winner)).toMatchObject({ status: 'completed', completeBy: null })
  // what recycling would have paid is earned
  expect((await salesOf()) - before).toBe(80_0000n)
})

test('a proof of delivery shortens the clock to 15 days', async () => {
  const winner = await shipped()
  await deliver(server, winner)
  await tick(14)
  expect(await prizeOf(winner)).toMatchObject({ status: 'in_delivery' })
  await tick(1)
  expect(await prizeOf(winner)).toMatchObject({ status: 'received' })
})

test('a dispute stops the clock until an operator answers', async () => {
  const winner = await shipped()
  const { client, order } = winner
  await client.call(ENDPOINTS.orderDispute, { order, text: 'it never came' })
  await tick(200)
  expect(await prizeOf(winner)).toMatchObject({ status: 'disputed' })
  const operator = await makeOperator(server, ['fulfilment'])
  const number = `${winner.issue}-1`
  await operator.client.call(ENDPOINTS.deliveryAnswer, {
    number,
    answer: 'travels',
    note: 'The carrier has it.',
  })
  expect(await prizeOf(winner)).toMatchObject({ status: 'in_delivery', receiveBy: expect.any(Number) })
  await tick(75)
  expect(await prizeOf(winner)).toMatchObject({ status: 'received' })
})

test('the address of an order is erased 180 days after its end', async () => {
  const winner = await shipped()
  await winner.client.call(ENDPOINTS.orderReceive, { order: winner.order })
  await tick(7)
  expect((await prizeOf(winner)).address).not.toBeNull()
  await tick(179)
  expect((await prizeOf(winner)).address).not.toBeNull()
  await tick(1)
  expect(await prizeOf(winner)).toMatchObject({ status: 'completed', address: null })
})

test('the member and the clock at once recycle a prize once', async () => {
  const winners = await Promise.all([win(server), win(server), win(server)])
  await server.database.advanceClock(181 * DAY)
  const returned = await Promise.all(winners.map(back))
  const codes = await Promise.all([
    server.context.mall.prizeClocks.runDue().then(() => 'done'),
    ...returned.flatMap(({ client, order }) =>
      Array.from({ length: 5 }, () =>
        codeOf(
          client.call(ENDPOINTS.orderRecycle, { order, amount: '80.00', requestId: randomUUID() }),
        ).catch(() => 'ok'),
      ),
    ),
  ])
  expect(codes).toContain('done')
  for (const winner of winners)
    expect((await (await back(winner)).client.call(ENDPOINTS.account, {})).balance).toBe('80.00')
})

test('an address, recycling and the clock at once have one effect', async () => {
  const winners = await Promise.all([win(server), win(server), win(server), win(server)])
  await server.database.advanceClock(180 * DAY + MINUTE)
  const returned = await Promise.all(winners.map(back))
  const addresses = await Promise.all(returned.map((winner) => someAddress(winner)))
  await Promise.all([
    server.context.mall.prizeClocks.runDue(),
    ...returned.flatMap(({ client, order }, n) => [
      client.call(ENDPOINTS.orderAddress, { order, address: addresses[n]! }).catch(() => undefined),
      client
        .call(ENDPOINTS.orderRecycle, { order, amount: '80.00', requestId: randomUUID() })
        .catch(() => undefined),
    ]),
  ])
  for (const winner of returned) {
    const { status, timeline } = await prizeOf(winner)
    const { balance } = await winner.client.call(ENDPOINTS.account, {})
    expect([
      ['recycled', '80.00'],
      ['address_confirmed', '0.00'],
    ]).toContainEqual([status, balance])
    expect(timeline).toHaveLength(2)
  }
})

test('a recycled prize lessens the loss that a limit counts, also one that is set later', async () => {
  const winner = await win(server)
  const { client, order } = winner
  const limits = async () =>
    (await client.call(ENDPOINTS.limits, {})).limits
      .filter(({ kind, used }) => kind === 'loss' && used !== null)
      .map(({ used }) => used)
  await client.call(ENDPOINTS.limitSave, { kind: 'loss', period: 'month', cap: '500.00' })
  expect(await limits()).toEqual(['100.00'])
  await client.call(ENDPOINTS.orderRecycle, { order, amount: '80.00', requestId: randomUUID() })
  expect(await limits()).toEqual(['20.00'])
  await client.call(ENDPOINTS.limitSave, { kind: 'loss', period: 'week', cap: '400.00' })
  expect(await limits()).toEqual(['20.00', '20.00'])
})

async function salesOf(): Promise<bigint> {
  const [row] = await server.owner.query<{ balance: bigint }>(
    `select balance from house_account where name = 'sales'`,
  )
  return row!.balance
}
