/** INV-23: a clock that stands ahead for a moment accrues, pays and ends nothing that nobody can take back. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createDb, type Db } from '../../../platform/db.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { balances } from '../../ledger/index.ts'
import { DAY_MS, testFinance, type TestFinance, UNIT } from '../finance.fixture.ts'

let finance: TestFinance
let owner: Db
beforeAll(async () => {
  finance = await testFinance()
  owner = createDb(finance.mall.database.ownerUrl, { max: 1 })
})
afterAll(async () => {
  await owner.close()
  await finance.close()
})
afterEach(async () => {
  await owner.query('update clock_watch set driven = true, settled_at = null')
  expect(await finance.broken()).toEqual([])
})

/** Business time stands ahead; no second look has confirmed it. */
async function ahead(days: number): Promise<void> {
  await owner.query('update clock_watch set driven = false, settled_at = (select at from business_clock)')
  await finance.advance(days * DAY_MS)
}
const back = (days: number) => finance.advance(-days * DAY_MS)

async function bought(payout: 'at_maturity' | 'daily') {
  const [member = ''] = await finance.members(1)
  const { outcome, id } = await finance.buy(member, await finance.product({ terms: { payout } }), 10)
  expect(outcome).toBe('done')
  return { member, id }
}
const refused = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const balance = async (member: string) => (await balances(finance.mall.db, member)).balance

test.each(['at_maturity', 'daily'] as const)('the job pays nothing by it (%s)', async (payout) => {
  const { member, id } = await bought(payout)
  await ahead(31)
  await finance.pay()
  await back(31)
  expect(await finance.order(member, id)).toMatchObject({
    state: 'waiting',
    accruedSteps: 0,
    accrued: 0n,
    paid: 0n,
  })
  expect(await balance(member)).toBe(9_900n * UNIT)
})

test('a member who leaves while it stands ahead is paid no interest of days that were not', async () => {
  const { member, id } = await bought('daily')
  await ahead(3)
  expect(await refused(finance.exit(member, id))).toBe('PENDING')
  await back(3)
  expect(await finance.order(member, id)).toMatchObject({ state: 'waiting', paid: 0n })
  expect(await finance.exit(member, id)).toMatchObject({ state: 'exited', paid: 0n })
  expect(await balance(member)).toBe(10_000n * UNIT)
})

test('with payout at maturity a member can leave at any time before maturity, also while it stands ahead', async () => {
  const { member, id } = await bought('at_maturity')
  await ahead(3)
  expect(await finance.exit(member, id)).toMatchObject({ state: 'exited', accrued: 0n })
  await back(3)
  expect(await balance(member)).toBe(10_000n * UNIT)
})

test('a clock that goes back after accruals accrues each day once', async () => {
  const { member, id } = await bought('daily')
  await finance.advance(2 * DAY_MS)
  await finance.pay()
  const paid = await balance(member)
  await back(2)
  await finance.pay()
  await finance.advance(2 * DAY_MS)
  await finance.pay()
  expect(await balance(member)).toBe(paid)
  expect(await finance.order(member, id)).toMatchObject({ accruedSteps: 2 })
})
