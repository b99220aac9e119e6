/** Transfers: in two statements, once, and all or nothing. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '../../platform/db.ts'
import { rankOf } from '../../platform/lock-order.ts'
import { Refusal } from '../../platform/refusal.ts'
import { countStatements } from '../../testing/count-statements.ts'
import { testMall, testMembers, type TestMall } from '../../testing/mall.ts'
import { strictDb } from '../../testing/strict-db.ts'
import { defineBook } from './books.ts'
import { HOUSE_BOOKS, postSide, transfer, type Transfer } from './transfer.ts'
import { balances } from './wallets.ts'

const UNIT = 10_000n

let mall: TestMall
beforeAll(async () => {
  mall = await testMall()
})
afterAll(() => mall.close())

const move = (one: Partial<Transfer> & Pick<Transfer, 'from' | 'to'>) =>
  mall.db.tx((tx) => transfer(tx, { ref: randomUUID(), kind: 'test', amount: UNIT, ...one }))
const balanceOf = async (member: string) => (await balances(mall.db, member)).balance
const linesOf = (ref: string) =>
  mall.db.query(
    'select book, debit, credit, amount, line, balance from ledger where ref = $1 order by debit, book',
    [ref],
  )

const statementsOf = async (work: (tx: Tx) => Promise<unknown>) =>
  (await countStatements(mall.db, work)).statements

test('a transfer takes two statements, its repetition too, and one side one', async () => {
  const [member = ''] = await testMembers(mall, 1, 10n * UNIT)
  const ref = randomUUID()
  const paid: Transfer = { ref, kind: 'test', from: { member }, to: { house: 'sales' }, amount: UNIT }
  expect(await statementsOf((tx) => transfer(tx, paid))).toBe(2)
  expect(await statementsOf((tx) => transfer(tx, paid))).toBe(2)
  expect(await statementsOf((tx) => postSide(tx, { member }, randomUUID(), 'test', UNIT))).toBe(1)
  expect(await balanceOf(member)).toBe(10n * UNIT)
})

test('each side has its line, and that of a wallet its number and balance, in either direction', async () => {
  const [one = '', two = ''] = (await testMembers(mall, 2, 10n * UNIT)).toSorted()
  const sales = HOUSE_BOOKS.sales
  for (const { from, to, lines } of [
    {
      from: { member: two },
      to: { member: one },
      lines: [
        { book: one, debit: 'clearing', credit: 'wallet', line: 2, balance: 11n * UNIT },
        { book: two, debit: 'wallet', credit: 'clearing', line: 2, balance: 9n * UNIT },
      ],
    },
    {
      from: { member: one },
      to: { house: 'sales' },
      lines: [
        { book: sales, debit: 'clearing', credit: 'account', line: null, balance: null },
        { book: one, debit: 'wallet', credit: 'clearing', line: 3, balance: 10n * UNIT },
      ],
    },
    {
      from: { house: 'sales' },
      to: { house: 'marketing' },
      lines: [
        { book: sales, debit: 'account', credit: 'clearing', line: null, balance: null },
        { book: HOUSE_BOOKS.marketing, debit: 'clearing', credit: 'account', line: null, balance: null },
      ],
    },
  ] as const) {
    const ref = randomUUID()
    expect(await move({ ref, from, to })).toBe(true)
    const expected = lines.map((line) => ({ ...line, amount: UNIT }))
    expect(await linesOf(ref)).toEqual(expect.arrayContaining(expected))
    expect(await linesOf(ref)).toHaveLength(2)
  }
})

test('an account that lacks the amount refuses, and nothing moves, also when the caller goes on', async () => {
  const [member = '', rich = ''] = await testMembers(mall, 2, UNIT)
  const ref = randomUUID()
  const tooMuch = { ref, kind: 'test', from: { member }, to: { member: rich }, amount: 2n * UNIT }
  await mall.db.tx(async (tx) => {
    await expect(transfer(tx, tooMuch)).rejects.toThrow(Refusal)
    await expect(transfer(tx, { ...tooMuch, from: { house: 'fees' } })).rejects.toThrow(
      'INSUFFICIENT_BALANCE',
    )
    await expect(postSide(tx, { member }, ref, 'test', -2n * UNIT)).rejects.toThrow('INSUFFICIENT_BALANCE')
  })
  expect(await Promise.all([member, rich].map(balanceOf))).toEqual([UNIT, UNIT])
  expect(await linesOf(ref)).toEqual([])
})

test('what cannot be moved is an error: no such row, one end, another amount, nothing', async () => {
  const [member = ''] = await testMembers(mall, 1, 10n * UNIT)
  const nobody = randomUUID()
  await expect(move({ from: { member }, to: { member: nobody } })).rejects.toThrow(
    `wallet has no row ${nobody}`,
  )
  await expect(move({ from: { member: nobody }, to: { house: 'sales' } })).rejects.toThrow('has no row')
  await expect(move({ from: { member }, to: { member } })).rejects.toThrow('two ends')
  await expect(move({ from: { member }, to: { house: 'sales' }, amount: 0n })).rejects.toThrow(RangeError)
  const ref = randomUUID()
  await move({ ref, from: { member }, to: { house: 'sales' } })
  await expect(move({ ref, from: { member }, to: { house: 'sales' }, amount: 2n * UNIT })).rejects.toThrow(
    'repeats with another amount',
  )
  // an earlier line of one side only is no earlier transfer
  await expect(move({ ref, from: { member }, to: { house: 'fees' } })).rejects.toThrow('another amount')
  expect(await balanceOf(member)).toBe(9n * UNIT)
})

test('two books of one row are two sides of a transfer', async () => {
  await mall.owner.query(`
    create table till (
      till_id uuid primary key, drawer_id uuid not null, cash bigint not null, change bigint not null, check (cash >= 0 and change >= 0));
    grant select, update on till to fairlot_app`)
  const book = { table: 'till', account: 'test', rank: rankOf('event') }
  const cash = defineBook({ ...book, name: 'till', key: 'till_id', balance: 'cash' })
  const change = defineBook({ ...book, name: 'drawer', key: 'drawer_id', balance: 'change' })
  const ids = [randomUUID(), randomUUID()] as const
  await mall.owner.query('insert into till values ($1, $2, $3, 0)', [...ids, 3n * UNIT])
  const ref = randomUUID()
  const ends = { from: { book: cash, key: ids[0] }, to: { book: change, key: ids[1] } }
  expect(await move({ ref, ...ends })).toBe(true)
  expect(await move({ ref, ...ends })).toBe(false)
  await expect(move({ ...ends, amount: 3n * UNIT })).rejects.toThrow('INSUFFICIENT_BALANCE')
  expect(await mall.db.query('select cash, change from till')).toEqual([{ cash: 2n * UNIT, change: UNIT }])
  expect(await linesOf(ref)).toHaveLength(2)
})

test('callers at once move it once, and transfers in both directions never wait in a circle', async () => {
  const [one = '', two = ''] = await testMembers(mall, 2, 100n * UNIT)
  const retried: string[] = []
  const db = strictDb(mall.database.appUrl, { onRetry: (state) => retried.push(state) })
  const moveThere = (more: Pick<Transfer, 'from' | 'to'> & Partial<Transfer>) =>
    db.tx((tx) => transfer(tx, { ref: randomUUID(), kind: 'test', amount: UNIT, ...more }))
  const ref = randomUUID()
  const tries = await Promise.all(
    Array.from({ length: 8 }, () => moveThere({ ref, from: { member: one }, to: { member: two } })),
  )
  expect(tries.filter(Boolean)).toHaveLength(1)
  await Promise.all(
    Array.from({ length: 40 }, (_, n) =>
      n % 2 === 0
        ? moveThere({ from: { member: one }, to: { member: two } })
        : moveThere({ from: { member: two }, to: { member: one } }),
    ),
  )
  expect(await Promise.all([one, two].map(balanceOf))).toEqual([99n * UNIT, 101n * UNIT])
  expect(retried).toEqual([])
  await db.close()
})
