/** The reserve of every finance product is in the log once a UTC day, wherever a server dies; the doctor finds the rest. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDb } from '../../../platform/db.ts'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { audited, dyingAt, testLog, type TestLog } from '../../fair/log/log.fixture.ts'
import { reserveLiveness, reserveLogChecks } from './reserve-log.checks.ts'
import { stateReserves } from './state-reserves.ts'

let log: TestLog
let days = 0
beforeAll(async () => {
  log = await testLog()
  await at(0, 5)
  await log.writer.begin(log.db)
})
afterEach(async () => {
  expect(await failing(log.owner, reserveLogChecks)).toEqual([])
})
afterAll(() => log.close())

/** Business time in days after 2031-06-02. */
const at = (day: number, hours = 0) =>
  log.database.setClockOffset(Date.UTC(2031, 5, 2) + day * DAY_MS + hours * HOUR_MS - Date.now())
const nextDay = (hours = 1) => at(++days, hours)
const state = () => stateReserves(log)

/** The money of a product: reserve, principal, liability in minor units. Custody is the principal. */
type Held = { reserve?: number; principal?: number; liability?: number }
async function product(code: string, { reserve = 0, principal = 0, liability = 0 }: Held = {}) {
  await log.owner.query(
    `insert into finance_product (product_id, reserve_id, code, unit_price, min_units, max_units, total_units, term_hours, term_unit,
       daily_rate, payout, wants_trc20, early_exit, sale_from, sale_until, demo, created_at, units, orders, members, open_orders,
       principal, liability, custody, reserve)
     values (gen_random_uuid(), gen_random_uuid(), $1, 1000000, 1, 10, 100, 720, 'days', 5000, 'at_maturity', false, true,
       business_now(), business_now() + interval '5 years', false, business_now(), $5, $5, $5, $5, $3, $4, $3, $2)
     on conflict (code) do update set reserve = excluded.reserve, principal = excluded.principal, custody = excluded.custody,
       liability = excluded.liability, open_orders = excluded.open_orders, units = excluded.units, changes = finance_product.changes + 1`,
    [code, reserve, principal, liability, principal > 0 ? 1 : 0],
  )
}

type Said = { product: string; reserve: string; custody: string; liability: string; at: number }
const entries = async (): Promise<Said[]> =>
  (
    await log.db.query<{ said: Said }>(
      `select bytes::jsonb as said from log_entry where kind = 'reserve' order by index`,
    )
  ).map(({ said }) => said)
const stated = async (): Promise<number> =>
  Number((await log.db.query<{ n: bigint }>('select count(*) as n from finance_reserve_day'))[0]!.n)

test('a product is stated from its funding on, once a UTC day, with the money that it has', async () => {
  await product('IDLE')
  expect(await state()).toEqual([])
  await product('SAVE30', { reserve: 900, principal: 5_000, liability: 600 })
  await product('SAVE7', { reserve: 50 })
  expect(await state()).toEqual(['SAVE30', 'SAVE7'])
  expect(await state()).toEqual([])
  const [first] = await entries()
  expect(first).toMatchObject({ product: 'SAVE30', reserve: '900', custody: '5000', liability: '600' })
  // a product that is funded later on the day is stated by the next run
  await product('LATE', { reserve: 1 })
  expect(await state()).toEqual(['LATE'])
  await nextDay(0)
  expect(await state()).toEqual(['LATE', 'SAVE30', 'SAVE7'])
  expect((await audited(log)).reserves).toEqual({ products: 3, statements: 6, missingDays: 0 })
})

test('a product whose last statement had money is stated once more, with nothing, and then no more', async () => {
  await product('LATE')
  await nextDay()
  expect(await state()).toContain('LATE')
  expect((await entries()).findLast((entry) => entry.product === 'LATE')).toMatchObject({ reserve: '0' })
  await nextDay()
  expect(await state()).not.toContain('LATE')
})

test('days on which no server ran have no entry; the audit counts them for a product with custody', async () => {
  const { missingDays } = (await audited(log)).reserves
  days += 3
  await nextDay()
  expect(await state()).toEqual(['SAVE30', 'SAVE7'])
  expect((await audited(log)).reserves.missingDays).toBe(missingDays + 3)
})

test('a clock that goes back over midnight states no day a second time', async () => {
  await nextDay()
  await state()
  const before = await stated()
  await at(days - 1, 23)
  expect(await state()).toEqual([])
  await at(days, 2)
  expect(await state()).toEqual([])
  expect(await stated()).toBe(before)
})

test('ten servers at once state each product once', async () => {
  await nextDay()
  const before = await stated()
  const answers = await Promise.all(Array.from({ length: 10 }, state))
  expect(answers.flat().toSorted()).toEqual(['SAVE30', 'SAVE7'])
  expect(await stated()).toBe(before + 2)
})

test('a server that dies at any statement states all of a day, or nothing; the next run does it once', async () => {
  let deaths = 0
  for (const when of ['before', 'after'] as const) {
    for (let statement = 1, whole = false; !whole; statement++) {
      await nextDay()
      const before = await stated()
      const own = createDb(log.database.appUrl, { max: 2 })
      const dying = dyingAt(own, statement, when)
      const error = await stateReserves({ db: dying, writer: log.writer }).then(
        () => null,
        (thrown: unknown) => thrown,
      )
      await own.close()
      whole = error === null
      expect(whole).toBe(!dying.died())
      expect([before, before + 2]).toContain(await stated())
      expect(await failing(log.owner, reserveLogChecks)).toEqual([])
      await state()
      expect(await stated()).toBe(before + 2)
      if (!whole) deaths++
    }
  }
  expect(deaths).toBeGreaterThanOrEqual(4)
})

const IN_THE_LOG =
  'every daily statement of a reserve is in the log as it was made, once, and the log has no other'
const COVERED = 'every stated reserve covered what the house owed, and the custody the principal'
const KEPT = 'no row of the daily statements of reserves was changed or removed'
const LAST = `day = (select max(day) from finance_reserve_day)`
test.each([
  [
    'another reserve',
    `update finance_reserve_day set reserve = reserve + 1 where ${LAST}`,
    [KEPT, IN_THE_LOG],
  ],
  ['another liability', `update finance_reserve_day set liability = 1 where ${LAST}`, [KEPT, IN_THE_LOG]],
  ['a statement that is gone', `delete from finance_reserve_day where ${LAST}`, [KEPT, IN_THE_LOG]],
  [
    'a statement without an entry',
    `insert into finance_reserve_day select product_id, day + 1, reserve, liability, custody, principal, stated_at + interval '1 day'
     from finance_reserve_day where ${LAST}`,
    [IN_THE_LOG],
  ],
  [
    'another time',
    `update finance_reserve_day set stated_at = stated_at + interval '1 ms' where ${LAST}`,
    [KEPT, IN_THE_LOG],
  ],
  [
    'a reserve below what was owed, and custody below the principal',
    `update finance_reserve_day set liability = reserve + 1 where ${LAST}`,
    [KEPT, IN_THE_LOG, COVERED],
  ],
])('the doctor finds %s', async (_, plant, found) => {
  expect(await planted(log.owner, reserveLogChecks, plant)).toEqual(found)
})

test('the server cannot change or remove a statement', async () => {
  for (const plant of ['update finance_reserve_day set reserve = 1', 'delete from finance_reserve_day'])
    expect(await planted(log.db, reserveLogChecks, plant)).toEqual([
      expect.stringContaining('permission denied'),
    ])
})

test('warns of a sale that stands still, a small reserve, and a day that is not stated', async () => {
  const warned = () =>
    log.owner.query<{ name: string }>(
      reserveLiveness
        .map(
          ({ name, sql }) =>
            `select '${name}' as name from (${sql}) ${name.replaceAll('-', '_')} where breaches > 0`,
        )
        .join(' union all '),
    )
  const names = async () => (await warned()).map(({ name }) => name).toSorted()
  // one unit owes 1000000 × 0.5 % × 30 days = 150000, and binds 2 % for rebates = 20000
  await product('SAVE30', { reserve: 170_000 * 50 })
  await product('SAVE7', { reserve: 170_000 * 50 })
  await state()
  const idle = await names()
  expect(idle).toEqual(['reserve-small', 'reserve-stopped'])
  await product('IDLE', { reserve: 170_000 * 10 })
  await product('LATE', { reserve: 170_000 * 10 - 1 })
  expect(await names()).toEqual(['reserve-small'])
  await product('LATE', { reserve: 170_000 - 1 })
  expect(await names()).toEqual(['reserve-small', 'reserve-stopped'])
  await log.owner.query(
    `update finance_product set state = 'closed', closed_at = business_now() where code = 'LATE'`,
  )
  expect(await names()).toEqual([])
})
