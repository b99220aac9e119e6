import type { Executor } from '../db.ts'

/**
 * Refuses a database that may lose acknowledged transactions. It reads the settings of this role in this database, so it
 * also finds values that ALTER ROLE or ALTER DATABASE set.
 *
 * @param db connected as the server's role
 * @throws Error with a sentence that says what to change
 */
export async function checkDurability(db: Executor): Promise<void> {
  const [row] = await db.query<{
    fsync: string
    pages: string
    commit: string
    role: string
  }>(
    `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages,
            current_setting('synchronous_commit') as commit, current_user as role`,
  )
  if (!row) throw new Error('The database did not return its settings.')
  const off = [
    ['fsync', row.fsync],
    ['full_page_writes', row.pages],
    ['synchronous_commit', row.commit],
  ].flatMap(([name, value]) => (value === 'off' ? [name] : []))
  if (off.length === 0) return
  throw new Error(
    `The database has ${off.join(' and ')} off, so it could lose a purchase that it acknowledged. Set ` +
      `${off.map((name) => `${name} = on`).join(', ')} in postgresql.conf, and remove it where ALTER ROLE ${row.role} or ` +
      'ALTER DATABASE set it (see select * from pg_db_role_setting).',
  )
}
