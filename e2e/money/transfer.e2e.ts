/**
 * A recharge by transfer: instructions, proof, a statement that the operator imports, the credit; and a transfer that the
 * statement shows only after the time is over.
 */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import { makePicture } from '@fairlot/server/testing/made/pictures'
import { makeReceiving, packed, statementOf } from '@fairlot/server/testing/made/transfers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const DAY_MS = 24 * 60 * 60_000
const BANK = 'journey-bank'
const RECHARGE = '#/pages/payment/recharge'

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
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  await makeReceiving({ db: stage.db, wallet: stage.context.wallet }, 'bank', BANK)
  member = await stage.member()
  await logIn(visitor, server.url, member)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

/** Opens a transfer on the page. @returns the reference that the ticket shows */
async function openTransfer(amount: string): Promise<string> {
  await visitor.go(RECHARGE)
  await page.getByRole('textbox', { name: 'Amount' }).fill(amount)
  await page.getByRole('radio', { name: /^Bank transfer · Test bank/ }).check()
  await page.getByRole('textbox', { name: 'Account holder' }).fill('Asha Rao')
  await page.getByRole('button', { name: `Continue with ₫${amount}` }).click()
  const ticket = page.getByRole('region', { name: 'Your transfer' })
  await ticket.getByText(/^\d{12}$/).waitFor()
  await ticket.getByText('Fairlot Ltd').waitFor()
  const reference = /FL[0-9A-Z]{6,}/.exec(await ticket.innerText())?.[0]
  if (reference === undefined) throw new Error('the ticket shows no reference')
  return reference
}

/** Imports a statement with one line, as an operator does, and matches it. */
async function statement(amount: string, text: string): Promise<void> {
  const { transfers } = stage.context.wallet
  await stage.db.tx(async (tx) =>
    transfers.import(tx, {
      account: await transfers.account(tx, BANK),
      content: packed(statementOf([{ amount, text, id: randomUUID() }])),
      name: 'journey.csv',
      operatorId: randomUUID(),
    }),
  )
  await transfers.matchNew()
}

const balance = async () => (await member.client.call(ENDPOINTS.account, {})).balance

test('a member names the transaction, adds a slip, and gets the money that the statement shows', async () => {
  const reference = await openTransfer('500')
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await page.getByText('Enter the transaction number or add a picture of the slip.').waitFor()
  await page.getByRole('textbox', { name: 'Transaction number' }).fill('TXN-0042')
  await page
    .getByLabel('Slip: choose a file')
    .setInputFiles({ name: 'slip.jpg', mimeType: 'image/jpeg', buffer: await makePicture() })
  await page.getByText('Received', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'I have sent it' }).click()
  await page.getByRole('heading', { name: 'Proof sent' }).waitFor()
  await page.getByText('Slip sent').waitFor()
  expect(await balance()).toBe('0.00')
  await statement('500.00', `ASHA RAO ${reference} TOP UP`)
  await page.getByRole('heading', { name: 'Top-up successful' }).waitFor()
  expect(await balance()).toBe('500.00')
})

test('another amount than was opened is credited as it arrived, and the page says so', async () => {
  const reference = await openTransfer('300')
  await statement('280.00', reference)
  await page.getByText('₫280.00 arrived instead of ₫300.00. What arrived is in your wallet.').waitFor()
  expect(await balance()).toBe('780.00')
})

test('a transfer after its time is proven by the member and still credited', async () => {
  const reference = await openTransfer('200')
  const { serverTime: before } = await member.client.call(ENDPOINTS.system, {})
  await stage.advance(4 * DAY_MS)
  await until(
    'the server has the new time',
    async () => (await member.client.call(ENDPOINTS.system, {})).serverTime >= before + 4 * DAY_MS,
  )
  await until('the transfer has expired', async () => {
    const { items } = await member.client.call(ENDPOINTS.rechargeLog, {})
    return items[0]?.status === 'failed'
  })
  await page.reload()
  await page.getByRole('heading', { name: 'Payment failed' }).waitFor()
  await page.getByRole('textbox', { name: 'Transaction number' }).fill('TXN-0043')
  await page.getByRole('button', { name: 'Send proof' }).click()
  await page.getByRole('heading', { name: 'Proof sent' }).waitFor()
  await statement('200.00', reference)
  await page.reload()
  await page.getByText('Your payment arrived after this top-up had ended.', { exact: false }).waitFor()
  expect(await balance()).toBe('980.00')
  await visitor.go('#/pages/payment/recordlist')
  await page.getByText('+₫200.00').waitFor()
  await page.getByText('+₫280.00').waitFor()
  // the page on which the member is logged in has no icon
  expectNoFaults(visitor, [/status of 404/])
})
