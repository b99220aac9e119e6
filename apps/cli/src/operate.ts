/** One command from its arguments to its exit status. */
import { CallError, TransportError } from '@fairlot/contract/client'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { PERMISSIONS } from '@fairlot/contract/operator-roles'
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

/** The server's sentence, those of its fields, and whose role it would take. */
function refused({ code, failure }: CallError, parsed: Parsed | undefined, { note, out }: Outside): void {
  const command = parsed?.command
  if (parsed?.globals.json) out(JSON.stringify(failure, null, 2))
  note(clean(failure.message))
  for (const [field, message] of Object.entries(failure.fields ?? {})) {
    if (message === failure.message) continue
    note(`  ${clean(command ? nameOf(field, command) : field)}: ${clean(message)}`)
  }
  const permission = command && permissionOf(command)
  if (code === 'NOT_PERMITTED' && permission) note(`It takes one of: ${PERMISSIONS[permission].join(', ')}`)
}

/** `fullName` is what the person knows as `--full-name`. */
function nameOf(field: string, { options }: Command): string {
  const kebab = field.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  return options.some(({ name }) => name === kebab) ? `--${kebab}` : field
}

/** Whether the command's call carries a request id. */
function changes({ endpoint }: Command): boolean {
  return endpoint !== null && 'requestId' in ENDPOINTS[endpoint].input.def.shape
}
