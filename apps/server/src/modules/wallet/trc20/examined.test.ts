import { expect, test } from 'vitest'
import { createExamined } from './examined.ts'

test('what was not read comes first, newest first, then what was read longest ago', () => {
  const examined = createExamined()
  const listed = ['a', 'b', 'c', 'd']
  expect(examined.inTurn('x', listed)).toEqual(['d', 'c', 'b', 'a'])
  for (const txId of ['d', 'b']) examined.setRead('x', txId)
  expect(examined.inTurn('x', [...listed, 'e'])).toEqual(['e', 'c', 'a', 'd', 'b'])
  expect(examined.inTurn('y', listed)).toEqual(['d', 'c', 'b', 'a'])
})

test('what is no longer listed is forgotten, and the address that was looked at longest ago', () => {
  const examined = createExamined(2)
  for (const address of ['x', 'y']) examined.setForeign(address, 'a')
  examined.keep('x', new Set(['b']))
  expect([examined.isForeign('x', 'a'), examined.isForeign('y', 'a')]).toEqual([false, true])
  for (const address of ['x', 'z']) examined.setForeign(address, 'a')
  expect(['x', 'y', 'z'].map((address) => examined.isForeign(address, 'a'))).toEqual([true, false, true])
})
