/** Starts all parts of the server in order and stops them in reverse order: for main.ts, the journeys and the benchmarks. */
import { stat } from 'node:fs/promises'
import path from 'node:path'
import fairnessPackage from '../../../packages/fairness/package.json' with { type: 'json' }
import { createApp } from './app.ts'
import { createContext, type Context } from './context.ts'
import { highWaterFile, type HighWaterStore } from './modules/fair/index.ts'
import { bindTrc20, openTrc20, type Trc20Setup } from './modules/wallet/index.ts'
import type { FirstOwner } from './modules/operator/index.ts'
import { demoFigures, isDemoFinished } from './demo/figures.ts'
import { seedDemo } from './demo/seed.ts'
import { checkPort, listen, localUrl } from './listen.ts'
import { isLogOfKey } from './modules/fair/index.ts'
import { businessClock, type BusinessClock, type Clock } from './platform/clock.ts'
import type { Config } from './platform/installation/config.ts'
import { createDb, type Db } from './platform/db.ts'
import { bindSecrets } from './platform/installation/installation.ts'
import { createJobs } from './platform/jobs/jobs.ts'
import type { Logger } from './platform/log/log.ts'
import { readMigrations, type Deployment } from './platform/schema/migrate.ts'
import { checkDurability } from './platform/postgres/durability.ts'
import { isDrill } from './platform/installation/drill.ts'
import { machineClock, type Monotonic } from './platform/time/monotonic.ts'
import { checkRequirements } from './platform/postgres/requirements.ts'
import { openDataDirectory } from './platform/postgres/place.ts'
import { storageOf } from './platform/storage/place.ts'
import { systemRandom } from './platform/random.ts'
import { secretsFile, type Secrets } from './platform/secrets.ts'
import { noProgress, type Progress } from './progress.ts'
import { openServerDatabase, openServerSecrets } from './server-database.ts'
import { StopStack } from './stop-stack.ts'

export type RunningServer = {
  /** As this machine reaches it. */
  url: string
  context: Context
  deployment: Deployment
  /** Where the embedded cluster lies; undefined with an external database. */
  clusterDir: string | undefined
  /** Whether the database holds the demo world, whose log ins are printed. */
  demo: boolean
  /** Created by this start, to be shown once; null when an owner exists already. */
  firstOwner: FirstOwner | null
  /** Stops accepting, finishes calls and jobs, closes the pools, then stops the embedded PostgreSQL. Safe to call twice. */
  stop(): Promise<void>
}

/** Milliseconds between two reads of the database's clock, which correct this process's view of it. */
const CLOCK_SYNC_MS = 2_000

const memberApp = path.resolve(import.meta.dirname, '../../member/dist')
const fairness = path.resolve(import.meta.dirname, '../../../packages/fairness')

/** Built together with the web app (scripts/build.ts). */
const verifier = { file: path.join(fairness, 'dist/verifier.mjs'), version: fairnessPackage.version }

type Base = {
  config: Config
  secrets: Secrets
  deployment: Deployment
  db: Db
  databaseUrl: string
  clock: Clock
  /** the seeder of the demo world moves the clock, and has none; nor has a drill, which writes nothing */
  monotonic?: Monotonic
  log: Logger
  highWater: HighWaterStore
  drill: boolean
  schemaVersion: number
  /** the seeder of the demo world does not wait before a seal */
  sealWaitSeconds?: number
  /** undefined: recharges in USDT are off */
  trc20: Trc20Setup | undefined
}

function wire({ config, deployment, ...base }: Base): Context {
  const random = systemRandom
  const { utcOffsetMinutes } = config
  const { db, log } = base
  return createContext({
    ...base,
    random,
    verifier,
    storage: storageOf(config),
    ...(config.beacon && { beacon: config.beacon }),
    beaconRelays: config.beaconRelays,
    witnesses: config.witnesses,
    publicUrl: config.publicUrl,
    identityCompany: config.identityCompany,
    smsGateway: config.smsGateway,
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
 * Fills an empty sandbox database with the demo world, before the server listens: the seeder moves the database's clock to
 * create a past. Demo issues use the local beacon, because their draws run at once and without a network.
 *
 * @returns whether the database holds the demo world
 */
async function makeDemo(
  base: Base,
  clock: BusinessClock,
  ownerUrl: string | undefined,
  log: Logger,
): Promise<boolean> {
  if (base.deployment.moneyMode !== 'sandbox' || ownerUrl === undefined) return false
  const owner = createDb(ownerUrl, { max: 1 })
  // every purchase and draw of it writes a line, which nobody has to read at every first start
  const quiet = log.child({}, { level: log.level === 'info' ? 'warn' : log.level })
  const context = wire({
    ...base,
    log: quiet,
    sealWaitSeconds: 0,
    config: { ...base.config, beacon: 'local' },
  })
  try {
    const began = performance.now()
    const demo = await seedDemo({ context, clock, owner })
    log.info({ demo, ms: Math.round(performance.now() - began) }, 'checked the demo world')
    return demo
  } finally {
    await context.stop()
    await owner.close()
  }
}

/** Fills the database in a step of the start, unless an earlier start has done it. @returns whether it holds the demo world */
async function seededDemo(
  base: Base,
  clock: BusinessClock,
  { ownerUrl, log, progress }: { ownerUrl: string | undefined; log: Logger; progress: Progress },
): Promise<boolean> {
  const { demo } = await progress.step(
    'demo world',
    async () => {
      const before = await isDemoFinished(base.db)
      const made = await makeDemo(base, clock, ownerUrl, log)
      return { demo: made, figures: made && !before ? await demoFigures(base.db) : null }
    },
    ({ figures }) => (figures === null ? null : `demo world: ${figures}`),
  )
  return demo
}

/** The database's clock, read again every CLOCK_SYNC_MS until the server stops. */
async function syncedClock(db: Db, log: Logger, stops: StopStack): Promise<BusinessClock> {
  const clock = await businessClock(db)
  const syncing = setInterval(() => {
    clock.sync().catch((error: unknown) => log.warn({ err: error }, "the database's clock could not be read"))
  }, CLOCK_SYNC_MS)
  stops.add(async () => clearInterval(syncing))
  return clock
}

/**
 * Records which secrets open the database, at the first start of a release that does.
 *
 * @throws Error with a sentence when its log was signed with another key
 */
async function adoptSecrets(
  { config, secrets, db }: Base,
  publicKey: string,
  ownerUrl: string | undefined,
): Promise<void> {
  const file = secretsFile(config.dataDir)
  if (!(await isLogOfKey(db, publicKey))) {
    throw new Error(
      `The log of this database was signed with another key than that of ${file}: the file belongs to another installation. ` +
        'Put back the secrets.json of this database.',
    )
  }
  if (ownerUrl === undefined) return
  const owner = createDb(ownerUrl, { max: 1 })
  try {
    await bindSecrets(owner, secrets, file)
  } finally {
    await owner.close()
  }
}

async function startAll(given: Config, parts: StartParts): Promise<RunningServer> {
  const { log, progress, stops } = parts
  await checkPort(given)
  const dataDir = await openDataDirectory(given.dataDir)
  parts.onDataDirectory(dataDir)
  const config = { ...given, dataDir }
  const secrets = await openServerSecrets(config)
  const database = await openServerDatabase(config, secrets, parts)
  const { appUrl, ownerUrl, deployment, clusterDir } = database
  const db = createDb(appUrl, {
    max: config.databaseConnections,
    onError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
    onRetry: (state) => log.warn({ state }, 'a transaction was rolled back by the database and runs again'),
  })
  stops.add(() => db.close())
  const remark = await checkRequirements(db, config.databaseConnections)
  if (remark !== null) log.warn(remark)
  await checkDurability(db)
  const clock = await syncedClock(db, log, stops)
  const drill = await isDrill(dataDir)
  const highWater = highWaterFile(dataDir)
  // read now: an upgrade may replace the files while this process runs
  const schemaVersion = (await readMigrations()).at(-1)?.version ?? 0
  const trc20 = config.trc20 && (await openTrc20(config.trc20, deployment.moneyMode))
  const opened = { db, databaseUrl: appUrl, clock, log, highWater, drill, schemaVersion, trc20 }
  const base = { config, secrets, deployment, ...opened }
  const context = wire({ ...base, ...(!drill && { monotonic: await machineClock() }) })
  stops.add(() => context.stop())
  await adoptSecrets(base, context.fair.writer.publicKey, ownerUrl)
  if (trc20 && !drill) await bindTrc20(db, trc20)
  if (trc20?.nodes.length === 1)
    log.warn('one node of TRON is configured (TRC20_NODES): what it says about a transfer is believed alone')
  await context.settings.refresh()
  // a drill writes nothing
  await (drill ? context.content.refresh() : context.content.begin())
  await context.goLive.look()
  await context.mall.storedSalts.look()
  // before anything is seeded, sold or signed: the database may be an older copy
  await context.fair.standing.check(db)
  if (!context.fair.beacons.current.local && config.beaconRelays.length === 0)
    log.warn(
      'no relay of the public beacon is configured (BEACON_RELAYS): draws wait until their rounds are submitted',
    )
  // before the demo world, whose times lie before the beginning of the log
  await context.fair.writer.begin(db)
  const demo = config.demo && !drill && (await seededDemo(base, clock, { ownerUrl, log, progress }))
  const built = await stat(path.join(memberApp, 'index.html')).catch(() => undefined)
  const app = createApp(context, { ...(built ? { memberApp } : {}), trustProxy: config.trustedProxies })
  stops.add(() => context.jobs.stop())
  if (!drill) await context.jobs.start()
  stops.add(() => app.close())
  const port = await listen(app, config)
  context.start()
  // last, because its one-time password is shown only if the whole start succeeds
  const firstOwner = await context.operators.ensureFirstOwner()
  return {
    url: localUrl({ port, host: config.host }),
    context,
    deployment,
    clusterDir,
    demo,
    firstOwner,
    stop: () => stops.stop(),
  }
}

type StartParts = {
  log: Logger
  progress: Progress
  stops: StopStack
  onDataDirectory(dataDir: string): void
}

/** What a start tells its caller on the way. */
export type StartEvents = {
  progress?: Progress
  /** the data directory exists: files can be written into it */
  onDataDirectory?(dataDir: string): void
}

/**
 * Starts the server.
 *
 * @throws Error with a sentence that says what to do; every part that was started is stopped.
 */
export async function startServer(
  config: Config,
  log: Logger,
  events: StartEvents = {},
): Promise<RunningServer> {
  const stops = new StopStack()
  try {
    const { progress = noProgress, onDataDirectory = () => undefined } = events
    return await startAll(config, { log, progress, stops, onDataDirectory })
  } catch (error) {
    await stops.stop()
    throw error
  }
}
