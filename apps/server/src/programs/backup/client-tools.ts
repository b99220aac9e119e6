/** Backup and restore of an external PostgreSQL with its own client tools, pg_dump and pg_restore. */
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'
import { createDb } from '../../platform/db.ts'

/** Text of a tool that an error repeats, from its end. */
const SAID_CHARS = 2_000

/** A tool of this machine and the major version that it states. */
type Tool = { name: string; major: number }

const install = (major: number) =>
  `Install PostgreSQL's client tools of version ${major} or newer (Debian, Ubuntu: postgresql-client-${major}; ` +
  'Fedora: postgresql; macOS: brew install libpq) and make sure that they are in PATH.'

/**
 * Finds a client tool in PATH.
 *
 * @param major the lowest major version that fits
 * @param because what needs that version, for the refusal
 * @throws Error with a sentence that says what to install
 */
export async function findTool(
  name: 'pg_dump' | 'pg_restore',
  major: number,
  because: string,
): Promise<Tool> {
  let said: string
  try {
    said = (await promisify(execFile)(name, ['--version'])).stdout
  } catch (cause) {
    const why = (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'is not in PATH' : 'does not run'
    throw new Error(`${name} ${why} on this machine. ${install(major)}`, { cause })
  }
  const found = Number(/\(PostgreSQL\) (\d+)/.exec(said)?.[1])
  if (found >= major) return { name, major: found }
  throw new Error(
    `${name} on this machine has version ${found || `«${said.trim()}»`}, and ${because} needs ${major}. ${install(major)}`,
  )
}

/** The URL without its password, which would be visible in the list of processes, and the variable that carries it. */
function connection(url: string): { dbname: string; env: NodeJS.ProcessEnv } {
  const parsed = new URL(url)
  const password = decodeURIComponent(parsed.password)
  parsed.password = ''
  return { dbname: parsed.toString(), env: { ...process.env, ...(password && { PGPASSWORD: password }) } }
}

async function runTool(tool: Tool, url: string, args: string[], signal: AbortSignal): Promise<void> {
  const { dbname, env } = connection(url)
  const child = spawn(tool.name, [...args, `--dbname=${dbname}`], {
    env,
    signal,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let said = ''
  child.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-SAID_CHARS)))
  const status = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  if (status !== 0) throw new Error(`${tool.name} ended with ${status}: ${said.trim()}`)
}

/**
 * Writes the database to an archive of pg_dump.
 *
 * @param url as the owner of the schema, who may read every table
 * @param snapshot of an open transaction: the archive contains exactly what that transaction sees
 */
export const dumpDatabase = (
  tool: Tool,
  options: { url: string; snapshot: string; archive: string; signal: AbortSignal },
): Promise<void> =>
  runTool(
    tool,
    options.url,
    ['--format=custom', `--snapshot=${options.snapshot}`, `--file=${options.archive}`, '--no-password'],
    options.signal,
  )

type Archive = { url: string; archive: string; signal: AbortSignal }

const restoreSections = (
  tool: Tool,
  { url, archive, signal }: Archive,
  sections: readonly ('pre-data' | 'data' | 'post-data')[],
): Promise<void> =>
  runTool(
    tool,
    url,
    [
      '--single-transaction',
      '--exit-on-error',
      '--no-owner',
      '--no-password',
      ...sections.map((section) => `--section=${section}`),
      archive,
    ],
    signal,
  )

/** Restores an archive into an empty database in one transaction, so that it is there as a whole or not at all. */
export const restoreDatabase = (tool: Tool, options: Archive): Promise<void> =>
  restoreSections(tool, options, [])

/** The functions of SQL whose body is parsed when they run, which none of their own settings helps. */
const PARSED_LATE = `
  select oid::regprocedure::text as name from pg_proc
  where pronamespace = 'public'::regnamespace and prosqlbody is null and proconfig is null
    and prolang = (select oid from pg_language where lanname = 'sql')
    and not exists (select from pg_depend where objid = pg_proc.oid and deptype = 'e')`

/**
 * Restores an archive whose CHECKs call functions that find nothing in the empty search_path of pg_restore: first the tables and
 * functions, then everything else, while these functions have a search_path. It is not one transaction: after an error a part of the
 * archive is in the database.
 */
export async function restoreOldDatabase(tool: Tool, options: Archive): Promise<void> {
  await restoreSections(tool, options, ['pre-data'])
  const db = createDb(options.url, { max: 1, name: 'fairlot-restore' })
  try {
    const late = await db.query<{ name: string }>(PARSED_LATE)
    for (const { name } of late) await db.query(`alter function ${name} set search_path = public`)
    await restoreSections(tool, options, ['data', 'post-data'])
    for (const { name } of late) await db.query(`alter function ${name} reset search_path`)
  } catch (cause) {
    throw new Error(`${(cause as Error).message}. The database has a part of the backup: drop it.`, { cause })
  } finally {
    await db.close()
  }
}
