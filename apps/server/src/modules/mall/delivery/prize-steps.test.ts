import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS as DAY } from '../../../platform/durations.ts'
import { SOME_ADDRESS } from '../../../testing/wire/some-values.ts'
import { codeOf } from '../../../testing/refused.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { breachesOf } from '../../../testing/fuzz-world.ts'
import { deliver, ship, someAddress, win } from './delivery.fixture.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(async () => {
  expect(await breachesOf(server)).toEqual([])
  await server.close()
})

const detail = async ({ client }: Awaited<ReturnType<typeof win>>, order: string) =>
  (await client.call(ENDPOINTS.orderDetail, { order })).prize!
const balanceOf = async ({ client }: Awaited<ReturnType<typeof win>>) =>
  (await client.call(ENDPOINTS.account, {})).balance
const countsOf = async ({ client }: Awaited<ReturnType<typeof win>>) =>
  (await client.call(ENDPOINTS.account, {})).orders
const inTab = async (
  { client }: Awaited<ReturnType<typeof win>>,
  tab: 'all' | 'awaiting' | 'pending' | 'to_receive' | 'received' | 'completed',
) => {
  const { items: issues } = await client.call(ENDPOINTS.orderIssues, { tab })
  const { items: orders } = await client.call(ENDPOINTS.orderList, { tab })
  expect(issues.map(({ status }) => status)).toEqual(orders.map(({ status }) => status))
  return orders.map(({ status }) => status)
}

describe('a product', () => {
  test('goes from the win over address and delivery to the receipt, through the tabs', async () => {
    const winner = await win(server)
    const { order, client } = winner
    expect(await detail(winner, order)).toMatchObject({
      status: 'won',
      address: null,
      addressFixed: false,
      shipment: null,
      recycleAmount: '80.00',
      recycleUntil: expect.any(Number),
      receiveBy: null,
      timeline: [{ state: 'won', note: null }],
    })
    expect(await inTab(winner, 'pending')).toEqual(['won'])

    const address = await someAddress(winner)
    const confirmed = await client.call(ENDPOINTS.orderAddress, { order, address })
    expect(confirmed).toMatchObject({
      status: 'address_confirmed',
      address: {
        name: 'Asha Rao',
        phone: '+8801712345678',
        lines: ['House 12, Road 5', 'third floor', 'Gulshan', 'Dhaka 1212', 'Dhaka', 'Bangladesh'],
      },
      addressFixed: false,
      recycleUntil: null,
    })
    expect(await codeOf(client.call(ENDPOINTS.orderRecycle, recycling(order)))).toBe('ORDER_STEP')
    expect(await inTab(winner, 'pending')).toEqual(['address_confirmed'])
    // another address, until the order is on a pick list; a later change of the book changes nothing
    const second = await someAddress(winner, { street: 'House 13' })
    expect((await client.call(ENDPOINTS.orderAddress, { order, address: second })).address!.lines[0]).toBe(
      'House 13',
    )
    await client.call(ENDPOINTS.addressDelete, { id: second })

    await ship(server, winner)
    const shipped = await detail(winner, order)
    expect(shipped).toMatchObject({
      status: 'in_delivery',
      addressFixed: true,
      address: { lines: expect.arrayContaining(['House 13']) },
      shipment: { carrier: 'DHL', tracking: 'JD014', url: null, deliveredAt: null },
    })
    expect(shipped.receiveBy).toBe(shipped.shipment!.shippedAt + 75 * DAY)
    expect(await countsOf(winner)).toEqual({ awaiting: 0, pending: 0, to_receive: 1, received: 0 })
    expect(await codeOf(client.call(ENDPOINTS.orderAddress, { order, address }))).toBe('ORDER_STEP')
    await deliver(server, winner)
    const proven = await detail(winner, order)
    expect(proven.receiveBy).toBe(proven.shipment!.deliveredAt! + 15 * DAY)

    const received = await client.call(ENDPOINTS.orderReceive, { order })
    expect(received.status).toBe('received')
    expect(await client.call(ENDPOINTS.orderReceive, { order })).toEqual(received)
    expect(await inTab(winner, 'received')).toEqual(['received'])
    expect(await countsOf(winner)).toEqual({ awaiting: 0, pending: 0, to_receive: 0, received: 1 })
    expect(received.timeline.map(({ state }) => state)).toEqual([
      'won',
      'address_confirmed',
      'in_delivery',
      'received',
    ])
  })

  test('is recycled once, for the amount that the member saw', async () => {
    const winner = await win(server)
    const { order, client } = winner
    const before = Number(await balanceOf(winner))
    const other = { ...recycling(order), amount: '100.00' }
    expect(await codeOf(client.call(ENDPOINTS.orderRecycle, other))).toBe('AMOUNT_CHANGED')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.call(ENDPOINTS.orderRecycle, recycling(order))),
    )
    expect(answers.map(({ status, recycleAmount }) => [status, recycleAmount])).toEqual(
      answers.map(() => ['recycled', '80.00']),
    )
    expect(Number(await balanceOf(winner)) - before).toBe(80)
    expect(await inTab(winner, 'completed')).toEqual(['recycled'])
    const { items } = await client.call(ENDPOINTS.walletStatement, { kind: 'recycle' })
    expect(items).toMatchObject([{ amount: '80.00', reference: order, issue: winner.issue }])
    const { all } = await client.call(ENDPOINTS.netPosition, {})
    expect(all.won).toBe('80.00')
    expect(await codeOf(client.call(ENDPOINTS.orderAddress, { order, address: randomUUID() }))).toBe(
      'ORDER_STEP',
    )
  })

  test('is disputed with a text, which stops the clock, and the member can still confirm the receipt', async () => {
    const winner = await win(server)
    const { order, client } = winner
    await client.call(ENDPOINTS.orderAddress, { order, address: await someAddress(winner) })
    await ship(server, winner)
    const disputed = await client.call(ENDPOINTS.orderDispute, { order, text: ' the box was empty ' })
    expect(disputed).toMatchObject({
      status: 'disputed',
      disputeNote: 'the box was empty',
      receiveBy: null,
      timeline: [{}, {}, {}, { state: 'disputed', note: 'the box was empty' }],
    })
    expect(await client.call(ENDPOINTS.orderDispute, { order, text: 'the box was empty' })).toEqual(disputed)
    expect(await inTab(winner, 'to_receive')).toEqual(['disputed'])
    expect(await client.call(ENDPOINTS.orderReceive, { order })).toMatchObject({ status: 'received' })
    // the receipt can be disputed until the order is completed
    expect(await client.call(ENDPOINTS.orderDispute, { order, text: 'it broke at once' })).toMatchObject({
      status: 'disputed',
    })
  })
})

test('nobody else can take a step, and an order without a prize has none', async () => {
  const winner = await win(server)
  const stranger = await win(server)
  const { order } = winner
  const { client } = stranger
  const address = await someAddress(stranger)
  for (const call of [
    () => client.call(ENDPOINTS.orderAddress, { order, address }),
    () => client.call(ENDPOINTS.orderRecycle, recycling(order)),
    () => client.call(ENDPOINTS.orderReceive, { order }),
    () => client.call(ENDPOINTS.orderDispute, { order, text: 'mine' }),
  ])
    expect(await codeOf(call())).toBe('NO_SUCH_DATA')
  // the address of another member is not there
  expect(await codeOf(winner.client.call(ENDPOINTS.orderAddress, { order, address }))).toBe('NO_SUCH_DATA')
  expect((await detail(winner, order)).status).toBe('won')
})

function recycling(order: string) {
  return { order, amount: '80.00', requestId: randomUUID() }
}

describe('the address book', () => {
  test('has one default address, the first one until another is chosen', async () => {
    const { client } = await win(server)
    const [first, second] = [randomUUID(), randomUUID()]
    const input = { ...SOME_ADDRESS, isDefault: false }
    await client.call(ENDPOINTS.addressSave, { id: first, ...input })
    await client.call(ENDPOINTS.addressSave, { id: second, ...input, name: '  Ravi   Rao ' })
    let { items, maximum } = await client.call(ENDPOINTS.addressList, {})
    expect([maximum, items.map(({ id, isDefault }) => [id, isDefault])]).toEqual([
      20,
      [
        [first, true],
        [second, false],
      ],
    ])
    expect(items[1]).toEqual({ id: second, ...SOME_ADDRESS, name: 'Ravi Rao', isDefault: false })
    ;({ items } = await client.call(ENDPOINTS.addressSave, { id: second, ...input, isDefault: true }))
    expect(items.map(({ id, isDefault }) => [id, isDefault])).toEqual([
      [second, true],
      [first, false],
    ])
    ;({ items } = await client.call(ENDPOINTS.addressDelete, { id: second }))
    expect(items.map(({ id, isDefault }) => [id, isDefault])).toEqual([[first, true]])
    expect(await codeOf(client.call(ENDPOINTS.addressDelete, { id: second }))).toBe('NO_SUCH_DATA')
  })

  test('holds 20 addresses, also when they are saved at once, and stores none of them in the clear', async () => {
    const { client, memberId } = await win(server)
    const save = () =>
      client.call(ENDPOINTS.addressSave, { id: randomUUID(), ...SOME_ADDRESS, isDefault: true })
    const saved = await Promise.allSettled(Array.from({ length: 24 }, save))
    expect(saved.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
    expect(await codeOf(save())).toBe('TOO_MANY_ADDRESSES')
    const { items } = await client.call(ENDPOINTS.addressList, {})
    expect(items.filter(({ isDefault }) => isDefault)).toHaveLength(1)
    const rows = await server.owner.query<{ sealed: Buffer }>(
      'select sealed from address where member_id = $1',
      [memberId],
    )
    expect(rows.some(({ sealed }) => sealed.includes('Road 5'))).toBe(false)
  })

  test('refuses a phone number and a country that do not exist', async () => {
    const { client } = await win(server)
    const save = (input: Partial<typeof SOME_ADDRESS>) =>
      client.call(ENDPOINTS.addressSave, { id: randomUUID(), ...SOME_ADDRESS, isDefault: true, ...input })
    await expect(save({ phone: '+8800000000', country: 'ZZ' })).rejects.toMatchObject({
      failure: {
        code: 'INPUT_INVALID',
        fields: { phone: expect.any(String), country: expect.any(String) },
      },
    })
  })
})
