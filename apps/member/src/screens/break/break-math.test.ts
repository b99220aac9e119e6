import { BREAK_DURATIONS, SELF_EXCLUSION_DURATIONS } from '@fairlot/contract/kinds/guard-kinds'
import { describe, expect, test } from 'vitest'
import { endOf, longerThan } from './break-math.ts'

const at = (text: string) => Date.parse(text)

describe('the end of a break or self-exclusion', () => {
  test.each([
    ['24h', '2026-11-21T05:03:00Z', '2026-11-22T05:03:00Z'],
    ['7d', '2026-11-21T05:03:00Z', '2026-11-28T05:03:00Z'],
    ['30d', '2026-11-21T05:03:00Z', '2026-12-21T05:03:00Z'],
    ['6m', '2026-11-21T05:03:00Z', '2027-05-21T05:03:00Z'],
    ['6m', '2026-08-31T05:03:00Z', '2027-02-28T05:03:00Z'],
    ['1y', '2028-02-29T05:03:00Z', '2029-02-28T05:03:00Z'],
    ['2y', '2026-12-31T23:59:59Z', '2028-12-31T23:59:59Z'],
    ['5y', '2026-11-21T05:03:00Z', '2031-11-21T05:03:00Z'],
  ] as const)('%s from %s', (duration, from, end) => {
    expect(new Date(endOf(duration, at(from), 0)).toISOString()).toBe(new Date(end).toISOString())
  })
  test('counts months by the calendar of business time', () => {
    // in Dhaka it is already 1 September, so the end is 1 March
    const end = endOf('6m', at('2026-08-31T20:00:00Z'), 360)
    expect(new Date(end).toISOString()).toBe('2027-02-28T20:00:00.000Z')
  })
})

describe('the durations that a member can choose', () => {
  const now = at('2026-11-21T05:03:00Z')
  test('are all durations while no exclusion runs', () => {
    expect(longerThan(BREAK_DURATIONS, null, now, 0)).toEqual(['24h', '7d', '30d'])
  })
  test('are only those that end after the current exclusion', () => {
    expect(longerThan(BREAK_DURATIONS, endOf('7d', now, 0), now, 0)).toEqual(['30d'])
    expect(longerThan(SELF_EXCLUSION_DURATIONS, endOf('2y', now, 0), now, 0)).toEqual(['3y', '5y'])
    expect(longerThan(BREAK_DURATIONS, endOf('6m', now, 0), now, 0)).toEqual([])
  })
})
