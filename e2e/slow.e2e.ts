/**
 * Home on a slow phone: 400 ms to the server and back, 1.6 Mbit/s, a processor a quarter as fast. A measured time would be that of the
 * machine which runs the test. So the test shows what home waits for (the page, then one wave of requests), adds up what the browser
 * received and worked, and computes the time from these. The work is compared with a loop in the same browser.
 */
import type { Browser, CDPSession, Page, Request, Route } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { backstage, type Backstage } from './support/backstage.ts'
import { expectNoFaults, launch, logIn, visit, type Visitor } from './support/browser.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'

const PHONE = { latencyMs: 400, bytesPerMs: 200, slowdown: 4, connections: 6 }
/** Processor time of `loop` on the machine to which `slowdown` refers: two cores of 2024, otherwise idle. */
const REFERENCE_LOOP_MS = 11
/** Issues on home. */
const ISSUES = 6

let server: ServerProcess
let stage: Backstage
let browser: Browser
let visitor: Visitor | undefined

beforeAll(async () => {
  server = await serverProcess()
  ;[browser] = await Promise.all([launch({ optimises: true }), server.start()])
  stage = await backstage(server)
  for (let index = 0; index < ISSUES; index++) await stage.sell({ code: `SLOW${index}`, shares: 10 })
})
afterEach(async () => {
  await visitor?.close()
  visitor = undefined
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

type Gate = {
  /** requests that the page made while their answers were withheld */
  asked: Request[]
  /** waits until the page has made a request whose address contains each of these */
  until(...parts: string[]): Promise<void>
  /** lets the withheld requests go on; later ones are withheld for good */
  open(): Promise<void>
}

/** Withholds every request but the page itself. */
async function gate(page: Page): Promise<Gate> {
  const held: Route[] = []
  const asked: Request[] = []
  let isOpen = false
  const listeners = new Set<() => void>()
  await page.route('**/*', async (route) => {
    const request = route.request()
    if (request.isNavigationRequest()) return route.continue()
    if (isOpen) return undefined
    held.push(route)
    asked.push(request)
    for (const listener of listeners) listener()
  })
  return {
    asked,
    until: (...parts) =>
      new Promise((resolve) => {
        const look = () => {
          if (!parts.every((part) => asked.some((request) => request.url().includes(part)))) return
          listeners.delete(look)
          resolve()
        }
        listeners.add(look)
        look()
      }),
    async open() {
      isOpen = true
      await Promise.all(held.map((route) => route.continue()))
    },
  }
}

/** Bytes as received, by the path of the address. */
async function countBytes(session: CDPSession): Promise<Map<string, { bytes: number; encoding: string }>> {
  const paths = new Map<string, string>()
  const received = new Map<string, { bytes: number; encoding: string }>()
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const { pathname } = new URL(response.url)
    paths.set(requestId, pathname)
    const header = Object.entries(response.headers).find(
      ([name]) => name.toLowerCase() === 'content-encoding',
    )
    received.set(pathname, { bytes: 0, encoding: header?.[1] ?? '' })
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const of = received.get(paths.get(requestId) ?? '')
    if (of) of.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  return received
}

/** Milliseconds of processor time of the page's main thread so far. */
async function workMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000
}

/** Work of the kind that a start does: functions, texts, sorting, objects. */
function loop(): number {
  let kept = 0
  for (let turn = 0; turn < 10; turn++) {
    const words = Array.from({ length: 4_000 }, (_, index) => `${(index * 7_919) % 10_007}`)
    const sorted = words.toSorted().map((word) => ({ word, length: word.length }))
    kept += JSON.stringify(sorted).length
  }
  return kept
}

async function calibrate(page: Page, session: CDPSession): Promise<number> {
  const before = await workMs(session)
  await page.evaluate(loop)
  return (await workMs(session)) - before
}

const SCRIPT = /\/assets\/[\w-]+\.js$/
/** Text appears in the phone's own font until the font has arrived. */
const isFont = (path: string) => path.endsWith('.woff2')

test('home shows the brand after one round trip and is usable after two, within 1 s and 4 s on a slow phone', async () => {
  visitor = await visit(browser, server.url, { worker: false })
  const { page } = visitor
  const session = await visitor.context.newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const received = await countBytes(session)
  const { asked, until, open } = await gate(page)

  // Everything but the page itself is withheld: the brand and the skeleton need nothing else.
  await visitor.page.goto(`${server.url}/`, { waitUntil: 'commit' })
  const skeleton = page.getByRole('status', { name: 'Loading' })
  await skeleton.getByText('Fairlot').waitFor()
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0)
  // Code, messages and answers are asked for together, before any script of the app has arrived.
  await until('/assets/vendor-', '/assets/core-', '/assets/home-', '/assets/messages/en-us-page-home')
  await until('/api/index/index', '/api/index/kind', '/api/index/getsystem', '.css')
  const brandWork = await workMs(session)

  // What home asks for from now on is withheld: it is usable with what it asked for at once.
  await open()
  await page.locator('main a[href*="/pages/goods/goods"]').first().waitFor()
  expect(await skeleton.count()).toBe(0)
  const work = await workMs(session)
  const loops = [
    await calibrate(page, session),
    await calibrate(page, session),
    await calibrate(page, session),
  ]
  const perPhone = (PHONE.slowdown * REFERENCE_LOOP_MS) / Math.min(...loops)

  const html = received.get('/')
  const wave = [...new Set(asked.map((request) => new URL(request.url()).pathname))].filter(
    (path) => !isFont(path),
  )
  const bytes = wave.reduce((sum, path) => sum + (received.get(path)?.bytes ?? 0), 0)
  for (const path of wave.filter((name) => SCRIPT.test(name))) {
    if ((received.get(path)?.bytes ?? 0) > 2_000) expect(received.get(path)?.encoding, path).toBe('br')
  }
  expect(html?.encoding).toBe('br')
  const brandMs = PHONE.latencyMs + (html?.bytes ?? Number.NaN) / PHONE.bytesPerMs + brandWork * perPhone
  // At worst no transfer overlaps with a wait.
  const waits = Math.ceil(wave.length / PHONE.connections)
  const usableMs =
    PHONE.latencyMs * (1 + waits) + ((html?.bytes ?? Number.NaN) + bytes) / PHONE.bytesPerMs + work * perPhone
  console.log(
    `slow phone: brand after ${Math.round(brandMs)} ms, home after ${Math.round(usableMs)} ms: page ${html?.bytes} bytes, then ` +
      `${wave.length} requests with ${bytes} bytes; work ${Math.round(brandWork)} and ${Math.round(work)} ms, loop ` +
      `${loops.map(Math.round).join(', ')} ms`,
  )
  expect(brandMs).toBeLessThan(1_000)
  expect(usableMs).toBeLessThan(4_000)
})

test("a member's home is asked for before the app's code arrives, signed, and only once", async () => {
  const member = await stage.member({ balance: '100.00' })
  visitor = await visit(browser, server.url, { worker: false })
  await logIn(visitor, server.url, member)
  const { page } = visitor
  const homeCalls: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/index/index')) homeCalls.push(request.postData() ?? '')
  })
  const { until, open } = await gate(page)
  await page.goto(`${server.url}/`, { waitUntil: 'commit' })
  await until('/api/index/index', '/assets/core-')
  expect(new URLSearchParams(homeCalls[0]).get('token')).toBe(member.session.token)
  const answered = page.waitForResponse((response) => response.url().endsWith('/api/index/index'))
  await open()
  expect(((await (await answered).json()) as { flag: number }).flag).toBe(0)
  await page.locator('main a[href*="/pages/goods/goods"]').first().waitFor()
  expect(homeCalls.length).toBe(1)
  expectNoFaults(visitor)
})
