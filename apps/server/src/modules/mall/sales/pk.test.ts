/** Double PK: two seats of different members, one draw; a seat that is left while the other one is free. */
import { randomUUID } from 'node:crypto'
import { FIRST_CODE } from '@fairlot/fairness/draw'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '../../../platform/refusal.ts'
import { breaches, testMembers } from '../../../testing/mall.ts'
import { planted } from '../../../testing/planted.ts'
import type { NewProduct } from '../catalogue/products.ts'
import { drawAll, drawMall, openTestIssue, verifyIssue, type DrawMall } from '../draws/draws.fixture.ts'
import { createReader, DAY_MS } from '../issues/issue-steps.fixture.ts'
import { mallChecks } from '../mall.checks.ts'
import { mallSettings } from '../mall.settings.fixture.ts'
import { leaveSeat } from './seats.ts'

const SHARES = 20
const SEAT = SHARES / 2
const PRICE = 10_000n
const SEAT_PRICE = PRICE * BigInt(SEAT)

let world: DrawMall
let look: ReturnType<typeof createReader>
let leave: (member: string, order: string) => ReturnType<typeof leaveSeat>

beforeAll(async () => {
  world = await drawMall()
  look = createReader(world)
  const { db } = world.mall
  const settings = mallSettings(db)
  leave = (member, order) => leaveSeat({ db, settings, onLeft: () => undefined }, member, order)
})
afterEach(async () => {
  expect(await breaches(world.mall.db)).toEqual([])
  expect(world.errors).toEqual([])
})
afterAll(() => world.mall.close())

const openTable = (product: Partial<NewProduct> = {}) =>
  openTestIssue(world, { mode: 'pk', shares: SHARES, ...product })
const sit = (member: string, issue: string, quantity = SEAT) =>
  world.mall.sales.buy({ member, issue, quantity, requestId: randomUUID() })

/** The code of the refusal, or `done`. */
async function outcome(call: Promise<unknown>): Promise<string> {
  try {
    await call
    return 'done'
  } catch (error) {
    if (error instanceof Refusal) return error.code
    throw error
  }
}

const issuesOf = (code: string) =>
  world.mall.db.query<{ number: string; status: string }>(
    `select number, status from issue join issue_terms using (issue_id) where code = $1 order by sequence`,
    [code],
  )

describe('a product', () => {
  test('gives a member one seat of half of the shares, and ends after 24 hours', async () => {
    const { issueId } = await openTable()
    const terms = await look.one<{ most: number; seat: number; hours: number }>(
      `select t.max_per_member as most, i.seat, extract(epoch from t.closes_at - i.opened_at)::int / 3600 as hours
       from issue_terms t join issue i using (issue_id) where issue_id = $1`,
      [issueId],
    )
    expect(terms).toEqual({ most: SEAT, seat: SEAT, hours: 24 })
  })

  test.each([
    ['an odd number of shares', { shares: 21, maxPerMember: 10 }, 'shares'],
    ['another maximum than a seat', { maxPerMember: SHARES }, 'maxPerMember'],
    ['the bare rule', { grade: 'plain' }, 'grade'],
  ] as const)('cannot have %s', async (_, product, field) => {
    const refused = await openTable(product).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(Object.keys((refused as Refusal).details.fields ?? {})).toContain(field)
  })
})

test('two members take the seats, the issue is drawn at once, and one of them wins by a proof that verifies', async () => {
  const { issueId, number } = await openTable()
  const [first, second, late] = (await testMembers(world.mall, 3, SEAT_PRICE * 2n)) as [
    string,
    string,
    string,
  ]
  expect(await outcome(sit(first, number, SEAT - 1))).toBe('INPUT_INVALID')
  expect(await sit(first, number)).toMatchObject({ firstCode: FIRST_CODE, amount: SEAT_PRICE })
  expect(await outcome(sit(first, number))).toBe('OVER_MEMBER_CAP')
  expect(await sit(second, number)).toMatchObject({ firstCode: FIRST_CODE + SEAT })
  expect(await outcome(sit(late, number))).toBe('SOLD_OUT')
  await drawAll(world)
  const draw = await look.one<{ winner: string; code: number; seat: number }>(
    'select member_id as winner, code, seq as seat from issue_draw where issue_id = $1',
    [issueId],
  )
  expect(draw.winner).toBe(draw.seat === 1 ? first : second)
  expect(draw.code < FIRST_CODE + SEAT).toBe(draw.seat === 1)
  expect(await verifyIssue(world, number)).toMatchObject({ ok: true })
  const prizes = await world.mall.db.query('select member_id from prize where issue_id = $1', [issueId])
  expect(prizes).toEqual([{ member_id: draw.winner }])
})

describe('a member alone at the table', () => {
  test('leaves with a full refund; the issue ends, the log says so, and the next one opens', async () => {
    const { issueId, number, code } = await openTable()
    const [member, other] = (await testMembers(world.mall, 2, SEAT_PRICE)) as [string, string]
    const { order } = await sit(member, number)
    expect(await outcome(leave(other, order))).toBe('NO_SUCH_DATA')
    const left = await leave(member, order)
    expect(left).toEqual({ order, issue: number, amount: '10.00' })
    expect(await leave(member, order)).toEqual(left)
    expect(await outcome(sit(other, number))).toBe('NOT_SELLING')
    await world.draws.runDue()
    expect(await look.wallets([member])).toEqual({ low: SEAT_PRICE, high: SEAT_PRICE, open: 0 })
    expect(await look.poolOf(issueId)).toBe(0n)
    expect((await issuesOf(code)).map(({ status }) => status)).toEqual(['refunded', 'selling'])
    expect(await leave(member, order)).toEqual(left)
  })

  test('gets the money back at the deadline, and cannot leave after it', async () => {
    const { issueId, number } = await openTable()
    const [member] = (await testMembers(world.mall, 1, SEAT_PRICE)) as [string]
    const { order } = await sit(member, number)
    await world.mall.database.advanceClock(DAY_MS + 1_000)
    await world.draws.runDue()
    expect(await look.statusOf(issueId)).toBe('refunded')
    expect(await look.wallets([member])).toEqual({ low: SEAT_PRICE, high: SEAT_PRICE, open: 0 })
    expect(await outcome(leave(member, order))).toBe('NOT_SELLING')
  })

  test('cannot leave when the other seat is taken, or an order of another mode', async () => {
    const { number } = await openTable()
    const goods = await openTestIssue(world, { shares: SHARES })
    const [first, second] = (await testMembers(world.mall, 2, SEAT_PRICE * 2n)) as [string, string]
    const [seat] = [await sit(first, number), await sit(second, number)]
    expect(await outcome(leave(first, seat.order))).toBe('SEAT_TAKEN')
    const shares = await sit(first, goods.number)
    expect(await outcome(leave(first, shares.order))).toBe('NO_SUCH_DATA')
    await drawAll(world)
    expect(await outcome(leave(first, seat.order))).toBe('SEAT_TAKEN')
  })

  test('leaves five seats in 24 hours at most, also at once', async () => {
    const [member] = (await testMembers(world.mall, 1, SEAT_PRICE * 8n)) as [string]
    const seats = []
    for (let n = 0; n < 8; n++) seats.push((await sit(member, (await openTable()).number)).order)
    const answers = await Promise.all(seats.map((order) => outcome(leave(member, order))))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(5)
    expect(answers.filter((answer) => answer === 'TOO_MANY_LEAVES')).toHaveLength(3)
    await world.draws.runDue()
    expect(await look.wallets([member])).toEqual({ low: SEAT_PRICE * 5n, high: SEAT_PRICE * 5n, open: 3 })
  })

  test('either leaves or is joined when both happen at once', async () => {
    const rounds = 20
    const tables = await Promise.all(Array.from({ length: rounds }, () => openTable()))
    const members = await testMembers(world.mall, rounds * 2, SEAT_PRICE)
    const orders = await Promise.all(tables.map(({ number }, n) => sit(members[n]!, number)))
    const answers = await Promise.all(
      tables.map(({ number }, n) =>
        Promise.all([
          outcome(leave(members[n]!, orders[n]!.order)),
          outcome(sit(members[rounds + n]!, number)),
        ]),
      ),
    )
    for (const [left, joined] of answers)
      expect([
        ['done', 'NOT_SELLING'],
        ['SEAT_TAKEN', 'done'],
      ]).toContainEqual([left, joined])
    await drawAll(world)
    const [states] = await world.mall.db.query<{ done: number }>(
      `select count(*)::int as done from issue where issue_id = any($1::uuid[])
         and status = case when exists (select from seat_left l where l.issue_id = issue.issue_id) then 'refunded' else 'drawn' end`,
      [tables.map(({ issueId }) => issueId)],
    )
    expect(states!.done).toBe(rounds)
  })
})

test('100 members race for the seats of 20 issues: two different holders and one draw each', async () => {
  const tables = await Promise.all(Array.from({ length: 20 }, () => openTable()))
  const members = await testMembers(world.mall, 100, SEAT_PRICE * 20n)
  const answers = await Promise.all(
    members.flatMap((member) => tables.map(({ number }) => outcome(sit(member, number)))),
  )
  expect(answers.filter((answer) => answer === 'done')).toHaveLength(40)
  expect(new Set(answers)).toEqual(new Set(['done', 'SOLD_OUT']))
  await drawAll(world)
  const issues = await world.mall.db.query<{ holders: number; draws: number; prizes: number }>(
    `select (select count(distinct member_id)::int from issue_sale s where s.issue_id = i.issue_id and s.state = 'done') as holders,
       (select count(*)::int from issue_draw d where d.issue_id = i.issue_id) as draws,
       (select count(*)::int from prize p where p.issue_id = i.issue_id) as prizes
     from issue i where i.issue_id = any($1::uuid[])`,
    [tables.map(({ issueId }) => issueId)],
  )
  expect(issues).toEqual(Array.from({ length: 20 }, () => ({ holders: 2, draws: 1, prizes: 1 })))
})

describe('forged seats', () => {
  const SEATS = 'an issue of Double PK has two seats, each with half of the codes and a member of its own'
  const ENDS =
    'an issue ends before its deadline without a draw only when its one seat was left, its log was lost, it could not be sealed or its beacon is dead'
  const HISTORY = 'no row of the seats of Double PK that members left was changed or removed'
  test.each([
    [
      'owner',
      'both seats of one member',
      `update issue_sale set member_id = $1 where issue_id = $2`,
      [SEATS],
    ],
    [
      'owner',
      'a third seat',
      `update issue set participants = 1, orders = 1 where issue_id = $2`,
      ['refused: issue_seat'],
    ],
    ['owner', 'a seat that nobody left', `delete from seat_left`, [ENDS, HISTORY]],
    ['owner', 'an issue that sells any number', `update issue set seat = null where issue_id = $2`, [SEATS]],
    [
      'server',
      'a changed leaving',
      `update seat_left set left_at = left_at`,
      ['refused: permission denied for table seat_left'],
    ],
  ] as const)('%s: %s', async (role, _, plant, expected) => {
    const { number, issueId } = await openTable()
    const [first, second] = (await testMembers(world.mall, 2, SEAT_PRICE * 2n)) as [string, string]
    const alone = await openTable()
    await leave(first, (await sit(first, alone.number)).order)
    await world.draws.runDue()
    await sit(first, number)
    await sit(second, number)
    const db = role === 'owner' ? world.mall.owner : world.mall.db
    const statement = plant.replaceAll('$1', `'${first}'`).replaceAll('$2', `'${issueId}'`)
    const found = await planted(db, mallChecks, statement)
    for (const title of expected) expect(found).toContain(title)
  })
})
