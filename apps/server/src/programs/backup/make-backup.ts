/** Makes one backup: a folder that gets its name only when it is complete and on disk. */
import { mkdir, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { latestCheckpoint } from '../../modules/fair/index.ts'
import { createDb, type Executor } from '../../platform/db.ts'
import { newestMigration, readDeployment } from '../../platform/schema/migrate.ts'
import { storageOf } from '../../platform/storage/place.ts'
import { secretsFingerprint, secretsFile } from '../../platform/secrets.ts'
import { VERSION } from '../../platform/installation/version.ts'
import type { ProgramContext } from '../run-program.ts'
import { dumpDatabase, findTool } from './client-tools.ts'
import { backUpCluster } from './cluster-backup.ts'
import {
  checkFreeSpace,
  copyDurably,
  discard,
  hashFile,
  syncDirectory,
  syncFile,
  syncTree,
  writeDurably,
  type CopiedFile,
} from './copy-files.ts'
import { copyUploads } from './upload-copies.ts'
import { formatManifest, MANIFEST, type Manifest } from './manifest.ts'

/** The secrets in a backup that is made with them. */
export const SECRETS = 'secrets.json'
/** The archive of an external database. */
export const DUMP = 'database.dump'

export type MadeBackup = { folder: string; manifest: Manifest; bytes: number; ms: number }

type State = Pick<Manifest, 'schema' | 'deployment' | 'postgres' | 'log'>
type Copied = Pick<Manifest, 'kind' | 'directories' | 'files' | 'wal'> & { state: State }

/** What the database says about itself. */
async function stateOf(db: Executor): Promise<State> {
  const { known, landed } = await newestMigration(db)
  if (!landed) throw new Error('the database has no schema yet. Start the server once.')
  const { id, moneyMode } = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  const [server] = await db.query<{ version: string; major: number }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::int / 10000 as major`,
  )
  if (!server) throw new Error('PostgreSQL did not state its version.')
  // The statements of this release may not fit the log of an older schema. An upgrade makes its backup before it migrates.
  const newest = landed.version === known.version ? await latestCheckpoint(db) : null
  return {
    schema: landed,
    deployment: { id, moneyMode },
    postgres: server,
    log: newest && { size: newest.size, root: newest.root, timeMs: newest.timeMs },
  }
}

async function copyOfCluster(
  { db, database }: ProgramContext,
  draft: string,
  signal: AbortSignal,
): Promise<Copied> {
  if (!database.cluster) throw new Error('the database has no cluster on this machine.')
  let state: State | undefined
  const copied = await backUpCluster({
    ...database.cluster,
    draft,
    signal,
    beforeStop: async () => {
      state = await stateOf(db)
    },
  })
  if (!state) throw new Error('the state of the database was not read.')
  return { kind: 'cluster', ...copied, state }
}

/** Exports a snapshot, so that the archive and the state in the manifest are of the same moment. */
async function copyOfDatabase(
  { config }: ProgramContext,
  draft: string,
  signal: AbortSignal,
): Promise<Copied> {
  const url = config.database?.ownerUrl
  if (url === undefined) {
    throw new Error(
      'Set DATABASE_OWNER_URL: the backup of your own PostgreSQL reads every table as fairlot_owner.',
    )
  }
  const db = createDb(url, { max: 1, name: 'fairlot-backup' })
  try {
    return await db.tx(async (tx) => {
      await tx.query('set transaction isolation level repeatable read read only')
      await tx.query('set local statement_timeout = 0')
      await tx.query('set local idle_in_transaction_session_timeout = 0')
      const state = await stateOf(tx)
      const tool = await findTool('pg_dump', state.postgres.major, 'the server')
      const [size] = await tx.query<{ bytes: bigint; snapshot: string }>(
        'select pg_database_size(current_database()) as bytes, pg_export_snapshot() as snapshot',
      )
      if (!size) throw new Error('PostgreSQL gave no snapshot.')
      await checkFreeSpace(draft, Number(size.bytes))
      const archive = path.join(draft, DUMP)
      // pg_dump keeps the mode of a file that exists.
      await writeDurably(archive, '')
      await dumpDatabase(tool, { url, snapshot: size.snapshot, archive, signal })
      await syncFile(archive)
      const files: CopiedFile[] = [{ path: DUMP, ...(await hashFile(archive)) }]
      return { kind: 'dump', directories: [], files, wal: null, state }
    })
  } finally {
    await db.close()
  }
}

/** `20261122T084754Z` */
const stamp = (at: Date) => at.toISOString().replaceAll(/[-:]|\.\d+/g, '')

/** The folder of a new backup and its draft, which no other backup uses. */
async function openDraft(
  into: string,
  deployment: string,
  at: Date,
): Promise<{ draft: string; folder: string }> {
  await mkdir(into, { recursive: true, mode: 0o700 })
  const folder = path.join(into, `fairlot-${deployment}-${stamp(at)}`)
  const draft = `${folder}.draft`
  const exists = await stat(folder).catch(() => undefined)
  if (exists)
    throw new Error(`${folder} exists already, and a backup never overwrites another one. Try again.`)
  await mkdir(draft, { mode: 0o700 })
  return { draft, folder }
}

/**
 * Makes a backup in a new folder below `into`. While it is made, and when it fails, no folder with a complete name exists.
 *
 * @param withSecrets also copies secrets.json: then the backup alone opens everything
 * @throws Error with a sentence
 */
export async function makeBackup(
  context: ProgramContext,
  options: { into: string; withSecrets: boolean; signal: AbortSignal },
): Promise<MadeBackup> {
  const { config, db, secrets } = context
  const began = performance.now()
  const beganAt = new Date()
  const { id } = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  const { draft, folder } = await openDraft(options.into, id, beganAt)
  try {
    const copy = config.database ? copyOfDatabase : copyOfCluster
    const { state, kind, directories, files, wal } = await copy(context, draft, options.signal)
    // after the database: a file is removed an hour after its row says so, so no row of the copy lacks its file
    files.push(...(await copyUploads(storageOf(config), draft, options.signal)))
    if (options.withSecrets) {
      const copied = await copyDurably(secretsFile(config.dataDir), path.join(draft, SECRETS))
      if (!copied) throw new Error(`${secretsFile(config.dataDir)} disappeared during the backup.`)
      files.push({ path: SECRETS, ...copied })
    }
    const manifest: Manifest = {
      version: 1,
      kind,
      beganAt: beganAt.toISOString(),
      endedAt: new Date().toISOString(),
      release: VERSION,
      ...state,
      secretsFingerprint: secretsFingerprint(secrets),
      wal,
      directories,
      files,
    }
    options.signal.throwIfAborted()
    await writeDurably(path.join(draft, MANIFEST), formatManifest(manifest))
    await syncTree(draft)
    await rename(draft, folder)
    await syncDirectory(options.into)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    return { folder, manifest, bytes, ms: performance.now() - began }
  } catch (error) {
    await discard(draft)
    throw error
  }
}
