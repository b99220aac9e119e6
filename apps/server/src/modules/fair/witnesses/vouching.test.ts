import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { witnessKey } from '@fairlot/fairness/witness'
import { expect, test } from 'vitest'
import { areTooWeak, quorumFigures, type NamedKey } from './vouching.ts'

/** So many witnesses, of which the house operates some. */
function named(count: number, own: number): NamedKey[] {
  return Array.from({ length: count }, (_, i) => {
    const key = witnessKey(`w${i}`, publicKeyOf(`${40 + i}`.repeat(32)))
    return i < own ? { ...key, own: true } : key
  })
}

test('the figures of a quorum count every witness, and name those of the house', () => {
  expect(quorumFigures(named(4, 1))).toEqual({
    witnesses: 4,
    quorum: 3,
    together: 2,
    breaking: 2,
    own: 1,
    isEnoughForMoney: true,
  })
  expect(quorumFigures([])).toBeNull()
})

test.each([
  [1, 0, true],
  [2, 0, false],
  [2, 1, false],
  [2, 2, true],
  [3, 2, false],
  [3, 3, true],
  [4, 1, false],
  [4, 2, true],
  [0, 0, false],
])('with real money %d witnesses, %d of them of the house, are too weak: %s', (count, own, isWeak) => {
  expect(areTooWeak(named(count, own), { moneyMode: 'real', rules: 3 })).toBe(isWeak)
  expect(areTooWeak(named(count, own), { moneyMode: 'sandbox', rules: 3 })).toBe(false)
  expect(areTooWeak(named(count, own), { moneyMode: 'real', rules: 2 })).toBe(false)
})
