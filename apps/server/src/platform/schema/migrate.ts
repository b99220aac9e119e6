import { createHash, randomBytes } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { MoneyMode } from '@fairlot/contract/money/money-mode'
import pg from 'pg'
import type { Executor } from '../db.ts'

/** A migration file: `NNNN_name.sql`, its number and the hash of its bytes. */
export type Migration = { version: number; name: string; sha256: string; sql: string }

/** A migration that the database has, as it recorded it. */
type Landed = { version: number; name: string; sha256: string }

type Named = Pick<Migration, 'version' | 'name'>

/** The directory of this version's migrations. */
export const migrationsDirectory = path.resolve(import.meta.dirname, '../../../db/migrations')

/** Id of the advisory lock that allows one migrator per database. Taken at the start only, never in a request. */
const migrationLock = 4_711_001

/**
 * Reads the migrations in order.
 *
 * @throws Error when a file name is malformed or a number is used twice.
 */
export async function readMigrations(directory: string = migrationsDirectory): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  const migrations: Migration[] = []
  for (const name of names) {
    const version = Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1])
    if (!version || version === migrations.at(-1)?.version) {
      throw new Error(
        `Migration ${name}: its name must be NNNN_name.sql with a number that no other migration has.`,
      )
    }
    const sql = await readFile(path.join(directory, name), 'utf8')
    migrations.push({ version, name, sql, sha256: createHash('sha256').update(sql).digest('hex') })
  }
  return migrations
}

/** The version of the newest migration, from the names of the files alone. */
export async function newestVersion(directory: string = migrationsDirectory): Promise<number> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).toSorted()
  return Number(names.at(-1)?.slice(0, 4) ?? 0)
}

/** @returns the migrations to apply. @throws Error with a sentence when the database does not fit this version */
function pendingAfter(migrations: Migration[], landed: Landed[]): Migration[] {
  const files = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const row of landed) {
    const file = files.get(row.version)
    if (!file) {
      throw new Error(
        `The database has migration ${row.name}, which this version of Fairlot does not know: a newer version has used ` +
          'it. Start that version, or restore the backup made before it was installed.',
      )
    }
    if (file.sha256 !== row.sha256) {
      throw new Error(
        `Migration ${file.name} was edited after this database had applied it. Restore the original file ` +
          'and write the change as a new migration.',
      )
    }
    files.delete(row.version)
  }
  const pending = [...files.values()]
  const last = landed.at(-1)
  const late = pending.find(({ version }) => last !== undefined && version < last.version)
  if (late && last) {
    throw new Error(
      `Migration ${late.name} has a lower number than ${last.name}, which this database already has. Give it a higher number.`,
    )
  }
  return pending
}

async function landedMigrations(client: pg.Client): Promise<Landed[]> {
  const { rows: found } = await client.query<{ exists: boolean }>(
    `select to_regclass('public.schema_migration') is not null as exists`,
  )
  if (!found[0]?.exists) return []
  const { rows } = await client.query<Landed>(
    'select version, name, sha256 from schema_migration order by version',
  )
  return rows
}

/** The administrator of an external database creates its roles (docs/OPERATING.md). */
async function checkRole(client: pg.Client): Promise<void> {
  const { rowCount } = await client.query(`select 1 from pg_roles where rolname = 'fairlot_app'`)
  if (rowCount === 0) {
    throw new Error(
      'The database has no role fairlot_app. Create it (create role fairlot_app login password …) and use it in ' +
        'DATABASE_URL; docs/OPERATING.md has the commands.',
    )
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(migration.sql)
    await client.query(
      'insert into schema_migration (version, name, sha256, applied_at) values ($1, $2, $3, statement_timestamp())',
      [migration.version, migration.name, migration.sha256],
    )
    await client.query('commit')
  } catch (cause) {
    await client.query('rollback')
    throw new Error(`Migration ${migration.name} failed: ${(cause as Error).message}`, { cause })
  }
}

/**
 * Applies the missing migrations as the schema's owner: forward only, one transaction per file, one migrator at a time.
 *
 * @returns the names of the migrations that this call applied.
 * @throws Error with a sentence when an applied file was edited, or the schema is newer than this version.
 */
export async function migrate(ownerUrl: string, directory: string = migrationsDirectory): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairlot migrate' })
  await client.connect()
  try {
    await checkRole(client)
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    if (!(await landedMigrations(client)).length) {
      await client.query(`
        create table if not exists schema_migration (
          version int primary key, name text not null, sha256 text not null, applied_at timestamptz not null);
        comment on table schema_migration is 'key: deployment'`)
    }
    const landed = await landedMigrations(client)
    const pending = pendingAfter(migrations, landed)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/**
 * Checks that the schema fits this version, without changing it: for a server that may not migrate.
 *
 * @throws Error with a sentence when the schema is older, newer or edited.
 */
export async function checkSchema(url: string, directory: string = migrationsDirectory): Promise<void> {
  const migrations = await readMigrations(directory)
  const client = new pg.Client({ connectionString: url, application_name: 'fairlot migrate' })
  await client.connect()
  try {
    const landed = await landedMigrations(client)
    const [next] = pendingAfter(migrations, landed)
    if (next) {
      throw new Error(
        `The database lacks migration ${next.name}. Set DATABASE_OWNER_URL, so that the server ` +
          'applies it at the next start.',
      )
    }
  } finally {
    await client.end()
  }
}

/**
 * The newest migration that this release knows, and the newest one in the database.
 *
 * @param db as any role of the database
 */
export async function newestMigration(db: Executor): Promise<{ known: Named; landed: Named | undefined }> {
  const known = (await readMigrations()).at(-1)
  if (!known) throw new Error(`There are no migrations in ${migrationsDirectory}.`)
  const [row] = await db.query<Named>(
    'select version, name from schema_migration order by version desc limit 1',
  )
  return { known: { version: known.version, name: known.name }, landed: row }
}

/** Identity of a database: its id and its money mode. */
export type Deployment = { id: string; moneyMode: MoneyMode; createdAt: Date }

/** A random id of 50 bits: 10 letters and digits. */
function newDeploymentId(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  return [...randomBytes(10)].map((byte) => alphabet[byte & 31]).join('')
}

/**
 * Gives a new database its id and its money mode; for an existing one it only reads both.
 *
 * @param moneyMode used only when the database is new
 */
export async function ensureDeployment(ownerUrl: string, moneyMode: MoneyMode): Promise<Deployment> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairlot migrate' })
  await client.connect()
  try {
    await client.query(
      `insert into deployment (id, money_mode, created_at) values ($1, $2, statement_timestamp())
       on conflict (singleton) do nothing`,
      [newDeploymentId(), moneyMode],
    )
    return await readDeployment(client)
  } finally {
    await client.end()
  }
}

/** @throws Error when no server has started on this database as its owner */
export async function readDeployment(client: {
  query<R extends pg.QueryResultRow>(text: string): Promise<{ rows: R[] }>
}): Promise<Deployment> {
  const { rows } = await client.query<{ id: string; money_mode: MoneyMode; created_at: Date }>(
    'select id, money_mode, created_at from deployment',
  )
  const row = rows[0]
  if (!row)
    throw new Error('The database has no deployment row: start the server once with DATABASE_OWNER_URL.')
  return { id: row.id, moneyMode: row.money_mode, createdAt: row.created_at }
}
