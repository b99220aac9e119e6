import { sampleProof } from '@fairlot/fairness/testing/proof-samples'
import { VECTORS } from '@fairlot/fairness/testing/vectors-file'
import { bigEndian, fromHex } from '@fairlot/fairness/bytes'
import { describe, expect, it } from 'vitest'
import { countedOrders, fileSize, formulaOf, valueLines } from './formula.ts'

describe('formulaOf', () => {
  it.each(['all', 'before-final'] as const)('arrives at the code of the draw, reading %s', (reading) => {
    for (const grade of ['plain', 'salt', 'beacon'] as const) {
      const { terms, seal, result } = sampleProof(VECTORS.draw, { grade, reading })
      const { shares } = terms
      const entropyRemainder =
        result.entropy === null ? 0 : Number(bigEndian(fromHex(result.entropy, 32)) % BigInt(shares))
      const formula = formulaOf({ sum: seal.sum, entropyRemainder, shares })
      expect(formula?.code).toBe(BigInt(result.code))
      expect(formula!.times * BigInt(shares) + formula!.remainder).toBe(formula!.total)
    }
  })

  it('has no result while the entropy does not exist', () => {
    expect(formulaOf({ sum: '12', entropyRemainder: null, shares: 5 })).toBeNull()
  })

  it('stays exact beyond what a double can hold', () => {
    const formula = formulaOf({ sum: '90071992547409931', entropyRemainder: 6, shares: 10 })
    expect(formula).toEqual({
      total: 90_071_992_547_409_937n,
      times: 9_007_199_254_740_993n,
      remainder: 7n,
      code: 1_000_008n,
    })
  })
})

it('counts all orders, or all but the last one', () => {
  expect([
    countedOrders(7, 'all'),
    countedOrders(7, 'before-final'),
    countedOrders(1, 'before-final'),
  ]).toEqual([7, 6, 0])
})

it('writes values as lines and leaves out those that are not there', () => {
  expect(
    valueLines([
      ['N', '5'],
      ['salt', null],
      ['S', '12'],
    ]),
  ).toBe('N: 5\nS: 12')
})

it('tells the size of a file', () => {
  expect([fileSize(10), fileSize(420_400), fileSize(10_500_000)]).toEqual(['1 KB', '420 KB', '10.5 MB'])
})
