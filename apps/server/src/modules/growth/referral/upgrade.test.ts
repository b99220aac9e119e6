/** Teams of an older database: what migration 0056 writes is what the events would have written. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsDirectory } from '../../../platform/schema/migrate.ts'
import { DAY_MS, testReferral, UNIT, type TestReferral } from './referral.fixture.ts'

let growth: TestReferral
beforeAll(async () => {
  growth = await testReferral()
})
afterAll(() => growth.close())

const TEAMS = {
  vip: 'select member_id, spend from member_vip where spend > 0 order by member_id',
  members: `select member_id, friend_id, level, joined_at, spend from team_member order by member_id, friend_id`,
  totals: `select member_id, direct, indirect, direct_spend, indirect_spend from team_total order by member_id`,
  ranking: `select member_id, spend from team_period where period = 'all' order by member_id`,
}
async function teams() {
  const { db } = growth.world.mall
  const rows: Record<string, unknown[]> = {}
  for (const [name, text] of Object.entries(TEAMS)) rows[name] = await db.query(text)
  return rows
}

/** The statements of the migration that convert data. */
async function conversion(): Promise<string[]> {
  const text = await readFile(path.join(migrationsDirectory, '0056_referral.sql'), 'utf8')
  return text
    .replaceAll(/--.*$/gm, '')
    .split(/;\n/)
    .map((statement) => statement.trim())
    .filter((statement) => /^insert into (member_vip|team_|rebate_feed)/.test(statement))
}

test('the teams of an older database have its members, and what they spent on drawn orders and settled bets', async () => {
  const { owner } = growth.world.mall
  growth.gate.isOn = false
  const [top = ''] = await growth.members(1)
  const middle = await growth.friend(top)
  const friends = [await growth.friend(middle), await growth.friend(middle)]
  const fourth = await growth.friend(friends[0]!)
  const drawn = await growth.issue(100)
  await growth.buy(friends[0]!, drawn.number, 60)
  await growth.buy(fourth, drawn.number, 40)
  await growth.draw()
  const refunded = await growth.issue(10)
  await growth.buy(friends[1]!, refunded.number, 3)
  await growth.advance(40 * DAY_MS)
  await growth.draw()
  const round = await growth.games.round()
  await growth.games.bet(friends[1]!, round, { picks: ['big'], stake: 50n * UNIT })
  await growth.games.bet(friends[1]!, round, { picks: ['small'], stake: 20n * UNIT })
  await growth.settle(round, 3)
  const selling = await growth.issue(10)
  await growth.buy(fourth, selling.number, 4)
  await growth.run()
  const events = await teams()
  expect(events['members']).toHaveLength(7)
  expect(events['ranking']).not.toEqual([])

  // the database as it was before: only drawn orders counted for the level, and nobody had a team
  await owner.query('delete from rebate_feed')
  await owner.query('delete from team_period')
  await owner.query('delete from team_total')
  await owner.query('delete from team_member')
  await owner.query(`
    update member_vip v set spend = (select coalesce(sum(p.amount), 0) from purchase p
      where p.member_id = v.member_id and p.kind = 'shares' and p.state = 'done' and p.settled)`)
  const statements = await conversion()
  expect(statements).toHaveLength(6)
  for (const statement of statements) await owner.query(statement)
  expect(await teams()).toEqual(events)

  // orders before the upgrade earn nothing, later ones do
  growth.gate.isOn = true
  await growth.fund(1_000n * UNIT)
  await growth.buy(fourth, selling.number, 6)
  await growth.draw()
  await growth.run()
  expect(await growth.rebates(friends[0]!)).toMatchObject([{ basis: 6n * UNIT, state: 'paid' }])
  expect(await growth.broken()).toEqual([])
})
