import { expect, test } from 'vitest'
import { everyMs } from './poll.ts'

test('two seconds at first, slower later, never after the end', () => {
  expect(everyMs(0, false)).toBe(2_000)
  expect(everyMs(59_999, false)).toBe(2_000)
  expect(everyMs(60_000, false)).toBe(5_000)
  expect(everyMs(299_999, false)).toBe(5_000)
  expect(everyMs(300_000, false)).toBe(20_000)
  expect(everyMs(0, true)).toBe(false)
})

test('a first answer that is older than the watch counts as no wait', () => {
  expect(everyMs(-10_000, false)).toBe(2_000)
})
