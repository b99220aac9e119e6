import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { timeOfDay } from '@fairlot/fairness/draw'
import { verifyProof } from '@fairlot/fairness/verify'
import { breaches } from '../../testing/mall.ts'
import { testClient } from '../../testing/client.ts'
import {
  buyOverHttp,
  createTestCategories,
  drawEverything,
  sellingProduct,
  servedMall,
  type Person,
  type ServedMall,
} from './mall.fixture.ts'
import { HANG_MS } from '../../testing/hang.ts'

let world: ServedMall

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(async () => {
  await world.close()
})

const refusal = (code: string) => expect.objectContaining({ code })

describe('an issue from its opening to its result, as a member sees it', () => {
  let person: Person
  let other: Person
  let issue: string
  let order: string

  beforeAll(async () => {
    person = await world.person(1_000_000n)
    other = await world.person(1_000_000n)
    issue = await sellingProduct(world, {
      code: 'LIFE',
      shares: 10,
      maxPerMember: 9,
      texts: {
        'en-us': { title: 'Silver phone', description: 'A phone.' },
        'ar-sa': { title: 'هاتف فضي', description: 'هاتف.' },
      },
    })
  })

  test('shows the issue with its terms before the first sale', async () => {
    const detail = await world.anonymous.call(ENDPOINTS.goodsDetail, { issue })
    expect(detail).toMatchObject({
      card: {
        issue,
        status: 'selling',
        badge: 'beacon-local',
        price: '1.00',
        prizeValue: '10.00',
        shares: 10,
        sold: 0,
        mine: 0,
        drawAt: null,
        winner: null,
        product: { title: 'Silver phone', code: 'LIFE', demo: false },
      },
      text: [{ kind: 'paragraph', text: [{ text: 'A phone.' }] }],
      delay: 30,
      timesCounted: 'all',
      maxPerMember: 9,
      mine: [],
      selling: null,
    })
    expect(detail.commitment).toMatch(/^[0-9a-f]{64}$/)
    const arabic = testClient({ url: world.url, language: 'ar-sa' })
    expect((await arabic.call(ENDPOINTS.goodsDetail, { issue })).card.product.title).toBe('هاتف فضي')
    const bengali = testClient({ url: world.url, language: 'bn-bd' })
    expect((await bengali.call(ENDPOINTS.goodsDetail, { issue })).card.product.title).toBe('Silver phone')
  })

  test('quotes a purchase and states whether it would be refused', async () => {
    const quote = (who: Person, quantity: number) =>
      who.client.call(ENDPOINTS.confirmOrder, { issue, quantity })
    expect(await quote(person, 3)).toMatchObject({
      total: '3.00',
      balance: '100.00',
      balanceAfter: '97.00',
      sharesAfter: 3,
      available: 9,
      recyclePercent: 80,
      refusal: null,
    })
    expect(await quote(person, 10)).toMatchObject({ refusal: 'OVER_MEMBER_CAP' })
    expect(await quote(await world.person(10_000n), 2)).toMatchObject({
      balanceAfter: '-1.00',
      refusal: 'INSUFFICIENT_BALANCE',
    })
    await buyOverHttp(other, issue, 6)
    expect(await quote(person, 5)).toMatchObject({ available: 4, refusal: 'NOT_ENOUGH_SHARES' })
    await expect(world.anonymous.call(ENDPOINTS.confirmOrder, { issue, quantity: 1 })).rejects.toEqual(
      refusal('SESSION_ENDED'),
    )
  })

  test("shows the member's code ranges, orders and account after a purchase", async () => {
    ;({ order } = await buyOverHttp(person, issue, 3))
    const detail = await person.client.call(ENDPOINTS.goodsDetail, { issue })
    expect(detail.card).toMatchObject({ mine: 3, sold: 9, participants: 2 })
    expect(detail.mine).toEqual([{ order, first: 1_000_007, quantity: 3, at: expect.any(Number) }])
    const { items } = await person.client.call(ENDPOINTS.orderList, { tab: 'awaiting' })
    expect(items).toMatchObject([
      {
        order,
        status: 'awaiting_draw',
        first: 1_000_007,
        quantity: 3,
        amount: '3.00',
        at: detail.mine[0]!.at,
      },
    ])
    const seen = await person.client.call(ENDPOINTS.orderDetail, { order })
    expect(seen).toMatchObject({ code: null, order: { status: 'awaiting_draw' } })
    expect(seen.timeline).toEqual([
      { state: 'paid', at: items[0]!.at },
      { state: 'sold_out', at: null },
      { state: 'drawn', at: null },
    ])
    const account = await person.client.call(ENDPOINTS.account, {})
    expect(account).toMatchObject({
      balance: '97.00',
      piggy: '0.00',
      orders: { awaiting: 1, pending: 0, to_receive: 0, received: 0 },
      member: { id: person.memberId },
    })
    expect(account.member.phone).not.toContain('1000000')
  })

  test('refuses calculation and proof before the seal', async () => {
    await expect(world.anonymous.call(ENDPOINTS.calculation, { issue })).rejects.toEqual(
      refusal('NOT_SEALED'),
    )
    await expect(world.anonymous.call(ENDPOINTS.proof, { issue })).rejects.toEqual(refusal('NOT_SEALED'))
  })

  test('returns the salt in no answer before the seal', async () => {
    const clients = [world.anonymous, person.client]
    // the proof contains the salt from the seal on, which follows the sell-out at once
    for (const client of clients) await client.call(ENDPOINTS.proof, { issue }).catch(() => undefined)
    await buyOverHttp(person, issue, 1)
    for (const client of clients) {
      await client.call(ENDPOINTS.home, {})
      await client.call(ENDPOINTS.kinds, {})
      await client.call(ENDPOINTS.goodsList, {})
      await client.call(ENDPOINTS.goodsDetail, { issue })
      await client.call(ENDPOINTS.goodsHistory, { issue })
      await client.call(ENDPOINTS.calculation, { issue }).catch(() => undefined)
    }
    await person.client.call(ENDPOINTS.confirmOrder, { issue, quantity: 1 })
    await person.client.call(ENDPOINTS.orderList, {})
    await person.client.call(ENDPOINTS.orderDetail, { order })
    await person.client.call(ENDPOINTS.account, {})
    await buyOverHttp(person, issue, 1).catch(() => undefined)
    const before = world.answers.join('\n')
    await world.mall.draws.runDue()
    const [seal] = await world.db.query<{ salt: string }>(
      `select salt from issue_seal join issue_terms using (issue_id) where number = $1`,
      [issue],
    )
    expect(seal!.salt).toMatch(/^[0-9a-f]{64}$/)
    expect(before).toContain(issue)
    expect(before).not.toContain(seal!.salt)
    const stored = await world.owner.query<{ salt: string }>(
      `select encode(salt, 'hex') as salt from issue_secret`,
    )
    expect(stored.map(({ salt }) => salt).join()).not.toContain(seal!.salt)
  })

  test('shows the time of the beacon round and the calculation without its result before the draw', async () => {
    const { card, selling, serverTime } = await person.client.call(ENDPOINTS.goodsDetail, { issue })
    expect(card).toMatchObject({ status: 'sold_out', drawnAt: null, winner: null, mine: 4 })
    expect(card.drawAt! - card.soldOutAt!).toBeGreaterThanOrEqual(30_000)
    expect(card.drawAt! - serverTime).toBeLessThanOrEqual(35_000)
    expect(selling).toBe('LIFE-0002')
    const calculation = await person.client.call(ENDPOINTS.calculation, { issue })
    expect(calculation).toMatchObject({ code: null, remainder: null, entropy: null, orders: 3 })
    expect(calculation.rows.items).toHaveLength(3)
    const sealed: unknown = await world.anonymous.call(ENDPOINTS.proof, { issue })
    expect(sealed).toMatchObject({ version: 'fairlot-proof/3', beacon: null, result: null })
    expect(verifyProof(structuredClone(sealed)).verdict).toBe('sealed')
    expect(await world.anonymous.call(ENDPOINTS.home, {})).toMatchObject({ drawingNext: { issue } })
  })

  test('shows the result on all pages, and a proof that verifies', async () => {
    await drawEverything(world)
    const proof = await world.anonymous.call(ENDPOINTS.proof, { issue })
    expect(verifyProof(JSON.parse(JSON.stringify(proof)))).toMatchObject({
      verdict: 'verified',
      badge: 'beacon-local',
    })
    const { card } = await person.client.call(ENDPOINTS.goodsDetail, { issue })
    const { order: seen, code, tag, timeline } = await person.client.call(ENDPOINTS.orderDetail, { order })
    expect(card.status).toBe('drawn')
    expect(card.winner).toMatchObject({ code, mine: code! >= 1_000_007 })
    expect(card.winner!.quantity).toBe(card.winner!.mine ? 4 : 6)
    expect(card.winner!.name).toMatch(/ \*\*\*$/)
    expect(seen.status).toBe(code! >= 1_000_007 && code! < 1_000_010 ? 'won' : 'not_won')
    expect(timeline.map(({ at }) => at)).toEqual([seen.at, card.soldOutAt, card.drawnAt, card.drawnAt])
    const calculation = await person.client.call(ENDPOINTS.calculation, { issue })
    const own = calculation.rows.items.find((row) => row.tag === tag)
    expect(own).toMatchObject({ first: 1_000_007, quantity: 3, ms: seen.at, time: timeOfDay(seen.at, 0) })
    expect(calculation.tag).toBe(tag)
    expect((await world.anonymous.call(ENDPOINTS.calculation, { issue })).tag).toBeNull()
    const sum = calculation.rows.items.reduce((total, { time }) => total + BigInt(time), 0n)
    expect(calculation.sum).toBe(String(sum))
    expect(calculation.remainder).toBe(Number((sum % 10n) + BigInt(calculation.entropyRemainder!)) % 10)
    expect(calculation.code).toBe(1_000_001 + calculation.remainder!)
    const home = await world.anonymous.call(ENDPOINTS.home, {})
    expect(home.justDrawn.map(({ issue: number }) => number)).toContain(issue)
    expect(home.winners).toContainEqual({
      issue,
      title: 'Silver phone',
      name: card.winner!.name,
      at: card.drawnAt,
      mine: false,
    })
  })

  test('home shows the winner the unanswered prize, and shows it to no other caller', async () => {
    const homes = await Promise.all(
      [person.client, other.client, world.anonymous].map((client) => client.call(ENDPOINTS.home, {})),
    )
    const { card, mine } = await person.client.call(ENDPOINTS.goodsDetail, { issue })
    const [winner, loser] = card.winner!.mine ? [homes[0]!, homes[1]!] : [homes[1]!, homes[0]!]
    const { code } = card.winner!
    expect(winner.prize).toMatchObject({
      card: { issue, winner: { code, mine: true } },
      code,
      value: '10.00',
    })
    const holdsCode = mine.some(({ first, quantity }) => code >= first && code < first + quantity)
    expect(holdsCode).toBe(card.winner!.mine)
    expect(winner.winners.find((row) => row.issue === issue)).toMatchObject({ mine: true })
    expect([loser.prize, homes[2]!.prize]).toEqual([null, null])
  })

  test('public answers contain no member ids', async () => {
    const published = [
      await world.anonymous.call(ENDPOINTS.proof, { issue }),
      await world.anonymous.call(ENDPOINTS.calculation, { issue }),
      await world.anonymous.call(ENDPOINTS.goodsHistory, { issue }),
      await world.anonymous.call(ENDPOINTS.home, {}),
    ].map((answer) => JSON.stringify(answer))
    for (const { memberId } of [person, other])
      for (const text of published) expect(text).not.toContain(memberId)
  })

  test("refuses another member's order, an unknown order and an unknown issue with NO_SUCH_DATA", async () => {
    const missing = refusal('NO_SUCH_DATA')
    await expect(other.client.call(ENDPOINTS.orderDetail, { order })).rejects.toEqual(missing)
    await expect(person.client.call(ENDPOINTS.orderDetail, { order: randomUUID() })).rejects.toEqual(missing)
    for (const number of ['LIFE-0099', 'NONE-0001', 'LIFE-00001', 'LIFE-9999999999']) {
      await expect(person.client.call(ENDPOINTS.goodsDetail, { issue: number }), number).rejects.toEqual(
        missing,
      )
      await expect(person.client.call(ENDPOINTS.proof, { issue: number }), number).rejects.toEqual(missing)
      await expect(person.client.call(ENDPOINTS.goodsHistory, { issue: number }), number).rejects.toEqual(
        missing,
      )
      await expect(
        person.client.call(ENDPOINTS.confirmOrder, { issue: number, quantity: 1 }),
        number,
      ).rejects.toEqual(missing)
    }
    expect(await breaches(world.db)).toEqual([])
    expect(world.errors).toEqual([])
  })
})

test('seals, draws and opens the next issue as soon as the last share is sold', async () => {
  const issue = await sellingProduct(world, { code: 'SELF', shares: 2, grade: 'salt' })
  const person = await world.person(1_000_000n)
  const { order } = await buyOverHttp(person, issue, 2)
  await vi.waitFor(async () => {
    const seen = await person.client.call(ENDPOINTS.orderDetail, { order })
    expect(seen.order.status).toBe('won')
  }, HANG_MS)
  await vi.waitFor(async () => {
    const { selling } = await person.client.call(ENDPOINTS.goodsDetail, { issue })
    expect(selling).toBe('SELF-0002')
  }, HANG_MS)
  await world.mall.draws.runDue()
  expect(await breaches(world.db)).toEqual([])
})
