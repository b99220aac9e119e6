import type { Executor } from '../db.ts'

/** PostgreSQL versions that the SQL is written for. */
const supported = { from: 15, to: 18 }

/**
 * Refuses a database that may forget what it acknowledged. The settings are those that this very role has in this very
 * database, so an ALTER ROLE or ALTER DATABASE counts as well as a line in postgresql.conf.
 *
 * @param db connected as the role the server works with
 * @throws Error with a sentence that says what to change.
 */
export async function checkDurability(db: Executor): Promise<void> {
  const [row] = await db.query<{
    fsync: string
    pages: string
    commit: string
    version: number
    role: string
  }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
            current_setting('synchronous_commit') as commit, current_user as role,
            current_setting('server_version_num')::int / 10000 as version`,
  )
  if (!row) throw new Error('The database did not answer with its settings.')
  if (row.version < supported.from) {
    throw new Error(
      `PostgreSQL ${row.version} is too old: Fairlot needs ${supported.from} to ${supported.to}. Upgrade the database.`,
    )
  }
  const off = [
    ['fsync', row.fsync],
    ['full_page_writes', row.pages],
    ['synchronous_commit', row.commit],
  ].flatMap(([name, value]) => (value === 'off' ? [name] : []))
  if (off.length === 0) return
  throw new Error(
    `The database has ${off.join(' and ')} off, so it could forget a purchase that it acknowledged. Set ` +
      `${off.map((name) => `${name} = on`).join(', ')} in postgresql.conf, and remove it where ALTER ROLE ${row.role} or ` +
      'ALTER DATABASE set it (select * from pg_db_role_setting shows that).',
  )
}
