// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'

let starts = 0
/** The module as the app's start has it. Its address makes it a new one. */
async function started() {
  const address = `./first-answers.ts?start=${starts++}`
  return (await import(/* @vite-ignore */ address)) as typeof import('./first-answers.ts')
}

test('the first page waits for its answers', async () => {
  const { firstAnswers } = await started()
  const answer = Promise.withResolvers<void>()
  let isDrawn = false
  const page = firstAnswers([() => answer.promise]).then(() => {
    isDrawn = true
  })
  await Promise.resolve()
  expect(isDrawn).toBe(false)
  answer.resolve()
  await page
})

test('the first page is drawn without an answer that is late', async () => {
  vi.useFakeTimers()
  const { firstAnswers } = await started()
  const page = firstAnswers([() => new Promise(() => undefined)])
  await vi.advanceTimersByTimeAsync(300)
  await page
  vi.useRealTimers()
})

test('a later page is drawn at once', async () => {
  const { firstAnswers } = await started()
  await firstAnswers([])
  const read = vi.fn<() => Promise<void>>()
  await firstAnswers([read])
  expect(read).not.toHaveBeenCalled()
})
