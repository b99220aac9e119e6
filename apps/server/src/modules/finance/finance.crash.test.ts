/** Accrual, payout and exit that die: every step of every order once, and the money in exactly one place. */
import { randomUUID } from 'node:crypto'
import { termInterest } from '@fairlot/contract/money/finance-interest'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../platform/db.ts'
import { dieAtEachStatement, throughKills } from '../../testing/dying.ts'
import { balances } from '../ledger/index.ts'
import { DAY_MS, testFinance, UNIT, type TestFinance } from './finance.fixture.ts'
import { accrueChunk } from './interest/accrue.ts'
import { exitOrder } from './interest/exit.ts'
import { payDue } from './interest/interest.jobs.ts'
import { matureChunk } from './interest/mature.ts'

let finance: TestFinance
beforeAll(async () => {
  finance = await testFinance()
})
afterEach(async () => expect(await finance.broken()).toEqual([]))
afterAll(() => finance.close())

const START = 10_000n * UNIT
const balance = async (member: string) => (await balances(finance.mall.db, member)).balance

/** No death moves money. @returns the number of deaths */
async function untilDone(member: string, work: (db: Db) => Promise<unknown>): Promise<number> {
  const before = await balance(member)
  return dieAtEachStatement(finance.mall.db, work, async () => expect(await balance(member)).toBe(before))
}

test('a payout at maturity, a daily payout and an exit die at any statement', async () => {
  const [member] = (await finance.members(1)) as [string]
  const terms = { termHours: 24, dailyRatePpm: 10_000 }
  const [late, daily] = [
    await finance.product({ terms }),
    await finance.product({ terms: { ...terms, termHours: 48, payout: 'daily' } }),
  ]
  await finance.buy(member, late, 1)
  const { id } = await finance.buy(member, daily, 1)
  await finance.advance(DAY_MS)
  const rows = [await finance.row(late), await finance.row(daily)] as const
  await accrueChunk(finance.mall.db, rows[0])
  // wallets, product, orders, their end, the product, the maturity, the transfer, the purchases, the lines
  expect(await untilDone(member, (db) => matureChunk(db, rows[0], randomUUID))).toBeGreaterThanOrEqual(9)
  expect(await balance(member)).toBe(START - 10n * UNIT + 1_000n)
  expect(await untilDone(member, (db) => accrueChunk(db, rows[1]))).toBeGreaterThanOrEqual(5)
  expect(await balance(member)).toBe(START - 10n * UNIT + 2_000n)
  expect(await untilDone(member, (db) => exitOrder(db, member, id))).toBeGreaterThanOrEqual(5)
  expect(await balance(member)).toBe(START + 2_000n)
})

test('many orders: the accrual is killed and restarted, and each step of each order is there once', async () => {
  const ORDERS = rounds(100_000, 6_000)
  const members = await finance.members(100, 1_000_000n * UNIT)
  const terms = {
    termHours: 72,
    dailyRatePpm: 7_777,
    totalUnits: 1_000_000,
    maxUnits: 100_000,
    unitPrice: 30_001n,
  }
  const code = await finance.product({ terms })
  for (let n = 0; n < ORDERS; n += 2_000)
    await Promise.all(
      Array.from({ length: 2_000 }, (_, k) => finance.buy(members[(n + k) % members.length]!, code, 1)),
    )
  const row = await finance.row(code)
  expect(row.openOrders).toBe(ORDERS)
  await finance.advance(2 * DAY_MS)
  const { appUrl } = finance.mall.database
  const pay = (db: Db) => payDue({ db, newId: randomUUID, onPaid: () => undefined })
  expect(await throughKills(appUrl, rounds(12, 3), pay)).toBeGreaterThan(1)
  const count = async () => {
    const [found] = await finance.mall.db.query<{ accruals: number; orders: number; amount: bigint }>(
      `select count(*)::int as accruals, count(distinct purchase_id)::int as orders, sum(amount)::bigint as amount
       from finance_accrual where product_id = $1`,
      [row.productId],
    )
    return found!
  }
  expect(await count()).toMatchObject({ accruals: 2 * ORDERS, orders: ORDERS })
  await finance.advance(DAY_MS)
  await throughKills(appUrl, 3, pay)
  const interest = termInterest(30_001n, { dailyRatePpm: 7_777, termHours: 72 })
  expect(await count()).toEqual({ accruals: 3 * ORDERS, orders: ORDERS, amount: interest * BigInt(ORDERS) })
  expect(await finance.row(code)).toMatchObject({ openOrders: 0, custody: 0n, liability: 0n })
  for (const member of members)
    expect(await balance(member)).toBe(1_000_000n * UNIT + interest * BigInt(ORDERS / members.length))
}, 600_000)
