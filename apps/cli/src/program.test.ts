import { describe, expect, test } from 'vitest'
import { choicesOf, type Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { parse } from './program.ts'

const SURROUNDINGS = {
  columns: null,
  colour: false,
  sessionOf: () => null,
  lastUrlOf: () => undefined,
  out: () => undefined,
}

function read(line: string, environment: NodeJS.ProcessEnv = {}) {
  const parsed = parse(line === '' ? [] : line.split(' '), COMMANDS, { ...SURROUNDINGS, environment })
  if (!parsed) throw new Error(`${line} printed help`)
  return parsed
}

function helpOf(line: string): string {
  const lines: string[] = []
  const out = (text: string) => void lines.push(text)
  expect(parse(line.split(' '), COMMANDS, { ...SURROUNDINGS, environment: {}, out })).toBeNull()
  return lines.join('\n')
}

const commandNamed = (name: string): Command => COMMANDS.find((command) => command.name === name)!

describe('parsing', () => {
  test('finds commands of one word and of two, with options before and after arguments', () => {
    const fund = read('--profile fin fund bankroll 5000 --reason why --reference=-A1')
    expect(fund.command.name).toBe('fund')
    expect(fund.globals).toMatchObject({ profile: 'fin', language: 'en-us', json: false })
    expect(['account', 'amount', 'reference', 'reason'].map((name) => fund.given.text(name))).toEqual([
      'bankroll',
      '5000',
      '-A1',
      'why',
    ])
    expect(read('fund --reason why bankroll --reference A 5').given.text('amount')).toBe('5')
    expect(read('sessions').command.name).toBe('sessions')
    expect(read('sessions end abc').command.name).toBe('sessions end')
    expect(read('setting set a.b --reason x -- -5').given.text('value')).toBe('-5')
    expect(read('setting set a.b --reason x -- --json')).toMatchObject({ globals: { json: false } })
    expect(read('fundings --json').given.maybe('account')).toBeUndefined()
  })

  test('gives equal words to equal invocations, whatever the order of their options', () => {
    const one = read('fund bankroll 5 --reference A --reason B')
    const same = read('fund --reason B bankroll --reference=A 5 --json --url http://localhost:1')
    expect(same.words).toEqual(one.words)
    expect(read('house fund bankroll 5 --reference A --reason B').words).toEqual(one.words)
    expect(read('fund bankroll 5 --reference A --reason C').words).not.toEqual(one.words)
  })

  test('reads address and profile from the environment unless options give them', () => {
    const environment = { FAIRLOT_URL: 'https://a.example', FAIRLOT_OPERATOR_PROFILE: 'fin' }
    expect(read('house', environment).globals).toMatchObject({ url: 'https://a.example', profile: 'fin' })
    expect(read('house --url https://b.example --profile me', environment).globals).toMatchObject({
      url: 'https://b.example',
      profile: 'me',
    })
    expect(read('house', { FAIRLOT_URL: '' }).globals.url).toBeUndefined()
  })

  test.each([
    ['approval list --state pending', 'approvals'],
    ['setting show mall.saleDays', 'settings'],
    ['session end abc', 'sessions end'],
    ['member pause abc 7d --reason why', 'member break'],
  ])('runs an alias: %s', (line, name) => {
    expect(read(line).command.name).toBe(name)
  })
})

test.each([
  ['', 'Usage: npm run operator -- <command> [options]'],
  ['staff', 'Usage: npm run operator -- staff <command> [options]'],
  ['fnud', 'Unknown command \'fnud\'\n(Did you mean fund?)\nRun "npm run operator -- help"'],
  ['help fnud', "Unknown command 'fnud'."],
  ['help staff ad', "Unknown command 'staff ad'."],
  ['approval aprove x', "Unknown command 'aprove'\n(Did you mean approve?)"],
  [
    'fund bankroll --reference A --reason B',
    "Missing required argument 'amount'.\nUsage: npm run operator -- fund <account> <amount> --reference <text> --reason <text>",
  ],
  ['fund bankroll 5 --reason B', "Required option '--reference <text>' not specified.\nUsage: "],
  [
    'fund bankroll 5 --reference A --reason two words',
    "Too many arguments for 'fund'. Expected 2 arguments but got 3. Put text that contains spaces in quotes.",
  ],
  ['fund bankroll 5 --reason B --reference', "Option '--reference <text>' argument missing."],
  ['fund bankroll 5 --reference --reason B', 'Option --reference needs a value: --reference <text>'],
  ['fund bankroll 5 --reference --reason=B', 'Option --reference needs a value'],
  ['fund bankroll 5 --reason B --reference --json', 'Option --reference needs a value'],
  ['fund bankroll 5 --reason B --reference --help', 'Option --reference needs a value'],
  ['fund roll 5 --reference A --reason B', 'Allowed values: bankroll, marketing, subsidy, guarantee.'],
  ['staff roles mina --roles owner,boss --reason why', 'Allowed values: owner, finance, fulfilment'],
  ['module off malls --reason why', 'Allowed values: mall, games, finance, referral.'],
  ['approvals --state done', 'Allowed values: pending, approved, rejected, withdrawn, expired.'],
  ['house --limit 5', "Unknown option '--limit'."],
  ['approvals --colour x', "Unknown option '--colour'."],
  ['house --json=yes', "Unknown option '--json=yes'."],
  ['house --json --json', 'Option --json is given twice.'],
  ['--profile a house --profile b', 'Option --profile is given twice.'],
  ['fund bankroll 5 --reference A --reference B --reason why', 'Option --reference is given twice.'],
  ['house -x', "Unknown option '-x'."],
  ['house --language xx', 'Unknown language xx. Available languages: en-us, bn-bd'],
  ['house --profile ../me', 'Invalid profile ../me'],
])('refuses with exit status 2: %s', (line, problem) => {
  expect(() => read(line)).toThrow(expect.objectContaining({ exit: 2 }))
  expect(() => read(line)).toThrow(problem)
})

describe('help', () => {
  test('lists every command under its subject', () => {
    for (const overview of ['help', '-h', '--help', 'help --json']) {
      const text = helpOf(overview)
      for (const { name, group } of COMMANDS) {
        const section = text.split('\n\n').find((part) => part.startsWith(`${group}:\n`))
        expect(section).toMatch(new RegExp(`^ {2}${name} {2}`, 'm'))
      }
    }
  })

  test('lists the commands of one subject', () => {
    const text = helpOf('help member')
    expect(text).toMatch(/^ {2}member break {2}/m)
    expect(text).not.toContain('staff')
  })

  test('shows the arguments, options, allowed values and roles of a command', () => {
    const text = helpOf('help fund')
    expect(helpOf('fund --help')).toBe(text)
    expect(helpOf('fund bankroll --reason why -h')).toBe(text)
    expect(text).toContain(
      'Usage: npm run operator -- fund <account> <amount> --reference <text> --reason <text> [options]',
    )
    expect(text).toContain('Requires one of the roles: owner, finance')
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      '(choices: "bankroll", "marketing", "subsidy", "guarantee")',
    )
    expect(text).toContain('reason for the audit log, 3 to 500 characters')
    expect(helpOf('help approval approve')).toContain('approval approve <id> [--yes]')
    expect(helpOf('help member break')).toContain('--reason <text> [--yes]')
  })

  test('names the aliases of a command', () => {
    expect(helpOf('help approvals')).toContain('Aliases: approval list')
    expect(helpOf('approval list --help')).toContain('Alias of: approvals')
  })
})

test('the allowed values of arguments and options come from the contract', () => {
  expect(choicesOf('period', commandNamed('member tighten'))?.values).toEqual(['day', 'week', 'month'])
  expect(choicesOf('duration', commandNamed('member break'))?.values).toEqual(['24h', '7d', '30d'])
  expect(choicesOf('roles', commandNamed('staff add'))).toMatchObject({ list: true })
  expect(choicesOf('amount', commandNamed('fund'))).toBeNull()
})

test('the names and aliases of all commands are unique', () => {
  const names = COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases])
  expect(new Set(names).size).toBe(names.length)
})
