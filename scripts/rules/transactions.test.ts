import path from 'node:path'
import { expect, test } from 'vitest'
import { checkTransactions, outsideOf } from './transactions.ts'

test('in this repository no transaction uses the pool', async () => {
  const { files, breaches } = await checkTransactions(path.resolve(import.meta.dirname, '../..'))
  expect(breaches).toEqual([])
  expect(files).toBeGreaterThan(100)
})

test.each([
  ['the pool itself', 'const f = () => db.tx(async (tx) => {\n  await db.query(ONE)\n})', [2]],
  [
    'the pool of the options',
    'function f(tx: Tx, options: Options) {\n  return read(options.db, tx)\n}',
    [2],
  ],
  [
    'a call of another module that does not get the transaction',
    'return async (tx: Tx, memberId: string): Promise<{ name: string }> => {\n  const member = await identity.member(memberId)\n}',
    [2],
  ],
  [
    'the same in a function that gets any executor',
    'async function shown(executor: Executor, row: Row) {\n  const a = await read(executor)\n  return await deps.phoneOf(row.id)\n}',
    [3],
  ],
  [
    'the same in an expression',
    'const f = async (tx: Tx) =>\n  (await deps.phoneOf(1)) ??\n  tx\nconst later = await other()',
    [2],
  ],
])('finds %s', (_, source, lines) => {
  expect([...new Set(outsideOf(source).map(({ line }) => line))]).toEqual(lines)
})

test.each([
  [
    'a call that gets the transaction',
    'db.tx(async (tx) => {\n  await Promise.all(ids.map((id) => lock(tx, id)))\n})',
  ],
  ['the pool behind the transaction', 'await db.tx((tx) => write(tx))\nawait db.query(ONE)'],
  ['a function type', 'type Options = { tell: (tx: Tx, id: string) => Promise<void>; db: Db }\nawait f()'],
  [
    'a comment and a text',
    'db.tx(async (tx) => {\n  // await db.query\n  await tx.query("await f()", [`await g()`])\n})',
  ],
  [
    'a function that is declared inside',
    'async function f(db: Executor) {\n  const look = () => db.query(ONE)\n  await look()\n}',
  ],
])('accepts %s', (_, source) => {
  expect(outsideOf(source)).toEqual([])
})
