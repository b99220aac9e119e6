import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS as minute } from '../../../platform/durations.ts'
import { openRecharge } from './recharge.ts'
import { testWallet, sendNotice, type Person, type TestWallet } from '../wallet.fixture.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
})
afterEach(async () => {
  await wallet.database.setClockOffset(0)
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

const open = (person: Person, amount = '500', requestId: string = randomUUID()) =>
  person.client.call(ENDPOINTS.openRecharge, { method: 'sandbox', amount, requestId })
const status = (person: Person, id: string) => person.client.call(ENDPOINTS.rechargeStatus, { id })
const paymentOf = (recharge: { payUrl: string | null }) =>
  new URL(recharge.payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''

async function refusal(call: Promise<unknown>): Promise<{ flag: number; code: string; message: string }> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof CallError)) throw new Error('the call was not refused', { cause: error })
  return { flag: error.flag, code: error.code, message: error.message }
}

test('lists suggested amounts, minimum and maximum', async () => {
  const { client } = await wallet.person()
  const steps = ['100.00', '200.00', '500.00', '1000.00', '5000.00', '10000.00']
  const range = { minimum: '100.00', maximum: '100000.00', steps }
  expect(await client.call(ENDPOINTS.rechargeAmounts, {})).toEqual({ recharge: range })
  expect(await client.call(ENDPOINTS.rechargeMethods, {})).toEqual({
    items: [
      {
        id: 'sandbox',
        kind: 'sandbox',
        name: null,
        rate: null,
        delay: { fromMinutes: 0, toMinutes: 1 },
        expiryMinutes: 30,
        playThroughPercent: 100,
        fields: [],
        ...range,
      },
    ],
  })
})

test('a recharge has a number, a payment page and an expiry, and is credited when it is paid', async () => {
  const person = await wallet.person()
  const opened = await open(person, '500.50')
  expect(opened).toMatchObject({ amount: '500.50', method: 'sandbox', status: 'processing', reason: null })
  expect(opened.number).toMatch(/^R[0-9A-HJKMNP-TV-Z]{12}$/)
  expect(opened.payUrl).toMatch(/^\/sandbox\/cashier\?payment=[0-9a-f]{32}&lang=en-us$/)
  expect(opened.expiresAt - opened.createdAt).toBe(30 * minute)
  expect(opened.timeline).toEqual([{ state: 'processing', reason: null, at: opened.createdAt }])

  expect(await sendNotice(wallet, { paymentId: paymentOf(opened), amount: '500.50' })).toBe(200)
  const paid = await status(person, opened.id)
  expect(paid).toMatchObject({ status: 'success', reason: null, payUrl: null })
  expect(paid.timeline.map(({ state }) => state)).toEqual(['processing', 'success'])
  expect(paid.finishedAt).toBe(paid.timeline[1]?.at)
  expect(await wallet.balance(person)).toBe(500_5000n)
})

test('refuses amounts outside the range, unknown methods and malformed amounts', async () => {
  const person = await wallet.person()
  expect(await refusal(open(person, '99.99'))).toEqual({
    flag: 1000,
    code: 'AMOUNT_TOO_SMALL',
    message: 'The smallest amount is ₫100.',
  })
  expect(await refusal(open(person, '100000.01'))).toMatchObject({
    code: 'AMOUNT_TOO_LARGE',
    message: 'The largest amount is ₫100,000.',
  })
  for (const amount of ['-100', '1e3', '100.001', '', '0', 'NaN', '999999999999999999'])
    expect(await refusal(open(person, amount))).toMatchObject({ flag: 1005, code: 'INPUT_INVALID' })
  const other = person.client.call(ENDPOINTS.openRecharge, {
    method: 'pigeon',
    amount: '100',
    requestId: randomUUID(),
  })
  expect(await refusal(other)).toMatchObject({ flag: 1000, code: 'METHOD_UNAVAILABLE' })
  expect(await person.client.call(ENDPOINTS.rechargeLog, {})).toEqual({ items: [], next: null })
})

test('concurrent calls with one request id open one recharge; another input with the same id is refused', async () => {
  const person = await wallet.person()
  const requestId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(person, '100', requestId)))
  expect(new Set(answers.map(({ id }) => id)).size).toBe(1)
  expect(new Set(answers.map(({ payUrl }) => payUrl)).size).toBe(1)
  // "100" and "100.00" are the same amount
  expect((await open(person, '100.00', requestId)).id).toBe(answers[0]?.id)
  expect(await refusal(open(person, '200', requestId))).toMatchObject({
    flag: 1000,
    code: 'REQUEST_ID_REUSED',
  })
  expect((await person.client.call(ENDPOINTS.rechargeLog, {})).items).toHaveLength(1)
})

test('the same request id of two members opens two recharges', async () => {
  const [one, two] = [await wallet.person(), await wallet.person()]
  const requestId = randomUUID()
  expect((await open(one, '100', requestId)).id).not.toBe((await open(two, '100', requestId)).id)
})

test('a member has at most five unpaid recharges, also when twenty are opened concurrently', async () => {
  const person = await wallet.person()
  const tries = await Promise.allSettled(Array.from({ length: 20 }, () => open(person)))
  const opened = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(opened).toHaveLength(5)
  expect(await refusal(open(person))).toEqual({
    flag: 1000,
    code: 'TOO_MANY_OPEN',
    message: 'You have 5 unpaid top-ups. Pay one or let it expire first.',
  })
  await sendNotice(wallet, { paymentId: paymentOf(opened[0]!), amount: '500.00' })
  await open(person)
})

test('an unpaid recharge expires after 30 minutes; a later payment is still credited', async () => {
  const person = await wallet.person()
  const opened = await open(person)
  await wallet.jobs.plan()
  await wallet.database.advanceClock(29 * minute)
  await wallet.jobs.drain()
  expect((await status(person, opened.id)).status).toBe('processing')
  await wallet.database.advanceClock(2 * minute)
  // expired, but the job has not run yet: the recharge can no longer be paid
  expect(await status(person, opened.id)).toMatchObject({ status: 'processing', payUrl: null })
  await wallet.database.advanceClock(minute)
  await wallet.jobs.drain()
  expect(await status(person, opened.id)).toMatchObject({ status: 'failed', reason: 'expired' })
  expect(await wallet.balance(person)).toBe(0n)

  await wallet.database.advanceClock(72 * 60 * minute)
  expect(await sendNotice(wallet, { paymentId: paymentOf(opened), amount: '500.00' })).toBe(200)
  const late = await status(person, opened.id)
  expect(late).toMatchObject({ status: 'success', reason: null })
  expect(late.timeline.map(({ state, reason }) => [state, reason])).toEqual([
    ['processing', null],
    ['failed', 'expired'],
    ['success', null],
  ])
  expect(await wallet.balance(person)).toBe(500_0000n)
  const [event] = await wallet.db.query(`select outcome from provider_event where payment_id = $1`, [
    paymentOf(opened),
  ])
  expect(event).toEqual({ outcome: 'credited_late' })
})

test("another member's recharge is refused like an unknown one, and a malformed id as invalid input", async () => {
  const [owner, stranger] = [await wallet.person(), await wallet.person()]
  const { id } = await open(owner)
  expect(await refusal(status(stranger, id))).toMatchObject({ flag: 1003, code: 'NO_SUCH_DATA' })
  expect(await refusal(status(owner, randomUUID()))).toMatchObject({ flag: 1003, code: 'NO_SUCH_DATA' })
  expect(await refusal(status(owner, 'x'))).toMatchObject({ flag: 1005, code: 'INPUT_INVALID' })
  expect((await stranger.client.call(ENDPOINTS.rechargeLog, {})).items).toEqual([])
})

test('lists recharges newest first, in pages without gaps or duplicates', async () => {
  const person = await wallet.person()
  const ids: string[] = []
  for (let i = 0; i < 5; i++) {
    await wallet.database.advanceClock(10)
    ids.unshift((await open(person, `${100 + i}`)).id)
  }
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await person.client.call(ENDPOINTS.rechargeLog, { limit: 2, ...(cursor && { cursor }) })
    expect(page.items.length).toBeLessThanOrEqual(2)
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.next ?? undefined
  } while (cursor !== undefined)
  expect(seen).toEqual(ids)
  const wrong = person.client.call(ENDPOINTS.rechargeLog, { cursor: 'nonsense' })
  expect(await refusal(wrong)).toMatchObject({ code: 'INPUT_INVALID' })
})

test('a recharge that a crash left without a payment page gets one when it is read', async () => {
  const person = await wallet.person()
  const input = { method: 'sandbox', amount: '100', requestId: randomUUID() }
  const broken = new Map(
    [...wallet.wallet.recharges.providers].map(([name, provider]) => [
      name,
      { ...provider, openPayment: () => Promise.reject(new Error('the company does not answer')) },
    ]),
  )
  const crashing = openRecharge({ ...wallet.wallet.recharges, providers: broken }, person.memberId, input)
  await expect(crashing).rejects.toThrow('does not answer')
  const [left] = await wallet.db.query<{ recharge_id: string; pay_url: string | null }>(
    'select recharge_id, pay_url from recharge where member_id = $1',
    [person.memberId],
  )
  expect(left?.pay_url).toBeNull()
  expect((await status(person, left?.recharge_id ?? '')).payUrl).toContain('/sandbox/cashier?payment=')
})

test('the database role of the server cannot change or delete recharges and notices', async () => {
  for (const statement of [
    `delete from recharge`,
    `update recharge set amount = amount + 1`,
    `update recharge_timeline set state = 'success'`,
    `delete from recharge_timeline`,
    `update provider_event set outcome = 'credited'`,
    `delete from provider_event`,
    `update provider_payment set member_id = member_id`,
    `truncate provider_event`,
    `delete from setting_change`,
  ])
    await expect(wallet.db.query(statement)).rejects.toThrow('permission denied')
})

test('with real money there is no sandbox method, cashier or hook', async () => {
  const real = await testWallet({ moneyMode: 'real' })
  try {
    const person = await real.person()
    expect(await person.client.call(ENDPOINTS.rechargeMethods, {})).toEqual({ items: [] })
    expect(await refusal(open(person))).toMatchObject({ code: 'METHOD_UNAVAILABLE' })
    for (const path of ['/sandbox/cashier', '/sandbox/cashier.css'])
      expect((await fetch(real.url + path)).status).toBe(404)
    expect(await sendNotice(real, { paymentId: 'a'.repeat(32), amount: '1.00' })).not.toBe(200)
  } finally {
    await real.close()
  }
})
