import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Input } from '@fairlot/contract/define'
import { ENDPOINTS, type Endpoints } from '@fairlot/contract/endpoints'
import {
  buyOverHttp,
  createTestCategories,
  sellingProduct,
  servedMall,
  type Person,
  type ServedMall,
} from '../mall.fixture.ts'
import { readDrawn } from './catalogue.queries.ts'
import type { Filter } from './filters.queries.ts'

let world: ServedMall
let holder: Person

/** Share price in units and shares of each product on sale; the holder bought of the last two. */
const ON_SALE = {
  A: { category: 'home', price: 2, shares: 60 },
  B: { category: 'home', price: 5, shares: 100 },
  C: { category: 'home', price: 10, shares: 500 },
  D: { category: 'phones', price: 20, shares: 1_000 },
  E: { category: 'phones', price: 25, shares: 1_200 },
} as const

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
  holder = await world.person(10_000_000n)
  for (const [code, { category, price, shares }] of Object.entries(ON_SALE)) {
    const issue = await sellingProduct(world, {
      code,
      category,
      shares,
      sharePrice: 10_000n * BigInt(price),
      marketPrice: 10_000n * BigInt(price * shares),
      texts: { 'en-us': { title: code === 'C' ? 'Lamp' : `Product ${code}`, description: '' } },
    })
    if (code >= 'D') await buyOverHttp(holder, issue, 1)
  }
})
afterAll(async () => {
  await world.close()
})

const UP_TO_5 = { above: '0.00', upTo: '5.00' }
const UP_TO_20 = { above: '5.00', upTo: '20.00' }
const MORE = { above: '20.00', upTo: null }

async function codes(input: Input<Endpoints['goodsList']>, client = world.anonymous): Promise<string> {
  const { items } = await client.call(ENDPOINTS.goodsList, { sort: 'price', ...input })
  return items.map(({ product }) => product.code).join('')
}

describe('the filters of the mall', () => {
  test('keep issues whose share price or number of shares is in one of the ranges, ends included', async () => {
    expect(await codes({ prices: [UP_TO_5] })).toBe('AB')
    expect(await codes({ prices: [UP_TO_20] })).toBe('CD')
    expect(await codes({ prices: [UP_TO_5, MORE] })).toBe('ABE')
    expect(await codes({ sizes: [{ above: 100, upTo: 1_000 }] })).toBe('CD')
    expect(await codes({ sizes: [{ above: 1_000, upTo: null }], prices: [UP_TO_5] })).toBe('')
    expect(await codes({ prices: [UP_TO_20, MORE], category: 'phones' })).toBe('DE')
  })

  test('keep the issues in which the caller holds shares', async () => {
    expect(await codes({ mine: true }, holder.client)).toBe('DE')
    expect(await codes({ mine: true, prices: [MORE] }, holder.client)).toBe('E')
    expect(await codes({ mine: true }, (await world.person(0n)).client)).toBe('')
    expect(await codes({ mine: true })).toBe('')
  })

  test('refuse amounts that are none, and no or too many ranges', async () => {
    const invalid = expect.objectContaining({ code: 'INPUT_INVALID' })
    for (const prices of [
      [{ above: '-1', upTo: null }],
      [{ above: 'x', upTo: null }],
      [],
      Array.from({ length: 9 }, () => MORE),
    ])
      await expect(world.anonymous.call(ENDPOINTS.goodsList, { prices })).rejects.toEqual(invalid)
  })
})

describe('the counts of the choices', () => {
  const counts = async (input: Input<Endpoints['goodsFilters']>, client = world.anonymous) => {
    const { total, categories, prices, sizes, mine } = await client.call(ENDPOINTS.goodsFilters, input)
    const of = (entries: readonly { count: number }[]) => entries.map(({ count }) => count).join(' ')
    return { total, categories: of(categories), prices: of(prices), sizes: of(sizes), mine }
  }

  test('name the ranges of the settings, and count every issue on sale', async () => {
    expect(await world.anonymous.call(ENDPOINTS.goodsFilters, {})).toEqual({
      total: 5,
      categories: [
        { id: 'phones', title: 'Phones', tile: 'sea', count: 2 },
        { id: 'home', title: 'Home', tile: 'sun', count: 3 },
      ],
      prices: [
        { ...UP_TO_5, count: 2 },
        { ...UP_TO_20, count: 2 },
        { ...MORE, count: 1 },
      ],
      sizes: [
        { above: 0, upTo: 100, count: 2 },
        { above: 100, upTo: 1_000, count: 2 },
        { above: 1_000, upTo: null, count: 1 },
      ],
      mine: 0,
      favourites: 0,
      search: null,
    })
  })

  test('meet the choices of the other kinds, and leave out that of their own', async () => {
    expect(await counts({ prices: [UP_TO_5] })).toEqual({
      total: 2,
      categories: '0 2',
      prices: '2 2 1',
      sizes: '2 0 0',
      mine: 0,
    })
    expect(await counts({ category: 'phones' }, holder.client)).toEqual({
      total: 2,
      categories: '2 3',
      prices: '0 1 1',
      sizes: '0 1 1',
      mine: 2,
    })
    expect(await counts({ mine: true, sizes: [{ above: 1_000, upTo: null }] }, holder.client)).toEqual({
      total: 1,
      categories: '1 0',
      prices: '0 0 1',
      sizes: '0 1 1',
      mine: 1,
    })
    expect(await counts({ search: 'lamp' })).toMatchObject({ total: 1, categories: '0 1', prices: '0 1 0' })
    expect(await counts({ mode: 'vip' })).toMatchObject({ total: 0, prices: '0 0 0' })
  })
})

describe('the walk through the draws', () => {
  const filter = (more: Partial<Filter>): Filter => ({
    category: null,
    zone: 'goods',
    found: null,
    favourites: false,
    prices: null,
    sizes: null,
    mine: false,
    viewer: null,
    ...more,
  })
  const numbers: string[] = []

  beforeAll(async () => {
    for (let n = 0; n < 5; n++) {
      const issue = await sellingProduct(world, {
        code: `DONE${n}`,
        shares: 2,
        grade: 'salt',
        category: n === 0 ? 'home' : 'phones',
        texts: { 'en-us': { title: `Done ${n}`, description: '' } },
      })
      await buyOverHttp(holder, issue, 2)
      await world.mall.draws.runDue()
      await world.database.advanceClock(1_000)
      numbers.unshift(issue)
    }
  })

  test('reads a bounded number of draws in a call and says where the next one goes on', async () => {
    const { db } = world
    let calls = 0
    let found: string[] = []
    let at: Awaited<ReturnType<typeof readDrawn>>['next'] = null
    do {
      const page = await readDrawn(db, filter({ category: 'home' }), at, 20, 2)
      calls += 1
      found = [...found, ...page.issueIds]
      at = page.next
    } while (at !== null)
    expect(calls).toBe(3)
    expect(found).toHaveLength(1)
    const whole = await readDrawn(db, filter({}), null, 20, 2)
    expect(whole.issueIds).toHaveLength(2)
    expect(whole.next).not.toBe(null)
  })

  test('shows every draw once in pages that are smaller than the window', async () => {
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await world.anonymous.call(ENDPOINTS.goodsList, {
        status: 'drawn',
        limit: 2,
        ...(cursor === undefined ? {} : { cursor }),
      })
      seen.push(...page.items.map(({ issue }) => issue))
      cursor = page.next ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(numbers)
  })

  test('finds an issue by its number or the beginning of it', async () => {
    const [newest = ''] = numbers
    expect(await codes({ status: 'drawn', search: newest.toLowerCase() })).toBe('DONE4')
    expect(await codes({ status: 'drawn', search: 'done4-00' })).toBe('DONE4')
    expect(await codes({ status: 'drawn', search: 'done4-0002' })).toBe('')
    expect(await codes({ status: 'drawn', search: 'NONE-0001' })).toBe('')
  })
})
