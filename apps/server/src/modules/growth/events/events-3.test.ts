/** The life of events of version 3 without witnesses; each ends with the audit of the log and the verification of the document. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { createReceipts } from '../../fair/receipts.ts'
import { POOL, type EventWorld } from './events.fixture.ts'
import { eventWorld3, verified3 } from './events-3.fixture.ts'
import { eventReceipt } from './proof/event-receipt.ts'
import { createEventRunning } from './proof/event-running.ts'

let world: EventWorld
beforeAll(async () => {
  world = await eventWorld3()
})
afterAll(() => world.close())
afterEach(async () => {
  expect(world.errors).toEqual([])
  expect(await world.broken()).toEqual([])
})

test.each(['salt', 'beacon'] as const)(
  'an event of grade %s is drawn and paid, and verifies with receipts and claims of its participants',
  async (grade) => {
    const { number } = await world.open({ grade })
    const members = await world.entitled(4)
    const joined = []
    for (const member of members) {
      const request = crypto.randomUUID()
      joined.push({ member, request, ...(await world.join(member, number, request)) })
    }
    const { db, options } = world
    const receipts = createReceipts({ db, writer: options.writer, seed: '5c'.repeat(32) })
    const held = await Promise.all(
      joined.map(({ member, entryId }) =>
        eventReceipt({ db, receipts, running: createEventRunning({ db }) }, member, entryId),
      ),
    )
    await world.end()
    for (const [i, receipt] of held.entries()) {
      const { member, request } = joined[i]!
      const claim = { member, request }
      expect(await verified3(world, number, { receipt, claim })).toEqual({ verdict: 'verified' })
    }
    // a receipt of another participant is none of this purchase
    const claim = { member: members[0]!, request: joined[0]!.request }
    expect(await verified3(world, number, { receipt: held[1], claim })).toMatchObject({ failed: 'claim' })
    const balances = await Promise.all(members.map((member) => world.balance(member)))
    expect(balances.toSorted((a, b) => Number(a - b))).toEqual([0n, 0n, POOL / 2n, POOL / 2n])
    expect(await world.proof(number)).toMatchObject({
      version: 'fairlot-proof/3',
      content: { art: null, texts: { 'en-us': { title: 'Share the pool', description: '' } }, pictures: [] },
      result: { favour: false },
    })
  },
)

test('a sealed event verifies before its draw, and an event that nobody joined as void', async () => {
  const { number } = await world.open()
  const [member] = await world.entitled(1)
  await world.join(member!, number)
  await world.pass(DAY_MS + 1_000)
  await world.loop.runDue()
  expect(await verified3(world, number)).toEqual({ verdict: 'sealed' })
  await world.pass(40_000)
  await world.loop.runDue()
  const before = await world.marketing()
  const empty = await world.open()
  await world.end()
  expect(await world.marketing()).toBe(before)
  expect(await verified3(world, empty.number)).toEqual({ verdict: 'verified' })
})
