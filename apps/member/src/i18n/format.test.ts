import { describe, expect, it } from 'vitest'
import {
  countdownParts,
  formatClock,
  formatDate,
  formatMoney,
  formatNumber,
  formatPercent,
  moneyParts,
  relative,
} from './format.ts'

describe('numbers', () => {
  it('groups in threes, whatever the size', () => {
    expect(formatNumber(999)).toBe('999')
    expect(formatNumber(1200)).toBe('1,200')
    expect(formatNumber(204118733454n)).toBe('204,118,733,454')
    expect(formatNumber('98765.4321')).toBe('98,765.4321')
  })

  it('rounds a percent down and never shows a chance as none', () => {
    expect(formatPercent((13 / 1200) * 100)).toBe('1.08%')
    expect(formatPercent(100)).toBe('100%')
    expect(formatPercent(0.0004)).toBe('<0.01%')
    expect(formatPercent(0)).toBe('0%')
  })
})

describe('money', () => {
  it('shows two decimals, or none for a price without', () => {
    expect(formatMoney('12480.5', '₫')).toBe('₫12,480.50')
    expect(formatMoney('25.00', '₫', { form: 'price' })).toBe('₫25')
    expect(formatMoney('25.50', '₫', { form: 'price' })).toBe('₫25.50')
  })

  it('puts signs before the currency and never a minus before zero', () => {
    expect(formatMoney('-250', '₫')).toBe('−₫250.00')
    expect(formatMoney('500', '₫', { signed: true })).toBe('+₫500.00')
    expect(formatMoney('-0.00', '₫')).toBe('₫0.00')
  })

  it('keeps amounts that a float could not hold', () => {
    expect(formatMoney('999999999999999.99', '₫')).toBe('₫999,999,999,999,999.99')
  })

  it('cuts to cents and tells what it cut', () => {
    expect(moneyParts('0.1299')).toEqual({ negative: false, whole: '0', cents: '12', rest: '1299' })
    expect(moneyParts('0.12').rest).toBeNull()
  })

  it('refuses what is not an amount', () => {
    for (const text of ['', '1e3', '1,000', '.5', '1.23456', 'NaN'])
      expect(() => moneyParts(text)).toThrow(RangeError)
  })
})

describe('time', () => {
  it('writes the clock of a draw in the zone of the business', () => {
    const at = Date.UTC(2026, 10, 20, 22, 41, 7, 318)
    expect(formatClock(at)).toBe('22:41:07.318')
    expect(formatClock(at, 360)).toBe('04:41:07.318')
    expect(formatClock(at, -1380)).toBe('23:41:07.318')
  })

  it('counts down in whole seconds and splits off days', () => {
    expect(countdownParts(100_001)).toEqual({ days: 0, clock: '01:41' })
    expect(countdownParts(3_600_000)).toEqual({ days: 0, clock: '01:00:00' })
    expect(countdownParts(90_000_000)).toEqual({ days: 1, clock: '01:00:00' })
    expect(countdownParts(-5)).toEqual({ days: 0, clock: '00:00' })
  })

  it('follows the steps of the specification', () => {
    const minute = 60_000
    expect(relative(0, 5 * minute - 1)).toEqual({ unit: 'now' })
    expect(relative(0, 5 * minute)).toEqual({ unit: 'minute', count: 5 })
    expect(relative(0, 60 * minute)).toEqual({ unit: 'hour', count: 1 })
    expect(relative(0, 24 * 60 * minute)).toEqual({ unit: 'day', count: 1 })
    expect(relative(0, 30 * 24 * 60 * minute)).toEqual({ unit: 'day', count: 30 })
    expect(relative(0, 31 * 24 * 60 * minute)).toEqual({ unit: 'date' })
  })

  it('uses Latin digits in every language', () => {
    const at = Date.UTC(2026, 10, 20, 12)
    for (const language of ['en-us', 'bn-bd', 'ar-sa']) expect(formatDate(at, language)).toMatch(/20/)
    for (const language of ['bn-bd', 'ar-sa']) expect(formatDate(at, language)).not.toMatch(/[০-৯٠-٩]/)
  })
})
