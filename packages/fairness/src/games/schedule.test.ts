import { describe, expect, test } from 'vitest'
import { periodAt } from './periods.ts'
import { scheduledIndex, scheduleEnd, scheduleOf } from './schedule.ts'

const chain = {
  zone: 'Europe/Berlin',
  roundMs: 1_800_000,
  cutoffMs: 10_000,
  from: '20261024-0047',
  length: 60,
}

describe('the schedule of a chain', () => {
  test('counts every period from the first one, also over a day of 25 hours', () => {
    const first = scheduleOf(chain, chain.from)!
    let at = first.opensAt
    for (let index = 1; index <= chain.length; index++) {
      const { period } = periodAt(chain, at)
      expect(scheduleOf(chain, period)).toEqual({
        index,
        opensAt: at,
        closesAt: at + 1_790_000,
        endsAt: at + 1_800_000,
      })
      at += chain.roundMs
    }
    expect(scheduleEnd(chain)).toBe(at)
    expect(scheduleOf(chain, periodAt(chain, at).period)).toBeNull()
  })

  test('has no period before the first one, and none that the day does not have', () => {
    expect(scheduleOf(chain, '20261024-0046')).toBeNull()
    expect(scheduleOf(chain, '20261024-0049')).toBeNull()
    expect(scheduleOf({ ...chain, from: '20261024-0049' }, '20261025-0001')).toBeNull()
    expect(scheduledIndex(60_000, 0, 90_000)).toBeNull()
    expect(scheduledIndex(60_000, 60_000, 0)).toBeNull()
  })
})
