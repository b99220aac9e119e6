/** Every table whose rows the server locks has a place in the order of locks, which the tests' pools check. */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { LOCK_ORDER } from '../../apps/server/src/platform/lock-order.ts'
import { locksOf } from '../../apps/server/src/testing/locks-of.ts'
import { literalsOf, looksLikeSql } from './sql.ts'

const root = path.resolve(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const tables = new Set(
  Array.from(read('apps/server/db/schema.sql').matchAll(/^create table (\w+)/gm), ([, table = '']) => table),
)
const tableOf = (place: string) => place.split('.')[0]!

test('the order names tables of the schema, and each guard comes before what it guards', () => {
  const places = Object.entries(LOCK_ORDER)
  expect(places.map(([place]) => tableOf(place)).filter((table) => !tables.has(table))).toEqual([])
  const before = new Set<string>()
  for (const [place, guards] of places) {
    expect(
      guards.filter((guard) => !before.has(guard)),
      place,
    ).toEqual([])
    before.add(place)
  }
})

const statements = globSync('apps/server/src/**/*.ts', { cwd: root })
  .filter((file) => !/\.(?:test|fixture)\.ts$|src\/testing\//.test(file))
  .flatMap((file) => literalsOf(read(file)).map(({ text, line }) => ({ text, at: `${file}:${line}` })))
  .filter(({ text }) => looksLikeSql(text))

test('every table whose rows the server locks has a place', () => {
  const locked = new Set(statements.flatMap(({ text }) => locksOf(text).locks.map(({ table }) => table)))
  expect(locked.size).toBeGreaterThan(80)
  const places = new Set(Object.keys(LOCK_ORDER).map(tableOf))
  expect([...locked].filter((table) => tables.has(table) && !places.has(table)).toSorted()).toEqual([])
})

test('a select that locks several rows names their order', () => {
  const several = /= any ?\(|\bin \(|\bunnest\(/
  const isUnordered = (text: string) =>
    /\bfor (?:no key )?update\b/.test(text) && several.test(text) && !/\border by\b/.test(text)
  expect(isUnordered('select 1 from wallet where member_id = any($1) for update')).toBe(true)
  expect(statements.filter(({ text }) => isUnordered(text)).map(({ at }) => at)).toEqual([])
})
