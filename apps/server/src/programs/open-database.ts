import type { Config } from '../platform/installation/config.ts'
import { findRunningPostgres, startPostgres } from '../platform/postgres/launcher.ts'
import { openDataDirectory } from '../platform/postgres/place.ts'
import type { Secrets } from '../platform/secrets.ts'

export type OpenedDatabase = {
  url: string
  /** the embedded cluster; undefined with an external database */
  cluster?: { clusterDir: string; superuserUrl: string }
  /** Stops the database if `openDatabase` started it. */
  close(): Promise<void>
}

/** Finds the database of the running server. If it does not run, starts it until `close`. */
export async function openDatabase(config: Config, secrets: Secrets): Promise<OpenedDatabase> {
  if (config.database) return { url: config.database.appUrl, close: async () => undefined }
  const dataDir = await openDataDirectory(config.dataDir)
  const { databaseSuperuser: superuser, databaseOwner: owner, databaseApp: app } = secrets
  const passwords = { superuser, owner, app }
  const running = await findRunningPostgres({ dataDir, passwords })
  if (running) return { url: running.appUrl, cluster: running, close: async () => undefined }
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
  const started = await startPostgres({ dataDir, passwords, log: quiet })
  return { url: started.appUrl, cluster: started, close: started.stop }
}
