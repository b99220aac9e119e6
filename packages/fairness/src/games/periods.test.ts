import { assert, constantFrom, integer, property } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { demandZone, isRoundLength, periodAt, timesOf, UnknownZone, ZONE } from './periods.ts'

const utc = { zone: 'UTC', roundMs: 60_000, cutoffMs: 10_000 }
const at = (text: string): number => Date.parse(text)

describe('periods', () => {
  test('are numbered from the first instant of the day in the business zone', () => {
    const midnight = at('2026-11-22T00:00:00Z')
    const first = { opensAt: midnight, closesAt: midnight + 50_000, endsAt: midnight + 60_000 }
    expect(periodAt(utc, midnight)).toEqual({ period: '20261122-0001', ...first })
    expect(periodAt(utc, midnight + 59_999).period).toBe('20261122-0001')
    expect(periodAt(utc, midnight - 1).period).toBe('20261121-1440')
    expect(timesOf(utc, '20261122-0001')).toEqual(first)
    const dhaka = { zone: 'Asia/Dhaka', roundMs: 120_000, cutoffMs: 15_000 }
    expect(periodAt(dhaka, at('2026-11-21T18:00:00Z')).period).toBe('20261122-0001')
    expect(periodAt(dhaka, at('2026-11-22T17:59:59Z')).period).toBe('20261122-0720')
  })

  test('a day of 23 or 25 hours has fewer or more of them', () => {
    const berlin = { ...utc, zone: 'Europe/Berlin' }
    expect(periodAt(berlin, at('2026-03-29T21:59:59Z')).period).toBe('20260329-1380')
    expect(periodAt(berlin, at('2026-10-25T22:59:59Z')).period).toBe('20261025-1500')
    expect(timesOf(berlin, '20260329-1381')).toBeNull()
    expect(timesOf(berlin, '20261025-1500')?.endsAt).toBe(at('2026-10-25T23:00:00Z'))
  })

  test('a day whose clock skips midnight begins with the skip, one that has it twice with the first', () => {
    const cairo = { ...utc, zone: 'Africa/Cairo' } // 2026-04-24 00:00 is skipped
    expect(timesOf(cairo, '20260424-0001')?.opensAt).toBe(at('2026-04-23T22:00:00Z'))
    const havana = { ...utc, zone: 'America/Havana' } // 2026-11-01 01:00 becomes 00:00
    expect(timesOf(havana, '20261101-0001')?.opensAt).toBe(at('2026-11-01T04:00:00Z'))
    expect(timesOf({ ...utc, zone: 'Pacific/Apia' }, '20111230-0001')).toBeNull() // a date that Samoa left out
  })

  test('each instant lies in exactly one round, whose id gives its times', () => {
    const zones = [
      'UTC',
      'Asia/Dhaka',
      'Asia/Kathmandu',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Africa/Cairo',
    ]
    const lengths = [60_000, 120_000, 180_000, 300_000, 1_800_000]
    const instant = integer({ min: at('2024-01-01T00:00:00Z'), max: at('2034-01-01T00:00:00Z') })
    assert(
      property(constantFrom(...zones), constantFrom(...lengths), instant, (zone, roundMs, ms) => {
        const terms = { zone, roundMs, cutoffMs: 10_000 }
        const { period, ...times } = periodAt(terms, ms)
        expect(times.opensAt <= ms && ms < times.endsAt).toBe(true)
        expect(timesOf(terms, period)).toEqual(times)
        expect(periodAt(terms, times.endsAt).opensAt).toBe(times.endsAt)
      }),
      { numRuns: 1000 },
    )
  })

  test('no other text is a period', () => {
    for (const text of [
      '20261122-0000',
      '20261122-1441',
      '20260229-0001',
      '20261301-0001',
      '2026112-0001',
      '',
    ])
      expect(timesOf(utc, text), text).toBeNull()
  })

  test('a round length divides half an hour, and the cut-off is inside the round', () => {
    expect([60_000, 120_000, 180_000, 300_000].map((ms) => isRoundLength(ms, 15_000))).toEqual([
      true,
      true,
      true,
      true,
    ])
    expect(isRoundLength(420_000, 15_000)).toBe(false)
    expect(isRoundLength(5_000, 1_000)).toBe(false)
    expect(isRoundLength(60_000, 60_000)).toBe(false)
    expect(isRoundLength(60_000, 0)).toBe(false)
  })

  test.each([
    ['UTC', '20261122-0001', 0],
    ['+05:45', '20261122-0001', -345],
    ['-03:30', '20261122-0001', 210],
    ['+14:00', '20261122-0001', -840],
    ['-12:00', '20261122-0001', 720],
    ['Etc/GMT-6', '20261122-0001', -360],
    ['Etc/GMT+5', '20261122-0001', 300],
    ['Etc/UTC', '20261122-0001', 0],
  ])('in %s, %s opens by arithmetic, without rules of zones', (zone, period, minutes) => {
    const known = Intl.DateTimeFormat
    // a runtime without data of zones refuses every name
    Intl.DateTimeFormat = function refuse() {
      throw new RangeError('no data of zones')
    } as unknown as typeof Intl.DateTimeFormat
    try {
      const opensAt = Date.UTC(2026, 10, 22) + minutes * 60_000
      demandZone(zone)
      expect(timesOf({ ...utc, zone }, period)?.opensAt).toBe(opensAt)
      expect(periodAt({ ...utc, zone }, opensAt).period).toBe(period)
    } finally {
      Intl.DateTimeFormat = known
    }
  })

  test('an offset has the rounds of the zone that always lies there', () => {
    for (const [offset, zone] of [
      ['+05:45', 'Asia/Kathmandu'],
      ['+06:00', 'Etc/GMT-6'],
      ['-09:30', 'Pacific/Marquesas'],
    ] as const)
      for (const period of ['20260301-0001', '20261122-0777', '20270101-1440'])
        expect(timesOf({ ...utc, zone: offset }, period)).toEqual(timesOf({ ...utc, zone }, period))
  })

  test('a zone without rules is unknown, and a text that is no zone is none', () => {
    demandZone('Asia/Dhaka')
    expect(() => demandZone('Asia/Nowhere')).toThrow(UnknownZone)
    expect(() => demandZone('Etc/GMT-15')).toThrow(UnknownZone)
    for (const text of [
      '+00:00',
      '-00:00',
      '+6:00',
      '+06:10',
      '+14:15',
      '-12:15',
      '+15:00',
      '06:00',
      'utc',
      'Z',
    ])
      expect(ZONE.test(text), text).toBe(false)
    for (const text of ['+00:15', '-11:45', '+12:45', '+13:45', '+14:00', '-12:00', 'Asia/Dhaka'])
      expect(ZONE.test(text), text).toBe(true)
  })
})
