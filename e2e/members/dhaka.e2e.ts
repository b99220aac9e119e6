/**
 * A member in Dhaka with a small phone, in Bengali: tops up, buys with a voucher, bets and sees the result, reads a notice, and withdraws
 * in the hours of the member's clock. Going back closes each sheet on the way and stays on the page.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import { fundAndPublish } from '@fairlot/server/modules/home/fund-house'
import { waivePlay } from '@fairlot/server/modules/ledger/index'
import { grantVouchers } from '@fairlot/server/modules/mall/index'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, prefer, visit, type Visitor } from '../support/browser.ts'
import { newestCode, smsCode } from '../support/cashier.ts'
import { fundBankroll, roundFor, settle } from '../support/rounds.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'
import { wordsOf } from '../support/words.ts'

const LANGUAGE = 'bn-bd'
const say = wordsOf(LANGUAGE)
/** The zone of the house is UTC, six hours behind. */
const LOOK = { language: LANGUAGE, timeZone: 'Asia/Dhaka', width: 360, height: 640 } as const
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const GAME = 'lucky-3m'
const TIME_TO_BET_MS = 90_000

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
  await fundBankroll(stage)
  await fundAndPublish(
    { db: stage.db, writer: stage.context.fair.writer },
    { account: 'marketing', amount: 10_000_000n, reference: 'JOURNEY-2' },
  )
  visitor = await visit(browser, server.url, LOOK)
  ;({ page } = visitor)
  await prefer(visitor, LOOK)
  member = await stage.member()
  await stage.db.tx((tx) =>
    grantVouchers(tx, {
      name: 'a journey',
      approvalId: null,
      members: [member.memberId],
      amount: 50_000n,
      minSpend: 50_000n,
      days: 30,
    }),
  )
  await logIn(visitor, server.url, member)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

const button = (name: string) => page.getByRole('button', { name: say(name) })

/** Opens a layer, goes back, which closes it on the same page, and opens it again. @returns the layer */
async function openedTwice(open: () => Promise<void>) {
  const layer = page.getByRole('dialog')
  const route = () => new URL(page.url()).hash.split('?')[0]
  const before = route()
  await open()
  await layer.waitFor()
  await page.goBack()
  await layer.waitFor({ state: 'detached' })
  expect(route()).toBe(before)
  await open()
  await layer.waitFor()
  return layer
}

/** No part of the page is wider than the screen. */
const expectFits = async () =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(LOOK.width)

test('a member tops up with Bengali digits', async () => {
  await visitor.go('#/pages/account/account')
  await page.getByRole('link', { name: say('account:wallet.recharge') }).click()
  // as a Bengali keyboard types it
  await page.getByRole('textbox', { name: say('recharge:amount.label') }).fill('৫০০')
  await expectFits()
  await page
    .getByRole('region', { name: say('recharge:pay.label') })
    .getByRole('button')
    .click()
  await page.waitForURL(/\/sandbox\/cashier/)
  await page.locator('button[value=pay]').click()
  await page.getByRole('heading', { name: say('recharge:state.success') }).waitFor()
  await page.getByText('₫500.00').first().waitFor()
  await expectFits()
})

test('a purchase takes the voucher in the sheet', async () => {
  const issue = await stage.sell({
    code: 'DHAKA',
    shares: 10,
    sharePrice: 20_000n,
    grade: 'salt',
    maxIssues: 1,
  })
  await visitor.go(`#/pages/goods/goods?issue=${issue}`)
  await button('goods:remind.title').click()
  await page.getByRole('menuitemcheckbox', { name: say('goods:remind.drawn') }).click()
  await page.getByRole('menuitemcheckbox', { name: say('goods:remind.drawn'), checked: true }).waitFor()
  await page.goBack()
  await page.getByRole('menu').waitFor({ state: 'detached' })
  const sheet = await openedTwice(() => button('goods:bar.buy').click())
  await sheet.getByRole('radio', { name: say('goods:buy.allLeft_other') }).check()
  // the best voucher is chosen by itself
  await sheet.getByText('−₫5.00').first().waitFor()
  await sheet.getByRole('button', { name: say('goods:buy.pay') }).click()
  await page.getByRole('heading', { name: say('success:paid_other') }).waitFor()
  await expectFits()
  await page.goBack()
  await page.getByRole('heading', { level: 1 }).first().waitFor()
})

test('a bet in a small window shows its result where the member looks', async () => {
  const period = await roundFor(stage, member.client, GAME, TIME_TO_BET_MS)
  await visitor.go(`#/pages/game/game?game=${GAME}`)
  for (const half of ['big', 'small'])
    await page
      .getByRole('main')
      .getByRole('button', { name: new RegExp(say(`game:half.${half}`).source.slice(0, -1)) })
      .click()
  const sheet = await openedTwice(() => button('game:place').click())
  await sheet.getByRole('button', { name: say('game:bet') }).click()
  await sheet.waitFor({ state: 'detached' })
  await settle(stage, member.client, GAME, period)
  const result = page
    .getByText(say('game:strip.less'))
    .or(page.getByText(say('game:strip.won')))
    .first()
  await result.waitFor()
  const box = (await result.boundingBox())!
  expect(box.y).toBeGreaterThanOrEqual(0)
  expect(box.y + box.height).toBeLessThanOrEqual(LOOK.height)
  await expectFits()
})

test('the notice of the draw opens from the bell', async () => {
  await visitor.go('#/pages/home/home')
  await page
    .getByRole('link', { name: new RegExp(say('account:list.notices').source.slice(1, -1)) })
    .first()
    .click()
  await page.getByText(say('notices:kind.drawn')).waitFor()
  await expectFits()
  await page.goBack()
  await page.waitForURL(/home\/home/)
})

test('a withdrawal follows the hours of the member’s own clock', async () => {
  await stage.owner.tx((tx) => waivePlay(tx, member.memberId))
  const sendCode = async (within: Page | ReturnType<Page['getByRole']>) => {
    const before = await newestCode(server.url, member.phone)
    await within.getByRole('button', { name: say('ui:code.send') }).click()
    const code = await smsCode(server.url, member.phone, before)
    await within.getByRole('textbox', { name: say('ui:code.label') }).fill(code)
  }
  await visitor.go('#/pages/payment/add')
  await page.getByRole('radio', { name: say('payout:kind.upi') }).check({ force: true })
  await page.getByRole('textbox', { name: say('payout:field.number.upi') }).fill('asha.rao@okbank')
  await page.getByRole('textbox', { name: say('payout:field.holder') }).fill('Asha Rao')
  await sendCode(page)
  await button('payout:form.save').click()
  await page.waitForURL(/payment\/payment/)

  // eleven in the morning of the house is five in the afternoon in Dhaka
  const now = await stage.now()
  const wait = ((11 * HOUR_MS - (now % DAY_MS) + DAY_MS) % DAY_MS) + DAY_MS
  await stage.advance(wait)
  await until(
    'the server has the new time',
    async () => (await member.client.call(ENDPOINTS.system, {})).serverTime >= now + wait,
  )
  await visitor.go('#/pages/payment/withdraw')
  await page.reload()
  const hours = page.getByText(new RegExp(say('withdraw:hours.open').source.slice(0, -1)))
  await hours.waitFor()
  const text = (await hours.innerText()).replaceAll(/\s+/g, ' ')
  expect(text).toMatch(/16:00 .+ 00:00 .+ 17:00.+ UTC .+ 10:00 .+ 18:00/)
  await page.getByRole('textbox', { name: say('withdraw:amount.label') }).fill('১৫০')
  await expectFits()
  const sheet = await openedTwice(() => button('withdraw:go.amount').click())
  await sendCode(sheet)
  await sheet.getByRole('button', { name: say('withdraw:confirm.act') }).click()
  await page.getByRole('heading', { name: say('withdraw:state.waiting') }).waitFor()
  await expectFits()
  expectNoFaults(visitor)
})

test('the books are in order after the journey', async () => {
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
