/**
 * `npm run go-live-check`: prints what real money still needs, for the whole installation and for each module, one line per
 * check. Exit status: 0 if at least one module is ready for real money, 1 if none is, 2 if the check could not run.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { moduleTable } from '../modules/guard/index.ts'
import { goLiveChecks, installationOf, readyModules, type GoLiveCheck } from '../modules/operator/index.ts'
import { checkSchema, readDeployment } from '../platform/schema/migrate.ts'
import { createSettings } from '../platform/settings/settings.ts'
import { allSettings } from '../all-settings.ts'
import { runProgram, type ProgramContext } from './run-program.ts'

const line = ({ ok, id, found }: GoLiveCheck) => `${ok ? '✓' : '✗'} ${id.padEnd(26)} ${found}`

async function printChecks({ config, db, databaseUrl }: ProgramContext): Promise<number> {
  await checkSchema(databaseUrl)
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
  return ready.length > 0 ? 0 : 1
}

commandLine({
  usage: `Usage: npm run go-live-check

Prints what real money still needs, for the installation and for each module, and changes nothing. Exit status: 0, at least one
module is ready; 1, none is; 2, the check could not run.`,
})
await runProgram({
  connectionName: 'fairlot-go-live',
  failure: 'The check could not run',
  run: printChecks,
})
