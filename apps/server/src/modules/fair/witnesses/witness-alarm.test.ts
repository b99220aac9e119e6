import { beforeEach, expect, test } from 'vitest'
import { testClock, type TestClock } from '../../../testing/clock.ts'
import { createWitnessAlarm, type WitnessAlarm } from './witness-alarm.ts'

let clock: TestClock
let said: string[]
let alarm: WitnessAlarm
beforeEach(() => {
  clock = testClock(1_000)
  said = []
  const write = (level: string) => (_fields: object, message: string) =>
    void said.push(`${level}: ${message}`)
  alarm = createWitnessAlarm({ info: write('info'), error: write('error') }, clock, 'event')
})

test('an event that closes late is no alarm while its witnesses are asked for the first time', () => {
  // it could have closed five minutes ago, but the clock was not believed
  alarm.waits('1', 'P1-0005', 310_604, 'no witness answers')
  clock.advance(1_000)
  alarm.waits('1', 'P1-0005', 311_604, 'no witness answers')
  alarm.ended('1', 'P1-0005')
  expect(said).toEqual([])
})

test('witnesses that do not answer for 15 seconds are an alarm, once, and their answer ends it', () => {
  alarm.waits('1', 'P1-0005', 310_604, 'no witness answers')
  for (let n = 0; n < 3; n++) {
    clock.advance(15_000)
    alarm.waits('1', 'P1-0005', 325_604, 'no witness answers')
  }
  expect(said).toEqual(['error: an event waits for its witnesses'])
  alarm.ended('1', 'P1-0005')
  alarm.ended('1', 'P1-0005')
  expect(said).toEqual([
    'error: an event waits for its witnesses',
    'info: an event does not wait for its witnesses any more',
  ])
})

test('another reason is another alarm', () => {
  for (const why of ['no witness answers', 'attempt 1 has no signature in time']) {
    alarm.waits('1', 'P1-0005', 20_000, why)
    clock.advance(15_000)
    alarm.waits('1', 'P1-0005', 35_000, why)
  }
  expect(said).toHaveLength(2)
})
