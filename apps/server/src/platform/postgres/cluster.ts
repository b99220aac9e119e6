import { spawn } from 'node:child_process'
import { appendFile, chmod, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { HOUR_MS } from '../durations.ts'
import { giveTo } from './binaries.ts'
import { currentUser, type SystemUser } from './system-user.ts'

/** The bootstrap role. It creates roles and databases; nothing else uses it. */
export const superuser = 'postgres'

export type ClusterPlace = { binaries: string; clusterDir: string; user: SystemUser }

/** The environment of PostgreSQL: minimal, so that no PG… variable of this process changes its behaviour. */
export function childEnvironment(): NodeJS.ProcessEnv {
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
}

/** `uid` and `gid` for spawn. Only root may change the user, and must. */
export function spawnAs(user: SystemUser): { uid?: number; gid?: number } {
  return currentUser().uid === 0 ? { uid: user.uid, gid: user.gid } : {}
}

async function initdb(place: ClusterPlace, draft: string, password: string, durable: boolean): Promise<void> {
  const passwordFile = path.join(draft, 'password')
  await writeFile(passwordFile, password, { mode: 0o600 })
  await giveTo(passwordFile, place.user)
  const clusterDir = path.join(draft, 'cluster')
  await mkdir(clusterDir, { mode: 0o700 })
  await giveTo(clusterDir, place.user)
  const child = spawn(
    path.join(place.binaries, 'bin', 'initdb'),
    [
      `--pgdata=${clusterDir}`,
      `--username=${superuser}`,
      `--pwfile=${passwordFile}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale-provider=libc',
      '--locale=C',
      '--no-instructions',
      ...(durable ? [] : ['--no-sync']),
    ],
    { ...spawnAs(place.user), env: childEnvironment(), cwd: clusterDir, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('error', reject)
    child.on('close', resolve)
  })
  if (code !== 0)
    throw new Error(`initdb ended with ${code}: ${said.trim().split('\n').slice(-6).join(' | ')}`)
}

/** Removes the drafts of killed initdb runs: those older than an hour. */
async function sweepDrafts(parent: string, prefix: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(prefix)) continue
    const draft = path.join(parent, name)
    const made = await stat(draft).catch(() => undefined)
    if (made && Date.now() - made.mtimeMs > HOUR_MS) await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Creates the cluster when there is none. initdb works in a draft that is renamed, so that a killed start leaves no incomplete
 * cluster.
 *
 * @param durable false skips the sync to disk, for a temporary cluster
 */
export async function createCluster(place: ClusterPlace, password: string, durable: boolean): Promise<void> {
  if (await stat(path.join(place.clusterDir, 'PG_VERSION')).catch(() => undefined)) return
  const parent = path.dirname(place.clusterDir)
  const prefix = `${path.basename(place.clusterDir)}.draft-`
  await sweepDrafts(parent, prefix)
  const draft = path.join(parent, `${prefix}${process.pid}`)
  await rm(draft, { recursive: true, force: true })
  await mkdir(draft)
  await chmod(draft, 0o755)
  try {
    await initdb(place, draft, password, durable)
    const cluster = path.join(draft, 'cluster')
    await appendFile(path.join(cluster, 'postgresql.conf'), "\ninclude 'fairlot.conf'\n")
    await rename(cluster, place.clusterDir)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function writeAs(user: SystemUser, file: string, text: string): Promise<void> {
  const draft = `${file}.draft`
  await writeFile(draft, text, { mode: 0o600 })
  await giveTo(draft, user)
  await rename(draft, file)
}

/** A quarter of the memory, at most 1 GB, in megabytes. The benchmark was measured with it. */
function sharedBuffersMb(): number {
  return Math.max(64, Math.min(1024, Math.floor(os.totalmem() / 4 / 1024 / 1024)))
}

/** Writes Fairlot's PostgreSQL settings (data.md, "Embedded cluster"); `overrides` are for temporary clusters. */
export async function writeSettings(
  place: ClusterPlace,
  port: number,
  overrides: Record<string, string>,
): Promise<void> {
  const settings: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    max_connections: '100',
    password_encryption: 'scram-sha-256',
    fsync: 'on',
    full_page_writes: 'on',
    synchronous_commit: 'on',
    shared_buffers: `${sharedBuffersMb()}MB`,
    max_wal_size: '4GB',
    min_wal_size: '256MB',
    checkpoint_timeout: '15min',
    checkpoint_completion_target: '0.9',
    random_page_cost: '1.1',
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '%m [%p] %q%u@%d ',
    log_checkpoints: 'off',
    ...overrides,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value.replaceAll("'", "''")}'`)
  await writeAs(
    place.user,
    path.join(place.clusterDir, 'fairlot.conf'),
    `# Written by Fairlot at every start. Put your own settings into postgresql.conf, below its include line.\n${lines.join('\n')}\n`,
  )
  await writeAs(
    place.user,
    path.join(place.clusterDir, 'pg_hba.conf'),
    'host all all 127.0.0.1/32 scram-sha-256\n',
  )
}

/** The port of the previous start. */
export async function recordedPort(clusterDir: string): Promise<number | undefined> {
  const text = await readFile(path.join(clusterDir, 'fairlot.conf'), 'utf8').catch(() => '')
  const port = /^port = '(\d+)'$/m.exec(text)?.[1]
  return port === undefined ? undefined : Number(port)
}
