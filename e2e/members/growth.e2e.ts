/**
 * Growth in a browser: an invitation up to the rebate that is paid; the check-in, a gift and tasks, each claimed once; a prize-share event from the friends who register and top
 * up to the prize in the wallet, with the proof checked on the device. Business time is moved on to the deadline and to the draw.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { fundAndPublish } from '@fairlot/server/modules/home/fund-house'
import type { TestMember } from '@fairlot/server/testing/factories'
import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { drawn } from '../support/draws.ts'
import { newPhone, register, toCashier } from '../support/journey.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'

const UNIT = 10_000n
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

let server: ServerProcess
let stage: Backstage
let browser: Browser

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  await fundAndPublish(
    { db: stage.db, writer: stage.context.fair.writer },
    { account: 'marketing', amount: 10_000n * UNIT, reference: 'journey' },
  )
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

async function asMember(member: TestMember): Promise<{ visitor: Visitor; page: Page }> {
  const visitor = await visit(browser, server.url)
  await logIn(visitor, server.url, member)
  return { visitor, page: visitor.page }
}

test('a friend registers by the link, tops up and buys, and the rebate is pending until the draw', async () => {
  const shares = 20
  const issue = await stage.sell({ code: 'INVITED', shares, sharePrice: 10n * UNIT })
  const { visitor, page } = await asMember(await stage.member())
  await visitor.go('#/pages/invitation/invitation')
  const link = await page.getByText(/\/i\//).textContent()
  const code = link!.split('/i/')[1]!
  await page.getByRole('img', { name: code, exact: true }).waitFor()

  const friend = await visit(browser, server.url)
  await friend.go(`#/pages/login/regist?code=${code}`)
  const invitation = friend.page.getByRole('textbox', { name: /^Invitation code/ })
  expect(await invitation.inputValue()).toBe(code)
  await register(friend.page, server.url, newPhone())
  await friend.page.getByRole('navigation', { name: 'Shortcuts' }).waitFor()
  await friend.go('#/pages/payment/recharge')
  await toCashier(friend.page, '100')
  await friend.page.getByRole('button', { name: /^Pay .*100$/ }).click()
  await friend.page
    .getByText(/added to your wallet|is in your wallet/)
    .first()
    .waitFor()
  await friend.go(`#/pages/goods/goods?issue=${issue}&buy=5`)
  await friend.page.getByRole('button', { name: /^Pay ₫50/ }).click()
  await friend.page.getByText('5 shares are yours').waitFor()

  await visitor.go('#/pages/invitation/idetail')
  await page.getByRole('list', { name: 'Invited friends' }).getByText('Topped up').waitFor()
  await visitor.go('#/pages/account/bonus')
  const rebates = page.getByRole('list', { name: 'Rebates' })
  // the job of the next minute counts the order
  await stage.advance(MINUTE_MS)
  await rebates.getByText('Pending').waitFor()
  await rebates.getByText('+₫0.50').waitFor()

  const other = await stage.member({ balance: '200.00' })
  await other.client.call(ENDPOINTS.buy, { issue, quantity: shares - 5, requestId: randomUUID() })
  await drawn(stage, other.client, issue)
  await rebates.getByText('Paid', { exact: true }).waitFor()
  await visitor.go('#/pages/account/funding')
  await page.getByText('+₫0.50').first().waitFor()
  expectNoFaults(visitor)
  await friend.close()
})

test('a member checks in, takes the gift and claims a purchase, each once', async () => {
  const member = await stage.member({ balance: '300.00' })
  // what a log in on a phone leaves behind: no gift without a device
  await stage.db.query(
    `insert into device_seen (member_id, device_hash, first_at) select $1, sha256('phone'), business_now()`,
    [member.memberId],
  )
  // rewards come from what the house keeps of drawn orders
  const earlier = await stage.sell({ code: 'LEAVES', shares: 100, marketPrice: 10n * UNIT })
  await member.client.call(ENDPOINTS.buy, { issue: earlier, quantity: 100, requestId: randomUUID() })
  await drawn(stage, member.client, earlier)
  const { visitor, page } = await asMember(member)
  await visitor.go('#/pages/task/task')
  await page.getByRole('button', { name: /^Check in for/ }).click()
  await page.getByText('Checked in', { exact: true }).waitFor()

  const gifts = page.getByRole('region', { name: 'Newcomer gift' })
  await gifts
    .getByRole('button', { name: /^Claim/ })
    .first()
    .click()
  await gifts.getByText('Received').first().waitFor()

  const tasks = page.getByRole('region', { name: 'Today’s tasks' })
  const purchase = tasks.getByRole('listitem').filter({ hasText: 'First purchase' })
  await purchase.getByRole('button', { name: /^Claim/ }).click()
  await purchase.getByText('Received').waitFor()

  await visitor.go('#/pages/invitation/invitation')
  await page.getByRole('button', { name: 'Share the link' }).click()
  await visitor.go('#/pages/task/task')
  const share = tasks.getByRole('listitem').filter({ hasText: 'Share your link' })
  await share.getByRole('button', { name: /^Claim/ }).click()
  await share.getByText('Received').waitFor()

  await page.reload()
  await purchase.getByText('Received').waitFor()
  await page.getByText('Checked in', { exact: true }).waitFor()
  expectNoFaults(visitor)
})

test('a member brings three friends, joins an event, and sees the drawn winner checked on the device', async () => {
  const member = await stage.member()
  const deadlineMs = (await stage.now()) + DAY_MS
  const event = await stage.db.tx((tx) =>
    stage.context.growth.events.make(tx, {
      titles: [{ language: 'en-us', title: 'Journey pool' }],
      pool: 100n * UNIT,
      winners: 1,
      friends: 3,
      topUp: 100n * UNIT,
      opensMs: null,
      deadlineMs,
      grade: 'beacon',
    }),
  )
  const { visitor, page } = await asMember(member)
  await visitor.go(`#/pages/prize/prize?event=${event.number}`)
  await page.getByText('You need 3 more friends').waitFor()
  for (let friend = 0; friend < 3; friend++)
    await stage.member({ inviterId: member.memberId, balance: '100.00' })
  await page.reload()
  await page.getByRole('button', { name: 'Take part' }).click()
  await page.getByText('You are taking part').waitFor()
  await page.getByText('Your tag', { exact: true }).waitFor()

  await stage.advance(DAY_MS)
  await page.getByText('Sealed and checked').waitFor()
  await stage.advance(2 * MINUTE_MS)
  await page.getByRole('heading', { name: 'You won' }).waitFor()
  await page.getByText('Verified', { exact: true }).waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the proof' }).click()
  expect((await download).suggestedFilename()).toBe(`${event.number}-proof.json`)

  await visitor.go('#/pages/account/funding')
  await page.getByText('+₫100.00').first().waitFor()
  expectNoFaults(visitor)
})
