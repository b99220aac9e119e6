/** The life of events of version 3 without witnesses; each ends with the audit of the log and the verification of the document. */
import { isSoak, rounds } from '@fairlot/fairness/testing/rounds.fixture'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { DAY_MS } from '../../../platform/durations.ts'
import { createReceipts } from '../../fair/receipts.ts'
import { fundHouse } from '../../ledger/index.ts'
import { beside } from '../../../testing/beside.ts'
import { POOL, TOP_UP, type EventWorld } from './events.fixture.ts'
import { eventWorld3, verified3 } from './events-3.fixture.ts'
import { eventReceipt } from './proof/event-receipt.ts'
import { createEventRunning } from './proof/event-running.ts'
import { ownView } from './events.views.ts'
import { openDueEvent } from './steps/open-event.ts'
import { sealEvent } from './steps/seal-event.ts'
import { closeEvent } from './steps/void-event.ts'

/** of the wallet currency */
const UNIT = TOP_UP / 100n

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

/** A member who joined with own friends, and these friends. */
async function inviter(number: string) {
  const [member] = await world.members(1)
  const friends = await world.friends(member!)
  const request = crypto.randomUUID()
  const { entryId, seq } = await world.join(member!, number, request)
  return { member: member!, friends, request, entryId, seq }
}

async function receiptOf({ member, entryId }: { member: string; entryId: string }) {
  const { db, options } = world
  const receipts = createReceipts({ db, writer: options.writer, seed: '5c'.repeat(32) })
  return eventReceipt({ db, receipts, running: createEventRunning({ db }) }, member, entryId)
}

const ownPart = async (number: string, member: string) =>
  ownView(
    { db: world.db, beacons: world.options.beacons, names: () => Promise.resolve(new Map()) },
    await world.event(number),
    member,
  )

const noticesOf = (member: string) =>
  world.db.query('select kind, amount from member_notice where member_id = $1', [member])

/** Lets the deadline pass, without the seal. */
async function closed(number: string) {
  const { eventId, deadlineMs } = await world.event(number)
  await world.pass(deadlineMs - (await world.now()) + 1_000)
  await closeEvent(world.db, eventId)
  return eventId
}

test('a participant whose own friends took their money back is left out, and the others share the pool', async () => {
  const { number } = await world.open()
  const ring = await inviter(number)
  const others = [await inviter(number), await inviter(number), await inviter(number)]
  // one friend more than needed replaces one who took the money back
  const [spare] = await world.friends(others[0]!.member, 1)
  await world.takeBack([...ring.friends, others[0]!.friends[0]!])
  const receipt = await receiptOf(ring)
  await world.end()
  expect(await world.event(number)).toMatchObject({ status: 'drawn', participants: 4, leftOut: 1 })
  const balances = await Promise.all(
    [ring, ...others].map(async ({ member }) => Number(await world.balance(member))),
  )
  expect(balances[0]).toBe(0)
  expect(balances.toSorted((a, b) => a - b)).toEqual([0, 0, Number(POOL / 2n), Number(POOL / 2n)])
  expect(await world.proof(number)).toMatchObject({ terms: { recheck: true }, seal: { orders: 4, out: [1] } })
  const claim = { member: ring.member, request: ring.request }
  expect(await verified3(world, number, { receipt, claim })).toEqual({ verdict: 'verified' })
  expect(await ownPart(number, ring.member)).toMatchObject({
    joined: { leftOut: { counted: 0 }, prize: null },
  })
  expect(await ownPart(number, others[0]!.member)).toMatchObject({ counted: 3, joined: { leftOut: null } })
  expect(await noticesOf(ring.member)).toEqual([{ kind: 'event_left_out', amount: null }])
  expect(spare).toBeDefined()
})

test('an event whose participants are all left out is void, and its pool goes back to the house', async () => {
  const before = await world.marketing()
  const { number } = await world.open()
  const rings = [await inviter(number), await inviter(number)]
  await world.takeBack(rings.flatMap(({ friends }) => friends.slice(0, 1)))
  const receipt = await receiptOf(rings[0]!)
  await world.end()
  expect(await world.event(number)).toMatchObject({ status: 'void', leftOut: 2, shared: false, lost: false })
  expect(await world.marketing()).toBe(before)
  expect(await verified3(world, number, { receipt })).toEqual({ verdict: 'verified' })
  expect(await ownPart(number, rings[1]!.member)).toMatchObject({ joined: { leftOut: { counted: 2 } } })
})

test('a return that has not committed does not count and stops no seal, and one after the seal changes nothing', async () => {
  const { number } = await world.open()
  const { friends } = await inviter(number)
  const eventId = await closed(number)
  const { db, owner, options } = world
  await owner.tx(async (tx) => {
    await tx.query('select from wallet where member_id = any($1::uuid[]) order by member_id for update', [
      friends,
    ])
    await tx.query('update recharge set returned = credited where member_id = any($1::uuid[])', [friends])
    expect(await beside(() => sealEvent(options, eventId))).toBe('sealed')
    // the withdrawals of these returns would follow
    await tx.query('update recharge set returned = 0 where member_id = any($1::uuid[])', [friends])
  })
  await world.pass(300_000)
  await world.takeBack(friends)
  await world.loop.runDue()
  expect(await world.event(number)).toMatchObject({ status: 'drawn', leftOut: 0 })
  expect(await db.query('select from event_left_out where event_id = $1', [eventId])).toEqual([])
})

const TOP_UP_AGAIN = [
  `insert into provider_event (provider, event_id, payment_id, type, amount, currency, outcome, body, received_at)
   select 'test', id || '/2', id::text, 'paid', $2, 'VND', 'credited', '{}', business_now() from unnest($1::uuid[]) as m(id)`,
  `insert into recharge_credit (member_id, recharge_id, seq, ref, amount, provider, event_id, at)
   select id, id, 2, gen_random_uuid(), $2, 'test', id || '/2', business_now() from unnest($1::uuid[]) as m(id)`,
]

test('what friends top up and take back after the deadline leaves nobody out', async () => {
  const { number } = await world.open()
  const { member, friends } = await inviter(number)
  const eventId = await closed(number)
  for (const text of TOP_UP_AGAIN) await world.owner.query(text, [friends, TOP_UP])
  await world.takeBack(friends)
  await world.owner.query('update recharge set credited = $2 * 2 where member_id = any($1::uuid[])', [
    friends,
    TOP_UP,
  ])
  expect(await ownPart(number, member)).toMatchObject({ counted: 3 })
  expect(await sealEvent(world.options, eventId)).toBe('sealed')
  expect(await world.event(number)).toMatchObject({ leftOut: 0 })
})

const FLAG = [
  `insert into relation_flag (member_id, friend_id, signal, other_id, found_at) values ($1, $2, 'device', $1, business_now())`,
  `update team_member set standing = 'held' where (member_id, friend_id) = ($1, $2)`,
]

test('a participant with a friend who is held as the same person at the seal is left out', async () => {
  const { number } = await world.open()
  const { member, friends } = await inviter(number)
  await inviter(number)
  for (const text of FLAG) await world.owner.query(text, [member, friends[0]])
  await world.end()
  expect(await world.event(number)).toMatchObject({ status: 'drawn', leftOut: 1 })
  expect(await ownPart(number, member)).toMatchObject({ joined: { leftOut: { counted: 2 } } })
})

/** When the money of a friend goes back to its source. */
const BACK = ['never', 'joined', 'closed', 'sealed'] as const
type Back = (typeof BACK)[number]
const friend = fc.record({ units: fc.constantFrom(50n, 99n, 100n, 250n), back: fc.constantFrom(...BACK) })
const keepsIt = ({ units, back }: { units: bigint; back: Back }) =>
  units >= 100n && (back === 'never' || back === 'sealed')

test('no ring of own accounts gets anything of an event for friends whose money is not there at the seal', async () => {
  const strategy = fc.record({
    // three friends of each place top up enough to join; more can follow
    rings: fc.array(
      fc.tuple(
        fc.tuple(...Array.from({ length: 3 }, () => fc.constantFrom(...BACK))),
        fc.array(friend, { maxLength: 2 }),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    honest: fc.nat({ max: 2 }),
  })
  const property = fc.asyncProperty(strategy, async ({ rings, honest }) => {
    await world.db.tx((tx) =>
      fundHouse(tx, { account: 'marketing', amount: POOL, reference: crypto.randomUUID() }),
    )
    const { number } = await world.open({ winners: 3 })
    const backs = new Map<Back, string[]>(BACK.map((when) => [when, []]))
    const places: { member: string; stays: boolean }[] = []
    for (const [needed, more] of rings) {
      const { member, friends } = await inviter(number)
      needed.forEach((back, n) => backs.get(back)!.push(friends[n]!))
      for (const { units, back } of more)
        backs.get(back)!.push(...(await world.friends(member, 1, units * UNIT)))
      const kept =
        needed.filter((back) => keepsIt({ units: 100n, back })).length + more.filter(keepsIt).length
      places.push({ member, stays: kept >= 3 })
    }
    for (let n = 0; n < honest; n++) places.push({ member: (await inviter(number)).member, stays: true })
    const goBack = (when: Back) => world.takeBack(backs.get(when)!)
    await goBack('joined')
    const eventId = await closed(number)
    await goBack('closed')
    const staying = places.filter(({ stays }) => stays).length
    expect(await sealEvent(world.options, eventId)).toBe(staying === 0 ? 'void' : 'sealed')
    await goBack('sealed')
    await world.pass(40_000)
    await world.loop.runDue()
    expect(await world.event(number)).toMatchObject({ leftOut: places.length - staying })
    const got = await Promise.all(places.map(({ member }) => world.balance(member)))
    expect(got.filter((_, n) => !places[n]!.stays)).toEqual(
      places.flatMap(({ stays }) => (stays ? [] : [0n])),
    )
    expect(got.reduce((a, b) => a + b, 0n)).toBe((POOL / 3n) * BigInt(Math.min(3, staying)))
    expect(await world.broken()).toEqual([])
  })
  await fc.assert(property, { numRuns: rounds(60, 3), endOnFailure: !isSoak })
})

test('an event whose terms do not say that friends are looked at again leaves nobody out', async () => {
  const { eventId, number } = await world.open({ opensMs: (await world.now()) + 60_000 })
  // as an event that a house had made before it got this rule
  await world.owner.query('update event set recheck = false where event_id = $1', [eventId])
  await world.owner.query(
    `update schema_migration set applied_at = business_now() + interval '2 days' where version = 103`,
  )
  await world.pass(61_000)
  expect(await openDueEvent(world.options, eventId)).toBe(true)
  const { member, friends } = await inviter(number)
  await world.takeBack(friends)
  await world.end()
  expect(await world.event(number)).toMatchObject({ status: 'drawn', leftOut: 0 })
  expect(await world.balance(member)).toBe(POOL / 2n)
  expect(await verified3(world, number)).toEqual({ verdict: 'verified' })
})
