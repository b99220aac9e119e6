import { randomInt, randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dyingAt } from '../../../testing/dying.ts'
import { takeNotice } from './credits.ts'
import { NOTICE_WINDOW_SECONDS } from '../../../platform/webhook.ts'
import { testWallet, sendNotice, type NoticeText, type Person, type TestWallet } from '../wallet.fixture.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
})
afterEach(async () => {
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

async function open(person: Person, amount = '500') {
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const recharge = await person.client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(recharge.payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  return { id: recharge.id, paymentId }
}
const status = (person: Person, id: string) => person.client.call(ENDPOINTS.rechargeStatus, { id })
const events = async (paymentId: string) =>
  (
    await wallet.db.query<{ outcome: string }>(
      'select outcome from provider_event where payment_id = $1 order by received_at',
      [paymentId],
    )
  ).map(({ outcome }) => outcome)

function shuffle<T>(items: T[]): T[] {
  for (let i = items.length - 1; i > 0; i--) {
    const j = randomInt(i + 1)
    ;[items[i], items[j]] = [items[j]!, items[i]!]
  }
  return items
}

test('concurrent, repeated and reordered notices credit each payment once', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => wallet.person()))
  const payments = await Promise.all(
    people.flatMap((person) => [1, 2, 3].map(async () => ({ person, ...(await open(person)) }))),
  )
  const storm: NoticeText[] = payments.flatMap(({ paymentId }) => {
    const types = ['payment.pending', 'payment.succeeded', 'payment.failed', 'payment.succeeded'] as const
    return types.flatMap((type) => {
      const notice = { eventId: `evt_${randomUUID()}`, paymentId, type, amount: '500.00' }
      return Array.from({ length: randomInt(1, 6) }, () => notice)
    })
  })
  const statuses = await Promise.all(shuffle(storm).map((notice) => sendNotice(wallet, notice)))
  expect(new Set(statuses)).toEqual(new Set([200]))
  for (const person of people) expect(await wallet.balance(person)).toBe(1500_0000n)
  for (const { paymentId, person, id } of payments) {
    const outcomes = await events(paymentId)
    expect(outcomes).toHaveLength(4)
    expect(outcomes.filter((outcome) => outcome.startsWith('credited'))).toHaveLength(1)
    expect((await status(person, id)).status).toBe('success')
  }
})

test('refuses a forged, altered, stale or malformed notice, which changes nothing', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  const notice = { paymentId, amount: '500.00' }
  const beyond = 2 * NOTICE_WINDOW_SECONDS * 1_000
  const forged = [
    [401, { secret: new Uint8Array(32) }],
    [401, { body: JSON.stringify({ id: 'evt_1', type: 'payment.succeeded' }) }],
    [400, { signedAtMs: Date.now() - beyond }],
    [400, { signedAtMs: Date.now() + beyond }],
  ] as const
  for (const [expected, how] of forged) expect(await sendNotice(wallet, notice, how)).toBe(expected)
  for (const amount of ['-500.00', '0.00', '5e2', '500.00001', ''])
    expect(await sendNotice(wallet, { paymentId, amount })).toBe(400)
  expect(await sendNotice(wallet, { ...notice, eventId: 'with spaces' })).toBe(400)
  expect((await fetch(`${wallet.url}/hooks/sandbox`, { method: 'POST', body: '{}' })).status).toBe(400)
  expect(await events(paymentId)).toEqual([])
  expect((await status(person, id)).status).toBe('processing')
  expect(await wallet.balance(person)).toBe(0n)
})

test('accepts a notice that is just inside the time window', async () => {
  const person = await wallet.person()
  const { paymentId } = await open(person)
  const signedAtMs = Date.now() - (NOTICE_WINDOW_SECONDS / 2) * 1_000
  expect(await sendNotice(wallet, { paymentId, amount: '500.00' }, { signedAtMs })).toBe(200)
  expect(await wallet.balance(person)).toBe(500_0000n)
})

test('a wrong amount or currency fails the recharge, credits nothing and raises an alarm', async () => {
  for (const wrong of [{ amount: '499.99' }, { amount: '500.0001' }, { amount: '500.00', currency: 'USD' }]) {
    const person = await wallet.person()
    const { id, paymentId } = await open(person)
    wallet.logged.length = 0
    expect(await sendNotice(wallet, { paymentId, ...wrong })).toBe(200)
    expect(await status(person, id)).toMatchObject({ status: 'failed', reason: 'amount_mismatch' })
    expect(wallet.logged).toContainEqual(
      expect.objectContaining({
        level: 'error',
        fields: expect.objectContaining({ alarm: 'amount_mismatch', payment: paymentId }) as object,
      }),
    )
    // the company reported two amounts for one payment: an operator decides
    expect(await sendNotice(wallet, { paymentId, amount: '500.00' })).toBe(200)
    expect(await wallet.balance(person)).toBe(0n)
    expect(await events(paymentId)).toEqual(['mismatch', 'mismatch'])
  }
})

test('a wrong amount after the credit raises an alarm and changes nothing', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await sendNotice(wallet, { paymentId, amount: '500.00' })
  wallet.logged.length = 0
  await sendNotice(wallet, { paymentId, amount: '5000.00' })
  expect((await status(person, id)).status).toBe('success')
  expect(await wallet.balance(person)).toBe(500_0000n)
  expect(wallet.logged.some(({ fields }) => fields['alarm'] === 'amount_mismatch')).toBe(true)
})

test('a failure after a success changes nothing; a success after a failure is credited', async () => {
  const person = await wallet.person()
  const [first, second] = [await open(person), await open(person)]
  for (const type of ['payment.succeeded', 'payment.failed'] as const)
    await sendNotice(wallet, { paymentId: first.paymentId, type, amount: '500.00' })
  expect((await status(person, first.id)).status).toBe('success')
  await sendNotice(wallet, { paymentId: second.paymentId, type: 'payment.failed', amount: '500.00' })
  expect(await status(person, second.id)).toMatchObject({ status: 'failed', reason: 'declined' })
  await sendNotice(wallet, { paymentId: second.paymentId, amount: '500.00' })
  expect((await status(person, second.id)).timeline.map(({ state }) => state)).toEqual([
    'processing',
    'failed',
    'success',
  ])
  expect(await wallet.balance(person)).toBe(1000_0000n)
})

test('answers 404 to a notice of an unknown payment and stores no event', async () => {
  const paymentId = 'f'.repeat(32)
  expect(await sendNotice(wallet, { paymentId, amount: '500.00' })).toBe(404)
  expect(await events(paymentId)).toEqual([])
})

test('an event id that was used for another payment is answered with 409, raises an alarm and credits nothing', async () => {
  const person = await wallet.person()
  const [first, second] = [await open(person), await open(person)]
  const eventId = `evt_${randomUUID()}`
  expect(await sendNotice(wallet, { eventId, paymentId: first.paymentId, amount: '500.00' })).toBe(200)
  wallet.logged.length = 0
  expect(await sendNotice(wallet, { eventId, paymentId: second.paymentId, amount: '500.00' })).toBe(409)
  expect(wallet.logged.some(({ fields }) => fields['alarm'] === 'event_reused')).toBe(true)
  expect((await status(person, second.id)).status).toBe('processing')
  expect(await wallet.balance(person)).toBe(500_0000n)
})

test('a crash at any statement stores neither event nor credit; the next notice stores both', async () => {
  const person = await wallet.person()
  const { recharges } = wallet.wallet
  const provider = recharges.providers.get('sandbox')
  if (!provider) throw new Error('no sandbox')
  const { id, paymentId } = await open(person)
  const eventId = `evt_${randomUUID()}`
  const notice = {
    eventId,
    paymentId,
    type: 'succeeded' as const,
    amount: 500_0000n,
    currency: 'VND',
    body: JSON.stringify({
      id: eventId,
      type: 'payment.succeeded',
      payment: { id: paymentId, amount: '500.00', currency: 'VND' },
    }),
  }
  let crashes = 0
  for (let statement = 1; statement < 50; statement++) {
    const deps = { ...recharges, db: dyingAt(wallet.db, statement) }
    const outcome = await takeNotice(deps, provider, notice).catch((error: unknown) => error)
    if (outcome === 'credited') break
    expect(outcome).toMatchObject({ message: 'the server died' })
    crashes++
    expect(await events(paymentId)).toEqual([])
    expect((await status(person, id)).status).toBe('processing')
    expect(await wallet.balance(person)).toBe(0n)
    expect(await wallet.breaches()).toEqual([])
  }
  // find, lock, known, event, finish, and the ledger's statements
  expect(crashes).toBeGreaterThanOrEqual(9)
  expect(await takeNotice(recharges, provider, notice)).toBe('repeated')
  expect(await wallet.balance(person)).toBe(500_0000n)
})
