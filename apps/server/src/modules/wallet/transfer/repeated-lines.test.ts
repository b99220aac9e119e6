/** Files that overlap, and files that each have a part of a day. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeReceiving, openTransfer, packed, statementOf } from '../../../testing/made/transfers.ts'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet({
    settings: { 'wallet.matchTwoApproversFrom': '1000000', 'wallet.matchAlonePerDay': '1000000' },
  })
})
afterAll(async () => {
  expect(await wallet.breaches()).toEqual([])
  await wallet.close()
})

const OPERATOR = randomUUID()
type Line = Parameters<typeof statementOf>[0][number]
const line = (text: string, more: Partial<Line> = {}): Line => ({ amount: '500.00', text, ...more })

/** An account of its own, so that a test knows every line of a day. */
async function account() {
  const code = await makeReceiving(wallet, 'bank')
  const { transfers } = wallet.wallet
  const reasons = async () => {
    const { origin: accountId } = await transfers.account(wallet.db, code)
    const lines = await transfers.lines(wallet.db, { accountId, after: null, limit: 100 })
    return lines.map(({ text, reason }) => `${text}: ${reason}`)
  }
  async function statement(lines: readonly Line[], overlaps?: boolean) {
    const { statement: row } = await wallet.db.tx(async (tx) =>
      transfers.import(tx, {
        account: await transfers.account(tx, code),
        content: packed(`Exported ${randomUUID()}\n${statementOf(lines)}`),
        name: 'part.csv',
        operatorId: OPERATOR,
        overlaps,
      }),
    )
    await transfers.matchNew()
    const { new_lines: news, matched, waiting } = await transfers.statement(wallet.db, row.statement_id)
    return { news, matched, waiting }
  }
  async function dismiss(text: string) {
    const { origin: accountId } = await transfers.account(wallet.db, code)
    const lines = await transfers.lines(wallet.db, { accountId, after: null, limit: 100 })
    const { line_id: lineId } = lines.find((one) => one.text === text && one.reason === 'repeat')!
    await wallet.db.tx((tx) => transfers.dismiss(tx, { lineId, operatorId: OPERATOR, note: 'the same' }))
  }
  return { code, statement, reasons, dismiss }
}

test('of two equal payments in two parts of a day the second one waits for an operator and credits nothing', async () => {
  const { code, statement, reasons } = await account()
  const person = await wallet.person()
  const { reference } = await openTransfer(person, code)
  expect(await statement([line('rent'), line(reference)])).toEqual({ news: 2, matched: 1, waiting: 1 })
  expect(await statement([line(reference), line('PIX')])).toEqual({ news: 2, matched: 0, waiting: 2 })
  expect(await reasons()).toEqual(['rent: none', `${reference}: repeat`, 'PIX: none'])
  expect(await wallet.balance(person)).toBe(500_0000n)
})

test('one line in two different files waits once in each, also when nothing else shows that it is another payment', async () => {
  const { statement, reasons } = await account()
  expect(await statement([line('PIX')])).toEqual({ news: 1, matched: 0, waiting: 1 })
  expect(await statement([line('PIX')])).toEqual({ news: 1, matched: 0, waiting: 1 })
  expect(await reasons()).toEqual(['PIX: none', 'PIX: repeat'])
})

test('a file that repeats the day overlaps, and only its new lines count', async () => {
  const { statement } = await account()
  const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((text) => line(text))
  await statement([a!, b!, c!])
  expect(await statement([d!, c!, b!, a!])).toMatchObject({ news: 1 })
  // a second equal payment of the day
  expect(await statement([a!, b!, c!, b!, d!])).toMatchObject({ news: 1 })
  expect(await statement([a!, b!, c!, b!, d!])).toMatchObject({ news: 0 })
  // the end of the day, which may as well be other payments
  expect(await statement([c!, d!])).toMatchObject({ news: 2 })
})

test('a file of several days with one line each overlaps when it has all of them', async () => {
  const { statement } = await account()
  const days = ['20', '21', '22', '23'].map((day) => line('A', { on: `2026-11-${day}` }))
  await statement(days.slice(0, 3))
  expect(await statement(days)).toMatchObject({ news: 1 })
})

test("a transaction with the bank's id that an earlier file had shows that the day is repeated", async () => {
  const { statement } = await account()
  await statement([line('A'), line('B', { id: 'T-1' }), line('C')])
  expect(await statement([line('A'), line('B', { id: 'T-1' })])).toMatchObject({ news: 0 })
})

test('a repeated line that an operator dismissed is no payment: a later equal one is not taken for it', async () => {
  const { statement, dismiss, reasons } = await account()
  const day = [line('PIX'), line('A'), line('B')]
  await statement(day)
  expect(await statement([line('PIX')])).toMatchObject({ news: 1 })
  await dismiss('PIX')
  expect(await statement(day)).toMatchObject({ news: 0 })
  expect(await statement([...day, line('PIX')])).toMatchObject({ news: 1 })
  expect(await reasons()).toEqual(['PIX: none', 'A: none', 'B: none', 'PIX: none'])
})

test('the operator can say that a file overlaps', async () => {
  const { statement } = await account()
  await statement([line('PIX')])
  expect(await statement([line('PIX'), line('B')], true)).toMatchObject({ news: 1 })
})
