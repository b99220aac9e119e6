/** Files that spreadsheets open, files that banks read, and what spreadsheets do to them. */
import { expect, test } from 'vitest'
import { bankText, csvCells, csvText, isDamaged, withoutPreamble } from './csv.ts'

/** The cells of a file in a spreadsheet, whichever mark it takes for the separator. */
const cellsIn = (text: string) =>
  [',', ';', '\t'].flatMap((separator) =>
    text
      .trimEnd()
      .split('\r\n')
      .flatMap((line) => line.split(separator)),
  )

test.each([
  'Rua 1;=1+1',
  "Rua A;=cmd|'/C calc'!A0;B",
  '=HYPERLINK("http://example.com")',
  'a\t@SUM(1)',
  'a, -2+3',
  '\u00a0=1+1',
  '\u202e=1+1',
  '＝1+1',
  'a;\u200b+1+1',
])('no cell of a file for people begins a formula, whatever parts its cells: %s', (value) => {
  const text = csvText([[value, 'next']])
  expect(text.startsWith('"') || !/[,;\t]/.test(value)).toBe(true)
  for (const cell of cellsIn(text)) expect(cell).not.toMatch(/^[\s\p{Cf}"]*[=+\-@＝]/u)
})

test('a semicolon, a comma, a tab and a quote are in quotes', () => {
  for (const value of ['a;b', 'a,b', 'a\tb', 'a"b']) {
    const line = csvText([[value]]).trimEnd()
    expect(line).toBe(`"${value.replace('"', '""')}"`)
    for (const separator of [',', ';', '\t'] as const) expect(csvCells(line, separator)).toEqual([value])
  }
})

test('amounts and phone numbers stay as they are; characters that nobody sees are named', () => {
  expect(csvText([['-12.50', '+8801712345678', 'Ali \u202eevil']])).toBe(
    '-12.50,+8801712345678,Ali [U+202E]evil\r\n',
  )
})

test('a file for a bank has no apostrophe, and nothing in it begins a formula with an effect', () => {
  expect(bankText([["O'Neil", '+UTR123', '-a@b.example', 'HDFC;=1+1', '=1+1', '+1+cmd|x', '-12.50']])).toBe(
    "O'Neil,+UTR123,-a@b.example,HDFC 1+1,1+1,1+cmd|x,-12.50\r\n",
  )
})

test('what a spreadsheet made of a number or a formula is seen', () => {
  for (const cell of [
    '1.23457E+17',
    '1,23457E+17',
    '1E+17',
    '#NAME?',
    '########',
    '=1+1',
    '+1',
    "'012",
    '@x',
    '-1',
  ])
    expect(isDamaged(cell), cell).toBe(true)
  for (const cell of ['JD 9', '123456789012345678', '12E34', 'DHL', 'পাঠাও', 'A-1', '00123'])
    expect(isDamaged(cell), cell).toBe(false)
})

test('a line that names the separator is no line of the file', () => {
  expect(withoutPreamble('\uFEFFsep=;\r\norder;carrier\r\n')).toEqual({ text: 'order;carrier\r\n', lines: 1 })
  expect(withoutPreamble('order;carrier\n')).toEqual({ text: 'order;carrier\n', lines: 0 })
})

test('a line with many blanks is read in little time', () => {
  expect(csvCells(`${' '.repeat(200_000)}x"y`)).toBeNull()
})
