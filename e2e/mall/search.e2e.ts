/** Searches with typing errors in three scripts, on a phone and in the wide bar, and what a member saves and is told. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { DEMO_LOGINS } from '@fairlot/server/demo/people'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { expectNoFaults, launch, visit, type Look, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

let server: ServerProcess
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  server = await serverProcess({ demo: true })
  ;[browser] = await Promise.all([launch(), server.start()])
})
afterEach(async () => {
  expectNoFaults(visitor)
  await visitor.close()
})
afterAll(async () => {
  await browser?.close()
  await server?.dispose()
})

async function open(look: Look): Promise<void> {
  visitor = await visit(browser, server.url, look)
  await visitor.go('#/pages/mall/mall')
}

test.each<[OfferedLanguage, string, string, string]>([
  ['en-us', 'telephnoe', 'telephone', 'Nova X Pro, 256 GB'],
  ['bn-bd', 'মোবইল', 'মোবাইল', 'নোভা এক্স প্রো, 256 জিবি'],
  ['zh-cn', '智能首机', '智能手机', 'Nova X Pro 手机，256 GB'],
])(
  'on a phone in %s, «%s» is corrected to %s and leads to the product',
  async (language, typed, meant, title) => {
    await open({ language, width: 390, height: 844 })
    const { page } = visitor
    const field = page.getByRole('searchbox')
    await field.click()
    await field.fill(typed)
    await page.getByText(meant, { exact: true }).first().waitFor()
    const suggestion = page
      .locator('main')
      .getByRole('link')
      .filter({ hasText: title.slice(0, 6) })
    await suggestion.first().waitFor()
    await field.press('Enter')
    await page.waitForURL(/search=/)
    const card = page
      .locator('article')
      .filter({ hasText: title.slice(0, 6) })
      .first()
    await card.waitFor()
    await field.click()
    await field.fill('')
    await page.getByRole('link', { name: typed }).waitFor()
  },
)

test('in the wide bar, arrow keys choose a suggestion, Enter opens it, and Escape gives the text back', async () => {
  await open({ width: 1440, height: 900 })
  const { page } = visitor
  await page.getByRole('combobox', { name: 'Search products' }).waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('headphnes')
  const option = page.getByRole('option', { name: /headphones/ }).first()
  await option.waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  expect(await page.getByRole('combobox', { name: 'Search products' }).inputValue()).toBe('')
  await page.keyboard.press('/')
  await page.keyboard.type('headphnes')
  await option.waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL(/goods\?issue=AUDIO/)
})

test('a search without a result says what else there is', async () => {
  await open({ width: 390, height: 844 })
  const { page, go } = visitor
  await go('#/pages/mall/mall?search=fridge&category=audio')
  await page.getByText('No results for “fridge”').waitFor()
  await page.getByRole('link', { name: 'All products' }).click()
  await page.locator('article').filter({ hasText: 'refrigerator' }).waitFor()
})

test('a member saves a product, finds it among the saved ones, and asks to be told of the draw', async () => {
  await open({ width: 1440, height: 900 })
  const { page, go } = visitor
  const [login] = DEMO_LOGINS
  await go('#/pages/login/login?mode=password')
  await page.locator('input[type=tel]').first().fill(login!.phone)
  const password = page.locator('input[type=password]').first()
  await password.fill(login!.password)
  await password.press('Enter')
  await page.waitForURL((url) => !url.hash.includes('login'))
  await go('#/pages/goods/goods?issue=BIKE-0002')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await save.click()
  await page.locator('button[aria-pressed=true][aria-label=Save]').waitFor()
  await page.getByRole('button', { name: 'Notify me' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'When it is drawn' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'When it is drawn', checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await go('#/pages/mall/mall?saved=1')
  await page.locator('article').filter({ hasText: 'Trail 27 bicycle' }).waitFor()
  await until('only the saved product is listed', async () => (await page.locator('article').count()) === 1)
  await go('#/pages/account/notices')
  await page.getByText('The draw is done').waitFor()
})
