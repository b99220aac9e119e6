import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'

import { ruleWorld, type RuleWorld } from './protection.fixture.ts'

describe.each(['one', 'split', 'several'] as const)('the maximum per member, lanes: %s', (lanes) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await ruleWorld(lanes)
  })
  afterAll(() => world.mall.close())

  test('counts what the member holds, and answers how much that is', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    expect(await world.buy(member, subject, 3, 5)).toMatchObject({ outcome: 'done', owned: 0 })
    expect(await world.buy(member, subject, 3, 5)).toMatchObject({ outcome: 'max_per_member', owned: 3 })
    expect(await world.buy(member, subject, 2, 5)).toMatchObject({ outcome: 'done', owned: 3 })
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('counts neither another subject nor what the seller refused', async () => {
    const [member, first, second] = [await world.member(), await world.issue(4), await world.issue()]
    expect((await world.buy(member, first, 5, 5)).outcome).toBe('refused')
    expect((await world.buy(member, first, 4, 5)).outcome).toBe('done')
    expect((await world.buy(member, second, 5, 5)).outcome).toBe('done')
  })

  test('100 purchases at once stop at the maximum', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    const answers = await Promise.all(Array.from({ length: 100 }, () => world.buy(member, subject, 1, 7)))
    expect(answers.filter(({ outcome }) => outcome === 'done')).toHaveLength(7)
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('zero is no maximum', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    expect(await world.buy(member, subject, 50, 0)).toMatchObject({ outcome: 'done', owned: 0 })
  })
})
