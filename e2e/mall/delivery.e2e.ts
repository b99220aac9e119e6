/** A won product: sent, received, disputed and answered at the command line of operators; or taken as cash. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import { makePicture, pictureWithPlace } from '@fairlot/server/testing/made/pictures'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Look, type Visitor } from '../support/browser.ts'
import { operatorPerson, type OperatorPerson } from '../support/operators.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let desk: OperatorPerson
let member: TestMember
let visitors: Visitor[] = []

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  member = await stage.member({ balance: '1000.00' })
  desk = operatorPerson(server.url, path.join(server.dataDir, 'desk'), 'owner')
  const password = /one-time password:?\s+(\S+)/.exec(server.said())?.[1]
  await operate(['login', 'owner'], { password: password! })
  expect((await desk.setUp('marrow quince 41 lantern')).code).toBe(0)
})
afterEach(async () => {
  for (const visitor of visitors) await visitor.close()
  visitors = []
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

async function operate(args: readonly string[], answers?: Parameters<OperatorPerson['run']>[1]) {
  const { code, out, notes } = await desk.run(args, answers)
  expect(code, out + notes).toBe(0)
  return out
}

/** Buys every share of an issue, and waits for its draw. */
async function win(code: string): Promise<{ order: string; number: string }> {
  const issue = await stage.sell({ code, shares: 10, marketPrice: 90_000n, grade: 'salt' })
  const { order } = await member.client.call(ENDPOINTS.buy, { issue, quantity: 10, requestId: randomUUID() })
  const number = await until('the order has won', async () => {
    const { prize, order: shown } = await member.client.call(ENDPOINTS.orderDetail, { order })
    return prize !== null && shown.number
  })
  return { order, number: number! }
}

async function windowAt(hash: string, look: Look = {}): Promise<Visitor> {
  const visitor = await visit(browser, server.url, look)
  visitors.push(visitor)
  await logIn(visitor, server.url, member)
  const opened = visitor.page.waitForResponse((response) => response.url().includes('/api/stream?'))
  await visitor.go(hash)
  expect((await opened).status()).toBe(200)
  return visitor
}

const orderPage = (order: string) => `#/pages/order/detail?order=${order}`
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const confirm = (page: Page, name: string) =>
  page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click()

/** Fills the form of an address, but for what `left` names. */
async function fillAddress(page: Page, left: readonly string[] = []): Promise<void> {
  const values = {
    'Recipient’s full name': 'Nusrat Jahan',
    'Recipient’s phone number': '+8801711000042',
    'Postal code': '1205',
    'Province or state': 'Dhaka Division',
    City: 'Dhaka',
    'District or area': 'Dhanmondi',
    'Street, house, building': 'House 14, Road 7',
  }
  for (const [name, value] of Object.entries(values))
    if (!left.includes(name)) await page.getByRole('textbox', { name, exact: true }).fill(value)
  await page.getByRole('combobox', { name: 'Country' }).selectOption('BD')
}

test('a win goes to an address, an operator ships it, and both windows of the member see every step', async () => {
  const { order, number } = await win('PARCEL')
  const phone = await windowAt('#/pages/order/record')
  const desktop = await windowAt(`#/pages/order/record?order=${order}`, { width: 1440, height: 900 })
  const { page } = phone
  // the row of tabs over a narrow list hides none: a mouse has nothing to scroll it with
  const tabs = desktop.page.getByRole('tablist')
  expect(await tabs.evaluate((row) => row.scrollWidth - row.clientWidth)).toBe(0)

  // the address is chosen from the order, and what was typed survives a missing field
  await page.getByRole('link', { name: /^See my prize/ }).click()
  await page.getByRole('link', { name: 'Add an address' }).click()
  await fillAddress(page, ['City'])
  await press(page, 'Save address')
  await page.getByText('Please fill in the information completely.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Street, house, building' }).inputValue()).toBe(
    'House 14, Road 7',
  )
  await page.getByRole('textbox', { name: 'City', exact: true }).fill('Dhaka')
  await press(page, 'Save address')
  await page.getByText('Nusrat Jahan').waitFor()
  await press(page, 'Send it to this address')
  await confirm(page, 'Send it')
  await page.getByText('Carrier and tracking number appear here once it is sent.').waitFor()
  await desktop.page.getByRole('region', { name: 'Order' }).getByText('To be sent').waitFor()

  await operate(['delivery', 'ship', number, '--carrier', 'Pathao', '--tracking', 'PTH 8841'])
  for (const { page: shown } of [phone, desktop]) {
    await shown.getByText('PTH 8841', { exact: true }).waitFor()
    await shown.getByText(/^If we hear nothing from you, it counts as received on/).waitFor()
  }

  await press(page, 'It has arrived')
  await confirm(page, 'It has arrived')
  await page.getByText(/^You can report a problem until/).waitFor()
  await desktop.page.getByText(/^You can report a problem until/).waitFor()
  // the form of the address left no step in between
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('tab', { name: 'Received 1' }).click()
  await page.getByRole('heading', { name: 'Product PARCEL' }).waitFor()

  // the review: written on the phone, published at the command line, seen by everybody beside the winners
  await page.goto(`${server.url}/#/pages/bask/index?order=${order}`)
  await page.getByRole('textbox', { name: 'Title' }).fill('Smaller than I thought')
  await page.getByRole('textbox', { name: 'What was it like?' }).fill('Well packed.')
  await page.getByLabel('Add pictures').setInputFiles([
    { name: 'front.jpg', mimeType: 'image/jpeg', buffer: await pictureWithPlace() },
    { name: 'back.png', mimeType: 'image/png', buffer: await makePicture({ format: 'png', shade: 200 }) },
  ])
  await page.getByText('First', { exact: true }).waitFor()
  await page.getByText(/^2 of 9/).waitFor()
  await until(
    'both pictures have arrived',
    async () => (await page.locator('form li .opacity-60').count()) === 0,
  )
  await press(page, 'Send review')
  await page.getByText('Being read', { exact: true }).waitFor()
  await operate(['reviews', 'publish', number, '--yes'])
  await page.getByText('Published', { exact: true }).waitFor()
  const reader = await visit(browser, server.url)
  visitors.push(reader)
  await reader.go('#/pages/winner/winner')
  await reader.page.getByRole('radio', { name: 'Reviews' }).check()
  await reader.page.getByRole('heading', { name: 'Smaller than I thought' }).waitFor()
  await reader.page.getByRole('button', { name: /picture 2 of 2$/ }).click()
  const shown = reader.page.getByRole('dialog').getByRole('img')
  await until('the picture is shown', () => shown.evaluate((img: HTMLImageElement) => img.naturalWidth > 0))
  expectNoFaults(reader)
  expectNoFaults(phone)
  expectNoFaults(desktop)
})

test('a dispute stops the clock, and the answer of an operator reaches the page', async () => {
  const { order, number } = await win('BROKEN')
  const { items } = await member.client.call(ENDPOINTS.addressList, {})
  await member.client.call(ENDPOINTS.orderAddress, { order, address: items[0]!.id })
  await operate(['delivery', 'ship', number, '--carrier', 'Pathao', '--tracking', 'PTH 8842'])
  const visitor = await windowAt(orderPage(order))
  const { page } = visitor
  await press(page, 'Report a problem')
  await page.getByRole('textbox', { name: 'What happened' }).fill('The screen is cracked.')
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('heading', { name: 'You reported a problem' }).waitFor()
  expect(await page.getByText(/^If we hear nothing from you/).count()).toBe(0)

  await operate(['delivery', 'answer', number, 'ship_again', '--note', 'We send a new one.'])
  await page.getByRole('heading', { name: 'The operator’s answer' }).waitFor()
  await page.getByText('We send a new one.').first().waitFor()
  await page.getByText('Carrier and tracking number appear here once it is sent.').waitFor()
  expectNoFaults(visitor)
})

test('a win is taken as cash after two questions, and the wallet has it', async () => {
  const { order } = await win('CASHED')
  const balance = async () => Number((await member.client.call(ENDPOINTS.account, {})).balance)
  const before = await balance()
  const visitor = await windowAt(orderPage(order))
  const { page } = visitor
  await page.getByRole('radio', { name: /^Take ₫7.20 in cash/ }).check()
  await press(page, 'Take ₫7.20 in cash')
  await confirm(page, 'Continue')
  await page.getByRole('checkbox', { name: /^I give up the prize/ }).check()
  await confirm(page, 'Take ₫7.20')
  await page.getByText('Paid into your wallet').waitFor()
  expect(await balance()).toBeCloseTo(before + 7.2)
  await page.getByRole('link', { name: 'Wallet statement' }).click()
  await page.getByRole('main').getByText('+₫7.20').first().waitFor()
  expectNoFaults(visitor)
})
