/** The identity check: a withdrawal that needs it, refused with a reason, sent again, approved by two operators. */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { waivePlay } from '@fairlot/server/modules/ledger/index'
import type { TestMember } from '@fairlot/server/testing/factories'
import { makeOperator, type TestOperator } from '@fairlot/server/testing/operators'
import { makePayout } from '@fairlot/server/testing/made/payouts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { newestCode, smsCode } from '../support/cashier.ts'
import { fillDocument, pictureFile } from '../support/states/identity-states.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page
let member: TestMember
let reviewers: [TestOperator, TestOperator]

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  // withdrawals are open at noon
  const ahead = (12 * HOUR_MS - (Date.now() % DAY_MS) + DAY_MS) % DAY_MS
  member = await stage.member({ balance: '8000.00' })
  const { serverTime: before } = await member.client.call(ENDPOINTS.system, {})
  await stage.advance(ahead)
  const { memberId } = member
  await stage.owner.tx((tx) => waivePlay(tx, memberId))
  await makePayout({ db: stage.db, wallet: stage.context.wallet }, memberId)
  reviewers = [await reviewer(), await reviewer()]
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  await until(
    'the server has the new time',
    async () => (await member.client.call(ENDPOINTS.system, {})).serverTime >= before + ahead,
  )
  await logIn(visitor, server.url, member)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

const reviewer = () => makeOperator({ context: stage.context, url: server.url }, ['support'])
const bar = (name: string) => page.getByRole('region', { name })
const checkNumber = async (): Promise<string> => {
  const { check } = await member.client.call(ENDPOINTS.identityState, {})
  if (!check) throw new Error('the member has no check')
  return check.number
}

/** Fills in the form and sends it, with pictures that the browser draws. */
async function sendCheck(name: string): Promise<void> {
  await fillDocument(page, name)
  const file = await pictureFile(page)
  for (const slot of ['Front', 'Back', 'Proof of address']) await choose(slot, file)
  await bar('Identity check').getByRole('button', { name: 'Continue' }).click()
  await choose('You with the document', file)
  await bar('Identity check').getByRole('button', { name: 'Send for review' }).click()
  await page.getByRole('heading', { name: 'In review' }).waitFor()
}

async function choose(slot: string, file: Awaited<ReturnType<typeof pictureFile>>): Promise<void> {
  const place = page.getByRole('region', { name: slot, exact: true })
  await place.getByLabel(`${slot}: choose a file`).setInputFiles(file)
  await place.getByText('Received', { exact: true }).waitFor()
}

test('a withdrawal that needs the check leads to it, and the pictures are sent', async () => {
  await visitor.go('#/pages/payment/withdraw')
  await page.getByRole('textbox', { name: 'Amount' }).fill('5200')
  await page.getByText('₫4,940.00').waitFor()
  await bar('Withdraw').getByRole('link', { name: 'Go to the identity check' }).click()
  await bar('Identity check').getByRole('link', { name: 'Start the check' }).click()
  await sendCheck('N. J. Trading')
  expect(await page.getByText('No reviewer has opened a picture yet.').count()).toBe(1)
})

test('a refusal says why, and the member sends the check again', async () => {
  const number = await checkNumber()
  await reviewers[0].client.call(ENDPOINTS.identityPicture, { number, slot: 'front' })
  await reviewers[0].client.call(ENDPOINTS.identityRefuse, {
    number,
    reason: 'name_differs',
    note: 'The document says “Asha Rao”.',
  })
  await page.getByRole('heading', { name: 'Refused' }).waitFor()
  await page.getByText('The name on the document differs from the name that you entered.').waitFor()
  await page.getByText('The document says “Asha Rao”.').waitFor()
  await page.getByText(/^Reviewer \d+: Front$/).waitFor()
  await bar('Identity check').getByRole('link', { name: 'Try again' }).click()
  await sendCheck('Asha Rao')
})

test('the second approval opens the withdrawal, with the amount that was entered', async () => {
  const number = await checkNumber()
  const [mina, omar] = reviewers
  await mina.client.call(ENDPOINTS.identityApprove, { number })
  await page.getByText('The first reviewer agreed').waitFor()
  await omar.client.call(ENDPOINTS.identityApprove, { number })
  await page.getByRole('heading', { name: 'Checked' }).waitFor()
  await bar('Identity check').getByRole('button', { name: 'Back to where you were' }).click()
  await bar('Withdraw').getByRole('button', { name: 'Withdraw ₫5,200.00' }).click()
  const sheet = page.getByRole('dialog')
  const before = await newestCode(server.url, member.phone)
  await sheet.getByRole('button', { name: 'Send code' }).click()
  await page.getByText(/^Sent to /).waitFor()
  const code = await smsCode(server.url, member.phone, before)
  await sheet.getByRole('textbox', { name: 'Verification code' }).fill(code)
  await sheet.getByRole('button', { name: 'Confirm withdrawal' }).click()
  await page.getByRole('heading', { name: 'We have received your withdrawal' }).waitFor()
  // the page on which the member is logged in has no icon
  expectNoFaults(visitor, [/status of 404/])
})
