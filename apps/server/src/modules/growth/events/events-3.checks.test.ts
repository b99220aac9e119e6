/** Corruptions of events of version 3: the database refuses them, or the doctor finds them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { createReceipts } from '../../fair/receipts.ts'
import { checkEventDraws, checkEventReceipts } from './proof/event-draws.checks.ts'
import { eventReceipt } from './proof/event-receipt.ts'
import { createEventRunning } from './proof/event-running.ts'
import { eventChecks } from './events.checks.ts'
import { witnessedEvents, type WitnessedEvents } from './events-3.fixture.ts'
import { eventLiveness } from './events-liveness.checks.ts'
import { sealEvent } from './steps/seal-event.ts'
import { closeEvent } from './steps/void-event.ts'

let world: WitnessedEvents

/** An event in favour, one with a quorum, a void one that shares its pool, a sealed one, and one that is closed. */
beforeAll(async () => {
  world = await witnessedEvents(['north'])
  const [witness] = world.witnesses
  const joined = async () => {
    const event = await world.open()
    for (const member of await world.entitled(4)) await world.join(member, event.number)
    await world.pass(event.deadlineMs - (await world.now()) + 1_000)
    return event
  }
  const unsealed = await joined()
  witness!.mode = 'down'
  await world.settle()
  await world.pass(unsealed.deadlineMs + 7 * DAY_MS - (await world.now()))
  await world.settle()
  witness!.mode = 'well'
  const counted = await world.open()
  const [fallen] = await world.members(1)
  const gone = await world.friends(fallen!)
  for (const one of [...(await world.entitled(4)), fallen!]) await world.join(one, counted.number)
  await world.takeBack(gone)
  await world.pass(counted.deadlineMs - (await world.now()) + 1_000)
  await world.settle()
  await world.pass(63_000)
  await world.settle()
  const favoured = await joined()
  await world.sealThen(() => (witness!.mode = 'down'))
  await world.pass(63_000)
  await world.settle()
  await world.pass(70_000)
  await world.settle()
  await world.heal()
  const [sealed, closed] = [await world.open(), await world.open()]
  const [member] = await world.entitled(1)
  for (const { number } of [sealed, closed]) await world.join(member!, number)
  await world.pass(closed.deadlineMs - (await world.now()) + 1_000)
  for (const { eventId } of [sealed, closed]) await closeEvent(world.db, eventId)
  await sealEvent(world.options, sealed.eventId)
  await world.options.writer.flush(world.db, { checkpoint: true })
  const states = await Promise.all([unsealed, counted, favoured].map(({ number }) => world.event(number)))
  expect(states.map(({ status, shared }) => [status, shared])).toEqual([
    ['void', true],
    ['drawn', false],
    ['drawn', true],
  ])
  const [entry] = await world.db.query<{ member: string; id: string }>(
    `select member_id as member, entry_id as id from event_entry where event_id = ${FAVOUR} and seq = 3`,
  )
  const { db, options } = world
  const receipts = createReceipts({ db, writer: options.writer, seed: '5c'.repeat(32) })
  await eventReceipt({ db, receipts, running: createEventRunning({ db }) }, entry!.member, entry!.id)
})
afterAll(() => world.close())

const attempt = <T>(work: () => Promise<T>) =>
  work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error as Error }),
  )

const FAVOUR = `(select event_id from event_draw where favour)`
const COUNTED = `(select event_id from event_draw where not favour)`
const VOID = `(select event_id from event where status = 'void')`
const SEALED = `(select event_id from event where status = 'sealed')`
const CLOSED = `(select event_id from event where status = 'closed')`

const history = (rows: string) => `no row of ${rows} was changed or removed`
const SHARED =
  "an event shares its pool evenly after a draw in the members' favour, and when it is void with participants"
const SHARES =
  'every even share of an event went once to a participant who did not win, up to the participant that the event counts'
const NOTICES =
  'every member who was paid an even share has one notice of it, which says why, and nobody else has one'
const BONDS =
  'every witnessed event of version 3 that is sealed has bound its pool in the guarantee, until its draw or the loss of its log'
const MONEY =
  'every line of prize-share events has its cause, amount, sides and time, and every cause its lines'
const LOG =
  'every opening and seal of an event is in the log as it happened, and every draw and void, or it waits to be appended'
const BOOK = 'the balance of every event book is the sum of its lines'
const LOOKED =
  'every event that members could join since friends are looked at again says so, and they were looked at when it was sealed or void'
const OUT = 'exactly those participants of an event are left out whose friends fell below its terms'
const TOLD = 'every participant who was left out was told so once, and nobody else was'
const RECEIPTS =
  "every receipt of an event says what the participant's row says, and names a root of the log that covers the opening"
const EVIDENCE =
  'every event has the evidence of its status, and the salt of its commitment only after its seal'
const PRIZES =
  'every prize of an event went once to the winner of its place, up to the place that the event counts'

test('nothing is found in events that ran as they should', async () => {
  expect(await failing(world.db, eventChecks)).toEqual([])
  expect(await failing(world.db, eventLiveness)).toEqual([])
  expect(await checkEventDraws(world.db, world.options, attempt)).toEqual({ figure: '2 draws', breaches: 0 })
  expect(await checkEventReceipts(world.db)).toEqual({ figure: '1 receipts', breaches: 0 })
  expect(world.errors).toEqual([])
})

describe('a corruption is found', () => {
  test.each<['owner' | 'app', string, string, string[]]>([
    [
      'app',
      'a share for a winner',
      `insert into event_share (event_id, seq, member_id, amount, went, paid_at)
         select n.event_id, n.seq, n.member_id, e.pool / 2, 'wallet', now() from event_entry n join event e using (event_id)
         join event_draw d using (event_id) where d.favour and n.seq = d.winners[1]`,
      ['refused: event_share_due'],
    ],
    [
      'app',
      'a share where nothing is shared',
      `insert into event_share (event_id, seq, member_id, amount, went, paid_at)
         select n.event_id, n.seq, n.member_id, e.pool / 2, 'wallet', now() from event_entry n join event e using (event_id)
         join event_draw d using (event_id) where not d.favour and n.seq <> all (d.winners)`,
      ['refused: event_share_due'],
    ],
    [
      'app',
      'an ended event shares its pool',
      `update event set shared = true, changes = changes + 1 where event_id = ${COUNTED}`,
      ['refused: event_life'],
    ],
    [
      'app',
      'a participant of a sealed event is left out',
      `insert into event_left_out (event_id, seq, counted) select event_id, 1, 0 from event where status = 'sealed'`,
      ['refused: event_left_out_before_seal'],
    ],
    [
      'app',
      'a participant is put back',
      `delete from event_left_out`,
      ['refused: permission denied for table event_left_out'],
    ],
    [
      'app',
      'fewer are counted as left out',
      `update event set left_out = 0, changes = changes + 1 where event_id = ${COUNTED}`,
      ['refused: event_life'],
    ],
    [
      'app',
      'a winner who is left out',
      `insert into event_left_out (event_id, seq, counted) values (${CLOSED}, 1, 3)`,
      ['refused: event_left_out_before_seal'],
    ],
    [
      'app',
      'a participant whose friends kept their money is left out before the seal',
      `insert into event_left_out (event_id, seq, counted) values (${CLOSED}, 1, 2)`,
      [LOOKED, TOLD],
    ],
    [
      'app',
      'everybody is left out without a reason',
      `insert into event_left_out (event_id, seq, counted) values (${CLOSED}, 1, 2);
       insert into event_void (event_id, why, participants, pool, voided_at)
         select event_id, 'friends', participants, pool, business_now() from event where event_id = ${CLOSED};
       update event set status = 'void', left_out = 1, looked_at = business_now(), balance = 0, ended_at = business_now(), changes = changes + 1
         where event_id = ${CLOSED}`,
      [MONEY, OUT, TOLD, BOOK, LOG],
    ],
    [
      'app',
      'an event is sealed without a look',
      `update event set status = 'sealed', changes = changes + 1 where event_id = ${CLOSED}`,
      ['refused: event_left_out'],
    ],
    [
      'app',
      'an event is sealed with a look of another time',
      `update event set status = 'sealed', looked_at = business_now() - interval '5 minutes', changes = changes + 1 where event_id = ${CLOSED}`,
      ['refused: event_looked_now'],
    ],
    [
      'owner',
      'a participant is put back',
      `delete from event_left_out; update event set left_out = 0 where event_id = ${COUNTED}`,
      [history('the participants who were left out of events'), OUT, TOLD, LOG],
    ],
    [
      'owner',
      'another participant is left out',
      `insert into event_left_out (event_id, seq, counted) values (${SEALED}, 1, 0); update event set left_out = 1 where event_id = ${SEALED}`,
      ['refused: event_left_out_before_seal'],
    ],
    [
      'owner',
      'another participant is left out, past the triggers',
      `alter table event_left_out disable trigger user; insert into event_left_out (event_id, seq, counted)
        select event_id, min(seq), 0 from event_share where event_id = ${FAVOUR} group by event_id`,
      [history('the participants who were left out of events'), SHARES, LOOKED, OUT, TOLD, LOG],
    ],
    [
      'owner',
      'another count of friends',
      `update event_left_out set counted = 2`,
      [history('the participants who were left out of events'), OUT],
    ],
    [
      'owner',
      'an event that does not look again',
      `alter table event drop constraint event_left_out; update event set recheck = false where event_id = ${COUNTED}`,
      [LOOKED, LOG],
    ],
    [
      'owner',
      'a look of another time',
      `update event set looked_at = looked_at - interval '2 days' where event_id = ${COUNTED}`,
      [LOOKED, OUT],
    ],
    [
      'app',
      'a closed event is void before 7 days have passed',
      `insert into event_void (event_id, why, participants, pool, voided_at)
         select event_id, 'witnesses', participants, pool, business_now() from event where event_id = ${CLOSED}`,
      ['refused: event_void_unsealed'],
    ],
    [
      'app',
      'a sealed event is void',
      `insert into event_void (event_id, why, participants, pool, voided_at)
         select event_id, 'witnesses', participants, pool, business_now() from event where event_id = ${SEALED}`,
      ['refused: event_void_unsealed'],
    ],
    [
      'app',
      'a second seal',
      `insert into event_seal_attempt (event_id, attempt, sealed_ms, round, previous_round)
         select event_id, 2, sealed_ms + 1, round + 1, round from event_seal where event_id = ${SEALED}`,
      ['refused: event_version_3'],
    ],
    [
      'app',
      'a draw that rests on one witness',
      `insert into event_draw (event_id, signature, beacon, entropy, winners, attempt, witness, drawn_at)
         select event_id, repeat('a', 96), repeat('a', 64), repeat('a', 64), '{1}', 1, 'x', now() from event where event_id = ${SEALED}`,
      ['refused: event_draw_grade'],
    ],
    [
      'app',
      'a seal while a stop is open',
      `insert into witness_hold (subject) values ('event P1-0001 again');
       insert into event_seal (event_id, participants, digest, sum, salt, sealed_ms, round)
         values (${CLOSED}, 1, repeat('a', 64), 1, repeat('a', 64), 1, 1)`,
      ['refused: event_seal_held'],
    ],
    [
      'app',
      'the bond of a sealed event is freed',
      `update guarantee_bond set freed_at = business_now() where subject = ${SEALED}`,
      [BONDS],
    ],
    [
      'owner',
      'a share is gone',
      `delete from event_share where event_id = ${VOID} and seq = 1`,
      [MONEY, history('the even shares of events'), SHARES, NOTICES],
    ],
    [
      'owner',
      'another amount of a share',
      `update event_share set amount = amount + 1 where event_id = ${FAVOUR}`,
      [MONEY, history('the even shares of events'), SHARES, NOTICES],
    ],
    ['owner', 'a share is not told', `delete from member_notice where kind = 'event_share'`, [NOTICES]],
    [
      'owner',
      'a draw with a quorum is in favour',
      `update event_draw set favour = true where event_id = ${COUNTED}`,
      [MONEY, history('the draws of events'), SHARED, LOG],
    ],
    [
      'owner',
      'a draw in favour is none',
      `update event_draw set favour = false where event_id = ${FAVOUR}`,
      [MONEY, history('the draws of events'), SHARED, LOG],
    ],
    [
      'owner',
      'other witnesses',
      `update event set quorum = null, own_witnesses = null where event_id = ${COUNTED}`,
      [LOG],
    ],
    [
      'owner',
      'a line of a share is gone',
      `delete from ledger where kind = 'event_share' and credit = 'wallet'`,
      [MONEY],
    ],
    [
      'owner',
      'the guarantee paid less',
      `update ledger set amount = amount - 1 where kind = 'event_guarantee' and debit = 'account'`,
      [MONEY],
    ],
    [
      'owner',
      'a receipt names another purchase',
      `update receipt set content = jsonb_set(content::jsonb, '{order}', '"00000000-0000-8000-8000-000000000000"')::text
         where content::jsonb ->> 't' = 'receipt/3'`,
      [RECEIPTS],
    ],
    [
      'owner',
      'other winners',
      `update event_draw set winners = array[winners[2], winners[1]] where event_id = ${FAVOUR}`,
      [history('the draws of events'), PRIZES, LOG],
    ],
    [
      'owner',
      'another reason of a void event',
      `update event_void set why = 'lost' where event_id = ${VOID}`,
      [history('the void events'), EVIDENCE],
    ],
  ])('%s: %s', async (role, _, plant, found) => {
    const db = role === 'owner' ? world.owner : world.db
    const titles = await planted(db, eventChecks, plant)
    expect(titles.toSorted()).toEqual(found.toSorted())
  })
})

class Undone extends Error {}

test('the recomputation finds another claim, a favour without a reason, and a receipt of other rows', async () => {
  for (const [plant, check, why] of [
    [
      `update event_entry set entry_id = gen_random_uuid() where seq = 1 and event_id = ${COUNTED}`,
      'draws',
      'step digest',
    ],
    [`update event_draw set favour = not favour`, 'draws', 'step'],
    [
      `update event_entry set entry_id = gen_random_uuid() where seq = 1 and event_id = ${FAVOUR}`,
      'receipts',
      'running',
    ],
  ] as const) {
    const work = world.owner.tx(async (tx) => {
      await tx.query(plant)
      const { figure, breaches } =
        check === 'draws' ? await checkEventDraws(tx, world.options, attempt) : await checkEventReceipts(tx)
      expect(breaches).toBeGreaterThan(0)
      expect(figure).toContain(why)
      throw new Undone()
    })
    await expect(work).rejects.toThrow(Undone)
  }
})

test('an event that opens after the clock went back has its pool from its opening', async () => {
  await world.options.writer.flush(world.db, { checkpoint: true })
  await world.pass(-15 * 60_000)
  const { openedMs } = await world.open({ grade: 'beacon' })
  expect(openedMs! - (await world.now())).toBeGreaterThan(10 * 60_000)
  expect(await failing(world.db, eventChecks)).toEqual([])
})
