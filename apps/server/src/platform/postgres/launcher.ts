import { rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { postgresBinaries } from './binaries.ts'
import { createCluster, recordedPort, superuser, writeSettings, type ClusterPlace } from './cluster.ts'
import { lockDirectory, type DirectoryLock } from './directory-lock.ts'
import { openDataDirectory, placeCluster } from './place.ts'
import {
  adopt,
  connectionUrl,
  freePort,
  launch,
  runsCluster,
  stopPostmaster,
  type Postmaster,
} from './postmaster.ts'

/** The part of a logger that the launcher uses. */
export type LauncherLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Passwords of the three roles; URL-safe (secrets.ts creates them in hex). */
export type DatabasePasswords = { superuser: string; owner: string; app: string }

export type StartOptions = {
  /** The server's data directory; created when missing. */
  dataDir: string
  passwords: DatabasePasswords
  /** A port on 127.0.0.1; by default the port of the previous start if it is free, else any free port. */
  port?: number
  log: LauncherLog
  /** Name of the database. */
  database?: string
  /** PostgreSQL settings of a temporary cluster, such as smaller buffers. */
  settings?: Record<string, string>
  /** false: initdb does not sync to disk, for a temporary cluster. */
  durable?: boolean
  /** System directory for cluster and binaries when the database's user cannot enter the data directory. */
  systemHome?: string
}

export type RunningPostgres = {
  /** The role that owns the schema and runs migrations. */
  ownerUrl: string
  /** The least-privilege role that the server works with. */
  appUrl: string
  /** The bootstrap role, for tools that create databases. */
  superuserUrl: string
  /** The current process id of the postmaster; it changes when PostgreSQL is restarted. */
  readonly pid: number
  /** Directory of the cluster. */
  clusterDir: string
  /** Whether a killed server had left the postmaster running. */
  adopted: boolean
  /** Fast shutdown, then releases the data directory. Safe to call twice. */
  stop(): Promise<void>
}

export const ownerRole = 'fairlot_owner'
export const appRole = 'fairlot_app'

/** Creates missing roles and the database, and sets the passwords of the secrets file. Repeatable. */
async function ensureRoles(url: string, passwords: DatabasePasswords, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    for (const [role, password] of [
      [ownerRole, passwords.owner],
      [appRole, passwords.app],
    ] as const) {
      const { rowCount } = await client.query('select 1 from pg_roles where rolname = $1', [role])
      const verb = rowCount === 0 ? 'create' : 'alter'
      await client.query(`${verb} role ${role} login password ${client.escapeLiteral(password)}`)
    }
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount === 0) {
      const name = client.escapeIdentifier(database)
      await client.query(
        `create database ${name} owner ${ownerRole} template template0 encoding 'UTF8' locale 'C'`,
      )
    }
  } finally {
    await client.end()
  }
}

/** Starts PostgreSQL. If another program takes the port meanwhile, it tries another one, unless the caller chose the port. */
async function launchOnFreePort(
  place: ClusterPlace,
  options: StartOptions,
  logFile: string,
): Promise<Postmaster> {
  const wanted = options.port ?? (await recordedPort(place.clusterDir))
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await freePort(attempt === 1 ? wanted : undefined))
    await writeSettings(place, port, options.settings ?? {})
    try {
      return await launch(place, port, options.passwords.superuser, logFile)
    } catch (error) {
      const taken = /could not create any TCP\/IP sockets|Address already in use/.test(
        (error as Error).message,
      )
      if (!taken || options.port !== undefined || attempt === 5) throw error
    }
  }
}

/**
 * Starts PostgreSQL again after its postmaster was killed. The children of the old postmaster keep the shared memory for a
 * moment, and PostgreSQL refuses to start until they are gone, so this retries.
 */
async function relaunch(
  place: ClusterPlace,
  port: number,
  options: StartOptions,
  logFile: string,
): Promise<Postmaster> {
  for (let attempt = 1; ; attempt++) {
    try {
      const left = await adopt(place.clusterDir, options.passwords.superuser)
      return left ?? (await launch(place, port, options.passwords.superuser, logFile))
    } catch (error) {
      if (attempt === 30) throw error
      await delay(Math.min(100 * attempt, 1_000))
    }
  }
}

/** Watches the postmaster and restarts it on the same port when it ends unexpectedly. */
class Supervisor {
  postmaster: Postmaster
  readonly #place: ClusterPlace
  readonly #options: StartOptions
  readonly #logFile: string
  readonly #timer: NodeJS.Timeout
  #stopping = false
  #repair: Promise<void> | undefined

  constructor(postmaster: Postmaster, place: ClusterPlace, options: StartOptions, logFile: string) {
    this.postmaster = postmaster
    this.#place = place
    this.#options = options
    this.#logFile = logFile
    this.#timer = setInterval(() => void this.#look(), 250)
    this.#timer.unref()
  }

  async #look(): Promise<void> {
    if (this.#repair || (await runsCluster(this.postmaster.pid, this.#place.clusterDir))) return
    if (this.#stopping || this.#repair) return
    const { log } = this.#options
    log.error({ pid: this.postmaster.pid }, 'PostgreSQL has ended unexpectedly; restarting it')
    this.#repair = relaunch(this.#place, this.postmaster.port, this.#options, this.#logFile)
      .then((next) => {
        this.postmaster = next
        log.warn({ pid: next.pid }, 'PostgreSQL has been restarted')
      })
      .catch((error: unknown) => log.error({ err: error }, 'PostgreSQL could not be restarted; retrying'))
      .finally(() => (this.#repair = undefined))
  }

  async stop(): Promise<void> {
    this.#stopping = true
    clearInterval(this.#timer)
    await this.#repair
    await stopPostmaster(this.postmaster.pid, this.#place.clusterDir)
  }
}

async function startLocked(
  dataDir: string,
  lock: DirectoryLock,
  options: StartOptions,
): Promise<RunningPostgres> {
  const { passwords, log } = options
  const { clusterDir, user, binariesHome } = await placeCluster(dataDir, options.systemHome)
  const place = {
    clusterDir,
    user,
    binaries: await postgresBinaries(user, path.join(binariesHome, 'binaries')),
  }
  await createCluster(place, passwords.superuser, options.durable ?? true)
  const logFile = path.join(dataDir, 'postgres.log')
  const left = await adopt(clusterDir, passwords.superuser)
  if (left) log.warn({ pid: left.pid }, 'adopted the PostgreSQL that an earlier server left running')
  const postmaster = left ?? (await launchOnFreePort(place, options, logFile))
  const database = options.database ?? 'fairlot'
  const url = (role: string, password: string, name = database) =>
    connectionUrl(role, password, postmaster.port, name)
  const superuserUrl = url(superuser, passwords.superuser, 'postgres')
  try {
    await ensureRoles(superuserUrl, passwords, database)
  } catch (error) {
    await stopPostmaster(postmaster.pid, clusterDir)
    throw error
  }
  const supervisor = new Supervisor(postmaster, place, options, logFile)
  log.info({ pid: postmaster.pid, port: postmaster.port, clusterDir, uid: user.uid }, 'PostgreSQL is ready')
  let stopped: Promise<void> | undefined
  const stopAll = async (): Promise<void> => {
    try {
      await supervisor.stop()
    } finally {
      await lock.release()
    }
  }
  return {
    ownerUrl: url(ownerRole, passwords.owner),
    appUrl: url(appRole, passwords.app),
    superuserUrl,
    get pid() {
      return supervisor.postmaster.pid
    },
    clusterDir,
    adopted: left !== undefined,
    stop: () => (stopped ??= stopAll()),
  }
}

/**
 * Starts the embedded PostgreSQL on a data directory. It creates the cluster at the first start, adopts a postmaster that a
 * killed server left running, and recovers from a crash. One server per data directory.
 *
 * @throws Error with a sentence that says what to do; no postmaster keeps running
 */
export async function startPostgres(options: StartOptions): Promise<RunningPostgres> {
  const dataDir = await openDataDirectory(options.dataDir)
  const lock = await lockDirectory(dataDir)
  try {
    return await startLocked(dataDir, lock, options)
  } catch (error) {
    await lock.release()
    throw error
  }
}

/**
 * The database of the server that runs on this data directory, for other programs; undefined when none runs. Removes a
 * stale pid file.
 */
export async function findRunningPostgres(
  options: Pick<StartOptions, 'dataDir' | 'passwords' | 'database' | 'systemHome'>,
): Promise<Pick<RunningPostgres, 'ownerUrl' | 'appUrl' | 'superuserUrl' | 'clusterDir'> | undefined> {
  const dataDir = await openDataDirectory(options.dataDir)
  const { clusterDir } = await placeCluster(dataDir, options.systemHome)
  const found = await adopt(clusterDir, options.passwords.superuser)
  if (!found) return undefined
  const database = options.database ?? 'fairlot'
  return {
    ownerUrl: connectionUrl(ownerRole, options.passwords.owner, found.port, database),
    appUrl: connectionUrl(appRole, options.passwords.app, found.port, database),
    superuserUrl: connectionUrl(superuser, options.passwords.superuser, found.port, 'postgres'),
    clusterDir,
  }
}

/** Removes a temporary data directory and its cluster. The server must be stopped. */
export async function removeData(dataDir: string, clusterDir: string): Promise<void> {
  await rm(clusterDir, { recursive: true, force: true })
  if (!clusterDir.startsWith(`${dataDir}${path.sep}`)) {
    await rm(path.dirname(clusterDir), { recursive: true, force: true })
  }
  await rm(dataDir, { recursive: true, force: true })
}
