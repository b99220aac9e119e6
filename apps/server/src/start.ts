/** Starts everything in its order and stops it in the reverse one: for main.ts, the journeys and the benchmarks. */
import { stat } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import fairnessPackage from '../../../packages/fairness/package.json' with { type: 'json' }
import { createApp, type App } from './app.ts'
import { createContext, type Context } from './context.ts'
import type { FirstOwner } from './modules/operator/index.ts'
import { seedDemo } from './demo/seed.ts'
import { businessClock, type BusinessClock, type Clock } from './platform/clock.ts'
import type { Config } from './platform/config.ts'
import { createDb, type Db } from './platform/db.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log.ts'
import {
  checkSchema,
  ensureDeployment,
  migrate,
  readDeployment,
  type Deployment,
} from './platform/migrate.ts'
import { checkDurability } from './platform/postgres/durability.ts'
import { startPostgres, type RunningPostgres } from './platform/postgres/launcher.ts'
import { openDataDirectory } from './platform/postgres/place.ts'
import { systemRandom } from './platform/random.ts'
import { openSecrets, type Secrets } from './platform/secrets.ts'

export type RunningServer = {
  /** As this machine reaches it. */
  url: string
  context: Context
  deployment: Deployment
  /** Where the embedded cluster lies; undefined with an external database. */
  clusterDir: string | undefined
  /** The database holds the demo world, whose log ins are printed. */
  demo: boolean
  /** Made at this very start, to be shown once; null at every other. */
  firstOwner: FirstOwner | null
  /** Stops accepting, finishes calls and jobs, closes the pools, then stops our PostgreSQL. Safe to call twice. */
  stop(): Promise<void>
}

/** How far this machine's clock may have drifted from the database's before it is noticed. */
const CLOCK_SYNC_MS = 10_000

const memberApp = path.resolve(import.meta.dirname, '../../member/dist')
const fairness = path.resolve(import.meta.dirname, '../../../packages/fairness')

/** Made with the web app (scripts/build.ts). */
const verifier = { file: path.join(fairness, 'dist/verifier.mjs'), version: fairnessPackage.version }

/** What was started so far, to be stopped in the reverse order. */
class Started {
  readonly #stops: (() => Promise<void>)[] = []
  #stopped: Promise<void> | undefined

  add(stop: () => Promise<void>): void {
    this.#stops.push(stop)
  }

  stop(): Promise<void> {
    return (this.#stopped ??= this.#stopAll())
  }

  /** One that fails to stop does not keep the others running. */
  async #stopAll(): Promise<void> {
    const failures: unknown[] = []
    for (const stop of this.#stops.toReversed()) await stop().catch((error: unknown) => failures.push(error))
    if (failures.length) throw new AggregateError(failures, 'not everything could be stopped')
  }
}

function portTaken(port: number, host: string): Error {
  return new Error(
    `Port ${port} on ${host} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`,
  )
}

/** Looks before anything is started; the port is taken for good at the end, when there is something to serve. */
async function checkPort(port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const probe = net.createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(portTaken(port, host))
      else
        reject(new Error(`Cannot listen on ${host} port ${port} (${error.message}). Correct HOST or PORT.`))
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

type Database = {
  appUrl: string
  /** undefined: this server does not migrate, and cannot move the clock */
  ownerUrl: string | undefined
  deployment: Deployment
  postgres: RunningPostgres | undefined
}

async function openDatabase(
  config: Config,
  secrets: Secrets,
  log: Logger,
  started: Started,
): Promise<Database> {
  let postgres: RunningPostgres | undefined
  if (!config.database) {
    const { databaseSuperuser: superuser, databaseOwner: owner, databaseApp: app } = secrets
    postgres = await startPostgres({ dataDir: config.dataDir, passwords: { superuser, owner, app }, log })
    started.add(postgres.stop)
  }
  const { appUrl, ownerUrl } = config.database ?? postgres ?? { appUrl: '', ownerUrl: undefined }
  if (ownerUrl === undefined) {
    await checkSchema(appUrl)
    const db = createDb(appUrl, { max: 1 })
    try {
      const deployment = await readDeployment({ query: async (sql) => ({ rows: await db.query(sql) }) })
      return { appUrl, ownerUrl, deployment, postgres }
    } finally {
      await db.close()
    }
  }
  const applied = await migrate(ownerUrl)
  if (applied.length) log.info({ applied }, 'migrated the database')
  const deployment = await ensureDeployment(ownerUrl, config.moneyMode)
  if (config.moneyMode === 'real' && deployment.moneyMode === 'sandbox')
    log.warn('this database is of play money for good: MONEY_MODE=real takes a fresh one')
  return { appUrl, ownerUrl, deployment, postgres }
}

type Base = {
  config: Config
  secrets: Secrets
  deployment: Deployment
  db: Db
  databaseUrl: string
  clock: Clock
  log: Logger
}

function wire({ config, deployment, ...base }: Base): Context {
  const random = systemRandom
  const { utcOffsetMinutes } = config
  const { db, log } = base
  return createContext({
    ...base,
    random,
    verifier,
    ...(config.beacon && { beacon: config.beacon }),
    beaconRelays: config.beaconRelays,
    witnesses: config.witnesses,
    publicUrl: config.publicUrl,
    trustedProxies: config.trustedProxies,
    jobs: createJobs({ db, random, log, utcOffsetMinutes }),
    deployment: {
      title: 'Fairlot',
      id: deployment.id,
      moneyMode: deployment.moneyMode,
      defaultLanguage: config.defaultLanguage,
      currency: { symbol: config.currencySymbol, code: config.currencyCode, decimals: 2 },
      utcOffsetMinutes,
    },
  })
}

/**
 * Only in a sandbox, only before anybody can call: the demo's past is made by moving the database's clock. Its issues take
 * the local beacon, whatever new ones take, because a past is drawn at once and without a network.
 */
async function makeDemo(
  base: Base,
  clock: BusinessClock,
  ownerUrl: string | undefined,
  log: Logger,
): Promise<boolean> {
  if (base.deployment.moneyMode !== 'sandbox' || ownerUrl === undefined) return false
  const owner = createDb(ownerUrl, { max: 1 })
  const context = wire({ ...base, config: { ...base.config, beacon: 'local' } })
  try {
    const began = performance.now()
    const demo = await seedDemo({ context, clock, owner })
    log.info({ demo, ms: Math.round(performance.now() - began) }, 'looked after the demo world')
    return demo
  } finally {
    await context.stop()
    await owner.close()
  }
}

async function listen(app: App, config: Config): Promise<number> {
  try {
    return await app.listen(config.port, config.host)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') throw portTaken(config.port, config.host)
    throw error
  }
}

async function startAll(config: Config, log: Logger, started: Started): Promise<RunningServer> {
  await checkPort(config.port, config.host)
  const dataDir = await openDataDirectory(config.dataDir)
  const secrets = await openSecrets(dataDir)
  const { appUrl, ownerUrl, deployment, postgres } = await openDatabase(
    { ...config, dataDir },
    secrets,
    log,
    started,
  )
  const db = createDb(appUrl, {
    max: config.databaseConnections,
    onError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  })
  started.add(() => db.close())
  await checkDurability(db)
  const clock = await businessClock(db)
  const syncing = setInterval(() => {
    clock
      .sync()
      .catch((error: unknown) => log.warn({ err: error }, 'the clock of the database could not be read'))
  }, CLOCK_SYNC_MS)
  started.add(async () => clearInterval(syncing))
  const base = { config, secrets, deployment, db, databaseUrl: appUrl, clock, log }
  const context = wire(base)
  started.add(() => context.stop())
  await context.settings.refresh()
  if (!context.fair.beacons.current.local && config.beaconRelays.length === 0)
    log.warn(
      'no relay of the public beacon is set (BEACON_RELAYS): draws wait until their rounds are handed in',
    )
  const demo = config.demo && (await makeDemo(base, clock, ownerUrl, log))
  const built = await stat(path.join(memberApp, 'index.html')).catch(() => undefined)
  const app = createApp(context, { ...(built ? { memberApp } : {}), trustProxy: config.trustedProxies })
  started.add(() => context.jobs.stop())
  await context.jobs.start()
  started.add(() => app.close())
  const port = await listen(app, config)
  context.start()
  // now that nothing can fail any more before it is shown
  const firstOwner = await context.operators.ensureFirstOwner()
  const host = config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    context,
    deployment,
    clusterDir: postgres?.clusterDir,
    demo,
    firstOwner,
    stop: () => started.stop(),
  }
}

/**
 * Starts the server.
 *
 * @throws Error with a sentence that says what to do; everything that was started is stopped again.
 */
export async function startServer(config: Config, log: Logger): Promise<RunningServer> {
  const started = new Started()
  try {
    return await startAll(config, log, started)
  } catch (error) {
    await started.stop()
    throw error
  }
}
