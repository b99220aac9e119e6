import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { emptyDatabase, testDatabase } from '../../testing/database.ts'
import { checkSchema, ensureDeployment, migrate, readMigrations } from './migrate.ts'

let directory = ''
beforeEach(async () => {
  directory = await mkdtemp(path.join(os.tmpdir(), 'fairlot-migrations-'))
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const file = (name: string, sql: string) => writeFile(path.join(directory, name), sql)

async function query(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

test('applies missing migrations once when several servers start together', async () => {
  const database = await emptyDatabase()
  await file('0001_a.sql', 'create table a (n int); insert into a values (1);')
  await file('0002_b.sql', 'insert into a values (2);')
  const runs = await Promise.all([1, 2, 3].map(() => migrate(database.ownerUrl, directory)))
  expect(runs.flat().toSorted()).toEqual(['0001_a.sql', '0002_b.sql'])
  expect(await query(database.ownerUrl, 'select n from a order by n')).toEqual([{ n: 1 }, { n: 2 }])
  await checkSchema(database.ownerUrl, directory)
  await database.drop()
})

test('rolls back a failing migration and keeps the migrations before it', async () => {
  const database = await emptyDatabase()
  await file('0001_a.sql', 'create table a (n int);')
  await file('0002_b.sql', 'create table b (n int); select 1/0;')
  await expect(migrate(database.ownerUrl, directory)).rejects.toThrow('0002_b.sql failed: division by zero')
  expect(
    await query(database.ownerUrl, `select to_regclass('a') is null as a, to_regclass('b') is null as b`),
  ).toEqual([{ a: false, b: true }])
  await expect(checkSchema(database.ownerUrl, directory)).rejects.toThrow('lacks migration 0002_b.sql')
  await database.drop()
})

test('refuses an edited migration and a schema that is newer than the code', async () => {
  const database = await emptyDatabase()
  await file('0001_a.sql', 'create table a (n int);')
  await file('0002_b.sql', 'create table b (n int);')
  await migrate(database.ownerUrl, directory)
  await file('0001_a.sql', 'create table a (n bigint);')
  await expect(migrate(database.ownerUrl, directory)).rejects.toThrow('0001_a.sql was edited')
  await file('0001_a.sql', 'create table a (n int);')
  await rm(path.join(directory, '0002_b.sql'))
  await expect(migrate(database.ownerUrl, directory)).rejects.toThrow('newer version')
  await database.drop()
})

test('refuses duplicate numbers, malformed names and a number below an applied one', async () => {
  const database = await emptyDatabase()
  await file('0001_a.sql', '')
  await file('0003_c.sql', '')
  await migrate(database.ownerUrl, directory)
  await file('0002_b.sql', '')
  await expect(migrate(database.ownerUrl, directory)).rejects.toThrow('Give it a higher number')
  await database.drop()
  await file('0002_bb.sql', '')
  await expect(readMigrations(directory)).rejects.toThrow('a number that no other migration has')
  await rm(path.join(directory, '0002_bb.sql'))
  await file('4-d.sql', '')
  await expect(readMigrations(directory)).rejects.toThrow('its name must be NNNN_name.sql')
})

test('a database keeps its id and its money mode, and the app role can only read them', async () => {
  const database = await testDatabase()
  const first = await ensureDeployment(database.ownerUrl, 'real')
  expect(first.moneyMode).toBe('sandbox')
  expect(first.id).toMatch(/^[a-z0-9]{10}$/)
  expect(await ensureDeployment(database.ownerUrl, 'real')).toEqual(first)
  await expect(query(database.appUrl, `update deployment set money_mode = 'real'`)).rejects.toThrow(
    'permission denied',
  )
  await expect(query(database.appUrl, 'update clock_offset set offset_ms = 1')).rejects.toThrow(
    'permission denied',
  )
  await expect(query(database.appUrl, 'create table x (n int)')).rejects.toThrow('permission denied')
  await database.drop()
})

test('business time includes the offset, in the function and in the view', async () => {
  const database = await testDatabase()
  await database.setClockOffset(3_600_000)
  await database.advanceClock(-600_000)
  const rows = await query(
    database.appUrl,
    `select extract(epoch from business_now() - statement_timestamp())::int as call,
            extract(epoch from (select at from business_clock) - statement_timestamp())::int as view`,
  )
  expect(rows).toEqual([{ call: 3_000, view: 3_000 }])
  await database.drop()
})
