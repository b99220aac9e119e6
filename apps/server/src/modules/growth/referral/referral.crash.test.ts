/** Rebates that die: every rebate of every order is there once and is paid once, whatever is killed and when. */
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../platform/db.ts'
import { dieAtEachStatement, throughKills } from '../../../testing/dying.ts'
import { feedRounds } from './feed/feed-bets.ts'
import { feedIssues } from './feed/feed-shares.ts'
import { runRebates } from './feed/rebates.jobs.ts'
import { payRebates } from './rebates/pay-rebates.ts'
import { testReferral, UNIT, type TestReferral } from './referral.fixture.ts'

let growth: TestReferral
beforeAll(async () => {
  growth = await testReferral()
  await growth.fund(100_000n * UNIT)
})
afterEach(async () => expect(await growth.broken()).toEqual([]))
afterAll(() => growth.close())

const untilDone = (work: (db: Db) => Promise<unknown>) => dieAtEachStatement(growth.world.mall.db, work)

const states = async (member: string) =>
  (await growth.rebates(member)).map(({ kind, amount, state }) => `${kind} ${amount} ${state}`)

test('noticing, ending and paying die at any statement', async () => {
  const [inviter = ''] = await growth.members(1)
  const friend = await growth.friend(inviter)
  const before = await growth.balance(inviter)
  const { number } = await growth.issue(20)
  await growth.buy(friend, number, 20)
  // claim, earners, teams, rows, and three statements of the sums
  const issues = (db: Db) => feedIssues({ ...growth.deps, db })
  expect(await untilDone(issues)).toBeGreaterThanOrEqual(7)
  expect(await states(inviter)).toEqual(['shares 2000 pending'])
  await growth.draw()
  expect(await untilDone(issues)).toBeGreaterThanOrEqual(7)
  const round = await growth.games.round()
  await growth.games.bet(friend, round, { picks: ['violet'], stake: 10n * UNIT })
  await growth.settle(round, 7)
  expect(await untilDone((db) => feedRounds({ ...growth.deps, db }))).toBeGreaterThanOrEqual(7)
  expect(await states(inviter)).toEqual(['shares 2000 queued', 'bets 1000 queued'])
  expect(await untilDone((db) => payRebates(db))).toBeGreaterThanOrEqual(8)
  expect(await states(inviter)).toEqual(['shares 2000 paid', 'bets 1000 paid'])
  expect(await growth.balance(inviter)).toBe(before + 3_000n)
})

test('many orders: the job is killed again and again, and each rebate is made once and paid once', async () => {
  const ORDERS = rounds(20_000, 2_500)
  const FRIENDS = 100
  const [top = ''] = await growth.members(1)
  const inviter = await growth.friend(top)
  const friends: string[] = []
  for (let n = 0; n < FRIENDS; n++) friends.push(await growth.friend(inviter))
  const { issueId, number } = await growth.issue(ORDERS)
  for (let n = 0; n < ORDERS; n += 500)
    await Promise.all(
      Array.from({ length: 500 }, (_, k) => growth.buy(friends[(n + k) % FRIENDS]!, number, 1)),
    )
  const before = [await growth.balance(inviter), await growth.balance(top)]
  const { appUrl } = growth.world.mall.database
  const rebate = (db: Db) => runRebates({ ...growth.deps, db })
  const deaths = await throughKills(appUrl, rounds(20, 6), rebate)
  await growth.draw()
  await growth.world.draws.runDue()
  expect(deaths + (await throughKills(appUrl, rounds(40, 12), rebate))).toBeGreaterThan(1)
  // 1 % and 0.5 % of 1.00 for each order
  expect(await growth.balance(inviter)).toBe(before[0]! + BigInt(ORDERS) * 100n)
  expect(await growth.balance(top)).toBe(before[1]! + BigInt(ORDERS) * 50n)
  const [rows] = await growth.world.mall.db.query<{ count: number; paid: number; sources: number }>(
    `select count(*)::int as count, count(*) filter (where state = 'paid')::int as paid, count(distinct source_id)::int as sources
     from rebate where subject_id = $1`,
    [issueId],
  )
  expect(rows).toEqual({ count: 2 * ORDERS, paid: 2 * ORDERS, sources: ORDERS })
}, 600_000)

test('many payment jobs at once pay each rebate once', async () => {
  const [inviter = ''] = await growth.members(1)
  const friends = [await growth.friend(inviter), await growth.friend(inviter)]
  const { number } = await growth.issue(200)
  await Promise.all(Array.from({ length: 200 }, (_, n) => growth.buy(friends[n % 2]!, number, 1)))
  await growth.draw()
  await feedIssues(growth.deps)
  const before = await growth.balance(inviter)
  const marketing = await growth.marketing()
  const pay = async () => {
    while (!(await payRebates(growth.world.mall.db, 7)).isOver);
  }
  await Promise.all(Array.from({ length: 6 }, pay))
  await pay()
  expect(await growth.balance(inviter)).toBe(before + 20_000n)
  expect(await growth.marketing()).toBe(marketing - 20_000n)
})
