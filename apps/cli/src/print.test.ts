import { describe, expect, test } from 'vitest'
import { clean, facts, grouped, json, localTime, moneyLabel, styleFor, table } from './print.ts'

const plain = { style: styleFor(false), columns: null }

describe('tables', () => {
  test('align columns, and amounts to the right', () => {
    const columns = [{ title: 'account' }, { title: 'balance', right: true as const }, { title: 'note' }]
    const rows = [
      ['bankroll', '5,000.00', ''],
      ['cash', { text: '1.00', look: 'red' as const }, 'a'],
    ]
    expect(table(columns, rows, plain)).toEqual([
      'account    balance  note',
      'bankroll  5,000.00',
      'cash          1.00  a',
    ])
  })

  test('align coloured cells, and have no colours outside a terminal', () => {
    const rows = [[{ text: 'on', look: 'green' as const }, 'x']]
    const columns = [{ title: 'module' }, { title: '' }]
    const [, row] = table(columns, rows, { style: styleFor(true), columns: null })
    expect(row).toBe('\u001b[32mon\u001b[39m      x')
    expect(table(columns, rows, plain)[1]).toBe('on      x')
  })

  test('remove control and direction characters', () => {
    expect(clean('a\u001b[2Jb\r\nc\u202ed')).toBe('a�[2Jb��c�d')
    expect(table([{ title: 'name' }], [['x\u0007']], plain)[1]).toBe('x�')
    expect(facts([['n', 'v\u0007\n']])).toEqual(['n  v�'])
    const answer = { reason: 'a\u009b2Jb\u202ec\n' }
    expect(json(answer)).toBe('{\n  "reason": "a\\u009b2Jb\\u202ec\\n"\n}')
    expect(JSON.parse(json(answer))).toEqual(answer)
  })
})

test('a text of several lines keeps them beside its name, and is one line in a table', () => {
  const text = 'Broken.\r\nThe glass\n\nis gone.\n'
  expect(facts([['note', text]])).toEqual(['note  Broken.', '      The glass', '', '      is gone.'])
  expect(table([{ title: 'note' }], [[text]], plain)[1]).toBe('Broken. The glass is gone.')
})

describe('tables on a terminal', () => {
  const columns = [{ title: 'id' }, { title: 'state' }, { title: 'reason', wraps: true as const }]
  const rows = [
    ['12345678901234567890', 'pending', 'one two three four five six seven eight'],
    ['2', 'done', ''],
  ]
  const at = (width: number | null) => table(columns, rows, { style: styleFor(false), columns: width })
  const longest = (lines: readonly string[]) => Math.max(...lines.map((line) => line.length))

  test('keep each row on one line when they fit, or without a terminal', () => {
    expect(at(null)).toHaveLength(3)
    expect(at(70)).toEqual(at(null))
  })

  test('wrap the text of wrapping columns when the terminal is narrow', () => {
    const lines = at(60)
    expect(longest(lines)).toBeLessThanOrEqual(60)
    expect(lines.slice(0, 3)).toEqual([
      'id                    state    reason',
      '12345678901234567890  pending  one two three four five six',
      '                               seven eight',
    ])
  })

  test('list names and values of each row when wrapping is not enough', () => {
    expect(at(40)).toEqual([
      'id      12345678901234567890',
      'state   pending',
      'reason  one two three four five six seven eight',
      '',
      'id     2',
      'state  done',
    ])
  })

  test('count wide characters as two columns', () => {
    const wide = [{ title: 'nickname' }, { title: 'id' }]
    expect(
      table(
        wide,
        [
          ['日本語です', '1'],
          ['😀', '2'],
        ],
        plain,
      ),
    ).toEqual(['nickname    id', '日本語です  1', '😀          2'])
  })
})

describe('facts', () => {
  test('leave out values that are null', () => {
    const pairs = [
      ['name', 'nora'],
      ['note', null],
      ['id', '1'],
    ] as const
    expect(facts(pairs, '  ')).toEqual(['  name  nora', '  id    1'])
  })
})

describe('amounts and times', () => {
  test('group the units of amounts and keep the decimals', () => {
    expect(['5', '999.50', '1000.00', '-1234567.8901', '1234.5678'].map(grouped)).toEqual([
      '5',
      '999.50',
      '1,000.00',
      '-1,234,567.8901',
      '1,234.5678',
    ])
  })

  test('label play money', () => {
    const currency = { symbol: '₫', code: 'VND', decimals: 2 }
    expect(moneyLabel({ currency, moneyMode: 'sandbox' })).toBe('VND, play money')
    expect(moneyLabel({ currency, moneyMode: 'real' })).toBe('VND')
  })

  test('show times with their offset', () => {
    const ms = Date.UTC(2026, 10, 21, 5, 3, 51)
    const text = localTime(ms)
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    expect(Date.parse(text.replace(' ', 'T'))).toBe(ms)
  })
})
