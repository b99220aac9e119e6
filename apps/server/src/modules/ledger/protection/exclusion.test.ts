import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'
import { excludeWallet, markWalletClosing } from './wallet-exclusion.ts'
import { ruleWorld, type RuleWorld } from './protection.fixture.ts'

describe.each(['one', 'split', 'several'] as const)('exclusion and closing, lanes: %s', (lanes) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await ruleWorld(lanes)
  })
  afterAll(() => world.mall.close())

  test('a member buys nothing until the exclusion ends', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    const end = new Date('2040-01-01T00:00:00Z')
    await world.change(member, (tx) => excludeWallet(tx, member, end))
    expect((await world.buy(member, subject, 1)).outcome).toBe('excluded')
    expect(await world.stored(member)).toBe(0)
    // the server's role cannot shorten an exclusion
    await world.mall.owner.query(
      `update wallet set excluded_until = '2001-01-01T00:00:00Z' where member_id = $1`,
      [member],
    )
    expect((await world.buy(member, subject, 1)).outcome).toBe('done')
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('a member whose account is closing buys nothing, and the answer names closing before the exclusion', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    await world.change(member, (tx) => excludeWallet(tx, member, new Date('2040-01-01T00:00:00Z')))
    await world.change(member, (tx) => markWalletClosing(tx, member, true))
    expect((await world.buy(member, subject, 1)).outcome).toBe('closing')
    expect(await world.stored(member)).toBe(0)
  })

  test('a member whom operators froze buys nothing until the end, and the answer has the seconds until then', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    const until = (end: string) =>
      world.mall.owner.query(`update wallet set frozen_until = ${end} where member_id = $1`, [member])
    await until(`business_now() + interval '1 hour'`)
    const answer = await world.buy(member, subject, 1)
    expect(answer.outcome).toBe('frozen')
    expect(Number(answer.room)).toBeGreaterThan(3_000)
    expect(Number(answer.room)).toBeLessThanOrEqual(3_600)
    expect(await world.stored(member)).toBe(0)
    await until(`business_now() - interval '1 second'`)
    expect((await world.buy(member, subject, 1)).outcome).toBe('done')
  })

  test('the schema refuses an exclusion without an end', async () => {
    const member = await world.member()
    const endless = world.mall.owner.query(
      `update wallet set excluded_until = 'infinity' where member_id = $1`,
      [member],
    )
    await expect(endless).rejects.toThrow('wallet_excluded')
  })
})
