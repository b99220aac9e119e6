/**
 * Random sequences of what members, operators and time do with a finance product, against a model that knows only the formula:
 * the reserve always holds the unpaid interest and the bound rebates of orders, custody the principal of open ones, and each member receives
 * what the formula says, to the last 1/10,000.
 */
import { randomUUID } from 'node:crypto'
import { accruedAt, termInterest } from '@fairlot/contract/money/finance-interest'
import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Refusal } from '../../platform/refusal.ts'
import { balances } from '../ledger/index.ts'
import { HOUR_MS, testFinance, type TestFinance } from './finance.fixture.ts'
import { accrueChunk } from './interest/accrue.ts'
import { matureChunk } from './interest/mature.ts'
import { closeSale } from './products/products.ts'
import { defundReserve, fundReserve } from './products/reserve-funding.ts'

let finance: TestFinance
let members: string[]
beforeAll(async () => {
  finance = await testFinance()
  members = await finance.members(3, 1_000_000_000_000n)
})
afterAll(() => finance.close())

const terms = fc.record({
  unitPrice: fc.bigInt({ min: 2_400n, max: 9_999_999n }),
  termHours: fc.constantFrom(1, 6, 24, 36, 48, 72, 168),
  dailyRatePpm: fc.integer({ min: 10_000, max: 100_000 }),
  payout: fc.constantFrom('at_maturity' as const, 'daily' as const),
  totalUnits: fc.integer({ min: 5, max: 40 }),
})
const who = fc.nat({ max: 2 })
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('buy' as const), who, units: fc.integer({ min: 1, max: 12 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 60 }) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('accrue' as const), chunk: fc.integer({ min: 1, max: 4 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('mature' as const), chunk: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('exit' as const), nth: fc.nat({ max: 20 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fund' as const),
      amount: fc.bigInt({ min: 1n, max: 20_000_000n }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('defund' as const),
      amount: fc.bigInt({ min: 1n, max: 20_000_000n }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('close' as const) }) },
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

const BOUND = `
  select p.reserve >= p.liability + p.rebates and p.custody = p.principal
    and p.liability = coalesce(sum(o.interest - o.paid) filter (where o.state = 'waiting'), 0)
    and p.principal = coalesce(sum(o.principal) filter (where o.state = 'waiting'), 0)
    and p.rebates = coalesce(sum(o.principal / 50) filter (where p.term_hours = 168 and o.state in ('waiting', 'completed')), 0) as sound
  from finance_product p left join finance_order o on o.product_id = p.product_id
  where p.code = $1 group by p.product_id`

const balancesNow = () =>
  Promise.all(members.map(async (member) => (await balances(finance.mall.db, member)).balance))

/** @returns null when the work was refused with one of these codes */
async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof Refusal && codes.includes(error.code)) return null
    throw error
  }
}

type Bought = { member: string; id: string }

async function run(step: Act, code: string, orders: Bought[]): Promise<void> {
  const { db } = finance.mall
  switch (step.do) {
    case 'buy': {
      const member = members[step.who]!
      const { id, outcome } = await finance.buy(member, code, step.units)
      if (outcome === 'done') orders.push({ member, id })
      return
    }
    case 'wait':
      return finance.advance(step.hours * HOUR_MS)
    case 'accrue':
      await accrueChunk(db, await finance.row(code), step.chunk)
      return
    case 'mature':
      await matureChunk(db, await finance.row(code), randomUUID, step.chunk)
      return
    case 'exit': {
      const order = orders[step.nth % (orders.length || 1)]
      if (order) await unless(['EXIT_CLOSED'], finance.exit(order.member, order.id))
      return
    }
    case 'fund':
    case 'defund': {
      const move = step.do === 'fund' ? fundReserve : defundReserve
      const { amount } = step
      await unless(
        ['RESERVE_BOUND'],
        db.tx((tx) => move(tx, { code, amount, reference: randomUUID() })),
      )
      return
    }
    case 'close':
      await db.tx((tx) => closeSale(tx, code))
  }
}

/** What the formula says that the orders changed in the wallets. */
async function expected(orders: readonly Bought[]): Promise<Map<string, bigint>> {
  const change = new Map(members.map((member) => [member, 0n]))
  for (const { member, id } of orders) {
    const { state, principal, endedMs, boughtMs, ...order } = await finance.order(member, id)
    expect(state).not.toBe('waiting')
    const interest = state === 'completed' ? termInterest(principal, order) : 0n
    const daily =
      state === 'exited' && order.payout === 'daily' ? accruedAt(principal, order, endedMs! - boughtMs) : 0n
    expect(order.paid).toBe(interest + daily)
    change.set(member, change.get(member)! + interest + daily)
  }
  return change
}

test('no sequence breaks reserve or custody, and each member receives what the formula says', async () => {
  const sequences = fc.array(act, { minLength: 5, maxLength: 30 })
  const property = fc.asyncProperty(terms, fc.boolean(), sequences, async (some, isFunded, steps) => {
    const code = await finance.product({
      terms: { ...some, termUnit: 'hours', maxUnits: 40 },
      reserve: isFunded ? 100_000_000n : 0n,
    })
    const before = await balancesNow()
    const orders: Bought[] = []
    for (const step of steps) {
      await run(step, code, orders)
      const [row] = await finance.mall.db.query<{ sound: boolean }>(BOUND, [code])
      expect(
        row,
        JSON.stringify(step, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
      ).toEqual({
        sound: true,
      })
    }
    // everything runs to its end
    await finance.advance(170 * HOUR_MS)
    await finance.pay()
    const change = await expected(orders)
    const after = await balancesNow()
    for (const [n, member] of members.entries()) expect(after[n]! - before[n]!).toBe(change.get(member))
    expect(await finance.row(code)).toMatchObject({ openOrders: 0, custody: 0n, liability: 0n })
  })
  await fc.assert(property, { numRuns: rounds(600, 25) })
  expect(await finance.broken()).toEqual([])
}, 2_000_000)
