import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { OFFERED_LANGUAGES } from '@fairlot/contract/languages'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { MINUTE_MS as minute, SECOND_MS as second } from '../../../platform/durations.ts'
import { createJobs } from '../../../platform/jobs/jobs.ts'
import { systemClock } from '../../../platform/clock.ts'
import { systemRandom } from '../../../platform/random.ts'
import { testWallet, type Person, type TestWallet } from '../wallet.fixture.ts'
import { CHOICES, createCompany, inProcessDelivery, type SignedNotice } from './company.ts'
import { PAGE_MESSAGES } from './messages.ts'

let wallet: TestWallet
beforeAll(async () => {
  wallet = await testWallet()
})
beforeEach(async () => {
  await wallet.owner.query('delete from job')
})
afterEach(async () => {
  await wallet.database.setClockOffset(0)
  expect(await wallet.breaches()).toEqual([])
})
afterAll(() => wallet.close())

async function open(person: Person, amount = '500') {
  const input = { method: 'sandbox', amount, requestId: randomUUID() }
  const { id, payUrl } = await person.client.call(ENDPOINTS.openRecharge, input)
  const paymentId = new URL(payUrl ?? '', wallet.url).searchParams.get('payment') ?? ''
  return { id, payUrl: payUrl ?? '', paymentId }
}
const status = (person: Person, id: string) => person.client.call(ENDPOINTS.rechargeStatus, { id })

function choose(paymentId: string, choice: string): Promise<Response> {
  return fetch(`${wallet.url}/sandbox/cashier`, {
    method: 'POST',
    body: new URLSearchParams({ payment: paymentId, lang: 'en-us', choice }),
    redirect: 'manual',
  })
}

async function show(payUrl: string): Promise<{ status: number; html: string; policy: string }> {
  const response = await fetch(wallet.url + payUrl)
  const policy = response.headers.get('content-security-policy') ?? ''
  return { status: response.status, html: await response.text(), policy }
}

test('the page has no scripts and no inline styles, posts to its own origin only, and labels play money', async () => {
  const { payUrl } = await open(await wallet.person(), '1234.50')
  const { status: code, html, policy } = await show(payUrl)
  expect(code).toBe(200)
  expect(html).not.toMatch(/<script|style=|<style|\son\w+=/)
  expect(policy).toContain("form-action 'self'")
  expect(policy).toContain("script-src 'self'")
  expect(html).toContain('Play money')
  expect(html).toContain('₫1,234.50')
  for (const choice of CHOICES) expect(html).toContain(`value="${choice}"`)
  const style = await fetch(`${wallet.url}/sandbox/cashier.css`)
  expect(style.headers.get('content-type')).toBe('text/css; charset=utf-8')
})

test('the page is translated into every offered language, Arabic from right to left', async () => {
  const { payUrl } = await open(await wallet.person())
  for (const language of OFFERED_LANGUAGES) {
    const { html } = await show(payUrl.replace('lang=en-us', `lang=${language}`))
    expect(html).toContain(
      `<html lang="${language.slice(0, 2)}" dir="${language === 'ar-sa' ? 'rtl' : 'ltr'}">`,
    )
    expect(html).toContain(PAGE_MESSAGES[language].others)
    // no placeholder is left
    expect(html).not.toMatch(/\{\w+\}/)
  }
})

test('paying redirects to the shop, and the notice credits the wallet', async () => {
  const person = await wallet.person()
  const { id, paymentId, payUrl } = await open(person)
  const answer = await choose(paymentId, 'pay')
  expect(answer.status).toBe(303)
  expect(answer.headers.get('location')).toBe(`/#/pages/payform/payform?id=${id}`)
  expect((await status(person, id)).status).toBe('processing')
  await wallet.jobs.drain()
  expect((await status(person, id)).status).toBe('success')
  expect(await wallet.balance(person)).toBe(500_0000n)
  const { html } = await show(payUrl)
  expect(html).toContain('Paid')
  expect(html).not.toContain('<form')
})

test('a refused payment fails the recharge', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await choose(paymentId, 'decline')
  await wallet.jobs.drain()
  expect(await status(person, id)).toMatchObject({ status: 'failed', reason: 'declined' })
})

test('the late notice is sent after 30 seconds', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await choose(paymentId, 'delay')
  await wallet.database.advanceClock(28 * second)
  await wallet.jobs.drain()
  expect((await status(person, id)).status).toBe('processing')
  await wallet.database.advanceClock(3 * second)
  await wallet.jobs.drain()
  expect((await status(person, id)).status).toBe('success')
})

test('a notice that arrives three times and out of order credits once', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await choose(paymentId, 'repeat')
  await wallet.database.advanceClock(5 * second)
  expect(await wallet.jobs.drain()).toBe(4)
  expect((await status(person, id)).status).toBe('success')
  expect(await wallet.balance(person)).toBe(500_0000n)
  const events = await wallet.db.query<{ type: string; outcome: string }>(
    'select type, outcome from provider_event where payment_id = $1 order by received_at',
    [paymentId],
  )
  expect(events).toEqual([
    { type: 'succeeded', outcome: 'credited' },
    { type: 'pending', outcome: 'unchanged' },
  ])
})

test('a different amount is not credited', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await choose(paymentId, 'wrong')
  await wallet.jobs.drain()
  expect(await status(person, id)).toMatchObject({ status: 'failed', reason: 'amount_mismatch' })
  expect(await wallet.balance(person)).toBe(0n)
})

test('concurrent choices decide a payment once', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  const { company } = wallet.wallet
  if (!company) throw new Error('no company')
  // opens all connections of the pool first, so that the choices are concurrent
  await Promise.all(Array.from({ length: 20 }, () => company.find(paymentId)))
  const decided = await Promise.all(Array.from({ length: 20 }, () => company.choose(paymentId, 'pay')))
  expect(new Set(decided.map((payment) => payment?.state))).toEqual(new Set(['paid']))
  expect((await choose(paymentId, 'decline')).status).toBe(303)
  expect(await wallet.jobs.drain()).toBe(1)
  expect((await status(person, id)).status).toBe('success')
  expect(await wallet.balance(person)).toBe(500_0000n)
})

test('an expired payment can only be paid late, and the payment is credited', async () => {
  const person = await wallet.person()
  const { id, paymentId, payUrl } = await open(person)
  await wallet.jobs.plan()
  await wallet.database.advanceClock(32 * minute)
  await wallet.jobs.drain()
  expect(await status(person, id)).toMatchObject({ status: 'failed', reason: 'expired' })
  const { html } = await show(payUrl)
  expect(html).toContain('The time for this payment is over')
  expect((await choose(paymentId, 'decline')).status).toBe(400)
  expect((await choose(paymentId, 'pay')).status).toBe(303)
  await wallet.jobs.drain()
  expect((await status(person, id)).status).toBe('success')
  expect(await wallet.balance(person)).toBe(500_0000n)
})

test('refuses unknown payments, unknown choices and malformed fields', async () => {
  for (const query of ['', '?payment=x', `?payment=${'0'.repeat(32)}`]) {
    const { status: code, html } = await show(`/sandbox/cashier${query}`)
    expect(code).toBe(404)
    expect(html).toContain('There is no such payment')
  }
  expect((await choose('"><script>', 'pay')).status).toBe(404)
  const { paymentId } = await open(await wallet.person())
  expect((await choose(paymentId, 'steal')).status).toBe(400)
})

test('before the server listens, notices are delivered to the hook in the same process', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await choose(paymentId, 'pay')
  const hook = wallet.wallet.routes.find(({ path }) => path === '/hooks/sandbox')
  if (!hook) throw new Error('no hook')
  const jobs = createJobs({ db: wallet.db, random: systemRandom, log: wallet.wallet.recharges.log })
  createCompany({
    db: wallet.db,
    clock: systemClock,
    random: systemRandom,
    jobs,
    secret: wallet.secret,
    deliver: inProcessDelivery(hook),
    delaySeconds: () => Promise.resolve(30),
  })
  expect(await jobs.drain()).toBe(1)
  expect((await status(person, id)).status).toBe('success')
})

test('notices to a shop that was down are delivered after a restart, with a new signature', async () => {
  const person = await wallet.person()
  const { id, paymentId } = await open(person)
  await choose(paymentId, 'pay')

  // a restarted server has only the database
  const restart = (deliver: (notice: SignedNotice) => Promise<number>) => {
    const jobs = createJobs({ db: wallet.db, random: systemRandom, log: wallet.wallet.recharges.log })
    createCompany({
      db: wallet.db,
      clock: systemClock,
      random: systemRandom,
      jobs,
      secret: wallet.secret,
      deliver,
      delaySeconds: () => Promise.resolve(30),
    })
    return jobs
  }
  await expect(restart(() => Promise.reject(new Error('connection refused'))).drain()).rejects.toThrow(
    'connection refused',
  )
  await wallet.database.advanceClock(minute)
  await expect(restart(() => Promise.resolve(502)).drain()).rejects.toThrow('the shop answered 502')
  expect((await status(person, id)).status).toBe('processing')
  await wallet.database.advanceClock(2 * minute)
  expect(await wallet.jobs.drain()).toBe(1)
  expect((await status(person, id)).status).toBe('success')
  expect(await wallet.balance(person)).toBe(500_0000n)
})
