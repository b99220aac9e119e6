/**
 * `npm run doctor`: checks every invariant on the database, in one snapshot, while the server runs or not.
 * One line each; the exit status is 0 when all is sound, 1 on a breach, 2 when it could not look.
 */
import { examine, type Finding } from './doctor.checks.ts'
import { createFair } from '../modules/fair/index.ts'
import { readConfig } from '../platform/config.ts'
import { createDb, type Tx } from '../platform/db.ts'
import { systemRandom } from '../platform/random.ts'
import { readSecrets, type Secrets } from '../platform/secrets.ts'
import { reach } from './open-database.ts'

function line({ id, title, figure, breaches }: Finding): string {
  return `${breaches === 0 ? '✓' : '✗'} ${id.padEnd(6)} ${title}: ${breaches === 0 ? figure : `${breaches} breaches (${figure})`}`
}

async function look(tx: Tx, secrets: Secrets): Promise<number> {
  await tx.query('set transaction isolation level repeatable read read only')
  await tx.query('set local statement_timeout = 0')
  const [deployment] = await tx.query<{ id: string }>('select id from deployment')
  if (!deployment) throw new Error('this database has no deployment yet; start the server once')
  const findings = examine({
    snapshot: tx,
    fair: createFair({ db: tx, random: systemRandom, secrets, deployment: deployment.id }),
  })
  let breaches = 0
  for await (const finding of findings) {
    console.log(line(finding))
    breaches += finding.breaches
  }
  console.log(breaches === 0 ? 'sound' : `${breaches} breaches`)
  return breaches
}

async function main(): Promise<number> {
  const config = readConfig(process.env)
  const secrets = await readSecrets(config.dataDir)
  const { url, leave } = await reach(config, secrets)
  try {
    const db = createDb(url, { max: 1, name: 'fairlot-doctor' })
    try {
      return (await db.tx((tx) => look(tx, secrets))) === 0 ? 0 : 1
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
  console.error(`The doctor could not look: ${error instanceof Error ? error.message : String(error)}`)
  process.exitCode = 2
}
