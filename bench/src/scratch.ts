/** A separate PostgreSQL for one run: production settings, durable, in a temporary directory that is removed at the end. */
import { rmSync } from 'node:fs'
import { ensureDeployment, migrate } from '@fairlot/server/platform/schema/migrate'
import { scratchDataDirectory } from '@fairlot/server/platform/postgres/place'
import { removeData, startPostgres, type RunningPostgres } from '@fairlot/server/platform/postgres/launcher'
import { openSecrets, type Secrets } from '@fairlot/server/platform/secrets'

export type Scratch = {
  appUrl: string
  ownerUrl: string
  superuserUrl: string
  deployment: string
  secrets: Secrets
  /** process number of the postmaster */
  pid: number
  stop(): Promise<void>
}

const log = {
  info: () => undefined,
  warn: (_: object, message: string) => console.error(message),
  error: (_: object, message: string) => console.error(message),
}

/** Starts and migrates the database. `stop` removes it with its data; so does the exit of the process without `stop`. */
export async function startScratch(): Promise<Scratch> {
  const dataDir = await scratchDataDirectory('fairlot-bench-')
  const secrets = await openSecrets(dataDir)
  let postgres: RunningPostgres | undefined
  const onExit = () => {
    try {
      if (postgres) process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // the postmaster has already ended
    }
    if (postgres) rmSync(postgres.clusterDir, { recursive: true, force: true })
    rmSync(dataDir, { recursive: true, force: true })
  }
  process.once('exit', onExit)
  postgres = await startPostgres({
    dataDir,
    passwords: {
      superuser: secrets.databaseSuperuser,
      owner: secrets.databaseOwner,
      app: secrets.databaseApp,
    },
    log,
    // production settings, with more connections for the peer's pools
    settings: { max_connections: '200' },
  })
  await migrate(postgres.ownerUrl)
  const deployment = await ensureDeployment(postgres.ownerUrl, 'sandbox')
  const { appUrl, ownerUrl, superuserUrl, clusterDir, stop } = postgres
  return {
    appUrl,
    ownerUrl,
    superuserUrl,
    deployment: deployment.id,
    secrets,
    pid: postgres.pid,
    async stop() {
      await stop()
      await removeData(dataDir, clusterDir)
      process.off('exit', onExit)
    },
  }
}
