/** Members' limits and refunds after the clock was ahead and was set back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'
import { DAY, limitWorld, type LimitWorld, type SoldIssue } from './limits.fixture.ts'

let world: LimitWorld
beforeAll(async () => {
  world = await limitWorld()
})
afterAll(() => world.mall.close())

const APRIL = Date.UTC(2031, 3, 1)

async function stateOf(member: string, { issueId }: SoldIssue): Promise<string | undefined> {
  const [order] = await world.mall.db.query<{ state: string }>(
    'select state from purchase where member_id = $1 and subject_id = $2',
    [member, issueId],
  )
  return order?.state
}

test('a limit set after the clock went back counts purchases stamped in a later month until they are refunded', async () => {
  await world.goTo(APRIL + DAY)
  const member = await world.member()
  const issue = await world.issue(50, { saleDays: 5 })
  expect(await world.buy(member, issue, 12)).toBe('bought')

  await world.goTo(APRIL - 3 * DAY)
  await world.limit(member, 'spend', 'month', 20)
  expect(await world.buy(member, issue, 9)).toBe('SPEND_LIMIT 8.00')
  await world.goTo(APRIL + 2 * DAY)
  expect(await world.used(member)).toEqual({ 'spend.month': 12 })
  expect(await world.buy(member, issue, 9)).toBe('SPEND_LIMIT 8.00')
  expect(await breaches(world.mall.db)).toEqual([])

  await world.goTo(APRIL + 7 * DAY)
  await world.draws.runDue()
  expect(await stateOf(member, issue)).toBe('refunded')
  expect(await world.used(member)).toEqual({ 'spend.month': 0 })
  expect(world.errors).toEqual([])
  expect(await breaches(world.mall.db)).toEqual([])
})

test('a counter that lacks an order does not stop the refund of the order', async () => {
  await world.goTo(APRIL + 40 * DAY)
  const member = await world.member()
  const issue = await world.issue(50, { saleDays: 5 })
  await world.limit(member, 'spend', 'month', 20)
  expect(await world.buy(member, issue, 12)).toBe('bought')
  await world.mall.db.query('update limit_counter set used = 5 where member_id = $1', [member])
  await world.goTo(APRIL + 46 * DAY)
  await world.draws.runDue()
  expect(await stateOf(member, issue)).toBe('refunded')
  expect(await world.used(member)).toEqual({ 'spend.month': 0 })
  expect(world.errors).toEqual([])
  expect(await breaches(world.mall.db)).toEqual([])
})
