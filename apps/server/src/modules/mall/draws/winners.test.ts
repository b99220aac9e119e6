import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { drawEverything, sellingProduct, servedMall, type Person, type ServedMall } from '../mall.fixture.ts'

let world: ServedMall
let person: Person
let other: Person

beforeAll(async () => {
  world = await servedMall()
  await world.mall.createCategory({
    category: 'phones',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Phones' },
  })
  person = await world.person(10_000_000n)
  other = await world.person(10_000_000n)
})
afterAll(async () => {
  await world.close()
})

const sellOut = async (issue: string, buyer: Person) => {
  await buyer.client.call(ENDPOINTS.buy, { issue, quantity: 4, requestId: randomUUID() })
  await drawEverything(world)
}
const number = (code: string, n: number) => `${code}-000${n}`

test('lists the winners of a product and of all products, newest first, in pages', async () => {
  await sellingProduct(world, { code: 'ONE', shares: 4, maxIssues: 3 })
  await sellingProduct(world, { code: 'TWO', shares: 4, maxIssues: 2 })
  for (const [code, n] of [
    ['ONE', 1],
    ['TWO', 1],
    ['ONE', 2],
    ['TWO', 2],
    ['ONE', 3],
  ] as const)
    await sellOut(number(code, n), n === 2 ? other : person)

  const first = await person.client.call(ENDPOINTS.goodsWinners, { product: 'ONE', limit: 2 })
  expect(first.items.map(({ issue, mine }) => [issue, mine])).toEqual([
    ['ONE-0003', true],
    ['ONE-0002', false],
  ])
  const rest = await person.client.call(ENDPOINTS.goodsWinners, {
    product: 'ONE',
    limit: 2,
    cursor: first.next!,
  })
  expect(rest).toMatchObject({ items: [{ issue: 'ONE-0001', mine: true }], next: null })
  expect(first.items[0]).toMatchObject({
    product: { code: 'ONE', title: 'Product ONE' },
    mode: 'goods',
    badge: 'beacon-local',
    price: '1.00',
    prizeValue: '4.00',
    shares: 4,
    quantity: 4,
    code: expect.any(Number),
    drawnAt: expect.any(Number),
  })

  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: { items: { issue: string; mine: boolean }[]; next: string | null } =
      await world.anonymous.call(ENDPOINTS.winners, { limit: 2, ...(cursor !== null && { cursor }) })
    expect(page.items.every(({ mine }) => !mine)).toBe(true)
    seen.push(...page.items.map(({ issue }) => issue))
    cursor = page.next
  } while (cursor !== null)
  expect(seen).toEqual(['ONE-0003', 'TWO-0002', 'ONE-0002', 'TWO-0001', 'ONE-0001'])
})

test('shows public names and no member ids or phone numbers', async () => {
  const { items } = await world.anonymous.call(ENDPOINTS.winners, {})
  expect(items.length).toBeGreaterThan(0)
  for (const { name } of items) expect(name).not.toMatch(/\d{4}/)
  expect(JSON.stringify(items)).not.toContain(person.memberId)
})

test('lists no winners for a product without draws, and refuses an unknown product', async () => {
  await sellingProduct(world, { code: 'NEW', shares: 4 })
  expect(await world.anonymous.call(ENDPOINTS.goodsWinners, { product: 'NEW' })).toEqual({
    items: [],
    next: null,
  })
  await expect(world.anonymous.call(ENDPOINTS.goodsWinners, { product: 'NOSUCH' })).rejects.toMatchObject({
    code: 'NO_SUCH_DATA',
  })
})

test('an expired issue has no winner, and the member sees the refund of the order', async () => {
  const issue = await sellingProduct(world, { code: 'GONE', shares: 4, saleDays: 1, maxIssues: 1 })
  const { order } = await person.client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  await world.database.advanceClock(86_400_000)
  const session = await world.person(10_000n)
  const quote = await session.client.call(ENDPOINTS.confirmOrder, { issue, quantity: 1 })
  expect(quote).toMatchObject({ available: 0, refusal: 'NOT_SELLING' })
  await expect(
    session.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() }),
  ).rejects.toMatchObject({ code: 'NOT_SELLING' })
  const { balance: before } = await person.client.call(ENDPOINTS.account, {})
  await world.mall.draws.runDue()
  const { balance, orders } = await person.client.call(ENDPOINTS.account, {})
  expect(Number(balance) - Number(before)).toBe(2)
  expect(orders.awaiting).toBe(0)
  const detail = await person.client.call(ENDPOINTS.orderDetail, { order })
  expect(detail.order).toMatchObject({ status: 'refunded', card: { status: 'refunded', winner: null } })
  expect(detail.timeline).toEqual([
    { state: 'paid', at: expect.any(Number) },
    { state: 'refunded', at: expect.any(Number) },
  ])
  const done = await person.client.call(ENDPOINTS.orderList, { tab: 'completed' })
  expect(done.items.map((one) => one.order)).toContain(order)
  expect((await world.anonymous.call(ENDPOINTS.goodsWinners, { product: 'GONE' })).items).toEqual([])
})

test.each([-8_600_000_000_000_000, -1, 8_640_000_000_000_001])(
  'refuses a cursor with the time %d',
  async (ms) => {
    const encoded = (...key: unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')
    const invalid = { code: 'INPUT_INVALID' }
    const winners = { cursor: encoded(ms, randomUUID()) }
    await expect(world.anonymous.call(ENDPOINTS.winners, winners)).rejects.toMatchObject(invalid)
    const drawn = { status: 'drawn', cursor: encoded('drawn', ms, randomUUID()) } as const
    await expect(world.anonymous.call(ENDPOINTS.goodsList, drawn)).rejects.toMatchObject(invalid)
  },
)
