/** A real browser computes all values of fairness-vectors.json under the app's content policy. */
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { contentSecurityPolicy } from '@fairlot/server/platform/http/headers'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectNoFaults, launch, visit, type Visitor } from './support/browser.ts'
import { run } from './support/run.ts'
import type { FairnessPage } from './vectors/main.ts'

const ORIGIN = 'https://vectors.test'
const root = path.resolve(import.meta.dirname, '..')
const built = path.join(root, '.cache/vectors')

let browser: Browser
let visitor: Visitor
let page: Page

beforeAll(async () => {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js')
  const source = path.join(import.meta.dirname, 'vectors')
  const args = [vite, 'build', source, '--outDir', built, '--emptyOutDir', '--logLevel', 'warn']
  const { code, output } = await run(process.execPath, args)
  if (code !== 0) throw new Error(output)
  browser = await launch({ optimises: true })
  visitor = await visit(browser, ORIGIN, { worker: false })
  ;({ page } = visitor)
  await page.route(`${ORIGIN}/**`, async (route) => {
    const { pathname } = new URL(route.request().url())
    const file = pathname === '/' ? '/index.html' : pathname
    await route.fulfill({
      body: await readFile(path.join(built, file)),
      contentType: file.endsWith('.js') ? 'text/javascript' : 'text/html',
      headers: { 'content-security-policy': contentSecurityPolicy() },
    })
  })
  await page.goto(`${ORIGIN}/`)
  await page.waitForFunction(() => 'fairness' in globalThis)
})
afterAll(async () => {
  await browser?.close()
})

test('every published value agrees with its formula', async () => {
  const failures = await page.evaluate(() => {
    const { fairness } = globalThis as unknown as { fairness: FairnessPage }
    return fairness.check(fairness.vectors)
  })
  expect(failures).toEqual([])
  expectNoFaults(visitor)
})

test('the check finds a changed value in each part', async () => {
  const silent = await page.evaluate(() => {
    type Tree = { [key: string]: Tree | string | number }
    const { fairness } = globalThis as unknown as { fairness: FairnessPage }
    /** Changes the last value below a node. */
    function spoil(tree: Tree): void {
      const key = Object.keys(tree).at(-1)!
      const value = tree[key]!
      if (typeof value === 'object') spoil(value)
      else
        tree[key] =
          typeof value === 'number' ? value + 10_000 : value.slice(0, -1) + (value.endsWith('1') ? '2' : '1')
    }
    return Object.keys(fairness.vectors).filter((part) => {
      const copy = structuredClone(fairness.vectors)
      spoil((copy as unknown as Record<string, Tree>)[part]!)
      try {
        return fairness.check(copy).length === 0
      } catch {
        // The check refuses such a value.
        return false
      }
    })
  })
  expect(silent).toEqual([])
})
