/** Two prepared statements with one name cannot share a connection, so a name is given once. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
const sources = globSync('apps/server/src/**/*.ts', { cwd: root }).filter(
  (file) => !file.endsWith('.test.ts'),
)

/** The names in `{ name: '…', text: … }`. A name that is computed is left out. */
const namesIn = (source: string): string[] =>
  [...source.matchAll(/\bname: (['`])([^'`$\n]+)\1,\s*text:/g)].map(([, , name]) => name ?? '')

test('every statement has a name of its own', () => {
  const named = sources.flatMap((file) =>
    namesIn(readFileSync(path.join(root, file), 'utf8')).map((name) => ({ name, file })),
  )
  expect(named.length).toBeGreaterThan(300)
  const files = Map.groupBy(named, ({ name }) => name)
  const twice = [...files].filter(([, uses]) => uses.length > 1)
  expect(twice.map(([name, uses]) => `${name}: ${uses.map(({ file }) => file).join(', ')}`)).toEqual([])
})

test('reads the names of statements', () => {
  const source =
    "const A = { name: 'a.find', text: `select 1` }\nconst B: Statement = {\n  name: 'a.list',\n  text: SQL,\n}"
  expect(namesIn(source)).toEqual(['a.find', 'a.list'])
})
