import { expect, test, vi } from 'vitest'

vi.mock('../../../i18n/i18n.ts', () => ({ activeLanguage: () => 'en-us' }))

const { monthOf, monthsBetween } = await import('./months.ts')

test('finds the month of a moment in the business time zone', () => {
  const lastSecond = Date.parse('2026-10-31T23:59:59Z')
  expect(monthOf(lastSecond, 0)).toBe('2026-10')
  expect(monthOf(lastSecond, 360)).toBe('2026-11')
  expect(monthOf(Date.parse('2026-11-01T00:30:00Z'), -60)).toBe('2026-10')
})

test('lists months from the newest back, across the turn of the year', () => {
  expect(monthsBetween('2026-11', '2027-02')).toEqual(['2027-02', '2027-01', '2026-12', '2026-11'])
  expect(monthsBetween('2026-11', '2026-11')).toEqual(['2026-11'])
})

test('returns a short list for a start after the end and for an endless range', () => {
  expect(monthsBetween('2027-01', '2026-11')).toEqual(['2026-11'])
  expect(monthsBetween('1990-01', '2026-11')).toHaveLength(120)
})
