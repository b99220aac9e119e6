/** Restores a backup into a new data directory, lets PostgreSQL recover, and checks the result. */
import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import pg from 'pg'
import { checkpointOfSize, HIGH_WATER_FILE } from '../../modules/fair/index.ts'
import { dropUnknownFiles } from '../../modules/uploads/index.ts'
import type { Config } from '../../platform/installation/config.ts'
import { skipAddresses } from '../../modules/wallet/index.ts'
import { createDb, type Db, type Tx } from '../../platform/db.ts'
import { migrate, readDeployment, readMigrations } from '../../platform/schema/migrate.ts'
import { embeddedMajor } from '../../platform/postgres/binaries.ts'
import { DRILL_FILE } from '../../platform/installation/drill.ts'
import { DRILL_RECORD_FILE, signDrill } from '../../platform/installation/drill-record.ts'
import { VERSION } from '../../platform/installation/version.ts'
import { storageOf, type StoragePlace } from '../../platform/storage/place.ts'
import { startPostgres } from '../../platform/postgres/launcher.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { findTool, restoreDatabase, restoreOldDatabase } from './client-tools.ts'
import { copyDurably, hashFile, syncDirectory } from './copy-files.ts'
import { compareWithMark, readHighWater, type HighWater, type LogLoss } from './high-water.ts'
import { DUMP } from './make-backup.ts'
import { placeUploads } from './upload-copies.ts'
import { checkFile, checkFolder, readManifest, type Manifest } from './manifest.ts'
import {
  openTarget,
  placeClusterFiles,
  placeSecrets,
  secretsFor,
  type RestoreSource,
} from './restore-target.ts'

export type RestoreOptions = {
  folder: string
  /** the new data directory */
  to: string
  /** path of secrets.json; undefined: the backup has it */
  secrets: string | undefined
  /**
   * false: the restored installation stays in drill mode. `highWater`: the mark of the live installation; undefined when it
   * is lost
   */
  live: false | { highWater: string | undefined }
  signal: AbortSignal
}

export type Restored = {
  dataDir: string
  /** undefined for an external database */
  clusterDir: string | undefined
  manifest: Manifest
  /** migrations that the restore applied, because the backup is of an older release */
  migrated: string[]
  breaches: number
  /** undefined: in drill mode, or the mark is lost */
  loss: LogLoss | undefined
  live: boolean
  /** the signed record of a drill that found nothing, for the live server */
  record: string | undefined
}

type Database = { appUrl: string; ownerUrl: string; stop(): Promise<void> }

/** Runs the doctor on a snapshot of the restored database. @returns the number of breaches */
export type Examine = (tx: Tx, secrets: Secrets, place: { uploads: StoragePlace }) => Promise<number>

/** @throws Error with a sentence when this release cannot restore the backup */
async function checkRelease({ manifest }: RestoreSource): Promise<void> {
  const known = (await readMigrations()).at(-1)?.version ?? 0
  if (manifest.schema.version <= known) return
  throw new Error(
    `The backup was made by release ${manifest.release}, and its schema (${manifest.schema.name}) is newer than this release. ` +
      `Restore it with release ${manifest.release} or newer.`,
  )
}

/** The client of an external database that is empty. @throws Error with a sentence when it is not */
async function checkEmpty(ownerUrl: string): Promise<{ major: number }> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'fairlot-restore' })
  await client.connect()
  try {
    const { rows } = await client.query<{ major: number; found: string | null; app: boolean }>(
      `select current_setting('server_version_num')::int / 10000 as major,
              exists (select from pg_roles where rolname = 'fairlot_app') as app,
              (select min(relname) from pg_class c join pg_namespace n on n.oid = relnamespace
               where nspname !~ '^pg_' and nspname <> 'information_schema') as found`,
    )
    const [state] = rows
    if (!state) throw new Error('PostgreSQL gave no answer.')
    if (state.found !== null) {
      throw new Error(
        `The database of DATABASE_OWNER_URL is not empty (it has ${state.found}), and a restore never overwrites data. ` +
          'Create a new database (docs/OPERATING.md, «An external database»).',
      )
    }
    if (!state.app) {
      throw new Error(
        'The server of DATABASE_OWNER_URL has no role fairlot_app. Create it first (docs/OPERATING.md, «An external database»).',
      )
    }
    return state
  } finally {
    await client.end()
  }
}

/** From this migration on, what a CHECK calls runs with the empty search_path of pg_restore (0084_qualified_functions.sql). */
const QUALIFIED = 84

/** Restores the archive of pg_dump into the external database of the configuration. */
async function restoreDump(source: RestoreSource, config: Config, signal: AbortSignal): Promise<Database> {
  const { folder, manifest } = source
  const { appUrl, ownerUrl } = config.database ?? {}
  if (appUrl === undefined || ownerUrl === undefined) {
    throw new Error(
      `The backup ${folder} is of an external PostgreSQL. Set DATABASE_URL and DATABASE_OWNER_URL to a new, empty database.`,
    )
  }
  const { major } = await checkEmpty(ownerUrl)
  if (major < manifest.postgres.major) {
    throw new Error(
      `The backup is of PostgreSQL ${manifest.postgres.major}, and the server of DATABASE_OWNER_URL has version ${major}. ` +
        `Use version ${manifest.postgres.major} or newer.`,
    )
  }
  const tool = await findTool('pg_restore', manifest.postgres.major, 'the backup')
  const archive = path.join(folder, DUMP)
  const file = manifest.files.find((one) => one.path === DUMP)
  if (!file) throw new Error(`The backup ${folder} has no ${DUMP}. Choose another backup.`)
  checkFile(folder, file, await hashFile(archive))
  const restore = manifest.schema.version < QUALIFIED ? restoreOldDatabase : restoreDatabase
  await restore(tool, { url: ownerUrl, archive, signal })
  console.log(
    'The database of DATABASE_OWNER_URL contains the backup now. When a check below fails, drop this database.',
  )
  return { appUrl, ownerUrl, stop: async () => undefined }
}

/** Restores the files of a cluster and starts PostgreSQL, which replays the WAL of the backup. */
async function restoreCluster(
  source: RestoreSource,
  config: Config,
  place: { dataDir: string; clusterDir: string },
  options: { secrets: Secrets; signal: AbortSignal },
): Promise<Database> {
  if (config.database) {
    throw new Error(
      'The backup is of the embedded PostgreSQL. Restore it without DATABASE_URL and DATABASE_OWNER_URL.',
    )
  }
  const { major } = source.manifest.postgres
  if (major !== embeddedMajor()) {
    throw new Error(
      `The backup is of PostgreSQL ${major}, and this release contains version ${embeddedMajor()}. ` +
        `Restore it with release ${source.manifest.release}.`,
    )
  }
  await placeClusterFiles(source, place, options.signal)
  const { databaseSuperuser: superuser, databaseOwner: owner, databaseApp: app } = options.secrets
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  return startPostgres({ dataDir: place.dataDir, passwords: { superuser, owner, app }, log })
}

/** Compares the restored database with what the manifest says about it. @throws Error with a sentence */
async function checkContents(db: Db, { folder, manifest }: RestoreSource): Promise<void> {
  const { id } = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  if (id !== manifest.deployment.id)
    throw new Error(`The restored database is of deployment ${id}, not ${manifest.deployment.id}.`)
  if (manifest.log === null) return
  const checkpoint = await checkpointOfSize(db, manifest.log.size)
  if (checkpoint?.root !== manifest.log.root) {
    throw new Error(
      `The restored log is not the one that the backup recorded (${manifest.log.size} entries, root ${manifest.log.root}). ` +
        `Do not use ${folder}; choose another backup.`,
    )
  }
}

async function examine(
  database: Database,
  source: RestoreSource,
  options: { secrets: Secrets; mark: HighWater | undefined; doctor: Examine; uploads: StoragePlace },
): Promise<Pick<Restored, 'migrated' | 'breaches' | 'loss'>> {
  const migrated = await migrate(database.ownerUrl)
  const db = createDb(database.appUrl, { max: 1, name: 'fairlot-restore' })
  try {
    await checkContents(db, source)
    // files that were stored after the copy of the database
    await dropUnknownFiles(db, storageOf(options.uploads))
    const { uploads } = options
    const breaches = await db.tx((tx) => options.doctor(tx, options.secrets, { uploads }))
    const loss = options.mark && (await compareWithMark(db, options.mark))
    await skipShownAddresses(database.ownerUrl)
    return { migrated, breaches, loss }
  } finally {
    await db.close()
  }
}

/** Members may have been shown addresses after the backup; they stay those of these members. */
async function skipShownAddresses(ownerUrl: string): Promise<void> {
  const owner = createDb(ownerUrl, { max: 1, name: 'fairlot-restore' })
  try {
    await skipAddresses(owner)
  } finally {
    await owner.close()
  }
}

/** Writes the record that an owner brings to the live server. @returns its path */
async function writeRecord(dataDir: string, manifest: Manifest, secrets: Secrets): Promise<string> {
  const { deployment, endedAt, log } = manifest
  const file = path.join(dataDir, DRILL_RECORD_FILE)
  const content = signDrill(secrets.logSeed, {
    deployment: deployment.id,
    release: VERSION,
    backupAt: Date.parse(endedAt),
    madeAt: Date.now(),
    log: log && { size: log.size, root: log.root },
  })
  await writeFile(file, content, { mode: 0o600 })
  return file
}

/** Ends drill mode: the mark first, so that a server that starts now already has it. */
async function goLive(dataDir: string, mark: string | undefined): Promise<void> {
  if (mark !== undefined) await copyDurably(mark, path.join(dataDir, HIGH_WATER_FILE))
  await syncDirectory(dataDir)
  await rm(path.join(dataDir, DRILL_FILE))
  await syncDirectory(dataDir)
}

/**
 * Restores a backup. When a file is damaged or PostgreSQL does not recover, it leaves nothing behind. When the doctor finds a
 * breach, the restored installation stays, in drill mode.
 *
 * @throws Error with a sentence
 */
export async function restoreBackup(
  config: Config,
  options: RestoreOptions,
  doctor: Examine,
): Promise<Restored> {
  const { folder, live } = options
  const manifest = await readManifest(folder)
  const source: RestoreSource = { folder, manifest }
  await checkRelease(source)
  await checkFolder(folder, manifest)
  const { file, secrets } = await secretsFor(source, options.secrets)
  const markFile = live ? live.highWater : undefined
  const mark = markFile === undefined ? undefined : await readHighWater(markFile, manifest.deployment.id)
  const target = await openTarget(options.to, source)
  try {
    await placeSecrets(source, target.dataDir, file)
    const { uploadsDir, uploadsBucket } = config
    const uploads = { dataDir: target.dataDir, uploadsDir, uploadsBucket }
    await placeUploads(source, uploads, options.signal)
    const database =
      manifest.kind === 'dump'
        ? await restoreDump(source, config, options.signal)
        : await restoreCluster(source, config, target, { secrets, signal: options.signal })
    let found: Pick<Restored, 'migrated' | 'breaches' | 'loss'>
    try {
      found = await examine(database, source, { secrets, mark, doctor, uploads })
    } finally {
      await database.stop()
    }
    options.signal.throwIfAborted()
    const goes = live !== false && found.breaches === 0
    if (goes) await goLive(target.dataDir, markFile)
    const { dataDir } = target
    const isDrill = live === false && found.breaches === 0
    const record = isDrill ? await writeRecord(dataDir, manifest, secrets) : undefined
    const clusterDir = manifest.kind === 'cluster' ? target.clusterDir : undefined
    return { dataDir, clusterDir, manifest, ...found, live: goes, record }
  } catch (error) {
    await target.discard()
    throw error
  }
}
