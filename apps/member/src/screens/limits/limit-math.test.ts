import { describe, expect, test } from 'vitest'
import {
  asTyped,
  changeOf,
  enteredMinutes,
  hoursAndMinutes,
  isOutrun,
  isWithinPeriod,
  minutesOf,
  usageOf,
} from './limit-math.ts'

describe('a change of a limit', () => {
  test.each([
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
    // compared as text, 9 would be more than 10
    ['9.00', '10', 'looser'],
  ] as const)('from %s to %s is %s', (now, wanted, change) => {
    expect(changeOf(now, wanted)).toBe(change)
  })
})

describe('the usage of a limit', () => {
  test('computes the used part and the rest', () => {
    expect(usageOf('50.00', '38.00')).toEqual({ part: 0.76, left: '12.00', full: false, ahead: null })
    expect(usageOf('50.00', '0.00')).toEqual({ part: 0, left: '50.00', full: false, ahead: null })
  })
  test('is full exactly at the limit and not one ten-thousandth before', () => {
    expect(usageOf('50.00', '50.00')).toEqual({ part: 1, left: '0.00', full: true, ahead: null })
    expect(usageOf('50.00', '49.9999')).toMatchObject({ left: '0.0001', full: false })
  })
  test('has zero left after the limit was lowered below the usage', () => {
    expect(usageOf('20.00', '38.00')).toEqual({ part: 1, left: '0.00', full: true, ahead: null })
  })
  test('is full from the start when the limit is zero', () => {
    expect(usageOf('0.00', '0.00')).toMatchObject({ part: 1, left: '0.00', full: true })
  })
  test('leaves more room for losses after a win', () => {
    expect(usageOf('200.00', '-12.50')).toEqual({ part: 0, left: '212.50', full: false, ahead: '12.50' })
  })
})

describe('a limit below the usage', () => {
  test.each([
    ['50', '38.00', false],
    ['38', '38.00', true],
    ['20', '38.00', true],
    ['20', '-5.00', false],
  ] as const)('%s with %s used: %s', (wanted, used, outrun) => {
    expect(isOutrun(wanted, used)).toBe(outrun)
  })
  test('is unknown where no usage is counted', () => {
    expect(isOutrun('1', null)).toBe(false)
  })
})

describe('time limits', () => {
  test('reads whole minutes with and without decimals', () => {
    expect(minutesOf('90')).toBe(90)
    expect(minutesOf('90.00')).toBe(90)
    expect(hoursAndMinutes(90)).toEqual({ hours: 1, minutes: 30 })
    expect(hoursAndMinutes(44_640)).toEqual({ hours: 744, minutes: 0 })
  })
  test('adds hours and minutes, either of which may be empty', () => {
    expect(enteredMinutes('', '')).toBe('')
    expect(enteredMinutes('1', '30')).toBe('90')
    expect(enteredMinutes('2', '')).toBe('120')
    expect(enteredMinutes('', '45')).toBe('45')
    expect(enteredMinutes('', '0')).toBe('0')
    expect(enteredMinutes('1', '90')).toBe('150')
  })
  test('accepts one minute up to the length of the period', () => {
    expect(isWithinPeriod('0', 'day')).toBe(false)
    expect(isWithinPeriod('1', 'day')).toBe(true)
    expect(isWithinPeriod('1440', 'day')).toBe(true)
    expect(isWithinPeriod('1441', 'day')).toBe(false)
    expect(isWithinPeriod('10080', 'week')).toBe(true)
    expect(isWithinPeriod('44641', 'month')).toBe(false)
  })
})

test('shows an amount as a member would type it', () => {
  expect(asTyped('50.00')).toBe('50')
  expect(asTyped('50.50')).toBe('50.50')
  expect(asTyped('100')).toBe('100')
})
