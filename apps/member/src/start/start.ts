/**
 * The inline script of index.html (`build/page-start.ts`). It runs before the first paint: it sets theme and language, asks for
 * the files of the page that the address names, and sends the page's first calls while the app's code is still on its way.
 */
import { BASE_PATH, encodeForm } from '@fairlot/contract/wire'
import { signTextOf } from '@fairlot/fairness/signatures/sign-text'
import { digest, signWith, storedKey } from '../api/key-store.ts'
import { deviceLanguage, direction } from '../i18n/languages.ts'
import type { OfferedLanguage } from '../i18n/languages.ts'
import type { EarlyAnswer } from './early.ts'
import './early-messages.ts'
import { pictureLink } from './early-picture.ts'
import { CALCULATION_PAGE, FIRST_FILTERS, FIRST_GOODS, FIRST_HOLDINGS } from './first-inputs.ts'
import { addSheet } from './sheets.ts'
import { withstandTranslation } from './translated.ts'

/** What the build knows; the name is replaced by the value. */
declare const START: {
  /** files that pages need, beside those that index.html names */
  files: string[]
  /** by the route's path: indexes of files, namespaces of messages, the name of the file that has all of them */
  pages: Record<string, [number[], string[], string?]>
  /** the hashes in the names of message files, by language */
  hashes: Record<string, string>
  /** addresses of the style sheets; development has neither */
  sheets: { first: string; full: string } | undefined
  /** "Loading", by language */
  labels: Record<OfferedLanguage, string>
  /** the files of products' drawings, by name */
  drawings: Record<string, string>
  light: string
  dark: string
}
const known = START

withstandTranslation()

function kept(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}')
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    // Storage is blocked or damaged; the app then starts with the device's own settings.
    return {}
  }
}

// The keys and values are those of stores/preferences.ts and stores/session.ts.
const preferences = (kept('fairlot.preferences')['state'] ?? {}) as Record<string, unknown>
const token = kept('fairlot.session')['token']
const language = (preferences['language'] ?? deviceLanguage(navigator.languages)) as OfferedLanguage
const { theme } = preferences
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
const [path = '', search] = location.hash.slice(1).split('?')
const route = path === '' ? '/' : path

const page = document.documentElement
page.dataset['theme'] = dark ? 'dark' : 'light'
page.lang = language
page.dir = direction(language)
const isHome = route === '/' || route === '/pages/home/home'
if (isHome) page.dataset['start'] = 'home'
if (known.sheets) {
  const { first, full } = known.sheets
  const arrival = addSheet(isHome ? first : full)
  // the app shows the page also without it
  arrival.catch(() => undefined)
  globalThis.fairlotSheets = { arrival, full, isFull: !isHome }
}
document.querySelector('meta[name="theme-color"]')?.setAttribute('content', dark ? known.dark : known.light)

new MutationObserver((_, observer) => {
  const skeleton = document.querySelector('#start')
  if (!skeleton) return
  observer.disconnect()
  skeleton.setAttribute('aria-label', known.labels[language])
}).observe(document, { childList: true, subtree: true })

// A start without a network begins again when the network comes.
addEventListener('online', () => {
  if (document.querySelector('#start')) location.reload()
})

function ask(href: string, rel: string, kind?: string): void {
  const link = document.createElement('link')
  link.rel = rel
  if (kind !== undefined) link.as = kind
  link.crossOrigin = 'anonymous'
  link.href = href
  document.head.append(link)
}

const [files, namespaces, bundle] = known.pages[route] ?? [[], ['ui']]
const hash = known.hashes[language]
const messages = (name: string): string => `/assets/messages/${language}-${name}.${hash}.json`
if (hash !== undefined && bundle !== undefined) {
  const trees = fetch(messages(`page-${bundle}`)).then(async (response) => {
    if (!response.ok) throw new Error(`status ${response.status}`)
    return response.json() as Promise<Record<string, unknown>>
  })
  // the app then asks for each namespace
  trees.catch(() => undefined)
  globalThis.fairlotMessages = { language, namespaces, trees }
} else if (hash !== undefined) {
  for (const namespace of namespaces) ask(messages(namespace), 'preload', 'fetch')
}
for (const file of files) ask(`/${known.files[file]}`, 'modulepreload')

const early: Record<string, EarlyAnswer> = {}
globalThis.fairlotEarly = early
const { subtle } = crypto
/** The app repeats a call without an answer after this time. */
const EARLY_TIMEOUT_MS = 20_000

async function post(at: string, param: string, secret: string): Promise<unknown> {
  const fields = { path: BASE_PATH + at, date: String(Date.now()), language }
  const key = secret === '' ? undefined : await storedKey()
  if (secret !== '' && !key) throw new Error('the session has no key')
  const [tokenHash, paramHash] = await Promise.all([
    secret === '' ? null : digest(subtle, secret),
    digest(subtle, param),
  ])
  const text = signTextOf(fields, tokenHash, paramHash)
  const sign = await (key ? signWith(subtle, key, text) : digest(subtle, text))
  const response = await fetch(fields.path, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: encodeForm({ date: fields.date, sign, language, token: secret, param }),
    signal: AbortSignal.timeout(EARLY_TIMEOUT_MS),
  })
  if (!response.ok) throw new Error(`status ${response.status}`)
  return response.json()
}

/** @param mine the answer depends on the member, so the call carries the session */
function callEarly(at: string, param: object, mine: boolean): void {
  // without WebCrypto (plain http) the app signs by a library, later
  if (!subtle) return
  const secret = mine && typeof token === 'string' ? token : ''
  const text = JSON.stringify(param)
  const answer = post(at, text, secret)
  // the app repeats a call that failed
  answer.catch(() => undefined)
  early[BASE_PATH + at] = { language, token: secret, param: text, answer }
}

function askPicture(answer: unknown): void {
  const link = pictureLink(answer, known.drawings)
  if (link === undefined) return
  document.head.append(
    Object.assign(
      document.createElement('link'),
      { rel: 'preload', as: 'image', fetchPriority: 'high' },
      link,
    ),
  )
}

callEarly('/index/getsystem', {}, false)
if (isHome || route === '/pages/index/index') callEarly('/index/index', {}, true)
const isMall = route === '/pages/mall/mall'
if (isHome || isMall) callEarly('/index/kind', {}, false)
if (isMall && search === undefined) {
  callEarly('/goods/list', FIRST_GOODS, true)
  callEarly('/goods/filters', FIRST_FILTERS, true)
}
const issue = new URLSearchParams(search).get('issue')
const isCalculation = route === '/pages/goods/calculation'
const isGoods = route === '/pages/goods/goods'
if ((isCalculation || isGoods) && issue !== null) {
  callEarly('/goods/detail', { issue }, true)
  // without an answer, the app asks for the picture
  if (isGoods) early[`${BASE_PATH}/goods/detail`]?.answer.then(askPicture, () => undefined)
}
if (isCalculation && issue !== null) callEarly('/goods/calculation', { issue, limit: CALCULATION_PAGE }, true)
const isAccount = route === '/pages/account/account'
if (typeof token === 'string' && (isAccount || isGoods)) callEarly('/index/useraccount', {}, true)
if (typeof token === 'string' && isAccount) {
  callEarly('/task/member', {}, true)
  callEarly('/finance/orders', FIRST_HOLDINGS, true)
}
