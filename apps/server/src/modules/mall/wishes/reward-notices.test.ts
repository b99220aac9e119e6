/** Notices of VIP levels: who reaches a level is told once, whatever dies and is repeated. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dyingAt } from '../../../testing/dying.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import type { Values } from '../../../platform/settings/settings.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { drawIssue } from '../draws/draw.ts'
import { drawMall, openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { sealIssue } from '../draws/seal.ts'
import { settleChunk } from '../draws/settlement.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { createLevelWatch } from './reward-notices.ts'

const LOW = '2,4,8,16,32'
let world: DrawMall
let spends = LOW
const told: string[] = []
const watch = createLevelWatch(
  {
    get: (setting) =>
      setting.name === 'identity.vipSpends'
        ? setting.kind.read(spends)
        : (mallSettings(world.mall.db) as Values).get(setting),
  },
  (members) => told.push(...members),
)
beforeAll(async () => {
  world = await drawMall({ levelWatch: watch })
})
beforeEach(() => {
  spends = LOW
  told.length = 0
})
afterAll(() => world.mall.close())

const members = (count: number) => testMembers(world.mall, count, 10_000_000n)
/** Sells an issue of shares of 1.00 and draws it; it is not settled yet. @returns the issue */
async function drawn(buyers: readonly string[], quantities: readonly number[]): Promise<string> {
  const shares = quantities.reduce((sum, quantity) => sum + quantity, 0)
  const { issueId, number } = await openTestIssue(world, { shares, maxIssues: 1, grade: 'salt' })
  for (const [n, quantity] of quantities.entries())
    await world.mall.sales.buy({ member: buyers[n]!, issue: number, quantity, requestId: randomUUID() })
  await sealIssue(world.options, issueId)
  expect(await drawIssue(world.options, issueId)).toBe('drawn')
  return issueId
}
const levelsOf = async (member: string) => {
  const rows = await world.mall.db.query<{ level: number }>(
    `select level from member_notice where member_id = $1 and kind = 'vip_level' order by level`,
    [member],
  )
  return rows.map(({ level }) => level)
}
const settle = (db = world.mall.db, issue: string, size = 100) =>
  settleChunk(db, issue, size, undefined, undefined, watch)

test('a settlement dies at each statement, is repeated and runs in parallel, and every level is told once', async () => {
  const [low, middle, high] = (await members(3)) as [string, string, string]
  const issue = await drawn([low, middle, high], [1, 2, 9])
  let deaths = 0
  while (
    await settle(dyingAt(world.mall.db, deaths + 1), issue).then(
      () => false,
      () => true,
    )
  ) {
    expect(await levelsOf(high)).toEqual([])
    expect(++deaths).toBeLessThan(30)
  }
  expect(deaths).toBeGreaterThan(5)
  await Promise.all([1, 2, 3].map(() => settle(world.mall.db, issue)))
  expect([await levelsOf(low), await levelsOf(middle), await levelsOf(high)]).toEqual([[], [1], [3]])
  expect(told.toSorted()).toEqual([middle, high].toSorted())
  expect(await breaches(world.mall.db)).toEqual([])
})

test('chunks and issues count together: each level is told when it is reached, and the loop tells too', async () => {
  const [member, other] = (await members(2)) as [string, string]
  const first = await drawn([member, other, member], [1, 1, 1])
  while (await settle(world.mall.db, first, 1));
  expect(await levelsOf(member)).toEqual([1])
  await drawn([member, other], [1, 1])
  await createDraws(world.options).runDue()
  expect([await levelsOf(member), await levelsOf(other)]).toEqual([[1], [1]])
  await drawn([member, other], [1, 1])
  await createDraws(world.options).runDue()
  expect([await levelsOf(member), await levelsOf(other)]).toEqual([[1, 2], [1]])
  expect(told).toEqual([member, other, member])
})

test('a level that a changed setting moved is told to nobody a second time', async () => {
  const [member, other] = (await members(2)) as [string, string]
  await settle(world.mall.db, await drawn([member, other], [3, 1]))
  spends = '4,8,16,32,64'
  await settle(world.mall.db, await drawn([member, other], [2, 1]))
  expect(await levelsOf(member)).toEqual([1])
})
