import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'
import { balances } from '../wallets.ts'
import { ruleWorld, UNIT, type RuleWorld } from './protection.fixture.ts'

describe.each(['one', 'split', 'several'] as const)('funds, lanes: %s', (lanes) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await ruleWorld(lanes)
  })
  afterAll(() => world.mall.close())

  test('a purchase may cost the whole balance, and not a unit more', async () => {
    const [member, subject] = [await world.member(5), await world.issue()]
    expect((await world.buy(member, subject, 6)).outcome).toBe('funds')
    expect(await world.stored(member)).toBe(0)
    expect((await balances(world.mall.db, member)).balance).toBe(5n * UNIT)
    expect((await world.buy(member, subject, 5)).outcome).toBe('done')
    expect((await balances(world.mall.db, member)).balance).toBe(0n)
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('a member without a wallet has no funds', async () => {
    const subject = await world.issue()
    expect((await world.buy('00000000-0000-4000-8000-00000000abcd', subject, 1)).outcome).toBe('funds')
  })
})
