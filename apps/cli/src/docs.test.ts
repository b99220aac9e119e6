/** docs/OPERATING.md documents every command, and every permission with its roles. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PERMISSIONS, ROLES } from '@fairlot/contract/operator-roles'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'

const text = readFileSync(path.resolve(import.meta.dirname, '../../../docs/OPERATING.md'), 'utf8')

test('documents every command', () => {
  const missing = COMMANDS.filter(({ name }) => !text.includes(`\`${name}\``) && !text.includes(`\`${name} `))
  expect(missing.map(({ name }) => name)).toEqual([])
})

test('documents every permission with its roles', () => {
  const rows = [...text.matchAll(/^\| `([a-z]+(?:\.[a-z]+)?)` \| [^|]+ \| ([a-z, ]+) \|$/gm)]
  const told = Object.fromEntries(rows.map(([, permission, roles]) => [permission, roles]))
  const real = Object.entries(PERMISSIONS).map(([permission, roles]) => [
    permission,
    roles.length === ROLES.length ? 'everybody' : roles.join(', '),
  ])
  expect(told).toEqual(Object.fromEntries(real))
})
