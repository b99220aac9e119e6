import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, testReferral, UNIT, type TestReferral } from '../referral.fixture.ts'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { drawnInFavour, fundAll, settleAll } from '../../../mall/favour/favour.fixture.ts'
import { endRebates } from './pay-rebates.ts'

let growth: TestReferral
let top: string, middle: string, friend: string
beforeAll(async () => {
  growth = await testReferral()
  await growth.fund(100_000n * UNIT)
  ;[top = ''] = await growth.members(1)
  middle = await growth.friend(top)
  friend = await growth.friend(middle)
})
afterAll(async () => {
  expect(await growth.broken()).toEqual([])
  await growth.close()
})

const states = async (member: string) =>
  (await growth.rebates(member)).map(({ kind, level, amount, state }) => ({ kind, level, amount, state }))

describe('an order of the mall', () => {
  test('promises a rebate to two inviters, which the draw makes due and the job pays once', async () => {
    const { number } = await growth.issue(100)
    const before = [await growth.balance(middle), await growth.balance(top)]
    await growth.buy(friend, number, 60)
    await growth.run()
    expect(await states(middle)).toEqual([{ kind: 'shares', level: 1, amount: 6_000n, state: 'pending' }])
    expect(await states(top)).toEqual([{ kind: 'shares', level: 2, amount: 3_000n, state: 'pending' }])
    const [other = ''] = await growth.members(1)
    await growth.buy(other, number, 40)
    await growth.draw()
    await growth.run()
    await growth.run()
    expect((await states(middle)).map(({ state }) => state)).toEqual(['paid'])
    expect(await growth.balance(middle)).toBe(before[0]! + 6_000n)
    expect(await growth.balance(top)).toBe(before[1]! + 3_000n)
  })

  test('earns nothing when the issue is refunded', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const { number } = await growth.issue(10)
    await growth.buy(buyer, number, 3)
    await growth.run()
    await growth.advance(40 * DAY_MS)
    await growth.draw()
    await growth.run()
    expect(await growth.rebates(inviter)).toMatchObject([{ state: 'void', reason: 'refunded' }])
  })

  test('earns nothing in a draw in favour unless its member has nothing beside the prize', async () => {
    const [inviter = ''] = await growth.members(1)
    const loser = await growth.friend(inviter)
    const winner = await growth.friend(inviter)
    const { mall } = growth.world
    await fundAll(mall, 1_000n * UNIT)
    const bought = [
      { member: loser, quantity: 4 },
      { member: winner, quantity: 6 },
    ]
    const { issueId } = await drawnInFavour(growth.world, {}, bought, FIRST_CODE + 5)
    await settleAll(growth.world, issueId)
    const rich = { marketPrice: 2n * UNIT }
    const { issueId: second } = await drawnInFavour(growth.world, rich, bought, FIRST_CODE + 5)
    await settleAll(growth.world, second)
    await growth.run()
    expect(
      (await growth.rebates(inviter)).map(({ friend: of, basis, state, reason }) => [
        of === winner ? 'winner' : 'loser',
        basis,
        state,
        reason,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['loser', 4n * UNIT, 'void', 'refunded'],
        ['winner', 6n * UNIT, 'paid', null],
        // paid 6.00 for a product of 2.00, and has 4.00 back
        ['winner', 6n * UNIT, 'void', 'refunded'],
      ]),
    )
    expect(await growth.broken()).toEqual([])
  })

  test('that is sold, drawn and settled between two looks is counted', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const { number } = await growth.issue(10)
    await growth.buy(buyer, number, 10)
    await growth.draw()
    await growth.run()
    expect(await states(inviter)).toEqual([{ kind: 'shares', level: 1, amount: 1_000n, state: 'paid' }])
  })
})

describe('an order of finance', () => {
  test('earns at its maturity', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const code = await growth.product()
    await growth.buyUnits(buyer, code, 10)
    await growth.run()
    expect(await states(inviter)).toEqual([{ kind: 'units', level: 1, amount: 10_000n, state: 'pending' }])
    await growth.advance(8 * DAY_MS)
    await growth.mature()
    await growth.run()
    expect((await states(inviter))[0]).toMatchObject({ state: 'paid' })
  })

  test('earns nothing when it is left early, and none under the shortest term', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const order = await growth.buyUnits(buyer, await growth.product(), 10)
    await growth.run()
    await growth.exit(buyer, order)
    expect(await growth.rebates(inviter)).toMatchObject([{ state: 'void', reason: 'exited' }])
    await growth.buyUnits(buyer, await growth.product({ terms: { termHours: 144 } }), 10)
    await growth.run()
    expect(await growth.rebates(inviter)).toHaveLength(1)
  })
})

/** What a product binds and has, and what the marketing account has. */
async function reserveOf(code: string) {
  const [row] = await growth.world.mall.db.query<{ reserve: bigint; bound: bigint; rebates: bigint }>(
    'select reserve, bound, rebates from finance_product where code = $1',
    [code],
  )
  return row!
}

describe('what a finance order binds for rebates', () => {
  /** An inviter with an inviter, and a friend who buys 10 units of 10.00 of a new product. */
  async function bought() {
    const [above = ''] = await growth.members(1)
    const inviter = await growth.friend(above)
    const buyer = await growth.friend(inviter)
    const code = await growth.product()
    const order = await growth.buyUnits(buyer, code, 10)
    return { above, inviter, buyer, code, order }
  }
  const matured = async () => {
    await growth.advance(8 * DAY_MS)
    await growth.mature()
  }

  test('pays its rebates, and the rest is free again', async () => {
    const { above, inviter, code } = await bought()
    const before = await reserveOf(code)
    // 3.50 interest; 1 %, 0.5 % and the highest extra of 0.5 %
    expect(before).toMatchObject({ bound: 55_000n, rebates: 20_000n })
    await matured()
    expect(await reserveOf(code), 'until the job looks').toMatchObject({ rebates: 20_000n })
    await growth.drain()
    await Promise.all([growth.run(), growth.run(), growth.run()])
    await growth.run()
    expect((await growth.rebates(inviter)).map(({ state, amount }) => [state, amount])).toEqual([
      ['paid', 10_000n],
    ])
    expect((await growth.rebates(above)).map(({ state, amount }) => [state, amount])).toEqual([
      ['paid', 5_000n],
    ])
    expect(await growth.marketing(), 'nothing of the account was needed').toBe(0n)
    expect(await reserveOf(code)).toEqual({
      reserve: before.reserve - 35_000n - 15_000n,
      bound: 0n,
      rebates: 0n,
    })
    await growth.fund(100_000n * UNIT)
  })

  test('is free again when nobody earns, when the order is left, and when the inviter is on a break', async () => {
    const { inviter, buyer, code, order } = await bought()
    const { reserve } = await reserveOf(code)
    await growth.run()
    await growth.exit(buyer, order)
    expect(await reserveOf(code)).toEqual({ reserve, bound: 0n, rebates: 0n })
    await growth.buyUnits(buyer, code, 10)
    await growth.buyUnits(inviter, code, 10)
    await growth.run()
    const { owner } = growth.world.mall
    await owner.query(
      `update wallet set excluded_until = business_now() + interval '20 days' where member_id = $1`,
      [inviter],
    )
    const [above] = await owner.query<{ id: string }>(
      'select inviter_id as id from member where member_id = $1',
      [inviter],
    )
    await owner.query(
      `update member set status = 'closed', phone = null, username = null where member_id = $1`,
      [above!.id],
    )
    await growth.world.mall.db.tx((tx) => endRebates(tx, above!.id))
    await matured()
    const marketing = await growth.marketing()
    await growth.run()
    expect(await growth.marketing()).toBe(marketing)
    expect(await reserveOf(code)).toEqual({ reserve: reserve - 70_000n, bound: 0n, rebates: 0n })
  })

  test('limits its rebates when the rates rise after the sale', async () => {
    const { above, inviter, code } = await bought()
    const offer = growth.deps.offer
    growth.deps.offer = () => ({ ...offer(), direct: 180, indirect: 70 })
    await growth.run()
    growth.deps.offer = offer
    expect(await growth.rebates(inviter)).toMatchObject([{ rate: 180, amount: 18_000n }])
    expect(await growth.rebates(above)).toMatchObject([{ rate: 20, amount: 2_000n }])
    await matured()
    await growth.run()
    expect(await reserveOf(code)).toMatchObject({ bound: 0n })
  })

  test('follows the settings of the moment of its sale', async () => {
    await growth.set('identity.rebates', '2,1')
    const buyer = await growth.friend(middle)
    const code = await growth.product({ terms: { termHours: 240 } })
    await growth.buyUnits(buyer, code, 10)
    expect(await reserveOf(code)).toMatchObject({ rebates: 35_000n })
    await growth.set('growth.rebateMinDays', '11')
    await growth.buyUnits(buyer, code, 10)
    await growth.set('growth.rebateMinDays', '7')
    await growth.set('module.referral.enabled', 'false')
    await growth.buyUnits(buyer, code, 10)
    expect(await reserveOf(code), 'neither a short term nor a switched off module').toMatchObject({
      rebates: 35_000n,
    })
    await growth.set('module.referral.enabled', 'true')
    await growth.set('identity.rebates', '1,0.5')
    expect(await growth.broken()).toEqual([])
  })

  test('of an order from before the rule is nothing: the marketing account pays its rebates', async () => {
    const { inviter, code, order } = await bought()
    // as migration 0104 finds it
    const { owner } = growth.world.mall
    await owner.query('update finance_order set rebate_rate = null, rebates = 0 where purchase_id = $1', [
      order,
    ])
    await owner.query('update finance_product set rebates = 0 where code = $1', [code])
    await growth.run()
    await matured()
    const marketing = await growth.marketing()
    await growth.run()
    expect(await growth.rebates(inviter)).toMatchObject([{ state: 'paid', amount: 10_000n }])
    expect(await growth.marketing()).toBe(marketing - 15_000n)
    await owner.query(`update schema_migration set applied_at = business_now() where version = 104`)
    expect(await growth.broken()).toEqual([])
  })
})

describe('bets', () => {
  test('earn at most half of the margin of their options together', async () => {
    const [inviter = ''] = await growth.members(1)
    const below = await growth.friend(inviter)
    const player = await growth.friend(below)
    const round = await growth.games.round()
    await growth.games.bet(player, round, { picks: ['big'], stake: 100n * UNIT })
    await growth.settle(round, 7)
    await growth.run()
    // the margin is 2 % of 100: 1.00 for both together, in the proportion 1 to 0.5
    expect(await growth.rebates(below)).toMatchObject([{ amount: 6_666n, capped: true, state: 'paid' }])
    expect(await growth.rebates(inviter)).toMatchObject([{ amount: 3_333n, capped: true, level: 2 }])
  })

  test('earn the whole rate on options with a margin of 11.8 %', async () => {
    const [inviter = ''] = await growth.members(1)
    const player = await growth.friend(inviter)
    const round = await growth.games.round()
    await growth.games.bet(player, round, { picks: ['violet'], stake: 100n * UNIT })
    await growth.settle(round, 7)
    await growth.run()
    expect(await growth.rebates(inviter)).toMatchObject([
      { amount: 10_000n, capped: false, basis: 100n * UNIT },
    ])
  })

  test('earn nothing when they cancel each other out', async () => {
    const [inviter = ''] = await growth.members(1)
    const player = await growth.friend(inviter)
    const round = await growth.games.round()
    await growth.games.bet(player, round, { picks: ['big', 'small'], stake: 100n * UNIT })
    await growth.settle(round, 7)
    await growth.run()
    expect(await growth.rebates(inviter)).toEqual([])
  })
})

describe('nothing is earned', () => {
  test('by a member on a break, at the order or at the payment', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const { number } = await growth.issue(10)
    await growth.buy(buyer, number, 5)
    await growth.run()
    await growth.world.mall.owner.query(
      `update wallet set excluded_until = business_now() + interval '2 days' where member_id = $1`,
      [inviter],
    )
    await growth.buy(buyer, number, 5)
    await growth.draw()
    await growth.run()
    const rows = await growth.rebates(inviter)
    expect(rows.map(({ state, reason }) => ({ state, reason }))).toEqual([
      { state: 'void', reason: 'excluded' },
      { state: 'void', reason: 'excluded' },
    ])
  })

  test('while the module is off, or in other countries', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const { number } = await growth.issue(10)
    growth.gate.isOn = false
    await growth.buy(buyer, number, 5)
    await growth.run()
    growth.gate.isOn = true
    growth.gate.countries = ['VN']
    await growth.buy(buyer, number, 5)
    await growth.draw()
    await growth.run()
    growth.gate.countries = null
    expect(await growth.rebates(inviter)).toEqual([])
  })

  test('by a closed account: what is open ends', async () => {
    const [inviter = ''] = await growth.members(1)
    const buyer = await growth.friend(inviter)
    const { number } = await growth.issue(10)
    await growth.buy(buyer, number, 5)
    await growth.run()
    await growth.world.mall.db.tx((tx) => endRebates(tx, inviter))
    expect(await growth.rebates(inviter)).toMatchObject([{ state: 'void', reason: 'closed' }])
  })
})

test('a short marketing account pays in order, pauses what is new, and goes on when it is funded', async () => {
  const [inviter = ''] = await growth.members(1)
  const buyer = await growth.friend(inviter)
  const issues = [await growth.issue(100), await growth.issue(100)]
  for (const { number } of issues) await growth.buy(buyer, number, 100)
  await growth.run()
  await growth.draw()
  await growth.drain()
  await growth.fund(15_000n)
  await growth.run()
  const sums = async () =>
    (await growth.rebates(inviter)).map(({ state }) => state).toSorted((a, b) => (a < b ? -1 : 1))
  expect(await sums()).toEqual(['paid', 'queued'])
  expect(await growth.marketing()).toBe(5_000n)
  const third = await growth.issue(10)
  await growth.buy(buyer, third.number, 5)
  await growth.fund(100_000n * UNIT)
  await growth.run()
  expect(await sums()).toEqual(['paid', 'paid'])
  await growth.buy(buyer, third.number, 5)
  await growth.run()
  // the first order of the third issue was made within the pause
  expect((await growth.rebates(inviter)).at(-1)).toMatchObject({ basis: 5n * UNIT, state: 'pending' })
  expect(await growth.rebates(inviter)).toHaveLength(3)
})

test('two jobs at once pay each rebate once', async () => {
  const [inviter = ''] = await growth.members(1)
  const friends = await Promise.all(Array.from({ length: 8 }, () => growth.friend(inviter)))
  const { number } = await growth.issue(80)
  for (const buyer of friends) await growth.buy(buyer, number, 10)
  await growth.draw()
  const before = await growth.balance(inviter)
  await Promise.all([growth.run(), growth.run(), growth.run()])
  await growth.run()
  expect(await growth.balance(inviter)).toBe(before + 8_000n)
  expect(await states(inviter)).toHaveLength(8)
})
