/** Steps of events of version 3 that die at any statement or run several times at once: every share is paid once. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { formatKey } from '@fairlot/fairness/note'
import { cosign } from '@fairlot/fairness/witness'
import type { Db } from '../../../../platform/db.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import { statementsOf } from '../../../../testing/migration-statements.ts'
import { verifiedByBoth } from '../../../../testing/both-verifiers.ts'
import { dieAtEachStatement } from '../../../../testing/dying.ts'
import { latestCheckpoint } from '../../../fair/index.ts'
import { fetchKeptSeals } from '../../../fair/standing/lost-seals.ts'
import { keepLine } from '../../../fair/witnesses/cosignatures.ts'
import { POOL } from '../events.fixture.ts'
import { auditLast, GUARANTEE, witnessedEvents, type WitnessedEvents } from '../events-3.fixture.ts'
import { drawEvent } from './draw-event.ts'
import { createEventsLoop } from './events.jobs.ts'
import { payChunk } from './pay-event.ts'
import { payShares } from './pay-shares.ts'
import { sealEvent } from './seal-event.ts'
import { loseOpenEvents } from './lose-events.ts'
import { closeEvent, voidEvent } from './void-event.ts'

let world: WitnessedEvents
beforeAll(async () => {
  world = await witnessedEvents(['north'])
})
afterAll(() => world.close())
afterEach(async () => {
  expect(world.errors).toEqual([])
  expect(await world.broken()).toEqual([])
  await world.heal()
})

const untilDone = (work: (db: Db) => Promise<unknown>) =>
  dieAtEachStatement(world.db, work, async () => expect(await world.broken()).toEqual([]))

/** @param fallen participants before these whose friends have taken their money back */
async function joined(participants: number, fallen = 0) {
  const event = await world.open()
  for (const member of await world.members(fallen)) {
    const friends = await world.friends(member)
    await world.join(member, event.number)
    await world.takeBack(friends)
  }
  const members = await world.entitled(participants)
  for (const member of members) await world.join(member, event.number)
  await world.pass(event.deadlineMs - (await world.now()) + 1_000)
  return { ...event, members }
}

const paidTo = async (members: readonly string[]) =>
  (await Promise.all(members.map((member) => world.balance(member)))).toSorted((a, b) => Number(b - a))

async function noticesOf(eventId: string): Promise<{ kind: string; notices: number }[]> {
  return world.db.query(
    'select kind, count(*)::int as notices from member_notice where event_id = $1 group by kind order by kind',
    [eventId],
  )
}

/** Stores a line of the witness over the newest checkpoint, made now. */
async function signedBy({ db, now, witnesses }: WitnessedEvents, log: number): Promise<void> {
  const { key, signsWith } = witnesses[0]!
  const { size, note } = (await latestCheckpoint(db))!
  const seconds = Math.floor((await now()) / 1_000)
  const line = cosign(signsWith, key.name, note, seconds)
  await keepLine(db, { log, size, witness: key.name, line, seconds, oldSize: null })
}

/** A witness that signs nothing any more, and is waited for long enough. */
async function passUnsigned() {
  world.witnesses[0]!.mode = 'down'
  await world.pass(63_000)
}

test('the seal, the draw in favour and every chunk of shares die at any statement and happen once', async () => {
  const { options } = world
  const { eventId, number, members } = await joined(4, 1)
  const at = (db: Db) => ({ ...options, db, witnessPatienceMs: () => 0 })
  await closeEvent(world.db, eventId)
  expect(await untilDone((db) => sealEvent({ ...options, db }, eventId))).toBeGreaterThanOrEqual(9)
  expect(await world.event(number)).toMatchObject({ status: 'sealed', participants: 5, leftOut: 1 })
  expect(await world.guarantee()).toEqual({ balance: GUARANTEE, available: GUARANTEE - POOL })
  await passUnsigned()
  expect(await untilDone((db) => drawEvent(at(db), eventId))).toBeGreaterThanOrEqual(8)
  expect(await world.guarantee()).toEqual({ balance: GUARANTEE - POOL, available: GUARANTEE - POOL })
  // winners come first
  expect(await payShares(options, eventId)).toBeNull()
  await payChunk(world.db, eventId)
  for (let participant = 0; participant < 5; participant++)
    await untilDone((db) => payShares({ ...options, db }, eventId, 1))
  expect(await payShares(options, eventId, 1)).toBeNull()
  expect(await paidTo(members)).toEqual(Array(4).fill(POOL / 2n))
  expect(await noticesOf(eventId)).toEqual([
    { kind: 'event_left_out', notices: 1 },
    { kind: 'event_share', notices: 2 },
    { kind: 'event_won', notices: 2 },
  ])
  await world.audit()
  const entries = await world.db.query(
    `select count(*)::int as entries from log_entry where subject = $1 and kind = 'event-favour'`,
    [`event ${number}`],
  )
  expect(entries).toEqual([{ entries: 1 }])
})

test('five servers at once seal, draw and pay an event in favour once; the share of a closed account goes back', async () => {
  const loops = Array.from({ length: 5 }, () =>
    createEventsLoop({ ...world.options, witnessPatienceMs: () => 0 }),
  )
  const run = () => Promise.all(loops.map((loop) => loop.runDue()))
  const before = await world.guarantee()
  const { eventId, number, members } = await joined(12)
  await world.sealThen(() => (world.witnesses[0]!.mode = 'down'))
  expect(await world.event(number)).toMatchObject({ status: 'sealed' })
  await world.pass(63_000)
  await Promise.all(
    Array.from({ length: 5 }, () => drawEvent({ ...world.options, witnessPatienceMs: () => 0 }, eventId)),
  )
  const [loser] = await world.db.query<{ member: string }>(
    `select n.member_id as member from event_entry n join event_draw d using (event_id)
     where event_id = $1 and n.seq <> all (d.winners) order by n.seq limit 1`,
    [eventId],
  )
  await world.owner.query(`update member set status = 'closed', phone = null where member_id = $1`, [
    loser!.member,
  ])
  await payChunk(world.db, eventId)
  await Promise.all(Array.from({ length: 5 }, () => payShares(world.options, eventId, 3)))
  await run()
  expect(await world.event(number)).toMatchObject({ status: 'drawn', shareThrough: 12, paidThrough: 2 })
  expect(await paidTo(members)).toEqual([POOL / 2n, POOL / 2n, ...Array<bigint>(9).fill(POOL / 10n), 0n])
  expect((await world.guarantee()).balance).toBe(before.balance - POOL + POOL / 10n)
  await world.audit()
})

test('the void of an event that was not sealed for 7 days dies at any statement, and pays its pool once', async () => {
  const before = await world.marketing()
  const { eventId, members } = await joined(3, 1)
  await closeEvent(world.db, eventId)
  expect(await voidEvent(world.options, eventId)).toBe(false)
  await world.pass(7 * DAY_MS)
  expect(await untilDone((db) => voidEvent({ ...world.options, db }, eventId))).toBeGreaterThanOrEqual(6)
  await Promise.all(Array.from({ length: 5 }, () => voidEvent(world.options, eventId)))
  expect(await sealEvent(world.options, eventId)).toBe('nothing')
  await untilDone((db) => payShares({ ...world.options, db }, eventId, 2))
  await Promise.all(Array.from({ length: 5 }, () => payShares(world.options, eventId, 2)))
  expect(await paidTo(members)).toEqual(Array(3).fill(POOL / 3n))
  expect(await world.marketing()).toBe(before - 3n * (POOL / 3n))
  expect(await noticesOf(eventId)).toEqual([
    { kind: 'event_left_out', notices: 1 },
    { kind: 'event_share', notices: 3 },
  ])
  await world.audit()
})

test('the end of an event of which everybody is left out dies at any statement, binds nothing and happens once', async () => {
  const before = { marketing: await world.marketing(), guarantee: await world.guarantee() }
  const { eventId, number } = await joined(0, 3)
  // nobody is told who has closed the account
  await world.owner.query(
    `update member set status = 'closed', phone = null
     where member_id = (select member_id from event_entry where event_id = $1 and seq = 1)`,
    [eventId],
  )
  await closeEvent(world.db, eventId)
  expect(await untilDone((db) => sealEvent({ ...world.options, db }, eventId))).toBeGreaterThanOrEqual(8)
  await Promise.all(Array.from({ length: 5 }, () => sealEvent(world.options, eventId)))
  expect(await world.event(number)).toMatchObject({
    status: 'void',
    participants: 3,
    leftOut: 3,
    shared: false,
  })
  expect(await world.marketing()).toBe(before.marketing)
  expect(await world.guarantee()).toEqual(before.guarantee)
  expect(await noticesOf(eventId)).toEqual([{ kind: 'event_left_out', notices: 2 }])
  await world.audit()
})

test('the loss of the log frees the bond of a sealed event, and all who joined share its pool', async () => {
  const before = { marketing: await world.marketing(), guarantee: await world.guarantee() }
  const { number, eventId, members } = await joined(3, 1)
  await closeEvent(world.db, eventId)
  expect(await sealEvent(world.options, eventId)).toBe('sealed')
  const open = await world.open({ grade: 'beacon' })
  const [member] = await world.entitled(1)
  await world.join(member!, open.number)
  const { writer } = world.options
  await world.db.tx(async (tx) => {
    const lost = await loseOpenEvents(tx, world.options)
    await tx.query(
      `insert into log (number, continues, known_size, known_root, started_at)
       select 2, 1, size, root, business_now() from log_checkpoint order by size desc limit 1`,
    )
    await writer.beginAfter(tx, 2, { number: 1, size: 1, root: '00'.repeat(32), lost: lost.toSorted() })
  })
  await writer.flush(world.db, { checkpoint: true })
  await world.settle()
  expect(await world.event(number)).toMatchObject({
    status: 'void',
    lost: true,
    shared: true,
    leftOut: 1,
    shareThrough: 4,
  })
  expect(await paidTo([...members, member!])).toEqual([POOL, ...Array<bigint>(3).fill(POOL / 3n)])
  expect(await noticesOf(eventId)).toEqual([
    { kind: 'event_left_out', notices: 1 },
    { kind: 'lost_event_share', notices: 3 },
  ])
  expect(await world.guarantee()).toEqual(before.guarantee)
  expect(await world.marketing()).toBe(before.marketing - POOL - 3n * (POOL / 3n))
  const entries = await world.db.query<{ kind: string }>(
    'select kind from log_entry where log = 2 order by index',
  )
  expect(entries.map(({ kind }) => kind)).toEqual([
    'log-continues',
    'log-begin',
    'log-rules',
    'event-void',
    'event-void',
  ])
})

test('an event whose seal its witness signed in time is drawn by it after the loss, in favour, and every step happens once', async () => {
  const before = await world.guarantee()
  const { db, options } = world
  // the witness follows the log that is lost next
  const [{ log }] = (await db.query<{ log: number }>('select max(number) as log from log')) as [
    { log: number },
  ]
  const { number, eventId, members } = await joined(4)
  await closeEvent(db, eventId)
  expect(await sealEvent(options, eventId)).toBe('sealed')
  await signedBy(world, log)
  expect(await world.loseLog()).toEqual([`event ${number}`])
  await world.pass(63_000)
  await untilDone((dying) => drawEvent({ ...options, db: dying }, eventId))
  await Promise.all(Array.from({ length: 3 }, () => drawEvent(options, eventId)))
  await payChunk(db, eventId)
  for (let participant = 0; participant < 4; participant++)
    await untilDone((dying) => payShares({ ...options, db: dying }, eventId, 1))
  expect(await paidTo(members)).toEqual(Array(4).fill(POOL / 2n))
  expect((await world.guarantee()).balance).toBe(before.balance - POOL)
  expect(await noticesOf(eventId)).toEqual([
    { kind: 'event_won', notices: 2 },
    { kind: 'lost_event_favour', notices: 2 },
  ])
  // as a release before this one wrote it
  const { owner } = world
  await owner.query('update event_draw set after_loss = false')
  await owner.query(`update member_notice set kind = 'event_share' where kind like 'lost_event%'`)
  expect(await world.broken()).not.toEqual([])
  const upgrade = [
    'update event_draw set after_loss',
    'recount_history',
    'update member_notice set kind = case',
  ]
  for (const text of await statementsOf('0107_after_loss.sql', upgrade)) await owner.query(text)
  expect(await world.broken()).toEqual([])
  expect(await auditLast(world)).toMatchObject({ eventsDrawn: 1, favours: 1, favoursStated: 1 })
  const shown = verifiedByBoth(await world.proof(number), options.writer.publicKey)
  expect(shown, shown.why ?? '').toMatchObject({ failed: null, steps: { loss: 'passed', favour: 'passed' } })
  expect(shown.summary).toContain('A quorum of the witnesses had signed the seal in time')
})

test.each([
  ['of other participants', 'digest'],
  ['that it signed late', 'late'],
] as const)('an event is not drawn by a kept seal %s, and all who joined share its pool', async (_, what) => {
  const { db, witnesses } = world
  const { number, eventId, members } = await joined(3)
  await closeEvent(db, eventId)
  const { entry, note, ...path } = await world.loseStretch(eventId)
  const { key, signsWith } = witnesses[0]!
  const seconds = Math.floor((await world.now()) / 1_000) + (what === 'late' ? 120 : 0)
  const digest = /"digest":"[0-9a-f]{64}"/
  const kept = {
    ...path,
    entry: what === 'digest' ? entry.replace(digest, `"digest":"${'ab'.repeat(32)}"`) : entry,
    note: `${note}${cosign(signsWith, key.name, note, seconds)}\n`,
    signedMs: seconds * 1_000,
  }
  await fetchKeptSeals(db, { keptSeals: () => Promise.resolve(new Map([[formatKey(key), kept]])) })
  expect(await world.loseLog()).toEqual([`event ${number}`])
  await world.settle()
  expect(await world.event(number)).toMatchObject({ status: 'void', lost: true, shared: true })
  expect(await paidTo(members)).toEqual(Array(3).fill(POOL / 3n))
})
