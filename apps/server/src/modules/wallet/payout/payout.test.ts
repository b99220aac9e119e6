import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { HOUR_MS } from '../../../platform/durations.ts'
import { makeWithdrawal } from '../../../testing/made/payouts.ts'
import { waivePlay } from '../../ledger/index.ts'
import { sendNotice, testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'
import { openDetails } from './payout.ts'
import { erasePayouts, payoutAccounts } from './payout.queries.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
})
afterEach(async () => {
  await wallet.database.setClockOffset(0)
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

const CODE = '123456'
const UPI = { kind: 'upi' as const, number: 'asha.rao@okbank', holder: 'Asha Rao', code: CODE }
const upi = (name = randomUUID().slice(0, 8)) => ({ ...UPI, number: `${name}@okbank` })
const save = (person: Person, input: object) =>
  person.client.call(ENDPOINTS.payoutSave, { ...UPI, requestId: randomUUID(), ...input })
const list = async (person: Person) => (await person.client.call(ENDPOINTS.payoutList, {})).items

async function failure(call: Promise<unknown>) {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('the call was not refused', { cause: error })
  return error.failure
}

test('a new account is shown masked, rests for a day, and its member is told', async () => {
  const person = await wallet.person()
  const { kinds, restHours, maximum } = await person.client.call(ENDPOINTS.payoutList, {})
  expect([kinds.length, restHours, maximum]).toEqual([5, 24, 10])
  const saved = await save(person, {})
  expect(saved).toMatchObject({
    kind: 'upi',
    masked: 'ash••••@okbank',
    holder: 'Asha Rao',
    state: 'rests',
    first: true,
  })
  expect(saved.usableFrom - saved.createdAt).toBe(24 * HOUR_MS)
  expect(wallet.told.at(-1)).toMatchObject({ masked: 'ash••••@okbank' })
  await wallet.database.advanceClock(24 * HOUR_MS)
  expect(await list(person)).toMatchObject([{ id: saved.id, state: 'usable' }])
})

test('the database has the number only encrypted, and the key opens it', async () => {
  const person = await wallet.person()
  await save(person, {})
  const dump = await wallet.owner.query<{ row: string }>(
    'select account::text as row from payout_account account where member_id = $1',
    [person.memberId],
  )
  expect(dump).toHaveLength(1)
  expect(dump[0]!.row).not.toContain('asha.rao')
  expect(dump[0]!.row).not.toContain(Buffer.from('asha.rao').toString('hex'))
  const [row] = await payoutAccounts(wallet.db, person.memberId)
  const { payouts } = wallet.wallet
  expect(openDetails(payouts, person.memberId, row!)).toEqual({ number: UPI.number, holder: UPI.holder })
  // sealed for this member and account
  expect(() => openDetails(payouts, randomUUID(), row!)).toThrow()
})

test('wrong input names the field and its rule, and writes nothing', async () => {
  const person = await wallet.person()
  const { code, fields } = await failure(save(person, { number: 'asha', holder: '' }))
  expect(code).toBe('INPUT_INVALID')
  expect(Object.keys(fields ?? {}).toSorted()).toEqual(['holder', 'number'])
  expect(fields?.['number']).toBe('Please enter a valid UPI id, such as name@bank.')
  expect((await failure(save(person, { code: '654321' }))).code).toBe('CODE_WRONG')
  expect(await list(person)).toEqual([])
})

test('repeated with its request id adds one account, also at once; other input is refused', async () => {
  const person = await wallet.person()
  const requestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 20 }, () => save(person, { requestId })))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(await list(person)).toHaveLength(1)
  expect((await failure(save(person, { ...upi(), requestId }))).code).toBe('REQUEST_ID_REUSED')
})

test('repeated while another try uses its code answers the account that that try added', async () => {
  const person = await wallet.person()
  const requestId = randomUUID()
  const parallel = () => save(person, { requestId })
  wallet.useCodeDuringCheck(parallel)
  expect(await parallel()).toEqual(await parallel())
  expect(await list(person)).toHaveLength(1)
})

test('a member has at most ten accounts, also when many are added at once', async () => {
  const person = await wallet.person()
  const tries = await Promise.allSettled(Array.from({ length: 14 }, () => save(person, upi())))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
  expect((await failure(save(person, upi()))).code).toBe('TOO_MANY_ACCOUNTS')
})

test('a change is a new account in the place of the old one, and rests again', async () => {
  const person = await wallet.person()
  const old = await save(person, {})
  await wallet.database.advanceClock(30 * HOUR_MS)
  const next = await save(person, { ...upi('newer'), id: old.id })
  expect(next).toMatchObject({ state: 'rests', masked: 'new••••@okbank', first: true })
  expect(await list(person)).toEqual([next])
  const other = await wallet.person()
  expect((await failure(save(other, { ...upi(), id: next.id }))).code).toBe('NO_SUCH_DATA')
})

test('the first account is the one that was chosen last', async () => {
  const person = await wallet.person()
  const one = await save(person, upi())
  const two = await save(person, upi())
  expect((await list(person)).map(({ id, first }) => [id, first])).toEqual([
    [two.id, true],
    [one.id, false],
  ])
  await person.client.call(ENDPOINTS.payoutFirst, { id: one.id })
  expect((await list(person))[0]).toMatchObject({ id: one.id, first: true })
  const stranger = await wallet.person()
  expect((await failure(stranger.client.call(ENDPOINTS.payoutFirst, { id: one.id }))).code).toBe(
    'NO_SUCH_DATA',
  )
})

test('an account is deleted once nothing is under way to it; deleting it again changes nothing', async () => {
  const person = await wallet.person()
  const input = { method: 'sandbox', amount: '500.00', requestId: randomUUID() }
  const { payUrl } = await person.client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  await sendNotice(wallet, { paymentId, amount: '500.00' })
  await wallet.owner.tx((tx) => waivePlay(tx, person.memberId))
  const { id } = await save(person, {})
  await wallet.database.advanceClock(25 * HOUR_MS)
  const drop = () => person.client.call(ENDPOINTS.payoutDelete, { id, code: CODE })
  const withdrawal = await makeWithdrawal(wallet, person.memberId, { accountId: id, amount: 1_000_000n })
  expect((await failure(drop())).code).toBe('PAYOUT_IN_USE')
  await person.client.call(ENDPOINTS.withdrawReturn, { id: withdrawal, requestId: randomUUID() })
  await drop()
  await drop()
  expect(await list(person)).toEqual([])
  const stranger = await wallet.person()
  const foreign = stranger.client.call(ENDPOINTS.payoutDelete, { id, code: CODE })
  expect((await failure(foreign)).code).toBe('NO_SUCH_DATA')
})

test('an account of an excluded member cannot be added by another member', async () => {
  const [excluded, friend] = [await wallet.person(), await wallet.person()]
  const number = upi()
  await save(excluded, number)
  await wallet.owner.query(
    `update wallet set excluded_until = now() + interval '1 year' where member_id = $1`,
    [excluded.memberId],
  )
  expect((await failure(save(friend, { ...number, number: number.number.toUpperCase() }))).code).toBe(
    'PAYOUT_EXCLUDED',
  )
  await save(friend, upi())
})

test('closing an account erases the details and keeps the masked number', async () => {
  const person = await wallet.person()
  await save(person, {})
  await wallet.db.tx((tx) => erasePayouts(tx, person.memberId))
  const rows = await wallet.owner.query('select sealed, masked from payout_account where member_id = $1', [
    person.memberId,
  ])
  expect(rows).toEqual([{ sealed: null, masked: 'ash••••@okbank' }])
})
