/**
 * A base backup of the embedded PostgreSQL while it runs, by PostgreSQL's low-level interface: pg_backup_start, a copy of the
 * files, pg_backup_stop, and the WAL between the two. The package of the embedded PostgreSQL contains no pg_basebackup.
 */
import { randomBytes } from 'node:crypto'
import { readFile, readdir, realpath } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { CONTROL_FILE, listCluster } from './cluster-files.ts'
import {
  checkFreeSpace,
  copyDurably,
  forEachFile,
  makeDirectories,
  writeDurably,
  type CopiedFile,
} from './copy-files.ts'
import { segmentNames } from './wal-segments.ts'

/** The folder of the cluster in the backup. */
export const CLUSTER = 'cluster'

/** WAL that is expected while the files are copied, for the check of free space. */
const EXPECTED_WAL_BYTES = 64 * 1024 * 1024

export type ClusterBackup = {
  directories: string[]
  files: CopiedFile[]
  wal: { start: string; stop: string }
}

/** What pg_backup_stop answers. */
type Stopped = { stop: string; label: string; tablespaces: string }

/** A superuser's session with a backup under way. It ends the backup when it is closed, and when PostgreSQL ends. */
async function openSession(url: string) {
  const client = new pg.Client({ connectionString: url, application_name: 'fairlot-backup', keepAlive: true })
  let lost: Error | undefined
  client.on('error', (error) => (lost = error))
  await client.connect()
  const slot = `fairlot_backup_${randomBytes(6).toString('hex')}`
  const row = async <T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T> => {
    const [first] = (await client.query<T>(text, values)).rows
    if (!first) throw new Error(`PostgreSQL gave no answer to ${text}`)
    return first
  }
  return {
    /** @returns the position where the WAL of the backup begins */
    async start(): Promise<string> {
      await client.query('set statement_timeout = 0; set idle_session_timeout = 0')
      // A temporary slot keeps the WAL until this session ends; without it a checkpoint could remove segments.
      try {
        await client.query('select pg_create_physical_replication_slot($1, true, true)', [slot])
      } catch (cause) {
        throw new Error(
          `PostgreSQL cannot keep its WAL for a backup (${(cause as Error).message}). Its settings need wal_level = replica and ` +
            'max_replication_slots above 0, which are its defaults: remove other values from postgresql.conf and restart.',
          { cause },
        )
      }
      return (await row<{ start: string }>(`select pg_backup_start($1, true)::text as start`, [slot])).start
    },
    stop: () =>
      row<Stopped>(
        'select lsn::text as stop, labelfile as label, spcmapfile as tablespaces from pg_backup_stop(false)',
      ),
    segmentBytes: async () =>
      BigInt(
        (
          await row<{ bytes: string }>(
            `select setting as bytes from pg_settings where name = 'wal_segment_size'`,
          )
        ).bytes,
      ),
    /** @throws Error when the slot has not kept all the WAL (max_slot_wal_keep_size) */
    async checkWalKept(): Promise<void> {
      const { status } = await row<{ status: string }>(
        `select coalesce(max(wal_status), 'lost') as status from pg_replication_slots where slot_name = $1`,
        [slot],
      )
      if (!['reserved', 'extended'].includes(status)) {
        throw new Error(
          'PostgreSQL removed WAL that the backup needs, because max_slot_wal_keep_size limits it. ' +
            'Remove this setting from postgresql.conf, restart, and make the backup again.',
        )
      }
    },
    /** @throws Error when PostgreSQL has closed the session */
    checkOpen(): void {
      if (lost) throw new Error(`PostgreSQL ended during the backup (${lost.message}).`, { cause: lost })
    },
    close: () => client.end().catch(() => undefined),
  }
}

type Session = Awaited<ReturnType<typeof openSession>>

/**
 * The control file, which PostgreSQL rewrites in place: read until two reads agree, because one read can see half of a write.
 */
async function readControlFile(clusterDir: string): Promise<Buffer> {
  const file = path.join(clusterDir, CONTROL_FILE)
  for (let before = await readFile(file); ;) {
    await delay(5)
    const now = await readFile(file)
    if (now.equals(before)) return now
    before = now
  }
}

async function copyCluster(
  clusterDir: string,
  target: string,
  session: Session,
  signal: AbortSignal,
): Promise<Pick<ClusterBackup, 'directories' | 'files'>> {
  const { directories, files } = await listCluster(clusterDir)
  await makeDirectories(target, directories)
  const copied: CopiedFile[] = []
  await forEachFile(files, async (file) => {
    signal.throwIfAborted()
    session.checkOpen()
    // A file can be gone: the WAL says that its table was dropped, or makes it again.
    const copy = await copyDurably(path.join(clusterDir, file), path.join(target, file))
    if (copy) copied.push({ path: file, ...copy })
  })
  const control = await readControlFile(clusterDir)
  copied.push({ path: CONTROL_FILE, ...(await writeDurably(path.join(target, CONTROL_FILE), control)) })
  return { directories, files: copied }
}

async function copyWal(
  clusterDir: string,
  target: string,
  segments: readonly string[],
  segmentBytes: bigint,
): Promise<CopiedFile[]> {
  const wal = await realpath(path.join(clusterDir, 'pg_wal'))
  const histories = (await readdir(wal)).filter((name) => name.endsWith('.history'))
  const copied: CopiedFile[] = []
  for (const name of [...segments, ...histories]) {
    const copy = await copyDurably(path.join(wal, name), path.join(target, 'pg_wal', name))
    if (!copy || (!histories.includes(name) && copy.bytes !== Number(segmentBytes)))
      throw new Error(`PostgreSQL has no complete WAL segment ${name} any more.`)
    copied.push({ path: `pg_wal/${name}`, ...copy })
  }
  return copied
}

/** The timeline of the backup, from its label. */
function timelineOf(label: string): number {
  const timeline = Number(/^START TIMELINE: (\d+)$/m.exec(label)?.[1])
  if (!timeline) throw new Error('PostgreSQL gave a backup label without a timeline.')
  return timeline
}

/**
 * Copies the running cluster to `<draft>/cluster`. Nothing waits for it: purchases go on. The copy contains every transaction
 * that was committed before `beforeStop` began.
 *
 * @param beforeStop reads what the backup will contain for certain
 * @throws Error with a sentence; the caller discards the draft
 */
export async function backUpCluster(options: {
  clusterDir: string
  superuserUrl: string
  draft: string
  signal: AbortSignal
  beforeStop(): Promise<void>
}): Promise<ClusterBackup> {
  const { clusterDir, draft, signal } = options
  if (`${await realpath(draft)}${path.sep}`.startsWith(`${clusterDir}${path.sep}`))
    throw new Error(`the folder lies in the cluster ${clusterDir}. Choose one outside, best on another disk.`)
  const { bytes } = await listCluster(clusterDir)
  await checkFreeSpace(draft, bytes + EXPECTED_WAL_BYTES)
  const target = path.join(draft, CLUSTER)
  const session = await openSession(options.superuserUrl)
  try {
    const start = await session.start()
    const { directories, files } = await copyCluster(clusterDir, target, session, signal)
    await options.beforeStop()
    const { stop, label, tablespaces } = await session.stop()
    const segmentBytes = await session.segmentBytes()
    const segments = segmentNames({ start, stop }, timelineOf(label), segmentBytes)
    files.push(...(await copyWal(clusterDir, target, segments, segmentBytes)))
    await session.checkWalKept()
    for (const [name, content] of [
      ['backup_label', label],
      ['tablespace_map', tablespaces],
    ] as const) {
      if (content.trim() === '') continue
      files.push({ path: name, ...(await writeDurably(path.join(target, name), content)) })
    }
    const inCluster = (at: string) => `${CLUSTER}/${at}`
    return {
      directories: directories.map(inCluster),
      files: files.map((file) => ({ ...file, path: inCluster(file.path) })),
      wal: { start, stop },
    }
  } finally {
    await session.close()
  }
}
