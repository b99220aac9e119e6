/** Transfers on the chain against the credits of recharges. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { failing } from '../../../testing/planted.ts'
import { testTrc20, type TestTrc20 } from '../trc20/trc20.fixture.ts'
import { reconciliationChecks } from './reconciliation.checks.ts'
import { compareDays, differencesOf } from './reconciliation.queries.ts'

let usdt: TestTrc20
beforeAll(async () => {
  usdt = await testTrc20()
})
afterAll(() => usdt.close())

const compared = async () =>
  (await compareDays(usdt.wallet.db, 0)).filter(({ provider }) => provider === 'trc20')

test('several transfers to one address agree with their credits, and a lost one is a difference', async () => {
  const { wallet } = usdt
  const person = await wallet.person()
  const { address } = await usdt.open(person, '500.00')
  usdt.pay(address, 150_000_000n)
  await usdt.look()
  // more than was asked for, and a part of a unit that is worth nothing
  usdt.pay(address, 60_000_001n)
  await usdt.look()
  await wallet.database.advanceClock(2 * DAY_MS)
  const [day] = await compared()
  expect(day).toMatchObject({
    direction: 'in',
    said_items: 2,
    said_amount: 5_250_000n,
    booked_items: 2,
    booked_amount: 5_250_000n,
    differences: 0,
  })
  expect(await failing(wallet.db, reconciliationChecks)).toEqual([])

  await wallet.owner.query(
    `update trc20_transfer set lost_at = business_now() - interval '1 hour' where units = 150000000`,
  )
  await wallet.database.advanceClock(DAY_MS)
  expect(await compared()).toMatchObject([{ said_items: 1, booked_items: 2, differences: 1 }])
  const { provider, direction } = day!
  expect(await differencesOf(wallet.db, { day: day!.day, provider, direction }, 10)).toMatchObject([
    { said: null, booked: 3_750_000n },
  ])
})
