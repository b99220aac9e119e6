/** Reads the arguments against the table of commands; what is wrong is said precisely. */
import { parseArgs } from 'node:util'
import { OFFERED_LANGUAGES, type OfferedLanguage } from '@fairlot/contract/languages'
import { usageOf, type Command, type Given } from './command.ts'
import { UsageProblem } from './problem.ts'

export type Globals = {
  url: string | undefined
  profile: string
  language: OfferedLanguage
  json: boolean
  insecure: boolean
}

export type GlobalOption = { name: string; value?: string; about: string }

export const GLOBAL_OPTIONS: readonly GlobalOption[] = [
  {
    name: 'url',
    value: 'address',
    about: 'of the server; FAIRLOT_URL, else where you are logged in, else http://127.0.0.1:8080',
  },
  { name: 'profile', value: 'name', about: 'who you are, where several work on one machine' },
  { name: 'language', value: 'code', about: "of the server's messages; en-us unless told" },
  { name: 'json', about: 'the answer as it came, for programs' },
  { name: 'insecure', about: 'http:// to another machine is meant: everything travels in the clear' },
  { name: 'help', about: 'how a command is used' },
]

/** `name` and `words` identify what was asked for; the same command has the same words. */
export type Parsed = {
  command: Command | null
  /** that, instead of doing it; of `help` or without a command: of everything */
  help: boolean
  given: Given
  /** name, words and options in a fixed order */
  words: readonly string[]
  globals: Globals
}

const PROFILE = /^[A-Za-z0-9][A-Za-z0-9._-]{0,31}$/

type Token = { name: string; value: string | undefined; inline: boolean }

/** @throws UsageProblem */
export function parse(
  args: readonly string[],
  commands: readonly Command[],
  environment: NodeJS.ProcessEnv,
): Parsed {
  const { words, tokens } = split(args, commands)
  const found = findCommand(words, commands)
  const asksHelp = words.length === 0 || words[0] === 'help' || tokens.some(({ name }) => name === 'help')
  const command = found?.command ?? null
  if (!command && !asksHelp) throw new UsageProblem(unknownCommand(words, commands))
  if (!command && words.length > 1) throw new UsageProblem(unknownCommand(words.slice(1), commands))
  const options = readOptions(tokens, command)
  const globals = readGlobals(options, environment)
  const values = new Map<string, string>(asksHelp ? [] : readWords(found!.rest, command!))
  for (const { name, required } of command?.options ?? []) {
    const value = options.get(name)
    if (value !== undefined) values.set(name, value)
    else if (required && !asksHelp)
      throw new UsageProblem(`--${name} is missing. Usage: ${usageOf(command!)}`)
  }
  return {
    command,
    help: asksHelp,
    globals,
    words: [
      command?.name ?? '',
      ...[...values].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, value]) => `${name}=${value}`),
    ],
    given: {
      maybe: (name) => values.get(name),
      has: (name) => values.has(name),
      text(name) {
        const value = values.get(name)
        if (value === undefined) throw new Error(`the command has no ${name} that is always there`)
        return value
      },
    },
  }
}

/** Options of all commands are read alike, so that a command is found wherever its options stand. */
function split(args: readonly string[], commands: readonly Command[]): { words: string[]; tokens: Token[] } {
  const known = [...GLOBAL_OPTIONS, ...commands.flatMap(({ options }) => options)]
  const names = known.filter(({ value }) => value !== undefined).map(({ name }) => name)
  const flags = known.filter(({ value }) => value === undefined).map(({ name }) => name)
  const { tokens } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    tokens: true,
    options: Object.fromEntries([
      ...names.map((name) => [name, { type: 'string' }] as const),
      ...flags.map((name) => [name, { type: 'boolean', ...(name === 'help' && { short: 'h' }) }] as const),
    ]),
  })
  const words: string[] = []
  const options: Token[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') words.push(token.value)
    if (token.kind === 'option') {
      const { name, rawName, value, inlineValue } = token
      // `-x` is as unknown as `--x`
      if (rawName === `-${name}` && name !== 'help') throw new UsageProblem(`There is no option ${rawName}.`)
      options.push({ name, value, inline: inlineValue === true })
    }
  }
  return { words, tokens: options }
}

function findCommand(words: readonly string[], commands: readonly Command[]) {
  const from = words[0] === 'help' ? 1 : 0
  for (const length of [2, 1]) {
    const name = words.slice(from, from + length).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command && words.length >= from + length) return { command, rest: words.slice(from + length) }
  }
  return null
}

function unknownCommand(words: readonly string[], commands: readonly Command[]): string {
  const family = commands.filter(({ name }) => name.startsWith(`${words[0]} `)).map(({ name }) => name)
  if (family.length === 0) return `There is no command ${words[0]}. See: npm run operator -- help`
  const said =
    words[1] === undefined ? `${words[0]} needs more` : `There is no command ${words[0]} ${words[1]}`
  return `${said}: ${family.join(', ')}.`
}

function readWords(rest: readonly string[], command: Command): [string, string][] {
  const { parameters } = command
  const missing = parameters.find(({ optional }, at) => !optional && rest[at] === undefined)
  if (missing) throw new UsageProblem(`<${missing.name}> is missing. Usage: ${usageOf(command)}`)
  if (rest.length > parameters.length) {
    const extra = rest.slice(parameters.length).join(' ')
    throw new UsageProblem(
      `"${extra}" is too much (a text of several words needs quotes). Usage: ${usageOf(command)}`,
    )
  }
  return rest.map((value, at) => [parameters[at]!.name, value])
}

function readOptions(tokens: readonly Token[], command: Command | null): Map<string, string> {
  const known = [...GLOBAL_OPTIONS, ...(command?.options ?? [])]
  const read = new Map<string, string>()
  for (const { name, value, inline } of tokens) {
    const option = known.find((candidate) => candidate.name === name)
    if (!option) {
      const own = command?.options.map((candidate) => `--${candidate.name}`).join(', ') || 'none of its own'
      throw new UsageProblem(
        command ? `${command.name} has no option --${name}; it has ${own}.` : `There is no option --${name}.`,
      )
    }
    if (read.has(name)) throw new UsageProblem(`--${name} is given twice.`)
    if (option.value === undefined) {
      if (value !== undefined) throw new UsageProblem(`--${name} takes no value.`)
    } else if (value === undefined || (value.startsWith('-') && !inline)) {
      throw new UsageProblem(
        `--${name} needs a value: --${name} <${option.value}> (--${name}=… when it begins with a dash).`,
      )
    }
    read.set(name, value ?? '')
  }
  return read
}

function readGlobals(options: ReadonlyMap<string, string>, environment: NodeJS.ProcessEnv): Globals {
  const profile = options.get('profile') ?? (environment['FAIRLOT_OPERATOR_PROFILE'] || 'default')
  if (!PROFILE.test(profile))
    throw new UsageProblem(`A profile is a short name of letters and digits; ${profile} is not.`)
  const wanted = options.get('language') ?? 'en-us'
  const language = OFFERED_LANGUAGES.find((offered) => offered === wanted)
  if (!language)
    throw new UsageProblem(`There is no language ${wanted}; there are ${OFFERED_LANGUAGES.join(', ')}.`)
  return {
    url: options.get('url') ?? (environment['FAIRLOT_URL'] || undefined),
    profile,
    language,
    json: options.has('json'),
    insecure: options.has('insecure'),
  }
}
