/** Builds commander's parser and help from the table of commands. */
import { Argument, Command as Node, CommanderError, InvalidArgumentError, Option as Flag } from 'commander'
import { choicesOf, optionTerm, usageOf, type Choices, type Command, type Given } from './command.ts'
import { GLOBAL_OPTIONS, hintOptions, readGlobals, type Globals } from './globals.ts'
import { configureHelp, GLOBAL_HEADING, PROGRAM, type HelpSurroundings } from './help.ts'
import { UsageProblem } from './problem.ts'
import type { StoredSession } from './session-file.ts'

/** A command with the arguments to run it. */
export type Parsed = {
  command: Command
  given: Given
  /** the command's name and its sorted arguments and options: equal for equal invocations */
  words: readonly string[]
  globals: Globals
}

export type Surroundings = Pick<HelpSurroundings, 'columns' | 'colour'> & {
  environment: NodeJS.ProcessEnv
  /** prints a line of help that the operator asked for */
  out(line: string): void
  /** reads the stored session of a profile */
  sessionOf(profile: string): StoredSession | null
  /** the server of a profile's last login */
  lastUrlOf(profile: string): string | undefined
}

/** What one invocation collects while commander parses it. */
type Collected = {
  /** global and command options by name; a flag has an empty value */
  options: Map<string, string>
  chosen: Parsed | null
  readGlobals(): Globals
}

/**
 * Parses the arguments, or prints the help that they ask for.
 * @returns null after help
 * @throws UsageProblem with the message or the help that tells the operator how to correct the command
 */
export function parse(
  args: readonly string[],
  commands: readonly Command[],
  surroundings: Surroundings,
): Parsed | null {
  const options = new Map<string, string>()
  const collected: Collected = {
    options,
    chosen: null,
    readGlobals: () => readGlobals(options, surroundings.environment),
  }
  const problems: string[] = []
  const root = createRoot(collected, surroundings, problems)
  const leaves = new Map<Node, Command>()
  for (const command of commands) {
    for (const name of [command.name, ...(command.aliases ?? [])]) {
      const leaf = nodeAt(root, name, command, name !== command.name)
      describeLeaf(leaf, command, collected)
      leaves.set(leaf, command)
    }
  }
  addHelpCommand(root, collected)
  const session = () => surroundings.sessionOf(collected.readGlobals().profile)
  configureHelp(root, leaves, {
    ...surroundings,
    session,
    hintOptions() {
      const globals = collected.readGlobals()
      return hintOptions(globals, surroundings.lastUrlOf(globals.profile))
    },
  })
  try {
    root.parse(args, { from: 'user' })
    return collected.chosen
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return null
    throw new UsageProblem(problems.join('').trimEnd())
  }
}

function createRoot(collected: Collected, surroundings: Surroundings, problems: string[]): Node {
  const { out, columns, colour } = surroundings
  const root = new Node(PROGRAM)
    .exitOverride()
    .enablePositionalOptions()
    .helpCommand(false)
    .addHelpOption(new Flag('-h, --help', 'show help').helpGroup(GLOBAL_HEADING))
    .showHelpAfterError(`Run "${PROGRAM} help" for a list of commands.`)
    .configureOutput({
      writeOut: (text) => text.trimEnd().split('\n').forEach(out),
      writeErr: (text) => void problems.push(text),
      outputError: (text, write) => write(problemText(text)),
      getOutHelpWidth: () => columns ?? 80,
      getErrHelpWidth: () => columns ?? 80,
      getOutHasColors: () => colour,
      getErrHasColors: () => false,
    })
  addGlobalOptions(root, collected)
  return root
}

/** Turns commander's message into a sentence. */
function problemText(text: string): string {
  const message = text.replace(/^error: /, '').trimEnd()
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}`
  const hint = message.startsWith('too many arguments') ? ' Put text that contains spaces in quotes.' : ''
  return `${/[.)]$/.test(sentence) ? sentence : `${sentence}.`}${hint}\n`
}

/** The node of a name of one or two words, created with its parent where it does not exist yet. */
function nodeAt(root: Node, name: string, { group }: Command, isAlias: boolean): Node {
  return name.split(' ').reduce((parent, word) => {
    const known = parent.commands.find((node) => node.name() === word)
    if (known) return known
    return parent
      .command(word, { hidden: isAlias })
      .helpGroup(`${group}:`)
      .showHelpAfterError(`Run "${PROGRAM} help ${word}" for its commands.`)
  }, root)
}

/** Adds the arguments and options of a command, and the action that records the invocation. */
function describeLeaf(leaf: Node, command: Command, collected: Collected): void {
  const { name, about, parameters, options } = command
  leaf
    .description(about)
    .usage(usageOf(command))
    .showHelpAfterError(`Usage: ${PROGRAM} ${name} ${usageOf(command)}`)
  for (const parameter of parameters) {
    const argument = new Argument(
      parameter.optional ? `[${parameter.name}]` : `<${parameter.name}>`,
      parameter.about,
    )
    const choices = choicesOf(parameter.name, command)
    leaf.addArgument(choices ? argument.choices(choices.values).argParser(oneOf(choices)) : argument)
  }
  for (const option of options) {
    const flag = new Flag(optionTerm(option), option.about).makeOptionMandatory(option.required === true)
    const choices = choicesOf(option.name, command)
    addOption(leaf, choices ? flag.choices(choices.values).argParser(oneOf(choices)) : flag, collected)
  }
  addGlobalOptions(leaf, collected)
  leaf.action(() => {
    const values = new Map(leaf.args.map((value, at) => [parameters[at]!.name, value]))
    for (const option of options) {
      const value = collected.options.get(option.name)
      if (value !== undefined) values.set(option.name, value)
    }
    const words = [...values].map(([key, value]) => `${key}=${value}`).toSorted()
    collected.chosen = {
      command,
      given: givenFrom(values),
      words: [name, ...words],
      globals: collected.readGlobals(),
    }
  })
}

/** Refuses values outside the choices; in a list, each value between commas. */
function oneOf({ values, list }: Choices): (text: string) => string {
  return (text) => {
    const entered = list ? text.split(',').map((value) => value.trim()) : [text]
    if (entered.every((value) => values.includes(value))) return text
    throw new InvalidArgumentError(`Allowed values: ${values.join(', ')}.`)
  }
}

function addGlobalOptions(node: Node, collected: Collected): void {
  for (const option of GLOBAL_OPTIONS) {
    const flag = new Flag(optionTerm(option), option.about).helpGroup(GLOBAL_HEADING)
    addOption(node, flag, collected)
  }
}

/** Adds an option and records its value. An option given twice, or without its value, is refused. */
function addOption(node: Node, flag: Flag, { options }: Collected): void {
  const name = flag.name()
  node.addOption(flag).on(`option:${name}`, (value: string | null) => {
    // commander takes the next argument as the value, even when it is the name of another option
    const [begin = ''] = value?.split('=') ?? []
    if ([...node.options.map(({ long }) => long), '--help', '-h'].includes(begin))
      throw new UsageProblem(`Option --${name} needs a value: ${flag.flags}`)
    if (options.has(name)) throw new UsageProblem(`Option --${name} is given twice.`)
    options.set(name, value ?? '')
  })
}

/** `help [command]`; commander's own takes one word only. */
function addHelpCommand(root: Node, collected: Collected): void {
  const help = root
    .command('help', { hidden: true })
    .description('Show help for a command.')
    .argument('[command...]')
    .action((words: readonly string[]) => {
      const found = words.reduce<Node>((parent, word) => {
        const node = parent.commands.find((candidate) => candidate.name() === word)
        return node ?? parent.error(`error: unknown command '${words.join(' ')}'`)
      }, root)
      found.outputHelp()
    })
  addGlobalOptions(help, collected)
}

function givenFrom(values: ReadonlyMap<string, string>): Given {
  return {
    maybe: (name) => values.get(name),
    has: (name) => values.has(name),
    text(name) {
      const value = values.get(name)
      if (value === undefined) throw new Error(`the command has no required argument ${name}`)
      return value
    },
  }
}
