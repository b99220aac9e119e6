import { expect, test } from 'vitest'
import { zoneOfOffset } from './zone.ts'

test.each([
  [0, 'UTC'],
  [210, '+03:30'],
  [-210, '-03:30'],
  [765, '+12:45'],
  [-720, '-12:00'],
])('an offset of %i minutes is the zone %s', (minutes, zone) => {
  expect(zoneOfOffset(minutes)).toBe(zone)
})
