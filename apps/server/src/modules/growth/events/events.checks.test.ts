/** Corruptions of events: the database refuses them, or the doctor finds them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { failing, planted } from '../../../testing/planted.ts'
import { checkEventDraws, checkEventSalts, checkEventTags } from './proof/event-draws.checks.ts'
import { eventLiveness } from './events-liveness.checks.ts'
import { eventChecks } from './events.checks.ts'
import { eventWorld, type EventWorld } from './events.fixture.ts'
import { DAY_MS } from '../../../platform/durations.ts'

let world: EventWorld
let drawn: string
beforeAll(async () => {
  world = await eventWorld()
  drawn = (await world.open()).number
  for (const member of await world.entitled(4)) await world.join(member, drawn)
  await world.end()
  // a void event, and one that is open with a participant
  await world.open()
  await world.end()
  const open = await world.open({ deadlineMs: (await world.now()) + 2 * DAY_MS })
  const [member] = await world.entitled(1)
  await world.join(member!, open.number)
  await world.options.writer.flush(world.db, { checkpoint: true })
})
afterAll(() => world.close())

const attempt = <T>(work: () => Promise<T>) =>
  work().then(
    (value) => ({ value }),
    (error: unknown) => ({ error: error as Error }),
  )

test('nothing is found in events that ran as they should, and their draws are recomputed', async () => {
  expect(await failing(world.db, eventChecks)).toEqual([])
  expect(await failing(world.db, eventLiveness)).toEqual([])
  expect(await checkEventDraws(world.db, world.options, attempt)).toEqual({ figure: '1 draws', breaches: 0 })
  expect(world.errors).toEqual([])
})

const history = (rows: string) => `no row of ${rows} was changed or removed`
const BOOK =
  'the book of an event has its pool until the draw, then the prizes and shares that are not paid, and nothing after its end'
const ROWS =
  'the participants of an event are numbered without a gap, in the order of time, between opening and deadline'
const FRIENDS =
  'every participant of an event names as many direct friends as it asks for, who had registered and topped up for it and were not held then'
const IDS = 'every participant of an event has the id that the member and the request id make'
const EVIDENCE =
  'every event has the evidence of its status, and the salt of its commitment only after its seal'
const PRIZES =
  'every prize of an event went once to the winner of its place, up to the place that the event counts'
const NOTICES = 'every winner of an event who was paid has one notice of the prize, and nobody else has one'
const LOG =
  'every opening and seal of an event is in the log as it happened, and every draw and void, or it waits to be appended'
const MONEY =
  'every line of prize-share events has its cause, amount, sides and time, and every cause its lines'
const CONTENT = 'every event that has opened has the content of its titles, and no other event has one'
const OPEN = `(select event_id from event where status = 'open')`

describe('a corruption is found', () => {
  test.each<['owner' | 'app', string, string, string[]]>([
    ['app', 'other terms', `update event set winners = 1`, ['refused: permission denied for table event']],
    [
      'app',
      'another deadline',
      `update event set deadline_ms = deadline_ms + 1`,
      ['refused: permission denied for table event'],
    ],
    [
      'app',
      'another title',
      `update event_text set title = 'x'`,
      ['refused: permission denied for table event_text'],
    ],
    [
      'app',
      'another content',
      `update event_content set hash = hash`,
      ['refused: permission denied for table event_content'],
    ],
    ['owner', 'another title', `update event_text set title = 'x' where event_id = ${OPEN}`, [CONTENT]],
    [
      'owner',
      'another title of the content',
      `update content_text set title = 'x' where hash = (select hash from event_content where event_id = ${OPEN})`,
      [CONTENT],
    ],
    [
      'owner',
      'no content',
      `delete from event_content where event_id = ${OPEN}`,
      [CONTENT, history('the contents that events opened with')],
    ],
    [
      'app',
      'a participant less',
      `delete from event_entry`,
      ['refused: permission denied for table event_entry'],
    ],
    [
      'app',
      'another winner',
      `update event_draw set winners = '{1,2}'`,
      ['refused: permission denied for table event_draw'],
    ],
    [
      'app',
      'a second draw',
      `insert into event_draw (event_id, signature, beacon, entropy, winners, attempt, drawn_at)
         select event_id, signature, beacon, entropy, winners, attempt, drawn_at from event_draw`,
      ['refused: event_draw_last_attempt'],
    ],
    [
      'app',
      'an event with participants is cancelled',
      `update event set status = 'closed', changes = changes + 1 where status = 'open';
       update event set status = 'void', changes = changes + 1 where status = 'closed'`,
      ['refused: event_void'],
    ],
    [
      'app',
      'an event is lost without a new log',
      `update event set status = 'void', lost = true, changes = changes + 1 where status = 'open'`,
      ['refused: event_lost_log'],
    ],
    [
      'app',
      'money leaves an open event',
      `update event set balance = balance - 1 where status = 'open'`,
      ['refused: event_funded'],
    ],
    [
      'app',
      'a seal before the deadline',
      `insert into event_seal (event_id, participants, digest, sum, salt, sealed_ms, round)
         values (${OPEN}, 1, repeat('a', 64), 1, repeat('a', 64), 1, 1)`,
      ['refused: event_seal_closed'],
    ],
    [
      'app',
      'a prize for someone else',
      `insert into event_payment (event_id, place, seq, member_id, amount, went, paid_at)
         select event_id, 3, seq, member_id, 1, 'wallet', now() from event_entry where seq = 1 limit 1`,
      ['refused: event_payment_winner'],
    ],
    [
      'app',
      'a participant after the deadline of a drawn event',
      `update event set participants = participants + 1, changes = changes + 1 where status = 'drawn'`,
      ['refused: event_life'],
    ],
    [
      'owner',
      'another participant takes a place',
      `update event_entry set tag = repeat('0', 16) where seq = 1 and event_id <> ${OPEN}`,
      [history('the participants of events')],
    ],
    [
      'owner',
      'another id of a participant',
      `update event_entry set entry_id = gen_random_uuid(), joined_ms = joined_ms + 3600000 where event_id = ${OPEN}`,
      [history('the participants of events'), ROWS, IDS],
    ],
    [
      'owner',
      'another request id of a participant',
      `update event_entry set request_id = gen_random_uuid() where event_id = ${OPEN}`,
      [history('the participants of events'), IDS],
    ],
    [
      'owner',
      'a participant is gone',
      `delete from event_entry_friend where event_id = ${OPEN}; delete from event_entry where event_id = ${OPEN}`,
      [
        history('the participants of events'),
        history('the friends on whom participants of events rest'),
        ROWS,
      ],
    ],
    [
      'owner',
      'other winners',
      `update event_draw set winners = array[winners[2], winners[1]]`,
      [history('the draws of events'), PRIZES, LOG],
    ],
    [
      'owner',
      'a draw is gone',
      `delete from event_payment; delete from event_draw`,
      [MONEY, history('the draws of events'), history('the prizes of events'), EVIDENCE, NOTICES, LOG],
    ],
    ['owner', 'a winner is not told', `delete from member_notice where kind = 'event_won'`, [NOTICES]],
    [
      'owner',
      'another prize is told',
      `update member_notice set amount = amount + 1 where kind = 'event_won'`,
      [NOTICES],
    ],
    [
      'owner',
      'another salt',
      `update event_seal set salt = repeat('a', 64)`,
      [history('the seals of events'), EVIDENCE, LOG],
    ],
    ['owner', 'other terms', `update event set top_up = top_up + 1 where event_id = ${OPEN}`, [FRIENDS, LOG]],
    [
      'owner',
      'other friends',
      `update event_entry_friend set friend_id = gen_random_uuid() where event_id = ${OPEN}`,
      [history('the friends on whom participants of events rest'), FRIENDS],
    ],
    [
      'owner',
      'a top-up that went back before the member joined',
      `insert into payout_account (member_id, account_id, request_id, input_hash, kind, sealed, key_id, fingerprint, masked, created_at, usable_from, first_at)
         select friend_id, friend_id, friend_id, sha256('x'), 'trc20', 'x', '', sha256('x'), '', now(), now(), now() from event_entry_friend;
       insert into withdrawal (member_id, withdrawal_id, number, request_id, input_hash, account_id, amount, fee, fee_rate, approvals_needed,
           state, stage, reference, created_at, finished_at, recharge_id)
         select friend_id, friend_id, 'W' || left(upper(translate(friend_id::text, '-', '')), 12), friend_id, sha256('x'), friend_id, 1, 0, 0, 1,
           'success', null, friend_id::text, joined_at, joined_at, friend_id
         from event_entry_friend join team_member using (friend_id) where event_id = ${OPEN};
       update event_entry set joined_ms = joined_ms + 600000 where event_id = ${OPEN};
       update event set last_ms = last_ms + 600000 where event_id = ${OPEN}`,
      [history('the participants of events'), FRIENDS],
    ],
    [
      'owner',
      'a line of the ledger is gone',
      `delete from ledger where kind = 'event_fund' and debit = 'clearing' and book = ${OPEN}`,
      ['event', MONEY],
    ],
    ['owner', 'a secret is gone', `delete from event_secret where event_id = ${OPEN}`, [EVIDENCE]],
    [
      'owner',
      'money leaves the book of an event',
      `alter table event drop constraint event_funded; update event set balance = balance - 1 where event_id = ${OPEN}`,
      ['event', BOOK],
    ],
  ])('%s: %s', async (role, _, plant, found) => {
    const db = role === 'owner' ? world.owner : world.db
    const titles = await planted(db, eventChecks, plant)
    if (found[0] === 'event') {
      const [book, ...rest] = titles
      expect(book).toMatch(/event/)
      expect(rest).toEqual(found.slice(1))
    } else expect(titles).toEqual(found)
  })
})

class Undone extends Error {}

test('a participant with the tag of nobody is found', async () => {
  const { tagKeys } = world.options
  expect(await checkEventTags(world.db, tagKeys)).toEqual({ figure: '5 tags', breaches: 0 })
  const work = world.owner.tx(async (tx) => {
    await tx.query(`update event_entry set tag = repeat('ab', 8) where event_id = ${OPEN}`)
    expect(await checkEventTags(tx, tagKeys)).toMatchObject({ breaches: 1 })
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
})

test('the recomputation finds other winners and another list of participants', async () => {
  for (const [plant, why] of [
    [`update event_draw set winners = array[winners[2], winners[1]]`, 'the winners are others'],
    [
      `update event_entry set joined_ms = joined_ms + 1 where seq = 1`,
      'the digest is not that of the participants',
    ],
  ] as const) {
    const work = world.owner.tx(async (tx) => {
      await tx.query(plant)
      const { figure } = await checkEventDraws(tx, world.options, attempt)
      expect(figure).toContain(why)
      throw new Undone()
    })
    await expect(work).rejects.toThrow(Undone)
  }
})

test.each([
  ['is gone', `delete from event_secret where event_id = ${OPEN}`, 'is missing'],
  [
    'is garbage',
    `update event_secret set salt = sha256(salt) where event_id = ${OPEN}`,
    /could not|cannot|unable|decrypt|auth/i,
  ],
  ['is that of another event', `update event set number = 'X9-0001' where event_id = ${OPEN}`, /X9-0001/],
] as const)('a salt that %s is found before the seal', async (_, plant, why) => {
  expect(await checkEventSalts(world.db, world.options.salts)).toEqual({ figure: '1 salts', breaches: 0 })
  const work = world.owner.tx(async (tx) => {
    await tx.query(plant)
    const { figure, breaches } = await checkEventSalts(tx, world.options.salts)
    expect(breaches).toBe(1)
    expect(figure).toMatch(why)
    throw new Undone()
  })
  await expect(work).rejects.toThrow(Undone)
})

test('the alarms name an event that is not sealed, not drawn or not opened in time', async () => {
  await world.pass(2 * DAY_MS + 6 * 60_000)
  expect(await failing(world.db, eventLiveness)).toEqual([
    'every event is sealed, or void, within 5 minutes after its deadline',
  ])
  await world.loop.runDue()
  await world.pass(20 * 60_000)
  expect(await failing(world.db, eventLiveness)).toEqual([
    'every sealed event is drawn within 15 minutes after its beacon round',
  ])
  await world.loop.runDue()
  expect(await failing(world.db, eventLiveness)).toEqual([])
})
