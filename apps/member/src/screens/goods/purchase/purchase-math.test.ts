import { describe, expect, test } from 'vitest'
import {
  buyable,
  firstCodes,
  percentOf,
  quickPicks,
  quoteOf,
  rangeWith,
  rechargeAmount,
  voucherFor,
} from './purchase-math.ts'

describe('the number of shares that can be bought', () => {
  test('is the rest of the issue without a limit per member', () => {
    expect(buyable({ shares: 1200, sold: 1104, mine: 3, maxPerMember: 0 })).toEqual({
      count: 96,
      limit: 'left',
    })
  })
  test("is the rest of the member's limit where that is less", () => {
    expect(buyable({ shares: 1200, sold: 1104, mine: 3, maxPerMember: 20 })).toEqual({
      count: 17,
      limit: 'max',
    })
  })
  test("is the rest of the issue where the member's limit allows more", () => {
    expect(buyable({ shares: 100, sold: 98, mine: 0, maxPerMember: 20 })).toEqual({ count: 2, limit: 'left' })
  })
  test("is zero at or above the member's limit and in a full issue", () => {
    expect(buyable({ shares: 100, sold: 50, mine: 25, maxPerMember: 20 })).toEqual({ count: 0, limit: 'max' })
    expect(buyable({ shares: 100, sold: 100, mine: 0, maxPerMember: 0 })).toEqual({ count: 0, limit: 'left' })
  })
  test('offers only quick picks up to that number', () => {
    expect(quickPicks(96)).toEqual([5, 10, 50])
    expect(quickPicks(10)).toEqual([5])
    expect(quickPicks(1)).toEqual([])
  })
})

describe('a quote', () => {
  const offer = { price: '25.00', shares: 1200, sold: 1100, mine: 3 }
  test('includes the shares already held in the chance', () => {
    const quote = quoteOf(offer, 10, '12480.50')
    expect(quote).toEqual({
      total: '250.00',
      discount: null,
      due: '250.00',
      balanceAfter: '12230.50',
      missing: null,
      sharesAfter: 13,
      percent: (13 / 1200) * 100,
    })
  })
  test('has no chance for more shares than are left', () => {
    expect(quoteOf(offer, 100, null).percent).toBeCloseTo(8.58, 2)
    expect(quoteOf(offer, 101, null).percent).toBe(null)
  })
  test('names the missing amount in whole cents, rounded up', () => {
    expect(quoteOf(offer, 10, '130.00')).toMatchObject({ balanceAfter: '-120.00', missing: '120.00' })
    expect(quoteOf(offer, 1, '24.9951')).toMatchObject({ balanceAfter: '-0.0049', missing: '0.01' })
  })
  test('has no missing amount when the balance is exactly enough or unknown', () => {
    expect(quoteOf(offer, 4, '100.00')).toMatchObject({ balanceAfter: '0.00', missing: null })
    expect(quoteOf(offer, 4, null)).toMatchObject({ balanceAfter: null, missing: null })
  })
  test('is exact where floats would not be', () => {
    expect(quoteOf({ price: '0.1', shares: 100_000, sold: 0, mine: 0 }, 3, '0.3')).toMatchObject({
      total: '0.30',
      missing: null,
    })
    expect(quoteOf({ price: '999999999.9999', shares: 2, sold: 0, mine: 0 }, 100_000, null).total).toBe(
      '99999999999990.00',
    )
  })
  test('suggests at least the smallest recharge amount', () => {
    expect(rechargeAmount('12.01', '100.00')).toBe('100.00')
    expect(rechargeAmount('120.00', '100.00')).toBe('120.00')
    expect(rechargeAmount('12.01', undefined)).toBe('12.01')
  })
  test('has a chance of zero in an issue without shares', () => {
    expect(percentOf(0, 0)).toBe(0)
    expect(percentOf(1, 3)).toBeCloseTo(33.33, 2)
  })
})

describe('ranges of codes', () => {
  const ranges = [
    { first: 1000001, quantity: 2 },
    { first: 1000009, quantity: 5 },
  ]
  test('lists the first codes across ranges', () => {
    expect(firstCodes(ranges, 3)).toEqual([1000001, 1000002, 1000009])
    expect(firstCodes(ranges, 100)).toHaveLength(7)
    expect(firstCodes([], 3)).toEqual([])
  })
  test('finds the range that contains a code', () => {
    expect(rangeWith(ranges, 1000013)).toBe(ranges[1])
    expect(rangeWith(ranges, 1000003)).toBeUndefined()
  })
})

describe('voucherFor', () => {
  const one = (id: string, amount: string, minSpend: string) => ({ id, amount, minSpend, expiresAt: 1 })
  const vouchers = [one('a', '5.00', '20.00'), one('b', '8.00', '100.00'), one('c', '5.00', '20.00')]

  test('uses the largest voucher that the total allows, the first one among equals', () => {
    expect(voucherFor(vouchers, '100.00', undefined)?.id).toBe('b')
    expect(voucherFor(vouchers, '99.99', undefined)?.id).toBe('a')
    expect(voucherFor(vouchers, '19.99', undefined)).toBeNull()
  })

  test('uses the chosen one while the total allows it, and none when the member wants none', () => {
    expect(voucherFor(vouchers, '100.00', 'c')?.id).toBe('c')
    expect(voucherFor(vouchers, '50.00', 'b')).toBeNull()
    expect(voucherFor(vouchers, '100.00', null)).toBeNull()
  })

  test('lessens what is paid, not the price', () => {
    const offer = { price: '25.00', shares: 100, sold: 0, mine: 0 }
    expect(quoteOf(offer, 4, '95.00', '10.00')).toMatchObject({
      total: '100.00',
      due: '90.00',
      balanceAfter: '5.00',
      missing: null,
    })
  })
})
