// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { afterPaint } from './after-paint.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('waits for the frame, and then for an idle browser', async () => {
  const steps: string[] = []
  let frame: FrameRequestCallback = () => undefined
  let idle: IdleRequestCallback = () => undefined
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    frame = callback
    return 1
  })
  vi.stubGlobal('requestIdleCallback', (callback: IdleRequestCallback) => {
    idle = callback
    steps.push('painted')
    return 1
  })
  const painted = afterPaint().then(() => steps.push('after'))
  await Promise.resolve()
  expect(steps).toEqual([])
  frame(0)
  await vi.waitFor(() => expect(steps).toEqual(['painted']))
  idle({ didTimeout: false, timeRemaining: () => 1 })
  await painted
  expect(steps).toEqual(['painted', 'after'])
})

test('a browser that cannot say when it is idle has ended its task', async () => {
  vi.stubGlobal('requestIdleCallback', undefined)
  vi.stubGlobal('requestAnimationFrame', (callback: FrameRequestCallback) => {
    callback(0)
    return 1
  })
  await expect(afterPaint()).resolves.toBeUndefined()
})

test('does not wait in a window that is not shown', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const frames = vi.fn()
  vi.stubGlobal('requestAnimationFrame', frames)
  await afterPaint()
  expect(frames).not.toHaveBeenCalled()
})
