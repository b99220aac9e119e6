import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { fundHouse } from '../../ledger/index.ts'
import {
  buyShares,
  drawAll,
  drawMall,
  openTestIssue,
  verified,
  type DrawMall,
} from '../draws/draws.fixture.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { openIssue, scheduleIssue } from './open-issue.ts'
import { DAY_MS, looks } from './issue-steps.fixture.ts'
import { obligationsOf, subsidyFor } from './opening-check.ts'
import { createProduct, type NewProduct } from '../catalogue/products.ts'
import { mallSettings } from '../mall.settings.fixture.ts'

let world: DrawMall
let look: ReturnType<typeof looks>

beforeAll(async () => {
  world = await drawMall()
  look = looks(world)
})
afterAll(async () => {
  await world.mall.close()
})

let references = 0
const fund = (amount: bigint, reference = `BANK-${++references}`) =>
  world.mall.db.tx((tx) => fundHouse(tx, { account: 'subsidy', amount, reference }))

/** Takes back what the tests before have left: every test starts with an empty subsidy account. */
async function emptySubsidy() {
  const left = await look.house('subsidy')
  if (left === 0n) return
  const code = await product({ marketPrice: 10_000n * 10n + left, recyclePercent: 100 })
  expect(await openIssue(world.options, code)).toMatchObject({ opened: true })
  expect(await look.house('subsidy')).toBe(0n)
}

let products = 0

/** A product without an issue: ten shares at 1.00; recycling pays 16.00, so that 6.00 are lacking. */
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
const LACKING = 60_000n

describe('what an issue may owe', () => {
  const value = { shares: 10, sharePrice: 10_000n, marketPrice: 200_000n, recyclePercent: 80 }

  it.each([
    [{}, LACKING],
    [{ marketPrice: 125_000n }, 0n],
    [{ marketPrice: 125_001n }, 0n],
    [{ marketPrice: 125_002n }, 1n],
    [{ recyclePercent: 0 }, 0n],
    [{ recyclePercent: 100 }, 100_000n],
    [{ shares: 16 }, 0n],
  ])('%o lacks %s', (change, lacking) => {
    expect(subsidyFor({ ...value, ...change })).toBe(lacking)
  })

  it('is the recycling value, rounded down, and nothing that is not sold yet', () => {
    expect(obligationsOf({ ...value, marketPrice: 33_333n })).toEqual({
      prizes: 0n,
      recycling: 26_666n,
      vouchers: 0n,
      rebates: 0n,
      refunds: 0n,
    })
  })

  it('is refused beyond what the product says that the house adds, and without a maximum per member', async () => {
    await expect(product({ maxSubsidy: LACKING - 1n })).rejects.toMatchObject({
      details: { fields: { recyclePercent: 'NUMBER_RANGE' } },
    })
    await expect(product({ maxSubsidy: LACKING, maxPerMember: 0 })).rejects.toMatchObject({
      details: { fields: { maxPerMember: 'REQUIRED' } },
    })
    await product({ maxSubsidy: LACKING })
  })

  it('the schema knows it too', async () => {
    const code = await product({ maxSubsidy: LACKING })
    const change = (sql: string) =>
      world.mall.owner.query(`update product set ${sql} where code = $1`, [code])
    await expect(change('max_subsidy = max_subsidy - 1')).rejects.toThrow('product_covered')
    await expect(change('max_per_member = 0')).rejects.toThrow('product_subsidy')
    await expect(change(`pause_reason = 'unfunded'`)).rejects.toThrow('product_pause')
  })
})

describe('funding', () => {
  it('credits an account once per bank reference, out of the cash', async () => {
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

  it('no account goes below its floor, and no role of the server touches a funding', async () => {
    const change = (sql: string) => world.mall.db.query(sql)
    await expect(change(`update house_account set balance = -1 where name = 'subsidy'`)).rejects.toThrow(
      'floor',
    )
    await expect(change('update house_funding set amount = 1')).rejects.toThrow('permission denied')
    await expect(change('delete from house_funding')).rejects.toThrow('permission denied')
  })
})

describe('the opening check', () => {
  it('takes nothing where the sales cover everything', async () => {
    const before = await look.house('subsidy')
    const { issueId } = await openTestIssue(world, { shares: 10 })
    expect(await look.poolOf(issueId)).toBe(0n)
    expect(await look.house('subsidy')).toBe(before)
  })

  it.each([
    ['nothing', 0n],
    ['one unit too little', LACKING - 1n],
  ])(
    'pauses the product when the account holds %s, and opens by itself when it is funded',
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

  it('many openings at once share one account: as many open as it covers, the others pause', async () => {
    await emptySubsidy()
    await fund(LACKING * 3n + 59_999n)
    const codes = await Promise.all(Array.from({ length: 8 }, () => product()))
    const openings = await Promise.all(codes.map((code) => openIssue(world.options, code)))
    expect(openings.filter((one) => one?.opened)).toHaveLength(3)
    const states = await Promise.all(codes.map((code) => look.product(code)))
    expect(states.filter(({ reason }) => reason === 'unfunded')).toHaveLength(5)
    expect(await look.house('subsidy')).toBe(59_999n)
    // two more are funded; two loops find them
    await fund(LACKING * 2n)
    await Promise.all([world.draws.runDue(), createDraws({ ...world.options }).runDue()])
    const later = await Promise.all(codes.map((code) => look.product(code)))
    expect(later.filter(({ issued }) => issued === 1)).toHaveLength(5)
    expect(await look.house('subsidy')).toBe(59_999n)
    await fund(LACKING * 3n)
    await world.draws.runDue()
    expect(await breaches(world.mall.db)).toEqual([])
  })

  it('one product opened many times at once takes the subsidy once', async () => {
    await emptySubsidy()
    await fund(LACKING * 2n)
    const code = await product()
    const openings = await Promise.all([1, 2, 3, 4, 5, 6].map(() => openIssue(world.options, code)))
    expect(openings.filter((one) => one?.opened)).toHaveLength(1)
    expect(await look.house('subsidy')).toBe(LACKING)
  })

  it('what the house added stays in escrow for the prize after the draw', async () => {
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
    expect(await verified(world, opening!.number)).toMatchObject({ ok: true })
    expect(await breaches(world.mall.db)).toEqual([])
  })

  it('a product that an operator paused stays paused, however much there is', async () => {
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

  it('opens by itself at its time, not before, and then sells', async () => {
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
    // it is this product's next issue: nothing else opens meanwhile
    expect(await openIssue(world.options, code)).toEqual({ issueId, number, opened: false })
    await world.mall.database.advanceClock(60_000)
    await Promise.all([world.draws.runDue(), createDraws({ ...world.options }).runDue()])
    expect(await look.statusOf(issueId)).toBe('selling')
    await buyShares(world, number, [member!])
    const times = await look.one<{ opened: bigint; closes: bigint }>(
      `select floor(extract(epoch from opened_at) * 1000)::bigint as opened, closes_ms as closes from issue where issue_id = $1`,
      [issueId],
    )
    expect(Number(times.opened)).toBeGreaterThanOrEqual(opensAt)
    expect(Number(times.closes)).toBe(opensAt + 2 * DAY_MS)
    expect(await look.eventsOf(issueId)).toEqual(['opened'])
    expect(await breaches(world.mall.db)).toEqual([])
  })

  it('stays open when the clock goes back, and opens late when the server was away', async () => {
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
  })

  it('one whose time is past opens with the next look', async () => {
    const code = await product(covered)
    const { issueId } = (await scheduleIssue(world.options, code, 0))!
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('selling')
  })

  it('waits for its funds, then opens', async () => {
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

  it('that is never funded expires at its deadline without having opened', async () => {
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

  it('of a product that an operator pauses waits, and opens when it goes on', async () => {
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
