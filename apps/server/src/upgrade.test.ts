/** Filled houses of earlier releases: this release migrates them, its doctor finds them sound, and what was on sale is drawn. */
import { randomUUID } from 'node:crypto'
import { verifyProof } from '@fairlot/fairness/verify'
import { afterEach, expect, test } from 'vitest'
import { CHECKS, runDoctorChecks } from './programs/doctor.checks.ts'
import { businessClock } from './platform/clock.ts'
import { createDb, FLOOR_MS, MS } from './platform/db.ts'
import { migrate } from './platform/schema/migrate.ts'
import { emptyDatabase } from './testing/database.ts'
import {
  EARLIER_HOUSES,
  fillWithHouse,
  readEarlierHouse,
  secretsOfHouse,
} from './testing/earlier/earlier-houses.ts'
import { failing, planted } from './testing/planted.ts'
import { testServer, type TestServer } from './testing/server.ts'

const ends: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end()
})

/** A server of this release on a house of an earlier one, at the time at which that one was stopped. */
async function upgraded(version: number): Promise<TestServer> {
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

test.each(EARLIER_HOUSES)(
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
