// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { RETURN_MS } from '../timing.ts'
import { follow } from './places.ts'

/** A window of 800 px over a page whose height the test changes. */
const page = { height: 800, at: 0, grew: () => {} }

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(page, { height: 800, at: 0, grew: () => {} })
  vi.stubGlobal('innerHeight', 800)
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => page.height)
  vi.stubGlobal('scrollTo', ({ top }: { top: number }) => {
    page.at = Math.max(0, Math.min(top, page.height - 800))
  })
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(changed: () => void) {
        page.grew = changed
      }
      observe() {}
      disconnect() {
        page.grew = () => {}
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function growTo(height: number): void {
  page.height = height
  page.grew()
}

test('follows a list that loads page by page until the former place is reached', () => {
  follow(2_000)
  expect(page.at).toBe(0)
  growTo(1_800)
  expect(page.at).toBe(1_000)
  growTo(3_600)
  expect(page.at).toBe(2_000)
  growTo(5_000)
  expect(page.at).toBe(2_000)
})

test('leaves the page alone once the visitor scrolls, and after a while', () => {
  follow(2_000)
  dispatchEvent(new Event('wheel'))
  growTo(3_600)
  expect(page.at).toBe(0)

  growTo(800)
  follow(2_000)
  growTo(1_000)
  expect(page.at).toBe(200)
  vi.advanceTimersByTime(RETURN_MS)
  growTo(3_600)
  expect(page.at).toBe(200)
})
