/** A complete server for tests: its own database, jobs that the test runs, and real HTTP. */
import { createApp, type App } from '../app.ts'
import type { Parts } from '../composition/parts.ts'
import { createContext, type Context } from '../context.ts'
import { systemClock } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/db.ts'
import { strictDb } from './strict-db.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log/log.ts'
import { readDeployment } from '../platform/schema/migrate.ts'
import { systemRandom } from '../platform/random.ts'
import { freshSecrets } from '../platform/secrets.ts'
import { testClient, type TestClient } from './client.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type TestServer = {
  url: string
  app: App
  context: Context
  /** connected as the app role */
  db: Db
  /** connected as the owner of the schema */
  owner: Db
  database: TestDatabase
  /** logged JSON lines */
  logged: string[]
  /** SQLSTATEs of transactions that ran again */
  retried: string[]
  /** a client without a session */
  anonymous(): TestClient
  close(): Promise<void>
}

export type TestServerOptions = {
  parts?: Partial<
    Pick<
      Parts,
      | 'clock'
      | 'monotonic'
      | 'random'
      | 'limiter'
      | 'sms'
      | 'smsGateway'
      | 'verifier'
      | 'live'
      | 'beacon'
      | 'beaconRelays'
      | 'secrets'
      | 'highWater'
      | 'drill'
      | 'witnesses'
      | 'publicUrl'
      | 'trustedProxies'
      | 'identityCompany'
      | 'schemaVersion'
      | 'trc20'
      | 'storage'
    >
  >
  /** an existing database, which stays when the server closes; by default the server has one of its own */
  database?: TestDatabase
  deployment?: Partial<Parts['deployment']>
  /** settings that differ from their initial values, by name */
  settings?: Readonly<Record<string, string>>
  /** trusted proxies: the test chooses the client's address in `x-forwarded-for` */
  trustProxy?: number
  memberApp?: string
  /** size of the server's pool */
  connections?: number
}

/** Starts a server. Call it in `beforeAll` and `close()` in `afterAll`. It checks every answer against its schema. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = options.database ?? (await testDatabase())
  const retried: string[] = []
  const db = strictDb(database.appUrl, {
    max: options.connections ?? 16,
    onRetry: (state) => retried.push(state),
  })
  const owner = createDb(database.ownerUrl, { max: 2 })
  const logged: string[] = []
  const log = createLog('info', { write: (line) => void logged.push(line) })
  const random = options.parts?.random ?? systemRandom
  const deployment = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  const context = createContext({
    db,
    databaseUrl: database.appUrl,
    clock: systemClock,
    log,
    jobs: createJobs({ db, random, log }),
    secrets: freshSecrets(),
    sealWaitSeconds: 0,
    ...options.parts,
    random,
    deployment: {
      title: 'Fairlot',
      id: deployment.id,
      moneyMode: deployment.moneyMode,
      defaultLanguage: 'en-us',
      currency: { symbol: '₫', code: 'VND', decimals: 2 },
      utcOffsetMinutes: 0,
      ...options.deployment,
    },
  })
  await adjust(context, options.settings ?? {})
  const app = createApp(context, {
    checkAnswers: true,
    trustProxy: options.trustProxy ?? 0,
    ...(options.memberApp === undefined ? {} : { memberApp: options.memberApp }),
  })
  endNoConnection(app)
  const url = `http://127.0.0.1:${await app.listen(0, '127.0.0.1')}`
  return {
    url,
    app,
    context,
    db,
    owner,
    database,
    logged,
    retried,
    anonymous: () => testClient({ url }),
    async close() {
      await app.close()
      await context.stop()
      const undeclared = logged.filter((line) => line.includes('"undeclared":"'))
      await db.close()
      await owner.close()
      if (!options.database) await database.drop()
      // a refusal that its endpoint does not declare reaches clients as a defect
      if (undeclared.length > 0) throw new Error(`undeclared refusals:\n${undeclared.join('')}`)
    },
  }
}

/**
 * The client of a test is in the server's thread. When a test keeps it busy for longer than the server lets a connection be idle, the
 * timers of both are due at once: the client sends its next call into a connection that the server ends before it reads (ECONNRESET).
 * So only the client ends connections.
 */
function endNoConnection({ server }: App): void {
  Object.assign(server, { keepAliveTimeout: 0, timeout: 0, headersTimeout: 0, requestTimeout: 0 })
}

/** Saves settings as an operator's changes do. */
export async function adjust(
  { db, settings }: Pick<Context, 'db' | 'settings'>,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  await settings.refresh()
  for (const [name, value] of Object.entries(values)) {
    const { version } = settings.stored(name)
    await db.tx((tx) =>
      settings.save(tx, { name, value, version, reason: 'for a test', operatorId: null, approvalId: null }),
    )
  }
  await settings.refresh()
}
