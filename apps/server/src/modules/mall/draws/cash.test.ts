/** Cash issues: what the settlement pays, and what the doctor says of it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FIRST_CODE, tierOf } from '@fairlot/fairness/draw'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { createReader } from '../issues/issue-steps.fixture.ts'
import { mallChecks } from '../mall.checks.ts'
import { drawIssue } from './draw.ts'
import { settleChunk } from './settlement.ts'
import { buyShares, drawAll, drawMall, openTestIssue, verifyIssue, type DrawMall } from './draws.fixture.ts'

let world: DrawMall
let look: ReturnType<typeof createReader>

beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
})
afterAll(async () => {
  await world.mall.close()
})

/** 500, 25, 20, 15 and 12 with shares at 10: the tiers of decision 4. */
const BANDS = [
  [0, 0, 500],
  [1, 4, 25],
  [5, 9, 20],
  [10, 14, 15],
  [15, 19, 12],
] as const
const TIERS = BANDS.map(([from, to, units]) => ({ from, to, prize: BigInt(units) * 10_000n }))
const PRICE = 100_000n
const CASH = { mode: 'cash', marketPrice: undefined, tiers: TIERS, sharePrice: PRICE, maxIssues: 1 } as const

const openCash = (shares: number) => openTestIssue(world, { ...CASH, shares })

type Order = {
  member: string
  order: string
  first: number
  quantity: number
  payout: bigint
  result: string
}
const ordersOf = (issueId: string) =>
  world.mall.db.query<Order>(
    `select p.member_id as member, p.purchase_id as "order", p.position as first, p.quantity, p.payout, p.result
     from purchase p where p.subject_id = $1 order by p.position`,
    [issueId],
  )
const codeOf = async (issueId: string) =>
  (await look.one<{ code: number }>('select code from issue_draw where issue_id = $1', [issueId])).code

/** What an order has won, code by code. */
function wonBy({ first, quantity }: Order, winning: number, shares: number): bigint {
  let sum = 0n
  for (let code = first; code < first + quantity; code++) {
    const tier = tierOf(
      code,
      winning,
      shares,
      BANDS.map(([from, to]) => [from, to] as const),
    )
    if (tier > 0) sum += TIERS[tier - 1]!.prize
  }
  return sum
}

describe('a drawn cash issue', () => {
  test.each([
    [130, [1, 60, 7, 22, 30, 10], 130],
    [200, [200], 200],
    [131, Array.from({ length: 131 }, () => 1), 131],
  ])('with %i shares pays every order the prizes of its codes', async (shares, quantities) => {
    const { issueId, number } = await openCash(shares)
    const members = await testMembers(world.mall, quantities.length, PRICE * BigInt(shares))
    for (const [n, quantity] of quantities.entries()) await buyShares(world, number, [members[n]!], quantity)
    const before = { sales: await look.house('sales'), marketing: await look.house('marketing') }
    await drawAll(world)
    const code = await codeOf(issueId)
    const orders = await ordersOf(issueId)
    for (const order of orders) {
      expect(order.payout).toBe(wonBy(order, code, shares))
      expect(order.result).toBe(order.payout > 0n ? 'won' : 'not_won')
    }
    const paid = orders.reduce((sum, { payout }) => sum + payout, 0n)
    expect(paid).toBe(11_700_000n)
    expect(await look.poolOf(issueId)).toBe(0n)
    const sales = PRICE * BigInt(shares)
    const rewards = (sales * 200n) / 10_000n + (PRICE * BigInt(shares - 39) * 250n) / 10_000n
    expect((await look.house('marketing')) - before.marketing).toBe(rewards)
    expect((await look.house('sales')) - before.sales).toBe(sales - paid - rewards)
    expect(code).toBeGreaterThanOrEqual(FIRST_CODE)
    expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
    expect(await breaches(world.mall.db)).toEqual([])
    expect(world.errors).toEqual([])
  })

  test('writes one completed prize for each order and tier, and credits the wallet once', async () => {
    const { issueId, number } = await openCash(130)
    const [member] = await testMembers(world.mall, 1, PRICE * 130n)
    await buyShares(world, number, [member!], 130)
    await drawAll(world)
    const prizes = await world.mall.db.query(
      'select tier, codes, value, status from prize where member_id = $1 order by tier',
      [member],
    )
    expect(prizes).toEqual(
      BANDS.map(([from, to, units], n) => {
        const codes = from === 0 ? 1 : 2 * (to - from + 1)
        return { tier: n + 1, codes, value: BigInt(units * codes) * 10_000n, status: 'completed' }
      }),
    )
    expect(await settleChunk(world.mall.db, issueId)).toBe(false)
    expect(await look.wallets([member!])).toMatchObject({ low: 11_700_000n, open: 0 })
  })

  test('is settled once by many processes in small chunks', async () => {
    const { issueId, number } = await openCash(140)
    const members = await testMembers(world.mall, 14, PRICE * 20n)
    await buyShares(world, number, members, 10)
    await world.draws.runDue()
    await world.mall.database.advanceClock(40_000)
    expect(await drawIssue({ ...world.options }, issueId)).toBe('drawn')
    const settle = async () => {
      for (let round = 0; round < 40; round++) if (!(await settleChunk(world.mall.db, issueId, 3))) return
    }
    await Promise.all([settle(), settle(), settle()])
    await settle()
    const orders = await ordersOf(issueId)
    expect(orders.reduce((sum, { payout }) => sum + payout, 0n)).toBe(11_700_000n)
    expect(await look.poolOf(issueId)).toBe(0n)
    expect(await breaches(world.mall.db)).toEqual([])
  })
})

describe('the doctor', () => {
  /** Draws a cash issue of one order and lets a person with the rights of the owner change a row. */
  async function corrupted(sql: string): Promise<string[]> {
    const { issueId, number } = await openCash(130)
    const [member] = await testMembers(world.mall, 1, PRICE * 130n)
    await buyShares(world, number, [member!], 130)
    await drawAll(world)
    const { owner } = world.mall
    return owner
      .tx(async (tx) => {
        await tx.query(sql.replaceAll('$issue', `'${issueId}'`))
        const found: string[] = []
        for (const check of mallChecks) {
          const [row] = await tx.query<{ breaches: bigint }>(check.sql)
          if (row!.breaches > 0n) found.push(check.title)
        }
        throw Object.assign(new Error('undo'), { found })
      })
      .catch((error: Error & { found?: string[] }) => {
        if (!error.found) throw error
        return error.found
      })
  }
  const CODE =
    'every code within a tier of a drawn cash issue has won the prize of its tier once, and no other code has'
  const PAID = 'every order of shares was paid what its cash prizes say, to the last unit'
  const SUM = 'every settled cash issue paid the sum of the prizes that its terms promise'

  test.each([
    [
      'a prize that is one unit too high',
      `update prize set value = value + 1 where issue_id = $issue and tier = 3`,
      [CODE, PAID, SUM],
    ],
    [
      'a prize of a code too many',
      `update prize set codes = codes + 1 where issue_id = $issue and tier = 2`,
      [CODE],
    ],
    ['a prize that is missing', `delete from prize where issue_id = $issue and tier = 5`, [CODE, PAID, SUM]],
    [
      'a tier that was changed after the opening',
      `update issue_terms set tiers[2][2] = 3 where issue_id = $issue`,
      [CODE, SUM],
    ],
    [
      'a prize that was won at another time',
      `update prize set won_at = won_at - interval '1 day' where issue_id = $issue and tier = 3`,
      [CODE],
    ],
    [
      'a prize that ended at another time',
      `update prize set ended_at = ended_at + interval '1 hour' where issue_id = $issue and tier = 3`,
      [CODE],
    ],
    ['another winning code', `update prize set code = code + 1 where issue_id = $issue`, [CODE]],
  ])('finds %s', async (_, sql, titles) => {
    expect(await corrupted(sql)).toEqual(expect.arrayContaining(titles))
  })
})
