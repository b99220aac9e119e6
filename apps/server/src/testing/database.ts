import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import './global-setup.ts'

/** The database of a test file: a clone of the migrated template. */
export type TestDatabase = {
  /** Connects as the owner of the schema. */
  ownerUrl: string
  /** Connects as the app role, as the server does. */
  appUrl: string
  /** Business time: real time plus this many milliseconds. */
  setClockOffset(offsetMs: number): Promise<void>
  /** Moves business time by this many milliseconds; negative values move it back. */
  advanceClock(ms: number): Promise<void>
  /** Ends all connections and drops the database. */
  drop(): Promise<void>
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

function onDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.toString()
}

/**
 * Clones the template (about 50 ms). Call it in `beforeAll` and `drop()` in `afterAll`:
 *
 * ```ts
 * const database = await testDatabase()
 * afterAll(() => database.drop())
 * ```
 */
export function testDatabase(): Promise<TestDatabase> {
  return cloneOf(inject('testCluster').template)
}

const nameOf = () => `test_${randomBytes(8).toString('hex')}`

const superuser = (sql: string) =>
  withClient(inject('testCluster').superuserUrl, async (client) => void (await client.query(sql)))

async function cloneOf(template: string): Promise<TestDatabase> {
  const name = nameOf()
  // Copying the files takes a sixth of the time of writing each page to the log.
  await superuser(`create database ${name} owner fairlot_owner template ${template} strategy file_copy`)
  return databaseOf(name)
}

function databaseOf(name: string): TestDatabase {
  const cluster = inject('testCluster')
  const ownerUrl = onDatabase(cluster.ownerUrl, name)
  const moveClock = async (sql: string, ms: number): Promise<void> => {
    await withClient(ownerUrl, (client) => client.query(`update clock_offset set offset_ms = ${sql}`, [ms]))
  }
  return {
    ownerUrl,
    appUrl: onDatabase(cluster.appUrl, name),
    setClockOffset: (offsetMs) => moveClock('$1::bigint', offsetMs),
    advanceClock: (ms) => moveClock('offset_ms + $1::bigint', ms),
    drop: () => superuser(`drop database ${name} with (force)`),
  }
}

/** Copies a database as a backup would. Nobody may be connected to it. */
export function copyDatabase(source: TestDatabase): Promise<TestDatabase> {
  return cloneOf(new URL(source.ownerUrl).pathname.slice(1))
}

/** An empty database without migrations, for tests of the migrations. */
export async function emptyDatabase(): Promise<TestDatabase> {
  const name = nameOf()
  await superuser(`create database ${name} owner fairlot_owner`)
  return databaseOf(name)
}
