import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import { parseMoney } from '@fairlot/contract/money'
import { timeOfDay } from '@fairlot/fairness/draw'
import { verifyProof } from '@fairlot/fairness/verify'
import { breaches } from '../../testing/mall.ts'
import { testClient } from '../../testing/client.ts'
import { HANG_MS } from '../../testing/hang.ts'
import { drawEverything, sellingProduct, servedMall, type Person, type ServedMall } from './mall.fixture.ts'

let world: ServedMall

beforeAll(async () => {
  world = await servedMall()
  await world.mall.createCategory({
    category: 'phones',
    position: 1,
    tile: 'sea',
    titles: { 'en-us': 'Phones', 'bn-bd': 'ফোন', 'ar-sa': 'هواتف' },
  })
  await world.mall.createCategory({ category: 'home', position: 2, tile: 'sun', titles: { 'en-us': 'Home' } })
})
afterAll(async () => {
  await world.close()
})

const buy = ({ client }: Person, issue: string, quantity: number) =>
  client.call(ENDPOINTS.buy, { issue, quantity, requestId: randomUUID() })

/** Follows a list to its end. */
async function pages<T>(
  read: (cursor: { cursor?: string }) => Promise<{ items: T[]; next: string | null }>,
): Promise<T[]> {
  const all: T[] = []
  let cursor: { cursor?: string } = {}
  for (let page = 0; page < 200; page++) {
    const { items, next } = await read(cursor)
    all.push(...items)
    if (next === null) return all
    cursor = { cursor: next }
  }
  throw new Error('the list does not end')
}

const refusal = (code: string) => expect.objectContaining({ code })

describe('from opening to result, as a member sees it', () => {
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

  it('shows the issue with its terms before the first sale', async () => {
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
      description: 'A phone.',
      delay: 30,
      reading: 'all',
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

  it('quotes a purchase and says beforehand what would be refused', async () => {
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
    await buy(other, issue, 6)
    expect(await quote(person, 5)).toMatchObject({ available: 4, refusal: 'NOT_ENOUGH_SHARES' })
    await expect(world.anonymous.call(ENDPOINTS.confirmOrder, { issue, quantity: 1 })).rejects.toEqual(
      refusal('SESSION_ENDED'),
    )
  })

  it('shows own ranges, own orders and the account after a purchase', async () => {
    ;({ order } = await buy(person, issue, 3))
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

  it('refuses calculation and proof before there is something to show', async () => {
    await expect(world.anonymous.call(ENDPOINTS.calculation, { issue })).rejects.toEqual(
      refusal('NOT_SEALED'),
    )
    await expect(world.anonymous.call(ENDPOINTS.proof, { issue })).rejects.toEqual(refusal('NOT_SEALED'))
  })

  it('tells no salt to anybody before the seal, wherever it is asked for', async () => {
    await buy(person, issue, 1)
    const clients = [world.anonymous, person.client]
    for (const client of clients) {
      await client.call(ENDPOINTS.home, {})
      await client.call(ENDPOINTS.kinds, {})
      await client.call(ENDPOINTS.goodsList, {})
      await client.call(ENDPOINTS.goodsDetail, { issue })
      await client.call(ENDPOINTS.goodsHistory, { issue })
      await client.call(ENDPOINTS.calculation, { issue }).catch(() => undefined)
      await client.call(ENDPOINTS.proof, { issue }).catch(() => undefined)
    }
    await person.client.call(ENDPOINTS.confirmOrder, { issue, quantity: 1 })
    await person.client.call(ENDPOINTS.orderList, {})
    await person.client.call(ENDPOINTS.orderDetail, { order })
    await person.client.call(ENDPOINTS.account, {})
    await buy(person, issue, 1).catch(() => undefined)
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

  it('counts down to the beacon round, with the calculation as far as it goes', async () => {
    const { card, selling, serverTime } = await person.client.call(ENDPOINTS.goodsDetail, { issue })
    expect(card).toMatchObject({ status: 'sold_out', drawnAt: null, winner: null, mine: 4 })
    expect(card.drawAt! - card.soldOutAt!).toBeGreaterThanOrEqual(30_000)
    expect(card.drawAt! - serverTime).toBeLessThanOrEqual(35_000)
    expect(selling).toBe('LIFE-0002')
    const calculation = await person.client.call(ENDPOINTS.calculation, { issue })
    expect(calculation).toMatchObject({ code: null, remainder: null, entropy: null, orders: 3 })
    expect(calculation.rows.items).toHaveLength(3)
    await expect(world.anonymous.call(ENDPOINTS.proof, { issue })).rejects.toEqual(refusal('NOT_SEALED'))
    expect(await world.anonymous.call(ENDPOINTS.home, {})).toMatchObject({ drawingNext: { issue } })
  })

  it('shows the result everywhere, and a proof that verifies', async () => {
    await drawEverything(world)
    const proof = await world.anonymous.call(ENDPOINTS.proof, { issue })
    expect(verifyProof(JSON.parse(JSON.stringify(proof)))).toMatchObject({ ok: true, badge: 'beacon-local' })
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
    })
  })

  it("keeps members' ids and phones out of everything public", async () => {
    const published = [
      await world.anonymous.call(ENDPOINTS.proof, { issue }),
      await world.anonymous.call(ENDPOINTS.calculation, { issue }),
      await world.anonymous.call(ENDPOINTS.goodsHistory, { issue }),
      await world.anonymous.call(ENDPOINTS.home, {}),
    ].map((answer) => JSON.stringify(answer))
    for (const { memberId } of [person, other])
      for (const text of published) expect(text).not.toContain(memberId)
  })

  it('shows a foreign or unknown order, and an unknown issue, as no such data', async () => {
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

describe('lists', () => {
  const issues: Record<string, string> = {}

  beforeAll(async () => {
    const person = await world.person(10_000_000n)
    for (let n = 0; n < 7; n++) {
      const code = `LIST${n}`
      issues[code] = await sellingProduct(world, {
        code,
        category: 'home',
        shares: 20,
        sharePrice: 10_000n * BigInt(10 - n),
        marketPrice: 10_000n * 20n,
        texts: {
          'en-us': { title: `Lamp ${n} 50%_off`, description: '' },
          ...(n === 3 ? { 'bn-bd': { title: 'বাতি', description: '' } } : {}),
        },
      })
      if (n > 0) await buy(person, issues[code], n * 2)
    }
  })

  const list = (input: Record<string, unknown>, language: 'en-us' | 'bn-bd' = 'en-us') => {
    const client = testClient({ url: world.url, language })
    return pages((cursor) =>
      client.call(ENDPOINTS.goodsList, { category: 'home', limit: 3, ...input, ...cursor }),
    )
  }
  const codes = async (...args: Parameters<typeof list>) =>
    (await list(...args)).map(({ product }) => product.code)
  const up = ['LIST0', 'LIST1', 'LIST2', 'LIST3', 'LIST4', 'LIST5', 'LIST6']

  it('sorts by what is sold, age and price, page by page without gaps or doubles', async () => {
    expect(await codes({})).toEqual(up.toReversed())
    expect(await codes({ sort: 'newest' })).toEqual(up.toReversed())
    expect(await codes({ sort: 'price' })).toEqual(up.toReversed())
    expect(await codes({ sort: 'price', limit: 100 })).toEqual(up.toReversed())
    expect(await codes({ sort: 'closing', limit: 1 })).toEqual(up.toReversed())
  })

  it('searches titles in the language of the call, else in English; wildcards are plain text', async () => {
    expect(await codes({ search: ' LAMP 3 ' })).toEqual(['LIST3'])
    expect(await codes({ search: 'lamp', sort: 'price' }, 'bn-bd')).toEqual(
      up.toReversed().filter((code) => code !== 'LIST3'),
    )
    expect(await codes({ search: 'বাতি' }, 'bn-bd')).toEqual(['LIST3'])
    expect(await codes({ search: 'বাতি' })).toEqual([])
    expect(await codes({ search: '%', sort: 'price' })).toHaveLength(7)
    expect(await codes({ search: '50%_off' })).toHaveLength(7)
    expect(await codes({ search: '5_%' })).toEqual([])
    expect(await codes({ search: 'list2-0001' })).toEqual(['LIST2'])
    expect(await codes({ search: '   ' })).toHaveLength(7)
  })

  it('filters by category and mode', async () => {
    expect(await codes({ category: 'nothing' })).toEqual([])
    expect(await codes({ mode: 'cash' })).toEqual([])
    expect(await codes({ mode: 'vip' })).toEqual([])
    const vip = await sellingProduct(world, { code: 'VIP1', category: 'home', minVip: 2 })
    expect(await codes({ mode: 'vip' })).toEqual(['VIP1'])
    expect(await codes({})).toHaveLength(7)
    const person = await world.person(1_000_000n)
    expect(await person.client.call(ENDPOINTS.confirmOrder, { issue: vip, quantity: 1 })).toMatchObject({
      refusal: 'VIP_REQUIRED',
    })
  })

  it('refuses a cursor that is none', async () => {
    for (const cursor of ['x', 'bm9uZQ', Buffer.from('["closing",1]').toString('base64url')]) {
      await expect(world.anonymous.call(ENDPOINTS.goodsList, { cursor }), cursor).rejects.toEqual(
        refusal('INPUT_INVALID'),
      )
    }
  })

  it('lists drawn issues newest first', async () => {
    const person = await world.person(1_000_000n)
    const sold: string[] = []
    for (let n = 0; n < 4; n++) {
      const issue = await sellingProduct(world, {
        code: `DONE${n}`,
        category: 'home',
        shares: 2,
        grade: 'salt',
      })
      await buy(person, issue, 2)
      await world.mall.draws.runDue()
      await world.database.advanceClock(1_000)
      sold.unshift(issue)
    }
    const drawn = await list({ status: 'drawn', limit: 2 })
    expect(drawn.map(({ issue }) => issue)).toEqual(sold)
    expect(drawn.every(({ winner }) => winner?.quantity === 2)).toBe(true)
  })

  it('names the categories in the language of the call', async () => {
    const bengali = testClient({ url: world.url, language: 'bn-bd' })
    expect(await bengali.call(ENDPOINTS.kinds, {})).toEqual({
      categories: [
        { id: 'phones', title: 'ফোন', tile: 'sea' },
        { id: 'home', title: 'Home', tile: 'sun' },
      ],
      modes: ['goods'],
    })
  })
})

describe('orders in tabs', () => {
  let person: Person
  const tab = (name: string, limit = 2) =>
    pages((cursor) => person.client.call(ENDPOINTS.orderList, { tab: name as 'all', limit, ...cursor }))

  beforeAll(async () => {
    person = await world.person(10_000_000n)
    const rival = await world.person(10_000_000n)
    // one drawn and lost or won in part, one won for certain, one drawn and not told yet, one that waits
    const shared = await sellingProduct(world, { code: 'TABA', shares: 4, grade: 'salt', maxIssues: 1 })
    await buy(person, shared, 1)
    await buy(rival, shared, 2)
    await buy(person, shared, 1)
    const certain = await sellingProduct(world, { code: 'TABB', shares: 2, grade: 'salt', maxIssues: 1 })
    await buy(person, certain, 2)
    await drawEverything(world)
    const untold = await sellingProduct(world, { code: 'TABC', shares: 3, grade: 'salt', maxIssues: 1 })
    for (let n = 0; n < 3; n++) await buy(person, untold, 1)
    await world.mall.draws.runDue()
    await untell(untold)
    await buy(person, await sellingProduct(world, { code: 'TABD', shares: 5, maxIssues: 1 }), 1)
  })

  /** Puts an issue back to the moment after its draw, before its members were told. */
  async function untell(issue: string) {
    await world.owner.tx(async (tx) => {
      const where = `(select issue_id from issue_terms where number = $1)`
      await tx.query(`delete from prize where issue_id = ${where}`, [issue])
      await tx.query(
        `update issue_settlement set through_seq = 0, finished_at = null where issue_id = ${where}`,
        [issue],
      )
      await tx.query(`update purchase set settled = false, result = null where subject_id = ${where}`, [
        issue,
      ])
      await tx.query('update wallet set open_orders = open_orders + 3 where member_id = $1', [
        person.memberId,
      ])
    })
  }

  async function check() {
    const all = await tab('all')
    expect(all).toHaveLength(7)
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted((a, b) => b - a))
    expect(new Set(all.map(({ order }) => order)).size).toBe(7)
    for (const limit of [1, 3, 100]) expect(await tab('all', limit)).toEqual(all)
    const ids = (status: string[]) =>
      all.filter((order) => status.includes(order.status)).map(({ order }) => order)
    expect((await tab('awaiting')).map(({ order }) => order)).toEqual(ids(['awaiting_draw']))
    expect((await tab('completed', 1)).map(({ order }) => order)).toEqual(ids(['not_won']))
    expect((await tab('pending', 1)).map(({ order }) => order).toSorted()).toEqual(ids(['won']).toSorted())
    expect(await tab('to_receive')).toEqual([])
    expect(await tab('received')).toEqual([])
    const untold = all.filter(({ card }) => card.product.code === 'TABC')
    expect(untold.filter(({ status }) => status === 'won')).toHaveLength(1)
    expect(untold.filter(({ status }) => status === 'not_won')).toHaveLength(2)
  }

  it('shows a drawn result before the order itself is told, and the same afterwards', async () => {
    await check()
    const before = await tab('all')
    await world.mall.draws.runDue()
    await check()
    expect(await tab('all')).toEqual(before)
    const { orders } = await person.client.call(ENDPOINTS.account, {})
    expect(orders).toMatchObject({ awaiting: 1, pending: (await tab('pending')).length })
  })

  it('shows an order whose outcome is not known yet as processing', async () => {
    const [order] = await tab('awaiting')
    await world.owner.query(`update purchase set state = 'held', first_code = null where purchase_id = $1`, [
      order!.order,
    ])
    expect(await tab('awaiting')).toMatchObject([{ order: order!.order, status: 'processing', first: null }])
    expect(await person.client.call(ENDPOINTS.orderDetail, { order: order!.order })).toMatchObject({
      order: { status: 'processing' },
      tag: null,
    })
    await world.owner.query(`update purchase set state = 'done', first_code = $2 where purchase_id = $1`, [
      order!.order,
      order!.first,
    ])
  })

  it('does not list what was refused', async () => {
    const issue = await sellingProduct(world, { code: 'TABE', shares: 3 })
    const rival = await world.person(10_000_000n)
    await buy(rival, issue, 2)
    await expect(buy(person, issue, 2)).rejects.toEqual(refusal('NOT_ENOUGH_SHARES'))
    expect(await tab('all')).toHaveLength(7)
  })
})

it('seals, draws and opens the next issue by itself, as soon as the last share is sold', async () => {
  const issue = await sellingProduct(world, { code: 'SELF', shares: 2, grade: 'salt' })
  const person = await world.person(1_000_000n)
  const { order } = await buy(person, issue, 2)
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

it('pages through who took part, newest first', async () => {
  const issue = await sellingProduct(world, { code: 'HIST', shares: 10 })
  const people = [await world.person(1_000_000n), await world.person(1_000_000n)]
  for (let n = 0; n < 6; n++) await buy(people[n % 2]!, issue, 1)
  const rows = await pages((cursor) =>
    people[0]!.client.call(ENDPOINTS.goodsHistory, { issue, limit: 4, ...cursor }),
  )
  expect(rows.map(({ seq }) => seq)).toEqual([6, 5, 4, 3, 2, 1])
  expect(rows.map(({ mine }) => mine)).toEqual([false, true, false, true, false, true])
  expect(rows[0]).toMatchObject({ first: 1_000_006, quantity: 1, name: expect.stringMatching(/ \*\*\*$/) })
})

it('pages through the rows of a calculation', async () => {
  const issue = await sellingProduct(world, {
    code: 'ROWS',
    shares: 7,
    grade: 'plain',
    plainAcknowledged: true,
  })
  const person = await world.person(1_000_000n)
  for (let n = 0; n < 7; n++) await buy(person, issue, 1)
  await world.mall.draws.runDue()
  const rows = await pages(
    async (cursor) => (await person.client.call(ENDPOINTS.calculation, { issue, limit: 3, ...cursor })).rows,
  )
  expect(rows.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7])
  const calculation = await person.client.call(ENDPOINTS.calculation, { issue })
  expect(calculation).toMatchObject({ entropy: null, entropyRemainder: 0, card: { badge: 'plain' } })
  expect(verifyProof(await person.client.call(ENDPOINTS.proof, { issue }))).toMatchObject({
    ok: true,
    badge: 'plain',
  })
  expect(parseMoney(calculation.card.price)).toBe(10_000n)
})

describe('products are checked before they are made', () => {
  const make = (product: object) => sellingProduct(world, { code: 'BAD', ...product })
  it.each([
    ['a bare draw without the operator knowing', { grade: 'plain' }, 'plainAcknowledged'],
    ['a recycling value above all sales', { marketPrice: 10n ** 9n }, 'recyclePercent'],
    ['no English text', { texts: { 'bn-bd': { title: 'x', description: '' } } }, 'texts'],
    ['an unknown category', { category: 'none' }, 'category'],
    ['one share', { shares: 1 }, 'shares'],
    ['too many shares', { shares: 100_001 }, 'shares'],
    ['a code in small letters', { code: 'bad' }, 'code'],
    ['a code that is taken', { code: 'LIFE' }, 'code'],
    ['a price of nothing', { sharePrice: 0n }, 'sharePrice'],
    ['a field that is not known', { colour: 'red' }, ''],
  ])('%s', async (_, product, field) => {
    await expect(make(product)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      details: { fields: { [field]: expect.any(String) } },
    })
  })
})
