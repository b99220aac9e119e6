/** A whole server for tests: a database of its own, jobs that are driven by hand, and real HTTP. */
import { createApp, type App } from '../app.ts'
import { createContext, type Context, type Parts } from '../context.ts'
import { systemClock } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/db.ts'
import { createJobs } from '../platform/jobs/jobs.ts'
import { createLog } from '../platform/log.ts'
import { readDeployment } from '../platform/migrate.ts'
import { systemRandom } from '../platform/random.ts'
import { freshSecrets } from '../platform/secrets.ts'
import { testClient, type TestClient } from './client.ts'
import { testDatabase, type TestDatabase } from './database.ts'

export type TestServer = {
  url: string
  app: App
  context: Context
  /** as the server's role */
  db: Db
  /** as the owner of the schema */
  owner: Db
  database: TestDatabase
  /** JSON lines that the server has logged */
  logged: string[]
  /** somebody without a session */
  anonymous(): TestClient
  close(): Promise<void>
}

export type TestServerOptions = {
  parts?: Partial<
    Pick<Parts, 'clock' | 'random' | 'limiter' | 'sms' | 'verifier' | 'live' | 'beacon' | 'beaconRelays'>
  >
  deployment?: Partial<Parts['deployment']>
  /** what operators have adjusted, as entered, by the setting's name */
  settings?: Readonly<Record<string, string>>
  /** the address is believed from `x-forwarded-for`, so that a test can come from anywhere */
  trustProxy?: number
  memberApp?: string
}

/** Call it in `beforeAll` and `close()` in `afterAll`. Every answer is checked against its schema. */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  const database = await testDatabase()
  const db = createDb(database.appUrl, { max: 16 })
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
  const url = `http://127.0.0.1:${await app.listen(0, '127.0.0.1')}`
  return {
    url,
    app,
    context,
    db,
    owner,
    database,
    logged,
    anonymous: () => testClient({ url }),
    async close() {
      await app.close()
      await context.stop()
      await db.close()
      await owner.close()
      await database.drop()
    },
  }
}

/** Saves settings as an operator's changes do, whatever they were before. */
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
