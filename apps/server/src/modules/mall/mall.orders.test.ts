import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import {
  buyOverHttp,
  createTestCategories,
  drawEverything,
  readAllPages,
  sellingProduct,
  servedMall,
  type Person,
  type ServedMall,
} from './mall.fixture.ts'

let world: ServedMall

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(async () => {
  await world.close()
})

const refusal = (code: string) => expect.objectContaining({ code })

const issues = (person: Person, tab: string, limit = 2) =>
  readAllPages((cursor) => person.client.call(ENDPOINTS.orderIssues, { tab: tab as 'all', limit, ...cursor }))

type Listed = Awaited<ReturnType<typeof readOrders>>[number]
const readOrders = ({ client }: Person) =>
  readAllPages((cursor) => client.call(ENDPOINTS.orderList, { tab: 'all', limit: 100, ...cursor }))

/** The list by issue has the issues of the list of orders, in its order but for the wins, whatever the size of a page. */
async function checkIssues(person: Person, orders: readonly Listed[]) {
  const all = await issues(person, 'all', 100)
  for (const limit of [1, 2, 3]) expect(await issues(person, 'all', limit)).toEqual(all)
  const byIssue = Map.groupBy(orders, ({ card }) => card.issue)
  const won = (issue: string) => byIssue.get(issue)!.some(({ status }) => status === 'won')
  const names = all.map(({ card }) => card.issue)
  const rest = names.filter((issue) => !won(issue))
  expect(names).toEqual([...names.filter(won), ...rest])
  expect(rest).toEqual([...byIssue.keys()].filter((issue) => !won(issue)))
  expect(names).toHaveLength(byIssue.size)
  for (const { card, items, ...sums } of all) {
    const own = byIssue.get(card.issue)!
    expect(sums).toEqual({
      status: own.find(({ status }) => status === 'won' || status === 'processing')?.status ?? own[0]!.status,
      orders: own.length,
      shares: own.reduce((sum, { quantity }) => sum + quantity, 0),
      amount: `${own.reduce((sum, { amount }) => sum + Number(amount), 0)}.00`,
    })
    const first = own.filter(({ status }) => status === 'won')
    const listed = [...first, ...own.filter((order) => !first.includes(order))]
    expect(items).toEqual(
      listed
        .slice(0, 20)
        .map((order) =>
          expect.objectContaining({ order: order.order, number: order.number, first: order.first }),
        ),
    )
    for (const limit of [1, 7])
      expect(
        await readAllPages((cursor) =>
          person.client.call(ENDPOINTS.orderList, { issue: card.issue, limit, ...cursor }),
        ),
      ).toEqual(own)
  }
  const of = (...states: string[]) => names.filter((_, n) => states.includes(all[n]!.status))
  const named = async (tab: string) => (await issues(person, tab, 1)).map(({ card }) => card.issue)
  expect(await named('awaiting')).toEqual(of('awaiting_draw', 'processing'))
  expect(await named('pending')).toEqual(of('won'))
  expect(await named('completed')).toEqual(of('not_won', 'refunded'))
  expect(await named('to_receive')).toEqual([])
}

describe('the tabs of the order list', () => {
  let person: Person
  const tab = (name: string, limit = 2) =>
    readAllPages((cursor) =>
      person.client.call(ENDPOINTS.orderList, { tab: name as 'all', limit, ...cursor }),
    )

  beforeAll(async () => {
    person = await world.person(10_000_000n)
    const rival = await world.person(10_000_000n)
    // TABA is drawn, TABB is won by the only buyer, TABC is drawn but not settled, TABD is on sale
    const shared = await sellingProduct(world, { code: 'TABA', shares: 4, grade: 'salt', maxIssues: 1 })
    await buyOverHttp(person, shared, 1)
    await buyOverHttp(rival, shared, 2)
    await buyOverHttp(person, shared, 1)
    const certain = await sellingProduct(world, { code: 'TABB', shares: 2, grade: 'salt', maxIssues: 1 })
    await buyOverHttp(person, certain, 2)
    await drawEverything(world)
    const unsettled = await sellingProduct(world, { code: 'TABC', shares: 3, grade: 'salt', maxIssues: 1 })
    for (let n = 0; n < 3; n++) await buyOverHttp(person, unsettled, 1)
    await world.mall.draws.runDue()
    await unsettle(unsettled)
    await buyOverHttp(person, await sellingProduct(world, { code: 'TABD', shares: 5, maxIssues: 1 }), 1)
  })

  /** Resets an issue to the time after its draw and before its settlement. */
  async function unsettle(issue: string) {
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
    const unsettled = all.filter(({ card }) => card.product.code === 'TABC')
    expect(unsettled.filter(({ status }) => status === 'won')).toHaveLength(1)
    expect(unsettled.filter(({ status }) => status === 'not_won')).toHaveLength(2)
    await checkIssues(person, all)
  }

  test('shows the same result before and after the order is settled', async () => {
    await check()
    const before = await tab('all')
    await world.mall.draws.runDue()
    await check()
    expect(await tab('all')).toEqual(before)
    const { orders } = await person.client.call(ENDPOINTS.account, {})
    expect(orders).toMatchObject({ awaiting: 1, pending: (await tab('pending')).length })
  })

  test('shows an order whose outcome is not known yet as processing', async () => {
    const [order] = await tab('awaiting')
    await world.owner.query(`update purchase set state = 'held', position = null where purchase_id = $1`, [
      order!.order,
    ])
    expect(await tab('awaiting')).toMatchObject([{ order: order!.order, status: 'processing', first: null }])
    expect(await person.client.call(ENDPOINTS.orderDetail, { order: order!.order })).toMatchObject({
      order: { status: 'processing' },
      tag: null,
    })
    await world.owner.query(`update purchase set state = 'done', position = $2 where purchase_id = $1`, [
      order!.order,
      order!.first,
    ])
  })

  test('shows each issue once, with the sums of its orders, in the tab of its state', async () => {
    const { orders } = await person.client.call(ENDPOINTS.account, {})
    const [awaiting, pending] = await Promise.all([issues(person, 'awaiting'), issues(person, 'pending')])
    expect(orders).toMatchObject({ awaiting: awaiting.length, pending: pending.length })
    expect(awaiting.map(({ card }) => card.product.code)).toEqual(['TABD'])
    expect(pending.map(({ card }) => card.product.code)).toEqual(expect.arrayContaining(['TABB', 'TABC']))
  })

  test('does not list refused purchases', async () => {
    const issue = await sellingProduct(world, { code: 'TABE', shares: 3 })
    const rival = await world.person(10_000_000n)
    await buyOverHttp(rival, issue, 2)
    await expect(buyOverHttp(person, issue, 2)).rejects.toEqual(refusal('NOT_ENOUGH_SHARES'))
    expect(await tab('all')).toHaveLength(7)
  })
})

describe('the list by issue', () => {
  test('takes an issue at its newest order, over all borders of pages', async () => {
    const person = await world.person(10_000_000n)
    const numbers: string[] = []
    for (let n = 0; n < 5; n++)
      numbers.push(await sellingProduct(world, { code: `BORD${n}`, shares: 200, maxIssues: 1 }))
    // the issues take turns, and the first one has more orders than an item lists
    for (const n of [0, 1, 0, 2, 0, 1, 3, 3, 4, 0, 2, ...Array.from({ length: 20 }, () => 0), 1])
      await buyOverHttp(person, numbers[n]!, 1)
    await checkIssues(person, await readOrders(person))
    expect((await issues(person, 'awaiting')).map(({ card }) => card.product.code)).toEqual([
      'BORD1',
      'BORD0',
      'BORD2',
      'BORD4',
      'BORD3',
    ])
    // an order that is made between two pages moves its issue to the front: the next page leaves it out
    const first = await person.client.call(ENDPOINTS.orderIssues, { tab: 'all', limit: 2 })
    await buyOverHttp(person, numbers[3]!, 1)
    const second = await person.client.call(ENDPOINTS.orderIssues, {
      tab: 'all',
      limit: 9,
      cursor: first.next!,
    })
    expect(second.items.map(({ card }) => card.product.code)).toEqual(['BORD2', 'BORD4'])
    expect(second.next).toBeNull()
  })

  test('numbers an order by its issue and its rank there, also after it is refunded', async () => {
    const [person, rival] = [await world.person(10_000_000n), await world.person(10_000_000n)]
    const issue = await sellingProduct(world, { code: 'RANK', shares: 9, maxIssues: 1, saleDays: 1 })
    await buyOverHttp(rival, issue, 1)
    const { order } = await buyOverHttp(person, issue, 2)
    const numberOf = async () => (await person.client.call(ENDPOINTS.orderDetail, { order })).order
    expect(await numberOf()).toMatchObject({ number: `${issue}-2`, status: 'awaiting_draw' })
    await world.database.advanceClock(25 * 3_600_000)
    await world.mall.draws.runDue()
    expect(await numberOf()).toMatchObject({ number: `${issue}-2`, status: 'refunded' })
    await checkIssues(person, await readOrders(person))
  })
})
