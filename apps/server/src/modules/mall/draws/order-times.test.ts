import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { buyShares, drawAll, drawMall, openTestIssue, verifyIssue, type DrawMall } from './draws.fixture.ts'

let world: DrawMall

beforeAll(async () => {
  world = await drawMall()
})
afterAll(async () => {
  await world.mall.close()
})

const DAY_MS = 86_400_000
let days = 0

/** Sets business time to `byMs` milliseconds before a midnight at an offset, each time two days later: the log's time does not go back. */
async function beforeMidnight(offset: number, byMs: number) {
  days += 2
  await world.mall.database.setClockOffset(0)
  const now = await world.now()
  const local = (now + offset * 60_000) % DAY_MS
  await world.mall.database.setClockOffset(days * DAY_MS - local - byMs)
}

describe('the times of orders', () => {
  afterEach(() => world.mall.database.setClockOffset(0))

  test.each([0, 360, -570])(
    'orders before and after midnight verify at an offset of %i minutes',
    async (offset) => {
      await beforeMidnight(offset, 5_000)
      const { number } = await openTestIssue(
        { ...world, options: { ...world.options, utcOffset: offset } },
        { shares: 4 },
      )
      const members = await testMembers(world.mall, 4, 40_000n)
      await buyShares(world, number, members.slice(0, 2))
      await world.mall.database.advanceClock(10_000)
      await buyShares(world, number, members.slice(2))
      await drawAll(world)
      const { rows, terms } = await world.proofs.of(number)
      expect(terms.offset).toBe(offset)
      expect(rows.map(({ time }) => Math.floor(time / 10_000_000))).toEqual([23, 23, 0, 0])
      expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
      expect(await breaches(world.mall.db)).toEqual([])
    },
  )

  test('order times stay the same while the clock is behind the last order', async () => {
    // after the tests before, where the log's time is
    await world.mall.database.setClockOffset(10 * DAY_MS)
    const { number } = await openTestIssue(world, { shares: 3 })
    const members = await testMembers(world.mall, 3, 30_000n)
    await world.mall.database.advanceClock(-3_600_000)
    await buyShares(world, number, [members[0]!])
    await world.mall.database.advanceClock(7_200_000)
    await buyShares(world, number, [members[1]!])
    await world.mall.database.advanceClock(-86_400_000)
    await buyShares(world, number, [members[2]!])
    await world.draws.runDue()
    await world.mall.database.advanceClock(2 * 86_400_000)
    await world.draws.runDue()
    const { rows, terms, seal } = await world.proofs.of(number)
    expect(rows[0]!.ms).toBe(terms.at)
    expect(rows[2]!.ms).toBe(rows[1]!.ms)
    expect(seal.sealedAt).toBe(rows[2]!.ms)
    expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
  })
})
