/** Runs the doctor's checks on one snapshot and prints one line per check. */
import { createFair, highWaterFile, type HighWaterStore } from '../modules/fair/index.ts'
import type { Tx } from '../platform/db.ts'
import { isDrill } from '../platform/installation/drill.ts'
import { systemRandom } from '../platform/random.ts'
import type { Secrets } from '../platform/secrets.ts'
import type { StoragePlace } from '../platform/storage/place.ts'
import { uploadFilesOf } from './upload-files.ts'
import { runDoctorChecks, type DoctorOptions, type Finding } from './doctor.checks.ts'

function line({ id, title, figure, breaches, warnings = 0 }: Finding): string {
  const mark = breaches > 0 ? '✗' : warnings > 0 ? '!' : '✓'
  const count = breaches > 0 ? `${breaches} breaches` : `${warnings} stalled`
  return `${mark} ${id.padEnd(6)} ${title}: ${breaches + warnings === 0 ? figure : `${count} (${figure})`}`
}

export type PrintOptions = {
  /** of the installation, whose high-water mark is compared with the log */
  dataDir?: string
  /** of the server, for the go-live conditions */
  environment?: DoctorOptions['environment']
  /** where the pictures are; without it their files are not looked at */
  uploads?: StoragePlace
}

/** The high-water mark as it is now. A server raises it while the doctor reads: a later mark is not of the snapshot's log. */
async function markBefore(dataDir: string): Promise<HighWaterStore> {
  const store = highWaterFile(dataDir)
  const mark = await store.read()
  return mark === null ? store : { ...store, read: () => Promise.resolve(mark) }
}

/** @returns the number of breaches */
export async function printFindings(
  snapshot: Tx,
  secrets: Secrets,
  { dataDir, environment, uploads: place }: PrintOptions = {},
): Promise<number> {
  await snapshot.query('set transaction isolation level repeatable read read only')
  await snapshot.query('set local statement_timeout = 0')
  // The next statement takes the snapshot.
  const highWater = dataDir === undefined ? undefined : await markBefore(dataDir)
  const [deployment] = await snapshot.query<{ id: string }>('select id from deployment')
  if (!deployment) throw new Error('this database has no deployment yet; start the server once')
  const fair = createFair({
    db: snapshot,
    random: systemRandom,
    secrets,
    deployment: deployment.id,
    ...(dataDir !== undefined && { highWater, drill: await isDrill(dataDir) }),
  })
  let [breaches, warnings] = [0, 0]
  const uploads = place && uploadFilesOf(place, secrets)
  for await (const finding of runDoctorChecks({ snapshot, fair, environment, uploads, sealKeys: secrets })) {
    console.log(line(finding))
    breaches += finding.breaches
    warnings += finding.warnings ?? 0
  }
  if (warnings > 0) console.log(`${warnings} stalled: see docs/OPERATING.md, "Stalled work"`)
  console.log(breaches === 0 ? 'sound' : `${breaches} breaches`)
  return breaches
}
