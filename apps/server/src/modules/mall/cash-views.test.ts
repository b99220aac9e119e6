/** What members see of a cash issue: its odds before buying, where the money goes, and what an order won. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { tierOf } from '@fairlot/fairness/draw'
import {
  buyOverHttp,
  createTestCategories,
  drawEverything,
  sellingProduct,
  servedMall,
  type ServedMall,
} from './mall.fixture.ts'

let world: ServedMall
beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(async () => {
  await world.close()
})

const BANDS = [
  [0, 0],
  [1, 4],
  [5, 9],
] as const
const TIERS = [500_000n, 50_000n, 20_000n].map((prize, n) => ({
  from: BANDS[n]![0],
  to: BANDS[n]![1],
  prize,
}))
const openCash = (code: string) =>
  sellingProduct(world, {
    code,
    mode: 'cash',
    marketPrice: undefined,
    tiers: TIERS,
    shares: 130,
    maxIssues: 1,
  })

test('a card shows the odds and the prize of each tier, the page where the money of all shares goes', async () => {
  const issue = await openCash('ODDS')
  const { card, money, recyclePercent } = await world.anonymous.call(ENDPOINTS.goodsDetail, { issue })
  expect(card).toMatchObject({
    mode: 'cash',
    prizeValue: '50.00',
    tiers: [
      { tier: 1, from: 0, to: 0, codes: 1, prize: '50.00', chance: '0.7692' },
      { tier: 2, from: 1, to: 4, codes: 8, prize: '5.00', chance: '6.1538' },
      { tier: 3, from: 5, to: 9, codes: 10, prize: '2.00', chance: '7.6923' },
    ],
  })
  // rebates: 2 % of 130; VIP refunds: 2.5 % of the 111 codes that win nothing
  expect(money).toEqual({
    sales: '130.00',
    prize: '110.00',
    rebates: '2.60',
    refunds: '2.775',
    house: '14.625',
    subsidy: '0.00',
  })
  expect(recyclePercent).toBe(0)
  const list = await world.anonymous.call(ENDPOINTS.goodsList, { mode: 'cash' })
  expect(list.items).toContainEqual(expect.objectContaining({ issue, tiers: card.tiers }))
  const person = await world.person(10_000n)
  expect((await person.client.call(ENDPOINTS.confirmOrder, { issue, quantity: 1 })).card.tiers).toEqual(
    card.tiers,
  )
})

test('goods have no tiers, and their market price is the prize', async () => {
  const issue = await sellingProduct(world, { code: 'THING', shares: 10, marketPrice: 110_000n })
  const { card, money } = await world.anonymous.call(ENDPOINTS.goodsDetail, { issue })
  expect(card.tiers).toEqual([])
  expect(money).toEqual({
    sales: '10.00',
    prize: '11.00',
    rebates: '0.20',
    refunds: '0.225',
    house: '0.00',
    subsidy: '1.425',
  })
})

test('an order shows what it won in each tier as soon as the issue is drawn, and stands among the completed', async () => {
  const issue = await openCash('PAYS')
  const people = await Promise.all([80, 30, 20].map(() => world.person(1_300_000n)))
  const quantities = [80, 30, 20]
  for (const [n, person] of people.entries()) await buyOverHttp(person, issue, quantities[n]!)
  await drawEverything(world)
  const { card, code } = await world.anonymous.call(ENDPOINTS.calculation, { issue })
  expect(card.tiers).toHaveLength(3)
  for (const [n, { client }] of people.entries()) {
    const { items } = await client.call(ENDPOINTS.orderList, {})
    const { order, first, quantity, prizes, status } = items[0]!
    const won = [0, 0, 0]
    for (let own = first!; own < first! + quantity; own++) {
      const tier = tierOf(own, code!, 130, BANDS)
      if (tier > 0) won[tier - 1]!++
    }
    const expected = won.flatMap((codes, i) =>
      codes === 0 ? [] : [{ tier: i + 1, codes, amount: `${(Number(TIERS[i]!.prize) / 10_000) * codes}.00` }],
    )
    expect(prizes).toEqual(expected)
    expect(status === 'not_won').toBe(expected.length === 0)
    const { order: shown } = await client.call(ENDPOINTS.orderDetail, { order })
    expect(shown.prizes).toEqual(expected)
    const completed = await client.call(ENDPOINTS.orderList, { tab: 'completed' })
    expect(completed.items.map((one) => one.order)).toEqual([order])
    const grouped = await client.call(ENDPOINTS.orderIssues, { tab: 'completed' })
    expect(grouped.items[0]).toMatchObject({ status, items: [{ order, prizes: expected }] })
    for (const tab of ['pending', 'awaiting'] as const) {
      expect((await client.call(ENDPOINTS.orderList, { tab })).items).toEqual([])
      expect((await client.call(ENDPOINTS.orderIssues, { tab })).items).toEqual([])
    }
    const { balance, orders } = await client.call(ENDPOINTS.account, {})
    const paid = expected.reduce((sum, { amount }) => sum + Number(amount), 0)
    expect(Number(balance)).toBe(130 - quantities[n]! + paid)
    expect(orders).toMatchObject({ awaiting: 0, pending: 0 })
  }
  const winners = await world.anonymous.call(ENDPOINTS.goodsWinners, { product: 'PAYS' })
  expect(winners.items).toEqual([
    expect.objectContaining({ issue, code, prizeValue: '50.00', tiers: card.tiers }),
  ])
})
