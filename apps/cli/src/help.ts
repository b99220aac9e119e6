/** Help: the overview of all commands by subject, and what the operator's roles do not allow. */
import { PERMISSIONS } from '@fairlot/contract/operator/operator-roles'
import { Help, type Command as Node } from 'commander'
import { inSetup, permissionOf, type Command } from './command.ts'
import { styleFor } from './print.ts'
import type { StoredSession } from './session-file.ts'

/** How operators call the program. */
export const PROGRAM = 'npm run operator --'

export const GLOBAL_HEADING = 'Global options:'

type KnownSession = Pick<StoredSession, 'permissions' | 'stage' | 'name'>

export type HelpSurroundings = {
  /** columns of the terminal; null: the output is not a terminal */
  columns: number | null
  colour: boolean
  /** the session as stored; null: not logged in */
  session(): KnownSession | null
  /** the options that a suggested command needs */
  hintOptions(): string
}

/**
 * Configures the help of the program and of all its commands. A node that runs no command lists those below it.
 * @param leaves the nodes that run a command
 */
export function configureHelp(
  root: Node,
  leaves: ReadonlyMap<Node, Command>,
  surroundings: HelpSurroundings,
): void {
  const style = styleFor(surroundings.colour)
  const isAlias = (node: Node) => leaves.get(node)?.name !== pathOf(node)
  const configuration: Partial<Help> = {
    styleTitle: (title) => style('bold', title),
    commandDescription: (node) => descriptionOf(leaves.get(node), isAlias(node)),
    subcommandTerm: (node) => leaves.get(node)?.name ?? node.name(),
    formatHelp(node, helper) {
      const listing = Object.assign(new Help(), helper)
      if (leaves.has(node) || node.commands.length === 0)
        return Help.prototype.formatHelp.call(listing, node, listing)
      const session = surroundings.session()
      const listed = [...leaves.keys()].filter(
        (leaf) => !isAlias(leaf) && (node === root || leaf.helpGroup() === node.helpGroup()),
      )
      Object.assign(listing, {
        commandUsage: () => `${[PROGRAM, pathOf(node)].join(' ').trimEnd()} <command> [options]`,
        visibleOptions: () => [],
        visibleCommands: () => listed,
        subcommandDescription: (leaf: Node) => {
          const command = leaves.get(leaf)!
          return `${command.about}${markOf(command, session)}`
        },
      } satisfies Partial<Help>)
      const body = Help.prototype.formatHelp.call(listing, node, listing)
      return [
        body,
        ...(node === root ? globalOptions(root, helper) : []),
        footer(session, surroundings),
        '',
      ].join('\n')
    },
  }
  configureAll(root, configuration)
}

function configureAll(node: Node, configuration: Partial<Help>): void {
  node.configureHelp(configuration)
  for (const child of node.commands) configureAll(child, configuration)
}

/** The name of a command as operators type it: `staff add` */
function pathOf(node: Node): string {
  return node.parent ? `${pathOf(node.parent)} ${node.name()}`.trimStart() : ''
}

function globalOptions(root: Node, helper: Help): string[] {
  const width = helper.longestOptionTermLength(root, helper)
  const items = helper
    .visibleOptions(root)
    .map((option) =>
      helper.formatItem(helper.optionTerm(option), width, helper.optionDescription(option), helper),
    )
  return helper.formatItemList(GLOBAL_HEADING, items, helper)
}

function footer(session: KnownSession | null, surroundings: HelpSurroundings): string {
  const more = `Run "${PROGRAM} help <command>" for details of a command.`
  if (!session)
    return `You are not logged in. Log in: ${PROGRAM} login <name>${surroundings.hintOptions()}\n${more}`
  const marks =
    session.stage === 'setup'
      ? `[after setup]: available when ${session.name} has set a password and a second factor.`
      : `[role, …]: not allowed for ${session.name}; requires one of these roles.`
  return `${marks}\n${more}`
}

/** ` [owner, support]` after a command that the session's roles do not allow. */
function markOf(command: Command, session: KnownSession | null): string {
  if (!session) return ''
  if (session.stage === 'setup') return inSetup(command) ? '' : ' [after setup]'
  const permission = permissionOf(command)
  if (permission === null || session.permissions.includes(permission)) return ''
  return ` [${PERMISSIONS[permission].join(', ')}]`
}

/** The paragraph about a command in its own help. */
function descriptionOf(command: Command | undefined, isAlias: boolean): string {
  if (!command) return ''
  const { name, about, details, aliases = [] } = command
  const permission = permissionOf(command)
  const roles = permission && permission !== 'own' ? PERMISSIONS[permission].join(', ') : null
  const others = isAlias ? `Alias of: ${name}` : aliases.length > 0 && `Aliases: ${aliases.join(', ')}`
  const facts = [roles !== null && `Requires one of the roles: ${roles}`, others].filter(Boolean)
  const text = details ? `${about}. ${details}` : `${about}.`
  return facts.length > 0 ? [text, '', ...facts].join('\n') : text
}
