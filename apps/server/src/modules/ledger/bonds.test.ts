import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createDb, type Db } from '../../platform/db.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { bindGuarantee, freeGuarantee } from './bonds.ts'
import { fundHouse } from './house-accounts.ts'

let database: TestDatabase
let db: Db

beforeEach(async () => {
  database = await testDatabase()
  db = createDb(database.appUrl)
  await db.tx((tx) => fundHouse(tx, { account: 'guarantee', amount: 1_000n, reference: 'G-1' }))
})
afterEach(async () => {
  await db.close()
  await database.drop()
})

const bound = async () =>
  (await db.query<{ bound: bigint }>(`select bound from house_account where name = 'guarantee'`))[0]!.bound
const bind = (subject: string, amount: bigint) => db.tx((tx) => bindGuarantee(tx, subject, amount))
const free = (subject: string) => db.tx((tx) => freeGuarantee(tx, subject))

test('binds the whole amount or nothing, and each subject once', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  expect(await bind(one, 700n)).toBe(true)
  expect(await bind(one, 700n)).toBe(true)
  expect(await bind(two, 301n)).toBe(false)
  expect(await bound()).toBe(700n)
  expect(await bind(two, 300n)).toBe(true)
  expect(await bind(randomUUID(), 0n)).toBe(true)
  expect(await bound()).toBe(1_000n)
})

test('frees what a subject has bound, once', async () => {
  const [one, two] = [randomUUID(), randomUUID()]
  await bind(one, 400n)
  await bind(two, 500n)
  await Promise.all([free(one), free(one), free(one)])
  await free(randomUUID())
  expect(await bound()).toBe(500n)
  expect(await bind(randomUUID(), 500n)).toBe(true)
})

test('seals at the same time do not bind the same money', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => bind(randomUUID(), 300n)))
  expect(answers.filter(Boolean)).toHaveLength(3)
  expect(await bound()).toBe(900n)
})

test('the server cannot change a bond, free it twice or bind it again', async () => {
  const one = randomUUID()
  await bind(one, 400n)
  await expect(db.query('update guarantee_bond set amount = 1')).rejects.toThrow('permission denied')
  await expect(db.query('delete from guarantee_bond')).rejects.toThrow('permission denied')
  await free(one)
  await expect(db.query('update guarantee_bond set freed_at = null')).rejects.toThrow()
})
