import { describe, expect, it } from 'vitest'
import {
  asTyped,
  changeOf,
  enteredMinutes,
  hoursAndMinutes,
  isOutrun,
  isWithinSpan,
  minutesOf,
  usageOf,
} from './limit-math.ts'

describe('what a change of a limit means', () => {
  it.each([
    [null, '50', 'first'],
    ['100.00', '50', 'stricter'],
    ['100.00', '99.99', 'stricter'],
    ['100.00', '0', 'stricter'],
    ['100.00', '100', 'same'],
    ['100.00', '100.0', 'same'],
    ['100.00', '100.01', 'looser'],
    ['0.00', '1', 'looser'],
    ['100.00', null, 'looser'],
    [null, null, 'same'],
    // digits alone would say that 9 is more than 10
    ['9.00', '10', 'looser'],
  ] as const)('from %s to %s is %s', (now, wanted, change) => {
    expect(changeOf(now, wanted)).toBe(change)
  })
})

describe('what is used of a limit', () => {
  it('tells part and rest', () => {
    expect(usageOf('50.00', '38.00')).toEqual({ part: 0.76, left: '12.00', full: false, ahead: null })
    expect(usageOf('50.00', '0.00')).toEqual({ part: 0, left: '50.00', full: false, ahead: null })
  })
  it('is full exactly at the limit, and not one ten-thousandth before', () => {
    expect(usageOf('50.00', '50.00')).toEqual({ part: 1, left: '0.00', full: true, ahead: null })
    expect(usageOf('50.00', '49.9999')).toMatchObject({ left: '0.0001', full: false })
  })
  it('has nothing left, not less than nothing, when it was lowered below what is used', () => {
    expect(usageOf('20.00', '38.00')).toEqual({ part: 1, left: '0.00', full: true, ahead: null })
  })
  it('is full from the start when nothing is allowed', () => {
    expect(usageOf('0.00', '0.00')).toMatchObject({ part: 1, left: '0.00', full: true })
  })
  it('leaves more room for losses after more was won', () => {
    expect(usageOf('200.00', '-12.50')).toEqual({ part: 0, left: '212.50', full: false, ahead: '12.50' })
  })
})

describe('a lower limit than what is used', () => {
  it.each([
    ['50', '38.00', false],
    ['38', '38.00', true],
    ['20', '38.00', true],
    ['20', '-5.00', false],
  ] as const)('%s with %s used: %s', (wanted, used, outrun) => {
    expect(isOutrun(wanted, used)).toBe(outrun)
  })
  it('is not known where nothing was counted', () => {
    expect(isOutrun('1', null)).toBe(false)
  })
})

describe('time limits', () => {
  it('reads whole minutes however the server writes them', () => {
    expect(minutesOf('90')).toBe(90)
    expect(minutesOf('90.00')).toBe(90)
    expect(hoursAndMinutes(90)).toEqual({ hours: 1, minutes: 30 })
    expect(hoursAndMinutes(44_640)).toEqual({ hours: 744, minutes: 0 })
  })
  it('adds up two fields, either of which may be empty', () => {
    expect(enteredMinutes('', '')).toBe('')
    expect(enteredMinutes('1', '30')).toBe('90')
    expect(enteredMinutes('2', '')).toBe('120')
    expect(enteredMinutes('', '45')).toBe('45')
    expect(enteredMinutes('', '0')).toBe('0')
    expect(enteredMinutes('1', '90')).toBe('150')
  })
  it('is a minute at least, and ends where the span ends', () => {
    expect(isWithinSpan('0', 'day')).toBe(false)
    expect(isWithinSpan('1', 'day')).toBe(true)
    expect(isWithinSpan('1440', 'day')).toBe(true)
    expect(isWithinSpan('1441', 'day')).toBe(false)
    expect(isWithinSpan('10080', 'week')).toBe(true)
    expect(isWithinSpan('44641', 'month')).toBe(false)
  })
})

it('shows an amount as a person would type it', () => {
  expect(asTyped('50.00')).toBe('50')
  expect(asTyped('50.50')).toBe('50.50')
  expect(asTyped('100')).toBe('100')
})
