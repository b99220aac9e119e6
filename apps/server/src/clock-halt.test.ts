/** A clock that is wrong for seconds ends nothing that nobody can undo. Business time and the monotonic clock move apart. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openRecharge } from './modules/wallet/index.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './platform/durations.ts'
import { freshSecrets } from './platform/secrets.ts'
import { testDatabase, type TestDatabase } from './testing/database.ts'
import { makeMember, type TestMember } from './testing/factories.ts'
import { testMonotonic } from './testing/monotonic.ts'
import { makeOperator, type TestOperator } from './testing/operators.ts'
import { codeOf } from './testing/refused.ts'
import { testServer, type TestServer } from './testing/server.ts'

const CONFIRM_MS = 5 * MINUTE_MS
const secrets = freshSecrets()
const monotonic = testMonotonic()

let database: TestDatabase
let server: TestServer
let member: TestMember
let owner: TestOperator
let issue: string
let recharge: string
let offset = 0

const serve = (clock = monotonic) => testServer({ database, parts: { secrets, monotonic: clock } })

/** Moves both clocks. */
async function pass(ms: number): Promise<void> {
  monotonic.advance(ms)
  await jump(ms)
}

/** Moves business time only. */
async function jump(ms: number): Promise<void> {
  offset += ms
  await database.setClockOffset(offset)
}

/** Two looks that agree. */
async function settle(): Promise<void> {
  await server.context.clockWatch.look()
  await pass(CONFIRM_MS)
  await server.context.clockWatch.look()
}

/** Everything that the server does by itself. */
async function work(on: TestServer = server): Promise<void> {
  await on.context.mall.draws.runDue()
  await on.context.jobs.plan()
  await on.context.jobs.drain()
}

async function state() {
  const [row] = await server.db.query<{ issue: string; recharge: string }>(
    `select i.status as issue, r.state as recharge from issue i join issue_terms t using (issue_id), recharge r
     where t.number = $1 and r.recharge_id = $2`,
    [issue, recharge],
  )
  return row
}
const buy = (by: TestMember = member) =>
  by.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
const alarms = () => server.logged.filter((line) => line.includes('"alarm":"clock"'))
const notices = async () =>
  ((await (await fetch(`${server.url}/readyz`)).json()) as { notices?: { clock?: string } }).notices?.clock

beforeAll(async () => {
  database = await testDatabase()
  server = await serve()
  const { mall, wallet } = server.context
  await mall.createCategory({ category: 'trial', position: 1, tile: 'sea', titles: { 'en-us': 'Trial' } })
  await mall.createProduct({
    code: 'CLOCK',
    category: 'trial',
    art: 'phone',
    tile: 'sea',
    texts: { 'en-us': { title: 'A clock', description: '' } },
    marketPrice: 100_000n,
    sharePrice: 10_000n,
    shares: 20,
    recyclePercent: 80,
    grade: 'salt',
    saleDays: 30,
  })
  issue = (await mall.openIssue('CLOCK'))!.number
  member = await makeMember(server, { balance: '100.00' })
  owner = await makeOperator(server, ['owner'])
  const opened = await openRecharge(wallet.recharges, member.memberId, {
    method: 'sandbox',
    amount: '100.00',
    requestId: randomUUID(),
  })
  recharge = opened.recharge_id
  await buy()
  await settle()
})
afterAll(async () => {
  await server.close()
  await database.drop()
})
beforeEach(() => void server.logged.splice(0))

test('business time that is 31 days ahead for 3 seconds ends nothing', async () => {
  await jump(31 * DAY_MS)
  await work()
  monotonic.advance(3 * SECOND_MS)
  await work()
  expect(await state()).toEqual({ issue: 'selling', recharge: 'processing' })
  expect(await notices()).toContain('ahead of the time that passed')
  expect(alarms()).toHaveLength(1)
  await jump(3 * SECOND_MS - 31 * DAY_MS)
  await work()
  expect(await state()).toEqual({ issue: 'selling', recharge: 'processing' })
  // it agrees again, and stays halted until it has agreed for the whole distance
  await pass(CONFIRM_MS - 1_000)
  await work()
  expect(await notices()).toBeDefined()
  await pass(2_000)
  await work()
  expect(await notices()).toBeUndefined()
  expect(await state()).toEqual({ issue: 'selling', recharge: 'processing' })
})

test('an exclusion, and a phone number that it excludes, do not end while the clock is ahead', async () => {
  const { identity } = server.context
  const onBreak = await makeMember(server, { balance: '100.00' })
  await onBreak.client.call(ENDPOINTS.selfExclude, { duration: '24h' })
  const excluded = await makeMember(server)
  await excluded.client.call(ENDPOINTS.selfExclude, { duration: '6m' })
  await jump(25 * HOUR_MS)
  expect(await codeOf(buy(onBreak))).toBe('EXCLUDED')
  expect((await onBreak.client.call(ENDPOINTS.limits, {})).exclusion).not.toBeNull()
  await jump(200 * DAY_MS)
  expect(await identity.exclusions.isExcluded(server.db, excluded.phone)).toBe(true)
  await jump(-200 * DAY_MS - 25 * HOUR_MS)
})

test('a looser limit takes effect only when two looks agree that its wait has ended', async () => {
  const name = { kind: 'spend', period: 'day' } as const
  const careful = await makeMember(server)
  await careful.client.call(ENDPOINTS.limitSave, { ...name, cap: '10.00' })
  await careful.client.call(ENDPOINTS.limitSave, { ...name, cap: '20.00' })
  await jump(25 * HOUR_MS)
  expect(await codeOf(careful.client.call(ENDPOINTS.limitConfirm, name))).toBe('TOO_EARLY')
  await jump(-25 * HOUR_MS)
})

test('what time ends waits for the second look, and ends then', async () => {
  await server.context.clockWatch.look()
  await pass(CONFIRM_MS + 1_000)
  await work()
  // the first look after the time to pay
  await pass(2 * HOUR_MS)
  await work()
  expect(await state()).toMatchObject({ recharge: 'processing' })
  await pass(CONFIRM_MS)
  await work()
  await work()
  expect(await state()).toMatchObject({ recharge: 'failed' })
})

test('a halt holds for a second server and after a restart, until an owner says that business time is right', async () => {
  await work()
  await jump(31 * DAY_MS)
  await server.context.clockWatch.look()
  // of another machine, whose first look is already ahead
  const other = await serve(testMonotonic('another machine'))
  const again = await serve()
  for (const one of [other, again]) {
    await work(one)
    expect(one.context.clockWatch.halt()).not.toBeNull()
  }
  await other.close()
  await again.close()
  await pass(CONFIRM_MS)
  await work()
  expect(await state()).toMatchObject({ issue: 'selling' })

  owner = await makeOperator(server, ['owner'])
  const { clock } = await owner.client.call(ENDPOINTS.statusShow, {})
  expect(clock.halt?.jumpMs).toBeGreaterThan(30 * DAY_MS)
  const accept = {
    generation: clock.generation,
    since: clock.halt!.since,
    reason: 'the server was asleep',
    requestId: randomUUID(),
  }
  expect(await owner.client.call(ENDPOINTS.clockAccept, accept)).toMatchObject({ state: 'done' })
  expect(await owner.client.call(ENDPOINTS.clockAccept, accept)).toMatchObject({ state: 'done' })
  const another = { ...accept, requestId: randomUUID() }
  expect(await codeOf(owner.client.call(ENDPOINTS.clockAccept, another))).toBe('CHANGED_MEANWHILE')
  expect(await notices()).toBeUndefined()
  const { items } = await owner.client.call(ENDPOINTS.auditList, { limit: 10, action: 'clock.accept' })
  expect(items).toMatchObject([{ subject: 'clock:business' }])
  // the accepted time needs two looks of its own
  await work()
  expect(await state()).toMatchObject({ issue: 'selling' })
  await pass(CONFIRM_MS)
  await work()
  expect(await state()).toMatchObject({ issue: 'refunded' })
})

test('a server that starts again while the clock is ahead notices it by its last look', async () => {
  const restarted = testMonotonic()
  restarted.advance(monotonic.nowMs() - restarted.nowMs())
  await server.context.clockWatch.look()
  await jump(31 * DAY_MS)
  const again = await serve(restarted)
  expect(await again.context.clockWatch.look()).toMatchObject({ jumpMs: expect.any(Number) as number })
  await jump(-31 * DAY_MS)
  await again.close()
})

test('business time that goes back halts as well', async () => {
  await settle()
  await jump(-HOUR_MS)
  expect((await server.context.clockWatch.look())?.jumpMs).toBeLessThan(-59 * MINUTE_MS)
  await jump(HOUR_MS)
})
