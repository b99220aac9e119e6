/** Filled houses of earlier releases that go on under this one: what they had open, what opens next, and what members then hold. */
import { randomUUID } from 'node:crypto'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { hasPython, verifyInPython } from '@fairlot/fairness/testing/python.fixture'
import { verifyAnyProof } from '@fairlot/fairness/verify/any'
import { createFair } from '../../modules/fair/index.ts'
import { createDb, type Db } from '../../platform/db.ts'
import { HOUR_MS, MINUTE_MS } from '../../platform/durations.ts'
import { systemRandom } from '../../platform/random.ts'
import { migrate } from '../../platform/schema/migrate.ts'
import { runDoctorChecks } from '../../programs/doctor.checks.ts'
import { testClient, type TestClient } from '../client.ts'
import { emptyDatabase } from '../database.ts'
import { fillWithHouse, readEarlierHouse, secretsOfHouse } from '../earlier/earlier-houses.ts'
import { makeMember } from '../factories.ts'
import { openSomeEvent } from '../made/events.ts'
import { payIn } from './house-steps.ts'
import { LivedHouse } from './lived-house.ts'

/** What the doctor does not find as it should be. @param owner of the schema */
async function unsound(owner: Db, sealKeys: LivedHouse['secrets']): Promise<string[]> {
  const [deployment] = await owner.query<{ id: string }>('select id from deployment')
  return owner.tx(async (snapshot) => {
    await snapshot.query('set transaction isolation level repeatable read read only')
    const { id } = deployment!
    const fair = createFair({ db: snapshot, random: systemRandom, secrets: sealKeys, deployment: id })
    const found: string[] = []
    for await (const { title, figure, breaches } of runDoctorChecks({ snapshot, fair, sealKeys }))
      if (breaches > 0) found.push(`${title}: ${breaches} (${figure})`)
    return found
  })
}

type Upgraded = {
  house: LivedHouse
  /** what the doctor finds after the migrations, before a server has started */
  found: string[]
}

/** Migrates a house of an earlier release, and starts this one a minute after that one was stopped. */
export async function upgradedHouse(version: number, witnesses: readonly string[]): Promise<Upgraded> {
  const [earlier, database] = [await readEarlierHouse(version), await emptyDatabase()]
  await fillWithHouse(database.ownerUrl, earlier)
  await migrate(database.ownerUrl)
  const secrets = await secretsOfHouse(earlier)
  const owner = createDb(database.ownerUrl, { max: 1 })
  const [stopped] = await owner.query<{ ms: bigint }>('select max(time_ms) as ms from log_checkpoint')
  const atMs = Number(stopped!.ms) + 60_000
  await database.setClockOffset(atMs - Date.now())
  const found = await unsound(owner, secrets)
  await owner.close()
  const house = await LivedHouse.over(database, secrets, { atMs, witnesses, members: 3, paid: '20000.00' })
  return { house, found }
}

export type OpenIssue = {
  number: string
  mode: string
  grade: string
  status: string
  rules: number
  sold: number
  left: number
}

/** What has not ended, in the order of its number. */
type Left = { issues: OpenIssue[]; events: string[]; rounds: string[]; finance: string[] }

export async function leftOpen({ db }: LivedHouse): Promise<Left> {
  const named = async (sql: string) => (await db.query<{ name: string }>(sql)).map(({ name }) => name)
  return {
    issues: await db.query<OpenIssue>(
      `select t.number, t.mode, t.grade, i.status, i.log_rules as rules, i.sold, i.shares - i.sold as left
       from issue i join issue_terms t using (issue_id) where i.status not in ('drawn', 'refunded') order by 1`,
    ),
    events: await named('select number as name from event where ended_at is null order by 1'),
    rounds: await named(
      `select game || ' ' || period as name from round where bets > 0 and ended_at is null order by 1`,
    ),
    finance: await named(
      `select purchase_id::text as name from finance_order where state = 'waiting' order by 1`,
    ),
  }
}

/** Version of the rules that the log names, once. */
export async function namedRules({ db }: LivedHouse): Promise<unknown[]> {
  return db.query(
    `select (bytes::jsonb ->> 'version')::int as version from log_entry where kind = 'log-rules'`,
  )
}

/** What kinds of draws and orders a house has left open. */
export const kindsLeft = ({ issues, events, rounds, finance }: Left) => ({
  issues: [...new Set(issues.map(({ mode, grade }) => `${mode} ${grade}`))].toSorted(),
  events: events.length,
  rounds: rounds.length,
  finance: finance.length,
})

/** Of the issues on sale that of each mode and grade of which the fewest shares are left. */
export function fewestLeft(issues: readonly OpenIssue[]): OpenIssue[] {
  const chosen = new Map<string, OpenIssue>()
  for (const issue of issues) {
    const kind = `${issue.mode} ${issue.grade}`
    const before = chosen.get(kind)
    if (issue.status === 'selling' && (!before || issue.left < before.left)) chosen.set(kind, issue)
  }
  return [...chosen.values()]
}

/** A member buys what is left. Of a sale to two members it takes both places that are left. */
export async function sellOut(
  house: LivedHouse,
  { number, mode }: Pick<OpenIssue, 'number' | 'mode'>,
): Promise<void> {
  const { db, members, server } = house
  for (const member of members) {
    const [sale] = await db.query<{ left: number; shares: number }>(
      'select i.shares - i.sold as left, i.shares from issue i join issue_terms using (issue_id) where number = $1',
      [number],
    )
    if (sale!.left === 0) return
    const quantity = mode === 'pk' ? sale!.shares / 2 : sale!.left
    await server.context.mall.sales.buy({ member, issue: number, quantity, requestId: randomUUID() })
  }
}

/** A member with as many friends as an event asks for joins it. */
export async function joinEvent(house: LivedHouse, number: string): Promise<void> {
  const [memberId] = house.members
  const [event] = await house.db.query<{ friends: number }>('select friends from event where number = $1', [
    number,
  ])
  for (let n = 0; n < event!.friends; n++) {
    const friend = await makeMember(house.server, { inviterId: memberId! })
    await payIn(house, friend.memberId)
  }
  await house.server.context.growth.events.join({ memberId: memberId!, number, requestId: randomUUID() })
}

/** Lets time pass, in steps after which what is due runs. */
export async function live(house: LivedHouse, hours: readonly number[]): Promise<void> {
  for (const pause of [0, ...hours]) {
    await house.pass(pause * HOUR_MS)
    await house.run(2)
    await house.release()
    await house.server.context.jobs.drain()
  }
}

/** Finishes the rounds on which members have bet. What the stopped server did not seal in time is void. */
export async function finishRounds(house: LivedHouse): Promise<void> {
  const open = await house.db.query<{ closes: bigint }>(
    'select distinct closes_ms as closes from round where bets > 0 and ended_at is null order by 1',
  )
  for (const { closes } of open) {
    await house.pass(Math.max(0, Number(closes) + 50 - (await house.now())))
    // before everything else that is due, because a round is sealed within seconds
    await house.server.context.games.rounds.runDue()
    await house.pass(BEACON_MS)
    await house.run(1)
  }
}

/** Past the beacon round of a seal. */
const BEACON_MS = 40_000

const ABOUT = {
  category: 'trial',
  art: 'phone',
  tile: 'sea',
  texts: { 'en-us': { title: 'A product of this release', description: '' } },
  sharePrice: 10_000n,
  shares: 10,
  grade: 'witnessed',
} as const

/** Bets at the start of a round of a minute, and finishes it. */
async function playRound(house: LivedHouse): Promise<void> {
  await house.pass(MINUTE_MS - ((await house.now()) % MINUTE_MS) + 100)
  await house.run(1)
  const game = 'lucky-1m'
  const { round } = await house.server.anonymous().call(ENDPOINTS.gameRound, { game })
  await house.server.context.betting.place({
    member: house.members[1]!,
    requestId: randomUUID(),
    game,
    period: round!.period,
    picks: ['big', 'small'],
    contract: '10.00',
    multiple: 1,
    barred: null,
  })
  await finishRounds(house)
}

/** Opens an issue of each mode and an event that the witnesses vouch for, sells them, and bets. @returns numbers of the issues */
export async function sellNext(house: LivedHouse): Promise<string[]> {
  const { context } = house.server
  const numbers: string[] = []
  for (const mode of ['goods', 'cash', 'pk'] as const) {
    const code = `NEXT${mode.toUpperCase()}`
    const prize = 80_000n
    const worth = mode === 'cash' ? { tiers: [{ from: 0, to: 0, prize }] } : { marketPrice: prize }
    await context.mall.createProduct({ ...ABOUT, code, mode, ...worth })
    const { number } = (await context.mall.openIssue(code))!
    await sellOut(house, { number, mode })
    numbers.push(number)
  }
  await joinEvent(
    house,
    await openSomeEvent(house.server, { grade: 'witnessed', winners: 1, friends: 1, topUp: 10_000n }),
  )
  await playRound(house)
  return numbers
}

type Held = { kind: 'issue' | 'event' | 'round'; subject: string; member: string; id: string; rules: number }

/** What members hold of every draw that there was: of each the first purchase. */
const HELD = `
  select 'issue' as kind, t.number as subject, s.member_id as member, s.purchase_id as id, i.log_rules as rules, d.drawn_at as at
  from issue i join issue_terms t using (issue_id) join issue_sale s using (issue_id) join issue_draw d using (issue_id)
  where i.status = 'drawn' and s.seq = 1
  union all
  select 'event', e.number, n.member_id, n.entry_id, e.log_rules, e.ended_at from event e join event_entry n using (event_id)
  where e.status = 'drawn' and n.seq = 1
  union all
  select 'round', r.game || ' ' || r.period, b.member_id, b.purchase_id, c.log_rules, r.ended_at
  from round r join game_chain c using (chain_id) join bet b using (round_id) where r.status = 'settled' and b.seq = 1
  order by kind, at`

function documentOf(client: TestClient, { kind, subject }: Held): Promise<object> {
  if (kind === 'issue') return client.call(ENDPOINTS.proof, { issue: subject })
  if (kind === 'event') return client.call(ENDPOINTS.prizeProof, { event: subject })
  const [game, period] = subject.split(' ')
  return client.call(ENDPOINTS.gameProof, { game: game as 'lucky-1m', period: period! })
}

type Verified = Held & { version: string; said: string }

/** Verifies the documents of all draws with a receipt of each, as their members do. @param inPython also in the other verifier */
export async function verifyHeld(house: LivedHouse, inPython = hasPython): Promise<Verified[]> {
  const { db, server } = house
  const { publicKey } = server.context.fair.writer
  const verified: Verified[] = []
  // Python takes half a second for a document: the newest of each kind and version
  const cases = new Map<string, { proof: string; receipt: string; key: string; said: Verified }>()
  for (const held of await db.query<Held>(HELD)) {
    const session = await server.context.identity.openSession(held.member)
    const client = testClient({ url: server.url, session })
    const receipt = await client.call(ENDPOINTS.fairReceipt, { order: held.id })
    const proof = await documentOf(client, held)
    const { verdict, failed, steps } = verifyAnyProof(structuredClone(proof), { publicKey, receipt })
    const step = steps.find((one) => one.step === 'receipt')?.status
    const { version } = proof as { version: string }
    const said = { ...held, version, said: failed ?? `${verdict}, receipt ${String(step)}` }
    verified.push(said)
    const texts = { proof: JSON.stringify(proof), receipt: JSON.stringify(receipt), key: publicKey }
    cases.set(`${held.kind} ${version}`, { ...texts, said })
  }
  if (inPython) {
    const asked = [...cases.values()]
    const answers = verifyInPython(asked.map(({ proof, receipt, key }) => ({ proof, receipt, key })))
    for (const [n, { verdict, failed, steps }] of answers.entries()) {
      const { said } = asked[n]!
      const answer = failed ?? `${verdict}, receipt ${String(steps?.['receipt'])}`
      if (answer !== said.said) said.said += `; in Python ${answer}`
    }
  }
  return verified
}

/** How rounds ended, in the order of their periods. @param named their games and periods */
export async function endsOfRounds({ db }: LivedHouse, named: readonly string[]): Promise<unknown[]> {
  return db.query(
    `select r.game, r.status, c.log_rules as rules from round r join game_chain c using (chain_id)
     where r.game || ' ' || r.period = any ($1) order by r.game, r.period`,
    [named],
  )
}

/** How issues ended, and under which rules. */
export async function endsOf(
  { db }: LivedHouse,
  numbers: readonly string[],
): Promise<{ number: string; status: string; rules: number }[]> {
  return db.query(
    `select number, status, log_rules as rules from issue join issue_terms using (issue_id) where number = any ($1) order by 1`,
    [numbers],
  )
}
