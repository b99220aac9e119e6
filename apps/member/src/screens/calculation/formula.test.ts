import { sampleProof } from '@fairlot/fairness/testing/proof-samples'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { describe, expect, test } from 'vitest'
import { countedOrders, formulaOf, valueLines } from './formula.ts'

describe('formulaOf', () => {
  test.each(['all', 'before-final'] as const)(
    'computes the winning code of the draw (times counted: %s)',
    (reading) => {
      for (const grade of ['plain', 'salt', 'beacon'] as const) {
        const { terms, seal, result } = sampleProof(VECTORS.draw, { grade, reading })
        const { shares } = terms
        const entropyRemainder =
          result.entropy === null ? 0 : Number(bigEndian(fromHex(result.entropy, 32)) % BigInt(shares))
        const formula = formulaOf({ sum: seal.sum, entropyRemainder, shares })
        expect(formula?.code).toBe(BigInt(result.code))
        expect(formula!.times * BigInt(shares) + formula!.remainder).toBe(formula!.total)
      }
    },
  )

  test('has no result before the entropy exists', () => {
    expect(formulaOf({ sum: '12', entropyRemainder: null, shares: 5 })).toBeNull()
  })

  test('is exact beyond the range of a double', () => {
    const formula = formulaOf({ sum: '90071992547409931', entropyRemainder: 6, shares: 10 })
    expect(formula).toEqual({
      total: 90_071_992_547_409_937n,
      times: 9_007_199_254_740_993n,
      remainder: 7n,
      code: 1_000_008n,
    })
  })
})

test('counts all orders, or all but the last one', () => {
  expect([
    countedOrders(7, 'all'),
    countedOrders(7, 'before-final'),
    countedOrders(1, 'before-final'),
  ]).toEqual([7, 6, 0])
})

test('writes values as lines and leaves out missing ones', () => {
  expect(
    valueLines([
      ['N', '5'],
      ['salt', null],
      ['S', '12'],
    ]),
  ).toBe('N: 5\nS: 12')
})
