import { describe, expect, test } from 'vitest'
import { INSIDE, ISSUE, maybe, needed, oneOf, searchShape, UUID, wholeNumber } from './search-shape.ts'
import { parseSearch, stringifySearch } from './search.ts'

describe('search parameters in an address', () => {
  test('reads and writes every value as text', () => {
    expect(parseSearch('?id=12&issue=M1-0001')).toEqual({ id: '12', issue: 'M1-0001' })
    expect(stringifySearch({ issue: 'M1-0001', buy: 10 })).toBe('?issue=M1-0001&buy=10')
  })

  test('keeps every character', () => {
    const search = { next: '/pages/goods/goods?issue=M1-0001', search: 'ঘড়ি & "x"=#' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })

  test('leaves out values that are not set', () => {
    expect(stringifySearch({ tab: undefined, search: '', none: null })).toBe('')
  })
})

describe('the search parameters of a route', () => {
  const read = searchShape({
    issue: needed(ISSUE),
    buy: wholeNumber(1, 100_000),
    tab: oneOf(['all', 'awaiting']),
    next: maybe(INSIDE),
  })

  test('reads the declared parameters and drops the rest', () => {
    expect(read({ issue: 'M1-0001', buy: '10', tab: 'all', next: '/pages/mall/mall', other: 'x' })).toEqual({
      issue: 'M1-0001',
      buy: 10,
      tab: 'all',
      next: '/pages/mall/mall',
    })
  })

  test('accepts numbers from links inside the app', () => {
    expect(read({ issue: 'M1-0001', buy: 10 }).buy).toBe(10)
  })

  test('treats an invalid value as missing', () => {
    expect(read({ issue: 'M1-0001', buy: '1.5', tab: 'nope', next: 'https://elsewhere.test' })).toEqual({
      issue: 'M1-0001',
    })
    expect(read({ issue: 'M1-0001', buy: '0', next: '//elsewhere.test' })).toEqual({ issue: 'M1-0001' })
    expect(read({ issue: 'M1-0001', buy: '100001' })).toEqual({ issue: 'M1-0001' })
  })

  test('sets an invalid parameter to undefined, so that the unread value of the router is hidden', () => {
    const unread = { issue: 'M1-0001', tab: 'nope' }
    expect({ ...unread, ...read(unread) }.tab).toBeUndefined()
  })

  test('refuses an address without a required parameter', () => {
    for (const issue of [undefined, '', 'm1-0001', 'M1-1', "M1-0001'--"])
      expect(() => read({ issue })).toThrow(RangeError)
    expect(() => searchShape({ order: needed(UUID) })({ order: '12' })).toThrow(RangeError)
  })
})
