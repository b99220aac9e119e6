import { describe, expect, test } from 'vitest'
import {
  countdownParts,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  formatSold,
  moneyParts,
  relative,
  formatClock,
} from './format.ts'

describe('numbers', () => {
  test('groups digits in threes at any size', () => {
    expect(formatNumber(999)).toBe('999')
    expect(formatNumber(1200)).toBe('1,200')
    expect(formatNumber(204118733454n)).toBe('204,118,733,454')
    expect(formatNumber('98765.4321')).toBe('98,765.4321')
  })

  test('rounds a chance to two decimals, and never to none or to certainty', () => {
    expect(formatPercent((13 / 1200) * 100)).toBe('1.08%')
    expect(formatPercent((1 / 60) * 100)).toBe('1.67%')
    expect(formatPercent(5)).toBe('5.00%')
    expect(formatPercent(99.999)).toBe('99.99%')
    expect(formatPercent(100)).toBe('100%')
    expect(formatPercent(0.0004)).toBe('<0.01%')
    expect(formatPercent(0)).toBe('0%')
  })

  test('says that an issue is sold out, or that nothing is sold, only when it is so', () => {
    expect(formatSold(1104, 1200)).toBe('92%')
    expect(formatSold(1199, 1200)).toBe('99%')
    expect(formatSold(1200, 1200)).toBe('100%')
    expect(formatSold(1, 1200)).toBe('1%')
    expect(formatSold(0, 1200)).toBe('0%')
  })
})

describe('money', () => {
  test('shows two decimals, and none for a whole price', () => {
    expect(formatMoney('12480.5', '₫')).toBe('₫12,480.50')
    expect(formatMoney('25.00', '₫', { form: 'price' })).toBe('₫25')
    expect(formatMoney('25.50', '₫', { form: 'price' })).toBe('₫25.50')
  })

  test('puts the sign before the currency, and no minus before zero', () => {
    expect(formatMoney('-250', '₫')).toBe('−₫250.00')
    expect(formatMoney('500', '₫', { signed: true })).toBe('+₫500.00')
    expect(formatMoney('-0.00', '₫')).toBe('₫0.00')
  })

  test('is exact for amounts beyond the range of a float', () => {
    expect(formatMoney('999999999999999.99', '₫')).toBe('₫999,999,999,999,999.99')
  })

  test('cuts to cents and reports the rest', () => {
    expect(moneyParts('0.1299')).toEqual({
      negative: false,
      whole: '0',
      mark: '.',
      cents: '12',
      rest: '1299',
    })
    expect(moneyParts('0.12').rest).toBeNull()
  })

  test('refuses text that is not an amount', () => {
    for (const text of ['', '1e3', '1,000', '.5', '1.23456', 'NaN'])
      expect(() => moneyParts(text)).toThrow(RangeError)
  })
})

describe('time', () => {
  test('writes the time of a draw in the business time zone', () => {
    const at = Date.UTC(2026, 10, 20, 22, 41, 7, 318)
    expect(formatClock(at)).toBe('22:41:07.318')
    expect(formatClock(at, 360)).toBe('04:41:07.318')
    expect(formatClock(at, -1380)).toBe('23:41:07.318')
  })

  test('counts down in whole seconds, with days apart', () => {
    expect(countdownParts(100_001)).toEqual({ days: 0, clock: '01:41' })
    expect(countdownParts(3_600_000)).toEqual({ days: 0, clock: '01:00:00' })
    expect(countdownParts(90_000_000)).toEqual({ days: 1, clock: '01:00:00' })
    expect(countdownParts(-5)).toEqual({ days: 0, clock: '00:00' })
  })

  test('follows the steps of the specification', () => {
    const minute = 60_000
    expect(relative(0, 5 * minute - 1)).toEqual({ unit: 'now' })
    expect(relative(0, 5 * minute)).toEqual({ unit: 'minute', count: 5 })
    expect(relative(0, 60 * minute)).toEqual({ unit: 'hour', count: 1 })
    expect(relative(0, 24 * 60 * minute)).toEqual({ unit: 'day', count: 1 })
    expect(relative(0, 30 * 24 * 60 * minute)).toEqual({ unit: 'day', count: 30 })
    expect(relative(0, 31 * 24 * 60 * minute)).toEqual({ unit: 'date' })
  })

  test('uses Latin digits in every language', () => {
    const at = Date.UTC(2026, 10, 20, 12)
    for (const language of ['en-us', 'bn-bd', 'ar-sa']) expect(formatDate(at, language)).toMatch(/20/)
    for (const language of ['bn-bd', 'ar-sa']) expect(formatDate(at, language)).not.toMatch(/[০-৯٠-٩]/)
  })
})

test('numbers, rates and money have the marks of the language', () => {
  expect(formatNumber(1_234_567, 'pt-br')).toBe('1.234.567')
  expect(formatNumber(1_234_567, 'bn-bd')).toBe('12,34,567')
  expect(formatPercent(0.004, 'vi-vn')).toBe('<0,01%')
  expect(formatPercent((13 / 1200) * 100, 'id-id')).toBe('1,08%')
  expect(formatMoney('12480.5', '₫', {}, 'pt-br')).toBe('₫12.480,50')
  expect(formatMoney('-1248000', '₫', { form: 'price' }, 'hi-in')).toBe('−₫12,48,000')
  expect(formatMoney('12480.5', '₫', {}, 'ar-sa')).toBe('₫12,480.50')
})
