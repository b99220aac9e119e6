/** The path of a new member: from the landing page to a proof that the verifier confirms. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoFaults, launch, visit, type Visitor } from './support/browser.ts'
import { newPhone, register, toCashier } from './support/journey.ts'
import { run } from './support/run.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'

/** One share of the demo world's rice cooker is left. */
const ISSUE = 'COOKER-0003'

let server: ServerProcess
let browser: Browser
let visitor: Visitor

beforeAll(async () => {
  server = await serverProcess({ demo: true })
  ;[browser] = await Promise.all([launch(), server.start()])
  visitor = await visit(browser, server.url, { motion: true })
})
afterAll(async () => {
  await visitor?.close()
  await browser?.close()
  await server?.dispose()
})

type Loose = Record<string, unknown>
type Evidence = { receipts: { receipt: string }[]; log: { checkpoints: unknown[]; alarm: unknown } }

/** Another digit of the same kind: 9 becomes 8, anything else the next. */
const otherDigit = (digit: string) => (/[9a-f]/.test(digit) ? '8' : String(Number(digit) + 1))

/** Changes one character of the value at a place of the proof, keeping its kind. */
async function withOneByteChanged(file: string, at: string): Promise<string> {
  const proof = JSON.parse(await readFile(file, 'utf8')) as Loose
  const keys = at.split('.')
  const last = keys.pop()!
  const holder = keys.reduce<Loose>((value, key) => value[key] as Loose, proof)
  const text = String(holder[last])
  const changed = text.slice(0, -1) + otherDigit(text.slice(-1))
  holder[last] = typeof holder[last] === 'number' ? Number(changed) : changed
  const forged = path.join(server.dataDir, `${at}.json`)
  await writeFile(forged, JSON.stringify(proof))
  return forged
}

/** The command that the page names, and the program that it starts. */
const verify = (file: string) => run('npm', ['run', '--silent', 'verify', '--', file])
const verifier = (file: string) => run(process.execPath, ['packages/fairness/cli/verify.ts', file])

test('a new member registers, recharges, buys the last share, sees the draw and verifies its proof', async () => {
  const { page } = visitor
  await visitor.go('#/pages/index/index')
  await page.getByRole('link', { name: 'Register' }).first().click()
  await register(page, server.url, newPhone())

  await page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link', { name: 'Top up' }).click()
  await toCashier(page, '100')
  await page.getByRole('button', { name: /^Pay .*100$/ }).click()
  await page.getByRole('heading', { name: 'Top-up successful' }).waitFor()
  await page.getByText('₫100.00').first().waitFor()

  await visitor.go('#/')
  await page.locator(`a[href*="${ISSUE}"]`).first().click()
  await page.getByRole('heading', { level: 1, name: 'Ember rice cooker, 1.8 l' }).waitFor()
  await page.getByText('59 of 60 shares sold').waitFor()
  await page.getByRole('button', { name: 'Buy shares' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pay ₫2.00' }).click()

  await page.getByRole('heading', { name: '1 share is yours' }).waitFor()
  await page.getByRole('list').getByText('1000060').waitFor()
  await page.getByRole('link', { name: 'See my codes' }).click()
  await page.getByRole('heading', { name: 'Draw in' }).waitFor()
  expect(await page.getByRole('timer', { name: 'Draw in' }).innerText()).toMatch(/^0\s*0\s*:\s*[0-3]\s*\d$/)

  // Before the draw, the device checks and holds the sealed list.
  await visitor.go(`#/pages/goods/calculation?issue=${ISSUE}`)
  await page.getByRole('heading', { name: 'Sealed and checked' }).waitFor()
  await page.getByRole('button', { name: 'Download the sealed list' }).waitFor()
  await page.goBack()

  // The page shows the draw when the countdown ends.
  const code = page.getByRole('img', { name: /^Winning code 10000\d\d$/ })
  await code.waitFor()
  const drawn = (await code.getAttribute('aria-label'))!.slice(-7)
  await page
    .getByText(drawn === '1000060' ? 'You won' : 'Didn’t win')
    .first()
    .waitFor()

  await page.getByRole('link', { name: 'See calculation' }).first().click()
  await page.getByRole('heading', { name: 'Verified' }).waitFor()
  await page.getByText(`Your device computed ${drawn} from the list it held before the draw.`).waitFor()
  await page.getByRole('img', { name: `Winning code ${drawn}` }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download the proof' }).click(),
  ])
  expect(download.suggestedFilename()).toBe(`${ISSUE}-proof.json`)
  const proof = path.join(server.dataDir, 'proof.json')
  await download.saveAs(proof)

  const verified = await verify(proof)
  expect(verified.output).toContain(drawn)
  expect(verified.output).not.toContain('✗')
  expect(verified.code, verified.output).toBe(0)

  // The purchase left its receipt and signed states of the log on the device.
  await visitor.go('#/pages/fair/fair')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save the evidence file' }).click(),
  ])
  const kept = JSON.parse(await readFile(await saved.path(), 'utf8')) as Evidence
  expect(kept.receipts.map(({ receipt }) => (JSON.parse(receipt) as Loose)['issue'])).toEqual([ISSUE])
  expect(kept.log.checkpoints.length).toBeGreaterThan(0)
  expect(kept.log.alarm).toBe(null)
  expectNoFaults(visitor)

  // One changed character in a row, the seal, the signature or the result fails the step that it belongs to.
  const steps = {
    'rows.0.time': 'times',
    'rows.3.quantity': 'codes',
    'rows.5.tag': 'digest',
    'seal.digest': 'digest',
    'seal.sum': 'sum',
    'seal.salt': 'commitment',
    'seal.round': 'round',
    'beacon.signature': 'beacon',
    'result.entropy': 'entropy',
    'result.code': 'result',
  }
  const forgeries = Object.entries(steps).map(async ([at, step]) => {
    const { code: status, output } = await verifier(await withOneByteChanged(proof, at))
    expect(status, `${at}\n${output}`).toBe(1)
    expect(output, at).toMatch(new RegExp(`^✗ ${step}\\b`, 'm'))
  })
  await Promise.all(forgeries)
})

test('the server logs no error, and its books are sound', async () => {
  expect(server.errors()).toEqual([])
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
