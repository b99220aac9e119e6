/** Units, interest, maturity and early exit, through the ledger. */
import { randomUUID } from 'node:crypto'
import { interestOf } from '@fairlot/contract/money/finance-interest'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { netPosition } from '../guard/net-position.ts'
import { balances, playThrough, requirePlay, setLimit } from '../ledger/index.ts'
import { lockWallets } from '../ledger/wallets.ts'
import { excludeWallet } from '../ledger/index.ts'
import { DAY_MS, HOUR_MS, testFinance, UNIT, type TestFinance } from './finance.fixture.ts'
import { accrueChunk } from './interest/accrue.ts'
import { matureChunk } from './interest/mature.ts'
import { closeSale, saveProduct } from './products/products.ts'
import { defundReserve, fundReserve } from './products/reserve-funding.ts'
import { someTerms } from '../../testing/made/finance.ts'

describe.each(['one', 'several'] as const)('finance units, lanes: %s', (lanes) => {
  let finance: TestFinance
  beforeAll(async () => {
    finance = await testFinance(lanes)
  })
  afterAll(() => finance.close())
  afterEach(async () => expect(await finance.broken()).toEqual([]))

  const one = async (balance?: bigint) => (await finance.members(1, balance))[0]!
  const balance = async (member: string) => (await balances(finance.mall.db, member)).balance

  test('sells units: principal is in custody, interest and highest rebates are bound in the reserve', async () => {
    const [member, code] = [await one(), await finance.product({ reserve: 10n * UNIT })]
    expect(await finance.buy(member, code, 3)).toMatchObject({ outcome: 'done', position: 1 })
    expect(await balance(member)).toBe(9_970n * UNIT)
    expect(await finance.row(code)).toMatchObject({
      units: 3,
      orders: 1,
      members: 1,
      openOrders: 1,
      principal: 30n * UNIT,
      custody: 30n * UNIT,
      liability: interestOf(30n * UNIT, 5_000, 168),
      // 1 % and 0.5 %, and 0.5 % of the highest VIP level
      rebates: 6_000n,
      reserve: 10n * UNIT,
    })
  })

  test('a term below the shortest one that earns rebates binds none', async () => {
    const [member, code] = [await one(), await finance.product({ terms: { termHours: 144 } })]
    await finance.buy(member, code, 3)
    expect(await finance.row(code)).toMatchObject({ units: 3, rebates: 0n, rebateRate: 0 })
  })

  test('the same request is one purchase; with other units it is a conflict', async () => {
    const [member, code, request] = [await one(), await finance.product(), randomUUID()]
    const answers = await Promise.all(Array.from({ length: 6 }, () => finance.buy(member, code, 2, request)))
    const given = answers.map(({ id, outcome }) => `${outcome} ${id}`)
    expect(new Set(given)).toEqual(new Set([`done ${purchaseId(member, request)}`]))
    expect(await finance.buy(member, code, 3, request)).toMatchObject({ outcome: 'conflict' })
    expect(await finance.row(code)).toMatchObject({ units: 2, orders: 1, rebates: 4_000n })
  })

  test('refuses what is not on sale, too small, over the member’s maximum and beyond the units', async () => {
    const member = await one()
    const [{ saleFromMs }] = [await someTerms(finance.mall.db)]
    const upcoming = await finance.product({ terms: { saleFromMs: saleFromMs + DAY_MS } })
    expect(await finance.buy(member, upcoming, 1)).toMatchObject({ outcome: 'refused', reason: 'closed' })
    const code = await finance.product({ terms: { minUnits: 2, maxUnits: 6, totalUnits: 8 } })
    expect(await finance.buy(member, code, 1)).toMatchObject({ outcome: 'refused', reason: 'range' })
    expect(await finance.buy(member, code, 7)).toMatchObject({ outcome: 'max_per_member' })
    expect(await finance.buy(member, code, 6)).toMatchObject({ outcome: 'done' })
    const other = await one()
    const tooMany = randomUUID()
    expect(await finance.buy(other, code, 3, tooMany)).toMatchObject({
      outcome: 'refused',
      reason: 'units',
      data: { left: 2 },
    })
    expect(await finance.buy(other, code, 3, tooMany), 'repeated').toMatchObject({
      outcome: 'refused',
      reason: 'units',
      data: null,
    })
    expect(await finance.buy(other, code, 2)).toMatchObject({ outcome: 'done', position: 2 })
    expect(await balance(other)).toBe(9_980n * UNIT)
    await finance.mall.db.tx((tx) => closeSale(tx, code))
    expect(await finance.buy(other, code, 2)).toMatchObject({ outcome: 'refused', reason: 'closed' })
  })

  test('refuses a sale that the reserve does not cover, and sells a smaller order', async () => {
    // a unit of 10 earns 0.35, and its rebates are 0.20 at most: 2.20 covers four units
    const [member, code] = [await one(), await finance.product({ reserve: 22_000n })]
    expect(await finance.buy(member, code, 5)).toMatchObject({
      outcome: 'refused',
      reason: 'reserve',
      data: { free: '22000' },
    })
    expect(await finance.buy(member, code, 4)).toMatchObject({ outcome: 'done' })
    expect(await finance.buy(member, code, 1)).toMatchObject({ outcome: 'refused', reason: 'reserve' })
    const none = await finance.product({ reserve: 0n })
    expect(await finance.buy(member, none, 1)).toMatchObject({ outcome: 'refused', reason: 'reserve' })
  })

  // so many that a batch is split
  test('80 members at once take exactly the units that there are, and what the reserve covers', async () => {
    const crowd = await finance.members(80)
    const last = await finance.product({ terms: { totalUnits: 25 } })
    const covered = await finance.product({ reserve: 17n * 5_500n })
    const [units, reserve] = await Promise.all(
      [last, covered].map((code) => Promise.all(crowd.map((member) => finance.buy(member, code, 1)))),
    )
    expect(units!.filter(({ outcome }) => outcome === 'done')).toHaveLength(25)
    expect(reserve!.filter(({ outcome }) => outcome === 'done')).toHaveLength(17)
    expect(await finance.row(covered)).toMatchObject({
      units: 17,
      liability: 17n * 3_500n,
      rebates: 17n * 2_000n,
    })
  })

  test('accrues after each full 24 hours, and pays principal and interest at maturity', async () => {
    const [member, code] = [await one(), await finance.product()]
    const { id } = await finance.buy(member, code, 3)
    await finance.advance(DAY_MS - 60_000)
    await finance.pay()
    expect(await finance.order(member, id)).toMatchObject({ accrued: 0n, accruedSteps: 0 })
    await finance.advance(60_000)
    await finance.pay()
    await finance.pay()
    expect(await finance.order(member, id)).toMatchObject({ accrued: 1_500n, accruedSteps: 1, paid: 0n })
    await finance.advance(4 * DAY_MS)
    await finance.pay()
    expect(await finance.order(member, id)).toMatchObject({ accruedSteps: 5, accrued: 7_500n })
    await finance.advance(2 * DAY_MS)
    await finance.pay()
    expect(await finance.order(member, id)).toMatchObject({ state: 'completed', paid: 10_500n, dueMs: null })
    expect(await balance(member)).toBe(10_000n * UNIT + 10_500n)
    expect(await finance.row(code)).toMatchObject({
      principal: 0n,
      custody: 0n,
      liability: 0n,
      openOrders: 0,
    })
    expect((await netPosition(finance.mall.db, member, 0)).all).toMatchObject({
      spent: 30n * UNIT,
      won: 30n * UNIT + 10_500n,
    })
  })

  test('pays an hourly term pro rata', async () => {
    const terms = { termHours: 6, termUnit: 'hours', dailyRatePpm: 6_000 } as const
    const [member, code] = [await one(), await finance.product({ terms })]
    const { id } = await finance.buy(member, code, 1)
    await finance.advance(6 * HOUR_MS)
    await finance.pay()
    expect(await finance.order(member, id)).toMatchObject({ state: 'completed', paid: 150n })
    expect(await balance(member)).toBe(10_000n * UNIT + 150n)
  })

  test('with daily payout credits each day’s interest, and the principal at maturity', async () => {
    const terms = { termHours: 72, payout: 'daily', dailyRatePpm: 3_333 } as const
    const [member, code] = [await one(), await finance.product({ terms })]
    const { id } = await finance.buy(member, code, 1)
    await finance.advance(DAY_MS)
    await finance.pay()
    expect(await balance(member)).toBe(9_990n * UNIT + 333n)
    expect(await finance.order(member, id)).toMatchObject({ accrued: 333n, paid: 333n })
    await finance.advance(2 * DAY_MS)
    await finance.pay()
    expect(await balance(member)).toBe(10_000n * UNIT + 999n)
    expect(await finance.order(member, id)).toMatchObject({ state: 'completed', paid: 999n })
    expect((await netPosition(finance.mall.db, member, 0)).all).toMatchObject({ won: 10n * UNIT + 999n })
  })

  test('an early exit gives the principal back, and the unpaid interest stays in the reserve', async () => {
    const [member, code] = [await one(), await finance.product({ reserve: 10n * UNIT })]
    const { id } = await finance.buy(member, code, 2)
    expect(await finance.row(code)).toMatchObject({ rebates: 4_000n })
    await finance.advance(2 * DAY_MS)
    const exits = await Promise.all(Array.from({ length: 5 }, () => finance.exit(member, id)))
    expect(new Set(exits.map(({ state }) => state))).toEqual(new Set(['exited']))
    expect(await balance(member)).toBe(10_000n * UNIT)
    expect(await finance.order(member, id)).toMatchObject({ accruedSteps: 2, paid: 0n })
    expect(await finance.row(code)).toMatchObject({
      units: 0,
      reserve: 10n * UNIT,
      liability: 0n,
      rebates: 0n,
      custody: 0n,
    })
    expect(await finance.buy(member, code, 1), 'its units can be bought again').toMatchObject({ position: 2 })
    expect(await finance.row(code)).toMatchObject({ members: 1 })
  })

  test('an exit with daily payout keeps the days that were complete', async () => {
    const [member, code] = [await one(), await finance.product({ terms: { payout: 'daily' } })]
    const { id } = await finance.buy(member, code, 1)
    await finance.advance(2 * DAY_MS + HOUR_MS)
    expect(await finance.exit(member, id)).toMatchObject({ state: 'exited', paid: 1_000n })
    expect(await balance(member)).toBe(10_000n * UNIT + 1_000n)
  })

  test('refuses the exit of an order that matured, of one without early exit, and of another member', async () => {
    const [member, stranger] = [await one(), await one()]
    const code = await finance.product()
    const { id } = await finance.buy(member, code, 1)
    await expect(finance.exit(stranger, id)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
    await finance.advance(7 * DAY_MS)
    await expect(finance.exit(member, id)).rejects.toMatchObject({ code: 'EXIT_CLOSED' })
    await finance.pay()
    await expect(finance.exit(member, id)).rejects.toMatchObject({ code: 'EXIT_CLOSED' })
    const fixed = await finance.product({ earlyExit: false })
    const bought = await finance.buy(member, fixed, 1)
    await expect(finance.exit(member, bought.id)).rejects.toMatchObject({ code: 'EXIT_OFF' })
  })

  test('an exit and the maturity of one order at once: one of them pays', async () => {
    const code = await finance.product({ terms: { termHours: 24 } })
    const members = await finance.members(8)
    const orders = await Promise.all(
      members.map(async (member) => ({ member, id: (await finance.buy(member, code, 1)).id })),
    )
    await finance.advance(DAY_MS - 40)
    const exits = orders.map(({ member, id }) =>
      finance.exit(member, id).catch((error: Error) => error.message),
    )
    await finance.advance(40)
    await Promise.all([...exits, finance.pay(), finance.pay()])
    await finance.pay()
    for (const { member, id } of orders) {
      const { state } = await finance.order(member, id)
      expect(['completed', 'exited']).toContain(state)
      expect(await balance(member)).toBe(10_000n * UNIT + (state === 'completed' ? 500n : 0n))
    }
  })

  test('parallel accruals and payouts end each order once', async () => {
    const code = await finance.product({ terms: { termHours: 48 } })
    const daily = await finance.product({ terms: { termHours: 48, payout: 'daily' } })
    const members = await finance.members(30)
    for (const product of [code, daily])
      await Promise.all(members.map((member) => finance.buy(member, product, 1)))
    await finance.advance(DAY_MS)
    await Promise.all(Array.from({ length: 4 }, () => finance.pay()))
    await finance.advance(DAY_MS)
    await Promise.all(Array.from({ length: 4 }, () => finance.pay()))
    await finance.pay()
    for (const member of members) expect(await balance(member)).toBe(10_000n * UNIT + 2_000n)
  })

  test('chunks end at any size', async () => {
    const code = await finance.product({ terms: { termHours: 48 } })
    const members = await finance.members(5)
    await Promise.all(members.map((member) => finance.buy(member, code, 1)))
    await finance.advance(2 * DAY_MS)
    const product = await finance.row(code)
    const { db } = finance.mall
    expect(await accrueChunk(db, product, 2)).toHaveLength(2)
    expect(await matureChunk(db, product, randomUUID, 9)).toHaveLength(2)
    expect(await accrueChunk(db, product, 2)).toHaveLength(2)
    expect(await accrueChunk(db, product, 2)).toHaveLength(1)
    expect(await accrueChunk(db, product, 2)).toEqual([])
    expect(await matureChunk(db, product, randomUUID, 2)).toHaveLength(2)
    expect(await matureChunk(db, product, randomUUID, 2)).toHaveLength(1)
    expect(await matureChunk(db, product, randomUUID, 2)).toEqual([])
  })

  test('gives back only the free part of a reserve, once per reference', async () => {
    const { db } = finance.mall
    const [member, code] = [await one(), await finance.product({ reserve: 14_000n })]
    await finance.buy(member, code, 2)
    const take = (amount: bigint, reference: string) =>
      db.tx((tx) => defundReserve(tx, { code, amount, reference }))
    await expect(take(3_001n, 'too much')).rejects.toMatchObject({
      code: 'RESERVE_BOUND',
      details: { values: { free: '0.30' } },
    })
    expect(await take(3_000n, 'back')).toMatchObject({
      reserve: 11_000n,
      liability: 7_000n,
      rebates: 4_000n,
    })
    expect(await take(3_000n, 'back'), 'repeated').toBeNull()
    await expect(take(2_000n, 'back')).rejects.toThrow('another amount')
    const fund = () => db.tx((tx) => fundReserve(tx, { code, amount: UNIT, reference: 'more' }))
    const funded = await Promise.all([fund(), fund(), fund()])
    expect(funded.filter((moved) => moved !== null)).toHaveLength(1)
    expect(await finance.row(code)).toMatchObject({ reserve: 21_000n })
  })

  test('parallel withdrawals of a reserve and purchases never leave less than what is bound', async () => {
    const { db } = finance.mall
    const [code, crowd] = [await finance.product({ reserve: 20n * 5_500n }), await finance.members(20)]
    const takes = Array.from({ length: 10 }, (_, n) =>
      db
        .tx((tx) => defundReserve(tx, { code, amount: 7_000n, reference: `take ${n}` }))
        .catch((error: Error) => error.message),
    )
    await Promise.all([...takes, ...crowd.map((member) => finance.buy(member, code, 1))])
    const { reserve, liability, rebates } = await finance.row(code)
    expect(reserve).toBeGreaterThanOrEqual(liability + rebates)
  })

  test('changes terms only before anybody could buy', async () => {
    const { db } = finance.mall
    const terms = await someTerms(db, { saleFromMs: (await someTerms(db)).saleFromMs + DAY_MS })
    const texts = [{ language: 'en-us', name: 'Short', funding: 'From fees.' }] as const
    const save = (more: Partial<typeof terms>, code = 'SAVED') =>
      db.tx((tx) => saveProduct(tx, { code, terms: { ...terms, ...more }, earlyExit: true, texts }))
    expect(await save({})).toBeNull()
    expect(await save({ dailyRatePpm: 6_000 })).toMatchObject({ dailyRatePpm: 5_000 })
    expect(await finance.row('SAVED')).toMatchObject({ dailyRatePpm: 6_000 })
    await expect(save({ termHours: 30 })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { fields: { termHours: 'INVALID' } },
    })
    await finance.advance(DAY_MS + HOUR_MS)
    await expect(save({})).rejects.toMatchObject({ code: 'TERMS_FIXED' })
  })

  test('limits and exclusion stop purchases, never payouts; matured units do not count as played', async () => {
    const { db } = finance.mall
    const [member, code] = [await one(), await finance.product({ terms: { termHours: 24 } })]
    const change = (work: Parameters<typeof db.tx>[0]) =>
      db.tx(async (tx) => {
        await lockWallets(tx, [member])
        await work(tx)
      })
    await change((tx) => requirePlay(tx, member, 15n * UNIT))
    const left = await finance.buy(member, code, 1)
    await finance.exit(member, left.id)
    expect((await playThrough(db, member)).played).toBe(0n)
    const { id } = await finance.buy(member, code, 1)
    await change((tx) => setLimit(tx, { member, kind: 'spend', period: 'day' }, 15n * UNIT, 0))
    expect(await finance.buy(member, code, 1)).toMatchObject({ outcome: 'limit', limit: 'spend' })
    await change((tx) => excludeWallet(tx, member, new Date('2100-01-01T00:00:00Z')))
    expect(await finance.buy(member, code, 1)).toMatchObject({ outcome: 'excluded' })
    await finance.advance(DAY_MS)
    await finance.pay()
    expect(await finance.order(member, id)).toMatchObject({ state: 'completed' })
    expect((await playThrough(db, member)).played).toBe(0n)
  })
})
