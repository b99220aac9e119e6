import { rounds } from '@fairlot/fairness/testing/rounds.fixture'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { fundHouse, SETTLEMENT_CHUNK } from '../../ledger/index.ts'
import { buyShares, drawMall, openTestIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { createDraws } from '../draws/draws.jobs.ts'
import { expireIssue } from './expiry.ts'
import {
  DAY_MS,
  createFailingDb,
  createReader,
  REFUND_POINTS,
  type RefundPoint,
} from './issue-steps.fixture.ts'
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

/** Creates an issue with this many orders of one share, past its deadline. All members have the same number of orders. */
async function expiredIssue(orders: number, members: number) {
  const opening = await openTestIssue(world, { shares: orders + 1, saleDays: 1, grade: 'salt', maxIssues: 1 })
  const people = await testMembers(world.mall, members, 10_000n * BigInt(orders / members) + 7n)
  for (let round = 0; round < orders / members; round++) await buyShares(world, opening.number, people)
  await world.mall.database.advanceClock(DAY_MS)
  return { ...opening, people }
}

/** The log entries of an issue's refund, both pending and appended. */
const LOGGED = `select jsonb_agg(entry) as entries from (
  select entry from log_pending union all select bytes::jsonb from log_entry) e
  where entry ->> 't' = 'issue-refund' and entry ->> 'issue' = $1`

const refundsOf = (issueId: string) =>
  look.one(
    `select count(*)::int as lines, count(distinct ref)::int as orders, sum(l.amount) as amount
     from ledger l join purchase p on (p.member_id, p.purchase_id) = (l.book, l.ref)
     where l.kind = 'refund' and p.subject_id = $1 and p.state = 'refunded' and p.settled`,
    [issueId],
  )

describe('a refund that is interrupted', () => {
  const cases = (Object.keys(REFUND_POINTS) as RefundPoint[]).flatMap((point) =>
    (['connection', 'process'] as const).map((how) => ({ point, how })),
  )
  test.each(cases)('when $point ($how) is completed by the next attempt', async ({ point, how }) => {
    const { issueId, people } = await expiredIssue(6, 3)
    expect(await expireIssue(world.mall.db, issueId)).toBe(true)
    expect(await refundChunk(world.options, issueId, 2)).toBe('more')
    const ending = createFailingDb(world.mall.db, point, how)
    await expect(refundChunk({ ...world.options, db: ending.db }, issueId, 4)).rejects.toThrow()
    expect(ending.ended()).toBe(true)
    expect(await look.poolOf(issueId)).toBe(40_000n)
    expect(await breaches(world.mall.db)).toEqual([])
    expect(await refundChunk(world.options, issueId, 3)).toBe('more')
    expect(await refundChunk(world.options, issueId, 3)).toBe('refunded')
    expect(await refundChunk(world.options, issueId, 3)).toBe('nothing')
    expect(await look.wallets(people)).toEqual({ low: 20_007n, high: 20_007n, open: 0 })
    expect(await breaches(world.mall.db)).toEqual([])
  })
})

test('concurrent refunds pay every order once', async () => {
  const { issueId, people } = await expiredIssue(60, 20)
  await expireIssue(world.mall.db, issueId)
  for (let round = 0; round < 20; round++)
    await Promise.all([1, 2, 3, 4].map(() => refundChunk(world.options, issueId, 7)))
  expect(await look.statusOf(issueId)).toBe('refunded')
  expect(await look.wallets(people)).toEqual({ low: 30_007n, high: 30_007n, open: 0 })
  expect(await breaches(world.mall.db)).toEqual([])
})

test('members buy from other issues while their wallets are refunded', async () => {
  const { issueId, people } = await expiredIssue(80, 20)
  const other = await openTestIssue(world, { shares: 1_000, grade: 'salt' })
  await expireIssue(world.mall.db, issueId)
  await refundChunk(world.options, issueId, 20)
  const refunding = (async () => {
    while ((await refundChunk(world.options, issueId, 3)) === 'more');
  })()
  for (let round = 0; round < 3; round++) {
    await Promise.allSettled(
      people.map((member) =>
        world.mall.sales.buy({
          member,
          issue: other.number,
          quantity: 1,
          requestId: crypto.randomUUID(),
        }),
      ),
    )
  }
  await refunding
  expect(await look.statusOf(issueId)).toBe('refunded')
  expect(await breaches(world.mall.db)).toEqual([])
})

test('the refund of an issue without orders completes at once', async () => {
  const { issueId } = await openTestIssue(world, { shares: 5, saleDays: 1, maxIssues: 1 })
  await world.mall.database.advanceClock(DAY_MS)
  await world.draws.runDue()
  expect(await look.statusOf(issueId)).toBe('refunded')
  expect(world.errors).toEqual([])
})

describe('after the refund', () => {
  test('the next issue opens when the product is active and has issues left', async () => {
    const product = { shares: 5, saleDays: 1, grade: 'salt' as const }
    const on = await openTestIssue(world, product)
    const paused = await openTestIssue(world, product)
    const last = await openTestIssue(world, { ...product, maxIssues: 1 })
    const [member] = await testMembers(world.mall, 1, 30_000n)
    for (const { number } of [on, paused, last]) await buyShares(world, number, [member!])
    await world.mall.db.query(`update product set state = 'paused' where code = $1`, [paused.code])
    await world.mall.database.advanceClock(DAY_MS)
    await world.draws.runDue()
    expect((await look.product(on.code)).issued).toBe(2)
    expect((await look.product(paused.code)).issued).toBe(1)
    expect((await look.product(last.code)).issued).toBe(1)
    for (const { issueId } of [on, paused, last]) expect(await look.statusOf(issueId)).toBe('refunded')
    expect(await look.wallets([member!])).toMatchObject({ low: 30_000n, open: 0 })
  })

  test('the subsidy returns to the house and funds the next issue', async () => {
    await world.mall.db.tx((tx) =>
      fundHouse(tx, { account: 'subsidy', amount: 64_250n, reference: 'REFUND-1' }),
    )
    const { issueId, number, code } = await openTestIssue(world, {
      shares: 10,
      marketPrice: 200_000n,
      maxSubsidy: 64_250n,
      maxPerMember: 5,
      saleDays: 1,
      maxIssues: 2,
    })
    const [member] = await testMembers(world.mall, 1, 50_000n)
    await buyShares(world, number, [member!], 5)
    expect(await look.poolOf(issueId)).toBe(114_250n)
    expect(await look.house('subsidy')).toBe(0n)
    await world.mall.database.advanceClock(DAY_MS)
    await expireIssue(world.mall.db, issueId)
    expect(await breaches(world.mall.db)).toEqual([])
    await world.draws.runDue()
    expect(await look.poolOf(issueId)).toBe(0n)
    expect(await look.wallets([member!])).toMatchObject({ low: 50_000n, open: 0 })
    // the second issue took the subsidy
    expect(await look.product(code)).toMatchObject({ issued: 2, state: 'active' })
    expect(await look.house('subsidy')).toBe(0n)
    expect(await breaches(world.mall.db)).toEqual([])
  })
})

test('refunds no order of a chunk in which an order differs from the issue', async () => {
  const { issueId, people } = await expiredIssue(4, 4)
  await expireIssue(world.mall.db, issueId)
  const change = (sql: string) =>
    world.mall.owner.query(`update purchase set ${sql} where member_id = $1 and subject_id = $2`, [
      people[2],
      issueId,
    ])
  await change('amount = amount - 1')
  await expect(refundChunk(world.options, issueId)).rejects.toThrow('3 of 4 purchases could be settled')
  expect(await look.wallets(people)).toEqual({ low: 7n, high: 7n, open: 4 })
  await change('amount = amount + 1')
  expect(await refundChunk(world.options, issueId)).toBe('refunded')
  expect(await breaches(world.mall.db)).toEqual([])
})

test('refunds every order once, although the refund is killed twice', async () => {
  const ORDERS = rounds(20_000, 11_000)
  const { issueId, number, people } = await expiredIssue(ORDERS, 500)
  expect(await look.wallets(people)).toEqual({ low: 7n, high: 7n, open: ORDERS })

  // the first process loses its connection in its fourth chunk, after crediting the wallets and before the commit
  const cut = createFailingDb(
    world.mall.db,
    'the orders are refunded and the wallets credited',
    'connection',
    3,
  )
  const first = createDraws({ ...world.options, db: cut.db })
  await first.runDue()
  await first.stop()
  expect(cut.ended()).toBe(true)
  expect(await look.one('select through_seq from issue_refund where issue_id = $1', [issueId])).toEqual({
    through_seq: 3 * SETTLEMENT_CHUNK,
  })
  expect(await refundsOf(issueId)).toMatchObject({ lines: 3 * SETTLEMENT_CHUNK })
  expect(await breaches(world.mall.db)).toEqual([])

  // the second process ends in its third chunk, after claiming it
  const dead = createFailingDb(world.mall.db, 'the chunk is claimed', 'process', 2)
  const second = createDraws({ ...world.options, db: dead.db })
  await second.runDue()
  await second.stop()
  expect(dead.ended()).toBe(true)
  expect(await look.statusOf(issueId)).toBe('expired')
  expect(await breaches(world.mall.db)).toEqual([])

  // two further processes complete the refund together
  await Promise.all([world.draws.runDue(), createDraws({ ...world.options }).runDue()])
  expect(await look.statusOf(issueId)).toBe('refunded')
  expect(await look.poolOf(issueId)).toBe(0n)
  expect(await refundsOf(issueId)).toEqual({ lines: ORDERS, orders: ORDERS, amount: String(ORDERS * 10_000) })
  const whole = 10_000n * BigInt(ORDERS / 500) + 7n
  expect(await look.wallets(people)).toEqual({ low: whole, high: whole, open: 0 })
  expect(await look.eventsOf(issueId)).toEqual(['opened', 'expired', 'refunded'])
  expect(await look.one(LOGGED, [number])).toEqual({
    entries: [
      {
        t: 'issue-refund',
        issue: number,
        orders: ORDERS,
        amount: String(ORDERS * 10_000),
        at: expect.any(Number),
      },
    ],
  })
  expect(await breaches(world.mall.db)).toEqual([])
  expect(world.errors.splice(0)).toHaveLength(2)
})
