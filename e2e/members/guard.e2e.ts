/** The protection of members: limits, the wait before a limit becomes looser, and self-exclusion. */
import { randomUUID } from 'node:crypto'
import { CallError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, afterEach, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
/** A day that ends during the journey would begin its limits again. */
const REST_OF_DAY_MS = 15 * 60_000

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  const left = DAY_MS - (Date.now() % DAY_MS)
  if (left < REST_OF_DAY_MS) await later(left)
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})
beforeEach(async () => {
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
})
afterEach(() => visitor.close())

const LIMITS = '#/pages/account/limits'
const goods = (issue: string, buy: number) => `#/pages/goods/goods?issue=${issue}&buy=${buy}`
const dialog = () => page.getByRole('dialog')
const question = () => page.getByRole('alertdialog')
const row = (name: RegExp) => page.getByRole('button', { name })

async function asMember(balance: string): Promise<TestMember> {
  const member = await stage.member({ balance })
  await logIn(visitor, server.url, member)
  return member
}

/** Moves the clock of the server's database on, and waits until the server follows it (every two seconds). */
async function later(ms: number): Promise<void> {
  const { client } = await stage.member()
  const { serverTime: before } = await client.call(ENDPOINTS.system, {})
  await stage.advance(ms)
  await until(
    'the server has the new time',
    async () => (await client.call(ENDPOINTS.system, {})).serverTime >= before + ms,
  )
}

const refusalOf = async (call: Promise<unknown>) => {
  try {
    await call
    return null
  } catch (error) {
    if (error instanceof CallError) return error.code
    throw error
  }
}

/** A first limit applies at once, and a purchase up to it succeeds. */
async function setLimitAndReachIt(issue: string): Promise<void> {
  await visitor.go('#/pages/account/setting')
  await page.getByRole('link', { name: 'Limits' }).click()
  await row(/^Spending limit Per month/).click()
  await dialog().getByRole('textbox', { name: 'Limit' }).fill('5')
  await dialog().getByText('Takes effect immediately.').waitFor()
  await dialog().getByRole('button', { name: 'Set limit' }).click()
  await row(/^Spending limit Per month ₫5\.00/).waitFor()
  await page.getByText('₫5.00 left').waitFor()

  await visitor.go(goods(issue, 5))
  await dialog().getByRole('button', { name: 'Pay ₫5.00' }).click()
  await page.getByRole('heading', { name: '5 shares are yours' }).waitFor()
}

/** A purchase above the limit is refused. The chosen quantity stays, also after a visit to the limits. */
async function exceedLimit(issue: string, member: TestMember): Promise<void> {
  await visitor.go(goods(issue, 1))
  const quantity = dialog().getByRole('textbox', { name: 'How many shares?' })
  await quantity.fill('3')
  await dialog().getByRole('button', { name: 'Pay ₫3.00' }).click()
  await dialog()
    .getByText(/You can still spend ₫0\b/)
    .waitFor()
  expect(await quantity.inputValue()).toBe('3')
  await dialog().getByRole('link', { name: 'See your limits' }).click()
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor()
  await page.getByText('₫0.00 left').waitFor()
  await page.goBack()
  await dialog().getByRole('button', { name: 'Pay ₫3.00' }).waitFor()
  expect(await quantity.inputValue()).toBe('3')
  expect((await member.client.call(ENDPOINTS.account, {})).balance).toBe('95.00')
}

/** A higher limit waits for a day; the current limit applies meanwhile. */
async function askForHigherLimit(member: TestMember): Promise<void> {
  await visitor.go(LIMITS)
  await row(/^Spending limit Per month/).click()
  await dialog().getByRole('textbox', { name: 'Limit' }).fill('20')
  await dialog()
    .getByText(/^Raising or removing a limit takes 24\shours/)
    .waitFor()
  await dialog().getByRole('button', { name: 'Request change' }).click()
  await page.getByText('Increase to ₫20.00 requested').waitFor()
  expect(await page.getByRole('button', { name: /^Confirm/ }).count()).toBe(0)
  await row(/^Spending limit Per month ₫5\.00/).waitFor()
  const early = member.client.call(ENDPOINTS.limitConfirm, { kind: 'spend', period: 'month' })
  expect(await refusalOf(early)).toBe('TOO_EARLY')
}

/** After a day the member confirms the higher limit and buys above the first one. */
async function confirmHigherLimit(issue: string): Promise<void> {
  await later(DAY_MS)
  await visitor.go(`?later${LIMITS}`)
  await page.getByRole('button', { name: 'Confirm: Spending limit, Per month' }).click()
  await question().getByText('Raise this limit to ₫20.00?').waitFor()
  await question().getByRole('button', { name: 'Confirm' }).click()
  await row(/^Spending limit Per month ₫20\.00/).waitFor()
  await page.locator(':focus', { hasText: 'Per month' }).waitFor()
  await visitor.go(goods(issue, 6))
  await dialog().getByRole('button', { name: 'Pay ₫6.00' }).click()
  await page.getByRole('heading', { name: '6 shares are yours' }).waitFor()
}

/** Opens the buy sheet on another device of the member. */
async function secondDevice(issue: string, member: TestMember): Promise<Visitor> {
  const other = await visit(browser, server.url)
  const session = await stage.context.identity.openSession(member.memberId)
  await logIn(other, server.url, { ...member, session })
  await other.go(goods(issue, 2))
  await other.page.getByRole('dialog').getByRole('button', { name: 'Pay ₫2.00' }).waitFor()
  return other
}

/** Self-exclusion asks twice and writes out the day of its end. */
async function excludeMyself(): Promise<void> {
  await visitor.go('#/pages/account/break')
  await page.getByRole('radio', { name: /^6\smonths$/ }).check()
  await page.getByRole('button', { name: 'Exclude myself' }).click()
  await question().getByText('Exclude yourself for 6 months?').waitFor()
  await question()
    .getByText(/^Until [A-Z][a-z]+ \d{1,2}, 20\d\d$/)
    .waitFor()
  await question().getByRole('button', { name: 'Continue' }).click()
  await question().getByText('You cannot end it early', { exact: false }).waitFor()
  await question().getByRole('button', { name: 'Exclude myself' }).click()
  await page.getByRole('heading', { name: 'You have excluded yourself' }).waitFor()
  await page.locator('h2:focus').waitFor()
}

/** The exclusion applies on the other device at once, and that device shows the reason. */
async function isExcludedOn(other: Visitor): Promise<void> {
  await other.page.getByRole('dialog').getByRole('button', { name: 'Pay ₫2.00' }).click()
  const notice = other.page.getByRole('dialog').getByText(/^Buying and topping up are off until/)
  await notice.waitFor()
  await other.page.getByRole('dialog').getByRole('link', { name: 'See your break' }).waitFor()
  await other.page.getByText('Buying and topping up are off').first().waitFor()
  await other.go('#/pages/payment/recharge')
  await other.page.getByRole('heading', { level: 1, name: 'Top up' }).waitFor()
  await other.page.getByText(/^Buying and topping up are off until/).waitFor()
  expectNoFaults(other, [/ERR_ABORTED/])
}

test('a member reaches a spending limit, raises it after a day and a confirmation, and excludes themselves', async () => {
  const issue = await stage.sell({ code: 'LIMITED', shares: 1_000 })
  const member = await asMember('100.00')
  await setLimitAndReachIt(issue)
  await exceedLimit(issue, member)
  await askForHigherLimit(member)
  await confirmHigherLimit(issue)
  const other = await secondDevice(issue, member)
  await excludeMyself()
  await isExcludedOn(other)
  await other.close()

  const input = { issue, quantity: 1, requestId: randomUUID() }
  expect(await refusalOf(member.client.call(ENDPOINTS.buy, input))).toBe('EXCLUDED')
  const recharge = { method: 'sandbox', amount: '100.00', requestId: randomUUID() }
  expect(await refusalOf(member.client.call(ENDPOINTS.openRecharge, recharge))).toBe('EXCLUDED')
  // A break that ends before the exclusion is refused.
  const shorter = member.client.call(ENDPOINTS.selfExclude, { duration: '30d' })
  expect(await refusalOf(shorter)).toBe('ALREADY_LONGER')
  expect((await member.client.call(ENDPOINTS.account, {})).balance).toBe('89.00')
  expectNoFaults(visitor, [/ERR_ABORTED/])
})

test('a refusal by the deposit limit keeps the typed amount and names the amount that is left', async () => {
  const member = await asMember('100.00')
  await visitor.go(LIMITS)
  await row(/^Deposit limit Per day/).click()
  await dialog().getByRole('textbox', { name: 'Limit' }).fill('150')
  await dialog().getByRole('button', { name: 'Set limit' }).click()
  await page.getByText('₫100.00 used').waitFor()
  await page.getByText('₫50.00 left').waitFor()

  await visitor.go('#/pages/payment/recharge')
  const amount = page.getByRole('textbox', { name: 'Amount' })
  await amount.fill('120')
  await page.getByRole('region', { name: 'Pay' }).getByRole('button').click()
  await page.getByRole('alert').getByText(/₫50\b/).waitFor()
  expect(await amount.inputValue()).toBe('120')
  await page.getByRole('alert').getByRole('link', { name: 'See your limits' }).click()
  await page.getByRole('heading', { level: 1, name: 'Limits' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Top up' }).waitFor()
  expect(await amount.inputValue()).toBe('120')
  expect((await member.client.call(ENDPOINTS.account, {})).balance).toBe('100.00')
  expectNoFaults(visitor)
})

test('the server logs no error, and its books are sound', async () => {
  expect(server.errors()).toEqual([])
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
