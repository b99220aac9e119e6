/** Runs the doctor's checks on one snapshot and prints one line per check. */
import { createFair, highWaterFile } from '../modules/fair/index.ts'
import type { Tx } from '../platform/db.ts'
import { isDrill } from '../platform/drill.ts'
import { systemRandom } from '../platform/random.ts'
import type { Secrets } from '../platform/secrets.ts'
import { runDoctorChecks, type Finding } from './doctor.checks.ts'

function line({ id, title, figure, breaches }: Finding): string {
  return `${breaches === 0 ? '✓' : '✗'} ${id.padEnd(6)} ${title}: ${breaches === 0 ? figure : `${breaches} breaches (${figure})`}`
}

/**
 * @param dataDir of the installation, whose high-water mark is compared with the log
 * @returns the number of breaches
 */
export async function printFindings(snapshot: Tx, secrets: Secrets, dataDir?: string): Promise<number> {
  await snapshot.query('set transaction isolation level repeatable read read only')
  await snapshot.query('set local statement_timeout = 0')
  const [deployment] = await snapshot.query<{ id: string }>('select id from deployment')
  if (!deployment) throw new Error('this database has no deployment yet; start the server once')
  const fair = createFair({
    db: snapshot,
    random: systemRandom,
    secrets,
    deployment: deployment.id,
    ...(dataDir !== undefined && { highWater: highWaterFile(dataDir), drill: await isDrill(dataDir) }),
  })
  let breaches = 0
  for await (const finding of runDoctorChecks({ snapshot, fair })) {
    console.log(line(finding))
    breaches += finding.breaches
  }
  console.log(breaches === 0 ? 'sound' : `${breaches} breaches`)
  return breaches
}
