/** Prize-share events: joining, deadline, seal, draw, prizes, and what goes back to the house. */
import { randomUUID } from 'node:crypto'
import { purchaseId } from '@fairlot/fairness/purchase-id'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { contentHash } from '@fairlot/fairness/content'
import { DAY_MS } from '../../../platform/durations.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { excludeWallet, lockWallets, markWalletClosing } from '../../ledger/index.ts'
import { eventView } from './events.views.ts'
import { eventWorld, MARKETING, POOL, TOP_UP, type EventWorld } from './events.fixture.ts'

const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )

describe('prize-share events', () => {
  let world: EventWorld
  beforeAll(async () => {
    world = await eventWorld()
  })
  afterAll(() => world.close())
  afterEach(async () => {
    expect(world.errors).toEqual([])
    expect(await world.broken()).toEqual([])
  })

  test('opens an event: the pool leaves the marketing account in the transaction that publishes the terms', async () => {
    const before = await world.marketing()
    const event = await world.open()
    expect(event).toMatchObject({
      status: 'open',
      pool: POOL,
      prize: POOL / 2n,
      participants: 0,
      grade: 'beacon',
    })
    expect(await world.marketing()).toBe(before - POOL)
    const [entry] = await world.db.query<{ bytes: string }>(
      `select bytes from log_entry where subject = $1 and kind = 'event-open'`,
      [`event ${event.number}`],
    )
    expect(JSON.parse(entry!.bytes)).toMatchObject({
      event: event.number,
      pool: String(POOL),
      winners: 2,
      friends: 3,
    })
    await world.end()
  })

  test('keeps the content that an event opens with', async () => {
    const titles = [
      { language: 'en-us', title: 'A "gift"' },
      { language: 'vi-vn', title: 'Quà' },
    ] as const
    const event = await world.open({ titles })
    const { content } = await eventView({ ...world.options, names: async () => new Map() }, event, {
      viewer: null,
      language: 'en-us',
    })
    expect(content).toBe(
      contentHash({
        art: null,
        texts: {
          'en-us': { title: 'A "gift"', description: '' },
          'vi-vn': { title: 'Quà', description: '' },
        },
        pictures: [],
      }),
    )
    await world.end()
  })

  test('does not count friends who may be the same person as the member', async () => {
    const { number } = await world.open()
    const member = (await world.members(1))[0]!
    const [held = ''] = await world.friends(member)
    const standing = (text: string) =>
      world.owner.query('update team_member set standing = $3 where member_id = $1 and friend_id = $2', [
        member,
        held,
        text,
      ])
    await standing('held')
    expect(await codeOf(world.join(member, number))).toBe('SAME_PERSON')
    await standing('clear')
    expect(await world.join(member, number)).toMatchObject({ seq: 1 })
    await world.end()
  })

  test('takes only members whose friends registered after the opening and topped up enough', async () => {
    const early = (await world.members(1))[0]!
    await world.friends(early)
    await world.pass(1_000)
    const { number } = await world.open()
    expect(await codeOf(world.join(early, number))).toBe('FRIENDS_MISSING')
    await world.friends(early, 2)
    await world.friends(early, 1, TOP_UP - 1n)
    await expect(world.join(early, number)).rejects.toMatchObject({
      code: 'FRIENDS_MISSING',
      details: { values: { counted: 2, friends: 3 } },
    })
    await world.friends(early, 1)
    expect(await world.join(early, number)).toMatchObject({ seq: 1 })
    expect(await codeOf(world.join(early, 'P1-9999'))).toBe('NO_SUCH_DATA')
    await world.end()
  })

  test('a member joins once: repeated and parallel calls have the same answer, and a request id is of one event', async () => {
    const { number } = await world.open()
    const [member] = await world.entitled(1)
    const requestId = randomUUID()
    const answers = await Promise.all([
      ...Array.from({ length: 10 }, () => world.join(member!, number, requestId)),
      ...Array.from({ length: 10 }, () => world.join(member!, number)),
    ])
    const [kept] = await world.db.query<{ id: string }>(
      'select request_id as id from event_entry where member_id = $1',
      [member!],
    )
    expect(new Set(answers.map(({ entryId }) => entryId))).toEqual(new Set([purchaseId(member!, kept!.id)]))
    const other = await world.open()
    await world.friends(member!)
    expect(await codeOf(world.join(member!, other.number, kept!.id))).toBe('REQUEST_ID_REUSED')
    expect(await world.join(member!, other.number)).toMatchObject({ seq: 1 })
    await world.end()
  })

  test('refuses a closing and an excluded member, and everybody from the deadline on', async () => {
    const { number } = await world.open()
    const [closing, excluded, late] = await world.entitled(3)
    const until = new Date((await world.now()) + DAY_MS * 30)
    await world.db.tx(async (tx) => {
      await lockWallets(tx, [closing!, excluded!])
      await markWalletClosing(tx, closing!, true)
      await excludeWallet(tx, excluded!, until)
    })
    expect(await codeOf(world.join(closing!, number))).toBe('ACCOUNT_CLOSING')
    expect(await codeOf(world.join(excluded!, number))).toBe('EXCLUDED')
    await world.pass(DAY_MS)
    expect(await codeOf(world.join(late!, number))).toBe('EVENT_CLOSED')
    await world.end()
    expect(await world.event(number)).toMatchObject({ status: 'void', participants: 0 })
  })

  test('200 parallel joins have the places 1 to 200, one each, in the order of time', async () => {
    const { number, eventId } = await world.open({ winners: 7 })
    const members = await world.entitled(200)
    const entries = await Promise.all(members.map((member) => world.join(member, number)))
    expect(entries.map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      Array.from({ length: 200 }, (_, i) => i + 1),
    )
    await world.end()
    expect(await world.event(number)).toMatchObject({ status: 'drawn', participants: 200, paidThrough: 7 })
    const paid = await world.db.query<{ amount: bigint }>(
      'select amount from event_payment where event_id = $1',
      [eventId],
    )
    expect(paid.map(({ amount }) => amount)).toEqual(Array.from({ length: 7 }, () => POOL / 7n))
  })

  test('pays each winner once and returns the rest: rounding, and prizes without a winner', async () => {
    const before = await world.marketing()
    const { number } = await world.open({ winners: 3 })
    const members = await world.entitled(2)
    for (const member of members) await world.join(member, number)
    await world.end()
    const prize = POOL / 3n
    expect(await Promise.all(members.map((member) => world.balance(member)))).toEqual([prize, prize])
    expect(await world.marketing()).toBe(before - 2n * prize)
    const event = await world.event(number)
    expect(event).toMatchObject({ status: 'drawn', paidThrough: 2 })
    expect(event.endedMs).not.toBeNull()
  })

  test('a self-excluded winner is paid; the prize of a closed account goes back to the house', async () => {
    const before = await world.marketing()
    const { number, eventId } = await world.open({ winners: 2 })
    const [excluded, closed] = await world.entitled(2)
    for (const member of [excluded!, closed!]) await world.join(member, number)
    const until = new Date((await world.now()) + DAY_MS * 200)
    await world.db.tx(async (tx) => {
      await lockWallets(tx, [excluded!])
      await excludeWallet(tx, excluded!, until)
    })
    await world.owner.query(`update member set status = 'closed', phone = null where member_id = $1`, [
      closed!,
    ])
    await world.end()
    expect(await world.balance(excluded!)).toBe(POOL / 2n)
    expect(await world.balance(closed!)).toBe(0n)
    expect(await world.marketing()).toBe(before - POOL / 2n)
    expect(
      await world.db.query('select went from event_payment where event_id = $1 and member_id = $2', [
        eventId,
        closed!,
      ]),
    ).toEqual([{ went: 'house' }])
  })

  test('an event that nobody joined is void, and its pool goes back', async () => {
    const before = await world.marketing()
    const { number } = await world.open()
    await world.end()
    expect(await world.event(number)).toMatchObject({ status: 'void', lost: false })
    expect(await world.marketing()).toBe(before)
    await world.options.writer.flush(world.db, { checkpoint: true })
    expect(await world.proof(number)).toMatchObject({ kind: 'event', seal: null, result: null, rows: [] })
  })

  test('a scheduled event opens at its time when its pool is there, and is void when it never was', async () => {
    const opensMs = (await world.now()) + 3_600_000
    const { number } = await world.open({ opensMs })
    const before = await world.marketing()
    const far = await world.open({ opensMs, pool: before })
    await world.loop.runDue()
    expect(await world.event(number)).toMatchObject({ status: 'scheduled', openedMs: null })
    await world.pass(3_600_000)
    await world.loop.runDue()
    expect(await world.event(number)).toMatchObject({ status: 'open' })
    // the first one has taken a part of what the other one needs
    expect(await world.event(far.number)).toMatchObject({ status: 'scheduled' })
    await world.end()
    expect(await world.event(far.number)).toMatchObject({ status: 'void' })
    expect(await world.marketing()).toBe(before)
    expect(await codeOf(world.proof(far.number))).toBe('NOT_SEALED')
  })

  test('refuses an event that the marketing account cannot fund, and terms that make no sense', async () => {
    expect(await codeOf(world.open({ pool: MARKETING + 1n }))).toBe('MARKETING_SHORT')
    expect(await codeOf(world.open({ deadlineMs: await world.now() }))).toBe('INPUT_INVALID')
    expect(await codeOf(world.open({ grade: 'witnessed' }))).toBe('INPUT_INVALID')
  })

  test.each(['salt', 'beacon'] as const)(
    'the log passes the audit and the proof has every row, grade %s',
    async (grade) => {
      const { number } = await world.open({ grade })
      for (const member of await world.entitled(5)) await world.join(member, number)
      await world.end()
      const proof = await world.proof(number)
      expect(proof).toMatchObject({ kind: 'event', terms: { event: number, grade }, seal: { orders: 5 } })
      expect(proof.rows).toHaveLength(5)
      expect(proof.result!.winners).toHaveLength(2)
      expect(proof.log!.entries).toHaveLength(3)
      await world.audit()
    },
  )
})
