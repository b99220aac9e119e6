/** A cash tier: odds before the purchase, the prize at the draw, and the money in the wallet. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'

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

/** Ten codes: one wins 3.00, four win 1.25. */
const TIERS = [
  { from: 0, to: 0, prize: 30_000n },
  { from: 1, to: 2, prize: 12_500n },
]

test('a member sees the odds, wins in a cash tier, and finds the money in the wallet', async () => {
  const issue = await stage.sell({
    code: 'RING',
    mode: 'cash',
    marketPrice: undefined,
    tiers: TIERS,
    shares: 10,
    grade: 'salt',
    maxIssues: 1,
  })
  const [member, other] = [
    await stage.member({ balance: '100.00' }),
    await stage.member({ balance: '100.00' }),
  ]
  const { page } = visitor
  await logIn(visitor, server.url, member)
  await visitor.go(`#/pages/goods/goods?issue=${issue}&buy=8`)
  await page.getByText('5 of 10 codes win').first().waitFor()
  const sheet = page.getByRole('dialog')
  // eight codes in a row miss no winning code's prizes
  await sheet.getByText('A prize with 8 shares').waitFor()
  await sheet.getByText('100%').waitFor()
  await sheet.getByRole('button', { name: 'Pay ₫8.00' }).click()
  await page.getByRole('heading', { name: '8 shares are yours' }).waitFor()

  await other.client.call(ENDPOINTS.buy, { issue, quantity: 2, requestId: randomUUID() })
  await visitor.go(`#/pages/goods/goods?issue=${issue}`)
  await page
    .getByRole('heading', { name: /^You won ₫/ })
    .first()
    .waitFor()
  const { items } = await member.client.call(ENDPOINTS.orderList, {})
  const won = items[0]!.prizes.reduce((sum, { amount }) => sum + Number(amount), 0)
  // two of ten codes are the other member's
  expect(won).toBeGreaterThanOrEqual(3.75)
  const text = `₫${won.toFixed(2).replace(/\.00$/, '')}`
  await page
    .getByRole('heading', { name: `You won ${text}` })
    .first()
    .waitFor()
  const table = page.getByRole('table', { name: 'Prizes and odds' })
  expect(await table.getByRole('row').count()).toBe(3)

  await page.getByRole('link', { name: 'See it in my wallet' }).first().click()
  await page.getByText('Cash prize').first().waitFor()
  await page
    .getByText(`+₫${won.toFixed(2)}`)
    .first()
    .waitFor()
  const { balance } = await member.client.call(ENDPOINTS.account, {})
  expect(Number(balance)).toBeCloseTo(100 - 8 + won, 4)

  await visitor.go(`#/pages/goods/calculation?issue=${issue}`)
  await page.getByText('Verified').first().waitFor()
  expect(await page.getByRole('table', { name: 'Prizes and odds' }).getByRole('row').count()).toBe(3)
  expectNoFaults(visitor)
})
