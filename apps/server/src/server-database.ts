/** The database that the server works with: embedded or external, migrated or only checked. */
import type { Config } from './platform/config.ts'
import { createDb } from './platform/db.ts'
import type { Logger } from './platform/log.ts'
import {
  checkSchema,
  ensureDeployment,
  migrate,
  readDeployment,
  type Deployment,
} from './platform/migrate.ts'
import { startPostgres } from './platform/postgres/launcher.ts'
import type { Secrets } from './platform/secrets.ts'
import type { StopStack } from './stop-stack.ts'

export type ServerDatabase = {
  appUrl: string
  /** undefined: this server may neither migrate nor move the clock */
  ownerUrl: string | undefined
  deployment: Deployment
  /** where the embedded cluster lies; undefined with an external database */
  clusterDir: string | undefined
}

type Urls = Pick<ServerDatabase, 'appUrl' | 'ownerUrl' | 'clusterDir'>

/** Starts the embedded PostgreSQL, or takes the external one of the configuration. */
async function connectionUrls(
  config: Config,
  secrets: Secrets,
  log: Logger,
  stops: StopStack,
): Promise<Urls> {
  if (config.database) return { ...config.database, clusterDir: undefined }
  const { databaseSuperuser: superuser, databaseOwner: owner, databaseApp: app } = secrets
  const postgres = await startPostgres({
    dataDir: config.dataDir,
    passwords: { superuser, owner, app },
    log,
  })
  stops.add(postgres.stop)
  const { appUrl, ownerUrl, clusterDir } = postgres
  return { appUrl, ownerUrl, clusterDir }
}

/** Checks the schema without changing it, and reads which deployment this is. */
async function checkedDeployment(appUrl: string): Promise<Deployment> {
  await checkSchema(appUrl)
  const db = createDb(appUrl, { max: 1 })
  try {
    return await readDeployment({ query: async (sql) => ({ rows: await db.query(sql) }) })
  } finally {
    await db.close()
  }
}

/** Opens the database: migrates it when the owner's URL is known, else checks that its schema fits. */
export async function openServerDatabase(
  config: Config,
  secrets: Secrets,
  log: Logger,
  stops: StopStack,
): Promise<ServerDatabase> {
  const urls = await connectionUrls(config, secrets, log, stops)
  if (urls.ownerUrl === undefined) return { ...urls, deployment: await checkedDeployment(urls.appUrl) }
  const applied = await migrate(urls.ownerUrl)
  if (applied.length) log.info({ applied }, 'migrated the database')
  const deployment = await ensureDeployment(urls.ownerUrl, config.moneyMode)
  if (config.moneyMode === 'real' && deployment.moneyMode === 'sandbox')
    log.warn('this database keeps play money for its whole life: MONEY_MODE=real needs a new database')
  return { ...urls, deployment }
}
