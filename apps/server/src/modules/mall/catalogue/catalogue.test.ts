import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money/money'
import { verifyProof } from '@fairlot/fairness/verify'
import { testClient } from '../../../testing/client.ts'
import { readCardRows } from './cards.queries.ts'
import {
  buyOverHttp,
  createTestCategories,
  readAllPages,
  sellingProduct,
  servedMall,
  type ServedMall,
} from '../mall.fixture.ts'

let world: ServedMall

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(async () => {
  await world.close()
})

const refusal = (code: string) => expect.objectContaining({ code })

describe('the lists of the mall', () => {
  const issues: Record<string, string> = {}

  beforeAll(async () => {
    const person = await world.person(10_000_000n)
    for (let n = 0; n < 7; n++) {
      const code = `LIST${n}`
      issues[code] = await sellingProduct(world, {
        code,
        category: 'home',
        shares: 20,
        sharePrice: 10_000n * BigInt(10 - n),
        marketPrice: 10_000n * 20n,
        texts: {
          'en-us': { title: `Lamp ${n} 50%_off`, description: '' },
          ...(n === 3 ? { 'bn-bd': { title: 'বাতি', description: '' } } : {}),
        },
      })
      if (n > 0) await buyOverHttp(person, issues[code], n * 2)
    }
  })

  test('the plan of the cards is made once, also for a single card', async () => {
    const plans = await world.db.tx(async (tx) => {
      const [issue] = await tx.query<{ id: string }>('select issue_id as id from issue limit 1')
      for (let n = 0; n < 12; n++) await readCardRows(tx, [issue!.id], null, 'en-us', 'en-us')
      return tx.query<{ kept: number }>(
        `select generic_plans::int as kept from pg_prepared_statements where name = 'cards'`,
      )
    })
    expect(plans[0]?.kept).toBeGreaterThan(5)
  })

  const list = (input: Record<string, unknown>, language: 'en-us' | 'bn-bd' = 'en-us') => {
    const client = testClient({ url: world.url, language })
    return readAllPages((cursor) =>
      client.call(ENDPOINTS.goodsList, { category: 'home', limit: 3, ...input, ...cursor }),
    )
  }
  const codes = async (...args: Parameters<typeof list>) =>
    (await list(...args)).map(({ product }) => product.code)
  const up = ['LIST0', 'LIST1', 'LIST2', 'LIST3', 'LIST4', 'LIST5', 'LIST6']

  test('sorts by unsold shares, age and price, in pages without gaps or duplicates', async () => {
    expect(await codes({})).toEqual(up.toReversed())
    expect(await codes({ sort: 'newest' })).toEqual(up.toReversed())
    expect(await codes({ sort: 'price' })).toEqual(up.toReversed())
    expect(await codes({ sort: 'price', limit: 100 })).toEqual(up.toReversed())
    expect(await codes({ sort: 'closing', limit: 1 })).toEqual(up.toReversed())
  })

  test('searches in the language of the call, in English and in that of the script, whatever the characters between the words', async () => {
    expect(await codes({ search: ' LAMP 3 ' })).toEqual(['LIST3'])
    expect(await codes({ search: 'lamp', sort: 'price' }, 'bn-bd')).toEqual(up.toReversed())
    expect(await codes({ search: 'বাতি' }, 'bn-bd')).toEqual(['LIST3'])
    expect(await codes({ search: 'বাতি' })).toEqual(['LIST3'])
    expect(await codes({ search: '%' })).toEqual([])
    expect(await codes({ search: '50%_off', sort: 'price' })).toHaveLength(7)
    expect(await codes({ search: '_5%' })).toEqual(['LIST5'])
    expect(await codes({ search: 'list2-0001' })).toEqual(['LIST2'])
    expect(await codes({ search: '   ' })).toHaveLength(7)
  })

  test('filters by category and mode', async () => {
    expect(await codes({ category: 'nothing' })).toEqual([])
    expect(await codes({ mode: 'cash' })).toEqual([])
    expect(await codes({ mode: 'vip' })).toEqual([])
    const vip = await sellingProduct(world, { code: 'VIP1', category: 'home', minVip: 2 })
    expect(await codes({ mode: 'vip' })).toEqual(['VIP1'])
    expect(await codes({})).toHaveLength(7)
    const person = await world.person(1_000_000n)
    expect(await person.client.call(ENDPOINTS.confirmOrder, { issue: vip, quantity: 1 })).toMatchObject({
      refusal: 'VIP_REQUIRED',
    })
  })

  test('refuses a malformed cursor', async () => {
    for (const cursor of ['x', 'bm9uZQ', Buffer.from('["closing",1]').toString('base64url')]) {
      await expect(world.anonymous.call(ENDPOINTS.goodsList, { cursor }), cursor).rejects.toEqual(
        refusal('INPUT_INVALID'),
      )
    }
  })

  test('lists drawn issues newest first', async () => {
    const person = await world.person(1_000_000n)
    const sold: string[] = []
    for (let n = 0; n < 4; n++) {
      const issue = await sellingProduct(world, {
        code: `DONE${n}`,
        category: 'home',
        shares: 2,
        grade: 'salt',
      })
      await buyOverHttp(person, issue, 2)
      await world.mall.draws.runDue()
      await world.database.advanceClock(1_000)
      sold.unshift(issue)
    }
    const drawn = await list({ status: 'drawn', limit: 2 })
    expect(drawn.map(({ issue }) => issue)).toEqual(sold)
    expect(drawn.every(({ winner }) => winner?.quantity === 2)).toBe(true)
  })

  test('names the categories in the language of the call', async () => {
    const bengali = testClient({ url: world.url, language: 'bn-bd' })
    expect(await bengali.call(ENDPOINTS.kinds, {})).toEqual({
      categories: [
        { id: 'phones', title: 'ফোন', tile: 'sea' },
        { id: 'home', title: 'Home', tile: 'sun' },
      ],
      modes: ['goods', 'vip'],
    })
  })
})

test('lists the orders of a calculation in pages', async () => {
  const issue = await sellingProduct(world, {
    code: 'ROWS',
    shares: 7,
    grade: 'plain',
    plainAcknowledged: true,
  })
  const person = await world.person(1_000_000n)
  for (let n = 0; n < 7; n++) await buyOverHttp(person, issue, 1)
  await world.mall.draws.runDue()
  const rows = await readAllPages(
    async (cursor) => (await person.client.call(ENDPOINTS.calculation, { issue, limit: 3, ...cursor })).rows,
  )
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const calculation = await person.client.call(ENDPOINTS.calculation, { issue })
  expect(calculation).toMatchObject({ entropy: null, entropyRemainder: 0, card: { badge: 'plain' } })
  expect(verifyProof(await person.client.call(ENDPOINTS.proof, { issue }))).toMatchObject({
    ok: true,
    badge: 'plain',
  })
  expect(parseMoney(calculation.card.price)).toBe(10_000n)
})
