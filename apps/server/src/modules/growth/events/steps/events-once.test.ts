/** Steps of events that die at any statement or run several times at once: each happens once, and the money is in one place. */
import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Db } from '../../../../platform/db.ts'
import { DAY_MS } from '../../../../platform/durations.ts'
import { dieAtEachStatement } from '../../../../testing/dying.ts'
import { drawEvent } from './draw-event.ts'
import { createEventsLoop } from './events.jobs.ts'
import { rewardLines } from '../../reward-lines.fixture.ts'
import { eventWorld, POOL, type EventWorld } from '../events.fixture.ts'
import { joinEvent } from '../join.ts'
import { openDueEvent } from './open-event.ts'
import { payChunk } from './pay-event.ts'
import { sealEvent } from './seal-event.ts'
import { loseOpenEvents } from './lose-events.ts'
import { closeEvent, voidEvent } from './void-event.ts'

let world: EventWorld
beforeAll(async () => {
  world = await eventWorld()
})
afterAll(() => world.close())
afterEach(async () => {
  expect(world.errors).toEqual([])
  expect(await world.broken()).toEqual([])
})

const untilDone = (work: (db: Db) => Promise<unknown>) =>
  dieAtEachStatement(world.db, work, async () => expect(await world.broken()).toEqual([]))

/** How many notices of prizes of an event members have. */
async function noticesOf(eventId: string): Promise<number> {
  const [row] = await world.db.query<{ notices: number }>(
    `select count(*)::int as notices from member_notice where kind = 'event_won' and event_id = $1`,
    [eventId],
  )
  return row!.notices
}

test('every step dies at any statement and happens once when it is repeated', async () => {
  const { options } = world
  const before = await world.marketing()
  const opensMs = (await world.now()) + 60_000
  const { eventId, number } = await world.open({ opensMs, winners: 2 })
  await world.pass(60_000)
  expect(await untilDone((db) => openDueEvent({ ...options, db }, eventId))).toBeGreaterThanOrEqual(8)
  const members = await world.entitled(3)
  for (const memberId of members) {
    const join = { memberId, number, requestId: randomUUID() }
    expect(await untilDone((db) => joinEvent({ ...options, db }, join))).toBeGreaterThanOrEqual(6)
  }
  await world.pass(DAY_MS)
  expect(await closeEvent(world.db, eventId)).toBe(true)
  expect(await untilDone((db) => sealEvent({ ...options, db }, eventId))).toBeGreaterThanOrEqual(4)
  await world.pass(60_000)
  expect(await untilDone((db) => drawEvent({ ...options, db }, eventId))).toBeGreaterThanOrEqual(4)
  expect(await untilDone((db) => payChunk(db, eventId, 1))).toBeGreaterThanOrEqual(4)
  await world.loop.runDue()
  const balances = await Promise.all(members.map((member) => world.balance(member)))
  expect(balances.toSorted((a, b) => Number(a - b))).toEqual([0n, POOL / 2n, POOL / 2n])
  expect(await world.marketing()).toBe(before - POOL)
  expect(await noticesOf(eventId)).toBe(2)
  const lines = await Promise.all(members.map((member) => rewardLines(world.db, member)))
  expect(lines.flat()).toEqual(Array(2).fill(`event_prize 500.00: Share the pool (${number})`))
  await world.audit()
})

test('five servers at once open, seal, draw and pay an event once', async () => {
  const loops = Array.from({ length: 5 }, () => createEventsLoop(world.options))
  const run = () => Promise.all(loops.map((loop) => loop.runDue()))
  const before = await world.marketing()
  const opensMs = (await world.now()) + 60_000
  const { eventId, number } = await world.open({ opensMs, winners: 30 })
  await world.pass(60_000)
  await run()
  const members = await world.entitled(40)
  await Promise.all(members.map((member) => world.join(member, number)))
  await world.pass(DAY_MS)
  await run()
  expect(await world.event(number)).toMatchObject({ status: 'sealed', participants: 40 })
  await world.pass(60_000)
  await run()
  await Promise.all(Array.from({ length: 5 }, () => payChunk(world.db, eventId, 7)))
  await run()
  expect(await world.event(number)).toMatchObject({ status: 'drawn', paidThrough: 30 })
  const balances = await Promise.all(members.map((member) => world.balance(member)))
  expect(balances.filter((balance) => balance === POOL / 30n)).toHaveLength(30)
  expect(await world.marketing()).toBe(before - (POOL / 30n) * 30n)
  expect(await noticesOf(eventId)).toBe(30)
  const [draws] = await world.db.query(
    `select count(*)::int as entries from log_entry where subject = $1 and kind in ('event-draw', 'event-seal')`,
    [`event ${number}`],
  )
  expect(draws).toEqual({ entries: 2 })
})

test('nobody joins at or after the deadline, however many try at this moment', async () => {
  const { number, deadlineMs } = await world.open()
  const members = await world.entitled(12)
  await world.pass(deadlineMs - (await world.now()) - 120)
  await Promise.allSettled([
    ...members.map((member) => world.join(member, number)),
    world.database.advanceClock(100),
    world.database.advanceClock(100),
  ])
  const late = await world.db.query(
    'select 1 from event_entry n join event e using (event_id) where e.number = $1 and n.joined_ms >= e.deadline_ms',
    [number],
  )
  expect(late).toEqual([])
  await world.end()
})

test('a void event returns its pool once', async () => {
  const before = await world.marketing()
  const { eventId, number } = await world.open()
  await world.pass(DAY_MS + 1)
  await closeEvent(world.db, eventId)
  expect(await untilDone((db) => voidEvent({ ...world.options, db }, eventId))).toBeGreaterThanOrEqual(6)
  await Promise.all(Array.from({ length: 5 }, () => voidEvent(world.options, eventId)))
  expect(await world.event(number)).toMatchObject({ status: 'void' })
  expect(await world.marketing()).toBe(before)
})

test('the loss of the log ends open and sealed events, names them, and returns their pools; nothing else ends them', async () => {
  const before = await world.marketing()
  const sealed = await world.open({ deadlineMs: (await world.now()) + 60_000 })
  const open = await world.open()
  const [member] = await world.entitled(1)
  for (const { number } of [sealed, open]) await world.join(member!, number)
  await world.pass(61_000)
  await world.loop.runDue()
  expect(await world.event(sealed.number)).toMatchObject({ status: 'sealed' })
  const { writer } = world.options
  // without a new log the transaction is refused
  await expect(world.db.tx((tx) => loseOpenEvents(tx, world.options))).rejects.toThrow('only with its log')
  await world.db.tx(async (tx) => {
    const lost = await loseOpenEvents(tx, world.options)
    expect(lost.toSorted()).toEqual([`event ${open.number}`, `event ${sealed.number}`].toSorted())
    await tx.query(
      `insert into log (number, continues, known_size, known_root, started_at)
       select 2, 1, size, root, business_now() from log_checkpoint order by size desc limit 1`,
    )
    await writer.beginAfter(tx, 2, { number: 1, size: 1, root: '00'.repeat(32), lost })
  })
  await writer.flush(world.db, { checkpoint: true })
  expect(await world.event(sealed.number)).toMatchObject({ status: 'void', lost: true })
  expect(await world.marketing()).toBe(before)
  await world.pass(60_000)
  await world.loop.runDue()
  expect(await world.db.query('select 1 from event_draw where event_id = $1', [sealed.eventId])).toEqual([])
  const entries = await world.db.query<{ kind: string }>(
    'select kind from log_entry where log = 2 order by index',
  )
  expect(entries.map(({ kind }) => kind)).toEqual(['log-continues', 'log-begin', 'event-void', 'event-void'])
})
