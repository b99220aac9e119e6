/** A public beacon that is dead for good: its declaration by two owners, and the refund of what no round of it can decide. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { latestRoundAt, QUICKNET } from '@fairlot/fairness/beacon'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testMembers } from '../../../testing/mall.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { testServer } from '../../../testing/server.ts'
import {
  createBeacons,
  createDeadBeacons,
  localBeacon,
  publicBeacon,
  type DeadBeacons,
} from '../../fair/index.ts'
import { deadBeaconChecks } from './dead-beacon.checks.ts'
import { audited } from '../../fair/log/log.fixture.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { buyShares, drawMall, openTestIssue, sellOut, type DrawMall } from '../draws/draws.fixture.ts'
import { mallLogChecks } from '../draws/mall-log.checks.ts'
import { mallChecks } from '../mall.checks.ts'
import { openIssue } from './open-issue.ts'
import { DAY_MS } from './issue-steps.fixture.ts'

const CHECKS = [...mallChecks, ...mallLogChecks]
const { hash: CHAIN } = QUICKNET

const OPERATOR = `
  insert into operator (operator_id, name, full_name, roles, password_hash, one_time_until, created_at)
  select $1, $2, 'Test', '{owner}', '$argon2id$', at, at from business_clock`
const APPROVAL = `
  insert into approval (approval_id, action, params, reason, requested_by, requested_at, expires_at, state, decided_by, decided_at)
  values ($1, 'beacon.dead', $2, 'its operators have ended it', $3, business_now(), business_now() + interval '1 day', 'approved', $4, business_now())`

let world: DrawMall
let beacons: DeadBeacons

/** The mall with quicknet, of which no round arrives. */
beforeAll(async () => {
  const made = await drawMall({ rules: 3 })
  const options = {
    ...made.options,
    beacons: createBeacons(publicBeacon(made.mall.db), [made.options.beacons.current]),
  }
  world = { ...made, options, draws: createDraws(options) }
  beacons = createDeadBeacons(options)
})
afterAll(() => world.mall.close())

/** Declares quicknet dead, as the approval of two owners does. */
async function declare(lastRound: number): Promise<void> {
  const [id, one, other] = [randomUUID(), randomUUID(), randomUUID()]
  const { db, owner } = world.mall
  for (const operator of [one, other]) await owner.query(OPERATOR, [operator, `op-${operator.slice(0, 8)}`])
  await owner.query(APPROVAL, [id, JSON.stringify({ chain: CHAIN, lastRound }), one, other])
  await db.tx((tx) => beacons.declare(tx, { chain: CHAIN, lastRound }, id))
}

async function pass(ms: number): Promise<void> {
  await world.mall.database.advanceClock(ms)
  await world.draws.runDue()
  await world.options.writer.flush(world.mall.db, { checkpoint: true })
}

const statusOf = async (...numbers: string[]) => {
  const rows = await world.mall.db.query<{ number: string; status: string }>(
    'select number, status from issue join issue_terms using (issue_id) where number = any($1)',
    [numbers],
  )
  return numbers.map((number) => rows.find((row) => row.number === number)?.status)
}
const sealedRound = async (issueId: string) => {
  const [row] = await world.mall.db.query<{ round: bigint }>(
    'select round from issue_seal where issue_id = $1',
    [issueId],
  )
  return Number(row!.round)
}
const entries = async (kind: string) =>
  (
    await world.mall.db.query<{ said: object }>(
      `select bytes::jsonb - 'at' as said from log_entry where kind = $1 order by index`,
      [kind],
    )
  ).map(({ said }) => said)

test('what no round can decide is refunded 30 days after the declaration, and what was published is not', async () => {
  const { db, owner } = world.mall
  const issue = (maxIssues = 1) =>
    openTestIssue(world, { shares: 4, grade: 'beacon', saleDays: 60, maxIssues })
  const published = await issue()
  await sellOut(world, published.number, 4)
  await world.draws.runDue()
  await pass(10 * 60_000)
  const [sealed, selling, other] = [
    await issue(),
    await issue(2),
    await openTestIssue(world, { shares: 4, grade: 'salt', saleDays: 60 }),
  ]
  await sellOut(world, sealed.number, 4)
  const [member] = await testMembers(world.mall, 1, 20_000n)
  await buyShares(world, selling.number, [member!], 2)
  await pass(0)
  const [first, last] = [await sealedRound(published.issueId), await sealedRound(sealed.issueId)]
  await pass(10 * 60_000)
  await declare(last - 1)
  await pass(30 * DAY_MS - 60_000)
  expect(await statusOf(published.number, sealed.number, selling.number)).toEqual([
    'sold_out',
    'sold_out',
    'selling',
  ])
  expect(await entries('issue-refund')).toEqual([])

  await pass(120_000)
  await pass(1_000)
  expect(await statusOf(published.number, sealed.number, selling.number, other.number)).toEqual([
    'sold_out',
    'refunded',
    'refunded',
    'selling',
  ])
  // no issue opens that would wait for it
  expect(await openIssue(world.options, selling.code)).toBeNull()
  expect(await entries('beacon-dead')).toEqual([{ t: 'beacon-dead', chain: CHAIN, lastRound: last - 1 }])
  const refund = (number: string, orders: number, shares: number) => ({
    t: 'issue-refund',
    issue: number,
    orders,
    shares,
    amount: String(10_000 * shares),
    reason: 'beacon',
  })
  expect(await entries('issue-refund')).toEqual(
    expect.arrayContaining([refund(sealed.number, 4, 4), refund(selling.number, 1, 2)]),
  )
  expect(await entries('issue-refund')).toHaveLength(2)
  expect((await audited(world.options)).counts).toMatchObject({ refunded: 2 })
  expect(first).toBeLessThan(last)
  expect(world.errors).toEqual([])
  expect(await failing(db, CHECKS)).toEqual([])

  const declared =
    'every beacon that is declared dead is so in the log, and two operators have approved it who asked for that'
  const refunded =
    'only issues of version 3 are refunded for their beacon, 30 days after it was declared dead, and none whose round it published'
  for (const [plant, title] of [
    ['update beacon_dead set last_round = last_round - 1', declared],
    ['delete from beacon_dead', declared],
    [`update approval set action = 'log.recover' where action = 'beacon.dead'`, declared],
    [`update issue_refund set expired_at = expired_at - interval '1 hour' where reason = 'beacon'`, refunded],
    ['update beacon_dead set last_round = last_round + 1', refunded],
    [
      `alter table issue disable trigger user; update issue set beacon_dead = false where status = 'refunded'`,
      'every refund has the reason for which its issue was not drawn',
    ],
  ] as const)
    expect(await planted(owner, CHECKS, plant), plant).toContain(title)
  // the server itself cannot end an issue whose round was published
  expect(
    await planted(
      db,
      CHECKS,
      `update issue set status = 'expired', beacon_dead = true where issue_id = '${published.issueId}'`,
    ),
  ).toEqual(['refused: issue_beacon_dead_late'])
})

test('is declared only once, by its last round, and never for the beacon of the house', async () => {
  const { db } = world.mall
  const check = (chain: string, lastRound: number) => db.tx((tx) => beacons.check(tx, { chain, lastRound }))
  const local = localBeacon('11'.repeat(32), () => Promise.resolve(0)).chain.hash
  await expect(check(CHAIN, 1)).rejects.toMatchObject({ code: 'BEACON_DEAD' })
  for (const chain of [local, 'ab'.repeat(32)])
    await expect(check(chain, 1)).rejects.toMatchObject({ code: 'NO_PUBLIC_BEACON' })
})

test('two owners declare it; a later round that arrives ends the declaration', async () => {
  const server = await testServer({ parts: { beacon: 'quicknet' } })
  try {
    const { db, owner } = server
    const now = latestRoundAt(server.context.clock.now(), QUICKNET)
    const [first, second] = [await makeOperator(server, ['owner']), await makeOperator(server, ['owner'])]
    const round = `insert into beacon_round (chain, round, signature, source, received_at)
      values ($1, $2, decode(repeat('ab', 48), 'hex'), 'relay', now())`
    await owner.query(round, [CHAIN, now - 100])
    const requestId = randomUUID()
    const input = { chain: CHAIN, lastRound: now - 100, reason: 'its operators have ended it', requestId }
    const ask = (more: object) => first.client.call(ENDPOINTS.beaconDead, { ...input, ...more })
    for (const lastRound of [now - 101, now + 1_000])
      await expect(ask({ lastRound, requestId: randomUUID() })).rejects.toMatchObject({
        code: 'ROUND_NOT_LAST',
      })
    const { approval, state } = await ask({})
    expect(state).toBe('requested')
    expect(await second.client.call(ENDPOINTS.approvalShow, { id: approval!.id })).toMatchObject({
      outlook: { money: { 'refunds to members': '0.00' }, refused: null },
    })
    await expect(first.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })).rejects.toMatchObject({
      code: 'OWN_REQUEST',
    })
    await second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    // repeated, and asked a second time
    await second.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
    expect(await ask({})).toMatchObject({ state: 'done' })
    await expect(ask({ requestId: randomUUID() })).rejects.toMatchObject({ code: 'BEACON_DEAD' })
    const shown = async () => (await first.client.call(ENDPOINTS.logShow, {})).deadBeacons
    expect(await shown()).toMatchObject([{ chain: CHAIN, lastRound: now - 100 }])
    expect(await failing(db, deadBeaconChecks)).toEqual([])
    await owner.query(round, [CHAIN, now - 99])
    expect(await shown()).toEqual([])
  } finally {
    await server.close()
  }
})
