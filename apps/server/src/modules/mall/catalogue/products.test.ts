import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestCategories, sellingProduct, servedMall, type ServedMall } from '../mall.fixture.ts'

let world: ServedMall

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(async () => {
  await world.close()
})

describe('createProduct refuses', () => {
  beforeAll(async () => {
    await sellingProduct(world, { code: 'TAKEN' })
  })
  const make = (product: object) => sellingProduct(world, { code: 'BAD', ...product })
  test.each([
    ['a plain draw without the confirmation of the operator', { grade: 'plain' }, 'plainAcknowledged'],
    ['a recycling amount above the sales of an issue', { marketPrice: 10n ** 9n }, 'recyclePercent'],
    ['no English text', { texts: { 'bn-bd': { title: 'x', description: '' } } }, 'texts'],
    ['an unknown category', { category: 'none' }, 'category'],
    ['one share', { shares: 1 }, 'shares'],
    ['too many shares', { shares: 100_001 }, 'shares'],
    ['a code in small letters', { code: 'bad' }, 'code'],
    ['a code that is taken', { code: 'TAKEN' }, 'code'],
    ['a share price of zero', { sharePrice: 0n }, 'sharePrice'],
    ['an unknown field', { colour: 'red' }, ''],
  ])('%s', async (_, product, field) => {
    await expect(make(product)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { fields: { [field]: expect.any(String) } },
    })
  })
})
