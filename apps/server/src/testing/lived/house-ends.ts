/** How a house (`lived-house.ts`) ends, and what everybody else finds who reads its books and its log. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { hasLost } from '@fairlot/fairness/proof/version-3/lost'
import { hasPython, runPython } from '@fairlot/fairness/testing/python.fixture'
import { formatWitnessRequest } from '@fairlot/fairness/witness'
import { createFair, endOfLog, exportLog, latestCheckpoint } from '../../modules/fair/index.ts'
import { AUDITING, startWitnesses } from '../../modules/fair/witnesses/played-witnesses.fixture.ts'
import { proofOfEvent } from '../../modules/growth/events/proof/event-proof.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { systemRandom } from '../../platform/random.ts'
import { runDoctorChecks } from '../../programs/doctor.checks.ts'
import { verifiedByBoth } from '../both-verifiers.ts'
import { adjust } from '../server.ts'
import type { LivedHouse } from './lived-house.ts'

/** What is not at its end, or has money left. */
const OPEN = `
  select 'issue ' || t.number || ' ' || i.status as open from issue i join issue_terms t using (issue_id)
  where i.status not in ('drawn', 'refunded') or exists (
    select from purchase p where p.subject_id = i.issue_id and p.state in ('held', 'done') and not p.settled)
  union all select 'event ' || number || ' ' || status from event where ended_at is null
  union all select 'round ' || game || ' ' || period || ' ' || status from round where bets > 0 and ended_at is null
  union all select 'order ' || purchase_id from purchase where not settled or state = 'held'
  union all select 'wallet of ' || member_id from wallet where open_orders <> 0
  order by 1`

export async function openThings({ db }: LivedHouse): Promise<string[]> {
  return (await db.query<{ open: string }>(OPEN)).map(({ open }) => open)
}

/** Past the round of a seal, the patience with witnesses, every deadline, and the week after which nothing waits for witnesses. */
const PAUSES = [61_000, 61_000, 20 * MINUTE_MS, 26 * HOUR_MS, 130_000, 20 * MINUTE_MS, 8 * DAY_MS]

/** Lets everything end, while the witnesses sign and two operators release what was held. */
export async function endEverything(house: LivedHouse): Promise<void> {
  await house.heal()
  // rounds with bets end, and no other opens
  await adjust(house.server.context, { 'games.lucky1m.enabled': 'false', 'games.king2m.enabled': 'false' })
  for (const account of ['guarantee', 'marketing'] as const) await house.fund(account, 10_000_0000n)
  for (let round = 0; round < 4; round++)
    for (const pause of PAUSES) {
      await house.run(2)
      await house.release()
      if (round > 0 && (await openThings(house)).length === 0) return
      await house.pass(pause)
    }
}

/** The titles of all checks of the doctor that find something. */
export async function doctorFinds({ db, secrets, server }: LivedHouse): Promise<string[]> {
  const { deployment } = server.context
  return db.tx(async (tx) => {
    await tx.query('set transaction isolation level repeatable read read only')
    const fair = createFair({ db: tx, random: systemRandom, secrets, deployment: deployment.id })
    const found: string[] = []
    for await (const { title, figure, breaches } of runDoctorChecks({ snapshot: tx, fair }))
      if (breaches > 0) found.push(`${title}: ${figure}`)
    return found
  })
}

/** What the log did not take: entries of transactions that were undone, and entries of the queue. */
export async function setAside({ db }: LivedHouse): Promise<unknown[]> {
  return db.query(`
    select kind, subject, rule || ': ' || why as why from log_refused
    union all select entry ->> 't', pending_id::text, why from log_unpublished where why is not null`)
}

/**
 * Orders and bets whose money came back more than once, or that were paid although they are open. An order of a lost issue gets, beside its
 * money, once what the even share of all prizes is above it.
 */
export async function paidTwice({ db }: LivedHouse): Promise<unknown[]> {
  return db.query(`
    select p.purchase_id, p.state, p.result, array_agg(l.kind order by l.kind) as kinds
    from purchase p join ledger l on l.ref = p.purchase_id and l.credit = 'wallet' and l.book = p.member_id
    left join (issue_sale s join issue_lost_share f using (issue_id, seq)) on s.purchase_id = p.purchase_id and l.kind = 'favour'
    group by p.member_id, p.purchase_id
    having count(*) filter (where f.issue_id is null) > 1 or count(f.issue_id) > 1`)
}

const LOST_DRAWS = `
  select 'issue' as kind, number from issue_draw join issue_terms using (issue_id) where after_loss
  union all select 'event', number from event_draw join event using (event_id) where after_loss order by 1, 2`

/** What the verifiers refuse of documents that show the way from a lost log to a draw. */
export async function lostDocuments({ db, options, server }: LivedHouse): Promise<string[]> {
  const found: string[] = []
  const draws = await db.query<{ kind: 'issue' | 'event'; number: string }>(LOST_DRAWS)
  for (const { kind, number } of draws) {
    const document =
      kind === 'issue'
        ? await server.context.mall.proofs.of(number)
        : await proofOfEvent({ ...options, db, witnesses: [] }, number)
    if (!hasLost(document)) continue
    const { failed, why } = verifiedByBoth(document, options.writer.publicKey)
    if (failed !== null) found.push(`${kind} ${number}: step ${failed}, ${why}`)
  }
  return found
}

type ReadHouse = Parameters<typeof startWitnesses>[0] & Pick<LivedHouse, 'db'>
export type Told = { log: string; js: string; python: string; witness: string }

/**
 * What readers of each log say of it to its end: the check of an export, the one in Python, and a witness that follows it from its start.
 * @param from number of the first log that they read
 * @param inPython whether the one in Python reads, which takes longest
 */
export async function readersSay(house: ReadHouse, from = 1, inPython = hasPython): Promise<Told[]> {
  const { writer } = house.options
  await writer.flush(house.db, { checkpoint: true })
  const witness = await startWitnesses(house, [AUDITING])
  const folder = mkdtempSync(path.join(tmpdir(), 'fairlot-lived-'))
  try {
    const { log: last } = await endOfLog(house.db)
    const told: Told[] = []
    for (let number = from; number <= last; number++) {
      const at = path.join(folder, String(number))
      const deployment = writer.nameOf(number)
      const exported = { deployment, publicKey: writer.publicKey, number }
      // a log that was lost before anybody saw it is not in the copy
      if ((await exportLog(house.db, at, exported)).entries === 0) continue
      told.push({
        log: deployment.replace(writer.deployment, ''),
        js: programSays(at),
        python: inPython ? pythonSays(at) : 'sound',
        witness: await witnessSays(house, witness.witnesses[0]!.url, number),
      })
    }
    return told
  } finally {
    await witness.close()
    rmSync(folder, { recursive: true })
  }
}

/** What they say of a log in which nothing is wrong. */
export const SOUND: Omit<Told, 'log'> = { js: 'sound', python: 'sound', witness: '200' }

/** 4: a favour, a refund or a void that too few witnesses have signed */
const SAYS_SOUND: readonly (number | null)[] = [0, 4]

const PROGRAM = fileURLToPath(new URL('../../../../../packages/fairness/cli/verify.ts', import.meta.url))

/** `npm run verify -- --log FOLDER` */
function programSays(folder: string): string {
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, '--log', folder], {
    encoding: 'utf8',
  })
  return SAYS_SOUND.includes(status) ? 'sound' : `${status}: ${stdout}${stderr}`
}

function pythonSays(folder: string): string {
  const { status, out, err } = runPython(folder, '--log', folder)
  return SAYS_SOUND.includes(status) ? 'sound' : `${status}: ${out}${err}`
}

const RETRIES = 20

async function witnessSays(house: Pick<LivedHouse, 'db'>, url: string, log: number): Promise<string> {
  const { note } = (await latestCheckpoint(house.db, log))!
  const body = formatWitnessRequest({ oldSize: 0, consistency: [], note })
  const ask = () => fetch(`${url}/add-checkpoint`, { method: 'POST', body })
  let answer = await ask()
  // on a busy machine the audit can need more time than a request waits
  for (let again = 0; answer.status === 503 && again < RETRIES; again++) answer = await ask()
  return answer.status === 200 ? '200' : `${answer.status}: ${await answer.text()}`
}
