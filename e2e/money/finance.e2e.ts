/**
 * Finance products in a browser: a purchase with its quote, the interest of a day and the maturity by push with business time moved
 * on, the lines of the wallet statement, and an early exit.
 */
import { sellUnits } from '@fairlot/server/testing/made/finance'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const DAY_MS = 86_400_000
const CODE = 'TWODAYS'

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  // units of 10.00 for two days, at 0.5 % a day
  await sellUnits(stage, CODE, { terms: { termHours: 48, maxUnits: 20, totalUnits: 100 } })
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

/**
 * Opens the app as a new member. To a session that goes on, the days that a test skips are hours without a break: its next
 * purchase would wait for the answer to the reality check.
 */
async function asMember(): Promise<void> {
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  await logIn(visitor, server.url, await stage.member({ balance: '200.00' }))
}

/** Types the units, reads the quote, confirms, and comes to the order. */
async function buy(units: string, amount: string, interest: string): Promise<void> {
  await visitor.go(`#/pages/finance/fdetail?code=${CODE}`)
  await page.getByRole('textbox', { name: 'How many units?' }).fill(units)
  const line = page.getByText('Interest in 2 days').locator('+ dd')
  await line.getByText(interest, { exact: true }).waitFor()
  await page.getByRole('button', { name: `Buy for ${amount}` }).click()
  const sheet = page.getByRole('dialog', { name: `Buy ${units} units?` })
  await sheet.getByText('You get your principal back at once').waitFor()
  await sheet.getByRole('button', { name: `Pay ${amount}` }).click()
  await page.getByText(`Your order of ${units} units is placed`).waitFor()
}

test('a member buys units, sees the interest of a day and the maturity arrive, and finds them in the statement', async () => {
  await asMember()
  await visitor.go('#/pages/game/index')
  await page.getByRole('link', { name: `Product ${CODE}` }).click()
  await page.getByText('Interest is paid only from the operator’s reserve').first().waitFor()
  await page.getByText('Paid from fees of the mall.').waitFor()
  await buy('5', '₫50.00', '₫0.50')
  await page.getByText('The first interest accrues after').waitFor()

  await stage.advance(DAY_MS)
  const day = page.getByRole('row', { name: /^Day 1/ })
  await day.getByText('+₫0.25').waitFor()
  await page.getByText('1 of 2').waitFor()

  await stage.advance(DAY_MS)
  await page.getByText('Completed', { exact: true }).waitFor()
  await page.getByRole('row', { name: /^Day 2/ }).waitFor()

  await visitor.go('#/pages/account/funding')
  await page.getByText('−₫50.00').waitFor()
  await page.getByText('+₫50.50').waitFor()
  expectNoFaults(visitor)
})

test('a member ends an order early: the principal comes back, the interest is forfeited', async () => {
  await asMember()
  await buy('3', '₫30.00', '₫0.30')
  await stage.advance(DAY_MS)
  await page.getByRole('row', { name: /^Day 1/ }).waitFor()
  await page.getByRole('button', { name: 'End early' }).click()
  const question = page.getByRole('alertdialog', { name: 'End this order early?' })
  await question.getByText('Back in your wallet now').locator('+ dd').getByText('₫30.00').waitFor()
  await question.getByText('Interest you forfeit').locator('+ dd').getByText('₫0.15').waitFor()
  await question.getByRole('button', { name: 'End early' }).click()
  await page.getByText('Exited early').waitFor()
  await page.getByText('Interest forfeited').locator('+ dd').getByText('₫0.15').waitFor()
  expectNoFaults(visitor)
})

test('the books are in order after interest and exits', async () => {
  // the statements of the days that the clock skipped are made meanwhile
  let output = ''
  const isSound = async () => {
    const doctor = await server.doctor()
    output = doctor.output
    return doctor.code === 0
  }
  await until('no check finds a breach', isSound).catch((error: unknown) => {
    throw new Error(output, { cause: error })
  })
})
