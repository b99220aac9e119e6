/** The way out: a payout account, a withdrawal that the member takes back, one that is paid, and closed hours. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { waivePlay } from '@fairlot/server/modules/ledger/index'
import {
  approveWithdrawal,
  failWithdrawal,
  payWithdrawal,
} from '@fairlot/server/modules/wallet/withdrawal/operate-withdrawals'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { newestCode, smsCode } from '../support/cashier.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** The server sends a second code to a phone only after a minute. */
const NEXT_CODE_MS = 5 * MINUTE_MS
const WITHDRAW = '#/pages/payment/withdraw'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page
let member: TestMember

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  member = await stage.member({ balance: '1000.00' })
  await stage.owner.tx((tx) => waivePlay(tx, member.memberId))
  await logIn(visitor, server.url, member)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

/** Moves the clock of the server's database on, and waits until the server follows it (every two seconds). */
async function later(ms: number): Promise<void> {
  const { serverTime: before } = await member.client.call(ENDPOINTS.system, {})
  await stage.advance(ms)
  await until(
    'the server has the new time',
    async () => (await member.client.call(ENDPOINTS.system, {})).serverTime >= before + ms,
  )
}

/** The time until the next noon, at which withdrawals are open. */
const untilNoon = (): number => (12 * HOUR_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS

/** Requests a code on the page and types it in. */
async function proveBySms(within: Page | ReturnType<Page['getByRole']>): Promise<void> {
  const before = await newestCode(server.url, member.phone)
  await within.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(/^Sent to /).waitFor()
  const code = await smsCode(server.url, member.phone, before)
  await within.getByRole('textbox', { name: 'Verification code' }).fill(code)
}

/** Applies for a withdrawal and waits until its page shows it. */
async function applyFor(amount: string): Promise<void> {
  await visitor.go('#/pages/account/account')
  // answers that are a few seconds old are shown again, but the clock has moved
  await page.reload()
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('button', { name: `Withdraw ₫${amount}.00` }).click()
  const sheet = page.getByRole('dialog')
  await proveBySms(sheet)
  await sheet.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await page.getByRole('heading', { name: 'We have received your withdrawal' }).waitFor()
}

/** The member's open withdrawal, and an operator who answers it. */
async function openOne(): Promise<{ number: string; operator: string }> {
  const [row] = await stage.db.query<{ number: string; operator: string }>(
    `select w.number, o.operator_id as operator from withdrawal w, operator o
      where w.member_id = $1 and w.state = 'processing'`,
    [member.memberId],
  )
  if (!row) throw new Error('the member has no open withdrawal, or the house no operator')
  return row
}

const balance = async () => (await member.client.call(ENDPOINTS.account, {})).balance

test('a member adds a payout account, which rests before money goes to it', async () => {
  await later(untilNoon())
  await visitor.go(WITHDRAW)
  await page.getByRole('link', { name: 'Add a payout account' }).first().click()
  await page.getByRole('radio', { name: 'UPI' }).check({ force: true })
  await page.getByRole('textbox', { name: 'UPI ID' }).fill('asha')
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Asha Rao')
  await proveBySms(page)
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByText('Please enter a valid UPI id, such as name@bank.').waitFor()
  await page.getByRole('textbox', { name: 'UPI ID' }).fill('asha.rao@okbank')
  await page.getByRole('button', { name: 'Save account' }).click()
  await page.getByText(/^You can use this account from/).waitFor()
  await later(DAY_MS)
})

test('a withdrawal holds the money, and gives it back when the member takes it back', async () => {
  await applyFor('200')
  expect(await balance()).toBe('800.00')
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('heading', { name: 'Cancelled. The money is in your wallet' }).waitFor()
  expect(await balance()).toBe('1000.00')
})

test('a withdrawal that an operator approved and paid says so, with its reference', async () => {
  await later(NEXT_CODE_MS)
  await applyFor('300')
  const { number, operator } = await openOne()
  await stage.db.tx((tx) => approveWithdrawal(tx, number, operator))
  await stage.db.tx((tx) => payWithdrawal(tx, number, { reference: 'BANK-7', operatorId: operator }))
  await page.getByRole('heading', { name: 'Paid' }).waitFor()
  await page.getByText('BANK-7').waitFor()
  expect(await balance()).toBe('700.00')
})

test('a withdrawal that the bank refuses says why, and the money is back', async () => {
  await later(NEXT_CODE_MS)
  await applyFor('250')
  expect(await balance()).toBe('450.00')
  const { number, operator } = await openOne()
  await stage.db.tx((tx) => approveWithdrawal(tx, number, operator))
  await stage.db.tx((tx) =>
    failWithdrawal(tx, number, {
      reason: 'bank_refused',
      note: 'The bank refused it.',
      operatorId: operator,
    }),
  )
  await page.getByRole('heading', { name: 'Failed. The money is in your wallet' }).waitFor()
  await page.getByText('The bank refused it.').waitFor()
  expect(await balance()).toBe('700.00')
})

test('outside of the hours the page says when it opens', async () => {
  await later(8 * HOUR_MS)
  await visitor.go(WITHDRAW)
  await page.reload()
  const go = page.getByRole('region', { name: 'Withdraw' })
  await go.getByText(/^Opens /).waitFor()
  expect(await go.getByRole('button').getAttribute('aria-disabled')).toBe('true')
  // the page on which the member is logged in has no icon
  expectNoFaults(visitor, [/status of 404/])
})
