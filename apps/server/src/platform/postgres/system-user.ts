import { execFile } from 'node:child_process'
import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A user of the operating system, by ids. */
export type SystemUser = { uid: number; gid: number }

/** The user of this process; -1 on systems without user ids, where PostgreSQL runs as the same user. */
export function currentUser(): SystemUser {
  return { uid: process.getuid?.() ?? -1, gid: process.getgid?.() ?? -1 }
}

async function idOf(flag: '-u' | '-g', name: string): Promise<number | undefined> {
  try {
    const { stdout } = await run('id', [flag, name])
    return Number.parseInt(stdout, 10)
  } catch {
    return undefined
  }
}

/**
 * The user that PostgreSQL runs as. PostgreSQL refuses to run as root, so root uses the owner of an existing cluster, else
 * `postgres`, else `nobody`.
 *
 * @throws Error when an ordinary user starts a cluster of another user, or when no user is found
 */
export async function databaseUser(clusterDir: string): Promise<SystemUser> {
  const self = currentUser()
  const owner = await stat(clusterDir).catch(() => undefined)
  if (self.uid !== 0) {
    if (owner && self.uid !== -1 && owner.uid !== self.uid) {
      throw new Error(
        `The database in ${clusterDir} belongs to user number ${owner.uid}, not to you (${self.uid}). ` +
          'Start Fairlot as that user or as root, or choose another DATA_DIR.',
      )
    }
    return self
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  for (const name of ['postgres', 'nobody']) {
    const uid = await idOf('-u', name)
    const gid = await idOf('-g', name)
    if (uid !== undefined && gid !== undefined) return { uid, gid }
  }
  throw new Error(
    'PostgreSQL must not run as root and this system has neither a user "postgres" nor "nobody". ' +
      'Create one (useradd --system postgres) or start Fairlot as an ordinary user.',
  )
}

/**
 * Whether `user` can reach `target`: every directory above it has the search bit for that user. It reads mode bits only and
 * ignores supplementary groups, because a child process that is spawned with a user id has none.
 */
export async function canReach(target: string, user: SystemUser): Promise<boolean> {
  if (user.uid === -1 || user.uid === 0) return true
  let directory = path.resolve(target)
  for (;;) {
    const entry = await stat(directory).catch(() => undefined)
    if (entry) {
      const bit = entry.uid === user.uid ? 0o100 : entry.gid === user.gid ? 0o010 : 0o001
      if (entry.isDirectory() && (entry.mode & bit) === 0) return false
    }
    const parent = path.dirname(directory)
    if (parent === directory) return true
    directory = parent
  }
}

/** Whether a process with this id exists, including one that this process may not signal. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** The command line of a process, joined by spaces; undefined when the process has ended or is not readable. */
export async function commandLine(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      const state = await readFile(`/proc/${pid}/stat`, 'utf8')
      // A zombie still has an id but runs nothing.
      if (/\) Z /.test(state)) return undefined
      // a process that is just ending has no command line any more
      return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ').trim() || undefined
    }
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)])
    return stdout.trim()
  } catch {
    return undefined
  }
}

/**
 * The start time of a process as text. It distinguishes two processes with the same id. Undefined when the process has
 * ended.
 */
export async function processBirth(pid: number): Promise<string | undefined> {
  try {
    if (process.platform === 'linux') {
      const text = await readFile(`/proc/${pid}/stat`, 'utf8')
      // Field 22, counted after the name in parentheses, which may contain spaces.
      const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
      return fields[0] === 'Z' ? undefined : fields[19]
    }
    const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)])
    return stdout.trim() || undefined
  } catch {
    return undefined
  }
}
