// @vitest-environment happy-dom
import { runInThisContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { rescueScript } from '../../build/rescue.ts'
import { OFFERED_LANGUAGES } from '../i18n/languages.ts'

/** The script runs in the page, as its text. */
const run = (): void => void runInThisContext(rescueScript())
const said = () => document.querySelector('[role=alert]')

beforeEach(() => {
  vi.useFakeTimers()
  document.body.innerHTML = '<div id="root"><div id="start"></div></div>'
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

test.each([...OFFERED_LANGUAGES])('says in %s within 10 seconds that the app does not start', (language) => {
  localStorage.setItem('fairlot.preferences', JSON.stringify({ state: { language } }))
  run()
  expect(said()).toBeNull()
  vi.advanceTimersByTime(10_000)
  expect(said()?.getAttribute('lang')).toBe(language)
  expect(said()?.textContent).toContain('Fairlot')
  expect(said()?.querySelector('button')?.textContent).toMatch(/./)
})

test('takes the language of the device before one was chosen', () => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['bn', 'en'])
  run()
  vi.advanceTimersByTime(10_000)
  expect(said()?.getAttribute('lang')).toBe('bn-bd')
})

test('says nothing once the app has started, and at once when the app asks for it', () => {
  run()
  document.body.innerHTML = '<div id="root"><main></main></div>'
  vi.advanceTimersByTime(10_000)
  expect(said()).toBeNull()
  globalThis.fairlotRescue?.()
  expect(said()?.textContent).toContain('Fairlot')
})

test('has no syntax or function that came after 2009', () => {
  expect(rescueScript()).not.toMatch(/=>|`|\b(let|const|class|async|await)\b|\?\.|\?\?|\.includes\(|\.find\(/)
})
