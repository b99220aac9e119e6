/** Refunds of lost orders: whom they are for, at which rate, when, and that each is paid once. */
import fc from 'fast-check'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { houseAvailable } from '../../../ledger/index.ts'
import { drawAll, openTestIssue } from '../../../mall/draws/draws.fixture.ts'
import { drawnInFavour, fundAll, settleAll } from '../../../mall/favour/favour.fixture.ts'
import { grantVouchers } from '../../../mall/index.ts'
import { rewardLines } from '../../reward-lines.fixture.ts'
import { refundDue } from './refunds.jobs.ts'
import { DAY_MS, LOW_LEVELS, testRefunds, UNIT, vipValues, type TestRefunds } from './refunds.fixture.ts'

let shop: TestRefunds
beforeAll(async () => {
  shop = await testRefunds()
  await shop.fund(1_000n * UNIT)
})
afterEach(async () => {
  expect(await shop.broken()).toEqual([])
  expect(shop.world.errors).toEqual([])
})
afterAll(() => shop.close())

/** A refund as the formula says. */
const RATES = [0n, 50n, 100n, 150n, 200n, 250n]
const SPENDS = LOW_LEVELS.split(',').map((spend) => BigInt(spend) * UNIT)
const rateAt = (spend: bigint) => RATES[SPENDS.filter((least) => least <= spend).length]!
const formula = (basis: bigint, spend: bigint) => (basis * rateAt(spend)) / 10_000n

test('a day is refunded once, after its midnight, at the level of that moment, to those who lost', async () => {
  const [low = '', high = ''] = await shop.members(2)
  const { winner } = await shop.lose([low, high], [1, 9])
  await shop.run()
  expect([await shop.refunds(low), await shop.refunds(high)]).toEqual([[], []])
  const before = [await shop.balance(low), await shop.balance(high)]
  await shop.nextDay()
  await Promise.all([shop.run(), shop.run(), shop.run()])
  await shop.run()
  // the level 0 has no refund
  const lost = winner === high ? 0n : 9n * UNIT
  expect((await shop.refunds(high)).map(({ basis, amount, state }) => ({ basis, amount, state }))).toEqual(
    lost > 0n ? [{ basis: lost, amount: formula(lost, 9n * UNIT), state: 'paid' }] : [],
  )
  expect(await shop.refunds(low)).toEqual([])
  expect(await shop.balance(low)).toBe(before[0])
  expect(await shop.balance(high)).toBe(before[1]! + formula(lost, 9n * UNIT))
  const [refund] = await shop.refunds(high)
  expect(await rewardLines(shop.world.mall.db, high)).toEqual(
    refund ? [`vip_refund 0.135: Draws of ${refund.day} (${refund.day})`] : [],
  )
})

test('of a draw in favour only orders of members who keep a prize and nothing else are lost', async () => {
  const [winner = '', loser = ''] = await shop.members(2)
  await fundAll(shop.world.mall, 1_000n * UNIT)
  const bought = [
    { member: winner, quantity: 3 },
    { member: loser, quantity: 6 },
    { member: winner, quantity: 1 },
  ]
  for (const marketPrice of [10n * UNIT, UNIT])
    await settleAll(
      shop.world,
      (await drawnInFavour(shop.world, { marketPrice }, bought, FIRST_CODE + 9)).issueId,
    )
  await shop.nextDay()
  await shop.run()
  // of the second issue the winner paid 4.00 for a product of 1.00, and has 3.00 back
  expect(await shop.refunds(winner)).toMatchObject([
    { orders: 1, basis: 3n * UNIT, amount: formula(3n * UNIT, 4n * UNIT), state: 'paid' },
  ])
  expect(await shop.refunds(loser)).toEqual([])
})

test('percentages that rise while an issue sells cost more than it set aside: the refund waits, and nothing goes below zero', async () => {
  const members = await shop.members(2)
  const { db } = shop.world.mall
  const marketing = () => db.tx((tx) => houseAvailable(tx, 'marketing'))
  const left = await marketing()
  await db.tx(async (tx) => {
    const grant = { name: 'emptied', approvalId: null, members: members.slice(0, 1), days: 30 }
    await grantVouchers(tx, { ...grant, amount: left, minSpend: left })
  })
  expect(await marketing()).toBe(0n)
  await shop.lose(members, [20, 20])
  // what the draw moved: the highest rebates and refunds at the percentages of the opening
  const setAside = await marketing()
  const raised = vipValues(shop.world, LOW_LEVELS, '0,10,20,30,40,50')
  // 20.00 spent is level 4
  const due = (20n * UNIT * 4n) / 10n
  expect(setAside).toBeLessThan(due)
  await shop.nextDay()
  await Promise.all([shop.run(raised), shop.run(raised), shop.run(raised)])
  const refunds = async () => (await Promise.all(members.map(shop.refunds))).flat()
  expect(await refunds()).toMatchObject([{ amount: due, state: 'queued' }])
  expect(await marketing()).toBe(setAside)
  await shop.fund(due - setAside - 1n)
  await shop.run(raised)
  expect(await refunds()).toMatchObject([{ state: 'queued' }])
  // the database refuses what the code does not do
  await expect(db.query(`update house_account set balance = -1 where name = 'marketing'`)).rejects.toThrow(
    'house_account_',
  )
  await shop.fund(1n)
  await Promise.all([shop.run(raised), shop.run(raised)])
  expect(await refunds()).toMatchObject([{ state: 'paid' }])
  expect(await marketing()).toBe(0n)
  await shop.fund(1_000n * UNIT)
})

test('refunds that the marketing account cannot pay wait in order and are paid when it is funded', async () => {
  const members = await shop.members(4)
  await shop.lose(members, [20, 20, 20, 20])
  const one = formula(20n * UNIT, 20n * UNIT)
  const { db } = shop.world.mall
  const left = (await db.tx((tx) => houseAvailable(tx, 'marketing'))) - one - 1n
  await db.tx(async (tx) => {
    const grant = { name: 'all', approvalId: null, members: members.slice(0, 1), days: 30 }
    await grantVouchers(tx, { ...grant, amount: left, minSpend: left })
  })
  await shop.nextDay()
  await shop.run()
  const states = async () =>
    (await Promise.all(members.toSorted().map(shop.refunds))).flatMap((rows) =>
      rows.map(({ state }) => state),
    )
  expect(await states()).toEqual(['paid', 'queued', 'queued'])
  await shop.fund(one - 1n)
  await Promise.all([shop.run(), shop.run()])
  expect(await states()).toEqual(['paid', 'paid', 'queued'])
  await shop.fund(1_000n * UNIT)
  await Promise.all([shop.run(), shop.run()])
  expect(await states()).toEqual(['paid', 'paid', 'paid'])
})

test('the level counts when the day is closed, over all issues of the day', async () => {
  const [member = '', other = ''] = await shop.members(2)
  // two issues of one day: the second one lifts the level for both
  const first = await shop.lose([member, other], [1, 1])
  const second = await shop.lose([member, other], [3, 3])
  const lost = (first.winner === member ? 0n : 1n * UNIT) + (second.winner === member ? 0n : 3n * UNIT)
  await shop.nextDay()
  await shop.run()
  const [refund] = await shop.refunds(member)
  expect(refund?.amount ?? 0n).toBe(formula(lost, 4n * UNIT))
})

test('what a voucher paid of a lost order is not refunded', async () => {
  const members = await shop.members(2)
  const { db, sales } = shop.world.mall
  const terms = { approvalId: null, amount: 5n * UNIT, minSpend: 20n * UNIT, days: 30 }
  const vouchers = await db.tx((tx) => grantVouchers(tx, { name: 'lost', members, ...terms }))
  const { number } = await openTestIssue(shop.world, { shares: 40, maxIssues: 1 })
  for (const { member, id } of vouchers)
    await sales.buy({ member, issue: number, quantity: 20, voucher: id, requestId: crypto.randomUUID() })
  await drawAll(shop.world)
  await shop.nextDay()
  await shop.run()
  const refunds = (await Promise.all(members.map(shop.refunds))).flat()
  expect(refunds).toMatchObject([
    { basis: 15n * UNIT, amount: formula(15n * UNIT, 15n * UNIT), state: 'paid' },
  ])
})

test('a refund to an account that was closed meanwhile is void', async () => {
  const [member = '', other = ''] = await shop.members(2)
  await shop.lose([member, other], [20, 20])
  await shop.world.mall.owner.query(
    `update member set status = 'closed', phone = null where member_id = any($1)`,
    [[member, other]],
  )
  await shop.nextDay()
  await shop.run()
  const rows = [...(await shop.refunds(member)), ...(await shop.refunds(other))]
  expect(rows.map(({ state }) => state)).toEqual(['void'])
})

test('with an offset of business time a draw after midnight UTC still belongs to the day before', async () => {
  const [member = '', other = ''] = await shop.members(2)
  await shop.nextDay()
  // 00:15 UTC is 18:15 of the day before, six hours west
  await shop.lose([member, other], [20, 20])
  await shop.run(undefined, -360)
  expect([...(await shop.refunds(member)), ...(await shop.refunds(other))]).toEqual([])
  await shop.world.mall.database.advanceClock(6 * 3_600_000)
  await shop.run(undefined, -360)
  const [refund] = [...(await shop.refunds(member)), ...(await shop.refunds(other))]
  expect(refund).toMatchObject({ amount: formula(20n * UNIT, 20n * UNIT), state: 'paid' })
})

test('an issue that joins after its day was closed counts for the next day', async () => {
  const members = await shop.members(2)
  await shop.nextDay()
  await shop.lose(members, [20, 20])
  // a zone east of UTC is a day ahead
  await shop.run(undefined, 840)
  await shop.world.mall.database.advanceClock(10 * 3_600_000)
  await shop.run(undefined, 840)
  const all = async () => (await Promise.all(members.map(shop.refunds))).flat()
  expect(await all()).toHaveLength(1)
  await shop.lose(members, [20, 20])
  await shop.nextDay()
  await shop.run()
  expect(await all()).toHaveLength(1)
  await shop.nextDay()
  await shop.run()
  const refunds = await all()
  expect(refunds.map(({ state }) => state)).toEqual(['paid', 'paid'])
  expect(new Set(refunds.map(({ day }) => day)).size).toBe(2)
})

test('a clock that stands ahead for a moment closes no day, and one that goes back pays nothing twice', async () => {
  const members = await shop.members(2)
  await shop.lose(members, [20, 20])
  const all = async () => (await Promise.all(members.map(shop.refunds))).flat()
  const { owner, database } = shop.world.mall
  await owner.query('update clock_watch set driven = false, settled_at = (select at from business_clock)')
  await database.advanceClock(3 * DAY_MS)
  await shop.run()
  await database.advanceClock(-3 * DAY_MS)
  await owner.query('update clock_watch set driven = true, settled_at = null')
  expect(await all()).toEqual([])
  await shop.nextDay()
  await shop.run()
  await database.advanceClock(-DAY_MS)
  await shop.run()
  await database.advanceClock(DAY_MS)
  await shop.run()
  expect(await all()).toHaveLength(1)
})

test('random orders, issues and days: every refund is the formula over what the member lost', async () => {
  const anyIssue = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 4, maxLength: 4 })
  const anyDays = fc.array(fc.array(anyIssue, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 3 })
  const property = fc.asyncProperty(anyDays, async (days) => {
    const members = await shop.members(4)
    const spent = new Map(members.map((member) => [member, 0n]))
    const expected = new Map(members.map((member) => [member, [] as bigint[]]))
    await shop.nextDay()
    for (const issues of days) {
      const lost = new Map(members.map((member) => [member, 0n]))
      for (const wanted of issues) {
        // an issue has two shares at least
        const quantities = wanted.map((quantity, n) => (n < 2 ? quantity + 1 : quantity))
        const buyers = members.filter((_, n) => quantities[n]! > 0)
        const { winner } = await shop.lose(
          buyers,
          quantities.filter((quantity) => quantity > 0),
        )
        for (const [n, member] of members.entries()) {
          const cost = BigInt(quantities[n]!) * UNIT
          spent.set(member, spent.get(member)! + cost)
          if (member !== winner) lost.set(member, lost.get(member)! + cost)
        }
      }
      await shop.nextDay()
      await Promise.all([shop.run(), shop.run()])
      for (const member of members) {
        const refund = formula(lost.get(member)!, spent.get(member)!)
        if (refund > 0n) expected.get(member)!.push(refund)
      }
    }
    for (const member of members) {
      const rows = await shop.refunds(member)
      expect(rows.map(({ amount }) => amount)).toEqual(expected.get(member))
    }
  })
  await fc.assert(property, { numRuns: rounds(100, 4), endOnFailure: true })
}, 600_000)

test('rates that operators change apply to days that close afterwards', async () => {
  const members = await shop.members(2)
  await shop.lose(members, [20, 20])
  await shop.nextDay()
  const settings = vipValues(shop.world, LOW_LEVELS, '0,1,2,3,4,5')
  await refundDue({ db: shop.world.mall.db, settings, utcOffsetMinutes: 0 })
  const [refund] = [...(await shop.refunds(members[0]!)), ...(await shop.refunds(members[1]!))]
  expect(refund).toMatchObject({ rate: 400, amount: 8_000n })
})
