import { expect, test } from 'vitest'
import { monthOf } from './months.ts'

test('finds the month of a moment in the business time zone', () => {
  const lastSecond = Date.parse('2026-10-31T23:59:59Z')
  expect(monthOf(lastSecond, 0)).toBe('2026-10')
  expect(monthOf(lastSecond, 360)).toBe('2026-11')
  expect(monthOf(Date.parse('2026-11-01T00:30:00Z'), -60)).toBe('2026-10')
})
