/** A server that dies at any statement of a withdrawal: the money is in exactly one place, and the next try ends the work. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Db, Tx } from '../../../platform/db.ts'
import { dieAtEachStatement } from '../../../testing/dying.ts'
import { testWallet, type TestWallet } from '../wallet.fixture.ts'
import { failWithdrawal, approveWithdrawal, payWithdrawal } from './operate-withdrawals.ts'
import { exportWithdrawals } from './export-withdrawals.ts'
import { applied, richMember, type Rich } from './withdrawal.fixture.ts'
import { applyForWithdrawal, returnWithdrawal } from './withdrawal.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
})
beforeEach(async () => {
  const tomorrow = new Date(Date.now() + 86_400_000)
  const noon = Date.UTC(tomorrow.getUTCFullYear(), tomorrow.getUTCMonth(), tomorrow.getUTCDate(), 12)
  await wallet.database.setClockOffset(noon - Date.now())
})
afterEach(async () => {
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

const operatorId = randomUUID()
const AMOUNT = 200_0000n
const ALL = 1000_0000n

type Place = { wallet: bigint; held: bigint }
async function placeOf({ memberId }: Rich): Promise<Place> {
  const [row] = await wallet.db.query<Place>(
    `select w.balance as wallet, (select coalesce(sum(h.held), 0) from withdrawal_hold h
       join withdrawal using (withdrawal_id) where member_id = $1)::bigint as held
     from wallet w where w.member_id = $1`,
    [memberId],
  )
  return row!
}

/** No death moves money. @returns the number of deaths */
async function untilDone(person: Rich, work: (db: Db) => Promise<unknown>): Promise<number> {
  const before = await placeOf(person)
  return dieAtEachStatement(wallet.db, work, async () => expect(await placeOf(person)).toEqual(before))
}

const inTx = (work: (tx: Tx) => Promise<unknown>) => (db: Db) => db.tx(work)

test('an application takes the money out of the wallet with its last statement, or not at all', async () => {
  const person = await richMember(wallet)
  const input = { amount: '200.00', account: person.account, code: '123456', requestId: randomUUID() }
  const caller = wallet.callerOf(person)
  const deaths = await untilDone(person, (db) =>
    applyForWithdrawal({ ...wallet.wallet.withdrawals, db }, caller, input),
  )
  // lock, known, wallet, accounts, standing, count, the withdrawal, the ledger
  expect(deaths).toBeGreaterThanOrEqual(9)
  expect(await placeOf(person)).toEqual({ wallet: ALL - AMOUNT, held: AMOUNT })
})

test('approval and export move no money; a payment empties the hold', async () => {
  const person = await richMember(wallet)
  const { number } = await applied(wallet, person, AMOUNT)
  const held = { wallet: ALL - AMOUNT, held: AMOUNT }
  await untilDone(
    person,
    inTx((tx) => approveWithdrawal(tx, number, operatorId)),
  )
  expect(await placeOf(person)).toEqual(held)
  const batchId = randomUUID()
  const { payouts } = wallet.wallet
  await untilDone(
    person,
    inTx((tx) => exportWithdrawals(tx, payouts, { batchId, operatorId })),
  )
  expect(await placeOf(person)).toEqual(held)
  const reference = `UTR ${number}`
  const deaths = await untilDone(
    person,
    inTx((tx) => payWithdrawal(tx, number, { reference, operatorId })),
  )
  expect(deaths).toBeGreaterThanOrEqual(6)
  expect(await placeOf(person)).toEqual({ wallet: ALL - AMOUNT, held: 0n })
})

test('a failure and a return put the whole amount back', async () => {
  const [failed, returned] = [await richMember(wallet), await richMember(wallet)]
  const { number } = await applied(wallet, failed, AMOUNT)
  const failure = { reason: 'account_invalid' as const, note: 'no such account', operatorId }
  await untilDone(
    failed,
    inTx((tx) => failWithdrawal(tx, number, failure)),
  )
  expect(await placeOf(failed)).toEqual({ wallet: ALL, held: 0n })
  const { id } = await applied(wallet, returned, AMOUNT)
  const { withdrawals } = wallet.wallet
  await untilDone(returned, (db) => returnWithdrawal({ ...withdrawals, db }, returned.memberId, id))
  expect(await placeOf(returned)).toEqual({ wallet: ALL, held: 0n })
  expect(await returned.client.call(ENDPOINTS.withdrawStatus, { id })).toMatchObject({ status: 'returned' })
})
