/** Live updates in real browsers: the server pushes changes to a page; a page without a stream polls. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from './support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Look, type Visitor } from './support/browser.ts'
import { payIn } from './support/cashier.ts'
import { hasShown, keepLines, pressAtOnce } from './support/seen.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'
import { until } from './support/until.ts'

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
  for (const visitor of visitors) await visitor.close()
  visitors = []
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

/** A window of a member, without the service worker because requests are intercepted. */
async function windowOf(member: TestMember | null, look: Look = {}): Promise<Visitor> {
  const visitor = await visit(browser, server.url, { ...look, worker: false })
  visitors.push(visitor)
  if (member) await logIn(visitor, server.url, member)
  return visitor
}

const goods = (issue: string) => `#/pages/goods/goods?issue=${issue}`
const sold = (page: Page, count: number) => page.getByText(`${count} of 10 shares sold`).first().waitFor()
const buy = ({ client }: TestMember, issue: string) =>
  client.call(ENDPOINTS.buy, { issue, quantity: 1, requestId: randomUUID() })

/** Opens a page and waits until its event stream is open. */
async function goLive(visitor: Visitor, hash: string): Promise<void> {
  const opened = visitor.page.waitForResponse((response) => response.url().includes('/api/stream?'))
  await visitor.go(hash)
  expect((await opened).status()).toBe(200)
}

/** Longer than a page waits before it tries to open a stream again. */
const PAGE_WAIT_MS = 61_000

/** From now on these calls get no answer, so that news reaches the page by push only. */
async function hold({ page }: Visitor, ...paths: string[]): Promise<void> {
  for (const path of paths) await page.route(`**/api${path}`, () => undefined)
}

const ASKED = [ENDPOINTS.goodsDetail.path, ENDPOINTS.account.path]

test('two browsers see the purchases of each other by push alone', async () => {
  const issue = await stage.sell({ code: 'PUSH', shares: 10 })
  const [alice, bob] = [
    await windowOf(await stage.member({ balance: '100.00' })),
    await windowOf(await stage.member({ balance: '100.00' })),
  ]
  for (const visitor of [alice, bob]) {
    await goLive(visitor, goods(issue))
    await sold(visitor.page, 0)
    await visitor.page.getByRole('button', { name: 'Buy shares' }).waitFor()
    await hold(visitor, ...ASKED)
  }
  for (const [buyer, other, count] of [
    [bob, alice, 1],
    [alice, bob, 2],
  ] as const) {
    await buyer.page.getByRole('button', { name: 'Buy shares' }).click()
    await buyer.page.getByRole('dialog').getByRole('button', { name: 'Pay ₫1.00' }).click()
    await buyer.page.getByRole('heading', { name: '1 share is yours' }).waitFor()
    await sold(other.page, count)
    await buyer.go(goods(issue))
    await sold(buyer.page, count)
  }
  for (const visitor of [alice, bob]) expectNoFaults(visitor)
})

test('the account page shows a credited recharge by push alone', async () => {
  const member = await stage.member({ balance: '100.00' })
  const visitor = await windowOf(member)
  await goLive(visitor, '#/pages/account/account')
  await visitor.page.getByText('₫100.00').first().waitFor()
  await hold(visitor, ...ASKED)
  await payIn(server.url, member.client, '100.00')
  await visitor.page.getByText('₫200.00').first().waitFor()
  expectNoFaults(visitor)
})

test('a page whose stream is blocked polls', async () => {
  const issue = await stage.sell({ code: 'POLL', shares: 10 })
  const member = await stage.member({ balance: '100.00' })
  const visitor = await windowOf(null)
  const tried = visitor.page.waitForRequest((request) => request.url().includes('/api/stream?'))
  await visitor.page.route('**/api/stream?*', (route) => route.abort())
  await visitor.go(goods(issue))
  await sold(visitor.page, 0)
  await tried
  await buy(member, issue)
  await sold(visitor.page, 1)
  expectNoFaults(visitor, [/ERR_FAILED/])
})

test('a new stream brings what the page missed while the server was stopped', async () => {
  const issue = await stage.sell({ code: 'AWAY', shares: 10 })
  const member = await stage.member({ balance: '100.00' })
  const visitor = await windowOf(null)
  await visitor.page.clock.install()
  await goLive(visitor, goods(issue))
  await sold(visitor.page, 0)
  await hold(visitor, ...ASKED)
  await buy(member, issue)
  await sold(visitor.page, 1)
  // The page does not hear of the next purchase: it has no stream, and gets no ticket for one.
  await visitor.page.route('**/api/index/streamticket', (route) => route.abort())
  await server.stop()
  await server.start()
  await buy(member, issue)
  let isAgain = false
  visitor.page.on('response', (response) => (isAgain ||= response.url().includes('/api/stream?')))
  await visitor.page.unroute('**/api/index/streamticket')
  // The page may be in the middle of a try, and begin its wait only after the clock was moved.
  await until('the page has a stream again', async () => {
    await visitor.page.clock.fastForward(PAGE_WAIT_MS)
    return isAgain
  })
  await sold(visitor.page, 2)
})

const draw = (issue: string) => `#/pages/goods/draw?issue=${issue}`

test('of two members who watch a draw, one opens a win and the other the page of a loss', async () => {
  const issue = await stage.sell({ code: 'NIGHT', shares: 1_000, sharePrice: 100n, grade: 'salt' })
  const members = await Promise.all([
    stage.member({ balance: '100.00' }),
    stage.member({ balance: '100.00' }),
  ])
  for (const { client } of members)
    await client.call(ENDPOINTS.buy, { issue, quantity: 500, requestId: randomUUID() })
  const card = () => members[0].client.call(ENDPOINTS.goodsDetail, { issue })
  const winner = await until('the issue is drawn', async () => (await card()).card.winner ?? false)
  const [won, lost] = winner.mine ? members : members.toReversed()

  // With motion: the digits open one by one, and the prize follows.
  const winning = await windowOf(won!, { motion: true })
  await keepLines(winning.page)
  await winning.go(draw(issue))
  await hasShown(winning.page, /^The result is published already. It opens digit by digit.$/)
  await hasShown(winning.page, /^\d+ of your 500 still in$/)
  await winning.page.getByText('You won', { exact: true }).waitFor()
  await winning.page.getByRole('link', { name: 'See my prize' }).waitFor()
  await winning.page.getByText(/^Drawn at [\d:]+ and checked on this device$/).waitFor()
  await winning.page.keyboard.press('Escape')
  await winning.go(goods(issue))
  await winning.page.getByRole('region', { name: 'You won' }).getByText('with 500 of 1,000 shares').waitFor()
  await winning.page.getByRole('link', { name: 'See my prize' }).click()
  await winning.page.getByText(`Your code ${winner.code} is the winning code.`).waitFor()

  // At once: the result, and after it the page of the loss.
  const losing = await windowOf(lost!, { motion: true })
  await losing.go(draw(issue))
  await pressAtOnce(losing.page, 'Open it at once')
  await losing.page.getByRole('img', { name: `Winning code ${winner.code}` }).waitFor()
  await losing.page.getByRole('heading', { name: /^Your 500 shares didn.t win$/ }).waitFor()
  await losing.page.getByText(/a near miss does not improve/).waitFor()
  for (const visitor of [winning, losing]) expectNoFaults(visitor)
})
