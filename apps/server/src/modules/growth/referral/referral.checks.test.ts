import { afterAll, beforeAll, expect, test } from 'vitest'
import { failing, planted } from '../../../testing/planted.ts'
import { financeChecks } from '../../finance/index.ts'
import { referralChecks } from './referral.checks.ts'
import { DAY_MS, testReferral, UNIT, type TestReferral } from './referral.fixture.ts'

let growth: TestReferral
beforeAll(async () => {
  growth = await testReferral()
  await growth.fund(100_000n * UNIT)
  const [top = ''] = await growth.members(1)
  const middle = await growth.friend(top)
  const friend = await growth.friend(middle)
  const { number } = await growth.issue(10)
  await growth.buy(friend, number, 10)
  const round = await growth.games.round()
  await growth.games.bet(friend, round, { picks: ['big'], stake: 100n * UNIT })
  await growth.settle(round, 7)
  const code = await growth.product()
  await growth.buyUnits(friend, code, 10)
  await growth.run()
  await growth.advance(8 * DAY_MS)
  await growth.mature()
  await growth.run()
  await growth.buyUnits(friend, code, 3)
  await growth.buyUnits(friend, code, 4)
  await growth.draw()
  await growth.run()
  expect(await failing(growth.world.mall.db, referralChecks)).toEqual([])
})
afterAll(() => growth.close())

const TEAMS = expect.stringContaining('in the teams of the inviter')
const TEAM_SUMS = expect.stringContaining("those of its members' rows")
const SPENT = expect.stringContaining('counts for their VIP levels')
const RECHARGED = expect.stringContaining('has qualified only after a recharge')
const VIP = expect.stringContaining('what every member has spent')
const REBATE_SUMS = expect.stringContaining('those of the rebates')
const ORDERS = expect.stringContaining('ends as the order did')
const BOUND = expect.stringContaining('within what it binds')
const CAP = expect.stringContaining('half of the house margin')
const one = `(member_id, source_id, level) = (select member_id, source_id, level from rebate where state = 'paid' and kind = 'shares' limit 1)`

test.each([
  ['owner', 'a relation that nobody made', `delete from team_member where level = 2`, [TEAMS]],
  ['app', 'a larger team', `update team_total set direct = direct + 1`, [TEAM_SUMS]],
  ['app', 'more spending of a friend', `update team_member set spend = spend + 1`, [TEAM_SUMS, SPENT]],
  [
    'app',
    'a friend who qualifies without a recharge',
    `update team_member set first_recharge_at = business_now(), recharged = 5000000, qualified_at = business_now()`,
    [RECHARGED],
  ],
  ['app', 'more recharged by a friend', `update team_member set recharged = recharged + 1`, [RECHARGED]],
  ['app', 'a raised VIP spend', `update member_vip set spend = spend + 1`, [VIP, SPENT]],
  ['app', 'a larger sum of rebates', `update rebate_total set paid = paid + 1`, [REBATE_SUMS]],
  [
    'app',
    'a paid rebate that is queued again',
    `update rebate set state = 'queued', ended_at = null where ${one}`,
    ['refused'],
  ],
  ['app', 'another amount', `update rebate set amount = amount + 1 where ${one}`, ['refused']],
  ['app', 'a removed rebate', `delete from rebate where ${one}`, ['refused']],
  ['owner', 'an amount off the formula', `update rebate set amount = amount + 1 where ${one}`, ['refused']],
  [
    'owner',
    'bets that pay more than half of the margin',
    `update rebate set capped = false, amount = div(basis * rate, 10000) where kind = 'bets'`,
    [REBATE_SUMS, CAP],
  ],
  [
    'app',
    'a rebate without an order',
    `insert into rebate (member_id, source_id, level, kind, subject_id, friend_id, basis, rate, amount, capped, state, created_at)
     select member_id, gen_random_uuid(), 1, 'shares', gen_random_uuid(), friend_id, 10000, 100, 100, false, 'pending', now()
     from team_member where level = 1 limit 1`,
    [REBATE_SUMS, ORDERS],
  ],
  [
    'owner',
    'a rebate of units above what its order binds',
    `update rebate set rate = 201, amount = div(basis * 201, 10000) where kind = 'units'`,
    [REBATE_SUMS, BOUND],
  ],
  [
    'app',
    'a due rebate of an order that still binds it',
    `update rebate set state = 'queued' where kind = 'units' and state = 'pending'`,
    [REBATE_SUMS, BOUND],
  ],
  [
    'owner',
    'more for inviters than became due',
    `update finance_order set rebates_used = rebates where rebates_used is not null`,
    [BOUND],
  ],
  [
    'owner',
    'less for inviters than became due',
    `update finance_order set rebates_used = 0 where rebates_used is not null`,
    [BOUND],
  ],
  [
    'app',
    'another amount for inviters',
    `update finance_order set rebates_used = 0 where rebates_used is not null`,
    ['refused'],
  ],
] as const)('%s: %s is found', async (role, _, plant, found) => {
  const db = role === 'owner' ? growth.world.mall.owner : growth.world.mall.db
  const titles = await planted(db, referralChecks, plant)
  for (const wanted of found)
    expect(titles).toContainEqual(wanted === 'refused' ? expect.stringContaining('refused') : wanted)
})

test('the ledger shows what inviters got from a reserve', async () => {
  const { owner } = growth.world.mall
  const plant = `update finance_order set rebates_used = rebates_used + 1 where rebates_used is not null`
  expect(await failing(owner, financeChecks)).toEqual([])
  expect(await planted(owner, financeChecks, plant)).not.toEqual([])
})
