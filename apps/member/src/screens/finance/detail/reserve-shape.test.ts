import { expect, test } from 'vitest'
import { areaOf, lineOf, scaleOf } from './reserve-shape.ts'

const DAYS = [
  { day: '2026-11-20', reserve: '100.00', liability: '0.00' },
  { day: '2026-11-21', reserve: '100.00', liability: '50.00' },
  { day: '2026-11-22', reserve: '50.00', liability: '25.00' },
]

test('the highest amount is just under the upper edge, nothing is at the lower edge', () => {
  const scale = scaleOf(DAYS, 300, 100)
  expect(scale.most).toBe('100.00')
  expect(lineOf(['100.00', '50.00', '0.00'], scale)).toBe('M0 4L150 52L300 100')
  expect(areaOf(['100.00', '50.00', '0.00'], scale)).toBe('M0 100L0 4L150 52L300 100L300 100Z')
})

test('one day is a level line over the whole width, also without any amount', () => {
  expect(lineOf(['100.00'], scaleOf(DAYS.slice(0, 1), 300, 100))).toBe('M0 4L300 4')
  expect(
    lineOf(['0.00'], scaleOf([{ day: '2026-11-20', reserve: '0.00', liability: '0.00' }], 300, 100)),
  ).toBe('M0 100L300 100')
})
