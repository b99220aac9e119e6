import { expect, test } from 'vitest'
import { orderNumberOf, readOrderNumber } from './order-number.ts'

test('an order number is the number of the issue and the rank of the order in it', () => {
  expect(orderNumberOf('M1-0014', 37)).toBe('M1-0014-37')
  expect(readOrderNumber('M1-0014-37')).toEqual({ issue: 'M1-0014', seq: 37 })
  expect(readOrderNumber(orderNumberOf('A1B2C3D4E5F6-1234567890', 2_147_483_647))).toEqual({
    issue: 'A1B2C3D4E5F6-1234567890',
    seq: 2_147_483_647,
  })
})

test('other texts are no order numbers', () => {
  const others = ['M1-0014', 'M1-0014-', 'M1-0014-0', 'M1-0014-07', 'm1-0014-7', 'M1-014-7', 'M1-0014-7 ', '']
  for (const text of [...others, 'M1-0014-2147483648', 'M1-0014-1-1'])
    expect(readOrderNumber(text)).toBeNull()
})
