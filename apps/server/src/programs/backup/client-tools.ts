/** Backup and restore of an external PostgreSQL with its own client tools, pg_dump and pg_restore. */
import { execFile, spawn } from 'node:child_process'
import { promisify } from 'node:util'

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

/** Restores an archive into an empty database in one transaction, so that it is there as a whole or not at all. */
export const restoreDatabase = (
  tool: Tool,
  options: { url: string; archive: string; signal: AbortSignal },
): Promise<void> =>
  runTool(
    tool,
    options.url,
    ['--single-transaction', '--exit-on-error', '--no-owner', '--no-password', options.archive],
    options.signal,
  )
