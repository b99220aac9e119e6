/**
 * The games in a browser: a bet on each kind of option, the countdown, a win and a loss by push, the check of the round on the
 * device with the receipts of the bets, and a race. Business time is moved on to the close and to the result.
 */
import type { GameId } from '@fairlot/contract/kinds/game-kinds'
import type { TestMember } from '@fairlot/server/testing/factories'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from './support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from './support/browser.ts'
import { fundBankroll, roundFor, roundState, settle } from './support/rounds.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'

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
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  member = await stage.member({ balance: '500.00' })
  await logIn(visitor, server.url, member)
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

/** A round of three minutes takes bets for 150 seconds, one of King for 105: a slow machine makes its bets in this time. */
const TIME_TO_BET_MS = 90_000
const LUCKY = 'lucky-3m'

const state = (game: GameId, period: string) => roundState(member.client, game, period)
const openPeriod = (game: GameId) => roundFor(stage, member.client, game, TIME_TO_BET_MS)

const option = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name })

/** Chooses options on the board and bets 10.00 on each of them in the sheet. */
async function bet(amount: string, ...options: (string | RegExp)[]): Promise<void> {
  for (const name of options) await option(name).click()
  await page.getByRole('button', { name: 'Place bet' }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByText('Past rounds do not matter').waitFor()
  await sheet.getByRole('timer', { name: 'Bets close in' }).waitFor()
  await sheet.getByRole('button', { name: `Bet ${amount}` }).click()
  await sheet.waitFor({ state: 'detached' })
}

test('a member bets on each kind of option, sees the result arrive, and checks the round', async () => {
  await roundFor(stage, member.client, 'lucky-1m', 0)
  await visitor.go('#/pages/game/index')
  await page.getByRole('link', { name: 'Lucky Ball' }).first().click()
  await page.getByRole('timer', { name: 'Bets close in' }).first().waitFor()
  await visitor.go(`#/pages/game/game?game=${LUCKY}`)
  const period = await openPeriod(LUCKY)
  await page.getByRole('timer', { name: 'Bets close in' }).first().waitFor()
  await bet('₫40.00', /^Green/, 'Number 7, Green', /^Violet/, /^Single/)
  // one of these two wins, the other one loses
  await bet('₫10.00', /^Big/)
  await bet('₫10.00', /^Small/)
  expect((await state(LUCKY, period)).mine).toMatchObject({ bets: 3, amount: '60.00' })
  await settle(stage, member.client, LUCKY, period)
  await page
    .getByText(new RegExp(`^Round ${period}: \\d\\. .*(Your bets paid|Your bets did not win)`))
    .waitFor({
      state: 'attached',
    })
  const bets = page.getByRole('main').getByRole('article')
  await bets.getByText('Won', { exact: true }).first().waitFor()
  await bets.getByText('Didn’t win', { exact: true }).first().waitFor()

  await visitor.go(`#/pages/game/order?game=${LUCKY}&status=win`)
  await page.getByRole('link', { name: period }).first().click()
  await page.getByRole('heading', { name: 'Verified' }).waitFor()
  const steps = page.getByRole('listitem').filter({ hasText: 'Your receipts' })
  await steps.getByText('OK').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download the proof' }).click()
  expect((await saved).suggestedFilename()).toBe(`${LUCKY}-${period}-proof.json`)
  expectNoFaults(visitor)
})

test('a member bets on runners of King and sees the order of finish', async () => {
  await visitor.go('#/pages/game/gameK')
  const period = await openPeriod('king-2m')
  await bet('₫30.00', /^Runner 1$/, /^Runner 10/, /^Double/)
  await settle(stage, member.client, 'king-2m', period)
  await page.getByText(new RegExp(`^Round ${period}: runner \\d+ wins\\.`)).waitFor({ state: 'attached' })
  const { round } = await state('king-2m', period)
  const order = page.getByRole('heading', { name: 'Order of finish' }).locator('+ ol')
  expect(
    (await order.getByRole('listitem').allInnerTexts()).map((text) => Number(text.replace('Runner ', ''))),
  ).toEqual(round!.result!.finish)
  expectNoFaults(visitor)
})

test('a reload in the middle of a bet tells the bet, which is made once', async () => {
  await visitor.go(`#/pages/game/game?game=${LUCKY}`)
  const period = await openPeriod(LUCKY)
  const before = (await state(LUCKY, period)).mine.bets
  const taken = Promise.withResolvers<void>()
  // The server takes the bet; its answer never reaches the page.
  await page.route('**/game/bet', async (route) => {
    await route.fetch()
    taken.resolve()
  })
  await option(/^Big/).click()
  await page.getByRole('button', { name: 'Place bet' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bet ₫10.00' }).click()
  await taken.promise
  await page.unroute('**/game/bet')
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('Bet placed: ₫10.00').waitFor()
  expect((await state(LUCKY, period)).mine.bets).toBe(before + 1)
  await settle(stage, member.client, LUCKY, period)
  expectNoFaults(visitor)
})

test('the books are in order after the rounds', async () => {
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
