/** Two operators take profit out, book costs and corrections, and release the bankroll's free money: what is booked, and what is refused. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { BookedMove } from '@fairlot/contract/kinds/house-moves'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dieAtEachStatement } from '../../../testing/dying.ts'
import type { OperatorClient } from '../../../testing/operator-client.ts'
import { planted } from '../../../testing/planted.ts'
import { fundAndPublish } from '../../home/fund-house.ts'
import { bindMoney, ledgerChecks, moveHouse, unbindMoney } from '../../ledger/index.ts'
import { lockBackOffice } from '../back-office-lock.ts'
import { decideApproval } from '../approvals/approvals.queries.ts'
import { testBackOffice, type TestBackOffice } from '../back-office.fixture.ts'
import { operatorChecks } from '../operator.checks.ts'
import { houseBookings, type BookedParams } from './house-moves.ts'

type Desk = { id: string; name: string; client: OperatorClient }

const DAY = 24 * 3_600_000
let backOffice: TestBackOffice
let mina: Desk
let omar: Desk
let finn: Desk
beforeAll(async () => {
  backOffice = await testBackOffice()
  mina = await backOffice.operator('owner')
  omar = await backOffice.operator('owner')
  finn = await backOffice.operator('finance')
  const { db, writer } = backOffice
  await fundAndPublish({ db, writer }, { account: 'bankroll', amount: 10_000_0000n, reference: 'opening' })
})
afterAll(() => backOffice.close())

const because = () => ({ reason: 'as the bank says', requestId: randomUUID() })
const house = async () => {
  const { items, bank, takeOut } = await omar.client.call(ENDPOINTS.houseList, {})
  const of = (account: string) => items.find((item) => item.account === account)!
  return { bank, takeOut, sales: of('sales'), fees: of('fees'), bankroll: of('bankroll'), cash: of('cash') }
}
const book = (kind: BookedMove, input: { amount: string; reference?: string; direction?: 'in' | 'out' }) =>
  finn.client.call(ENDPOINTS.houseBook, { kind, reference: randomUUID(), ...because(), ...input })
const payout = (amount: string, input: { to?: string; reference?: string; requestId?: string } = {}) =>
  mina.client.call(ENDPOINTS.housePayout, {
    account: 'sales',
    amount,
    to: mina.name,
    reference: randomUUID(),
    ...because(),
    ...input,
  })
const approve = (who: Desk, { approval }: { approval: { id: string } | null }) =>
  who.client.call(ENDPOINTS.approvalApprove, { id: approval!.id })
const booked = async (...input: Parameters<typeof book>) => approve(omar, await book(...input))
const count = async (sql: string) =>
  Number((await backOffice.db.query<{ n: bigint }>(`select count(*) as n ${sql}`))[0]!.n)
const lines = (reference: string) =>
  backOffice.db.query(
    `select h.name, l.kind, l.debit, l.credit, l.amount from house_move m join ledger l on l.ref = m.move_id
     join house_account h on h.book = l.book where m.reference = $1 order by h.book`,
    [reference],
  )

test('free money of the bankroll is released to sales, and an owner takes it out with the approval of another', async () => {
  await booked('release', { amount: '1000' })
  expect(await house()).toMatchObject({
    sales: { balance: '1000.00', free: '1000.00' },
    bankroll: { free: '9000.00' },
    cash: { free: null },
    bank: { books: '10000.00', house: '10000.00', reserves: '0.00', members: '0.00', unbooked: '0.00' },
    takeOut: '1000.00',
  })
  const input = { reference: 'Out-1', requestId: randomUUID() }
  const asked = await payout('400', input)
  expect(asked.approval).toMatchObject({
    action: 'house.payout',
    params: { account: 'sales', amount: '400.00', to: mina.name, reference: 'Out-1' },
  })
  expect((await payout('400', input)).approval!.id).toBe(asked.approval!.id)
  const other = await payout('700', { reference: 'Out-0' })
  const outlookOf = async ({ approval }: typeof asked) =>
    (await omar.client.call(ENDPOINTS.approvalShow, { id: approval!.id })).outlook
  expect(await outlookOf(asked)).toEqual({
    effect: { account: 'sales', amount: '400.00', to: mina.name, reference: 'Out-1' },
    before: {},
    money: { 'sales now': '1000.00', 'sales after': '600.00', 'may be taken out now': '1000.00' },
    facts: [{ name: 'other request', value: 'reference Out-0 for the same kind of move', warns: true }],
    refused: null,
  })
  await approve(omar, asked)
  await approve(omar, asked)
  expect(await lines('Out-1')).toEqual([
    { name: 'cash', kind: 'house_payout', debit: 'clearing', credit: 'account', amount: 400_0000n },
    { name: 'sales', kind: 'house_payout', debit: 'account', credit: 'clearing', amount: 400_0000n },
  ])
  expect(await house()).toMatchObject({ bank: { books: '9600.00', house: '9600.00' }, takeOut: '600.00' })
  expect(await outlookOf(other)).toMatchObject({
    money: { 'may be taken out now': '600.00' },
    refused: 'HOUSE_BOUND',
  })
  await mina.client.call(ENDPOINTS.approvalWithdraw, { id: other.approval!.id })
  const fee = await book('bank_fee', { amount: '601' }).catch(({ code }: { code: string }) => code)
  expect(fee).toBe('HOUSE_BOUND')
  const cost = await book('bank_fee', { amount: '2', reference: 'Fee-0' })
  expect(await outlookOf(cost)).toMatchObject({
    money: {
      'sales now': '600.00',
      'sales after': '598.00',
      'cash now': '-9600.00',
      'cash after': '-9598.00',
    },
    facts: [],
    refused: null,
  })
  await finn.client.call(ENDPOINTS.approvalWithdraw, { id: cost.approval!.id })
  const { items } = await finn.client.call(ENDPOINTS.houseMoves, { kind: 'payout' })
  expect(items).toMatchObject([
    {
      kind: 'payout',
      account: 'sales',
      direction: 'out',
      amount: '400.00',
      reference: 'Out-1',
      to: { name: mina.name },
      requestedBy: { name: mina.name },
      approvedBy: { name: omar.name },
    },
  ])
  for (const reference of ['OUT-1', ' out-1 ', 'ｏｕｔ-1'])
    await expect(payout('1', { reference })).rejects.toMatchObject({ code: 'REFERENCE_USED' })
  expect(await count(`from audit where action = 'house.payout'`)).toBe(1)
  expect(await backOffice.breaches()).toEqual([])
})

test('who receives a payout does not approve it, and only an owner receives one', async () => {
  const asked = await payout('1', { to: omar.name })
  await expect(approve(omar, asked)).rejects.toMatchObject({ code: 'OWN_PAYOUT' })
  await expect(approve(finn, asked)).rejects.toMatchObject({ code: 'NOT_PERMITTED' })
  expect(await count(`from house_move where recipient = '${omar.id}'`)).toBe(0)
  for (const to of [finn.name, 'nobody'])
    await expect(payout('1', { to })).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
  // an owner who was disabled in the meantime receives nothing
  const gone = await backOffice.operator('owner')
  const late = await payout('1', { to: gone.name })
  await backOffice.owner.query(`update operator set status = 'disabled' where operator_id = $1`, [gone.id])
  await expect(approve(omar, late)).rejects.toMatchObject({ code: 'NO_SUCH_DATA' })
})

test('costs and corrections move the cash of the books in either direction, once for each kind and reference', async () => {
  const before = Number((await house()).bank.books)
  await booked('bank_fee', { amount: '10', reference: 'NOV' })
  await booked('tax', { amount: '20', reference: 'NOV' })
  await booked('bank_correction', { amount: '3', reference: 'NOV-1' })
  await booked('bank_correction', { amount: '5', reference: 'NOV-2', direction: 'in' })
  await expect(book('tax', { amount: '20', reference: 'nov' })).rejects.toMatchObject({
    code: 'REFERENCE_USED',
  })
  expect(Number((await house()).bank.books)).toBe(before - 28)
  await expect(book('tax', { amount: '1', direction: 'in' })).rejects.toMatchObject({
    failure: { code: 'INPUT_INVALID' },
  })
  expect(await backOffice.breaches()).toEqual([])
})

test('what comes in today, and what the bank has less than the books, is not taken out', async () => {
  const { takeOut } = await house()
  await booked('bank_correction', { amount: '50', direction: 'in' })
  expect((await house()).takeOut).toBe(takeOut)
  await expect(payout(String(Number(takeOut) + 1))).rejects.toMatchObject({ code: 'HOUSE_BOUND' })
  await backOffice.database.advanceClock(DAY)
  const whole = Number(takeOut) + 50 + 5
  expect(Number((await house()).takeOut)).toBe(whole)
  await backOffice.owner.query(
    `insert into reconciliation_day (day, provider, direction, said_items, said_amount, booked_items, booked_amount, differences, changed_at)
     values ('2026-11-01', 'manual', 'in', 1, 1000000, 1, 1400000, 1, now())`,
  )
  expect(await house()).toMatchObject({
    // an earlier correction booked 3 of it
    bank: { unbooked: '37.00' },
    takeOut: (whole - 37).toFixed(2),
  })
  // a correction books what is missing
  await booked('bank_correction', { amount: '38', reference: 'missing' })
  expect(await house()).toMatchObject({ bank: { unbooked: '0.00' } })
  await backOffice.owner.query('delete from reconciliation_day')
  await backOffice.database.setClockOffset(0)
})

describe('at the same time', () => {
  test('of two payouts that need the same money one is booked, and of many approvals of it one', async () => {
    await booked('release', { amount: '100' })
    await backOffice.database.advanceClock(DAY)
    const { takeOut } = await house()
    const moved = await count('from house_move')
    const asked = await Promise.all([payout(takeOut), payout(takeOut)])
    const approvers = await Promise.all(Array.from({ length: 6 }, () => backOffice.operator('owner')))
    const ended = await Promise.allSettled(
      approvers.flatMap((one) => asked.map((request) => approve(one, request))),
    )
    expect(ended.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const codes = new Set(ended.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : [])))
    expect(codes).toEqual(new Set(['HOUSE_BOUND', 'NOT_PENDING']))
    expect(await count('from house_move')).toBe(moved + 1)
    expect(await house()).toMatchObject({ takeOut: '0.00' })
    await backOffice.database.setClockOffset(0)
    expect(await backOffice.breaches()).toEqual([])
  })

  test('a release and rounds that bind the bankroll never bind more than it has', async () => {
    const free = (await house()).bankroll.free!
    const requests = await Promise.all(
      Array.from({ length: 4 }, () => book('release', { amount: String(Number(free) / 2) })),
    )
    const bind = async () => backOffice.db.tx((tx) => bindMoney(tx, 'bankroll', 1_500_0000n))
    const [ended, bound] = await Promise.all([
      Promise.allSettled(requests.map((request) => approve(omar, request))),
      Promise.all(Array.from({ length: 4 }, bind)),
    ])
    for (const one of ended)
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'HOUSE_BOUND' })
    const [row] = await backOffice.db.query<{ spare: bigint }>(
      `select balance - bound as spare from house_account where name = 'bankroll'`,
    )
    expect(row!.spare).toBeGreaterThanOrEqual(0n)
    for (const amount of bound) await backOffice.db.tx((tx) => unbindMoney(tx, 'bankroll', amount))
    expect(await backOffice.breaches()).toEqual([])
  })
})

test('a server that dies between the approval and the posting leaves neither, and the next try makes both', async () => {
  const { db, writer } = backOffice
  const deps = { writer, display: String, utcOffsetMinutes: 0 }
  await booked('bank_correction', { amount: '1', direction: 'in' })
  const asked = await book('bank_fee', { amount: '0.01', reference: 'DIES' })
  const [row] = await db.query<{ params: BookedParams }>(
    'select params from approval where approval_id = $1',
    [asked.approval!.id],
  )
  const by = {
    approvalId: asked.approval!.id,
    requestedBy: finn.id,
    approvedBy: omar.id,
    reason: 'as the bank says',
    actor: 'machine' as const,
  }
  const decision = { approvalId: by.approvalId, state: 'approved', decidedBy: omar.id, note: null } as const
  const deaths = await dieAtEachStatement(
    db,
    (dying) =>
      dying.tx(async (tx) => {
        await lockBackOffice(tx)
        await houseBookings(deps).execute(tx, row!.params, by)
        await decideApproval(tx, decision)
      }),
    async () => {
      expect(await count(`from house_move where reference = 'DIES'`)).toBe(0)
      expect(await count(`from approval where approval_id = '${by.approvalId}' and state = 'pending'`)).toBe(
        1,
      )
    },
  )
  expect(deaths).toBeGreaterThan(5)
  expect(await lines('DIES')).toHaveLength(2)
  expect(await backOffice.breaches()).toEqual([])
})

describe('the doctor', () => {
  const two =
    "every payout, cost, correction and release of the house's money was requested by one operator, approved by another, and booked as approved"
  const cause =
    "every line of the house's own moves has its cause, amount, sides and time, and every cause its lines"

  test.each<[corruption: string, sql: string, found: string]>([
    ['another amount', `params = jsonb_set(params, '{amount}', '"1.00"')`, two],
    ['another account', `params = jsonb_set(params, '{account}', '"fees"')`, two],
    [
      'another receiver',
      `params = jsonb_set(params, '{recipient}', '"00000000-0000-4000-8000-000000000000"')`,
      two,
    ],
    ['no approval', `state = 'rejected'`, two],
  ])('finds a payout whose request was altered: %s', async (_, sql, found) => {
    const plant = `update approval set ${sql} where params ->> 'reference' = 'Out-1'`
    expect(await planted(backOffice.owner, operatorChecks, plant)).toContain(found)
  })

  test.each<[role: 'db' | 'owner', what: string, sql: string, found: string]>([
    [
      'db',
      'money that leaves without a posting',
      `update house_account set balance = balance + case name when 'cash' then 10 else -10 end where name in ('cash', 'bankroll')`,
      'the balance of every house book is the sum of its lines',
    ],
    [
      'db',
      'a move without operators beside the approvals',
      `insert into house_move (book, move_id, kind, direction, amount, reference, reason, moved_at)
       select book, gen_random_uuid(), 'tax', 'out', 5, 'SLIPPED IN', 'no one asked', now() from house_account where name = 'sales'`,
      cause,
    ],
    [
      'db',
      'a row that is changed',
      `update house_move set amount = 1`,
      'refused: permission denied for table house_move',
    ],
    [
      'db',
      'a row that is removed',
      `delete from house_move`,
      'refused: permission denied for table house_move',
    ],
    [
      'owner',
      'a row that is changed',
      `update house_move set amount = amount + 1 where reference = 'Out-1'`,
      cause,
    ],
    [
      'owner',
      'a row that is removed',
      `delete from house_move where reference = 'Out-1'`,
      "no row of the house's own moves was changed or removed",
    ],
    [
      'owner',
      'an account below what it keeps',
      `update house_account set bound = 5, balance = 4 where name = 'bankroll'`,
      'refused: house_account_lowest',
    ],
    [
      'owner',
      'a receiver who approved',
      `update house_move set recipient = approved_by where reference = 'Out-1'`,
      'refused: house_move_recipient',
    ],
    [
      'owner',
      'a payout from what members own',
      `update house_move set book = (select book from house_account where name = 'vouchers') where reference = 'Out-1'`,
      'refused: house_move_account',
    ],
  ])('as %s: finds %s, or the database refuses it', async (role, _, sql, found) => {
    expect(await planted(backOffice[role], [...ledgerChecks, ...operatorChecks], sql)).toContain(found)
  })
})

test('real money does not move without two operators', async () => {
  await backOffice.owner.query(`update deployment set money_mode = 'real'`)
  try {
    const alone = {
      kind: 'tax',
      account: 'sales',
      direction: 'out',
      amount: 1n,
      reference: 'ALONE',
      reason: 'no one asked',
    } as const
    await expect(backOffice.db.tx((tx) => moveHouse(tx, alone))).rejects.toThrow('takes two persons')
  } finally {
    await backOffice.owner.query(`update deployment set money_mode = 'sandbox'`)
  }
})
