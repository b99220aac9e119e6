import { expect, test } from 'vitest'
import { hasUnseen, isSeen, latinDigits, printed, withoutUnseen } from './typed-text.ts'

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

test('characters that nobody sees are found, left out and named', () => {
  const signs = ['\u202e', '\u2067', '\u200b', '\u00ad', '\ufeff', '\u3164', '\u2800', '\u{e0041}']
  for (const sign of signs) {
    expect(hasUnseen(`A${sign}b`)).toBe(true)
    expect(withoutUnseen(`A${sign}b`)).toBe('Ab')
    expect(isSeen(sign)).toBe(false)
  }
  expect(printed('Ali \u202eevil\u{e0041}')).toBe('Ali [U+202E]evil[U+E0041]')
})

test('joiners that words and pictures need stay', () => {
  for (const text of ['ক্\u200dষ', 'می\u200cخواهم', '👨\u200d👩\u200d👧', '❤\ufe0f']) {
    expect(hasUnseen(text)).toBe(false)
    expect(printed(text)).toBe(text)
    expect(isSeen(text)).toBe(true)
  }
  for (const empty of ['', ' ', '\u200d', '\ufe0f', '\u00a0']) expect(isSeen(empty)).toBe(false)
})
