import { createHash } from 'node:crypto'
import { access, chmod, constants, mkdir, mkdtemp, realpath, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { canReach, currentUser, databaseUser, type SystemUser } from './system-user.ts'

/** The directory of a cluster, the user that owns it, and the directory for copies of the binaries. */
export type Placement = { clusterDir: string; user: SystemUser; binariesHome: string }

const defaultSystemHome = process.platform === 'linux' ? '/var/lib/fairlot' : '/usr/local/var/fairlot'

/**
 * Creates the data directory when it is missing.
 *
 * @returns its real path without symbolic links, as PostgreSQL reports it
 * @throws Error with a sentence when it cannot be created or written
 */
export async function openDataDirectory(dataDir: string): Promise<string> {
  try {
    const made = await mkdir(dataDir, { recursive: true })
    // Under root the cluster belongs to another user, who needs access; secrets.json has its own mode.
    if (made !== undefined) await chmod(dataDir, currentUser().uid === 0 ? 0o755 : 0o700)
    await access(dataDir, constants.W_OK | constants.X_OK)
    return await realpath(dataDir)
  } catch (cause) {
    throw new Error(
      `The data directory ${path.resolve(dataDir)} cannot be written (${(cause as Error).message}). ` +
        'Give this user the right to write there, or set DATA_DIR to another place.',
      { cause },
    )
  }
}

/**
 * Creates a temporary data directory (see removeData) that the database's user can enter; other users cannot enter a
 * directory that mkdtemp creates.
 *
 * @returns its real path
 */
export async function scratchDataDirectory(prefix: string): Promise<string> {
  const directory = await realpath(await mkdtemp(path.join(os.tmpdir(), prefix)))
  if (currentUser().uid === 0) await chmod(directory, 0o755)
  return directory
}

/** The directory of a cluster outside of its data directory; `home` holds it alone. */
function outsidePlace(dataDir: string, systemHome: string): { home: string; clusterDir: string } {
  const name = createHash('sha256').update(dataDir).digest('hex').slice(0, 16)
  const home = path.join(systemHome, name)
  return { home, clusterDir: path.join(home, 'postgres') }
}

/** The cluster of a data directory, when there is one; it creates nothing. */
export async function existingCluster(
  dataDir: string,
  systemHome: string = defaultSystemHome,
): Promise<string | undefined> {
  const real = await realpath(dataDir).catch(() => dataDir)
  for (const clusterDir of [path.join(real, 'postgres'), outsidePlace(real, systemHome).clusterDir]) {
    try {
      await stat(path.join(clusterDir, 'PG_VERSION'))
      return clusterDir
    } catch (error) {
      // A directory that this user may not enter is a cluster too.
      if (!['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return clusterDir
    }
  }
  return undefined
}

/**
 * Chooses the cluster's directory: `postgres/` in the data directory. When root runs the server in a directory that the
 * database's user cannot enter (a home directory of mode 0700), it is a system directory named after the data directory.
 *
 * @param dataDir a real path, see openDataDirectory
 */
export async function placeCluster(
  dataDir: string,
  systemHome: string = defaultSystemHome,
): Promise<Placement> {
  const inside = path.join(dataDir, 'postgres')
  const user = await databaseUser(inside)
  if (await canReach(dataDir, user)) {
    return { clusterDir: inside, user, binariesHome: currentUser().uid === 0 ? systemHome : dataDir }
  }
  const { home, clusterDir: outside } = outsidePlace(dataDir, systemHome)
  await mkdir(home, { recursive: true })
  for (const directory of [systemHome, home]) await chmod(directory, 0o755)
  if ((await stat(inside).catch(() => undefined)) && !(await stat(outside).catch(() => undefined))) {
    throw new Error(
      `The user of the database (number ${user.uid}) can no longer enter ${inside}. ` +
        'Give access to the directories above it (chmod o+x), or move the data directory.',
    )
  }
  return { clusterDir: outside, user: await databaseUser(outside), binariesHome: systemHome }
}
