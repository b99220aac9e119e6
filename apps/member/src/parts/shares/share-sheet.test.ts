import { describe, expect, test } from 'vitest'
import { stubsOf } from './share-sheet.tsx'

const counts = (stubs: readonly string[]) => ({
  sold: stubs.filter((stub) => stub === 'sold').length,
  empty: stubs.filter((stub) => stub === 'empty').length,
  yours: stubs.filter((stub) => stub === 'yours').length,
})

describe('the share sheet', () => {
  test('shows the nearest number of stubs', () => {
    expect(counts(stubsOf(1104, 1200, [], 60))).toEqual({ sold: 55, empty: 5, yours: 0 })
  })

  test('shows the first sold share and the last unsold share', () => {
    expect(counts(stubsOf(1, 1200, [], 60)).sold).toBe(1)
    expect(counts(stubsOf(1199, 1200, [], 60)).empty).toBe(1)
    expect(counts(stubsOf(1200, 1200, [], 60)).empty).toBe(0)
    expect(counts(stubsOf(0, 1200, [], 60)).empty).toBe(60)
  })

  test("marks every stub that one of the member's ranges touches", () => {
    const stubs = stubsOf(1200, 1200, [{ first: 19, quantity: 2 }], 60)
    expect(stubs.slice(0, 3)).toEqual(['yours', 'yours', 'sold'])
  })

  test('gives each share its own stub in a small issue', () => {
    expect(stubsOf(1, 2, [{ first: 0, quantity: 1 }], 2)).toEqual(['yours', 'empty'])
  })
})
