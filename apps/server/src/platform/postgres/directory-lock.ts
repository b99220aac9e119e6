import { randomUUID } from 'node:crypto'
import { link, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { isAlive, processBirth } from './system-user.ts'

/** `place`: identity of the locked directory. A lock file that came along with a copy names another one. */
type Holder = { pid: number; birth: string | undefined; nonce: string; place?: string }

/** The lock of a data directory: one server per directory. A new server takes over the lock of a dead one. */
export type DirectoryLock = { release(): Promise<void> }

async function holderOf(file: string): Promise<Holder | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Holder
  } catch {
    return undefined
  }
}

async function lives(holder: Holder): Promise<boolean> {
  if (!isAlive(holder.pid)) return false
  return holder.birth === undefined || (await processBirth(holder.pid)) === holder.birth
}

/** Renaming a directory keeps its identity, copying it does not. */
async function identityOf(directory: string): Promise<string> {
  const { dev, ino } = await stat(directory, { bigint: true })
  return `${dev}:${ino}`
}

/**
 * Locks a data directory for this process.
 *
 * @throws Error with a sentence for the operator when another running server has locked it, or when it is a copy of a
 *   directory whose server still runs.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const file = path.join(directory, 'server.lock')
  const place = await identityOf(directory)
  const mine: Holder = {
    pid: process.pid,
    birth: await processBirth(process.pid),
    nonce: randomUUID(),
    place,
  }
  const draft = `${file}.${mine.nonce}`
  await writeFile(draft, JSON.stringify(mine), { mode: 0o644 })
  try {
    for (let attempt = 0; attempt < 20; attempt++) {
      try {
        // link() fails when the name exists, so it is atomic, and the file is complete from the start.
        await link(draft, file)
        return {
          release: async () => {
            if ((await holderOf(file))?.nonce === mine.nonce) await rm(file, { force: true })
          },
        }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      }
      await removeIfStale(file, `${draft}.stale`, { directory, place })
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new Error(`Could not lock ${directory}: other servers keep starting on it. Start only one server.`)
}

async function removeIfStale(
  file: string,
  aside: string,
  { directory, place }: { directory: string; place: string },
): Promise<void> {
  const holder = await holderOf(file)
  if (holder && (await lives(holder))) {
    if (holder.place !== undefined && holder.place !== place) {
      throw new Error(
        `The data directory ${directory} is a copy of one that a running server uses (process ${holder.pid}): its lock file ` +
          'came along. A copy of the files of a running database can be damaged. Make a copy with npm run backup and ' +
          `npm run restore. Only if this copy is a snapshot of the file system, remove ${file} and start again.`,
      )
    }
    throw new Error(
      `Another Fairlot server (process ${holder.pid}) already uses the data directory ${directory}. ` +
        'Stop it first, or give this one its own DATA_DIR.',
    )
  }
  try {
    await rename(file, aside)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const taken = await holderOf(aside)
  // Another server replaced the stale lock between the check and the rename: restore its lock.
  if (taken && taken.nonce !== holder?.nonce) await link(aside, file).catch(() => undefined)
  await rm(aside, { force: true })
}
