/** One demo world for the journeys of a run: the first that needs it makes it, and each server gets a copy of its data. */
import { execFile } from 'node:child_process'
import { access, mkdir } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { placeCluster } from '@fairlot/server/platform/postgres/place'
import { dataDirectoryNamed, removeDataDirectory } from './scratch.ts'
import { until } from './until.ts'

/** A limit for a world that is never made: longer than the limit for the start of its server. */
const MAKING_MS = 400_000

/**
 * Fills a data directory with the demo world.
 *
 * @param make makes a demo world in a directory, and ends its server
 */
export async function copyDemoWorld(
  dataDir: string,
  make: (dataDir: string) => Promise<void>,
): Promise<void> {
  const world = await demoWorld(make)
  await copyInto(world, dataDir)
  const [from, to] = [(await placeCluster(world)).clusterDir, (await placeCluster(dataDir)).clusterDir]
  if (from.startsWith(`${world}${path.sep}`)) return
  await mkdir(to, { recursive: true })
  await copyInto(from, to)
}

/** The directory of the world. Journeys in other processes wait until it is made. */
function demoWorld(make: (dataDir: string) => Promise<void>): Promise<string> {
  const look = async () => {
    const { directory, isNew } = await dataDirectoryNamed('demo')
    const made = `${directory}-made`
    if (!isNew) return (await exists(made)) && directory
    try {
      await make(directory)
    } catch (error) {
      await removeDataDirectory(directory)
      throw error
    }
    await mkdir(made)
    return directory
  }
  return until('the demo world is made', look, MAKING_MS)
}

const exists = (file: string) =>
  access(file).then(
    () => true,
    () => false,
  )

/** Copies with owners and rights: the files of a database belong to its user. */
const copyInto = (from: string, to: string) => promisify(execFile)('cp', ['-a', `${from}/.`, to])
