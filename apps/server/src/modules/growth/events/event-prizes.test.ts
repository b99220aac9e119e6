/** Prizes that are drawn and not paid yet are part of what members own. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { failing, planted } from '../../../testing/planted.ts'
import { stateSolvency } from '../../fair/solvency/state-solvency.ts'
import { MEMBERS_MONEY } from '../../home/members-money.ts'
import { eventChecks } from './events.checks.ts'
import { eventWorld, POOL, type EventWorld } from './events.fixture.ts'
import { closeEvent } from './steps/void-event.ts'
import { drawEvent } from './steps/draw-event.ts'
import { payChunk } from './steps/pay-event.ts'
import { sealEvent } from './steps/seal-event.ts'

const UNPAID = eventChecks.find(({ id }) => id === 'INV-30')!.title
const BOOK = eventChecks.find(({ id }) => id === 'INV-9')!.title
let world: EventWorld
let eventId: string
let members: string[]
let winners: string[]
beforeAll(async () => {
  world = await eventWorld()
  const event = await world.open()
  eventId = event.eventId
  members = await world.entitled(3)
  for (const member of members) await world.join(member, event.number)
  await world.pass(DAY_MS + 1_000)
  await closeEvent(world.db, eventId)
  await sealEvent(world.options, eventId)
  await world.pass(60_000)
  expect(await drawEvent(world.options, eventId)).toBe(true)
  const rows = await world.db.query<{ member: string }>(
    `select n.member_id as member from event_draw d cross join unnest(d.winners) with ordinality as w(seq, place)
     join event_entry n using (event_id, seq) where d.event_id = $1 order by w.place`,
    [eventId],
  )
  winners = rows.map(({ member }) => member)
})
afterAll(() => world.close())

/** States the solvency of the day. @returns the total, and what members own besides their wallets */
async function stated() {
  const { db, random, writer } = world.options
  const day = await stateSolvency({ db, random, writer, books: MEMBERS_MONEY })
  const leaves = await world.db.query<{ member: string; wallet: bigint; escrow: bigint }>(
    'select member_id as member, wallet, escrow from solvency_leaf where day = $1::date and member_id = any($2::uuid[])',
    [day!.day, members],
  )
  return { total: day!.total, of: new Map(leaves.map((leaf) => [leaf.member, leaf])) }
}

test('the stated total contains a prize from the draw on, once, and the corruptions of it are found', async () => {
  const [first = '', second = ''] = winners
  const none = { wallet: 0n, escrow: 0n }
  const loser = members.find((member) => !winners.includes(member))!
  const before = await stated()
  expect(before.of.get(first)).toMatchObject({ wallet: 0n, escrow: POOL / 2n })
  expect(before.of.get(second)).toMatchObject({ wallet: 0n, escrow: POOL / 2n })
  expect(before.of.get(loser)).toMatchObject(none)
  expect(await failing(world.owner, eventChecks)).toEqual([])
  for (const [plant, found] of [
    [
      `alter table event drop constraint event_funded; update event set balance = balance - 1 where status = 'drawn'`,
      [BOOK, UNPAID],
    ],
    [`update event_draw set winners = winners[1:1]`, [BOOK, UNPAID]],
    [`update event_draw set winners = array[winners[1], 99]`, [UNPAID]],
  ] as const)
    expect(await planted(world.owner, eventChecks, plant)).toEqual(expect.arrayContaining([...found]))

  await payChunk(world.db, eventId, 1)
  await world.pass(DAY_MS)
  const half = await stated()
  expect(half.total).toBe(before.total)
  expect(half.of.get(first)).toMatchObject({ wallet: POOL / 2n, escrow: 0n })
  expect(half.of.get(second)).toMatchObject({ wallet: 0n, escrow: POOL / 2n })

  await payChunk(world.db, eventId)
  await world.pass(DAY_MS)
  const after = await stated()
  expect(after.total).toBe(before.total)
  expect(winners.map((winner) => after.of.get(winner)!.escrow)).toEqual([0n, 0n])
  expect(await failing(world.owner, eventChecks)).toEqual([])
})
