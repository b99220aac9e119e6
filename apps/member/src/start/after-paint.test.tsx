// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('waits for the frame, and then for what the browser does in it', async () => {
  const steps: string[] = []
  let frame: FrameRequestCallback = () => undefined
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frame = callback
    return 1
  })
  const painted = afterPaint().then(() => steps.push('after'))
  await Promise.resolve()
  expect(steps).toEqual([])
  frame(0)
  steps.push('frame')
  await painted
  expect(steps).toEqual(['frame', 'after'])
})

test('does not wait in a window that is not shown', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const frames = vi.fn()
  vi.stubGlobal('requestAnimationFrame', frames)
  await afterPaint()
  expect(frames).not.toHaveBeenCalled()
})
