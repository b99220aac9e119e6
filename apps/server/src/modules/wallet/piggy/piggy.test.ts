import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../platform/durations.ts'
import { lockWallets } from '../../ledger/index.ts'
import { sendNotice, testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'
import { emptyPiggy, releasePiggy } from './piggy.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
})
afterEach(async () => {
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

async function rich(amount = '500.00'): Promise<Person> {
  const person = await wallet.person()
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { payUrl } = await person.client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  await sendNotice(wallet, { paymentId, amount })
  return person
}

const move = (person: Person, direction: 'in' | 'out', amount: string, more: object = {}) =>
  person.client.call(ENDPOINTS.piggyTransfer, { direction, amount, requestId: randomUUID(), ...more })
const state = (person: Person) => person.client.call(ENDPOINTS.piggyState, {})

async function refusal(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('the call was not refused', { cause: error })
  return error.code
}

test('money goes in and comes back, and the statement names both', async () => {
  const person = await rich()
  expect(await state(person)).toEqual({ wallet: '500.00', piggy: '0.00', movable: '0.00', locks: [] })
  expect(await move(person, 'in', '200.00')).toMatchObject({
    wallet: '300.00',
    piggy: '200.00',
    movable: '200.00',
  })
  expect(await move(person, 'out', '50.00')).toMatchObject({ wallet: '350.00', piggy: '150.00' })
  expect(await refusal(move(person, 'in', '350.01'))).toBe('INSUFFICIENT_BALANCE')
  expect(await refusal(move(person, 'out', '150.01'))).toBe('INSUFFICIENT_BALANCE')
  const { items } = await person.client.call(ENDPOINTS.walletStatement, {})
  expect(items.slice(0, 2)).toMatchObject([
    { kind: 'piggy_out', amount: '50.00' },
    { kind: 'piggy_in', amount: '-200.00' },
  ])
})

test('the outcome of a request is told to its member, and asking moves nothing', async () => {
  const [person, other] = [await rich(), await rich()]
  const requestId = randomUUID()
  const outcome = ({ client }: Person) => client.call(ENDPOINTS.walletOutcome, { of: 'piggy', requestId })
  expect(await outcome(person)).toEqual({ id: null })
  const { locks } = await move(person, 'in', '20.00', { lock: '24h', requestId })
  expect(await outcome(person)).toEqual({ id: locks[0]!.id })
  expect(await outcome(other)).toEqual({ id: null })
  expect(await person.client.call(ENDPOINTS.walletOutcome, { of: 'withdrawal', requestId })).toEqual({
    id: null,
  })
  expect(await state(person)).toMatchObject({ wallet: '480.00', piggy: '20.00' })
})

test('locked money comes back when its lock ends, and not earlier', async () => {
  const person = await rich()
  const locked = await move(person, 'in', '300.00', { lock: '7d' })
  expect(locked.movable).toBe('0.00')
  expect(locked.locks).toHaveLength(1)
  await move(person, 'in', '100.00', { lock: '24h' })
  const both = await move(person, 'in', '50.00')
  expect(both).toMatchObject({ piggy: '450.00', movable: '50.00' })
  expect(both.locks.map(({ amount }) => amount)).toEqual(['100.00', '300.00'])
  expect(await refusal(move(person, 'out', '50.01'))).toBe('PIGGY_LOCKED')
  await wallet.database.advanceClock(25 * HOUR_MS)
  expect((await state(person)).movable).toBe('150.00')
  await wallet.database.advanceClock(7 * DAY_MS)
  expect(await move(person, 'out', '450.00')).toMatchObject({ wallet: '500.00', piggy: '0.00', locks: [] })
})

test('repeated with its request id moves once, also at once; other input is refused', async () => {
  const person = await rich()
  const requestId = randomUUID()
  await Promise.all(Array.from({ length: 20 }, () => move(person, 'in', '100.00', { requestId })))
  expect((await state(person)).piggy).toBe('100.00')
  expect(await refusal(move(person, 'in', '101.00', { requestId }))).toBe('REQUEST_ID_REUSED')
  expect(await refusal(move(person, 'in', '100.00', { requestId, lock: '7d' }))).toBe('REQUEST_ID_REUSED')
})

test('200 moves at once never take more than there is', async () => {
  const person = await rich()
  const ins = await Promise.allSettled(Array.from({ length: 100 }, () => move(person, 'in', '30.00')))
  expect(ins.filter(({ status }) => status === 'fulfilled')).toHaveLength(16)
  const outs = await Promise.allSettled(Array.from({ length: 100 }, () => move(person, 'out', '70.00')))
  expect(outs.filter(({ status }) => status === 'fulfilled')).toHaveLength(6)
  expect(await state(person)).toMatchObject({ wallet: '440.00', piggy: '60.00' })
})

test('a self-exclusion ends the locks; the closing of the account moves all back, once', async () => {
  const person = await rich()
  await move(person, 'in', '300.00', { lock: '30d' })
  await wallet.db.tx(async (tx) => {
    await lockWallets(tx, [person.memberId])
    // the server releases locks only of a member who leaves
    await tx.query('update wallet set closing = true where member_id = $1', [person.memberId])
    await releasePiggy(tx, person.memberId)
    await tx.query('update wallet set closing = false where member_id = $1', [person.memberId])
  })
  expect(await state(person)).toMatchObject({ movable: '300.00', locks: [] })
  await move(person, 'in', '100.00', { lock: '30d' })
  for (let n = 0; n < 2; n++) {
    await wallet.db.tx(async (tx) => {
      await lockWallets(tx, [person.memberId])
      await tx.query('update wallet set closing = true where member_id = $1', [person.memberId])
      await emptyPiggy(tx, person.memberId, randomUUID())
    })
  }
  expect(await state(person)).toEqual({ wallet: '500.00', piggy: '0.00', movable: '0.00', locks: [] })
})

test('the server cannot shorten a lock', async () => {
  const person = await rich()
  await move(person, 'in', '100.00', { lock: '30d' })
  for (const statement of ['update piggy_move set locked_until = now()', 'delete from piggy_move'])
    await expect(wallet.db.query(statement)).rejects.toThrow('permission denied')
})
