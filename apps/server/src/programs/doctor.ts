/**
 * `npm run doctor`: checks every invariant of the database in one snapshot. Prints one line per check. Exit status: 0 if all
 * checks pass, 1 on a breach, 2 if the doctor could not run.
 */
import { commandLine } from '@fairlot/fairness/cli/arguments'
import { printFindings } from './print-findings.ts'
import { runProgram } from './run-program.ts'

commandLine({
  usage: `Usage: npm run doctor

Checks every invariant of the installation's database, and changes nothing. The server may run. Exit status: 0, all checks pass;
1, one found a breach; 2, the doctor could not run.`,
})
await runProgram({
  connectionName: 'fairlot-doctor',
  failure: 'The doctor could not run',
  run: async ({ config, db, secrets }) =>
    (await db.tx((tx) =>
      printFindings(tx, secrets, { dataDir: config.dataDir, environment: config, uploads: config }),
    )) === 0
      ? 0
      : 1,
})
