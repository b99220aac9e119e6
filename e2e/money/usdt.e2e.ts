/**
 * A recharge in USDT: the exact amount and the address of one recharge, a payment of less that a played node of TRON reports
 * block by block, and the rest of it.
 */
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { TestMember } from '@fairlot/server/testing/factories'
import {
  PLAYED_CONTRACT,
  playedChain,
  playedNode,
  TEST_XPUB,
  type PlayedNode,
} from '@fairlot/server/testing/played/played-chain'
import { adjust } from '@fairlot/server/testing/server'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from '../support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from '../support/browser.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'
import { until } from '../support/until.ts'

const chain = playedChain(Date.now())
let node: PlayedNode
let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor
let page: Page
let member: TestMember

beforeAll(async () => {
  node = await playedNode(() => chain)
  const env = { TRC20_XPUB: TEST_XPUB, TRC20_CONTRACT: PLAYED_CONTRACT, TRC20_NODES: node.url }
  server = await serverProcess({ env })
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  await adjust(stage.context, { 'wallet.trc20Rate': '2.5', 'wallet.trc20Confirmations': '3' })
  visitor = await visit(browser, server.url)
  ;({ page } = visitor)
  member = await stage.member()
  await until('USDT is offered', async () => {
    const { items } = await member.client.call(ENDPOINTS.rechargeMethods, {})
    return items.some(({ kind }) => kind === 'trc20')
  })
  await logIn(visitor, server.url, member)
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await stage?.close()
  await server?.dispose()
  await node?.close()
})

const balance = async () => (await member.client.call(ENDPOINTS.account, {})).balance

/** Adds blocks, and makes the next look at the address due. */
async function mine(blocks: number): Promise<void> {
  chain.mine(blocks)
  await stage.advance(20_000)
}

test('a member sends less than the exact amount, sees it confirmed, and sends the rest', async () => {
  await visitor.go('#/pages/payment/nrecharge')
  await page.getByRole('textbox', { name: 'Amount' }).fill('500')
  await page.getByRole('button', { name: 'Continue with ₫500' }).click()
  const ticket = page.getByRole('region', { name: 'Send exactly' })
  await ticket
    .getByRole('timer')
    .getByText(/2\d:\d\d/)
    .first()
    .waitFor()
  const shown = await ticket.innerText()
  expect(shown.replaceAll(/\s/g, '')).toContain('200.000000USDT')
  const address = await ticket
    .getByText(/^T\w{33}$/)
    .first()
    .textContent()
  await ticket.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate(async () => navigator.clipboard.readText())).toBe(address)

  chain.pay({ to: address!, units: 150_000_000n })
  await mine(1)
  await page.getByText('Your transfer was seen').waitFor()
  await page.getByText('1 of 3').waitFor()
  await mine(1)
  await page.getByText('2 of 3').waitFor()
  expect(await balance()).toBe('0.00')
  await mine(1)
  await page.getByText('150.000000 of 200.000000 USDT has arrived.', { exact: false }).waitFor()
  expect(await balance()).toBe('375.00')

  chain.pay({ to: address!, units: 50_000_000n })
  await mine(3)
  await page.getByRole('heading', { name: 'Top-up successful' }).waitFor()
  expect(await balance()).toBe('500.00')
  await visitor.go('#/pages/payment/recordlist')
  await page.getByText('+₫500.00').waitFor()
  expectNoFaults(visitor)
})
