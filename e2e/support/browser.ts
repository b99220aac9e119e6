/** A browser whose pages are watched: what a page must not do is kept as a fault. */
import type { OfferedLanguage } from '@fairlot/contract/languages'
import type { TestMember } from '@fairlot/server/testing/factories'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect } from 'vitest'
import { HANG_MS } from './until.ts'

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
/** Pages live for seconds here: compiling their code a second time, for speed, costs more than it saves. */
const QUICK_START = '--js-flags=--no-opt --no-maglev'
/** Code that one page runs again and again for minutes. */
const LASTING = '--js-flags=--no-opt'

type LaunchOptions = {
  /** the browser compiles as a member's browser does: where speed is measured, or long computations run */
  optimises?: boolean
  /** pages stay for minutes: the examination of screens */
  lasting?: boolean
}

/** Starts the Chromium that `CHROMIUM` names; e2e/run.ts sets it. */
export function launch({ optimises = false, lasting = false }: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM']
  if (!executablePath) throw new Error('CHROMIUM is not set. Run the journeys by e2e/run.ts.')
  const args = optimises ? FLAGS : [...FLAGS, lasting ? LASTING : QUICK_START]
  return chromium.launch({ executablePath, args, timeout: HANG_MS })
}

export type Look = {
  language?: OfferedLanguage
  theme?: 'light' | 'dark'
  width?: number
  height?: number
  /** pixels of the screen for a pixel of the page; 2 for pictures */
  scale?: number
  /** animations run; without it the visitor prefers reduced motion */
  motion?: boolean
  /** IANA name of the device's zone; UTC by default */
  timeZone?: string
  /** allow the app's service worker; false where requests are intercepted */
  worker?: boolean
}

export type Visitor = {
  context: BrowserContext
  page: Page
  /** Opens a page of the app: `#/pages/…`. */
  go(hash: string): Promise<void>
  /** The faults so far: console errors, violations of the content policy, foreign hosts, error statuses, exceptions. */
  faults: string[]
  close(): Promise<void>
}

const contexts = new Set<BrowserContext>()

/** The pages of all visitors that are not closed. */
export const openPages = (): Page[] => [...contexts].flatMap((context) => context.pages())

/** A separate browser window without a session and without data of an earlier visit. */
export async function visit(browser: Browser, url: string, look: Look = {}): Promise<Visitor> {
  const { language = 'en-us', theme = 'light', width = 390, height = 844, scale = 1 } = look
  const { motion = false, worker = true, timeZone = 'UTC' } = look
  const context = await browser.newContext({
    viewport: { width, height },
    deviceScaleFactor: scale,
    colorScheme: theme,
    locale: language.replace(/-..$/, (country) => country.toUpperCase()),
    timezoneId: timeZone,
    reducedMotion: motion ? 'no-preference' : 'reduce',
    serviceWorkers: worker ? 'allow' : 'block',
    acceptDownloads: true,
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  contexts.add(context)
  context.on('close', () => contexts.delete(context))
  const faults: string[] = []
  await watch(context, url, faults)
  const page = await context.newPage()
  page.setDefaultTimeout(HANG_MS)
  return {
    context,
    page,
    async go(hash) {
      await page.goto(`${url}/${hash}`)
    },
    faults,
    close: () => context.close(),
  }
}

/** Patterns of the faults that a journey causes on purpose. */
export type Expected = RegExp[]

export function expectNoFaults({ faults }: Pick<Visitor, 'faults'>, expected: Expected = []): void {
  expect(faults.filter((fault) => !expected.some((pattern) => pattern.test(fault)))).toEqual([])
}

async function watch(context: BrowserContext, url: string, faults: string[]): Promise<void> {
  const { origin } = new URL(url)
  await context.exposeFunction('reportFault', (fault: string) => void faults.push(fault))
  await context.addInitScript(() => {
    const { reportFault } = globalThis as unknown as { reportFault: (fault: string) => void }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) => {
      reportFault(`content policy: ${violatedDirective} ${blockedURI} ${sourceFile}`)
    })
  })
  context.on('request', (request) => {
    const to = new URL(request.url())
    if (to.protocol.startsWith('http') && to.origin !== origin) faults.push(`foreign host: ${to.href}`)
  })
  context.on('response', (response) => {
    if (response.status() >= 400)
      faults.push(`status ${response.status()}: ${new URL(response.url()).pathname}`)
  })
  context.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`)
  })
  context.on('weberror', (error) => void faults.push(`exception: ${described(error.error())}`))
}

/** What is thrown may have no message, or no stack. */
const described = ({ name, message, stack, cause }: Error): string =>
  (stack || `${name} ${message}`.trim() || 'without a message') +
  (cause instanceof Error ? `, caused by ${described(cause)}` : '')

/** Stores a choice of language and theme where the app stores it. */
export async function prefer({ context }: Visitor, look: Pick<Look, 'language' | 'theme'>): Promise<void> {
  const state = { language: look.language ?? 'en-us', theme: look.theme ?? 'light', hideBalance: false }
  await context.addInitScript((kept) => {
    localStorage.setItem('fairlot.preferences', localStorage.getItem('fairlot.preferences') ?? kept)
  }, JSON.stringify({ state }))
}

/** Opens an empty page of the same origin, where the storage can be written while the app does not run. */
export async function leaveApp(page: Page, url: string): Promise<void> {
  const empty = new URL('/empty', url).href
  // Without an icon of its own the browser asks for /favicon.ico, which is a fault.
  const body = '<!doctype html><title>empty</title><link rel="icon" href="data:,">'
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(empty)
  await page.unroute(empty)
}

/** Logs a member in as the app does: the token in the storage, the sign key as a key that scripts cannot read. */
export async function logIn({ page }: Pick<Visitor, 'page'>, url: string, member: TestMember): Promise<void> {
  await leaveApp(page, url)
  const { token, signKey, expiresAt, member: info } = member.session
  await page.evaluate(
    async ({ stored, bytes }) => {
      const key = await crypto.subtle.importKey(
        'raw',
        Uint8Array.from(bytes),
        { name: 'HMAC', hash: 'SHA-256' },
        false,
        ['sign'],
      )
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('fairlot', 1)
        opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('keys'))
        opening.addEventListener('error', () => reject(opening.error))
        opening.addEventListener('success', () => {
          const transaction = opening.result.transaction('keys', 'readwrite')
          transaction.objectStore('keys').put(key, 'sign')
          transaction.addEventListener('complete', () => {
            opening.result.close()
            resolve()
          })
        })
      })
      localStorage.setItem('fairlot.session', stored)
    },
    {
      stored: JSON.stringify({ token, member: info, expiresAt }),
      bytes: [...Buffer.from(signKey, 'hex')],
    },
  )
}
