import { describe, expect, it } from 'vitest'
import { clean, facts, grouped, json, localTime, moneyLabel, styleFor, table } from './print.ts'

const plain = styleFor(false)

describe('tables', () => {
  it('line columns up, amounts at the right', () => {
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

  it('do not count colours, and have them on terminals only', () => {
    const rows = [[{ text: 'on', look: 'green' as const }, 'x']]
    const columns = [{ title: 'module' }, { title: '' }]
    const [, row] = table(columns, rows, styleFor(true))
    expect(row).toBe('\u001b[32mon\u001b[39m      x')
    expect(table(columns, rows, plain)[1]).toBe('on      x')
  })

  it('do not let a text move the cursor or turn the line around', () => {
    expect(clean('a\u001b[2Jb\r\nc\u202ed')).toBe('a�[2Jb��c�d')
    expect(table([{ title: 'name' }], [['x\u0007']], plain)[1]).toBe('x�')
    expect(facts([['n', 'v\n']])).toEqual(['n  v�'])
    const answer = { reason: 'a\u009b2Jb\u202ec\n' }
    expect(json(answer)).toBe('{\n  "reason": "a\\u009b2Jb\\u202ec\\n"\n}')
    expect(JSON.parse(json(answer))).toEqual(answer)
  })
})

describe('facts', () => {
  it('leave out what is null', () => {
    const pairs = [
      ['name', 'nora'],
      ['note', null],
      ['id', '1'],
    ] as const
    expect(facts(pairs, '  ')).toEqual(['  name  nora', '  id    1'])
  })
})

describe('amounts and times', () => {
  it('group the units and keep the decimals', () => {
    expect(['5', '999.50', '1000.00', '-1234567.8901', '1234.5678'].map(grouped)).toEqual([
      '5',
      '999.50',
      '1,000.00',
      '-1,234,567.8901',
      '1,234.5678',
    ])
  })

  it('label play money', () => {
    const currency = { symbol: '₫', code: 'VND', decimals: 2 }
    expect(moneyLabel({ currency, moneyMode: 'sandbox' })).toBe('VND, play money')
    expect(moneyLabel({ currency, moneyMode: 'real' })).toBe('VND')
  })

  it('name their zone', () => {
    const ms = Date.UTC(2026, 10, 21, 5, 3, 51)
    const text = localTime(ms)
    expect(text).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d[+-]\d\d:\d\d$/)
    expect(Date.parse(text.replace(' ', 'T'))).toBe(ms)
  })
})
