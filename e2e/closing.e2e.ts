/** A limit before the first recharge, the question after half an hour, the plain figure, the end of an account, and after. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from './support/backstage.ts'
import { expectNoFaults, launch, visit, type Visitor } from './support/browser.ts'
import { smsCode } from './support/cashier.ts'
import { newPhone, PASSWORD, register, toCashier } from './support/journey.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'
import { until } from './support/until.ts'

/** Nearly certain not to win with one of them, so that nothing but the draw is waited for. */
const SHARES = 100_000
/** 0.01 a share */
const PRICE = 100n
/** The beacon round comes 30 to 34 s after the seal; then the page asks every 15 s. */
const CLOSED_LIMIT_MS = 120_000
/** The page asks whether to go on 20 s after it was opened at the earliest. */
const ASKED_LIMIT_MS = 40_000
/** A looser limit waits 24 hours, and so does the phone number of an account that had one. */
const BACK_AFTER_MS = (24 * 60 + 1) * 60_000
const BACK = 'this number can register again 24 hours after closing at the earliest'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  visitor = await visit(browser, server.url)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

const question = (page: Page) => page.getByRole('alertdialog', { name: /You have been here for 3\d minutes/ })
const goods = (issue: string) => `#/pages/goods/goods?issue=${issue}&buy=1`

async function memberOf(phone: string): Promise<string> {
  const [row] = await stage.db.query<{ member_id: string }>('select member_id from member where phone = $1', [
    phone,
  ])
  if (!row) throw new Error('nobody has this phone number')
  return row.member_id
}

/** All shares of an issue but the last are somebody else's. */
async function oneShareLeft(): Promise<string> {
  const issue = await stage.sell({ code: 'LAST', shares: SHARES, sharePrice: PRICE })
  const other = await stage.member({ balance: '1000.00' })
  await other.client.call(ENDPOINTS.buy, { issue, quantity: SHARES - 1, requestId: randomUUID() })
  return issue
}

/** The member's session has been used for half an hour without a pause, and the server knows it. */
async function halfAnHourLater(page: Page, member: string): Promise<void> {
  const back = `update session set active_since = active_since - interval '31 minutes',
    seen_at = seen_at - interval '6 minutes' where member_id = $1`
  await stage.db.query(back, [member])
  // a session that is looked up anew is noted as seen
  const seen = `select from session, business_clock where member_id = $1 and seen_at > at - interval '5 minutes'`
  await until('the server looks at the session again', async () => {
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    return (await stage.db.query(seen, [member])).length > 0
  })
}

test(
  'a limit by the prompt, the reality check at a purchase, the net position, closing and coming back',
  { timeout: 300_000 },
  async () => {
    const { page } = visitor
    const phone = newPhone()
    const issue = await oneShareLeft()
    await visitor.go('#/pages/login/regist')
    await register(page, server.url, phone)
    await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
    const member = await memberOf(phone)

    // before the first recharge: the offer of a limit, which does not stand in the way
    await visitor.go('#/pages/payment/recharge')
    const offer = page.getByRole('region', { name: 'Set a limit first?' })
    await offer.getByRole('button', { name: 'Set a limit' }).click()
    await offer.getByRole('radio', { name: '₫1,000' }).check()
    await offer.getByRole('radio', { name: 'Per week' }).check()
    await offer.getByRole('button', { name: 'Set limit' }).click()
    await page.getByText('Your deposit limit: ₫1,000 per week').waitFor()
    await toCashier(page, '100')
    await page.getByRole('button', { name: /^Pay .*100$/ }).click()
    await page.getByRole('heading', { name: 'Recharge successful' }).waitFor()
    await visitor.go('#/pages/payment/recharge')
    await page.getByRole('heading', { name: 'Recent recharges' }).waitFor()
    expect(await offer.count()).toBe(0)

    // half an hour later a purchase waits for an answer, which Escape is not
    await visitor.go('#/pages/account/account')
    await halfAnHourLater(page, member)
    const requestIds: string[] = []
    page.on('request', (request) => {
      if (!request.url().endsWith('/api/order/buy')) return
      const { requestId } = JSON.parse(new URLSearchParams(request.postData() ?? '').get('param')!) as {
        requestId: string
      }
      requestIds.push(requestId)
    })
    await visitor.go(goods(issue))
    const pay = page.getByRole('dialog').getByRole('button', { name: 'Pay ₫0.01' })
    await pay.click()
    await question(page).waitFor()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    expect(await question(page).isVisible()).toBe(true)
    expect(await question(page).getByRole('link').allInnerTexts()).toEqual(['Take a break', 'My limits'])

    // a second tab asks by itself; one answer is enough for both
    const second = await visitor.context.newPage()
    await second.goto(`${server.url}/#/pages/account/account`)
    await question(second).waitFor({ timeout: ASKED_LIMIT_MS })
    await question(page).getByRole('button', { name: 'Continue' }).click()
    await question(page).waitFor({ state: 'hidden' })
    await question(second).waitFor({ state: 'hidden' })
    await second.close()
    await until('the focus is back', () => pay.evaluate((button) => button === document.activeElement))

    // the same purchase again: once
    await pay.click()
    await page.getByRole('heading', { name: '1 share is yours' }).waitFor()
    expect(requestIds).toHaveLength(2)
    expect(new Set(requestIds).size).toBe(1)
    expect(
      await stage.db.query('select quantity from purchase where member_id = $1', [member]),
    ).toMatchObject([{ quantity: 1 }])

    // the plain figure: what waits for its draw is spent
    await visitor.go('#/pages/account/setting')
    await page.getByRole('link', { name: 'Net position' }).click()
    await page.getByRole('heading', { name: 'Playing has cost you' }).waitFor()
    await page.getByText('₫0.01').first().waitFor()
    await page.getByText('−₫0.01').waitFor()

    // closing: a wrong code stays in its field, the right one is asked about once more
    await visitor.go('#/pages/account/setting')
    await page.getByRole('link', { name: 'Close account' }).click()
    await page.getByRole('link', { name: /Orders awaiting their draw\s*1/ }).waitFor()
    await page.getByText(BACK).waitFor()
    const registered = await smsCode(server.url, phone)
    await page.getByRole('button', { name: 'Send code' }).click()
    const sent = await smsCode(server.url, phone, registered)
    const field = page.getByRole('textbox', { name: 'Verification code' })
    const close = async (code: string) => {
      await field.fill(code)
      await page.getByRole('main').getByRole('button', { name: 'Close account' }).click()
      await page.getByRole('alertdialog').getByRole('button', { name: 'Close account' }).click()
    }
    const wrong = sent.replace(/.$/, (digit) => String((Number(digit) + 1) % 10))
    await close(wrong)
    await page.getByRole('alert').getByText(/code/i).waitFor()
    expect(await field.inputValue()).toBe(wrong)
    await close(sent)
    // what was acted on is gone: the focus is on what took its place
    await page.locator('h2:focus', { hasText: 'Your account is being closed' }).waitFor()

    // the draw takes place, and the account ends by itself
    await page.getByRole('heading', { name: 'Your account is closed' }).waitFor({ timeout: CLOSED_LIMIT_MS })
    await page.getByText(BACK).waitFor()
    await page.reload()
    await page.getByText(BACK).waitFor()
    expect(await page.evaluate(() => localStorage.getItem('fairlot.session'))).toBeNull()
    expect(
      await stage.db.query('select status, phone from member where member_id = $1', [member]),
    ).toMatchObject([{ status: 'closed', phone: null }])
    expectNoFaults(visitor)

    await visitor.go('#/pages/login/login?mode=password')
    await page.getByRole('textbox', { name: 'Phone number' }).fill(phone)
    await page.getByRole('textbox', { name: 'Password', exact: true }).fill(PASSWORD)
    await page.getByRole('main').getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('alert').first().waitFor()
    expect(await page.evaluate(() => localStorage.getItem('fairlot.session'))).toBeNull()

    // the limit does not end with the account: the number waits, and is free then
    await visitor.go('#/pages/login/regist')
    await register(page, server.url, phone)
    await page.getByRole('alert').getByText('This phone number cannot register until').waitFor()
    await stage.owner.query('update clock_offset set offset_ms = $1', [BACK_AFTER_MS])
    await visitor.go('#/pages/account/account')
    await visitor.go('#/pages/login/regist')
    await register(page, server.url, phone)
    await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
    expect(await memberOf(phone)).not.toBe(member)
  },
)

test('nothing that the server said was a defect, and its books are sound', async () => {
  expect(server.errors()).toEqual([])
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
