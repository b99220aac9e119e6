import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ParsedInput } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import { formatMoney } from '@fairlot/contract/money/money'
import type { Caller } from '../../../../platform/http/auth.ts'
import { failing } from '../../../../testing/planted.ts'
import { rebateLiveness } from '../referral.checks.ts'
import { testReferral, UNIT, type TestReferral } from '../referral.fixture.ts'
import { rewardLines } from '../../reward-lines.fixture.ts'
import { referralState, teamForOperators } from './desk.ts'
import { teamRoutes, type TeamNames } from './team.routes.ts'

let growth: TestReferral
let routes: ReturnType<typeof teamRoutes>
let top: string, middle: string, friend: string
beforeAll(async () => {
  growth = await testReferral()
  const { deps } = growth
  routes = teamRoutes({
    ...deps,
    rule: () => ({ topUp: 100n * UNIT, margin: 40n * UNIT }),
    publicUrl: 'https://shop.example/',
  })
  await growth.fund(1_000n * UNIT)
  ;[top = ''] = await growth.members(1)
  middle = await growth.friend(top)
  friend = await growth.friend(middle)
  for (let n = 0; n < 4; n++) await growth.friend(middle)
  const { number } = await growth.issue(10)
  await growth.buy(friend, number, 10)
  await growth.draw()
  await growth.run()
})
afterAll(() => growth.close())

/** The ids of other members, and of their purchases. */
async function hiddenIds(): Promise<string[]> {
  const rows = await growth.world.mall.db.query<{ id: string }>(
    'select member_id as id from member union all select purchase_id from purchase union all select source_id from rebate',
  )
  return rows.map(({ id }) => id)
}

const ask = <N extends TeamNames>(name: N, memberId: string, input: ParsedInput<Endpoints[N]>) => {
  const handler = routes[name] as (call: { member: Caller; input: unknown }) => unknown
  return Promise.resolve(handler({ member: { memberId } as Caller, input })) as Promise<
    Awaited<ReturnType<(typeof routes)[N]>>
  >
}

test('a link has the code of the member, and says what an invitation earns', async () => {
  const share = await ask('userShare', middle, { shared: false })
  expect(share.link).toBe(`https://shop.example/i/${share.code}`)
  expect(share).toMatchObject({
    on: true,
    directRate: 100,
    extraRate: 0,
    indirectRate: 50,
    friends: 5,
    minimum: '100.00',
    margin: '40.00',
    financeDays: 7,
  })
})

test('friends are listed newest first, page by page, with masked phones', async () => {
  const first = await ask('teamDetail', middle, { level: 1, limit: 3 })
  const rest = await ask('teamDetail', middle, { level: 1, limit: 3, cursor: first.next! })
  expect([first.items.length, rest.items.length, rest.next]).toEqual([3, 2, null])
  expect(new Set([...first.items, ...rest.items].map(({ id }) => id)).size).toBe(5)
  expect(rest.items.at(-1)).toMatchObject({
    spend: '10.00',
    earned: '0.10',
    state: 'registered',
    held: false,
  })
  expect(rest.items.at(-1)!.phone).toContain('•••')
  const [indirect] = (await ask('teamDetail', top, { level: 2, limit: 20 })).items.slice(-1)
  expect(indirect).toMatchObject({ spend: null, earned: '0.05' })
})

test('sums of team and rebates are those of the orders', async () => {
  expect(await ask('teamSummary', top, {})).toMatchObject({
    direct: 1,
    indirect: 5,
    directSpend: '0.00',
    indirectSpend: '10.00',
    rebates: { paid: '0.05', pending: '0.00' },
  })
  const bonus = await ask('teamBonus', middle, {})
  expect(bonus.paid).toBe('0.10')
  expect(bonus.kinds.find(({ kind }) => kind === 'shares')).toMatchObject({ paid: '0.10' })
})

test('rebates are listed by kind and state, without the ids of friends', async () => {
  const { items } = await ask('userRebateList', middle, { limit: 20, kind: 'shares', state: 'paid' })
  expect(items).toMatchObject([{ basis: '10.00', rate: 100, amount: '0.10', level: 1, state: 'paid' }])
  expect(JSON.stringify(items)).not.toContain(friend)
  expect((await ask('userRebateList', middle, { limit: 20, state: 'void' })).items).toEqual([])
  const { db } = growth.world.mall
  const [{ name } = { name: '' }] = items
  expect(await rewardLines(db, middle)).toEqual([`rebate 0.10: ${name}, direct (direct)`])
  expect(await rewardLines(db, top, 'pt-br')).toEqual([`rebate 0.05: ${name}, indireto (indirect)`])
})

test('the ranking is by what the teams spent, with masked phones', async () => {
  const ranking = await ask('userInviteTop', middle, { period: 'week' })
  expect(ranking.items.map(({ spend }) => spend)).toEqual(['10.00', '10.00'])
  expect(ranking.items.filter(({ mine }) => mine)).toHaveLength(1)
  expect(ranking.own.spend).toBe('10.00')
  expect((await ask('userInviteTop', friend, { period: 'all' })).own).toEqual({ place: null, spend: '0.00' })
})

test('operators see the sums of all rebates, and what waits while the marketing account is short', async () => {
  const { db } = growth.world.mall
  const now = () => referralState(db, { on: true, utcOffsetMinutes: 0 })
  expect(await now()).toEqual({
    on: true,
    pausedSince: null,
    marketing: formatMoney(await growth.marketing()),
    queued: { rebates: 0, amount: '0.00', since: null },
    paid: { today: '0.15', month: '0.15' },
    sums: [{ kind: 'shares', state: 'paid', rebates: 2, amount: '0.15' }],
  })
  const { number } = await growth.issue(10)
  await growth.buy(friend, number, 10)
  await growth.draw()
  await growth.drain()
  await growth.run()
  const short = await now()
  expect(short).toMatchObject({ marketing: '0.00', queued: { rebates: 2, amount: '0.15' } })
  expect(short.pausedSince).not.toBeNull()
  expect(short.queued.since).toBeLessThanOrEqual(short.pausedSince!)
  expect(short.sums).toContainEqual({ kind: 'shares', state: 'queued', rebates: 2, amount: '0.15' })
  expect(await failing(db, rebateLiveness)).toEqual([])
  await growth.advance(25 * 3_600_000)
  expect(await failing(db, rebateLiveness)).toEqual(rebateLiveness.map(({ title }) => title))
})

test("operators see a member's inviter, team and latest friends", async () => {
  const { db } = growth.world.mall
  const team = await teamForOperators(db, middle)
  expect(team).toMatchObject({ id: middle, inviter: top, direct: 5, indirect: 0, directSpend: '20.00' })
  expect(team.rebates).toEqual({ pending: '0.00', queued: '0.10', held: '0.00', paid: '0.10' })
  expect(team.friends).toHaveLength(5)
  expect(team.friends.find(({ id }) => id === friend)).toMatchObject({
    level: 1,
    state: 'registered',
    standing: 'clear',
    spend: '20.00',
    earned: '0.10',
  })
  const above = await teamForOperators(db, top)
  expect(above.inviter).toBeNull()
  expect(above.friends.filter(({ level }) => level === 2)).toHaveLength(5)
  expect(above.friends.filter(({ level }) => level === 1)).toMatchObject([{ id: middle }])
  await expect(teamForOperators(db, randomUUID())).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
})

test('lists go page by page through rows of one time, and their cursors name no other member and no order', async () => {
  const friends = [friend, ...(await Promise.all([1, 2, 3, 4].map(() => growth.friend(middle))))]
  await growth.fund(1_000n * UNIT)
  // ends the pause
  await growth.run()
  await growth.run()
  const { number } = await growth.issue(10)
  for (const buyer of friends) await growth.buy(buyer, number, 2)
  await growth.draw()
  await growth.run()
  await growth.world.mall.owner.query(
    'update team_member set joined_at = (select max(joined_at) from team_member)',
  )
  const hidden = await hiddenIds()
  for (const [name, input] of [
    ['userRebateList', {}],
    ['userRebateList', { kind: 'shares', state: 'paid' }],
    ['teamDetail', { level: 1 }],
    ['userInviteList', {}],
    ['userInviteList', { state: 'registered' }],
  ] as const) {
    const ids: string[] = []
    const all = await ask(name, middle, { ...input, limit: 50 })
    for (let cursor: string | undefined, more = true; more;) {
      const { items, next } = await ask(name, middle, { ...input, limit: 2, cursor })
      ids.push(...items.map(({ id }) => id))
      const said = next === null ? '' : Buffer.from(next, 'base64url').toString()
      expect(hidden.filter((id) => said.includes(id))).toEqual([])
      more = next !== null
      cursor = next ?? undefined
    }
    expect(ids.length).toBeGreaterThan(4)
    expect(ids).toEqual(all.items.map(({ id }) => id))
  }
})
