import { expect, test } from 'vitest'
import { LANGUAGES } from '../languages.ts'
import { localNumber, NUMBER_MARKS } from './number-marks.ts'

test.each(LANGUAGES)('writes numbers in %s as the Unicode data do, with Latin digits', (language) => {
  const intl = new Intl.NumberFormat(`${language}-u-nu-latn`)
  for (const value of [0n, 999n, 1000n, 100_000n, 1_234_567n, 123_456_789_012n])
    expect(localNumber(String(value), language)).toBe(intl.format(value))
  expect(localNumber('1234.5', language)).toBe(intl.format(1234.5))
  const parts = intl.formatToParts(1234.5)
  expect(NUMBER_MARKS[language]).toMatchObject({
    group: parts.find(({ type }) => type === 'group')?.value,
    decimal: parts.find(({ type }) => type === 'decimal')?.value,
  })
})

test('keeps decimals and the minus, and leaves other texts alone', () => {
  expect(localNumber('-12480.5000', 'pt-br')).toBe('-12.480,5000')
  expect(localNumber('1000000', 'hi-in')).toBe('10,00,000')
  for (const text of ['', '<0.01%', '1.4.1', '1e3', '1,200']) expect(localNumber(text, 'pt-br')).toBe(text)
})
