/**
 * `npm run doctor`: checks every invariant of the database in one snapshot. Prints one line per check. Exit status: 0 if all
 * checks pass, 1 on a breach, 2 if the doctor could not run.
 */
import { createFair } from '../modules/fair/index.ts'
import type { Tx } from '../platform/db.ts'
import { systemRandom } from '../platform/random.ts'
import type { Secrets } from '../platform/secrets.ts'
import { runDoctorChecks, type Finding } from './doctor.checks.ts'
import { runProgram } from './run-program.ts'

function line({ id, title, figure, breaches }: Finding): string {
  return `${breaches === 0 ? '✓' : '✗'} ${id.padEnd(6)} ${title}: ${breaches === 0 ? figure : `${breaches} breaches (${figure})`}`
}

/** @returns the number of breaches */
async function printFindings(snapshot: Tx, secrets: Secrets): Promise<number> {
  await snapshot.query('set transaction isolation level repeatable read read only')
  await snapshot.query('set local statement_timeout = 0')
  const [deployment] = await snapshot.query<{ id: string }>('select id from deployment')
  if (!deployment) throw new Error('this database has no deployment yet; start the server once')
  const fair = createFair({ db: snapshot, random: systemRandom, secrets, deployment: deployment.id })
  let breaches = 0
  for await (const finding of runDoctorChecks({ snapshot, fair })) {
    console.log(line(finding))
    breaches += finding.breaches
  }
  console.log(breaches === 0 ? 'sound' : `${breaches} breaches`)
  return breaches
}

await runProgram({
  connectionName: 'fairlot-doctor',
  failure: 'The doctor could not run',
  run: async ({ db, secrets }) => ((await db.tx((tx) => printFindings(tx, secrets))) === 0 ? 0 : 1),
})
