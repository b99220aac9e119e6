/** A PostgreSQL of its own for a run: production settings, durable, in a temporary directory, removed at the end. */
import { rmSync } from 'node:fs'
import { ensureDeployment, migrate } from '@fairlot/server/platform/migrate'
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

/** Starts and migrates it. `stop` removes it with its data; so does a process that ends without having called it. */
export async function startScratch(): Promise<Scratch> {
  const dataDir = await scratchDataDirectory('fairlot-bench-')
  const secrets = await openSecrets(dataDir)
  let postgres: RunningPostgres | undefined
  const onExit = () => {
    try {
      if (postgres) process.kill(postgres.pid, 'SIGQUIT')
    } catch {
      // It is gone already.
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
    // production settings but for room for the peer's pools beside ours
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
