import { expect, test } from 'vitest'
import { formatDuration } from './duration.ts'

const MINUTE = 60_000

test('whole minutes, hours above sixty of them, never nothing', () => {
  expect(formatDuration(0, 'en-us')).toBe('1\u00a0minute')
  expect(formatDuration(34.9 * MINUTE, 'en-us')).toBe('34\u00a0minutes')
  expect(formatDuration(60 * MINUTE, 'en-us')).toBe('1\u00a0hour')
  expect(formatDuration(125 * MINUTE, 'en-us')).toBe('2\u00a0hours, 5\u00a0minutes')
})

test('every language has its own words and Latin digits', () => {
  for (const language of ['bn-bd', 'ar-sa', 'zh-cn', 'hi-in', 'pt-br', 'id-id', 'vi-vn']) {
    expect(formatDuration(34 * MINUTE, language)).toMatch(/^34\s?\D+$/)
    expect(formatDuration(125 * MINUTE, language)).toContain('5')
  }
})
