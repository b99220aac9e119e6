/** The opening check of cash products: what it refuses, and what nobody can take out of an issue that passes it. */
import { array, assert, bigInt, integer, property, record } from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codesWon, FIRST_CODE } from '@fairlot/fairness/draw'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { createProduct, type NewProduct } from '../catalogue/products.ts'
import { buyShares, drawAll, drawMall, verifyIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { fundHouse } from '../../ledger/index.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { createReader } from './issue-steps.fixture.ts'
import { openIssue } from './open-issue.ts'
import { obligationsOf, subsidyFor, type IssueValue } from './opening-check.ts'
import { tierFaults, type PrizeTier } from './tiers.ts'

let world: DrawMall
let look: ReturnType<typeof createReader>
beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
})
afterAll(async () => {
  await world.mall.close()
})

const tier = (from: number, to: number, units: number): PrizeTier => ({
  from,
  to,
  prize: BigInt(units) * 10_000n,
})
const TIERS = [tier(0, 0, 500), tier(1, 4, 25), tier(5, 9, 20), tier(10, 14, 15), tier(15, 19, 12)]
let products = 0

/** 130 shares at 10.00, prizes of 1,170.00: covered without a subsidy. */
async function cashProduct(change: Partial<NewProduct> = {}): Promise<string> {
  const code = `C${++products}`
  await createProduct(
    { db: world.mall.db, settings: mallSettings(world.mall.db) },
    {
      code,
      category: 'test',
      mode: 'cash',
      art: 'gold',
      tile: 'sun',
      texts: { 'en-us': { title: code, description: 'For tests.' } },
      tiers: TIERS,
      sharePrice: 100_000n,
      shares: 130,
      ...change,
    },
  )
  return code
}
const withTier = (n: number, change: Partial<PrizeTier>) =>
  TIERS.map((one, i) => (i === n ? { ...one, ...change } : one))

describe('the opening check of a cash product', () => {
  test.each<[string, Partial<NewProduct>, Record<string, string>]>([
    [
      'a band that overlaps the one before it',
      { tiers: withTier(2, { from: 4 }) },
      { 'tiers.2.from': 'TIER_FROM' },
    ],
    ['a band that ends before it begins', { tiers: withTier(4, { to: 14 }) }, { 'tiers.4.to': 'TIER_TO' }],
    ['bands that wrap into themselves (2 × 19 + 1 > 38)', { shares: 38 }, { 'tiers.4.to': 'TIER_TO' }],
    [
      'a first band without the winning code',
      { tiers: withTier(0, { from: 1, to: 1 }) },
      { 'tiers.0.from': 'TIER_FROM' },
    ],
    [
      'a prize below the share price',
      { tiers: withTier(4, { prize: 99_999n }) },
      { 'tiers.4.prize': 'TIER_PRIZE' },
    ],
    [
      'a prize above the one before it',
      { tiers: withTier(2, { prize: 250_001n }) },
      { 'tiers.2.prize': 'TIER_PRIZE' },
    ],
    ['prizes that leave too little for rebates and refunds', { shares: 120 }, { tiers: 'NOT_COVERED' }],
    [
      'prizes above the sales and the maximum subsidy',
      { shares: 100, maxSubsidy: 1_000n, maxPerMember: 5 },
      { tiers: 'PRIZES_OVER_SALES' },
    ],
    [
      'a subsidy without a maximum per member',
      { shares: 100, maxSubsidy: 10n ** 8n },
      { maxPerMember: 'SUBSIDY_MAX' },
    ],
    ['the grade plain', { grade: 'plain', plainAcknowledged: true }, { grade: 'GRADE_PLAIN' }],
    ['no tiers', { tiers: undefined }, { tiers: 'REQUIRED' }],
    ['six tiers', { tiers: [...TIERS, tier(20, 21, 11)], shares: 500 }, { tiers: 'INVALID' }],
    ['a market price beside the first prize', { marketPrice: 1_000_000n }, { marketPrice: 'NOT_OF_CASH' }],
    ['a recycling value', { recyclePercent: 80 }, { recyclePercent: 'NOT_OF_CASH' }],
    ['tiers on goods', { mode: 'goods', marketPrice: 1_000_000n }, { tiers: 'TIERS_OF_CASH' }],
  ])('refuses %s', async (_, change, fields) => {
    await expect(cashProduct(change)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { fields: expect.objectContaining(fields) },
    })
  })

  test('takes the product whose rules are all kept', async () => {
    expect(await cashProduct({ shares: 39, maxSubsidy: 10n ** 8n, maxPerMember: 3 })).toEqual(
      expect.any(String),
    )
  })

  test.each([
    ['overlap', 'tiers[3][1] = 4', 'product_tiers'],
    [
      'wrap into themselves',
      'tiers[5][2] = 65, max_subsidy = 1000000000, max_per_member = 5',
      'product_tiers',
    ],
    ['pay less than a share', 'tiers[5][3] = 99999', 'product_tiers'],
    [
      'have no winning code',
      'tiers[1][1] = 1, tiers[1][2] = 1, tiers[2][1] = 2, max_subsidy = 1000000000, max_per_member = 5',
      'product_tiers',
    ],
    ['have a hole', 'tiers[2][2] = null', 'product_tiers'],
    ['are missing', 'tiers = null', 'product_tiers'],
    ['cost more than the sales', 'tiers[1][3] = 6400000, market_price = 6400000', 'product_covered'],
    ['belong to goods', "mode = 'goods'", 'product_tiers'],
    ['are drawn plainly', "grade = 'plain', plain_acknowledged = true", 'product_plain'],
    ['take a subsidy without a maximum per member', 'max_subsidy = 1', 'product_subsidy'],
  ])('is in the schema as well: no product whose tiers %s', async (_, change, constraint) => {
    const code = await cashProduct()
    await expect(
      world.mall.owner.query(`update product set ${change} where code = $1`, [code]),
    ).rejects.toThrow(constraint)
  })

  test('pauses a product when the rewards have risen above what its sales and its maximum subsidy cover', async () => {
    const code = await cashProduct()
    world.warnings.length = 0
    const dear = { ...world.options, rewards: () => ({ rebate: 1_000, refund: 250 }) }
    expect(await openIssue(dear, code)).toBeNull()
    const need = 11_700_000n + 1_300_000n + 227_500n - 13_000_000n
    expect(await look.product(code)).toEqual({ state: 'paused', reason: 'uncovered', need, issued: 0 })
    expect(world.warnings).toEqual(['product paused: its next issue needs more than its maximum subsidy'])
    await world.draws.runDue()
    expect((await look.product(code)).issued).toBe(0)
    expect(await openIssue(world.options, code)).toMatchObject({ opened: true })
    expect(await look.product(code)).toMatchObject({ state: 'active', reason: null, issued: 1 })
  })

  test('takes the subsidy of an issue into its escrow, and the draw pays all prizes from it', async () => {
    const code = await cashProduct({ shares: 100, maxSubsidy: 10n ** 8n, maxPerMember: 25, maxIssues: 1 })
    const need = 11_700_000n + 200_000n + 152_500n - 10_000_000n
    expect(await openIssue(world.options, code)).toBeNull()
    expect(await look.product(code)).toMatchObject({ reason: 'unfunded', need })
    await world.mall.db.tx((tx) => fundHouse(tx, { account: 'subsidy', amount: need, reference: 'CASH 1' }))
    const opening = await openIssue(world.options, code)
    expect(await look.poolOf(opening!.issueId)).toBe(need)
    const members = await testMembers(world.mall, 4, 2_500_000n)
    await buyShares(world, opening!.number, members, 25)
    const sales = await look.house('sales')
    await drawAll(world)
    expect(await look.house('sales')).toBe(sales)
    expect(await look.poolOf(opening!.issueId)).toBe(0n)
    expect(await verifyIssue(world, opening!.number)).toMatchObject({ verdict: 'verified' })
    expect(await breaches(world.mall.db)).toEqual([])
  })
})

/** Products of every shape that the check accepts; the subsidy is what it asks for. */
const shape = record({
  shares: integer({ min: 3, max: 400 }),
  sharePrice: bigInt({ min: 1n, max: 1_000_000n }),
  widths: array(integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 5 }),
  factors: array(integer({ min: 100, max: 3_000 }), { minLength: 5, maxLength: 5 }),
  rebate: integer({ min: 0, max: 400 }),
  refund: integer({ min: 0, max: 400 }),
  winning: integer({ min: 0, max: 399 }),
  orders: array(integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 30 }),
})

/** What all shares together bring back: prizes, and rebates and refunds of each order at the highest rates. */
function returned(
  { shares, sharePrice, tiers }: IssueValue,
  rates: { rebate: number; refund: number },
  winning: number,
  quantities: readonly number[],
): bigint {
  let sum = 0n
  let first = FIRST_CODE
  for (let n = 0; first < FIRST_CODE + shares; n++) {
    const quantity = Math.min(quantities[n % quantities.length]!, FIRST_CODE + shares - first)
    const amount = sharePrice * BigInt(quantity)
    let won = 0n
    for (const { from, to, prize } of tiers ?? [])
      won += prize * BigInt(codesWon({ first, quantity }, winning, shares, [from, to]))
    sum += won + (amount * BigInt(rates.rebate)) / 10_000n
    if (won === 0n) sum += (amount * BigInt(rates.refund)) / 10_000n
    first += quantity
  }
  return sum
}

test('buying every share, with all rebates and refunds, returns at most its cost and the subsidy', () => {
  let covered = 0
  assert(
    property(shape, ({ shares, sharePrice, widths, factors, rebate, refund, winning, orders }) => {
      let from = 0
      let prize = 0n
      const prizes = factors
        .map((factor) => (sharePrice * BigInt(factor)) / 100n)
        .toSorted((a, b) => (a < b ? 1 : -1))
      const tiers = widths.flatMap((width, n) => {
        const to = n === 0 ? 0 : from + width - 1
        const made = { from, to, prize: (prize = prizes[n]!) }
        from = to + 1
        return 2 * to + 1 <= shares ? [made] : []
      })
      expect(prize).toBeGreaterThan(0n)
      const value = { shares, sharePrice, marketPrice: tiers[0]!.prize, recyclePercent: 0, tiers }
      if (tierFaults(value, tiers).length > 0) throw new Error('the shape is not sound')
      const rates = { rebate, refund }
      const subsidy = subsidyFor(value, obligationsOf(value, rates))
      const cost = sharePrice * BigInt(shares)
      const back = returned(value, rates, FIRST_CODE + (winning % shares), orders)
      expect(back).toBeLessThanOrEqual(cost + subsidy)
      if (subsidy === 0n) covered++
    }),
    { numRuns: 1_000, seed: 20_261_122 },
  )
  expect(covered).toBeGreaterThan(100)
})

test('the schema counts the codes of an order as the published formula does', async () => {
  const cases = Array.from({ length: 3_000 }, (_, n) => {
    const shares = 3 + ((n * 37) % 211)
    const quantity = 1 + ((n * 13) % shares)
    const first = FIRST_CODE + ((n * 101) % (shares - quantity + 1))
    const to = (n * 7) % Math.floor((shares + 1) / 2)
    const from = n % 3 === 0 ? 0 : Math.min(to, n % 5)
    return { shares, quantity, first, winning: FIRST_CODE + ((n * 53) % shares), from, to }
  })
  const rows = await world.mall.db.query<{ codes: bigint }>(
    `select codes_won(c.first, c.quantity, c.winning, c.shares, c."from", c."to") as codes
     from rows from (jsonb_to_recordset($1) as (first int, quantity int, winning int, shares int, "from" bigint, "to" bigint))
       with ordinality as c(first, quantity, winning, shares, "from", "to", n)
     order by n`,
    [JSON.stringify(cases)],
  )
  expect(rows.map(({ codes }) => Number(codes))).toEqual(
    cases.map(({ from, to, shares, winning, ...order }) => codesWon(order, winning, shares, [from, to])),
  )
})
