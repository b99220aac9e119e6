/** A first deposit limit, the reality check, the net position, and the end of an account. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, visit, type Visitor } from '../support/browser.ts'
import { smsCode } from '../support/cashier.ts'
import { newPhone, PASSWORD, register, toCashier } from '../support/journey.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

/** So many that the member's one share does not win. */
const SHARES = 100_000
/** 0.01 for a share */
const PRICE = 100n
/** Longer than the page waits before it asks whether to go on, and than it waits between two questions to the server. */
const PAGE_WAIT_MS = 25_000
const MINUTE_MS = 60_000
/** The server sends a second code to a phone only after a minute. */
const NEXT_CODE_MS = 5 * MINUTE_MS
/** A looser limit waits 24 hours, and so does the phone number of an account that had one. */
const BACK_AFTER_MS = (24 * 60 + 10) * MINUTE_MS
const BACK = 'this number can register again 24 hours after closing at the earliest'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  // The tests move the clock of the pages; it runs in between.
  await visitor.context.clock.install()
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

const question = (at: Page) => at.getByRole('alertdialog', { name: /You have been here for 3\d minutes/ })
const goods = (issue: string) => `#/pages/goods/goods?issue=${issue}&buy=1`
const storedSession = () => page.evaluate(() => localStorage.getItem('fairlot.session'))

async function memberOf(phone: string): Promise<string> {
  const [row] = await stage.db.query<{ member_id: string }>('select member_id from member where phone = $1', [
    phone,
  ])
  if (!row) throw new Error('no member has this phone number')
  return row.member_id
}

/** An issue of which another member has all shares but two. */
async function twoSharesLeft(): Promise<{ issue: string; other: TestMember }> {
  const issue = await stage.sell({ code: 'LAST', shares: SHARES, sharePrice: PRICE, grade: 'salt' })
  const other = await stage.member({ balance: '1000.00' })
  await other.client.call(ENDPOINTS.buy, { issue, quantity: SHARES - 2, requestId: randomUUID() })
  return { issue, other }
}

/** The offer of a limit before the first recharge. It does not stop the recharge, and it is made once. */
async function limitAndRecharge(): Promise<void> {
  await visitor.go('#/pages/payment/recharge')
  const offer = page.getByRole('region', { name: 'Set a limit first?' })
  await offer.getByRole('button', { name: 'Set a limit' }).click()
  await offer.getByRole('radio', { name: '₫1,000' }).check()
  await offer.getByRole('radio', { name: 'Per week' }).check()
  await offer.getByRole('button', { name: 'Set limit' }).click()
  await page.getByText('Your deposit limit: ₫1,000 per week').waitFor()
  await toCashier(page, '100')
  await page.getByRole('button', { name: /^Pay .*100$/ }).click()
  await page.getByRole('heading', { name: 'Top-up successful' }).waitFor()
  await visitor.go('#/pages/payment/recharge')
  await page.getByRole('heading', { name: 'Recent top-ups' }).waitFor()
  expect(await offer.count()).toBe(0)
}

/** Makes the member's session one that was used for half an hour without a break, and the server notice it. */
async function halfAnHourLater(member: string): Promise<void> {
  await visitor.go('#/pages/account/account')
  const back = `update session set active_since = active_since - interval '31 minutes',
    seen_at = seen_at - interval '6 minutes' where member_id = $1`
  await stage.db.query(back, [member])
  // The server notes a session as seen when it looks it up in the database.
  const seen = `select from session, business_clock where member_id = $1 and seen_at > at - interval '5 minutes'`
  await until('the server looks at the session again', async () => {
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return (await stage.db.query(seen, [member])).length > 0
  })
}

/** The request ids of the purchases that the page sends from now on. */
function purchaseIds(): string[] {
  const ids: string[] = []
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/order/buy')) return
    const param = new URLSearchParams(request.postData() ?? '').get('param')!
    ids.push((JSON.parse(param) as { requestId: string }).requestId)
  })
  return ids
}

/** A second tab asks as well. The answer in one tab is enough for both. */
async function answerForBothTabs(): Promise<void> {
  const second = await visitor.context.newPage()
  await second.goto(`${server.url}/#/pages/account/account`)
  await second.getByRole('heading', { level: 1 }).first().waitFor()
  await until('the second tab asks', async () => {
    await second.clock.fastForward(PAGE_WAIT_MS)
    return question(second).isVisible()
  })
  await question(page).getByRole('button', { name: 'Continue' }).click()
  await question(page).waitFor({ state: 'hidden' })
  await question(second).waitFor({ state: 'hidden' })
  await second.close()
}

/** The purchase waits for an answer to the reality check, and then happens once. Escape is no answer. */
async function buyAfterRealityCheck(issue: string, member: string): Promise<void> {
  const ids = purchaseIds()
  await visitor.go(goods(issue))
  const pay = page.getByRole('dialog').getByRole('button', { name: 'Pay ₫0.01' })
  await pay.click()
  await question(page).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  expect(await question(page).isVisible()).toBe(true)
  expect(await question(page).getByRole('link').allInnerTexts()).toEqual(['Take a break', 'My limits'])
  await answerForBothTabs()
  await until('the focus is on the button again', () =>
    pay.evaluate((button) => button === document.activeElement),
  )
  await pay.click()
  await page.getByRole('heading', { name: '1 share is yours' }).waitFor()
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
  const purchases = await stage.db.query('select quantity from purchase where member_id = $1', [member])
  expect(purchases).toMatchObject([{ quantity: 1 }])
}

/** An order that awaits its draw counts as spent. */
async function seeNetPosition(): Promise<void> {
  await visitor.go('#/pages/account/setting')
  await page.getByRole('link', { name: 'Net position' }).click()
  await page.getByRole('heading', { name: 'Playing has cost you' }).waitFor()
  await page.getByText('₫0.01').first().waitFor()
  await page.getByText('−₫0.01').waitFor()
}

/** A wrong code stays in its field. The right one closes the account after one more question. */
async function close(phone: string): Promise<void> {
  await visitor.go('#/pages/account/setting')
  await page.getByRole('link', { name: 'Close account' }).click()
  await page.getByRole('link', { name: /Orders awaiting their draw\s*1/ }).waitFor()
  await page.getByText(BACK).waitFor()
  const registered = await smsCode(server.url, phone)
  await page.getByRole('button', { name: 'Send code' }).click()
  const sent = await smsCode(server.url, phone, registered)
  const field = page.getByRole('textbox', { name: 'Verification code' })
  const closeWith = async (code: string) => {
    await field.fill(code)
    await page.getByRole('main').getByRole('button', { name: 'Close account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Close account' }).click()
  }
  const wrong = sent.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
  await closeWith(wrong)
  await page.getByRole('alert').getByText(/code/i).waitFor()
  expect(await field.inputValue()).toBe(wrong)
  await closeWith(sent)
  // The form is gone: the focus moves to the heading that replaces it.
  await page.locator('h2:focus', { hasText: 'Your account is being closed' }).waitFor()
}

/** The last draw ends the account. The page, which asks from time to time, shows it. */
async function endAfterDraw(issue: string, other: TestMember, member: string): Promise<void> {
  await other.client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })
  const closed = page.getByRole('heading', { name: 'Your account is closed' })
  await until('the page shows that the account is closed', async () => {
    await page.clock.fastForward(PAGE_WAIT_MS)
    return closed.isVisible()
  })
  await page.getByText(BACK).waitFor()
  await page.reload()
  await page.getByText(BACK).waitFor()
  expect(await storedSession()).toBeNull()
  const members = await stage.db.query('select status, phone from member where member_id = $1', [member])
  expect(members).toMatchObject([{ status: 'closed', phone: null }])
}

async function logInIsRefused(phone: string): Promise<void> {
  await visitor.go('#/pages/login/login?mode=password')
  await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
  await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
  await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
  await page.getByRole('alert').first().waitFor()
  expect(await storedSession()).toBeNull()
}

/** Sets how much later than the machine's clock it is for the server's database. */
async function setLater(ms: number): Promise<void> {
  const [clock] = await stage.owner.query<{ later: number }>(
    'select offset_ms::float8 as later from clock_offset',
  )
  await stage.advance(ms - clock!.later)
}

/** The account had a limit, so its phone number cannot register for 24 hours. */
async function comeBack(phone: string): Promise<void> {
  await setLater(NEXT_CODE_MS)
  await visitor.go('#/pages/login/regist')
  await register(page, server.url, phone)
  await page.getByRole('alert').getByText('This phone number cannot register until').waitFor()
  await setLater(BACK_AFTER_MS)
  await visitor.go('#/pages/account/account')
  await visitor.go('#/pages/login/regist')
  await register(page, server.url, phone)
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
}

test('a member sets a first limit, answers the reality check, closes the account, and comes back after a day', async () => {
  const phone = newPhone()
  const { issue, other } = await twoSharesLeft()
  await visitor.go('#/pages/login/regist')
  await register(page, server.url, phone)
  await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  const member = await memberOf(phone)
  await limitAndRecharge()
  await halfAnHourLater(member)
  await buyAfterRealityCheck(issue, member)
  await seeNetPosition()
  await close(phone)
  await endAfterDraw(issue, other, member)
  expectNoFaults(visitor)
  await logInIsRefused(phone)
  await comeBack(phone)
  expect(await memberOf(phone)).not.toBe(member)
})

test('the server logs no error, and its books are sound', async () => {
  expect(server.errors()).toEqual([])
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
