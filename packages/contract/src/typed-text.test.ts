import { expect, test } from 'vitest'
import { latinDigits } from './typed-text.ts'

test('digits of every script become Latin ones, and nothing else changes', () => {
  for (const digits of [
    '٠١٢٣٤٥٦٧٨٩',
    '۰۱۲۳۴۵۶۷۸۹',
    '০১২৩৪৫৬৭৮৯',
    '०१२३४५६७८९',
    '０１２３４５６７８９',
    '๐๑๒๓๔๕๖๗๘๙',
  ])
    expect(latinDigits(digits)).toBe('0123456789')
  expect(latinDigits('+৮৮০ ১৭১২-٣٤٥')).toBe('+880 1712-345')
  for (const text of ['', '017', '١٢٫٥'.slice(2, 3), 'ملف', '½ ² Ⅷ 二']) expect(latinDigits(text)).toBe(text)
})
