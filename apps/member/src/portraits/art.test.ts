import { PORTRAITS } from '@fairlot/contract/kinds/product-kinds'
import { expect, test } from 'vitest'
import { ART_NAMES, artUrl } from './art.ts'

test('every portrait that an operator can choose has a drawing, and every drawing can be chosen', () => {
  expect(ART_NAMES.toSorted()).toEqual(PORTRAITS.toSorted())
  expect(new Set(PORTRAITS.map(artUrl)).size).toBe(PORTRAITS.length)
  expect(artUrl('nonsense')).toBe(artUrl('prize'))
})
