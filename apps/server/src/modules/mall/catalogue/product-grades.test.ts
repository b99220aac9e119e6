/** Which grades products may have, and which they get by default. */
import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { witnessKey } from '@fairlot/fairness/witness'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { drawMall, openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { openIssue } from '../issues/open-issue.ts'
import { createLogWriter, type LogWriter } from '../../fair/index.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { createProduct, type NewProduct } from './products.ts'
import { productsOfOtherGrades } from './products.queries.ts'

const WITNESSES = [witnessKey('w1', publicKeyOf('41'.repeat(32)))]

let world: DrawMall
beforeAll(async () => {
  world = await drawMall()
})
afterAll(() => world.mall.close())

let count = 0
const make = async (
  rules: { moneyMode?: 'real'; witnesses?: typeof WITNESSES; writer?: LogWriter },
  product: Partial<NewProduct> = {},
) => {
  const code = `G${++count}`
  const { db } = world.options
  await createProduct(
    { db, settings: mallSettings(db), ...rules },
    {
      code,
      category: 'test',
      art: 'phone',
      tile: 'sea',
      texts: { 'en-us': { title: code, description: '' } },
      marketPrice: 40_000n,
      sharePrice: 10_000n,
      shares: 4,
      ...product,
    },
  )
  return code
}
const gradeOf = async (code: string) =>
  (await world.options.db.query<{ grade: string }>('select grade from product where code = $1', [code]))[0]!
    .grade

test('a new product is witnessed where witnesses are configured, else it uses the beacon', async () => {
  expect(await gradeOf(await make({}))).toBe('beacon')
  expect(await gradeOf(await make({ witnesses: WITNESSES }))).toBe('witnessed')
  expect(await gradeOf(await make({ witnesses: WITNESSES }, { grade: 'salt' }))).toBe('salt')
})

test.each(['plain', 'salt', 'beacon'] as const)('real money refuses grade %s', async (grade) => {
  const refused = { code: 'INPUT_INVALID', details: { fields: { grade: 'GRADE_REAL_MONEY' } } }
  const product = { grade, plainAcknowledged: true }
  await expect(make({ moneyMode: 'real', witnesses: WITNESSES }, product)).rejects.toMatchObject(refused)
  await expect(make({ moneyMode: 'real' })).rejects.toMatchObject(refused)
  expect(await gradeOf(await make({ moneyMode: 'real', witnesses: WITNESSES }))).toBe('witnessed')
})

test('with real money no issue of another grade opens, also of an older product', async () => {
  const code = await make({})
  const real = { ...world.options, moneyMode: 'real' as const, witnesses: WITNESSES }
  await expect(openIssue(real, code)).rejects.toThrow('grade beacon cannot be used with real money')
  expect((await openIssue(real, await make({ witnesses: WITNESSES })))?.opened).toBe(true)
})

test('with real money a witnessed issue of version 3 needs witnesses that the house cannot make few of', async () => {
  const writer = createLogWriter({ deployment: 'test', seed: '5c'.repeat(32), rules: 3 })
  const money = { moneyMode: 'real' as const, writer }
  await expect(make({ ...money, witnesses: WITNESSES })).rejects.toMatchObject({
    code: 'INPUT_INVALID',
    details: { fields: { grade: 'WEAK_WITNESSES' } },
  })
  const four = ['41', '42', '43', '44'].map((byte, i) =>
    witnessKey(`w${i + 1}`, publicKeyOf(byte.repeat(32))),
  )
  expect(await gradeOf(await make({ ...money, witnesses: four }))).toBe('witnessed')
  // two of the four are the house's own
  const own = four.map((key, i) => (i < 2 ? { ...key, own: true } : key))
  await expect(make({ ...money, witnesses: own })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
  // an older product
  const code = await make({ witnesses: four })
  const { options } = world
  await expect(openIssue({ ...options, ...money, witnesses: own }, code)).rejects.toThrow(
    'too few for real money',
  )
})

test('the go-live check names the products of other grades', async () => {
  const code = await make({})
  expect(await productsOfOtherGrades(world.options.db)).toContain(code)
  const { code: witnessed } = await openTestIssue(
    { ...world, options: { ...world.options, witnesses: WITNESSES } },
    { shares: 4 },
  )
  expect(await productsOfOtherGrades(world.options.db)).not.toContain(witnessed)
})
