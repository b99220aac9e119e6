import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FLOOR_MS } from '../../../platform/db.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { fundHouse } from '../../ledger/index.ts'
import {
  buyShares,
  drawAll,
  drawMall,
  openTestIssue,
  verifyIssue,
  type DrawMall,
} from '../draws/draws.fixture.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { openIssue, scheduleIssue } from './open-issue.ts'
import { DAY_MS, createReader } from './issue-steps.fixture.ts'
import { obligationsOf, subsidyFor } from './opening-check.ts'
import { createProduct, type NewProduct } from '../catalogue/products.ts'
import { mallSettings } from '../mall.settings.fixture.ts'

let world: DrawMall
let look: ReturnType<typeof createReader>

beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
})
afterAll(async () => {
  await world.mall.close()
})

let references = 0
const fund = (amount: bigint, reference = `BANK-${++references}`) =>
  world.mall.db.tx((tx) => fundHouse(tx, { account: 'subsidy', amount, reference }))

/** Empties the subsidy account: opens an issue that takes all of it. */
async function emptySubsidy() {
  const left = await look.house('subsidy')
  if (left === 0n) return
  const code = await product({ marketPrice: 100_000n - REWARDS + left, recyclePercent: 100 })
  expect(await openIssue(world.options, code)).toMatchObject({ opened: true })
  expect(await look.house('subsidy')).toBe(0n)
}

let products = 0

/** 2 % of ten shares at 1.00 for rebates, and 2.5 % of the nine that do not win for VIP refunds. */
const REWARDS = 4_250n

/** Creates a product without an issue: ten shares at 1.00. Recycling pays 16.00, so the subsidy is 6.00 and the rewards. */
async function product(options: Partial<NewProduct> = {}): Promise<string> {
  const code = `O${++products}`
  await createProduct(
    { db: world.mall.db, settings: mallSettings(world.mall.db) },
    {
      code,
      category: 'test',
      art: 'phone',
      tile: 'sea',
      texts: { 'en-us': { title: code, description: 'For tests.' } },
      marketPrice: 200_000n,
      sharePrice: 10_000n,
      shares: 10,
      maxPerMember: 5,
      maxSubsidy: 10n ** 12n,
      grade: 'salt',
      ...options,
    },
  )
  return code
}
const LACKING = 60_000n + REWARDS

describe('the obligations of an issue', () => {
  const value = { shares: 10, sharePrice: 10_000n, marketPrice: 200_000n, recyclePercent: 80, tiers: null }
  const rates = { rebate: 200, refund: 250 }

  test.each([
    [{}, LACKING],
    [{ marketPrice: 119_687n }, 0n],
    [{ marketPrice: 119_688n }, 0n],
    [{ marketPrice: 119_689n }, 1n],
    [{ recyclePercent: 0 }, 0n],
    [{ recyclePercent: 100 }, 100_000n + REWARDS],
    [{ shares: 17 }, 0n],
  ])('with %o need a subsidy of %s', (change, subsidy) => {
    const changed = { ...value, ...change }
    expect(subsidyFor(changed, obligationsOf(changed, rates))).toBe(subsidy)
  })

  test('of goods are the recycling amount, rounded down, and the highest rebates and VIP refunds', () => {
    expect(obligationsOf({ ...value, marketPrice: 33_333n }, rates)).toEqual({
      prizes: 0n,
      recycling: 26_666n,
      vouchers: 0n,
      rebates: 2_000n,
      refunds: 2_250n,
    })
  })

  test('refuses a product that needs more than its maximum subsidy, or that has no maximum per member', async () => {
    await expect(product({ maxSubsidy: LACKING - 1n })).rejects.toMatchObject({
      details: { fields: { recyclePercent: 'PRIZES_OVER_SALES' } },
    })
    await expect(product({ maxSubsidy: LACKING, maxPerMember: 0 })).rejects.toMatchObject({
      details: { fields: { maxPerMember: 'SUBSIDY_MAX' } },
    })
    await product({ maxSubsidy: LACKING })
  })

  test('the schema refuses such products too', async () => {
    const code = await product({ maxSubsidy: LACKING })
    const change = (sql: string) =>
      world.mall.owner.query(`update product set ${sql} where code = $1`, [code])
    await expect(change('max_subsidy = 59999')).rejects.toThrow('product_covered')
    await expect(change('max_per_member = 0')).rejects.toThrow('product_subsidy')
    await expect(change(`pause_reason = 'unfunded'`)).rejects.toThrow('product_pause')
  })
})

describe('house funding', () => {
  test('credits an account once per bank reference and debits cash', async () => {
    const cash = await look.house('cash')
    const before = await look.house('bankroll')
    const funding = { account: 'bankroll', amount: 500_000n, reference: 'TRANSFER 77' } as const
    const give = (change: object = {}) => world.mall.db.tx((tx) => fundHouse(tx, { ...funding, ...change }))
    const answers = await Promise.all([1, 2, 3, 4].map(() => give()))
    expect(answers.filter((at) => at !== null)).toHaveLength(1)
    await expect(give({ amount: 500_001n })).rejects.toThrow('another amount')
    expect(await give({ account: 'marketing' })).toEqual(expect.any(Number))
    expect((await look.house('bankroll')) - before).toBe(500_000n)
    expect(cash - (await look.house('cash'))).toBe(1_000_000n)
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('no account goes below its floor, and the server cannot change or delete a funding', async () => {
    const change = (sql: string) => world.mall.db.query(sql)
    await expect(change(`update house_account set balance = -1 where name = 'subsidy'`)).rejects.toThrow(
      'floor',
    )
    await expect(change('update house_funding set amount = 1')).rejects.toThrow('permission denied')
    await expect(change('delete from house_funding')).rejects.toThrow('permission denied')
  })
})

describe('the opening check', () => {
  test('takes no subsidy when the sales cover all obligations', async () => {
    const before = await look.house('subsidy')
    const { issueId } = await openTestIssue(world, { shares: 10 })
    expect(await look.poolOf(issueId)).toBe(0n)
    expect(await look.house('subsidy')).toBe(before)
  })

  test.each([
    ['nothing', 0n],
    ['one unit too little', LACKING - 1n],
  ])(
    'pauses the product when the account holds %s, and opens its issue when the account is funded',
    async (_, held) => {
      await emptySubsidy()
      if (held > 0n) await fund(held)
      world.warnings.length = 0
      const code = await product()
      expect(await openIssue(world.options, code)).toBeNull()
      expect(await look.product(code)).toEqual({
        state: 'paused',
        reason: 'unfunded',
        need: LACKING,
        issued: 0,
      })
      expect(world.warnings).toEqual(['product paused: the subsidy account does not cover its next issue'])
      await world.draws.runDue()
      expect((await look.product(code)).issued).toBe(0)
      expect(await look.house('subsidy')).toBe(held)
      await fund(LACKING - held)
      await world.draws.runDue()
      expect(await look.product(code)).toEqual({ state: 'active', reason: null, need: null, issued: 1 })
      expect(await look.house('subsidy')).toBe(0n)
      expect(await breaches(world.mall.db)).toEqual([])
    },
  )

  test('of concurrent openings, as many succeed as the account covers, and the other products pause', async () => {
    await emptySubsidy()
    await fund(LACKING * 4n - 1n)
    const codes = await Promise.all(Array.from({ length: 8 }, () => product()))
    const openings = await Promise.all(codes.map((code) => openIssue(world.options, code)))
    expect(openings.filter((one) => one?.opened)).toHaveLength(3)
    const states = await Promise.all(codes.map((code) => look.product(code)))
    expect(states.filter(({ reason }) => reason === 'unfunded')).toHaveLength(5)
    expect(await look.house('subsidy')).toBe(LACKING - 1n)
    // the account covers two more issues; two loops open them
    await fund(LACKING * 2n)
    await Promise.all([world.draws.runDue(), createDraws({ ...world.options }).runDue()])
    const later = await Promise.all(codes.map((code) => look.product(code)))
    expect(later.filter(({ issued }) => issued === 1)).toHaveLength(5)
    expect(await look.house('subsidy')).toBe(LACKING - 1n)
    await fund(LACKING * 3n)
    await world.draws.runDue()
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('concurrent openings of one product take the subsidy once', async () => {
    await emptySubsidy()
    await fund(LACKING * 2n)
    const code = await product()
    const openings = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openIssue(world.options, code)))
    expect(openings.filter((one) => one?.opened)).toHaveLength(1)
    expect(await look.house('subsidy')).toBe(LACKING)
  })

  test('the subsidy stays in escrow for the prize after the draw', async () => {
    await emptySubsidy()
    await fund(LACKING)
    const code = await product({ maxIssues: 1 })
    const opening = await openIssue(world.options, code)
    const members = await testMembers(world.mall, 2, 50_000n)
    await buyShares(world, opening!.number, members, 5)
    const sales = await look.house('sales')
    await drawAll(world)
    expect(await look.poolOf(opening!.issueId)).toBe(160_000n)
    expect(await look.house('sales')).toBe(sales)
    expect(await verifyIssue(world, opening!.number)).toMatchObject({ verdict: 'verified' })
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('a product that an operator paused stays paused when the account is funded', async () => {
    await fund(LACKING)
    const code = await product()
    await world.mall.db.query(`update product set state = 'paused' where code = $1`, [code])
    expect(await openIssue(world.options, code)).toBeNull()
    await world.draws.runDue()
    expect(await look.product(code)).toEqual({ state: 'paused', reason: null, need: null, issued: 0 })
    await emptySubsidy()
  })
})

describe('a scheduled issue', () => {
  const covered = { marketPrice: 100_000n, saleDays: 2, maxIssues: 1 }
  const inAnHour = async () => (await world.now()) + 3_600_000

  test('opens at its time and not before, and then sells', async () => {
    const code = await product(covered)
    const opensAt = await inAnHour()
    const made = await scheduleIssue(world.options, code, opensAt)
    expect(made).toMatchObject({ number: `${code}-0001`, opened: false })
    const { issueId, number } = made!
    const [member] = await testMembers(world.mall, 1, 50_000n)
    await expect(buyShares(world, number, [member!])).rejects.toMatchObject({ code: 'NOT_SELLING' })
    await world.mall.database.advanceClock(3_540_000)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('scheduled')
    // it is the product's next issue: no other issue opens before it
    expect(await openIssue(world.options, code)).toEqual({ issueId, number, opened: false })
    await world.mall.database.advanceClock(60_000)
    await Promise.all([world.draws.runDue(), createDraws({ ...world.options }).runDue()])
    expect(await look.statusOf(issueId)).toBe('selling')
    await buyShares(world, number, [member!])
    const times = await look.one<{ opened: bigint; closes: bigint }>(
      `select ${FLOOR_MS('opened_at')} as opened, closes_ms as closes from issue where issue_id = $1`,
      [issueId],
    )
    expect(Number(times.opened)).toBeGreaterThanOrEqual(opensAt)
    expect(Number(times.closes)).toBe(opensAt + 2 * DAY_MS)
    expect(await look.eventsOf(issueId)).toEqual(['opened'])
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('opens late when the server was stopped at its time, and stays open when the clock goes back', async () => {
    const code = await product({ ...covered, saleDays: 30 })
    const { issueId, number } = (await scheduleIssue(world.options, code, await inAnHour()))!
    await world.mall.database.advanceClock(5 * DAY_MS)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('selling')
    await world.mall.database.advanceClock(-5 * DAY_MS)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('selling')
    const [member] = await testMembers(world.mall, 1, 50_000n)
    await buyShares(world, number, [member!])
    expect(await breaches(world.mall.db)).toEqual([])
    // what the log has dated stays, so later openings would be dated five days ahead
    await world.mall.database.advanceClock(5 * DAY_MS)
  })

  test('whose time is in the past opens with the next run', async () => {
    const code = await product(covered)
    const { issueId } = (await scheduleIssue(world.options, code, 0))!
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('selling')
  })

  test('whose subsidy is not funded opens when the account is funded', async () => {
    await emptySubsidy()
    const code = await product()
    const { issueId } = (await scheduleIssue(world.options, code, 0))!
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('scheduled')
    expect(await look.product(code)).toMatchObject({ state: 'paused', reason: 'unfunded', need: LACKING })
    await fund(LACKING)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('selling')
    expect(await look.product(code)).toMatchObject({ state: 'active', reason: null, issued: 1 })
    expect(await look.poolOf(issueId)).toBe(LACKING)
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('that is never funded expires at its deadline without opening', async () => {
    await emptySubsidy()
    const code = await product({ saleDays: 2, maxIssues: 1 })
    const { issueId } = (await scheduleIssue(world.options, code, 0))!
    await world.draws.runDue()
    await world.mall.database.advanceClock(2 * DAY_MS)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('refunded')
    expect(await look.eventsOf(issueId)).toEqual(['expired', 'refunded'])
    await fund(LACKING)
    await world.draws.runDue()
    expect(await look.house('subsidy')).toBe(LACKING)
    expect(await breaches(world.mall.db)).toEqual([])
    expect(world.errors).toEqual([])
  })

  test('of a product that an operator pauses opens when the product resumes', async () => {
    const code = await product(covered)
    const { issueId } = (await scheduleIssue(world.options, code, 0))!
    const set = (state: string) =>
      world.mall.db.query('update product set state = $2 where code = $1', [code, state])
    await set('paused')
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('scheduled')
    await set('active')
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('selling')
  })
})
