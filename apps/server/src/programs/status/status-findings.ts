/** What `npm run status` looks at in the database. */
import { QUICKNET } from '@fairlot/fairness/beacon'
import { createFair, highWaterFile, lastRelayAnswer, sayHalt } from '../../modules/fair/index.ts'
import { lateWitnessesCheck } from '../../modules/mall/index.ts'
import { installationOf, installationStatus } from '../../modules/operator/index.ts'
import type { Executor } from '../../platform/db.ts'
import { DAY_MS } from '../../platform/durations.ts'
import { isDrill } from '../../platform/installation/drill.ts'
import { systemRandom } from '../../platform/random.ts'
import { newestMigration, readDeployment, type Deployment } from '../../platform/schema/migrate.ts'
import { checkGoLive } from '../doctor.checks.ts'
import type { ProgramContext } from '../run-program.ts'

export type StatusFinding = {
  /** stable, for people and monitoring */
  name: string
  /** `unknown`: it could not be found out */
  state: 'fine' | 'problem' | 'unknown'
  found: string
}

export type Found = { ok: boolean; found: string }
type Look = { name: string; find(): Promise<Found> }

const finding = (name: string, { ok, found }: Found): StatusFinding => ({
  name,
  state: ok ? 'fine' : 'problem',
  found,
})

/** A look that fails is unknown, and the others go on. */
export async function findingOf({ name, find }: Look): Promise<StatusFinding> {
  try {
    return finding(name, await find())
  } catch (error) {
    return { name, state: 'unknown', found: error instanceof Error ? error.message : String(error) }
  }
}

/** The pool of a server has this name, on whatever machine it runs, and looks for jobs each second. */
const SERVERS = `select count(*) as connections from pg_stat_activity
  where application_name = 'fairlot' and datname = current_database() and usename = current_user`

async function checkServer(db: Executor): Promise<Found> {
  const [row] = await db.query<{ connections: bigint }>(SERVERS)
  const ok = row !== undefined && row.connections > 0n
  return { ok, found: ok ? 'runs' : 'no server is connected to the database: start it' }
}

async function checkSchema(db: Executor): Promise<Found> {
  const { known, landed } = await newestMigration(db)
  if (landed?.version === known.version) return { ok: true, found: `migration ${known.version}` }
  const found = `this release has migration ${known.version}, and the database has ${landed?.version ?? 'none'}: start the server of the same release`
  return { ok: false, found }
}

/** The log has all that this installation has seen of it. A copy that was restored for a drill may lack some. */
async function checkLog({ config, db, secrets }: ProgramContext, deployment: string): Promise<Found> {
  const drill = await isDrill(config.dataDir)
  const highWater = highWaterFile(config.dataDir)
  const { standing } = createFair({ db, random: systemRandom, secrets, deployment, highWater, drill })
  const now = await standing.check(db)
  return typeof now === 'string'
    ? { ok: true, found: 'not halted' }
    : { ok: now.reason === 'drill', found: sayHalt(now) }
}

async function checkBeacon(db: Executor, businessNow: number): Promise<Found> {
  const at = await lastRelayAnswer(db, QUICKNET.hash)
  if (at === null) return { ok: false, found: 'no relay has given a round yet (BEACON_RELAYS)' }
  const found = `a relay gave a round at ${new Date(at).toISOString()}`
  const isLate = businessNow - at > DAY_MS
  return { ok: !isLate, found: isLate ? `${found}, more than a day ago` : found }
}

async function checkSelling({ config, db }: ProgramContext): Promise<Found> {
  const { figure, breaches } = await checkGoLive(db, config)
  return { ok: breaches === 0, found: breaches === 0 ? figure : `sells nothing new: ${figure}` }
}

async function checkWitnesses(db: Executor): Promise<Found> {
  const [row] = await db.query<{ breaches: bigint }>(lateWitnessesCheck.sql)
  const late = row?.breaches ?? 0n
  return { ok: late === 0n, found: late === 0n ? 'no draw waits for them' : `${late} draws wait for them` }
}

type Status = Awaited<ReturnType<typeof installationStatus>>

function ofClock({ halt }: Status['clock']): Found {
  if (halt === null) return { ok: true, found: 'trusted' }
  const jump = `${Math.round(halt.jumpMs / 1_000)} s`
  return { ok: false, found: `halted since ${new Date(halt.since).toISOString()}: it jumped ${jump}` }
}

function ofWitness({ size, signedAt, current }: Status['witnesses'][number]): Found {
  if (size === null || signedAt === null) return { ok: false, found: 'has signed nothing' }
  const found = `${size} entries at ${new Date(signedAt).toISOString()}`
  return { ok: current, found: current ? found : `${found}, but not every checkpoint older than an hour` }
}

/** What `operator status` shows. What the witnesses report is known to the server only. */
async function shownToOperators(
  { config, db }: ProgramContext,
  { moneyMode }: Deployment,
): Promise<StatusFinding[]> {
  const { clock, items, witnesses } = await installationStatus(db, config.witnesses, {
    reports: () => new Map(),
  })
  const { beacon } = installationOf({ ...config, moneyMode })
  return [
    finding('clock', ofClock(clock)),
    ...(beacon === 'quicknet'
      ? [await findingOf({ name: 'beacon', find: () => checkBeacon(db, clock.now) })]
      : []),
    ...witnesses.map((witness) => finding(`witness ${witness.name}`, ofWitness(witness))),
    ...items.map(({ name, count, title, found }) =>
      finding(name, { ok: count === 0, found: count === 0 ? title : `${found}; should be: ${title}` }),
    ),
  ]
}

/** Everything that the database says. With another schema than that of this release nothing else can be asked. */
export async function databaseFindings(context: ProgramContext): Promise<StatusFinding[]> {
  const { db } = context
  const found = [
    await findingOf({ name: 'server', find: () => checkServer(db) }),
    await findingOf({ name: 'schema', find: () => checkSchema(db) }),
  ]
  if (found[1]?.state !== 'fine') return found
  const deployment = await readDeployment({ query: async (text) => ({ rows: await db.query(text) }) })
  const looks: Look[] = [
    { name: 'log', find: () => checkLog(context, deployment.id) },
    { name: 'witnesses', find: () => checkWitnesses(db) },
    { name: 'go-live', find: () => checkSelling(context) },
  ]
  for (const look of looks) found.push(await findingOf(look))
  return [...found, ...(await shownToOperators(context, deployment))]
}
