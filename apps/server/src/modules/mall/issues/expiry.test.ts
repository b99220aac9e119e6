import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import {
  buyShares,
  drawAll,
  drawMall,
  openTestIssue,
  sellOut,
  verifyIssue,
  type DrawMall,
} from '../draws/draws.fixture.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { expireIssue } from './expiry.ts'
import { createReader } from './issue-steps.fixture.ts'
import { refundChunk } from './refund.ts'

let world: DrawMall
let look: ReturnType<typeof createReader>

beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
})
afterAll(async () => {
  await world.mall.close()
})

/** Sets business time to `ms` milliseconds before the deadline of an issue; a negative `ms` is after the deadline. */
async function beforeDeadline(issueId: string, ms: number) {
  const { closes } = await look.one<{ closes: bigint }>(
    'select closes_ms as closes from issue where issue_id = $1',
    [issueId],
  )
  await world.mall.database.advanceClock(Number(closes) - ms - (await world.now()))
}

/** @returns 'bought', or the code of the refusal */
async function tryToBuy(member: string, issue: string, quantity = 1): Promise<string> {
  try {
    await world.mall.sales.buy({ member, issue, quantity, requestId: randomUUID() })
    return 'bought'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const short = { saleDays: 1, grade: 'salt', maxIssues: 1 } as const

test('sells until the deadline and refuses from the deadline on, before and after the job expires the issue', async () => {
  const { issueId, number } = await openTestIssue(world, { ...short, shares: 10 })
  const [member] = await testMembers(world.mall, 1, 100_000n)
  await beforeDeadline(issueId, 60_000)
  expect(await tryToBuy(member!, number)).toBe('bought')
  expect(await expireIssue(world.mall.db, issueId)).toBe(false)
  await beforeDeadline(issueId, 0)
  expect(await tryToBuy(member!, number)).toBe('NOT_SELLING')
  expect(await look.statusOf(issueId)).toBe('selling')
  expect(await expireIssue(world.mall.db, issueId)).toBe(true)
  expect(await expireIssue(world.mall.db, issueId)).toBe(false)
  expect(await tryToBuy(member!, number)).toBe('NOT_SELLING')
  // the issue stays expired when the clock goes back
  await beforeDeadline(issueId, 3_600_000)
  expect(await tryToBuy(member!, number)).toBe('NOT_SELLING')
  await world.draws.runDue()
  expect(await look.wallets([member!])).toEqual({ low: 100_000n, high: 100_000n, open: 0 })
  expect(await tryToBuy(member!, number)).toBe('NOT_SELLING')
  expect(await breaches(world.mall.db)).toEqual([])
})

test('a repeated purchase returns its first answer, also after the refund', async () => {
  const { issueId, number } = await openTestIssue(world, { ...short, shares: 10 })
  const [member] = await testMembers(world.mall, 1, 50_000n)
  const request = { member: member!, issue: number, quantity: 2, requestId: randomUUID() }
  const bought = await world.mall.sales.buy(request)
  await beforeDeadline(issueId, -1)
  await world.draws.runDue()
  expect(await world.mall.sales.buy(request)).toMatchObject({
    order: bought.order,
    firstCode: bought.firstCode,
  })
  expect(await look.wallets([member!])).toMatchObject({ low: 50_000n })
})

test('of 200 purchases concurrent with the deadline, each is sold and refunded, or refused', async () => {
  for (let round = 0; round < 3; round++) {
    const { issueId, number } = await openTestIssue(world, { ...short, shares: 1_000 })
    const members = await testMembers(world.mall, 200, 50_000n)
    await beforeDeadline(issueId, 60_000)
    const loops = [createDraws({ ...world.options }), createDraws({ ...world.options })]
    const race = (people: readonly string[]) => people.map((member) => tryToBuy(member, number))
    const early = race(members.slice(0, 70))
    const passed = world.mall.database.advanceClock(60_000)
    const middle = race(members.slice(70, 140))
    const expiring = passed.then(() =>
      Promise.all([expireIssue(world.mall.db, issueId), ...loops.map((one) => one.runDue())]),
    )
    const late = race(members.slice(140))
    const answers = await Promise.all([...early, ...middle, ...late])
    await expiring
    expect(answers.every((answer) => answer === 'bought' || answer === 'NOT_SELLING')).toBe(true)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('refunded')
    const counts = await look.one<Record<'refunded' | 'closed' | 'all', number>>(
      `select count(*) filter (where state = 'refunded')::int as refunded, count(*) filter (where reason = 'closed')::int as closed,
         count(*)::int as all from purchase where subject_id = $1`,
      [issueId],
    )
    const bought = answers.filter((answer) => answer === 'bought').length
    // once the server has seen the issue end, it refuses without a purchase
    expect(counts.refunded).toBe(bought)
    expect(counts.closed).toBeLessThanOrEqual(200 - bought)
    expect(counts.all).toBe(counts.refunded + counts.closed)
    expect(await look.wallets(members)).toEqual({ low: 50_000n, high: 50_000n, open: 0 })
    expect(await breaches(world.mall.db)).toEqual([])
  }
  expect(world.errors).toEqual([])
})

test('an issue whose last share sells at the deadline is either drawn or refunded', async () => {
  const ends = new Set<string>()
  for (let round = 0; round < 16; round++) {
    const { issueId, number } = await openTestIssue(world, { ...short, shares: 3 })
    const [first, last] = await testMembers(world.mall, 2, 30_000n)
    await buyShares(world, number, [first!], 2)
    await beforeDeadline(issueId, 60_000)
    const jump = world.mall.database.advanceClock(60_000)
    // in even rounds purchase and deadline start together, in odd rounds the deadline starts first
    const [answer] = await Promise.all([
      round % 2 === 0 ? tryToBuy(last!, number) : jump.then(() => tryToBuy(last!, number)),
      jump.then(() => Promise.all([1, 2].map(() => expireIssue(world.mall.db, issueId)))),
    ])
    await world.draws.runDue()
    await expireIssue(world.mall.db, issueId)
    const status = await look.statusOf(issueId)
    expect([answer, status]).toEqual(answer === 'bought' ? ['bought', 'drawn'] : ['NOT_SELLING', 'refunded'])
    ends.add(status)
    if (status === 'drawn') expect(await verifyIssue(world, number)).toMatchObject({ verdict: 'verified' })
  }
  expect(ends.has('refunded')).toBe(true)
  expect(world.errors).toEqual([])
  expect(await breaches(world.mall.db)).toEqual([])
})

describe('after the sell-out', () => {
  test('the deadline does not expire an issue that waits for its draw', async () => {
    const { issueId, number } = await openTestIssue(world, { saleDays: 1, maxIssues: 1, shares: 4 })
    await sellOut(world, number, 4)
    await beforeDeadline(issueId, -60_000)
    expect(await expireIssue(world.mall.db, issueId)).toBe(false)
    expect(await refundChunk(world.options, issueId)).toBe('nothing')
    const [late] = await testMembers(world.mall, 1, 10_000n)
    expect(await tryToBuy(late!, number)).toBe('SOLD_OUT')
    await drawAll(world)
    expect(await look.statusOf(issueId)).toBe('drawn')
    expect(await look.eventsOf(issueId)).toEqual(['opened', 'sold_out'])
  })

  test('the schema refuses the expiry of a sold-out issue and an order at the deadline', async () => {
    const { issueId, number } = await openTestIssue(world, { shares: 4, grade: 'salt' })
    await sellOut(world, number, 4)
    const change = (sql: string) =>
      world.mall.db.query(`update issue set ${sql} where issue_id = $1`, [issueId])
    await expect(change(`status = 'expired'`)).rejects.toThrow('issue_not_full')
    await expect(change('last_ms = closes_ms')).rejects.toThrow('issue_deadline')
    await expect(change('closes_ms = closes_ms + 1')).rejects.toThrow('permission denied')
  })
})

test('announces each change once', async () => {
  const changes: string[] = []
  const draws = createDraws({
    ...world.options,
    onChange: ({ issueId, step }) => changes.push(`${issueId} ${step}`),
  })
  const [sold, unsold] = await Promise.all([
    openTestIssue(world, { ...short, shares: 2 }),
    openTestIssue(world, { ...short, shares: 2 }),
  ])
  await sellOut(world, sold.number, 2)
  await draws.runDue()
  await beforeDeadline(unsold.issueId, 0)
  await draws.runDue()
  await draws.runDue()
  const of = (issueId: string) =>
    changes.flatMap((change) => (change.startsWith(issueId) ? change.split(' ')[1] : []))
  expect(of(sold.issueId)).toEqual(['sold_out', 'sealed', 'drawn', 'settled'])
  expect(of(unsold.issueId)).toEqual(['expired', 'refunded'])
})
