import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../platform/db.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createCategory, createProduct, type NewProduct } from './catalogue/products.ts'
import { mallSettings } from './mall.settings.fixture.ts'

let database: TestDatabase
let db: Db
beforeAll(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl, { max: 2 })
  await createCategory(db, { category: 'phones', position: 1, tile: 'sea', titles: { 'en-us': 'Phones' } })
})
afterAll(async () => {
  await db.close()
  await database.drop()
})

const product = (code: string, more: Partial<NewProduct> = {}): NewProduct => ({
  code,
  category: 'phones',
  art: 'phone',
  tile: 'sea',
  texts: { 'en-us': { title: code, description: '' } },
  marketPrice: 100_000n,
  sharePrice: 10_000n,
  shares: 10,
  ...more,
})

test('a new product copies the settings that it does not state, and keeps its copy', async () => {
  const settings = mallSettings(db)
  await createProduct({ db, settings }, product('EARLY'))
  for (const [name, value] of [
    ['mall.recyclePercent', '70'],
    ['mall.saleDays', '14'],
  ] as const) {
    const change = { name, value, version: 0, reason: 'for a test', operatorId: null, approvalId: null }
    await db.tx((tx) => settings.save(tx, change))
  }
  await settings.refresh()
  await createProduct({ db, settings }, product('LATER'))
  await createProduct({ db, settings }, product('SAYS', { recyclePercent: 0, saleDays: 1 }))
  const rows = await db.query('select code, recycle_percent, sale_days from product order by code')
  expect(rows).toEqual([
    { code: 'EARLY', recycle_percent: 80, sale_days: 30 },
    { code: 'LATER', recycle_percent: 70, sale_days: 14 },
    { code: 'SAYS', recycle_percent: 0, sale_days: 1 },
  ])
})
