/**
 * Filled houses of earlier releases: this release migrates them, its doctor finds them sound, what they had open ends under its rules,
 * and they go on under version 3.
 */
import { randomUUID } from 'node:crypto'
import { hasPython } from '@fairlot/fairness/testing/python.fixture'
import { isSoak } from '@fairlot/fairness/testing/rounds.fixture'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterAll, expect, test } from 'vitest'
import { CHECKS, runDoctorChecks } from './programs/doctor.checks.ts'
import { businessClock } from './platform/clock.ts'
import { createDb, FLOOR_MS, MS } from './platform/db.ts'
import { AUDITING } from './modules/fair/witnesses/played-witnesses.fixture.ts'
import { migrate } from './platform/schema/migrate.ts'
import { emptyDatabase } from './testing/database.ts'
import {
  EARLIER_HOUSES,
  fillWithHouse,
  readEarlierHouse,
  secretsOfHouse,
} from './testing/earlier/earlier-houses.ts'
import { doctorFinds, paidTwice, readersSay, setAside, SOUND } from './testing/lived/house-ends.ts'
import {
  endsOf,
  endsOfRounds,
  fewestLeft,
  finishRounds,
  joinEvent,
  kindsLeft,
  leftOpen,
  live,
  namedRules,
  sellNext,
  sellOut,
  upgradedHouse,
  verifyHeld,
  type OpenIssue,
} from './testing/lived/upgraded-house.ts'
import { failing, planted } from './testing/planted.ts'
import { testServer, type TestServer } from './testing/server.ts'

const ends: (() => Promise<void>)[] = []
afterAll(async () => {
  for (const end of ends.toReversed()) await end()
})

const servers = new Map<number, Promise<TestServer>>()

/** A server of this release on a house of an earlier one, which the tests of this file share. */
function upgraded(version: number): Promise<TestServer> {
  const server = servers.get(version) ?? upgrade(version)
  servers.set(version, server)
  return server
}

/** At the time at which the earlier release was stopped. */
async function upgrade(version: number): Promise<TestServer> {
  const house = await readEarlierHouse(version)
  const database = await emptyDatabase()
  ends.push(database.drop)
  await fillWithHouse(database.ownerUrl, house)
  await migrate(database.ownerUrl)
  const owner = createDb(database.ownerUrl, { max: 1 })
  await owner.query(
    `update clock_offset set offset_ms = (select max(time_ms) from log_checkpoint) + 60000 - ${MS('statement_timestamp()')}`,
  )
  const clock = await businessClock(owner)
  await owner.close()
  const server = await testServer({ database, parts: { clock, secrets: await secretsOfHouse(house) } })
  ends.push(server.close)
  return server
}

/** What the doctor does not find as it should be. */
async function breaches({ db, context }: TestServer, version: number): Promise<string[]> {
  const found: string[] = []
  const sealKeys = await secretsOfHouse(await readEarlierHouse(version))
  await db.tx(async (snapshot) => {
    await snapshot.query('set transaction isolation level repeatable read read only')
    for await (const { title, figure, breaches: count } of runDoctorChecks({
      snapshot,
      fair: context.fair,
      sealKeys,
    }))
      if (count > 0) found.push(`${title}: ${count} (${figure})`)
  })
  return found
}

/** In `npm test` the houses of 22 November and of the first release with games and events; in soak all. */
const LIVING = EARLIER_HOUSES.filter(({ version }) => isSoak || version === 25 || version === 62)

const OLD_GRADES = ['goods beacon', 'goods plain', 'goods salt']
const WITH_MODES = ['cash beacon', ...OLD_GRADES, 'pk beacon']

/** What each house has open. */
const LEFT = {
  11: { issues: OLD_GRADES, events: 0, rounds: 0, finance: 0 },
  25: { issues: OLD_GRADES, events: 0, rounds: 0, finance: 0 },
  62: {
    issues: [...WITH_MODES, 'goods witnessed', 'pk witnessed'].toSorted(),
    events: 2,
    rounds: 2,
    finance: 6,
  },
  81: { issues: WITH_MODES, events: 1, rounds: 0, finance: 6 },
}

/** Documents of draws from before the upgrade, and of what was open: their kind and version. */
const DOCUMENTS = {
  11: ['issue 1'],
  25: ['issue 2'],
  62: ['issue 2', 'event 2', 'round 2'],
  81: [],
}

test.each(LIVING)(
  'what a filled house of $day had open ends once under its rules, and it goes on under version 3',
  async ({ version }) => {
    const { house, found } = await upgradedHouse(version, ['alice', 'bob', AUDITING])
    ends.push(() => house.close())
    // as a restore finds it, before a server has started
    expect(found).toEqual([])
    const left = await leftOpen(house)
    expect(kindsLeft(left)).toEqual(LEFT[version])
    expect(await namedRules(house)).toEqual([{ version: 3 }])
    await house.restart(house.witnesses)
    // the witnesses are asked
    await house.run(1)
    await finishRounds(house)
    // the stopped server did not seal the round of a minute in time
    expect(await endsOfRounds(house, left.rounds)).toEqual(
      left.rounds.map((round) => ({
        game: round.split(' ')[0],
        status: round.startsWith('lucky-1m') ? 'void' : 'settled',
        rules: 2,
      })),
    )
    const chosen = fewestLeft(left.issues)
    for (const issue of chosen) await sellOut(house, issue)
    for (const event of left.events) await joinEvent(house, event)
    // the chains of games of version 2 end at midnight
    await live(house, [0.02, 1.5])
    const next = await sellNext(house)
    await live(house, [0.02, 0.02, 24.1, 0.1, 0.1, 31 * 24, 0.1, 0.1])

    const open = await leftOpen(house)
    // the issues that follow by themselves
    expect(open.issues.filter(({ rules, sold }) => rules < 3 || sold > 0)).toEqual([])
    expect({ ...open, issues: [] }).toEqual({ issues: [], events: [], rounds: [], finance: [] })
    expect(await endsOf(house, next)).toEqual(
      next.map((number) => ({ number, status: 'drawn', rules: 3 })).toSorted(byNumber),
    )
    const isDrawn = (one: OpenIssue) => one.left === 0 || chosen.includes(one)
    expect(
      await endsOf(
        house,
        left.issues.map(({ number }) => number),
      ),
    ).toEqual(
      left.issues.map((one) => ({
        number: one.number,
        status: isDrawn(one) ? 'drawn' : 'refunded',
        rules: one.rules,
      })),
    )
    expect(await paidTwice(house)).toEqual([])
    expect(await setAside(house)).toEqual([])

    // Python takes longest: the log of the house that has everything, and in soak all
    const inPython = hasPython && (isSoak || version === 62)
    await house.backup()
    expect(await house.restore()).toBe(false)
    const held = await verifyHeld(house, hasPython && isSoak)
    expect(held.filter(({ said }) => said !== 'verified, receipt passed')).toEqual([])
    expect(new Set(held.map(({ kind, version: format }) => `${kind} ${format.at(-1)}`))).toEqual(
      new Set([...DOCUMENTS[version], 'event 3', 'issue 3', 'round 3']),
    )
    expect(await readersSay(house, 1, inPython)).toEqual([{ log: '', ...SOUND }])
    expect(await doctorFinds(house)).toEqual([])
  },
)

const byNumber = (a: { number: string }, b: { number: string }) => (a.number < b.number ? -1 : 1)

const SHORT = EARLIER_HOUSES.filter((house) => !LIVING.includes(house))

test.skipIf(SHORT.length === 0).each(SHORT)(
  'a filled house of $day is sound after the upgrade, and what it had on sale is sold out and drawn',
  async ({ version }) => {
    const server = await upgraded(version)
    const { db, database, context } = server
    const { mall } = context
    // as a restore finds it, before a server has started
    expect(await breaches(server, version)).toEqual([])

    await context.fair.writer.begin(db)
    const [issue] = await db.query<{ number: string; left: number }>(
      `select t.number, t.shares - i.sold as left from issue i join issue_terms t using (issue_id)
       where i.status = 'selling' and t.mode = 'goods' order by t.shares - i.sold limit 1`,
    )
    const [member] = await db.query<{ id: string }>(
      'select member_id as id from wallet order by balance desc limit 1',
    )
    await mall.sales.buy({
      member: member!.id,
      issue: issue!.number,
      quantity: issue!.left,
      requestId: randomUUID(),
    })
    await mall.draws.runDue()
    await database.advanceClock(90_000)
    await mall.draws.runDue()
    await context.jobs.drain()
    await context.fair.writer.flush(db, { checkpoint: true })
    const undrawn = await db.query(
      `select number, status from issue join issue_terms using (issue_id) where status = 'sold_out' or number = $1 and status <> 'drawn'`,
      [issue!.number],
    )
    expect(undrawn).toEqual([])
    const { publicKey } = context.fair.writer
    const proof = await mall.proofs.of(issue!.number)
    expect(verifyProof(structuredClone(proof), { publicKey })).toMatchObject({ verdict: 'verified' })
    expect(await failing(db, CHECKS)).toEqual([])
  },
)

const ORDERS =
  'every order is dated by its purchase, or by the order or the opening before it when the clock went back'
const SOLD_OUT = 'every issue was sold out by its last order, and drawn between its seal and its results'

const TIMES = CHECKS.filter(({ title }) => title === ORDERS || title === SOLD_OUT)

test('the times of orders from before one statement decided a purchase are judged by the rule of their time, and later ones by that of today', async () => {
  const { db, owner } = await upgraded(11)
  const [apart] = await db.query(
    `select count(*)::int > 100 as many from issue_sale s join purchase p using (member_id, purchase_id)
     where s.ordered_ms <> ${FLOOR_MS('p.created_at')}`,
  )
  expect(apart).toEqual({ many: true })
  const oldest = `(select issue_id from issue where status = 'drawn' order by sold_out_at limit 1)`
  const last = `issue_id = ${oldest} and seq = (select orders from issue where issue_id = ${oldest})`
  for (const [plant, title] of [
    [`update issue_sale set ordered_ms = ordered_ms + 700000 where ${last}`, ORDERS],
    [`update issue_sale set ordered_ms = ordered_ms - 60000 where issue_id = ${oldest} and seq = 1`, ORDERS],
    [
      `update issue set sold_out_at = sold_out_at + interval '11 minutes' where issue_id = ${oldest}`,
      SOLD_OUT,
    ],
    // as if these were sold by a later release
    [
      `update schema_migration set applied_at = (select min(created_at) from deployment) - interval '1 hour' where version = 12`,
      ORDERS,
    ],
  ] as const)
    expect(await planted(owner, TIMES, plant), plant).toContain(title)
  expect(TIMES).toHaveLength(2)
  expect(await planted(owner, TIMES, 'select 1')).toEqual([])
})
