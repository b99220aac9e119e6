/** The data directory that a backup is restored into. It is in drill mode from its first file on. */
import { chmod, mkdir, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { DRILL_FILE } from '../../platform/installation/drill.ts'
import { giveTo } from '../../platform/postgres/binaries.ts'
import { openDataDirectory, placeCluster } from '../../platform/postgres/place.ts'
import { readSecretsFile, secretsFile, secretsFingerprint, type Secrets } from '../../platform/secrets.ts'
import { CLUSTER } from './cluster-backup.ts'
import {
  checkFreeSpace,
  copyDurably,
  discard,
  forEachFile,
  syncDirectory,
  syncTree,
  writeDurably,
} from './copy-files.ts'
import { SECRETS } from './make-backup.ts'
import { checkFile, type Manifest } from './manifest.ts'

export type RestoreSource = { folder: string; manifest: Manifest }

/** The entries of a directory; undefined when it does not exist. */
async function entriesOf(directory: string): Promise<string[] | undefined> {
  try {
    return await readdir(directory)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/**
 * Opens an empty data directory and writes drill.json into it.
 *
 * @throws Error with a sentence when the directory, or the place of its cluster, contains anything
 */
export async function openTarget(
  to: string,
  { folder, manifest }: RestoreSource,
): Promise<{ dataDir: string; clusterDir: string; discard(): Promise<void> }> {
  const found = await entriesOf(to)
  if (found?.length) {
    throw new Error(
      `${to} is not empty (${found[0]}), and a restore never overwrites data. Choose a new directory.`,
    )
  }
  const dataDir = await openDataDirectory(to)
  const { clusterDir } = await placeCluster(dataDir)
  if (manifest.kind === 'cluster' && (await entriesOf(clusterDir)) !== undefined) {
    throw new Error(
      `${clusterDir}, where the cluster of ${dataDir} belongs, exists already. Choose another directory, or remove it.`,
    )
  }
  const drill = {
    version: 1,
    restoredAt: new Date().toISOString(),
    from: folder,
    deployment: manifest.deployment.id,
    backupEndedAt: manifest.endedAt,
    log: manifest.log,
  }
  await writeDurably(path.join(dataDir, DRILL_FILE), `${JSON.stringify(drill, null, 2)}\n`)
  await syncDirectory(dataDir)
  return {
    dataDir,
    clusterDir,
    async discard() {
      if (manifest.kind === 'cluster') await discard(clusterDir)
      for (const name of (await entriesOf(dataDir)) ?? []) await discard(path.join(dataDir, name))
      if (found === undefined) await discard(dataDir)
    },
  }
}

/**
 * The secrets that open the backup: those of `given`, else those in the backup.
 *
 * @throws Error with a sentence when there are none, or they belong to another installation
 */
export async function secretsFor(
  { folder, manifest }: RestoreSource,
  given: string | undefined,
): Promise<{ file: string; secrets: Secrets }> {
  const included = manifest.files.find((file) => file.path === SECRETS)
  if (given === undefined && !included) {
    throw new Error(
      `The backup ${folder} was made without secrets.json. Name your copy of it: --secrets <path of secrets.json>.`,
    )
  }
  const file = given ?? path.join(folder, SECRETS)
  const secrets = await readSecretsFile(file)
  if (secretsFingerprint(secrets) === manifest.secretsFingerprint) return { file, secrets }
  throw new Error(
    `${file} does not belong to the installation whose backup this is (deployment ${manifest.deployment.id}). ` +
      'Name the secrets.json of that installation.',
  )
}

/** Copies the secrets into the data directory. */
export async function placeSecrets(
  { folder, manifest }: RestoreSource,
  dataDir: string,
  from: string,
): Promise<void> {
  const copied = await copyDurably(from, secretsFile(dataDir))
  if (!copied) throw new Error(`${from} disappeared during the restore.`)
  const included = manifest.files.find((file) => file.path === SECRETS)
  if (included && from === path.join(folder, SECRETS)) checkFile(folder, included, copied)
  await syncDirectory(dataDir)
}

/**
 * Copies the cluster of a backup and compares every file with the manifest. The cluster gets its place at the end.
 *
 * @throws Error with a sentence that names a damaged file
 */
export async function placeClusterFiles(
  { folder, manifest }: RestoreSource,
  { dataDir, clusterDir }: { dataDir: string; clusterDir: string },
  signal: AbortSignal,
): Promise<void> {
  const { user } = await placeCluster(dataDir)
  const files = manifest.files.filter(({ path: at }) => at.startsWith(`${CLUSTER}/`))
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const draft = `${clusterDir}.restore-draft`
  const placeOf = (at: string) => path.join(draft, at.slice(CLUSTER.length + 1))
  await checkFreeSpace(path.dirname(clusterDir), bytes)
  await rm(draft, { recursive: true, force: true })
  try {
    for (const directory of [CLUSTER, ...manifest.directories.toSorted()]) {
      await mkdir(placeOf(directory), { mode: 0o700 })
      await chmod(placeOf(directory), 0o700)
      await giveTo(placeOf(directory), user)
    }
    await forEachFile(files, async (file) => {
      signal.throwIfAborted()
      const copied = await copyDurably(path.join(folder, file.path), placeOf(file.path))
      if (!copied) throw new Error(`The backup ${folder} lacks ${file.path}. Choose another backup.`)
      checkFile(folder, file, copied)
      await giveTo(placeOf(file.path), user)
    })
    await syncTree(draft)
    await rename(draft, clusterDir)
    await syncDirectory(path.dirname(clusterDir))
  } catch (error) {
    await discard(draft)
    throw error
  }
}
