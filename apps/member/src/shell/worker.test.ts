// @vitest-environment happy-dom
/** What was fetched before the service worker took over gets into its cache once. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { keepWhatWasFetched } from './worker.ts'

const UI = '/assets/messages/en-us-ui.1.json'
const HOME = '/assets/messages/en-us-home.1.json'

let listed: string[]
let cached: Set<string>
const asked: string[][] = []

beforeEach(() => {
  listed = []
  cached = new Set()
  asked.length = 0
  vi.stubGlobal('navigator', { serviceWorker: { ready: Promise.resolve() } })
  vi.stubGlobal('caches', {
    open: async () => ({
      match: async (pathname: string) => (cached.has(pathname) ? new Response() : undefined),
      // Like the browser's: refuses a list that names an address twice, and each fetch is listed.
      addAll: async (pathnames: string[]) => {
        if (new Set(pathnames).size < pathnames.length) throw new DOMException('duplicate requests')
        asked.push(pathnames)
        for (const pathname of pathnames) {
          cached.add(pathname)
          listed.push(pathname)
        }
      },
    }),
  })
  vi.spyOn(performance, 'getEntriesByType').mockImplementation(() =>
    listed.map((pathname) => ({ name: new URL(pathname, location.origin).href }) as PerformanceEntry),
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a second call copies only the messages that the first one did not', async () => {
  listed = [UI, '/assets/core-1.js']
  await keepWhatWasFetched()
  listed.push(HOME)
  await keepWhatWasFetched()
  expect(asked).toEqual([[UI], [HOME]])
})
