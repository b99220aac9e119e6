/** docs/OPERATING.md documents every command, and every permission with its roles. The documents call only commands that exist. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { PORTRAITS } from '@fairlot/contract/kinds/product-kinds'
import { PERMISSIONS, ROLES } from '@fairlot/contract/operator/operator-roles'
import { expect, test } from 'vitest'
import { COMMANDS } from './commands.ts'

const root = path.resolve(import.meta.dirname, '../../..')
const text = readFileSync(path.join(root, 'docs/OPERATING.md'), 'utf8')

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

test('documents every portrait of a product', () => {
  const [, listed = ''] = /^\*\*Portraits\*\* \(`--art`\): ([^.]+)\./m.exec(text) ?? []
  expect(listed.match(/[a-z-]+/g)).toEqual([...PORTRAITS])
})

test('the documents call only commands that exist', () => {
  const known = new Set(['help', ...COMMANDS.flatMap(({ name, aliases = [] }) => [name, ...aliases])])
  const called = globSync(['README.md', 'docs/*.md'], { cwd: root }).flatMap((document) =>
    [
      ...readFileSync(path.join(root, document), 'utf8').matchAll(
        /npm run (?:-s )?operator -- ([^<\n`][^\n`]*)/g,
      ),
    ].map(([, words]) => (words ?? '').split(' ')),
  )
  expect(called.length).toBeGreaterThan(20)
  const unknown = called.filter(
    ([first = '', second = '']) => !known.has(first) && !known.has(`${first} ${second}`),
  )
  expect(unknown.map((words) => words.join(' '))).toEqual([])
})
