/** What goes wrong for members, what the app says, and where the money is afterwards. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { SOME_PASSWORD, type TestMember } from '@fairlot/server/testing/factories'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { backstage, type Backstage } from './support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from './support/browser.ts'
import { newPhone, PASSWORD, register, toCashier } from './support/journey.ts'
import { ordersOf } from './support/load.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'
import { until } from './support/until.ts'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
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

const goods = (issue: string, buy?: number) => `#/pages/goods/goods?issue=${issue}${buy ? `&buy=${buy}` : ''}`
const dialog = () => page.getByRole('dialog')
const balanceOf = async ({ client }: TestMember) => (await client.call(ENDPOINTS.account, {})).balance

async function asMember(options: { balance?: string; password?: string } = {}): Promise<TestMember> {
  const member = await stage.member(options)
  await logIn(visitor, server.url, member)
  return member
}

describe('buying', () => {
  /** A member with the buy sheet open, while another member buys the last shares. */
  async function beaten(code: string): Promise<TestMember> {
    const issue = await stage.sell({ code, shares: 2 })
    const member = await asMember({ balance: '100.00' })
    await visitor.go(goods(issue, 1))
    await dialog().getByRole('button', { name: 'Pay ₫1.00' }).waitFor()
    const rival = await stage.member({ balance: '100.00' })
    await page.route('**/api/goods/detail', (route) => route.abort())
    await rival.client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
    return member
  }

  test('disables the payment when the page learns that the issue is sold out', async () => {
    const member = await beaten('HEARD')
    await page.unrouteAll({ behavior: 'wait' })
    await page.getByText('All 2 shares are sold').first().waitFor()
    await dialog().getByRole('button', { name: 'Pay ₫1.00', disabled: false }).waitFor({ state: 'detached' })
    expect(await balanceOf(member)).toBe('100.00')
    expectNoFaults(visitor, [/ERR_FAILED/])
  })

  test('refuses the payment when the page does not know that the issue is sold out', async () => {
    await visitor.context.route('**/api/stream*', (route) => route.abort())
    const member = await beaten('GONE')
    await dialog().getByRole('button', { name: 'Pay ₫1.00' }).click()
    await page.getByText('All shares are sold. You paid nothing.').first().waitFor()
    expect(await balanceOf(member)).toBe('100.00')
    expect((await ordersOf(member)).size).toBe(0)

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await visitor.go('?again#/pages/goods/goods?issue=GONE-0001')
    await page.getByText('All 2 shares are sold').first().waitFor()
    expectNoFaults(visitor, [/ERR_FAILED/])
  })

  test('leads a member with too little money to a recharge and, once it is paid, back to the purchase', async () => {
    const issue = await stage.sell({ code: 'SHORT', shares: 100, sharePrice: 50_000n })
    const member = await asMember()
    await visitor.go(goods(issue, 1))
    await dialog()
      .getByRole('link', { name: /^Top up ₫100.* and pay$/ })
      .click()
    await page.getByRole('heading', { name: 'Top up', level: 1 }).waitFor()
    expect(await page.getByRole('textbox', { name: 'Amount' }).inputValue()).toMatch(/^100(\.00)?$/)
    await toCashier(page, '100')
    await page.getByRole('button', { name: /^Pay .*100$/ }).click()
    // The app goes back to the purchase by itself.
    await dialog().getByRole('button', { name: 'Pay ₫5.00' }).click()
    await page.getByRole('heading', { name: '1 share is yours' }).waitFor()
    expect(await balanceOf(member)).toBe('95.00')
    expectNoFaults(visitor)
  })

  test('buys once when the answer is lost and the member tries again', async () => {
    const issue = await stage.sell({ code: 'LOST', shares: 100 })
    const member = await asMember({ balance: '100.00' })
    await visitor.go(goods(issue, 5))
    await dialog().getByRole('button', { name: 'Pay ₫5.00' }).waitFor()
    const ids = new Set<unknown>()
    const idOf = (body: string | null) =>
      (JSON.parse(new URLSearchParams(body ?? '').get('param') ?? '') as { requestId: string }).requestId
    await page.route('**/api/order/buy', async (route) => {
      ids.add(idOf(route.request().postData()))
      await route.fetch()
      await route.abort()
    })
    await dialog().getByRole('button', { name: 'Pay ₫5.00' }).click()
    await dialog().getByText('We do not know yet if your purchase went through').waitFor()
    expect(ids.size).toBe(1)
    await page.unroute('**/api/order/buy')
    await dialog().getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: '5 shares are yours' }).waitFor()
    expect((await ordersOf(member)).size).toBe(1)
    expect(await balanceOf(member)).toBe('95.00')
    expectNoFaults(visitor, [/ERR_FAILED/])
  })
})

describe('the cashier', () => {
  async function recharge(choice: RegExp): Promise<void> {
    await visitor.go('#/pages/payment/recharge')
    await toCashier(page, '200')
    await page.getByRole('button', { name: choice }).click()
    await page.waitForURL(/payform/)
  }

  test('shows a refused payment and offers another try', async () => {
    const member = await asMember()
    await recharge(/^Refuse the payment/)
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
    await page.getByText('The payment company declined the payment. You were not charged.').first().waitFor()
    expect(await balanceOf(member)).toBe('0.00')
    await page.getByRole('link', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'Top up', level: 1 }).waitFor()
    expectNoFaults(visitor)
  })

  test('credits repeated and reordered notices once', async () => {
    const member = await asMember()
    await recharge(/^Pay, and notify the shop out of order/)
    await page.getByRole('heading', { name: 'Top-up successful' }).waitFor()
    await until('every notice is delivered', async () => {
      const [row] = await stage.db.query<{ waiting: bigint }>(
        `select count(*) as waiting from sandbox_notice n join provider_payment p using (payment_id)
         where p.member_id = $1 and n.delivered_at is null`,
        [member.memberId],
      )
      return row?.waiting === 0n
    })
    expect(await balanceOf(member)).toBe('200.00')
    expectNoFaults(visitor)
  })

  test('does not credit an amount that differs from the recharge', async () => {
    const member = await asMember()
    await recharge(/^Pay a different amount/)
    await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
    await page.getByText('The amount that arrived does not match this top-up.').first().waitFor()
    expect(await balanceOf(member)).toBe('0.00')
    expectNoFaults(visitor)
  })
})

describe('registration and log in', () => {
  test('shows a wrong SMS code at its field and keeps the input', async () => {
    const phone = newPhone()
    await visitor.go('#/pages/login/regist')
    // The visitor mistypes the last digit.
    await register(page, server.url, phone, (code) => code.slice(0, 5) + ((Number(code[5]) + 1) % 10))
    await page.getByText('The code is wrong.').first().waitFor()
    expect(await page.getByRole('textbox', { name: 'Password', exact: true }).inputValue()).toBe(PASSWORD)
    const field = page.getByRole('textbox', { name: 'Verification code' })
    expect(await field.getAttribute('aria-invalid')).toBe('true')

    const wrong = await field.inputValue()
    await field.fill(wrong.slice(0, 5) + ((Number(wrong[5]) + 9) % 10))
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
    expectNoFaults(visitor)
  })

  test('leads a member whose session ended to the log in and back', async () => {
    const member = await asMember({ password: SOME_PASSWORD })
    await visitor.go('#/pages/account/account')
    await page.getByRole('region', { name: 'Wallet' }).waitFor()
    const { items } = await member.client.call(ENDPOINTS.sessions, {})
    await member.client.call(ENDPOINTS.sessionEnd, { id: items[0]!.id })

    await page.getByRole('link', { name: 'Wallet statement' }).click()
    await page.getByText('Please log in again.').first().waitFor()
    await page.getByRole('heading', { name: 'Log in', level: 1 }).waitFor()
    await page.getByRole('radio', { name: 'Password' }).check()
    await page.getByRole('textbox', { name: 'Phone number' }).fill(member.phone)
    await page.getByRole('textbox', { name: 'Password' }).fill(SOME_PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.getByRole('heading', { name: 'Wallet statement', level: 1 }).waitFor()
    expect(page.url()).toContain('#/pages/account/funding')
    // The page may ask for live updates with a ticket that ended with the session.
    // The status names the path; the browser's own message does not.
    expectNoFaults(visitor, [/^status 401: \/api\/stream$/, /^console: .* status of 401/])
  })
})

describe('the device', () => {
  test('keeps language and theme', async () => {
    const html = page.locator('html')
    const looks = async () => [
      await html.getAttribute('lang'),
      await html.getAttribute('dir'),
      await html.getAttribute('data-theme'),
    ]
    await visitor.go('#/pages/account/setting')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('button', { name: 'العربية' }).click()
    await page.getByRole('heading', { name: 'الإعدادات', level: 1 }).waitFor()
    expect(await looks()).toEqual(['ar-sa', 'rtl', 'dark'])
    await page.reload()
    await page.getByRole('heading', { name: 'الإعدادات', level: 1 }).waitFor()
    expect(await looks()).toEqual(['ar-sa', 'rtl', 'dark'])
    await page.getByRole('button', { name: 'বাংলা' }).click()
    await page.waitForFunction(() => document.documentElement.dir === 'ltr')
    expect(await looks()).toEqual(['bn-bd', 'ltr', 'dark'])
    expectNoFaults(visitor)
  })

  test('reveals a watched draw to a member who prefers reduced motion', async () => {
    const issue = await stage.sell({ code: 'STILL', shares: 2, grade: 'salt' })
    await asMember()
    await visitor.go(goods(issue))
    await page.getByText('0 of 2 shares sold').waitFor()
    const rival = await stage.member({ balance: '100.00' })
    await rival.client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
    await page.getByRole('link', { name: 'Check this draw' }).waitFor()
    await page.getByRole('img', { name: /^Winning code 100000[12]$/ }).waitFor()
    expectNoFaults(visitor)
  })

  test('shows that it is offline, disables buying, and starts without a network', async () => {
    const issue = await stage.sell({ code: 'AIR', shares: 100 })
    await asMember({ balance: '100.00' })
    await visitor.go(goods(issue))
    const buy = page.getByRole('button', { name: 'Buy shares' })
    await buy.waitFor()
    await page.evaluate(async () => void (await navigator.serviceWorker.ready))

    await visitor.context.setOffline(true)
    await page
      .getByText(/^You are offline/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Buy shares', disabled: true }).waitFor()
    await page.getByText('You are offline. Connect to the internet to buy or pay.').waitFor()

    await visitor.context.setOffline(false)
    await page
      .getByText(/^You are offline/)
      .first()
      .waitFor({ state: 'detached' })
    await buy.click()
    await dialog().getByRole('button', { name: 'Pay ₫1.00' }).waitFor()
    expectNoFaults(visitor, [/ERR_INTERNET_DISCONNECTED/])

    // Playwright's waitForFunction takes the promise of an asynchronous function for true.
    await until('the messages of all screens and the answers of this one are kept', () =>
      page.evaluate(async () => {
        const kept = (await (await caches.open('assets')).keys()).map(({ url }) => url)
        const isAll = ['setting', 'winner'].every((name) =>
          kept.some((url) => url.includes(`/messages/en-us-${name}`)),
        )
        const stores = await indexedDB.databases()
        if (!isAll || !stores.some(({ name }) => name === 'fairlot-answers')) return false
        const opening = indexedDB.open('fairlot-answers')
        const database = await new Promise<IDBDatabase>((resolve) => {
          opening.addEventListener('success', () => resolve(opening.result))
        })
        const rows = await new Promise<unknown>((resolve) => {
          const reading = database.transaction('answers').objectStore('answers').getAll()
          reading.addEventListener('success', () => resolve(reading.result))
        })
        database.close()
        return JSON.stringify(rows).includes('/goods/detail')
      }),
    )
    await visitor.context.setOffline(true)
    // The emulation of Chromium 150 blocks requests in every document, but it sets navigator.onLine only in the current
    // one: the next document reports the machine's network. A device without a network reports false there too.
    await visitor.context.addInitScript(() => {
      Object.defineProperty(navigator, 'onLine', { get: () => false })
    })
    await page.reload()
    await page
      .getByText(/^You are offline/)
      .first()
      .waitFor()
    // the data that was there, and a page that was never opened
    await page.getByText('0 of 100 shares sold').waitFor()
    await visitor.go('#/pages/account/setting')
    await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  })
})

test('the server logs only the expected alarm, and its books are sound', async () => {
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
  // The payment of a different amount raises an alarm.
  expect(server.errors().filter((line) => !line.includes('"alarm":"amount_mismatch"'))).toEqual([])
})
