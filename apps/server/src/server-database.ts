/** The database that the server works with: embedded or external, migrated or only checked; and the secrets that fit it. */
import type { Config } from './platform/installation/config.ts'
import { createDb, type Db } from './platform/db.ts'
import {
  checkAnswers,
  checkMoneyMode,
  checkSecretsFit,
  findInstallation,
  type Installation,
} from './platform/installation/installation.ts'
import type { Logger } from './platform/log/log.ts'
import {
  checkSchema,
  ensureDeployment,
  migrate,
  readDeployment,
  type Deployment,
} from './platform/schema/migrate.ts'
import { startPostgres } from './platform/postgres/launcher.ts'
import { openSecrets, secretsExist, secretsFile, type Secrets } from './platform/secrets.ts'
import type { Progress } from './progress.ts'
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

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const db = createDb(url, { max: 1, name: 'fairlot start' })
  try {
    return await work(db)
  } finally {
    await db.close()
  }
}

/** The installation of an external database. @throws Error with a sentence when one of its URLs does not work */
async function externalInstallation(
  database: NonNullable<Config['database']>,
): Promise<Installation | undefined> {
  const { appUrl, ownerUrl } = database
  const found = await withDb(appUrl, async (db) => {
    await checkAnswers(db, appUrl, 'DATABASE_URL')
    return findInstallation(db)
  })
  if (ownerUrl !== undefined) await withDb(ownerUrl, (db) => checkAnswers(db, ownerUrl, 'DATABASE_OWNER_URL'))
  return found
}

/**
 * Reads the secrets; creates them for a new installation only. An external database that has one is asked first.
 *
 * @throws Error with a sentence when the database belongs to other secrets, or to secrets that are not there
 */
export async function openServerSecrets(config: Config): Promise<Secrets> {
  const { dataDir, database } = config
  const installation = database && (await externalInstallation(database))
  const file = secretsFile(dataDir)
  if (installation && !(await secretsExist(dataDir))) {
    throw new Error(
      `The database belongs to the installation ${installation.id}, and its secrets.json is not in ${dataDir}. Put it back ` +
        'from the place where you keep it (every server on a database has the same one); the server creates no new one ' +
        'for an existing database.',
    )
  }
  const secrets = await openSecrets(dataDir)
  if (installation) checkSecretsFit(installation, secrets, file)
  return secrets
}

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
  return withDb(appUrl, (db) => readDeployment({ query: async (sql) => ({ rows: await db.query(sql) }) }))
}

async function majorVersion(db: Db): Promise<string> {
  const [row] = await db.query<{ version: string }>(
    `select (current_setting('server_version_num')::int / 10000)::text as version`,
  )
  return row?.version ?? ''
}

/** Opens the database: migrates it when the owner's URL is known, else checks that its schema fits. */
export async function openServerDatabase(
  config: Config,
  secrets: Secrets,
  { log, progress, stops }: { log: Logger; progress: Progress; stops: StopStack },
): Promise<ServerDatabase> {
  const kind = config.database ? 'external PostgreSQL' : 'PostgreSQL'
  const { urls } = await progress.step(
    kind,
    async () => {
      const opened = await connectionUrls(config, secrets, log, stops)
      return { urls: opened, version: await withDb(opened.appUrl, majorVersion) }
    },
    ({ version }) => `${kind} ${version}`,
  )
  const { appUrl, ownerUrl } = urls
  const installation = await withDb(appUrl, findInstallation)
  if (installation) {
    checkSecretsFit(installation, secrets, secretsFile(config.dataDir))
    checkMoneyMode(installation, config.moneyMode)
  }
  const deployment = await progress.step(
    'schema',
    async () => {
      if (ownerUrl === undefined) return { ...(await checkedDeployment(appUrl)), applied: [] }
      const applied = await migrate(ownerUrl)
      if (applied.length) log.info({ applied }, 'migrated the database')
      return { ...(await ensureDeployment(ownerUrl, config.moneyMode)), applied }
    },
    ({ applied: { length } }) =>
      length === 0 ? null : `${length} ${length === 1 ? 'migration' : 'migrations'}`,
  )
  const { id, moneyMode, createdAt } = deployment
  return { ...urls, deployment: { id, moneyMode, createdAt } }
}
