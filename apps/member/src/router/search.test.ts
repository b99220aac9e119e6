import { describe, expect, it } from 'vitest'
import { INSIDE, ISSUE, maybe, needed, oneOf, searchShape, UUID, wholeNumber } from './search-shape.ts'
import { parseSearch, stringifySearch } from './search.ts'

describe('the text of an address', () => {
  it('keeps texts as texts in both directions', () => {
    expect(parseSearch('?id=12&issue=M1-0001')).toEqual({ id: '12', issue: 'M1-0001' })
    expect(stringifySearch({ issue: 'M1-0001', buy: 10 })).toBe('?issue=M1-0001&buy=10')
  })

  it('survives every character', () => {
    const search = { next: '/pages/goods/goods?issue=M1-0001', search: 'ঘড়ি & "x"=#' }
    expect(parseSearch(stringifySearch(search))).toEqual(search)
  })

  it('leaves no trace of what is not set', () => {
    expect(stringifySearch({ tab: undefined, search: '', none: null })).toBe('')
  })
})

describe('what a route accepts', () => {
  const read = searchShape({
    issue: needed(ISSUE),
    buy: wholeNumber(1, 100_000),
    tab: oneOf(['all', 'awaiting']),
    next: maybe(INSIDE),
  })

  it('reads what is named and drops the rest', () => {
    expect(read({ issue: 'M1-0001', buy: '10', tab: 'all', next: '/pages/mall/mall', other: 'x' })).toEqual({
      issue: 'M1-0001',
      buy: 10,
      tab: 'all',
      next: '/pages/mall/mall',
    })
  })

  it('takes numbers that a link in the app hands over', () => {
    expect(read({ issue: 'M1-0001', buy: 10 }).buy).toBe(10)
  })

  it('counts what makes no sense as missing', () => {
    expect(read({ issue: 'M1-0001', buy: '1.5', tab: 'nope', next: 'https://elsewhere.test' })).toEqual({
      issue: 'M1-0001',
    })
    expect(read({ issue: 'M1-0001', buy: '0', next: '//elsewhere.test' })).toEqual({ issue: 'M1-0001' })
    expect(read({ issue: 'M1-0001', buy: '100001' })).toEqual({ issue: 'M1-0001' })
  })

  it('names what makes no sense, so that it hides the unread word that the router has kept', () => {
    const unread = { issue: 'M1-0001', tab: 'nope' }
    expect({ ...unread, ...read(unread) }.tab).toBeUndefined()
  })

  it('refuses an address without what it needs', () => {
    for (const issue of [undefined, '', 'm1-0001', 'M1-1', "M1-0001'--"])
      expect(() => read({ issue })).toThrow(RangeError)
    expect(() => searchShape({ order: needed(UUID) })({ order: '12' })).toThrow(RangeError)
  })
})
