import { describe, expect, it } from 'vitest'
import {
  buyable,
  firstCodes,
  percentOf,
  quickPicks,
  quoteOf,
  rangeWith,
  rechargeAmount,
} from './purchase-math.ts'

describe('how many shares can be bought', () => {
  it('is what is left where there is no limit per member', () => {
    expect(buyable({ shares: 1200, sold: 1104, mine: 3, maxPerMember: 0 })).toEqual({
      count: 96,
      limit: 'left',
    })
  })
  it('is what the limit leaves where that is less', () => {
    expect(buyable({ shares: 1200, sold: 1104, mine: 3, maxPerMember: 20 })).toEqual({
      count: 17,
      limit: 'cap',
    })
  })
  it('is what is left where the limit would allow more', () => {
    expect(buyable({ shares: 100, sold: 98, mine: 0, maxPerMember: 20 })).toEqual({ count: 2, limit: 'left' })
  })
  it('is nothing for a member at or above the limit, and in a full issue', () => {
    expect(buyable({ shares: 100, sold: 50, mine: 25, maxPerMember: 20 })).toEqual({ count: 0, limit: 'cap' })
    expect(buyable({ shares: 100, sold: 100, mine: 0, maxPerMember: 0 })).toEqual({ count: 0, limit: 'left' })
  })
  it('offers only the quick picks that fit', () => {
    expect(quickPicks(96)).toEqual([5, 10, 50])
    expect(quickPicks(10)).toEqual([5])
    expect(quickPicks(1)).toEqual([])
  })
})

describe('a quote', () => {
  const offer = { price: '25.00', shares: 1200, mine: 3 }
  it('counts the shares already held into the chance', () => {
    const quote = quoteOf(offer, 10, '12480.50')
    expect(quote).toEqual({
      total: '250.00',
      balanceAfter: '12230.50',
      missing: null,
      sharesAfter: 13,
      percent: (13 / 1200) * 100,
    })
  })
  it('names what a short balance lacks, in whole cents rounded up', () => {
    expect(quoteOf(offer, 10, '130.00')).toMatchObject({ balanceAfter: '-120.00', missing: '120.00' })
    expect(quoteOf(offer, 1, '24.9951')).toMatchObject({ balanceAfter: '-0.0049', missing: '0.01' })
  })
  it('lacks nothing when the balance is exactly enough or is not known', () => {
    expect(quoteOf(offer, 4, '100.00')).toMatchObject({ balanceAfter: '0.00', missing: null })
    expect(quoteOf(offer, 4, null)).toMatchObject({ balanceAfter: null, missing: null })
  })
  it('stays exact where floats would not', () => {
    expect(quoteOf({ price: '0.1', shares: 100_000, mine: 0 }, 3, '0.3')).toMatchObject({
      total: '0.30',
      missing: null,
    })
    expect(quoteOf({ price: '999999999.9999', shares: 2, mine: 0 }, 100_000, null).total).toBe(
      '99999999999990.00',
    )
  })
  it('recharges at least the smallest amount', () => {
    expect(rechargeAmount('12.01', '100.00')).toBe('100.00')
    expect(rechargeAmount('120.00', '100.00')).toBe('120.00')
    expect(rechargeAmount('12.01', undefined)).toBe('12.01')
  })
  it('has a chance of nothing in an issue without shares', () => {
    expect(percentOf(0, 0)).toBe(0)
    expect(percentOf(1, 3)).toBeCloseTo(33.33, 2)
  })
})

describe('runs of codes', () => {
  const ranges = [
    { first: 1000001, quantity: 2 },
    { first: 1000009, quantity: 5 },
  ]
  it('lists the first codes across runs', () => {
    expect(firstCodes(ranges, 3)).toEqual([1000001, 1000002, 1000009])
    expect(firstCodes(ranges, 100)).toHaveLength(7)
    expect(firstCodes([], 3)).toEqual([])
  })
  it('finds the run that holds a code', () => {
    expect(rangeWith(ranges, 1000013)).toBe(ranges[1])
    expect(rangeWith(ranges, 1000003)).toBeUndefined()
  })
})
