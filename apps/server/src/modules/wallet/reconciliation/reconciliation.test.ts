/** What providers say is compared with the books, payment by payment. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { paidMembers } from '../../../testing/fuzz-world.ts'
import { makeOperator, type TestOperator } from '../../../testing/operators.ts'
import { makePayout, makeWithdrawal } from '../../../testing/made/payouts.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { testServer, type TestServer } from '../../../testing/server.ts'
import { approveWithdrawal, payWithdrawal } from '../withdrawal/operate-withdrawals.ts'
import { reconcile } from './reconciliation.jobs.ts'
import { reconciliationChecks, reconciliationLiveness } from './reconciliation.checks.ts'
import type { ReconciledDay } from './reconciliation.queries.ts'

const OFFSET = 330

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.close())

/** Hours after the beginning of business day 2031-06-02, which is ahead of UTC. */
const at = (hours: number) =>
  server.database.setClockOffset(Date.UTC(2031, 5, 2) - OFFSET * 60_000 + hours * HOUR_MS - Date.now())

async function run(): Promise<{ days: ReconciledDay[]; alarms: object[] }> {
  const alarms: object[] = []
  const log = { error: (fields: object) => void alarms.push(fields) }
  const days = await reconcile({ db: server.db, log, utcOffsetMinutes: OFFSET })
  return { days, alarms }
}
const same = (items: number, amount: bigint) => ({
  said_items: items,
  said_amount: amount,
  booked_items: items,
  booked_amount: amount,
  differences: 0,
})

/** An operator with a session of now. */
const operator = (): Promise<TestOperator> => makeOperator(server, ['finance'])
const list = async (onlyDifferent = true) =>
  (await (await operator()).client.call(ENDPOINTS.reconcileList, { onlyDifferent })).items

test('a day is compared once it has ended and its last notices had time to come', async () => {
  await at(3)
  await paidMembers(server, 2, '100.00')
  await at(25)
  await paidMembers(server, 1, '250.00')
  expect((await run()).days).toEqual([])
  await at(26.2)
  const { days, alarms } = await run()
  expect(days).toMatchObject([
    { day: '2031-06-02', provider: 'sandbox', direction: 'in', ...same(2, 2_000_000n) },
  ])
  expect(alarms).toEqual([])
  // nothing new: nothing to say
  expect(await run()).toEqual({ days: [], alarms: [] })
  await at(51)
  expect((await run()).days).toMatchObject([{ day: '2031-06-03', ...same(1, 2_500_000n) }])
  expect(await list(false)).toMatchObject([
    { day: '2031-06-03', said: { items: 1, amount: '250.00' }, booked: { items: 1, amount: '250.00' } },
    { day: '2031-06-02', differences: 0 },
  ])
})

test('payouts by the results of the bank are compared with what left the books', async () => {
  await at(52)
  const [member] = await paidMembers(server, 1, '300.00')
  const place = { db: server.db, wallet: server.context.wallet }
  const accountId = await makePayout(place, member!.memberId)
  const id = await makeWithdrawal(place, member!.memberId, { accountId, amount: 2_000_000n })
  const [row] = await server.db.query<{ number: string; paid: bigint }>(
    'select number, amount - fee as paid from withdrawal where withdrawal_id = $1',
    [id],
  )
  const { number, paid } = row!
  const operatorId = randomUUID()
  await server.db.tx((tx) => approveWithdrawal(tx, number, operatorId))
  await server.db.tx((tx) => payWithdrawal(tx, number, { reference: 'BANK 7', operatorId }))
  await at(75)
  expect((await run()).days).toMatchObject([
    { day: '2031-06-04', provider: 'bank', direction: 'out', ...same(1, paid) },
    { day: '2031-06-04', provider: 'sandbox', direction: 'in', ...same(1, 3_000_000n) },
  ])
})

/** A receiving account with a statement line that nobody matched. @returns its line */
async function statementLine(amount: bigint): Promise<string> {
  const [account, statement, line] = [randomUUID(), randomUUID(), randomUUID()]
  await server.owner.query(
    `insert into receiving_account (account_id, origin, code, kind, label, lines, currency, created_at)
     values ($1, $1, $2, 'bank', 'A bank', '{}', 'VND', business_now())`,
    [account, `bank-${account.slice(0, 8)}`],
  )
  await server.owner.query(
    `insert into bank_statement (statement_id, account_id, source, hash, name, lines, new_lines, debits, skipped, at)
     values ($1, $2, 'file', sha256('june.csv'), 'june.csv', 1, 1, 0, 0, business_now())`,
    [statement, account],
  )
  await server.owner.query(
    `insert into bank_statement_line values ($1, $2, $3, 1, '2031-06-04', $4, 'VND', 'thanks', null, sha256('thanks'), 0,
       business_now())`,
    [line, account, statement, amount],
  )
  return line
}

test('money on a statement that no recharge has is alarmed, shown to operators, and ends with its line', async () => {
  const line = await statementLine(990_000n)
  // an operator has two days to match it
  await at(75 + 47)
  expect((await run()).days).toEqual([])
  await at(75 + 49)
  const { days, alarms } = await run()
  expect(days).toMatchObject([
    { day: '2031-06-04', provider: 'manual', said_amount: 990_000n, booked_items: 0, differences: 1 },
  ])
  expect(alarms).toEqual([
    {
      alarm: 'reconciliation',
      day: '2031-06-04',
      provider: 'manual',
      direction: 'in',
      differences: 1,
      said: '99.00',
      booked: '0.00',
    },
  ])
  expect(await failing(server.db, reconciliationLiveness)).toHaveLength(1)
  const { client } = await operator()
  const [different] = await list()
  const { day, provider, direction } = different!
  const shown = await client.call(ENDPOINTS.reconcileShow, { day, provider, direction })
  expect(shown.items).toEqual([{ key: line, said: '99.00', booked: null }])
  // it is no alarm again while nothing changes
  expect((await run()).alarms).toEqual([])
  await server.owner.query(
    `insert into bank_statement_match values ($1, 'dismissed', null, null, gen_random_uuid(), 'a loan', business_now())`,
    [line],
  )
  await at(75 + 50)
  await run()
  expect(await list()).toEqual([])
  expect(await failing(server.db, reconciliationLiveness)).toEqual([])
})

test.each([
  [
    'a payment that the company has and the books do not',
    `delete from recharge_credit where amount = 2500000`,
  ],
  [
    'a payment of another amount',
    `update sandbox_payment set amount = amount + 1 where amount = 2500000 and state = 'paid'`,
  ],
  [
    'a payment that the company does not have',
    `update sandbox_payment set state = 'declined' where amount = 2500000`,
  ],
])('the comparison and the doctor find %s', async (_, plant) => {
  class Undone extends Error {}
  const title = reconciliationChecks[0]!.title
  expect(await planted(server.owner, reconciliationChecks, plant)).toContain(title)
  const work = server.owner.tx(async (tx) => {
    await tx.query(plant)
    const db = { ...server.owner, tx: (inner: (one: typeof tx) => Promise<unknown>) => inner(tx) }
    const alarms: object[] = []
    const log = { error: (fields: object) => void alarms.push(fields) }
    const days = await reconcile({ db: db as never, log, utcOffsetMinutes: OFFSET })
    expect(days).toMatchObject([{ day: '2031-06-03', provider: 'sandbox', differences: 1 }])
    expect(alarms).toHaveLength(1)
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
  expect(await failing(server.db, reconciliationChecks)).toEqual([])
})

test('the doctor finds figures that were changed, and a day that was removed', async () => {
  for (const plant of [
    `update reconciliation_day set said_amount = said_amount + 1, booked_amount = booked_amount + 1 where day = '2031-06-03'`,
    `delete from reconciliation_day where day = '2031-06-03'`,
    `update reconciliation_day set day = day + 100 where day = '2031-06-03'`,
  ])
    expect(await planted(server.owner, reconciliationChecks, plant)).toEqual([reconciliationChecks[0]!.title])
})

test("a day that the server's role removes is found, and the next run compares it again", async () => {
  const plant = `delete from reconciliation_day where day = '2031-06-03'`
  expect(await planted(server.db, reconciliationChecks, plant)).toEqual([reconciliationChecks[0]!.title])
  const figures = async () =>
    (await list(false)).map(({ day, said, booked, differences }) => ({ day, said, booked, differences }))
  const before = await figures()
  await server.db.query(plant)
  expect((await run()).days).toMatchObject([{ day: '2031-06-03', provider: 'sandbox' }])
  expect(await figures()).toEqual(before)
  expect(await failing(server.db, reconciliationChecks)).toEqual([])
})

test('two servers reconcile at once, and the result is that of one', async () => {
  await at(75 + (30 * DAY_MS) / HOUR_MS)
  await paidMembers(server, 1, '500.00')
  await at(75 + (31 * DAY_MS) / HOUR_MS)
  await Promise.all([run(), run(), run()])
  expect((await list(false))[0]).toMatchObject({ said: { items: 1, amount: '500.00' }, differences: 0 })
  expect(await failing(server.db, reconciliationChecks)).toEqual([])
})
