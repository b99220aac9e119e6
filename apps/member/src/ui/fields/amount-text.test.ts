import { describe, expect, test } from 'vitest'
import { cleanAmount, readAmount, typedAmount } from './amount-text.ts'
import type { OfferedLanguage } from '@fairlot/contract/languages'

const read = (text: string, language: OfferedLanguage) => readAmount(cleanAmount(text), language)

describe('an amount is read in the marks of the language', () => {
  test.each([
    ['en-us', '1,200.50', '1200.50'],
    ['en-us', '1,200', '1200'],
    ['en-us', '0.5', '0.5'],
    ['zh-cn', '1,200，000', '1200000'],
    ['pt-br', '1.200,50', '1200.50'],
    ['pt-br', '12,5', '12.5'],
    ['id-id', '1.200', '1200'],
    ['vi-vn', '2.000.000', '2000000'],
    ['hi-in', '1,00,000.25', '100000.25'],
    ['hi-in', '100,000', '100000'],
    ['bn-bd', '১,২০,০০০', '120000'],
    ['ar-sa', '١٬٢٠٠٫٥٠', '1200.50'],
    ['en-us', '₫ 1 200', '1200'],
    ['pt-br', 'R$ 1.200,50', '1200.50'],
    ['vi-vn', '1.200 ₫', '1200'],
    ['id-id', '1’200٫50', '1200.50'],
    ['zh-cn', '1000。50', '1000.50'],
    ['zh-cn', '１０００．５０', '1000.50'],
    ['zh-cn', '１，２００', '1200'],
    ['ar-sa', '1،200', '1200'],
    ['en-us', '\u200e1,200\u2069', '1200'],
    ['en-us', '', ''],
  ] as const)('%s: %s', (language, text, amount) => {
    expect(read(text, language)).toBe(amount)
  })

  test('also with the other marks where only one amount is possible', () => {
    expect(read('1.200,50', 'en-us')).toBe('1200.50')
    expect(read('1,200.50', 'pt-br')).toBe('1200.50')
  })
})

test('what could mean two amounts is not guessed', () => {
  for (const text of ['1,5', '12,50', '1,2', '1,00']) expect(read(text, 'en-us'), text).toBeNull()
  for (const text of ['1.5', '12.50', '1.20']) expect(read(text, 'pt-br'), text).toBeNull()
  // three decimals by one reading, a thousand by the other
  expect(read('1.200', 'en-us')).toBeNull()
  expect(read('1,200', 'vi-vn')).toBeNull()
})

test('an amount with a character that belongs to no amount is no amount, and not a hundred times as much', () => {
  const texts = ['1000।50', '1000·50', '1000:50', '1000;50', '1000/50', '1000_50', '1000-50', '1000₫50']
  for (const text of [
    ...texts,
    '1000 50',
    "1000'50",
    '1000٬50',
    '1 5',
    '1e3',
    '-100',
    '+100',
    '100k',
    '1 1/2',
    '১০০০।৫০',
  ])
    for (const language of ['en-us', 'zh-cn', 'hi-in', 'pt-br', 'id-id', 'ar-sa', 'bn-bd', 'vi-vn'] as const)
      expect(read(text, language), `${language}: ${text}`).toBeNull()
  expect(read('1000،50', 'ar-sa')).toBeNull()
})

test('the field keeps a character that it does not know, so that a typed amount never grows', () => {
  let field = ''
  for (const key of '1000।50') field = cleanAmount(field + key)
  expect(field).toBe('1000।50')
  expect(cleanAmount('১০০০.৫০')).toBe('1000.50')
  // a longer text than an amount can have is not cut to another amount
  expect(read(`${'1'.repeat(12)}${'0'.repeat(40)}`, 'en-us')).toBeNull()
})

test('unfinished and broken texts are no amounts', () => {
  for (const text of ['1.', '.5', '1,', '1,20,0', '1.2.3', '1,200.505', '1.200.50', '1234567890123'])
    expect(read(text, 'en-us'), text).toBeNull()
})

test('an amount is shown as a member would type it', () => {
  expect(typedAmount('1200.5', 'pt-br')).toBe('1200,5')
  expect(typedAmount('1200.5', 'en-us')).toBe('1200.5')
})
