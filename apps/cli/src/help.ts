/** What the command line can do, from its table, and what of it the roles allow. */
import { PERMISSIONS } from '@fairlot/contract/operator-roles'
import { GLOBAL_OPTIONS } from './arguments.ts'
import { inSetup, permissionOf, typedOption, usageOf, type Command } from './command.ts'
import { facts, type Style } from './print.ts'
import type { StoredSession } from './session-file.ts'

const globalOptions = facts(
  GLOBAL_OPTIONS.map((option) => [typedOption(option), option.about]),
  '  ',
)

/** All commands, those of others marked. @param session as it was kept; null: nobody is logged in */
export function helpLines(
  commands: readonly Command[],
  session: Pick<StoredSession, 'permissions' | 'stage' | 'name'> | null,
  style: Style,
): string[] {
  const lines = ['Usage: npm run operator -- <command> [options]']
  const width = Math.max(...commands.map(({ name }) => name.length))
  for (const group of new Set(commands.map((command) => command.group))) {
    lines.push('', style('bold', group))
    for (const command of commands.filter((candidate) => candidate.group === group)) {
      const line = `${command.name.padEnd(width)}  ${command.about}`
      const may = !session || mayUse(command, session)
      lines.push(may ? `  ${line}` : style('dim', `– ${line}`))
    }
  }
  lines.push('', style('bold', 'Options of every command'), ...globalOptions, '')
  if (!session) lines.push('Nobody is logged in with this profile.')
  else if (session.stage === 'setup')
    lines.push(`– marks what ${session.name} may once password and code are set.`)
  else lines.push(`– marks what the roles of ${session.name} do not allow.`)
  lines.push('How one is used: npm run operator -- help <command>')
  return lines
}

/** One command: its words, options, and whose roles may. */
export function commandHelp(command: Command): string[] {
  const { about, parameters, options } = command
  const permission = permissionOf(command)
  const words = [
    ...parameters.map(({ name, about: meaning }) => [`<${name}>`, meaning] as const),
    ...options.map((option) => [typedOption(option), option.about] as const),
  ]
  return [
    `Usage: npm run operator -- ${usageOf(command)}`,
    '',
    `${about}.`,
    ...(words.length > 0 ? ['', ...facts(words, '  ')] : []),
    ...(permission && permission !== 'own' ? ['', `For: ${PERMISSIONS[permission].join(', ')}`] : []),
  ]
}

function mayUse(
  command: Command,
  { permissions, stage }: Pick<StoredSession, 'permissions' | 'stage'>,
): boolean {
  if (stage === 'setup') return inSetup(command)
  const permission = permissionOf(command)
  return permission === null || permissions.includes(permission)
}
