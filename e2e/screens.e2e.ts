/**
 * Every screen in its main states and four looks: no accessibility violation, nothing wider than the window, one
 * heading and one main, the right direction. Pictures for people lie in `.cache/shots/`.
 */
import { mkdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backstage, type Backstage } from './support/backstage.ts'
import { launch, logIn, prefer, visit, type Look, type Visitor } from './support/browser.ts'
import { serverProcess, type ServerProcess } from './support/server.ts'
import { findPlaces, STATES, type Persona, type Places, type State } from './support/states.ts'

const SHOTS = path.resolve(import.meta.dirname, '../.cache/shots')
const LOOKS = {
  'en-light': { language: 'en-us', theme: 'light', width: 390 },
  'bn-dark': { language: 'bn-bd', theme: 'dark', width: 390 },
  'ar-light': { language: 'ar-sa', theme: 'light', width: 390 },
  'bn-320': { language: 'bn-bd', theme: 'light', width: 320 },
} as const satisfies Record<string, Look>
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const PERSONAS: Persona[] = ['nobody', 'member', 'newcomer']

let server: ServerProcess
let stage: Backstage
let browser: Browser
let places: Places

beforeAll(async () => {
  await rm(SHOTS, { recursive: true, force: true })
  await mkdir(SHOTS, { recursive: true })
  server = await serverProcess({ demo: true })
  ;[browser] = await Promise.all([launch(), server.start()])
  stage = await backstage(server)
  places = await findPlaces(stage, server.url)
})
afterAll(async () => {
  await browser?.close()
  await stage?.close()
  await server?.dispose()
})

/** The page has what it waits for: parts, messages and data. */
async function settled(page: Page, { busy, shows = 'h1' }: State): Promise<void> {
  await page.waitForFunction(
    ({ loading, wanted }) => {
      const has = (selector: string) => document.querySelector(selector) !== null
      const isBusy = has('[aria-busy="true"]')
      if (loading) return isBusy && has('main .animate-pulse')
      const moving = document.getAnimations().some(({ playState }) => playState === 'running')
      const drawn = [...document.images].every(({ complete, loading: when }) => complete || when === 'lazy')
      return has('main') && has('h1') && has(wanted) && !isBusy && !moving && drawn
    },
    { loading: busy === true, wanted: shows },
  )
}

/** A button that a sticky bar covers in part is no smaller for it: it comes out when the page is scrolled. */
const isCovered = ({ data }: { data: unknown }) =>
  /obscured/i.test(String((data as { messageKey?: string } | null)?.messageKey))

/** What axe finds, one line for each element. */
async function violations(page: Page): Promise<string[]> {
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).withTags(TAGS)
  // one frame only: nothing has to be put together in a page of its own
  const { violations: found } = await axe.setLegacyMode(true).analyze()
  return found.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ any }) => id !== 'target-size' || !any.some(isCovered))
      .map(({ target }) => `axe ${id}: ${target.join(' ')}`),
  )
}

async function shape(page: Page, look: (typeof LOOKS)[keyof typeof LOOKS], state: State): Promise<string[]> {
  const found = await page.evaluate(() => ({
    width: document.documentElement.scrollWidth,
    room: window.innerWidth,
    headings: document.querySelectorAll('h1').length,
    mains: document.querySelectorAll('main').length,
    lang: document.documentElement.lang,
    dir: document.documentElement.dir,
    theme: document.documentElement.dataset['theme'],
  }))
  const faults: string[] = []
  if (found.width > found.room) faults.push(`is ${found.width} px wide in a window of ${found.room}`)
  // while the data is on its way its heading may be, too
  if (found.headings !== 1 && !(state.busy && found.headings === 0)) faults.push(`has ${found.headings} h1`)
  if (found.mains !== 1) faults.push(`has ${found.mains} main`)
  if (found.lang !== look.language) faults.push(`says it is in ${found.lang}`)
  if (found.dir !== (look.language === 'ar-sa' ? 'rtl' : 'ltr')) faults.push(`runs ${found.dir}`)
  if (found.theme !== look.theme) faults.push(`is ${found.theme}`)
  return faults
}

/** One state, looked at; answers what is wrong with it. */
async function examined(visitor: Visitor, name: keyof typeof LOOKS, state: State): Promise<string[]> {
  const { page } = visitor
  const look = LOOKS[name]
  const known = visitor.faults.length
  try {
    await state.before?.(page, look.language)
    // another address loads the app anew, so that no state inherits the data of the one before
    await visitor.go(`?state=${state.name}${state.hash(places)}`)
    await settled(page, state.act ? { ...state, shows: 'h1' } : state)
    if (state.act) {
      await state.act(page)
      await settled(page, state)
    }
    await page.screenshot({ path: path.join(SHOTS, `${state.name}.${name}.png`) })
    return [...(await shape(page, look, state)), ...(await violations(page)), ...visitor.faults.slice(known)]
  } catch (error) {
    await page.screenshot({ path: path.join(SHOTS, `${state.name}.${name}.broken.png`) })
    return [String(error).split('\n')[0]!]
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
}

test('no screen is left out', async () => {
  const routes = await readFile(path.resolve(import.meta.dirname, '../apps/member/src/routes.tsx'), 'utf8')
  // the second name of home, and what only development has
  const others = new Set(['/pages/home/home', '/pages/kit', '/pages/vectors'])
  const screens = [...routes.matchAll(/path: '(\/pages\/[^']+)'/g)]
    .map(([, at]) => at!)
    .filter((at) => !others.has(at))
  const seen = STATES.map(({ hash }) => hash(places).slice(1).split('?')[0])
  expect(screens.length).toBeGreaterThan(15)
  expect(screens.filter((at) => !seen.includes(at))).toEqual([])
})

describe.each(Object.keys(LOOKS) as (keyof typeof LOOKS)[])('%s', (name) => {
  test.concurrent.each(PERSONAS)('%s', async (persona) => {
    const visitor = await visit(browser, server.url, { ...LOOKS[name], worker: false })
    try {
      await prefer(visitor, LOOKS[name])
      if (persona !== 'nobody') await logIn(visitor, server.url, places[persona])
      const wrong: Record<string, string[]> = {}
      for (const state of STATES.filter(({ as }) => as === persona)) {
        const faults = await examined(visitor, name, state)
        if (faults.length > 0) wrong[state.name] = faults
      }
      expect(wrong).toEqual({})
    } finally {
      await visitor.close()
    }
  })
})
