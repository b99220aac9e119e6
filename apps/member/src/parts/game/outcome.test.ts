import { OUTCOMES } from '@fairlot/fairness/games/pay-table'
import { describe, expect, test } from 'vitest'
import { coloursOf, parityOf, sizeOf } from './outcome.ts'

describe('an outcome', () => {
  test('of lucky ball has one colour, and violet as the second one on 0 and 5', () => {
    expect(OUTCOMES.lucky.map((outcome) => coloursOf('lucky', outcome).join(' '))).toEqual([
      'red violet',
      'green',
      'red',
      'green',
      'red',
      'green violet',
      'red',
      'green',
      'red',
      'green',
    ])
  })

  test('is big from 5 in lucky ball and from 6 in King', () => {
    expect(OUTCOMES.lucky.filter((outcome) => sizeOf('lucky', outcome) === 'big')).toEqual([5, 6, 7, 8, 9])
    expect(OUTCOMES.king.filter((outcome) => sizeOf('king', outcome) === 'big')).toEqual([6, 7, 8, 9, 10])
  })

  test('is single when it is odd', () => {
    expect(OUTCOMES.king.filter((outcome) => parityOf('king', outcome) === 'single')).toEqual([1, 3, 5, 7, 9])
    expect(parityOf('lucky', 0)).toBe('double')
  })
})
