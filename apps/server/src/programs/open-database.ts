/** How the command line programs come to the database of an installation. */
import type { Config } from '../platform/config.ts'
import { findRunningPostgres, startPostgres } from '../platform/postgres/launcher.ts'
import { openDataDirectory } from '../platform/postgres/place.ts'
import type { Secrets } from '../platform/secrets.ts'

export type Reach = { url: string; leave(): Promise<void> }

/** The database of the running server, or one started for this look alone; `leave` it afterwards. */
export async function reach(config: Config, secrets: Secrets): Promise<Reach> {
  if (config.database) return { url: config.database.appUrl, leave: async () => undefined }
  const dataDir = await openDataDirectory(config.dataDir)
  const { databaseSuperuser: superuser, databaseOwner: owner, databaseApp: app } = secrets
  const passwords = { superuser, owner, app }
  const running = await findRunningPostgres({ dataDir, passwords })
  if (running) return { url: running.appUrl, leave: async () => undefined }
  const quiet = { info: () => undefined, warn: () => undefined, error: console.error }
  const started = await startPostgres({ dataDir, passwords, log: quiet })
  return { url: started.appUrl, leave: started.stop }
}
