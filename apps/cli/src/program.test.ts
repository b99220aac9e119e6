import { describe, expect, it, test } from 'vitest'
import { parse } from './arguments.ts'
import { COMMANDS } from './commands.ts'

const read = (line: string, environment: NodeJS.ProcessEnv = {}) =>
  parse(line === '' ? [] : line.split(' '), COMMANDS, environment)

describe('reading arguments', () => {
  it('finds commands of one word and of two, wherever options stand', () => {
    const fund = read('--profile fin fund bankroll 5000 --reason why --reference=-A1')
    expect(fund.command?.name).toBe('fund')
    expect(fund.globals).toMatchObject({ profile: 'fin', language: 'en-us', json: false })
    expect(['account', 'amount', 'reference', 'reason'].map((name) => fund.given.text(name))).toEqual([
      'bankroll',
      '5000',
      '-A1',
      'why',
    ])
    expect(read('sessions').command?.name).toBe('sessions')
    expect(read('sessions end abc').command?.name).toBe('sessions end')
    expect(read('setting set a.b --reason x -- -5').given.text('value')).toBe('-5')
    expect(read('fundings --json').given.maybe('account')).toBeUndefined()
  })

  it('knows the same command again however its options stand', () => {
    const one = read('fund bankroll 5 --reference A --reason B')
    const same = read('fund --reason B bankroll --reference=A 5 --json --url http://localhost:1')
    expect(same.words).toEqual(one.words)
    expect(read('fund bankroll 5 --reference A --reason C').words).not.toEqual(one.words)
  })

  it('takes address and profile from the environment unless they are given', () => {
    const environment = { FAIRLOT_URL: 'https://a.example', FAIRLOT_OPERATOR_PROFILE: 'fin' }
    expect(read('house', environment).globals).toMatchObject({ url: 'https://a.example', profile: 'fin' })
    expect(read('house --url https://b.example --profile me', environment).globals).toMatchObject({
      url: 'https://b.example',
      profile: 'me',
    })
    expect(read('house', { FAIRLOT_URL: '' }).globals.url).toBeUndefined()
  })

  it('shows help for nothing, help, and any command', () => {
    expect(read('')).toMatchObject({ help: true, command: null })
    expect(read('help')).toMatchObject({ help: true, command: null })
    expect(read('help staff add').command?.name).toBe('staff add')
    expect(read('fund --help')).toMatchObject({ help: true })
    expect(read('-h')).toMatchObject({ help: true, command: null })
  })
})

test.each([
  ['fnud', 'There is no command fnud. See: npm run operator -- help'],
  ['help fnud', 'There is no command fnud.'],
  [
    'staff',
    'staff needs more: staff list, staff add, staff roles, staff reset, staff disable, staff enable.',
  ],
  ['approval aprove x', 'There is no command approval aprove: approval show, approval approve'],
  ['fund bankroll', '<amount> is missing. Usage: fund <account> <amount> --reference <text> --reason <text>'],
  ['fund bankroll 5', '--reference is missing. Usage: fund'],
  ['fund bankroll 5 --reference A --reason two words', '"words" is too much (a text of several words needs'],
  [
    'fund bankroll 5 --reference --reason B',
    '--reference needs a value: --reference <text> (--reference=… when',
  ],
  ['house --limit 5', 'house has no option --limit; it has none of its own.'],
  ['approvals --colour x', 'approvals has no option --colour; it has --state, --limit, --cursor.'],
  ['house --json=yes', '--json takes no value.'],
  ['house --json --json', '--json is given twice.'],
  ['house -x', 'There is no option -x.'],
  ['house --language xx', 'There is no language xx; there are en-us, bn-bd'],
  ['house --profile ../me', 'A profile is a short name'],
])('refuses: %s', (line, problem) => {
  expect(() => read(line)).toThrow(expect.objectContaining({ exit: 2 }))
  expect(() => read(line)).toThrow(problem)
})
