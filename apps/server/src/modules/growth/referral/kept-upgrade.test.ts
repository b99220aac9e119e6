/** An older database: what migration 0088 counts as kept, and as played before, is what the settlements count. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statementsOf } from '../../../testing/migration-statements.ts'
import { openTestIssue } from '../../mall/draws/draws.fixture.ts'
import { testReferral, UNIT, type TestReferral } from './referral.fixture.ts'

let growth: TestReferral
beforeAll(async () => {
  growth = await testReferral()
})
afterAll(() => growth.close())

const statement = async (begin: string) => (await statementsOf('0088_kept.sql', [begin]))[0]!

test('migration 0088 counts for drawn orders and settled bets what their settlements count', async () => {
  const { db, owner } = growth.world.mall
  const [first, second] = (await growth.members(2)) as [string, string]
  const { number } = await openTestIssue(growth.world, { shares: 10, marketPrice: 5n * UNIT, maxIssues: 1 })
  await growth.buy(first, number, 3)
  await growth.buy(second, number, 7)
  await growth.draw()
  for (const game of ['lucky-1m', 'king-2m'] as const) {
    const round = await growth.games.round({ game })
    await growth.games.bet(first, round, { picks: ['big', 'small'], stake: 10n * UNIT + 1n })
    await growth.games.bet(second, round, { picks: ['3', 'single'], stake: 7n * UNIT })
    await growth.games.bet(first, round, { picks: ['5', 'big'], stake: 3n * UNIT })
    await growth.settle(round, 5)
  }
  const kept = () => db.query('select member_id, kept from member_vip order by member_id')
  const counted = await kept()
  expect(counted.map((row) => (row['kept'] as bigint) > 0n)).toEqual([true, true])
  await owner.query('update member_vip set kept = 0')
  await owner.query(await statement('update member_vip v set kept'))
  expect(await kept()).toEqual(counted)
  const cancelled = await db.query(
    'select member_id, sum(cancelled)::bigint as earlier from bet_cancelled group by 1 order by 1',
  )
  await owner.query('insert into play_through (member_id, required) select unnest($1::uuid[]), 0', [
    [first, second],
  ])
  await owner.query(await statement('update play_through p set earlier'))
  expect(await db.query('select member_id, earlier from play_through where earlier > 0 order by 1')).toEqual(
    cancelled,
  )
})
