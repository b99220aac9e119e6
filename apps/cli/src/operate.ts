/** Runs one command, from its arguments to its exit status. */
import { CallError, TransportError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { fieldMessage, type FieldMessage } from '@fairlot/contract/messages'
import { PERMISSIONS, type Permission } from '@fairlot/contract/operator/operator-roles'
import { choicesOf, permissionOf, typedName, type Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { createDesk, isOpen, type Desk, type Outside } from './desk.ts'
import { clean, json } from './print.ts'
import { EXIT, Problem } from './problem.ts'
import { parse, type Parsed } from './program.ts'
import { sessionFile } from './session-file.ts'

/**
 * Runs the command that the arguments name.
 * @returns the exit status: 0 done, 1 refused or no answer, 2 wrong usage, 130 cancelled at a question
 */
export async function operate(args: readonly string[], outside: Outside): Promise<number> {
  const { note, folder } = outside
  let parsed: Parsed | null = null
  let desk: Desk | null = null
  try {
    parsed = parse(args, COMMANDS, {
      ...outside,
      sessionOf: (profile) => sessionFile(folder, profile).read(),
      lastUrlOf: (profile) => sessionFile(folder, profile).lastLogin()?.url,
    })
    if (parsed) {
      desk = createDesk(outside, parsed.globals, parsed.words)
      await parsed.command.run(desk, parsed.given)
    }
    return EXIT.done
  } catch (error) {
    if (error instanceof Problem) {
      // the message may quote arguments
      for (const line of error.message.split('\n')) note(clean(line))
      return error.exit
    }
    if (error instanceof CallError && parsed && desk) refused(error, parsed, { desk, outside })
    else if (error instanceof TransportError && desk) unanswered(error, desk)
    else throw error
    if (parsed && changes(parsed.command) && isOpen(error))
      note('The outcome is unknown. Run exactly the same command again; the change takes effect once.')
    return EXIT.refused
  } finally {
    outside.ask.close()
  }
}

/** Field messages that do not say which values are valid. */
const UNCLEAR: readonly FieldMessage[] = ['INVALID', 'SETTING_FORMAT', 'SETTING_RANGE']

/** Reasons why nothing was sent to a server. */
const UNREACHED = /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH/

/** Says where no server answered and, when there is none, how to give another address. */
function unanswered({ message }: TransportError, { url, note }: Desk): void {
  note(`No answer from the server at ${url}: ${clean(message)}.`)
  if (UNREACHED.test(message))
    note('Check that the server runs there (npm start), or give its address: --url https://shop.example')
}

/**
 * Prints the server's message, its field messages and what helps: the argument that names nothing, the command that has to come
 * first, or the roles that have the permission.
 */
function refused(
  { code, failure }: CallError,
  { command, globals, given }: Parsed,
  { desk, outside }: { desk: Desk; outside: Outside },
): void {
  const { note, out, folder } = outside
  if (globals.json) out(json(failure))
  note(clean(failure.message))
  const unclear = new Set(UNCLEAR.map((rule) => fieldMessage(globals.language, rule)))
  for (const [field, message] of Object.entries(failure.fields ?? {})) {
    if (message === failure.message) continue
    const { label, about } = typedAs(field, command)
    const hint = about !== null && unclear.has(message) ? ` (${about})` : ''
    note(`  ${clean(label)}: ${clean(message)}${hint}`)
  }
  if (code === 'SETUP_FIRST') note(`Set them: ${desk.hint('setup')}`)
  if (code === 'NO_SUCH_DATA') {
    const named = command.parameters.filter(({ name }) => given.has(name))
    for (const { name, about } of named) note(`  ${name}: ${clean(given.text(name))} (${about})`)
  }
  if (code !== 'NOT_PERMITTED') return
  const session = sessionFile(folder, globals.profile).read()
  note(whoMay(command, session?.permissions ?? []))
}

/**
 * How the operator typed a field, and its help: `fullName` is `--full-name`, `roles.0` belongs to `--roles`, and `tiers.1.prize` is
 * the prize of the second one of `--tiers`.
 */
function typedAs(field: string, command: Command): { label: string; about: string | null } {
  const [first = '', index, part] = field.split('.')
  // a command can have an option for a part of a field
  const whole = command.fields?.[field]
  const name = whole ?? typedName(first, command)
  const values = choicesOf(name, command)?.values
  const isNamed = (candidate: { name: string }) => candidate.name === name
  const option = command.options.find(isNamed)
  const found = option ?? command.parameters.find(isNamed)
  const about = found && (values ? `${found.about}: ${values.join(', ')}` : found.about)
  const within = part === undefined || whole !== undefined ? '' : ` ${Number(index) + 1} ${part}`
  return { label: `${option ? '--' : ''}${name}${within}`, about: about ?? null }
}

/** Who may run the command. An approval also requires the permission of the requested action. */
function whoMay(command: Command, permissions: readonly Permission[]): string {
  const permission = permissionOf(command)
  if (!permission || permissions.includes(permission)) return 'Your role cannot decide this kind of request.'
  return `This command requires one of the roles: ${PERMISSIONS[permission].join(', ')}.`
}

/** Whether the command's call has a request id. */
function changes({ endpoint }: Command): boolean {
  return endpoint !== null && 'requestId' in ENDPOINTS[endpoint].input.def.shape
}
