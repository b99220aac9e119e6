/** The doctor finds what a person with the rights of the database changes about finance products, and what a stolen server does. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../platform/db.ts'
import { failing, planted } from '../../testing/planted.ts'
import { reserveLiveness, reserveLogChecks } from './reserve/reserve-log.checks.ts'
import { DAY_MS, FINANCE_CHECKS, HOUR_MS, testFinance, type TestFinance, UNIT } from './finance.fixture.ts'

const CHECKS = [...FINANCE_CHECKS, ...reserveLogChecks]

let finance: TestFinance
let owner: Db
/** products with payout at maturity and daily; each has orders that wait, are completed, and were left */
let atEnd: string
let daily: string
const orders: Record<'waiting' | 'daily' | 'completed' | 'exited', string> = {
  waiting: '',
  daily: '',
  completed: '',
  exited: '',
}

beforeAll(async () => {
  finance = await testFinance()
  owner = createDb(finance.mall.database.ownerUrl, { max: 1 })
  const [a = '', b = ''] = await finance.members(2)
  const reserve = 1_000n * UNIT
  const [first, second] = [
    await finance.product({ reserve, terms: { termHours: 84, termUnit: 'hours' } }),
    await finance.product({ reserve, terms: { payout: 'daily' } }),
  ]
  const buy = async (member: string, code: string, units: number) => {
    const { outcome, id } = await finance.buy(member, code, units)
    expect(outcome).toBe('done')
    return id
  }
  orders.completed = await buy(a, first, 2)
  await finance.advance(4 * DAY_MS)
  await finance.pay()
  orders.waiting = await buy(a, first, 3)
  orders.exited = await buy(b, first, 5)
  orders.daily = await buy(b, second, 7)
  await finance.advance(DAY_MS + HOUR_MS)
  await finance.pay()
  await finance.exit(b, orders.exited)
  const idOf = async (code: string) => (await finance.row(code)).productId
  ;[atEnd, daily] = [await idOf(first), await idOf(second)]
  expect(await finance.order(a, orders.completed)).toMatchObject({ state: 'completed' })
})
afterAll(async () => {
  await owner.close()
  await finance.close()
})

const COVERS =
  'every reserve holds the unpaid interest of its open orders and the rebates that orders bind, and every custody their principal'
const KNOWS =
  'every finance product knows its orders: units, members, principal, unpaid and paid interest, bound rebates'
const BINDS =
  'every finance order binds the highest rebates of the moment of its sale, and those from before the rule nothing'
const HOLDERS =
  'no member holds more units of a finance product than its maximum, and no order has fewer than its minimum'
const STEPS = 'every order has each complete step once, with the interest of the formula, and no other'
const PAID =
  'every matured order paid its principal and its interest, every exited one its principal, and no other was paid'
const MATURES =
  'every order matures its whole term after its purchase, and every payout pays the orders that it names'
const PURCHASE = 'every finance order is its purchase: member, product, units, principal, number'
const FUNDINGS = 'no row of the fundings of reserves was changed or removed'
const IN_THE_LOG = 'every funding of a reserve is in the log, or waits for it, as it was booked, once'

test('what is sound is found sound', async () => {
  expect(await failing(owner, CHECKS)).toEqual([])
})

/** Statements with $1, and what $1 is. */
type Corruption = readonly [what: string, sql: string, value: () => string, finder: string]
const custody = () => atEnd
const paidDaily = () => daily
const of = (order: keyof typeof orders) => () => orders[order]

test.each<Corruption>([
  [
    'a reserve without its ledger line',
    'update finance_product set reserve = reserve + 1 where product_id = $1',
    custody,
    'book reserve',
  ],
  [
    'custody without its ledger line',
    'update finance_product set custody = custody + 1 where product_id = $1',
    custody,
    COVERS,
  ],
  [
    'a product that owes less than it sold',
    'update finance_product set liability = liability - 1 where product_id = $1',
    custody,
    KNOWS,
  ],
  [
    'a product that forgets principal',
    'update finance_product set principal = principal - 1 where product_id = $1',
    custody,
    KNOWS,
  ],
  [
    'a product that forgets a unit',
    'update finance_product set units = units - 1 where product_id = $1',
    custody,
    KNOWS,
  ],
  [
    'a product that counts a member twice',
    'update finance_product set members = members + 1 where product_id = $1',
    custody,
    KNOWS,
  ],
  [
    'a product that says it paid more',
    'update finance_product set paid = paid + 1 where product_id = $1',
    paidDaily,
    KNOWS,
  ],
  [
    'a product that binds less for rebates than its orders do',
    'update finance_product set rebates = rebates - 1 where product_id = $1',
    paidDaily,
    KNOWS,
  ],
  [
    'an order that binds less than the settings said',
    `update finance_order set rebate_rate = 150, rebates = principal * 150 / 10000 where purchase_id = $1`,
    of('daily'),
    BINDS,
  ],
  [
    'an order that says it is from before the rule',
    `update finance_order set rebate_rate = null, rebates = 0 where purchase_id = $1`,
    of('daily'),
    BINDS,
  ],
  [
    'an order that binds nothing though its term earns rebates',
    `update finance_order set rebate_rate = 0, rebates = 0 where purchase_id = $1`,
    of('daily'),
    BINDS,
  ],
  [
    'an order that binds rebates though its term earns none',
    `update finance_order set rebate_rate = 200, rebates = principal * 200 / 10000 where purchase_id = $1`,
    of('waiting'),
    BINDS,
  ],
  [
    'another rate',
    'update finance_product set daily_rate = daily_rate + 1 where product_id = $1',
    custody,
    STEPS,
  ],
  ['another term', 'update finance_product set term_hours = 108 where product_id = $1', custody, STEPS],
  [
    'a maximum below what members hold',
    'update finance_product set max_units = 1 where product_id = $1',
    custody,
    HOLDERS,
  ],
  [
    'an accrual of one more',
    'update finance_accrual set amount = amount + 1 where purchase_id = $1',
    of('waiting'),
    STEPS,
  ],
  ['an accrual that is gone', 'delete from finance_accrual where purchase_id = $1', of('waiting'), STEPS],
  [
    'a step that is not complete',
    `insert into finance_accrual (product_id, purchase_id, step, amount, accrued_at)
     select product_id, purchase_id, step + 1, amount, accrued_at from finance_accrual where purchase_id = $1`,
    of('waiting'),
    STEPS,
  ],
  [
    'an accrual that was never paid',
    'update finance_accrual set paid_ref = null where purchase_id = $1',
    of('daily'),
    STEPS,
  ],
  [
    'an accrual that was paid before maturity',
    'update finance_accrual set paid_ref = gen_random_uuid() where purchase_id = $1',
    of('waiting'),
    STEPS,
  ],
  [
    'an order that accrued a step more',
    'update finance_order set accrued_steps = accrued_steps + 1 where purchase_id = $1',
    of('waiting'),
    STEPS,
  ],
  [
    'an order that is due later',
    'update finance_order set due_ms = due_ms + 1 where purchase_id = $1',
    of('waiting'),
    STEPS,
  ],
  [
    'an order with more interest',
    'update finance_order set interest = interest + 1 where purchase_id = $1',
    of('waiting'),
    STEPS,
  ],
  [
    'an order that was paid twice',
    `update purchase set payout = payout + 1 where purchase_id = $1`,
    of('completed'),
    PAID,
  ],
  [
    'an order that was paid without maturity',
    `update finance_order set ended_at = ended_at - interval '1 day' where purchase_id = $1`,
    of('completed'),
    PAID,
  ],
  [
    'an exit that was not paid back',
    `update purchase set state = 'done' where purchase_id = $1`,
    of('exited'),
    PAID,
  ],
  [
    'an order with another number of units',
    'update finance_order set units = units + 1 where purchase_id = $1',
    of('waiting'),
    PURCHASE,
  ],
  [
    'an order that matures early',
    'update finance_order set matures_ms = matures_ms - 86400000 where purchase_id = $1',
    of('waiting'),
    MATURES,
  ],
  [
    'an order that was bought a day before its purchase',
    `update finance_order set bought_ms = bought_ms - 86400000, matures_ms = matures_ms - 86400000 where purchase_id = $1`,
    of('completed'),
    MATURES,
  ],
  [
    'an order of another payout',
    'update finance_order set maturity_id = gen_random_uuid() where purchase_id = $1',
    of('completed'),
    MATURES,
  ],
  [
    'an order that ended after its payout',
    `update finance_order set ended_at = ended_at + interval '1 hour' where purchase_id = $1`,
    of('completed'),
    MATURES,
  ],
  [
    'an order of another member',
    'update finance_order set member_id = gen_random_uuid() where purchase_id = $1',
    of('waiting'),
    PURCHASE,
  ],
  ['an order without a purchase', 'delete from purchase where purchase_id = $1', of('waiting'), PURCHASE],
  [
    'a funding of another amount',
    'update finance_funding set amount = amount + 1 where product_id = $1',
    custody,
    FUNDINGS,
  ],
  ['a funding that is gone', 'delete from finance_funding where product_id = $1', custody, IN_THE_LOG],
  [
    'a funding that the log does not state',
    `delete from log_pending where $1::text is not null`,
    custody,
    IN_THE_LOG,
  ],
  [
    'a funding that the log states and nobody booked',
    `insert into log_pending (entry) select entry || jsonb_build_object('reference', $1::text) from log_pending limit 1`,
    custody,
    IN_THE_LOG,
  ],
])('the doctor finds %s', async (_, sql, value, finder) => {
  const found = await planted(owner, CHECKS, sql, [value()])
  if (finder === 'book reserve') expect(found).not.toEqual([])
  else expect(found).toContain(finder)
})

test.each<readonly [what: string, sql: string, value: () => string, by: string]>([
  [
    'a reserve below what is owed',
    'update finance_product set reserve = liability - 1 where product_id = $1',
    custody,
    'finance_product_covered',
  ],
  [
    'a reserve below what is owed and bound for rebates',
    'update finance_product set reserve = liability + rebates - 1 where product_id = $1',
    paidDaily,
    'finance_product_covered',
  ],
  [
    'an order that binds less',
    'update finance_order set rebates = 0 where purchase_id = $1',
    of('daily'),
    'permission denied',
  ],
  [
    'an order that gives its rebates away before its maturity',
    'update finance_order set rebates_used = rebates, rebates_ended_at = business_now() where purchase_id = $1',
    of('daily'),
    'finance_order_rebates_ended',
  ],
  [
    'custody below the principal',
    'update finance_product set custody = principal - 1 where product_id = $1',
    custody,
    'finance_product_custody',
  ],
  [
    'other terms after the first order',
    'update finance_product set daily_rate = 1, changes = changes + 1 where product_id = $1',
    custody,
    'refused',
  ],
  [
    'a member less',
    'update finance_product set members = members - 1, changes = changes + 1 where product_id = $1',
    custody,
    'refused',
  ],
  [
    'a step a second time',
    `insert into finance_accrual select * from finance_accrual where purchase_id = $1`,
    of('waiting'),
    'finance_accrual_pkey',
  ],
  [
    'another accrual',
    'update finance_accrual set amount = amount + 1 where purchase_id = $1',
    of('waiting'),
    'permission denied',
  ],
  [
    'an accrual less',
    'delete from finance_accrual where purchase_id = $1',
    of('waiting'),
    'permission denied',
  ],
  [
    'a completed order that waits again',
    `update finance_order set state = 'waiting' where purchase_id = $1`,
    of('completed'),
    'refused',
  ],
  [
    'an exited order that is completed',
    `update finance_order set state = 'completed' where purchase_id = $1`,
    of('exited'),
    'refused',
  ],
  [
    'a step back',
    'update finance_order set accrued_steps = 0, accrued = 0 where purchase_id = $1',
    of('waiting'),
    'refused',
  ],
  [
    'another funding',
    'update finance_funding set amount = 1 where product_id = $1',
    custody,
    'permission denied',
  ],
])('the database refuses a server that writes %s', async (_, sql, value, by) => {
  expect(await planted(finance.mall.db, CHECKS, sql, [value()])).toEqual([
    expect.stringMatching(new RegExp(`^refused: .*${by === 'refused' ? '' : by}`)) as string,
  ])
})

test('warns of interest and payouts that are late', async () => {
  const late = async () => {
    const checks = reserveLiveness.filter(({ name }) =>
      ['late-accruals', 'overdue-maturities'].includes(name),
    )
    return (await failing(owner, checks)).length
  }
  expect(await late()).toBe(0)
  await finance.advance(DAY_MS)
  expect(await late()).toBe(1)
  await finance.advance(2 * DAY_MS)
  expect(await late()).toBe(2)
  await finance.pay()
  expect(await late()).toBe(0)
  expect(await failing(owner, CHECKS)).toEqual([])
})
