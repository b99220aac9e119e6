import { expect, test } from 'vitest'
import { formatDuration, formatFileSize } from './lazy-formats.ts'

const MINUTE = 60_000

test('writes whole minutes, hours from sixty minutes on, and at least one minute', () => {
  expect(formatDuration(0, 'en-us')).toBe('1\u00a0minute')
  expect(formatDuration(34.9 * MINUTE, 'en-us')).toBe('34\u00a0minutes')
  expect(formatDuration(60 * MINUTE, 'en-us')).toBe('1\u00a0hour')
  expect(formatDuration(125 * MINUTE, 'en-us')).toBe('2\u00a0hours, 5\u00a0minutes')
})

test("uses each language's words with Latin digits", () => {
  for (const language of ['bn-bd', 'ar-sa', 'zh-cn', 'hi-in', 'pt-br', 'id-id', 'vi-vn']) {
    expect(formatDuration(34 * MINUTE, language)).toMatch(/^34\s?\D+$/)
    expect(formatDuration(125 * MINUTE, language)).toContain('5')
  }
})

test('writes a file size in KB or MB', () => {
  expect([formatFileSize(10), formatFileSize(420_400), formatFileSize(10_500_000)]).toEqual([
    '1\u00a0KB',
    '420\u00a0KB',
    '10.5\u00a0MB',
  ])
})
