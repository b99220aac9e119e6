/** A clock that was ahead and is right again: members' limits, and money that goes back. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { breaches } from '../../testing/mall.ts'
import { DAY, limitWorld, type LimitWorld } from './limits.fixture.ts'

let world: LimitWorld
beforeAll(async () => {
  world = await limitWorld()
})
afterAll(() => world.mall.close())

test('orders of a month that had not come yet are given back, whatever a limit set since has counted', async () => {
  const april = Date.UTC(2031, 3, 1)
  await world.goTo(april + DAY)
  const member = await world.member()
  const issue = await world.issue(50, { saleDays: 5 })
  expect(await world.buy(member, issue, 12)).toBe('bought')

  await world.goTo(april - 3 * DAY)
  await world.limit(member, 'spend', 'month', 20)
  await world.goTo(april + 2 * DAY)
  // begins to count April, in which these orders were not counted
  await world.limit(member, 'spend', 'month', 18)
  expect(await world.used(member)).toEqual({ 'spend.month': 0 })

  await world.goTo(april + 7 * DAY)
  await world.draws.runDue()
  const [order] = await world.mall.db.query<{ state: string }>(
    'select state from purchase where member_id = $1 and subject_id = $2',
    [member, issue.issueId],
  )
  expect(order?.state).toBe('refunded')
  expect(await world.used(member)).toEqual({ 'spend.month': 0 })
  expect(world.errors).toEqual([])
  expect(await breaches(world.mall.db)).toEqual([])
})
