/**
 * Every screen in its main states: no accessibility violation, nothing wider than the window, one heading and one main
 * element, the right direction. Each state is examined in one of the looks (languages, themes and widths), which take
 * turns; in `npm run soak` in all of them. Axe takes longer than all the rest: `npm test` asks it about a third of the states, which the
 * commit chooses (`e2e/turn.ts`); every other run about all. Two files of journeys share the looks. `e2e/run.ts` puts pictures into
 * `.cache/shots/`; `npm test` only those of broken states. E2E_STATES, a regular expression, chooses states by name, and each
 * of them is examined in all looks.
 */
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { isSoak } from '@fairlot/fairness/testing/rounds.fixture'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backstage, type Backstage } from './backstage.ts'
import { launch, logIn, prefer, visit, type Look, type Visitor } from './browser.ts'
import { serverProcess, type ServerProcess } from './server.ts'
import { forgetting } from './states/fair-states.ts'
import type { Persona, Places, State } from './states/state.ts'
import { findPlaces } from './states/places.ts'
import { STATES } from './states.ts'
import { TURNS } from '../turn.ts'
import { until } from './until.ts'

const SHOTS = path.resolve(import.meta.dirname, '../../.cache/shots')
const withPictures = isSoak || process.env['E2E_PICTURES'] !== undefined
const LOOKS = {
  'en-light-390': { language: 'en-us', theme: 'light', width: 390 },
  'bn-dark-390': { language: 'bn-bd', theme: 'dark', width: 390 },
  'ar-light-1440': { language: 'ar-sa', theme: 'light', width: 1440, height: 900 },
  'en-light-820': { language: 'en-us', theme: 'light', width: 820, height: 1180 },
  'bn-light-320': { language: 'bn-bd', theme: 'light', width: 320 },
  'en-light-1440': { language: 'en-us', theme: 'light', width: 1440, height: 900 },
  'ar-light-390': { language: 'ar-sa', theme: 'light', width: 390 },
  'bn-dark-820': { language: 'bn-bd', theme: 'dark', width: 820, height: 1180 },
  'ar-light-1024': { language: 'ar-sa', theme: 'light', width: 1024, height: 768 },
} as const satisfies Record<string, Look>
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PERSONAS: Persona[] = ['nobody', 'member', 'newcomer']
type Name = keyof typeof LOOKS
const NAMES = Object.keys(LOOKS) as Name[]

const chosen = process.env['E2E_STATES']
const turn = process.env['E2E_TURN']

/** Whether axe looks at a state in this run. */
const isAxed = (state: State): boolean => turn === undefined || STATES.indexOf(state) % TURNS === Number(turn)

/** The states to examine in a look. */
function statesIn(name: Name): readonly State[] {
  if (chosen !== undefined) return STATES.filter((state) => new RegExp(`^(?:${chosen})$`).test(state.name))
  return isSoak ? STATES : STATES.filter((_, index) => NAMES[index % NAMES.length] === name)
}

let server: ServerProcess
let stage: Backstage
let browser: Browser
let places: Places

async function begin(names: readonly Name[]): Promise<void> {
  await mkdir(SHOTS, { recursive: true })
  for (const shot of await readdir(SHOTS))
    if (names.some((name) => shot.includes(`.${name}.`))) await rm(path.join(SHOTS, shot))
  server = await serverProcess({ demo: true })
  ;[browser] = await Promise.all([launch({ lasting: true }), server.start()])
  stage = await backstage(server)
  places = await findPlaces(stage, server.url)
}

async function end(): Promise<void> {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
}

/** The addresses of the app's parts (code, messages, fonts) that a page asks for and has not received yet. */
type MissingParts = () => string[]

/** The browser can report a request of the page before after the new page has begun, and then never its end; such a request names its document. */
async function missingParts(page: Page): Promise<MissingParts> {
  const session = await page.context().newCDPSession(page)
  const asked = new Map<string, { url: string; document: string }>()
  session.on('Network.requestWillBeSent', ({ requestId, documentURL: document, request: { url } }) => {
    if (url.includes('/assets/')) asked.set(requestId, { url, document })
  })
  for (const event of ['Network.loadingFinished', 'Network.loadingFailed'] as const)
    session.on(event, ({ requestId }) => asked.delete(requestId))
  await session.send('Network.enable')
  return () => {
    const [document] = page.url().split('#')
    return [...asked.values()].filter((part) => part.document === document).map(({ url }) => url)
  }
}

/** Waits until the page shows its parts, messages and data, and nothing moves. */
async function settled(page: Page, missing: MissingParts, state: State): Promise<void> {
  await shown(page, state)
  // Wide windows fetch more parts after the page is there.
  if (missing().length === 0) return
  const found = until('the parts of the page have arrived', async () => missing().length === 0)
  await found.catch((error: unknown) => {
    throw new Error(`${String(error)} Missing: ${missing().join(', ')}`, { cause: error })
  })
  await shown(page, state)
}

/** Waits until nothing of the state is missing any more. @throws Error that names what is */
async function shown(page: Page, { busy, shows = 'h1' }: State): Promise<void> {
  const isShown = page.waitForFunction(
    ({ loading, wanted }) => {
      const has = (selector: string) => document.querySelector(selector) !== null
      const isBusy = has('[aria-busy="true"]')
      const moving = document.getAnimations().find(({ playState }) => playState === 'running')
      const images = [...document.images]
      const image = images.find(({ complete, loading: when }) => !complete && when !== 'lazy')
      const missing = loading
        ? // Placeholders show only when the answer is late.
          [!isBusy && 'busy', !has('main .animate-fade .animate-pulse') && 'placeholders']
        : [
            innerWidth >= 1024 && !has('footer nav') && 'footer',
            ...['main', 'h1', wanted].map((selector) => !has(selector) && selector),
            isBusy && 'the end of busy',
            moving && `the end of the animation ${(moving as CSSAnimation).animationName ?? moving.id}`,
            image && `the image ${image.src}`,
          ]
      const awaited = missing.filter(Boolean).join(', ')
      Object.assign(globalThis, { awaited })
      return awaited === ''
    },
    { loading: busy === true, wanted: shows },
    // Not with the frames: a busy machine may draw none for long.
    { polling: 50 },
  )
  await isShown.catch(async (error: unknown) => {
    const awaited = await page.evaluate(() => (globalThis as { awaited?: string }).awaited)
    throw new Error(`awaits ${awaited ?? 'the page'}: ${String(error)}`, { cause: error })
  })
}

/**
 * The pages have hash addresses, so axe takes a link to one that is scrolled out of its row for a skip link whose target is
 * missing.
 */
const PAGE_LINK = /\/#\//

/** Axe measures only the part of a control that no sticky bar covers. */
const isCovered = ({ data }: { data: unknown }) =>
  /obscured/i.test(String((data as { messageKey?: string } | null)?.messageKey))

async function axeOn(page: Page): Promise<AxeBuilder> {
  // The builder puts the code of axe into the page, twice for each analysis; the page keeps it until it is loaded again.
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // The page has one frame, so axe needs no second page to join results. No rule of the tags reads style sheets.
  return new AxeBuilder(isThere ? { page, axeSource: ';' } : { page })
    .options({ resultTypes: ['violations'], preload: false })
    .setLegacyMode(true)
}

/** The violations that axe finds, one line for each element. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await (await axeOn(page)).withTags(TAGS).analyze()
  const hits = found
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, any }) => ({
        id,
        at: target.join(' '),
        covered: id === 'target-size' && any.some(isCovered),
      })),
    )
    .filter(({ id, at }) => id !== 'skip-link' || !PAGE_LINK.test(at))
  const faults = hits.filter(({ covered }) => !covered).map(({ id, at }) => `axe ${id}: ${at}`)
  for (const { id, at } of hits.filter(({ covered }) => covered)) {
    if (await staysCovered(page, at)) faults.push(`axe ${id} under a bar: ${at}`)
  }
  return faults
}

/** Whether a control that a bar covers is still too small after the page scrolled to it, as it does for the focus. */
async function staysCovered(page: Page, at: string): Promise<boolean> {
  await page.locator(at).evaluate((control) => control.scrollIntoView({ block: 'nearest' }))
  const { violations: found } = await (await axeOn(page)).withRules(['target-size']).include(at).analyze()
  return found.length > 0
}

async function shape(page: Page, look: (typeof LOOKS)[Name], state: State): Promise<string[]> {
  const found = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    room: window.innerWidth,
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    theme: document.documentElement.dataset['theme'],
    // The heading and the names of the tabs; one that only screen readers find is a pixel wide.
    cut: [...document.querySelectorAll<HTMLElement>('h1, nav li a span')]
      .filter(({ clientWidth, scrollWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  }))
  const faults: string[] = []
  if (found.width > found.room) faults.push(`is ${found.width} px wide in a window of ${found.room}`)
  for (const text of found.cut) faults.push(`cuts ${text}`)
  // The heading may come with the data.
  if (found.headings !== 1 && !(state.busy && found.headings === 0)) faults.push(`has ${found.headings} h1`)
  if (found.mains !== 1) faults.push(`has ${found.mains} main`)
  if (found.lang !== look.language) faults.push(`has the language ${found.lang}`)
  if (found.dir !== (look.language === 'ar-sa' ? 'rtl' : 'ltr')) faults.push(`has the direction ${found.dir}`)
  if (found.theme !== look.theme) faults.push(`has the theme ${found.theme}`)
  return faults
}

type Examination = {
  visitor: Visitor
  missing: MissingParts
  state: State
}

/** Opens one state and answers its faults. */
async function examined({ visitor, missing, state }: Examination, name: Name): Promise<string[]> {
  const { page } = visitor
  const look = LOOKS[name]
  const known = visitor.faults.length
  try {
    await state.before?.(page, look.language)
    // Another address loads the app again, so that no state inherits the data of the one before.
    await visitor.go(`?state=${state.name}${state.hash(places)}`)
    await settled(page, missing, state.act ? { ...state, shows: 'h1' } : state)
    if (state.act) {
      await state.act(page)
      await settled(page, missing, state)
    }
    if (withPictures) await page.screenshot({ path: path.join(SHOTS, `${state.name}.${name}.png`) })
    return [
      ...(await shape(page, look, state)),
      ...(isAxed(state) ? await violations(page) : []),
      ...visitor.faults.slice(known),
    ]
  } catch (error) {
    await page.screenshot({ path: path.join(SHOTS, `${state.name}.${name}.broken.png`) })
    return [String(error).split('\n')[0]!]
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    if (state.forgets) await forgetting(page)
  }
}

/** The test that no route is without a state. */
export function testRoutes(): void {
  test('every screen has a state', async () => {
    const folder = path.resolve(import.meta.dirname, '../../apps/member/src/routes')
    const files = await readdir(folder)
    const routes = (await Promise.all(files.map((file) => readFile(path.join(folder, file), 'utf8')))).join(
      '\n',
    )
    // The second name of home.
    const others = new Set(['/pages/home/home'])
    const screens = [...routes.matchAll(/path: '(\/pages\/[^']+)'/g)]
      .map(([, at]) => at!)
      .filter((at) => !others.has(at))
    const seen = STATES.map(({ hash }) => hash(places).slice(1).split('?')[0])
    expect(screens.length).toBeGreaterThan(15)
    expect(screens.filter((at) => !seen.includes(at))).toEqual([])
  })
}

async function examine(name: Name, persona: Persona): Promise<void> {
  const visitor = await visit(browser, server.url, { ...LOOKS[name], worker: false })
  try {
    await prefer(visitor, LOOKS[name])
    if (persona !== 'nobody') await logIn(visitor, server.url, places[persona])
    const missing = await missingParts(visitor.page)
    const wrong: Record<string, string[]> = {}
    const states = statesIn(name).filter(({ as }) => as === persona)
    for (const state of states) {
      const faults = await examined({ visitor, missing, state }, name)
      if (faults.length > 0) wrong[state.name] = faults
    }
    expect(wrong).toEqual({})
  } finally {
    await visitor.close()
  }
}

/** The tests of the looks whose windows fit, on a server of their own. */
export function testScreens(fits: (width: number) => boolean): void {
  const names = NAMES.filter((name) => fits(LOOKS[name].width))
  beforeAll(() => begin(names))
  afterAll(end)
  describe.concurrent.each(names)('%s', (name) => {
    test.concurrent.each(PERSONAS)('%s', (persona) => examine(name, persona))
  })
}
