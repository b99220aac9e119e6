/** The data directories of the journeys' servers, and the removal of what a killed run has left. */
import { chmod, mkdir, readFile, readdir, realpath, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { placeCluster, scratchDataDirectory } from '@fairlot/server/platform/postgres/place'
import { removeData } from '@fairlot/server/platform/postgres/launcher'
import { runsCluster, stopPostmaster } from '@fairlot/server/platform/postgres/postmaster'
import { isAlive, processBirth } from '@fairlot/server/platform/postgres/system-user'

const prefix = 'fairlot-e2e-'

const ofRun = () => `${prefix}${process.env['E2E_RUN'] ?? String(process.pid)}-`

/** Makes the data directory of a server. Its name carries the process number of the run. */
export function newDataDirectory(): Promise<string> {
  return scratchDataDirectory(ofRun())
}

/** A data directory that the processes of a run share. @returns its real path, and whether this call has made it */
export async function dataDirectoryNamed(name: string): Promise<{ directory: string; isNew: boolean }> {
  const directory = path.join(await realpath(os.tmpdir()), `${ofRun()}${name}`)
  try {
    await mkdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return { directory, isNew: false }
    throw error
  }
  // The user of the database enters it.
  await chmod(directory, 0o755)
  return { directory, isNew: true }
}

/** Ends the server and the PostgreSQL of a data directory and removes their data. */
export async function removeDataDirectory(dataDir: string): Promise<void> {
  await endServer(dataDir)
  const { clusterDir } = await placeCluster(dataDir)
  const pid = await postmasterOf(clusterDir)
  if (pid !== undefined) await stopPostmaster(pid, clusterDir)
  await removeData(dataDir, clusterDir)
}

/** The postmaster's process number, from the file that it keeps in its directory; undefined when none runs. */
export async function postmasterOf(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')
  const pid = Number(text.split('\n')[0])
  return pid > 1 && (await runsCluster(pid, clusterDir)) ? pid : undefined
}

/** Removes the data of a run; without `run` the data of all runs whose process has ended. */
export async function sweepScratch(run?: number): Promise<void> {
  for (const name of await readdir(os.tmpdir())) {
    const owner = Number(new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1])
    if (!owner || (run === undefined ? isAlive(owner) : owner !== run)) continue
    await removeDataDirectory(path.join(os.tmpdir(), name)).catch((error: unknown) => {
      // Only their owner can remove the data of another user.
      if (
        (error as NodeJS.ErrnoException).code !== 'EACCES' &&
        (error as NodeJS.ErrnoException).code !== 'EPERM'
      )
        throw error
    })
  }
}

/** Kills the server that holds the directory's lock. */
async function endServer(dataDir: string): Promise<void> {
  const text = await readFile(path.join(dataDir, 'server.lock'), 'utf8').catch(() => undefined)
  if (text === undefined) return
  const { pid, birth } = JSON.parse(text) as { pid: number; birth?: string }
  if (pid !== process.pid && birth !== undefined && (await processBirth(pid)) === birth) {
    process.kill(pid, 'SIGKILL')
  }
  await rm(path.join(dataDir, 'server.lock'), { force: true })
}
