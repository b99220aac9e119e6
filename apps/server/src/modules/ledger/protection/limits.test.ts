import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'
import { setLimit } from '../limits/limit-counters.ts'
import { ruleWorld, UNIT, type RuleWorld } from './protection.fixture.ts'

describe.each(['one', 'split', 'several'] as const)('limits, lanes: %s', (lanes) => {
  let world: RuleWorld
  beforeAll(async () => {
    world = await ruleWorld(lanes)
  })
  afterAll(() => world.mall.close())

  test('names the limit with the least room, and time before money', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'spend', period: 'day' }, 9n * UNIT, 0))
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'loss', period: 'month' }, 8n * UNIT, 0))
    expect((await world.buy(member, subject, 3)).outcome).toBe('done')
    expect(await world.buy(member, subject, 6)).toMatchObject({
      outcome: 'limit',
      limit: 'loss',
      room: 5n * UNIT,
    })
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'time', period: 'day' }, 0n, 0))
    expect(await world.buy(member, subject, 1)).toMatchObject({ outcome: 'limit', limit: 'time' })
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('of two limits with the same room the answer always names the same one', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'spend', period: 'week' }, 4n * UNIT, 0))
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'loss', period: 'day' }, 4n * UNIT, 0))
    const answers = await Promise.all(Array.from({ length: 10 }, () => world.buy(member, subject, 5)))
    expect(new Set(answers.map(({ limit }) => limit))).toEqual(new Set(['loss']))
  })

  test('what the seller refuses is not counted', async () => {
    const [member, subject] = [await world.member(), await world.issue(3)]
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'spend', period: 'day' }, 5n * UNIT, 0))
    expect((await world.buy(member, subject, 4)).outcome).toBe('refused')
    expect(await world.buy(member, subject, 6)).toMatchObject({ outcome: 'limit', room: 5n * UNIT })
    expect((await world.buy(member, subject, 3)).outcome).toBe('done')
    expect(await breaches(world.mall.db)).toEqual([])
  })

  test('a deposit limit does not stop purchases', async () => {
    const [member, subject] = [await world.member(), await world.issue()]
    const none = { used: 0n, open: 0n, latest: null }
    await world.change(member, (tx) => setLimit(tx, { member, kind: 'deposit', period: 'day' }, 0n, 0, none))
    expect((await world.buy(member, subject, 1)).outcome).toBe('done')
  })
})
