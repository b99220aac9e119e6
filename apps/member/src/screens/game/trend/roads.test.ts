import { describe, expect, test } from 'vitest'
import { columnsOf, usualRange } from './roads.ts'

const stops = (...outcomes: number[]) =>
  outcomes.map((outcome, index) => ({ period: `20261122-000${index}`, outcome }))
const shape = (columns: readonly (readonly { outcome: number }[])[]) =>
  columns.map((column) => column.map(({ outcome }) => outcome))

describe('a road', () => {
  test('begins a column where the colour changes; 0 is red and 5 is green', () => {
    expect(shape(columnsOf('colour', 'lucky', stops(1, 5, 0, 2, 9)))).toEqual([[1, 5], [0, 2], [9]])
  })
  test('of sizes counts 5 as big in lucky ball and as small in King', () => {
    expect(shape(columnsOf('size', 'lucky', stops(5, 9, 4)))).toEqual([[5, 9], [4]])
    expect(shape(columnsOf('size', 'king', stops(5, 9, 4)))).toEqual([[5], [9], [4]])
  })
  test('without results has no column', () => {
    expect(columnsOf('parity', 'king', [])).toEqual([])
  })
})

describe('the usual range of a count', () => {
  test('is two standard deviations around the expectation', () => {
    expect(usualRange(10, 100)).toEqual([4, 16])
    expect(usualRange(50, 100)).toEqual([40, 60])
  })
  test('stays within the rounds', () => {
    expect(usualRange(0.3, 3)).toEqual([0, 2])
    expect(usualRange(0, 0)).toEqual([0, 0])
  })
})
