import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLane } from '../../modules/ledger/purchase/lane.ts'
import { testDatabase, type TestDatabase } from '../../testing/database.ts'
import { createDb, type Executor } from '../db.ts'
import { checkRequirements, checkRole } from './requirements.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const SETTINGS = `
  select current_setting('jit') as jit, current_setting('TimeZone') as zone, current_setting('random_page_cost') as page,
         current_setting('default_transaction_isolation') as isolation, current_setting('DateStyle') as dates,
         current_setting('default_transaction_read_only') as read_only, current_setting('statement_timeout') as limited,
         current_setting('application_name') as name`

test('every session has the settings of the embedded cluster, whatever the database says', async () => {
  const owner = createDb(database.ownerUrl, { max: 1 })
  const name = new URL(database.appUrl).pathname.slice(1)
  for (const setting of [
    'jit = on',
    `timezone = 'Asia/Dhaka'`,
    'random_page_cost = 4',
    `default_transaction_isolation = 'serializable'`,
    `datestyle = 'German'`,
    'default_transaction_read_only = on',
  ])
    await owner.query(`alter database ${name} set ${setting}`)
  await owner.close()
  const wanted = { jit: 'off', zone: 'UTC', page: '1.1', isolation: 'read committed', read_only: 'off' }

  // options of the URL do not replace them
  const url = new URL(database.appUrl)
  url.searchParams.set('options', '-c work_mem=8MB')
  const db = createDb(url.toString(), { max: 1 })
  expect(await db.query(SETTINGS)).toEqual([expect.objectContaining({ ...wanted, limited: '30s' })])
  expect(await db.query('show work_mem')).toEqual([{ work_mem: '8MB' }])
  expect(await checkRequirements(db, 10)).toBeNull()
  await db.close()

  const lane = createLane(database.appUrl, 'fairlot lane')
  const { rows } = await lane.use((client) => client.query<Record<string, string>>(SETTINGS))
  expect(rows).toEqual([expect.objectContaining({ ...wanted, limited: '10s' })])
  await lane.close()
})

const FACTS = {
  version: 18,
  encoding: 'UTF8',
  standby: false,
  jit: 'off',
  isolation: 'read committed',
  temporary: true,
  connections: 97,
  role: 'fairlot_app',
  roleConnections: -1,
}

/** A database with these facts, where the tests' own has others. */
const stating = (facts: Partial<typeof FACTS>): Executor => ({
  query: <Row>() => Promise.resolve([{ ...FACTS, ...facts }] as Row[]),
})

test.each([
  [{ version: 14 }, 'PostgreSQL 14 is too old: Fairlot needs 15 to 18. Upgrade the database.'],
  [{ role: 'fairlot_web' }, 'set its user to fairlot_app'],
  [{ standby: true }, 'Set DATABASE_URL to the primary server.'],
  [{ encoding: 'SQL_ASCII' }, "Create it with encoding 'UTF8'"],
  [{ jit: 'on' }, 'A connection pooler in between does this: set DATABASE_URL to PostgreSQL itself.'],
  [{ temporary: false }, 'grant temporary on database … to fairlot_app'],
  [{ connections: 19 }, 'permits 19 connections, and this server may open 20. Raise max_connections'],
  [{ roleConnections: 5 }, 'alter role fairlot_app connection limit -1'],
])('refuses a database that cannot work, with the remedy: %o', async (facts, sentence) => {
  await expect(checkRequirements(stating(facts), 10)).rejects.toThrow(sentence)
})

test('refuses a role that no guard of the schema names, in the server and in programs', async () => {
  const owner = createDb(database.ownerUrl, { max: 1 })
  const sentence =
    'DATABASE_URL connects as the role fairlot_owner. The guards of the database hold for fairlot_app alone'
  await expect(checkRequirements(owner, 10)).rejects.toThrow(sentence)
  await expect(checkRole(owner)).rejects.toThrow(sentence)
  await owner.close()

  const app = createDb(database.appUrl, { max: 1 })
  await expect(checkRole(app)).resolves.toBeUndefined()
  await app.close()
})

test('remarks a version that this release was not tested with', async () => {
  expect(await checkRequirements(stating({ version: 19 }), 10)).toContain('PostgreSQL 19 is newer than 18')
  expect(await checkRequirements(stating({}), 10)).toBeNull()
})
