import { describe, expect, test } from 'vitest'
import { checkUnits, joinUnits } from './units.ts'

describe('a number and its unit', () => {
  test.each([
    ['en-us', 'Wait {{count}} hours, then 30 s.', 'Wait {{count}}\u00a0hours, then 30\u00a0s.'],
    ['pt-br', 'Panela de arroz, 1,8 l', 'Panela de arroz, 1,8\u00a0l'],
    ['vi-vn', 'sau {seconds} giây', 'sau {seconds}\u00a0giây'],
    ['zh-cn', '请在 {{count}} 秒后重试', '请在 {{count}}\u00a0秒后重试'],
    ['zh-cn', '最近 100 期，连续 {{count}} 次', '最近 100\u00a0期，连续 {{count}}\u00a0次'],
    ['id-id', '{{count}} mnt lalu, 5 dtk', '{{count}}\u00a0mnt lalu, 5\u00a0dtk'],
    ['ar-sa', 'خلال {{count}} دقائق', 'خلال {{count}}\u00a0دقائق'],
    ['hi-in', '24 घंटे', '24\u00a0घंटे'],
    ['bn-bd', '{{count}} মিনিটের মধ্যে', '{{count}}\u00a0মিনিটের মধ্যে'],
    ['bn-bd', '24 ঘণ্টায়, 3 দিনেই', '24\u00a0ঘণ্টায়, 3\u00a0দিনেই'],
  ] as const)('is joined in %s', (language, text, joined) => {
    expect(joinUnits(language, text)).toBe(joined)
    expect(joinUnits(language, joined)).toBe(joined)
  })

  test('is reported with its file and key', () => {
    expect(checkUnits('en-us', [{ file: 'auth.json', key: 'wait', text: '5 minutes' }])).toEqual([
      'en-us auth.json: wait has a space between a number and its unit; write a no-break space (U+00A0)',
    ])
  })

  test('is reported in Arabic when its noun has one form for all numbers', () => {
    const texts = [
      { file: 'a.json', key: 'wait', text: 'انتظر {{count}}\u00a0دقيقة' },
      { file: 'a.json', key: 'wait_few', text: 'انتظر {{count}}\u00a0دقائق' },
      { file: 'a.json', key: 'short', text: 'انتظر {{count}}\u00a0د' },
      { file: 'a.json', key: 'sold', text: 'الحصص المبيعة: {{count}}' },
    ]
    expect(checkUnits('ar-sa', texts)).toEqual([
      'ar-sa a.json: wait counts with a noun in one form; give the key plural forms, or name the noun before the number',
    ])
  })

  test('other words after a number are left alone', () => {
    for (const text of ['{{count}} shares', '2 hoursome', '7 swallows', '24\u00a0hours'])
      expect(joinUnits('en-us', text)).toBe(text)
  })
})
