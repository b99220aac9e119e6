/** Double PK in two real browsers: a table with two seats, who leaves it, and who wins. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitors: Visitor[] = []

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
})
afterEach(async () => {
  for (const visitor of visitors) {
    expectNoFaults(visitor)
    await visitor.close()
  }
  visitors = []
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

async function windowOf(member: TestMember): Promise<Visitor> {
  const visitor = await visit(browser, server.url, {})
  visitors.push(visitor)
  await logIn(visitor, server.url, member)
  return visitor
}

const table = (issue: string) => `#/pages/goods/goods?issue=${issue}`

/** Takes the seat: the sheet names it, and the purchase costs half of the issue. */
async function sit({ page }: Visitor): Promise<void> {
  await page.getByRole('button', { name: 'Take the seat for ₫5' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Your seat').waitFor()
  await sheet.getByText('5 of 10').waitFor()
  await sheet.getByRole('button', { name: 'Pay ₫5.00' }).click()
  await page.getByRole('heading', { name: 'Your seat is taken' }).waitFor()
}

test('a member alone leaves the table and gets the money back; the next table opens', async () => {
  const issue = await stage.sell({ code: 'LEAVE', mode: 'pk', shares: 10, grade: 'salt' })
  const visitor = await windowOf(await stage.member({ balance: '100.00' }))
  const { page } = visitor
  await visitor.go('#/pages/mall/mall?mode=pk')
  await page.getByText('Your chance is 1 in 2').waitFor()
  await page.getByRole('link', { name: 'Product LEAVE' }).click()
  await sit(visitor)
  await visitor.go(table(issue))
  await page.getByRole('button', { name: 'Leave, ₫5 back' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByText('₫5.00 goes back to your balance').waitFor()
  await dialog.getByRole('button', { name: 'Leave' }).click()
  await page.getByText('Your seat was refunded in full').waitFor()
  await visitor.go('#/pages/account/account')
  await page.getByText('₫100.00').first().waitFor()
  await visitor.go('#/pages/mall/mall?mode=pk')
  await page.locator('a[href*="LEAVE-0002"]').click()
  await page.getByText('LEAVE-0002').first().waitFor()
})

test('two members take the seats, see each other, and one of them wins', async () => {
  const issue = await stage.sell({ code: 'DUEL', mode: 'pk', shares: 10, grade: 'salt' })
  const first = await stage.member({ balance: '100.00' })
  const [alice, bob] = [await windowOf(first), await windowOf(await stage.member({ balance: '100.00' }))]
  for (const visitor of [alice, bob]) await visitor.go(table(issue))
  await sit(alice)
  await alice.go(table(issue))
  await alice.page.getByText('You are alone at the table').waitFor()
  // the seat of the other member arrives by itself
  const seats = bob.page.getByRole('group', { name: 'Seats' })
  await seats.getByText('1000001').waitFor()
  await bob.page.waitForFunction(() => document.body.textContent.split('Free seat').length === 2)
  await sit(bob)
  // Alice watches: the result opens on her page, and tells each of them what it means
  await bob.go(table(issue))
  const winner = await until('the table is drawn', async () => {
    const { card } = await first.client.call(ENDPOINTS.goodsDetail, { issue })
    return card.winner ?? false
  })
  const [won, lost] = winner.mine ? [alice, bob] : [bob, alice]
  await won.page.getByRole('link', { name: 'See my prize' }).waitFor()
  await lost.page.getByText(/won$/).first().waitFor()
  expect(await lost.page.getByRole('link', { name: 'See my prize' }).count()).toBe(0)
})
