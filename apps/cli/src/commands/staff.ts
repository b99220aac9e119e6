/** The people at the desk. */
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { ROLES } from '@fairlot/contract/operator-roles'
import { calling, REASON, type Command, type Option, type Parameter } from '../command.ts'
import type { Desk } from '../desk.ts'
import { localTime, table } from '../print.ts'
import { Problem } from '../problem.ts'
import { printChange } from './changes.ts'

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const WHO: Parameter = { name: 'who', about: 'log in name or id' }
const TAKES_ROLES: Option = {
  name: 'roles',
  value: 'role,role',
  about: `one or several of ${ROLES.join(', ')}, with commas`,
  required: true,
}

const rolesIn = (text: string) => text.split(',').map((role) => role.trim())

/** The id of an operator who is named. @throws Problem when there is nobody of that name */
export async function operatorId(desk: Desk, who: string): Promise<string> {
  if (UUID.test(who)) return who
  const { items } = await desk.call('staffList', {})
  const found = items.find(({ name }) => name === who)
  if (!found) throw new Problem(`There is no operator ${who}. See: npm run operator -- staff list`)
  return found.id
}

const list = calling({
  name: 'staff list',
  group: 'Staff',
  about: 'The people at the desk',
  endpoint: 'staffList',
  input: () => ({}),
  print({ items }, desk) {
    const columns = ['name', 'full name', 'roles', 'status', 'last seen', 'id'].map((title) => ({ title }))
    const rows = items.map(({ name, fullName, roles, status, seenAt, id }) => [
      name,
      fullName,
      roles.join(', '),
      status,
      seenAt === null ? 'never' : localTime(seenAt),
      id,
    ])
    desk.lines(table(columns, rows, desk.style))
  },
})

const add = calling({
  name: 'staff add',
  group: 'Staff',
  about: 'A new operator, who gets a one-time password',
  endpoint: 'staffCreate',
  parameters: [{ name: 'name', about: 'log in name, lower case' }],
  options: [
    { name: 'full-name', value: 'text', about: 'what the person is called', required: true },
    TAKES_ROLES,
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
    printChange(change, desk, `${given.text('name')} is an operator now.`, 'staff.create'),
})

const roles = calling({
  name: 'staff roles',
  group: 'Staff',
  about: "Change an operator's roles",
  endpoint: 'staffRoles',
  parameters: [WHO],
  options: [TAKES_ROLES, REASON],
  input: async (given, desk) => ({
    id: await operatorId(desk, given.text('who')),
    roles: rolesIn(given.text('roles')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) => printChange(change, desk, `${given.text('who')} has these roles now.`),
})

const reset = calling({
  name: 'staff reset',
  group: 'Staff',
  about: 'A new one-time password for somebody who lost password or second factor; ends their sessions',
  endpoint: 'staffReset',
  parameters: [WHO],
  options: [REASON],
  input: async (given, desk) => ({
    id: await operatorId(desk, given.text('who')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) =>
    printChange(change, desk, `${given.text('who')} begins anew.`, 'staff.reset'),
})

const disable = calling({
  name: 'staff disable',
  group: 'Staff',
  about: 'Shut an operator out at once',
  endpoint: 'staffDisable',
  parameters: [WHO],
  options: [REASON],
  input: async (given, desk) => ({
    id: await operatorId(desk, given.text('who')),
    reason: given.text('reason'),
  }),
  print: ({ name }, desk) => desk.out(`${name} is shut out. What ${name} had asked for is withdrawn.`),
})

const enable = calling({
  name: 'staff enable',
  group: 'Staff',
  about: 'Let an operator who was shut out in again, with a one-time password',
  endpoint: 'staffEnable',
  parameters: [WHO],
  options: [REASON],
  input: async (given, desk) => ({
    id: await operatorId(desk, given.text('who')),
    reason: given.text('reason'),
    requestId: randomUUID(),
  }),
  print: (change, desk, given) =>
    printChange(change, desk, `${given.text('who')} may come in again.`, 'staff.enable'),
})

const RESCUE = path.resolve(import.meta.dirname, '../../../server/src/programs/operator-rescue.ts')

/** Whoever holds the machine and its data directory holds everything: no session is asked for. */
const rescue: Command = {
  name: 'rescue',
  group: 'Staff',
  about: "On the server's machine: a new one-time password for whom nobody else can or may let in anew",
  endpoint: null,
  parameters: [{ name: 'name', about: 'log in name of any operator' }],
  options: [],
  async run(desk, given) {
    const status = await desk.program(RESCUE, [given.text('name')])
    if (status !== 0) throw new Problem('Nobody was rescued.', status)
  },
}

export const STAFF: readonly Command[] = [list, add, roles, reset, disable, enable, rescue]
