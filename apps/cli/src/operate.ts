/** One command from its arguments to its exit status. */
import { CallError, TransportError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { fieldMessage, type FieldMessage } from '@fairlot/contract/messages'
import { PERMISSIONS, type Permission } from '@fairlot/contract/operator-roles'
import { parse, type Parsed } from './arguments.ts'
import { permissionOf, type Command } from './command.ts'
import { COMMANDS } from './commands.ts'
import { createDesk, isOpen, type Outside } from './desk.ts'
import { commandHelp, helpLines } from './help.ts'
import { clean, styleFor } from './print.ts'
import { EXIT, Problem } from './problem.ts'
import { sessionFile } from './session-file.ts'

/**
 * Does what the arguments say.
 * @returns the exit status: 0 done, 1 refused or no answer, 2 wrong usage, 130 cancelled at a question
 */
export async function operate(args: readonly string[], outside: Outside): Promise<number> {
  const { note, environment } = outside
  let parsed: Parsed | undefined
  try {
    parsed = parse(args, COMMANDS, environment)
    if (parsed.help || !parsed.command) showHelp(parsed, outside)
    else await parsed.command.run(createDesk(outside, parsed.globals, parsed.words), parsed.given)
    return EXIT.done
  } catch (error) {
    if (error instanceof Problem) {
      note(error.message)
      return error.exit
    }
    if (error instanceof CallError) refused(error, parsed, outside)
    else if (error instanceof TransportError) note(`No answer from the server: ${clean(error.message)}.`)
    else throw error
    if (parsed?.command && changes(parsed.command) && isOpen(error))
      note('Whether it was done is not known. Give the very same command again: it has its effect once.')
    return EXIT.refused
  } finally {
    outside.ask.close()
  }
}

function showHelp({ command, globals }: Parsed, { folder, out, colour }: Outside): void {
  const lines = command
    ? commandHelp(command)
    : helpLines(COMMANDS, sessionFile(folder, globals.profile).read(), styleFor(colour))
  for (const line of lines) out(line)
}

/** Refusals of a field that do not say what would be right. */
const UNCLEAR: readonly FieldMessage[] = ['INVALID', 'SETTING_FORMAT', 'SETTING_RANGE']

/** The server's sentence, those of its fields, and whose role it would take. */
function refused({ code, failure }: CallError, parsed: Parsed | undefined, outside: Outside): void {
  const { note, out, folder } = outside
  const command = parsed?.command
  if (parsed?.globals.json) out(JSON.stringify(failure, null, 2))
  note(clean(failure.message))
  const unclear = new Set(UNCLEAR.map((rule) => fieldMessage(parsed?.globals.language ?? 'en-us', rule)))
  for (const [field, message] of Object.entries(failure.fields ?? {})) {
    if (message === failure.message) continue
    const { name, about } = (command && typedAs(field, command)) ?? { name: field, about: null }
    const hint = about !== null && unclear.has(message) ? ` (${about})` : ''
    note(`  ${clean(name)}: ${clean(message)}${hint}`)
  }
  if (code !== 'NOT_PERMITTED' || !command) return
  const session = sessionFile(folder, parsed.globals.profile).read()
  note(whoMay(command, session?.permissions ?? []))
}

/** What the person has typed for a field: `fullName` is their `--full-name`, `roles.0` the first of their `--roles`. */
function typedAs(field: string, { options, parameters, fields }: Command) {
  const [first = ''] = field.split('.')
  const name = fields?.[first] ?? first.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  const option = options.find((candidate) => candidate.name === name)
  return option
    ? { name: `--${name}`, about: option.about }
    : parameters.find((candidate) => candidate.name === name)
}

/** Whoever may give the command lacks the role for what it is about: an approval's action has a permission of its own. */
function whoMay(command: Command, permissions: readonly Permission[]): string {
  const permission = permissionOf(command)
  if (!permission || permissions.includes(permission))
    return 'What it is about takes another role than yours.'
  return `It takes one of: ${PERMISSIONS[permission].join(', ')}`
}

/** Whether the command's call carries a request id. */
function changes({ endpoint }: Command): boolean {
  return endpoint !== null && 'requestId' in ENDPOINTS[endpoint].input.def.shape
}
