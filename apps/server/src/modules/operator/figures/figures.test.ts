/** The figures of a house of two days, counted by hand, and what finds that they are changed. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Role } from '@fairlot/contract/operator/operator-roles'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CHECKS } from '../../../programs/doctor.checks.ts'
import { DAY_MS } from '../../../platform/durations.ts'
import { dyingAt } from '../../../testing/dying.ts'
import { paidMembers, sellIssue } from '../../../testing/fuzz-world.ts'
import { makeOperator } from '../../../testing/operators.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { figuresChecks } from './figures.checks.ts'
import { gameRows, moneyOf } from './figures.ts'
import { stateFigures } from './state-figures.ts'

/** Noon of the house's first day, in a time zone whose days begin at 18:30 UTC. */
const OFFSET = 330
let server: TestServer
let [first, second] = ['', '']
/** the one member's and the other's */
let members: Awaited<ReturnType<typeof paidMembers>>

const deps = () => ({ db: server.db, utcOffsetMinutes: OFFSET })
const stated = async () =>
  (await server.db.query<{ day: string }>('select day::text from figure_day order by day')).map(
    ({ day }) => day,
  )

async function ask(
  input: { from?: string; to?: string; by?: 'day' | 'product' | 'game' } = {},
  role: Role = 'auditor',
) {
  return (await makeOperator(server, [role])).client.call(ENDPOINTS.figures, input)
}

beforeAll(async () => {
  server = await testServer({ deployment: { utcOffsetMinutes: OFFSET } })
  const { database, context } = server
  const [clock] = await server.db.query<{ ms: bigint }>(
    `select (extract(epoch from period_start('day', at, ${OFFSET}) + interval '1 day 12 hours' - at) * 1000)::bigint as ms from business_clock`,
  )
  await database.setClockOffset(Number(clock!.ms))
  members = await paidMembers(server, 2, '100.00')
  const drawn = await sellIssue(server, 'SOLD', 10)
  await sellIssue(server, 'OPEN', 10)
  const buy = (member: number, issue: string, quantity: number) =>
    context.mall.sales.buy({ member: members[member]!.memberId, issue, quantity, requestId: randomUUID() })
  await buy(0, drawn, 4)
  await buy(0, 'OPEN-0001', 3)
  await database.advanceClock(DAY_MS)
  await paidMembers(server, 1, '150.00')
  await buy(1, drawn, 6)
  await context.mall.draws.runDue()
  await context.mall.settled()
  await database.advanceClock(DAY_MS)
})
afterAll(() => server.close())

test('every ended day is stated once, whatever dies and however many servers state it', async () => {
  expect(await ask()).toMatchObject({ range: null, stated: null, days: [] })
  for (const statement of [2, 3, 4]) {
    await expect(stateFigures({ ...deps(), db: dyingAt(server.db, statement) })).rejects.toThrow()
    expect(await stated()).toEqual([])
  }
  const days = await Promise.all([stateFigures(deps()), stateFigures(deps())])
  const all = await stated()
  expect(days.flat().toSorted()).toEqual(all)
  expect(all).toHaveLength(2)
  ;[first, second] = all as [string, string]
  expect(await stateFigures(deps())).toEqual([])
  expect(await failing(server.db, CHECKS)).toEqual([])
})

test('a sale counts on the day of its draw, paid orders on theirs, and members on the day that they came', async () => {
  const { days, total, range, utcOffsetMinutes } = await ask({ from: first, to: second })
  expect([range, utcOffsetMinutes]).toEqual([{ from: first, to: second }, OFFSET])
  expect(days).toEqual([
    expect.objectContaining({
      day: first,
      sales: { issues: 0, orders: 0, amount: '0.00' },
      paid: { count: 2, amount: '7.00' },
      recharges: { count: 2, amount: '200.00' },
      registered: 2,
      active: 2,
      firstRecharges: 2,
      firstPurchases: 1,
      withdrawalSeconds: null,
    }),
    expect.objectContaining({
      day: second,
      sales: { issues: 1, orders: 2, amount: '10.00' },
      paid: { count: 1, amount: '6.00' },
      recharges: { count: 1, amount: '150.00' },
      registered: 1,
      active: 2,
      firstRecharges: 1,
      firstPurchases: 1,
    }),
  ])
  expect(total).toMatchObject({
    sales: { issues: 1, orders: 2, amount: '10.00' },
    paid: { count: 3, amount: '13.00' },
    registered: 3,
    firstPurchases: 2,
  })
})

test('the balances of a day are those of the books at its end, and zero together', async () => {
  const { balances } = await ask({ from: first })
  expect(balances).toMatchObject({ wallets: '193.00', escrow: '7.00' })
  const { house, ...others } = (await ask()).balances
  const minor = (amount: string) => BigInt(Math.round(Number(amount) * 10_000))
  const sum = [...house.map(({ amount }) => amount), ...Object.values(others)].reduce(
    (all, one) => all + minor(one),
    0n,
  )
  expect(sum).toBe(0n)
  const books = await server.db.query<{ name: string; balance: bigint }>(
    'select name, balance from house_account',
  )
  expect(new Map(house.map(({ account, amount }) => [account, minor(amount)]))).toEqual(
    new Map(books.map(({ name, balance }) => [name, balance])),
  )
})

test('products and games have their own sums, and a range without a stated day has none', async () => {
  const { products, days } = await ask({ from: first, to: second, by: 'product' })
  expect(days).toEqual([])
  expect(products.map(({ code, sales, paid }) => [code, sales.amount, paid.amount])).toEqual([
    ['OPEN', '0.00', '3.00'],
    ['SOLD', '10.00', '10.00'],
  ])
  expect((await ask({ from: first, to: second, by: 'game' })).games).toEqual([])
  expect(await ask({ from: '2020-01-01', to: '2020-01-02' })).toMatchObject({ range: null, days: [] })
  for (const [from, to] of [
    [second, first],
    ['2024-01-01', '2026-01-01'],
  ])
    await expect(ask({ from: from!, to: to! })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

test('each look is in the audit log, and only those who look after money may look', async () => {
  await ask({ from: first, to: second }, 'finance')
  const [row] = await server.db.query(
    `select action, subject from audit where action = 'figures.read' order by audit_id desc limit 1`,
  )
  expect(row).toEqual({ action: 'figures.read', subject: `figures:${first}..${second}` })
  await expect(ask({}, 'support')).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
})

test('games show what they returned, and what owners put in and take out is neither gain nor loss of the house', () => {
  const move = (
    area: string,
    kind: string,
    side: 'in' | 'out',
    units: bigint,
    account: string | null = null,
  ) => ({
    key: area === 'game' ? 'king-2m' : null,
    area,
    account,
    kind,
    side,
    lines: 1n,
    amount: units * 10_000n,
  })
  const moves = [
    move('game', 'stake', 'in', 100n),
    move('game', 'payout', 'out', 40n),
    move('game', 'refund', 'out', 10n),
    move('game', 'round', 'out', 50n),
    move('house', 'round', 'in', 50n, 'bankroll'),
    move('house', 'funding', 'in', 900n, 'bankroll'),
    move('house', 'funding', 'out', 900n, 'cash'),
    move('house', 'task', 'out', 7n, 'marketing'),
    move('house', 'house_payout', 'out', 600n, 'sales'),
    move('house', 'house_payout', 'in', 600n, 'cash'),
    move('reserve', 'reserve', 'in', 300n),
    move('reserve', 'interest', 'out', 3n),
  ]
  const games = { bets: 1, turnover: '100.00', returned: '50.00' }
  expect(moneyOf(moves)).toMatchObject({
    games,
    tasks: '7.00',
    finance: { interest: '3.00' },
    house: '40.00',
  })
  expect(gameRows(moves.filter(({ area }) => area === 'game'))).toEqual([
    { game: 'king-2m', ...games, house: '50.00' },
  ])
})

describe('the doctor finds', () => {
  const LEDGER = 'the figures of every stated day equal the ledger'
  const ENDS = 'every balance at the end of a stated day is that of the day before and what moved'
  const PEOPLE = 'the people of every stated day, and how long money took, are what the tables say'
  const DAYS =
    'stated days follow each other and have ended, and no line of the ledger is before the first one'
  const ROW = `select day, 'house', 'sales', 'draw', 'in', 1, 5 from figure_day limit 1`
  const plants: readonly (readonly ['app' | 'owner', string, string, readonly string[]])[] = [
    ['app', 'a made-up sum', `insert into figure ${ROW}`, [LEDGER, ENDS]],
    ['app', 'a changed sum', `update figure set amount = 1`, ['refused: permission denied for table figure']],
    [
      'app',
      'a day that has not ended',
      `insert into figure_day select day + 1, ends_at, ends_at + interval '1 day', 0, 0, 0, 0, null, null, ends_at + interval '1 day'
       from figure_day order by day desc limit 1`,
      [ENDS, DAYS],
    ],
    [
      'owner',
      'a changed sum',
      `update figure set amount = amount + 1 where kind = 'recharge' and area = 'house'`,
      [LEDGER, ENDS],
    ],
    ['owner', 'a sum that is gone', `delete from figure where area = 'drawn'`, [LEDGER]],
    [
      'owner',
      'a changed balance',
      `update figure set amount = amount - 1 where side = 'end' and subject = 'wallet'`,
      [ENDS],
    ],
    ['owner', 'balances that are gone', `delete from figure where side = 'end'`, [ENDS]],
    [
      'owner',
      'nothing when a purchase of a stated day is refused late',
      `insert into ledger (book, ref, kind, debit, credit, amount, at, line, balance)
       select book, ref, 'release', credit, debit, amount, (select max(ends_at) from figure_day) + interval '1 hour',
         (select max(last.line) from ledger last where last.book = l.book) + 1, 0
       from ledger l where kind = 'hold' and line is not null order by at desc limit 1`,
      [],
    ],
    ['owner', 'other people', `update figure_day set registered = registered + 1`, [PEOPLE]],
    [
      'owner',
      'a first day that is gone',
      `delete from figure where day = (select min(day) from figure_day);
      delete from figure_day where day = (select min(day) from figure_day)`,
      [ENDS, DAYS],
    ],
  ]
  test.each(plants)('planted by the %s: %s', async (role, _, sql, found) => {
    expect(await planted(role === 'app' ? server.db : server.owner, figuresChecks, sql)).toEqual(found)
  })
})
