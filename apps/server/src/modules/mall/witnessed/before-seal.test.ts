/** What the seals of issues of version 3 wait for. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { breaches } from '../../../testing/mall.ts'
import { holdWitnessed, witnessHold } from '../../fair/index.ts'
import { openTestIssue, sellOut } from '../draws/draws.fixture.ts'
import { sealWaitMs } from '../draws/seal-wait.ts'
import { lateWitnessesCheck } from './witnessed.checks.ts'
import { auditWholeLog, sealState, settleServer, soldOutIssue } from './witnessed.fixture.ts'
import { vouchedMall, type VouchedMall } from './vouched.fixture.ts'
import { issuesThatAwaitWitnesses } from './waiting-issues.ts'

/** What an issue of 4 shares at 1.00 with a prize of 4.00 can cost: everybody's money back and the prize. */
const COVER = 40_000n

let world: VouchedMall
beforeAll(async () => {
  world = await vouchedMall(COVER)
})
afterAll(() => world.close())
beforeEach(() => world.heal())

/** Ends the life of a sealed issue. */
async function finish(issueId: string): Promise<void> {
  await world.passRound(issueId)
  expect(await sealState(world, issueId)).toMatchObject({ status: 'drawn' })
  expect(world.errors).toEqual([])
}
const whys = () => world.alarms.map(({ fields }) => fields['why'])
const waiting = () => issuesThatAwaitWitnesses(world.options.db)
const attemptOf = async (issueId: string) => (await sealState(world, issueId)).attempt

test('the seal waits for seconds that follow from the salt, at most as many as the option says', () => {
  const waits = Array.from({ length: 400 }, (_, n) => sealWaitMs(n.toString(16).padStart(64, '0'), 20))
  expect(new Set(waits).size).toBe(21)
  expect([Math.min(...waits), Math.max(...waits)]).toEqual([0, 20_000])
  expect(sealWaitMs('07'.repeat(32), 20)).toBe(sealWaitMs('07'.repeat(32), 20))
  expect(sealWaitMs('07'.repeat(32), 0)).toBe(0)
})

test('issues with a beacon wait so long after their sell-out, also after a restart, and those without do not', async () => {
  const server = world.another({ sealWaitSeconds: 100_000 })
  const sold: string[] = []
  for (const grade of ['beacon', 'salt'] as const) {
    const { issueId, number } = await openTestIssue(world, { grade, shares: 4, maxIssues: 1 })
    await sellOut(world, number, 4)
    sold.push(issueId)
  }
  const [slow = '', quick = ''] = sold
  await settleServer(server)
  expect([await attemptOf(slow), await attemptOf(quick)]).toEqual([null, 1])
  // another process does not choose again
  await settleServer(world.another({ sealWaitSeconds: 100_000 }))
  expect(await attemptOf(slow)).toBeNull()
  await world.advance(100_000_000)
  await settleServer(server)
  expect(await attemptOf(slow)).toBe(1)
  await world.advance(60_000)
  await world.settle()
})

test('the seal waits until a quorum of its witnesses signs what is asked now', async () => {
  world.witness('alice').mode = 'deaf'
  world.witness('bob').mode = 'down'
  const { issueId, number } = await soldOutIssue(world)
  await world.settle()
  await world.advance(20_000)
  await world.settle()
  expect(await attemptOf(issueId)).toBeNull()
  expect(whys()).toEqual(['too few of its witnesses sign now'])
  expect(await waiting()).toMatchObject([
    { issue: number, attempt: 0, why: 'too few of its witnesses sign now' },
  ])
  world.witness('alice').mode = 'well'
  await world.advance(1_000)
  await world.settle()
  expect(await attemptOf(issueId)).toBe(1)
  expect(await waiting()).toEqual([])
  await finish(issueId)
})

const statusesOf = async (code: string) => {
  const issues = await world.mall.db.query<{ status: string }>(
    'select status from issue join issue_terms using (issue_id) where code = $1 order by sequence',
    [code],
  )
  return issues.map(({ status }) => status)
}

test('the seal waits while a stop is open, and follows its release; the next issue is on sale meanwhile', async () => {
  const { issueId, number, code } = await openTestIssue(world, {
    grade: 'witnessed',
    shares: 4,
    maxIssues: 2,
  })
  await sellOut(world, number, 4)
  await world.advance(10_000)
  const earlier = await world.mall.db.query<{ subject: string }>(
    `select subject from log_entry where kind = 'issue-seal' limit 1`,
  )
  await world.mall.db.tx((tx) => holdWitnessed(tx, earlier[0]!.subject))
  await world.settle()
  await world.advance(20_000)
  await world.settle()
  expect(await attemptOf(issueId)).toBeNull()
  expect(whys()).toEqual(['a hold after failed witnesses is not released'])
  // the shop goes on
  expect(await statusesOf(code)).toEqual(['sold_out', 'selling'])
  // the database refuses it, too
  await expect(
    world.mall.owner.query(
      `insert into issue_seal (issue_id, orders, digest, sum, salt, sealed_ms, round) values ($1, 4, repeat('0', 64), 1, repeat('0', 64), 1, 9)`,
      [issueId],
    ),
  ).rejects.toThrow('nothing witnessed is sealed while a hold is open')
  await world.release()
  await world.settle()
  expect(await attemptOf(issueId)).toBe(1)
  await finish(issueId)
})

test('the seal waits while the guarantee does not cover it, and binds the cover until the draw', async () => {
  const one = await soldOutIssue(world)
  await world.settle()
  const two = await soldOutIssue(world)
  await world.settle()
  expect(await world.bondOf(one.issueId)).toEqual({ amount: COVER, isFree: false })
  expect([await attemptOf(one.issueId), await attemptOf(two.issueId)]).toEqual([1, null])
  expect(await world.bondOf(two.issueId)).toBeNull()
  await world.advance(20_000)
  await world.settle()
  expect(whys()).toEqual(['the guarantee of the house does not cover it'])
  expect(await waiting()).toMatchObject([
    { issue: two.number, attempt: 0, why: 'the guarantee of the house does not cover it' },
  ])
  await world.fund(COVER)
  await world.advance(1_000)
  await world.settle()
  expect(await attemptOf(two.issueId)).toBe(1)
  await finish(one.issueId)
  await finish(two.issueId)
  expect(await world.bondOf(one.issueId)).toEqual({ amount: COVER, isFree: true })
  expect(await world.bondOf(two.issueId)).toEqual({ amount: COVER, isFree: true })
  expect(await breaches(world.mall.db)).toEqual([])
  await auditWholeLog(world)
})

test('money that covers one of two issues seals exactly one, also when many servers seal at once', async () => {
  const bound = await world.mall.db.query<{ free: bigint }>(
    `select balance - bound as free from house_account where name = 'guarantee'`,
  )
  expect(bound[0]!.free).toBe(2n * COVER)
  const issues = [await soldOutIssue(world), await soldOutIssue(world), await soldOutIssue(world)]
  const servers = Array.from({ length: 3 }, () => world.another())
  await Promise.all(servers.map(settleServer))
  const attempts = await Promise.all(issues.map(({ issueId }) => attemptOf(issueId)))
  expect(attempts.filter((attempt) => attempt === 1)).toHaveLength(2)
  const last = issues[attempts.indexOf(null)]!
  await world.advance(61 * 60_000)
  await Promise.all(servers.map(settleServer))
  // the others are drawn, and their money is free
  expect(await attemptOf(last.issueId)).toBe(1)
  await finish(last.issueId)
  expect(await witnessHold(world.mall.db)).toBeNull()
  expect(await breaches(world.mall.db)).toEqual([])
  await auditWholeLog(world)
})

test('the delay of a witnessed opening is the setting of the moment', async () => {
  const server = world.another({ witnessedDelay: () => 120 })
  const { number } = await openTestIssue(
    { ...world, options: server.options },
    { grade: 'witnessed', shares: 4, maxIssues: 1 },
  )
  expect(await world.entryOf(number, 'issue-open')).toMatchObject({ delay: 120, quorum: 3 })
  const { number: other } = await openTestIssue(world, { grade: 'witnessed', shares: 4, maxIssues: 1 })
  expect(await world.entryOf(other, 'issue-open')).toMatchObject({ delay: 60 })
  const { number: plain } = await openTestIssue(world, { grade: 'beacon', shares: 4, maxIssues: 1 })
  expect(await world.entryOf(plain, 'issue-open')).toMatchObject({ delay: 30 })
})

test('operators see an issue that waits for more than an hour', async () => {
  world.witness('alice').mode = world.witness('bob').mode = 'down'
  const { issueId } = await soldOutIssue(world)
  const late = async () =>
    (await world.mall.owner.query<{ breaches: bigint }>(lateWitnessesCheck.sql))[0]!.breaches
  expect(await late()).toBe(0n)
  await world.advance(61 * 60_000)
  await world.settle()
  expect(await late()).toBe(1n)
  await world.heal()
  await world.settle()
  await finish(issueId)
  expect(await late()).toBe(0n)
})
