import { publicKeyOf } from '@fairlot/fairness/signatures/ed25519'
import { witnessKey } from '@fairlot/fairness/witness'
import { expect, test } from 'vitest'
import { whyNotGrade } from './open-event.ts'

const FOUR = ['41', '42', '43', '44'].map((byte, i) => witnessKey(`w${i}`, publicKeyOf(byte.repeat(32))))

test('with real money an event of version 3 needs witnesses that the house cannot make few of', () => {
  const real = { moneyMode: 'real' as const, writer: { rules: 3 as const } }
  expect(whyNotGrade('witnessed', { ...real, witnesses: FOUR })).toBeNull()
  expect(whyNotGrade('witnessed', { ...real, witnesses: FOUR.slice(0, 1) })).toBe('weak')
  const own = FOUR.map((key, i) => (i < 2 ? { ...key, own: true } : key))
  expect(whyNotGrade('witnessed', { ...real, witnesses: own })).toBe('weak')
  expect(whyNotGrade('witnessed', { ...real, witnesses: [] })).toBe('witness')
  expect(whyNotGrade('beacon', { ...real, witnesses: FOUR })).toBe('real')
  expect(whyNotGrade('witnessed', { ...real, moneyMode: 'sandbox', witnesses: own })).toBeNull()
})
