/** Refunds that die: every lost order is refunded exactly once, whatever is killed and when. */
import { randomUUID } from 'node:crypto'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../../platform/db.ts'
import { dieAtEachStatement, throughKills } from '../../../../testing/dying.ts'
import { openTestIssue, drawAll } from '../../../mall/draws/draws.fixture.ts'
import { closeDays, joinDays, sumLost } from './lost-orders.ts'
import { payChunk } from './pay-refunds.ts'
import { rateDays } from './rate-refunds.ts'
import { refundDue } from './refunds.jobs.ts'
import { LOW_LEVELS, testRefunds, UNIT, vipValues, type TestRefunds } from './refunds.fixture.ts'

let shop: TestRefunds
beforeAll(async () => {
  shop = await testRefunds()
  await shop.fund(100_000n * UNIT)
})
afterEach(async () => expect(await shop.broken()).toEqual([]))
afterAll(() => shop.close())

const untilDone = (work: (db: Db) => Promise<unknown>) =>
  dieAtEachStatement(shop.world.mall.db, work, async () => expect(await shop.broken()).toEqual([]))

test('each step dies at any statement', async () => {
  const members = await shop.members(2)
  await shop.lose(members, [20, 20])
  const settings = vipValues(shop.world, LOW_LEVELS)
  await shop.nextDay()
  expect(await untilDone((db) => joinDays(db, 0))).toBe(2)
  await sumLost(shop.world.mall.db)
  expect(await untilDone((db) => closeDays(db, settings, 0))).toBe(2)
  await rateDays(shop.world.mall.db)
  // wallets, refunds, those of closed accounts, the account, what it covers, its side and its lines, the wallets
  expect(await untilDone((db) => payChunk(db))).toBe(8)
  await shop.run()
  const refunds = (await Promise.all(members.map(shop.refunds))).flat()
  expect(refunds.map(({ state }) => state)).toEqual(['paid'])
})

test('many lost orders: the job is killed again and again, and every member gets each refund once', async () => {
  const ORDERS = rounds(20_000, 2_500)
  const MEMBERS = rounds(500, 250)
  const members = await shop.members(MEMBERS, 10_000n * UNIT)
  const { issueId, number } = await openTestIssue(shop.world, { shares: ORDERS, maxIssues: 1 })
  const buy = (n: number) =>
    shop.world.mall.sales.buy({
      member: members[n % MEMBERS]!,
      issue: number,
      quantity: 1,
      requestId: randomUUID(),
    })
  for (let n = 0; n < ORDERS; n += 500) await Promise.all(Array.from({ length: 500 }, (_, k) => buy(n + k)))
  await drawAll(shop.world)
  await shop.world.draws.runDue()
  const { db } = shop.world.mall
  const [draw] = await db.query<{ winner: string }>(
    'select member_id as winner from issue_draw where issue_id = $1',
    [issueId],
  )
  const before = new Map<string, bigint>()
  for (const member of members) before.set(member, await shop.balance(member))
  await shop.nextDay()
  const settings = vipValues(shop.world, LOW_LEVELS)
  const refund = (server: Db) => refundDue({ db: server, settings, utcOffsetMinutes: 0 })
  expect(await throughKills(shop.world.mall.database.appUrl, rounds(40, 12), refund)).toBeGreaterThan(1)
  const each = ORDERS / MEMBERS
  const spend = BigInt(each) * UNIT
  const rate = { 10: 150n, 40: 250n }[each]!
  for (const member of members) {
    const lost = member === draw!.winner ? spend - UNIT : spend
    expect(await shop.balance(member)).toBe(before.get(member)! + (lost * rate) / 10_000n)
  }
  const [counted] = await db.query<{ refunds: number; orders: number; paid: number }>(
    `select count(*)::int as refunds, sum(orders)::int as orders, count(*) filter (where state = 'paid')::int as paid
     from vip_refund where member_id = any($1)`,
    [members],
  )
  expect(counted).toEqual({ refunds: MEMBERS, orders: ORDERS - 1, paid: MEMBERS })
}, 600_000)
