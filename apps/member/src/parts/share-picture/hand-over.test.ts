// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { handOver } from './hand-over.ts'

const file = new File(['png'], 'fairlot-M1-0001.png', { type: 'image/png' })
let saved: string[] = []
const deviceThat = (share: () => Promise<void>) => {
  saved = []
  vi.stubGlobal('navigator', { share, canShare: () => true })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download)
  })
}
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('a closed share menu saves nothing', async () => {
  deviceThat(() => Promise.reject(new DOMException('closed', 'AbortError')))
  expect(await handOver(file, 'text')).toBe('dismissed')
  expect(saved).toEqual([])
})

test('a refused share menu saves the picture', async () => {
  deviceThat(() => Promise.reject(new DOMException('refused', 'NotAllowedError')))
  expect(await handOver(file, 'text')).toBe('saved')
  expect(saved).toEqual(['fairlot-M1-0001.png'])
})
