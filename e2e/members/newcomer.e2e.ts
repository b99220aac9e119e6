/** The path of a new member: from the landing page to a proof that the verifier confirms. */
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoFaults, launch, visit, type Visitor } from '../support/browser.ts'
import { newPhone, PASSWORD } from '../support/journey.ts'
import { run } from '../support/run.ts'
import { serverProcess, type ServerProcess } from '../support/server.ts'

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

/** The most taps from the landing page to a draw that the visitor's own device has verified. Typing does not count. */
const MOST_TAPS = 12

test('a new member registers, tops up, buys the last share, and sees a verified draw within twelve taps', async () => {
  const { page } = visitor
  let taps = 0
  const tap = async (role: 'link' | 'button' | 'checkbox', name: string | RegExp) => {
    taps += 1
    await page.getByRole(role, { name }).first().click()
  }
  await visitor.go('#/pages/index/index')
  await tap('link', 'Ember rice cooker, 1.8 l')
  await page.getByText('59 of 60 shares sold').waitFor()
  await tap('link', 'Register to buy')

  await page.getByRole('heading', { name: 'Create an account', level: 1 }).waitFor()
  await page.getByRole('textbox', { name: 'Phone number' }).fill(newPhone())
  await tap('button', 'Send code')
  await tap('button', /^Fill in \d{6}$/)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Repeat password').fill(PASSWORD)
  await tap('checkbox', /terms of use/)
  await tap('checkbox', /18 years/)
  await tap('button', 'Create account')

  // The purchase that was begun waits, with the smallest top-up that pays for it.
  await page.getByRole('dialog', { name: 'Ember rice cooker, 1.8 l' }).waitFor()
  await tap('link', /^Top up .*100/)
  await tap('button', /^Pay .*100$/)
  await page.waitForURL(/\/sandbox\/cashier/)
  await tap('button', /^Pay .*100$/)
  await page.waitForURL(/goods\/goods/)
  await tap('button', 'Pay ₫2.00')

  await page.getByRole('heading', { name: '1 share is yours' }).waitFor()
  await page.getByRole('list').getByText('1000060').waitFor()
  await tap('link', 'Watch the draw')
  await page.getByText(/checked on this device$/).waitFor()
  expect(taps).toBeLessThanOrEqual(MOST_TAPS)

  await visitor.go(`#/pages/goods/calculation?issue=${ISSUE}`)
  await page.getByRole('heading', { name: 'Verified' }).waitFor()
  const code = page.getByRole('img', { name: /^Winning code 10000\d\d$/ })
  const drawn = (await code.getAttribute('aria-label'))!.slice(-7)
  await page.getByText(`Your device computed ${drawn} from the list it held before the draw.`).waitFor()
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

test('going back restores the place in a list, also after the page was loaded again', async () => {
  const { page } = visitor
  const place = () => page.evaluate(() => Math.round(scrollY))
  const lists = { 'On sale': '#/pages/mall/mall', Winners: '#/pages/winner/winner' }
  for (const [name, hash] of Object.entries(lists)) {
    await visitor.go(hash)
    await page.getByRole('list', { name, exact: true }).waitFor()
    await page.waitForFunction(() => {
      scrollTo(0, 900)
      return scrollY > 600
    })
    const before = await place()
    await page.evaluate(() => {
      const links = [...document.querySelectorAll<HTMLElement>('main h2 a, main h3 a')]
      links.find((link) => link.getBoundingClientRect().top > 100)?.click()
    })
    await page.waitForURL(/goods\/goods/)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.reload()
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    await page.goBack()
    await page.waitForFunction((wanted) => Math.abs(scrollY - wanted) < 2, before)
  }
})

test('the server logs no error, and its books are sound', async () => {
  expect(server.errors()).toEqual([])
  const { code, output } = await server.doctor()
  expect(code, output).toBe(0)
})
