import * as z from 'zod/mini'
import { expect, test } from 'vitest'
import { enteredAmount, phone, smsCode } from './schemas.ts'

test('phone numbers and codes may have the digits of any script, and are kept in Latin ones', () => {
  expect(z.parse(phone, '+৮৮০১৭১২৩৪৫৬৭৮')).toBe('+8801712345678')
  expect(z.parse(smsCode, '१२३४५६')).toBe('123456')
})

test('an amount of a call has Latin digits and a point', () => {
  for (const text of ['١٠٠', '١٠٠٫٥٠', '1000。50', '1e3', '-100', '+5'])
    expect(z.safeParse(enteredAmount, text).success).toBe(false)
})
