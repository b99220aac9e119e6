/**
 * `npm run go-live-check`: what real money still lacks, for the whole installation and for each module; the server may run
 * or not. One line each; the exit status is 0 when real money may come in, 1 when something is missing, 2 when it could
 * not look.
 */
import { goLiveChecks, installationOf, readyModules, type GoLiveCheck } from '../modules/operator/index.ts'
import { moduleTable } from '../modules/guard/index.ts'
import { readConfig, type Config } from '../platform/config.ts'
import { createDb, type Db } from '../platform/db.ts'
import { checkSchema, readDeployment } from '../platform/migrate.ts'
import { readSecrets } from '../platform/secrets.ts'
import { createSettings } from '../platform/settings/settings.ts'
import { reach } from './open-database.ts'
import { allSettings } from '../settings.ts'

const line = ({ ok, id, found }: GoLiveCheck) => `${ok ? '✓' : '✗'} ${id.padEnd(26)} ${found}`

async function look(db: Db, config: Config): Promise<boolean> {
  const { moneyMode } = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  const settings = createSettings({ db, definitions: allSettings(moneyMode) })
  const checks = await goLiveChecks(db, {
    installation: installationOf({ ...config, moneyMode }),
    modules: moduleTable(moneyMode),
    values: await settings.read(db),
  })
  for (const check of checks) console.log(line(check))
  const ready = readyModules(checks)
  console.log(ready.length > 0 ? `ready: ${ready.join(', ')}` : 'not ready for real money')
  return ready.length > 0
}

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const { url, leave } = await reach(config, await readSecrets(config.dataDir))
  try {
    await checkSchema(url)
    const db = createDb(url, { max: 1, name: 'fairlot-go-live' })
    try {
      return (await look(db, config)) ? 0 : 1
    } finally {
      await db.close()
    }
  } finally {
    await leave()
  }
}

try {
  process.exitCode = await main()
} catch (error) {
  console.error(`The check could not look: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
