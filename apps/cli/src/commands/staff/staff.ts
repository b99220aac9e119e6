/** Operators and their roles. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { calling, REASON, type Command, type Given, type Option, type Parameter } from '../../command.ts'
import type { Desk } from '../../desk.ts'
import { confirm, YES } from '../../confirm.ts'
import { clean, facts, localTime } from '../../print.ts'
import { Problem } from '../../problem.ts'
import { printChange } from './changes.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const WHO: Parameter = { name: 'who', about: 'login name or id of the operator' }
const WITH_ROLES: Option = {
  name: 'roles',
  value: 'role,role',
  about: 'one or more roles, separated by commas',
  required: true,
}

const rolesIn = (text: string) => text.split(',').map((role) => role.trim())

/** The id of an operator. @param who login name or id @throws Problem when there is no operator with this name */
export async function operatorId(desk: Desk, who: string): Promise<string> {
  return UUID.test(who) ? who : (await findOperator(desk, who)).id
}

async function findOperator(desk: Desk, who: string) {
  const { items } = await desk.call('staffList', {})
  const found = items.find(({ id, name }) => name === who || id === who.toLowerCase())
  if (!found) throw new Problem(`There is no operator ${who}. List the operators: ${desk.hint('staff list')}`)
  return found
}

/**
 * Shows who the operator is, and asks to confirm what ends their access.
 * @returns the id @throws Problem when there is no such operator, or the question is not confirmed
 */
async function confirmedId(desk: Desk, given: Given, question: string): Promise<string> {
  if (desk.json) return operatorId(desk, given.text('who'))
  const { id, name, fullName, roles: held, status } = await findOperator(desk, given.text('who'))
  desk.lines(
    facts([
      ['operator', name],
      ['full name', fullName],
      ['roles', held.join(', ')],
      ['status', status],
    ]),
  )
  await confirm(desk, given, question, 'The operator is unchanged.')
  return id
}

const list = calling({
  name: 'staff list',
  group: 'Staff',
  about: 'List the operators',
  endpoint: 'staffList',
  input: () => ({}),
  print({ items }, desk) {
    desk.table(
      [
        'name',
        { title: 'full name', wraps: true },
        { title: 'roles', wraps: true },
        'status',
        'last seen',
        'id',
      ],
      items.map(({ name, fullName, roles, status, seenAt, id }) => [
        name,
        fullName,
        roles.join(', '),
        status,
        seenAt === null ? 'never' : localTime(seenAt),
        id,
      ]),
    )
  },
})

const add = calling({
  name: 'staff add',
  group: 'Staff',
  about: 'Add an operator and issue a one-time password',
  endpoint: 'staffCreate',
  parameters: [{ name: 'name', about: 'login name in lower case' }],
  options: [
    { name: 'full-name', value: 'text', about: 'full name of the person', required: true },
    WITH_ROLES,
    REASON,
  ],
  input: (given) => ({
    name: given.text('name'),
    fullName: given.text('full-name'),
    roles: rolesIn(given.text('roles')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) =>
    printChange(change, desk, `Operator ${given.text('name')} is added.`, 'staff.create'),
})

const roles = calling({
  name: 'staff roles',
  group: 'Staff',
  about: 'Replace the roles of an operator',
  endpoint: 'staffRoles',
  parameters: [WHO],
  options: [WITH_ROLES, REASON],
  input: async (given, desk) => ({
    id: await operatorId(desk, given.text('who')),
    roles: rolesIn(given.text('roles')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) =>
    printChange(change, desk, `The roles of ${given.text('who')} are now: ${given.text('roles')}.`),
})

const reset = calling({
  name: 'staff reset',
  group: 'Staff',
  about: 'Reset the password and second factor of an operator',
  details: 'Ends their sessions and issues a one-time password. Asks for confirmation on a terminal.',
  endpoint: 'staffReset',
  parameters: [WHO],
  options: [REASON, YES],
  input: async (given, desk) => ({
    id: await confirmedId(desk, given, 'Reset password and second factor, and end their sessions?'),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) =>
    printChange(
      change,
      desk,
      `${given.text('who')} must set a new password and second factor.`,
      'staff.reset',
    ),
})

const disable = calling({
  name: 'staff disable',
  group: 'Staff',
  about: 'Disable an operator at once',
  details: 'Ends their sessions and withdraws their requests. Asks for confirmation on a terminal.',
  endpoint: 'staffDisable',
  parameters: [WHO],
  options: [REASON, YES],
  input: async (given, desk) => ({
    id: await confirmedId(desk, given, 'Disable, end their sessions and withdraw their requests?'),
    reason: given.text('reason'),
  }),
  print: ({ name }, desk) =>
    desk.out(`${name} is disabled. Their sessions have ended and their requests are withdrawn.`),
})

const enable = calling({
  name: 'staff enable',
  group: 'Staff',
  about: 'Enable a disabled operator and issue a one-time password',
  endpoint: 'staffEnable',
  parameters: [WHO],
  options: [REASON],
  input: async (given, desk) => ({
    id: await operatorId(desk, given.text('who')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) =>
    printChange(
      change,
      desk,
      `${given.text('who')} is enabled and must set a new password and second factor.`,
      'staff.enable',
    ),
})

const RESCUE = path.resolve(import.meta.dirname, '../../../../server/src/programs/operator-rescue.ts')

/** Needs no session: the user of the machine already controls the data directory. */
const rescue: Command = {
  name: 'rescue',
  aliases: ['staff rescue'],
  group: 'Staff',
  about: 'Run on the server: issue a one-time password when no other operator can restore access',
  endpoint: null,
  parameters: [{ name: 'name', about: 'login name of the operator' }],
  options: [YES],
  async run(desk, given) {
    const name = given.text('name')
    await confirm(
      desk,
      given,
      `Reset password and second factor of ${clean(name)}, and end their sessions?`,
      'The operator is unchanged.',
    )
    const status = await desk.program(RESCUE, [name])
    if (status !== 0) throw new Problem('No one-time password was issued.', status)
  },
}

export const STAFF: readonly Command[] = [list, add, roles, reset, disable, enable, rescue]
