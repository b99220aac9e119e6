import { expect, test } from 'vitest'
import { everyMs } from './poll.ts'

test('polls every two seconds at first, slower later, and never after the end', () => {
  expect(everyMs(0, false)).toBe(2_000)
  expect(everyMs(59_999, false)).toBe(2_000)
  expect(everyMs(60_000, false)).toBe(5_000)
  expect(everyMs(299_999, false)).toBe(5_000)
  expect(everyMs(300_000, false)).toBe(20_000)
  expect(everyMs(0, true)).toBe(false)
})

test('counts a first answer from before the watch as no wait', () => {
  expect(everyMs(-10_000, false)).toBe(2_000)
})
