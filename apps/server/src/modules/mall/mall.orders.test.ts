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

  test('does not list refused purchases', async () => {
    const issue = await sellingProduct(world, { code: 'TABE', shares: 3 })
    const rival = await world.person(10_000_000n)
    await buyOverHttp(rival, issue, 2)
    await expect(buyOverHttp(person, issue, 2)).rejects.toEqual(refusal('NOT_ENOUGH_SHARES'))
    expect(await tab('all')).toHaveLength(7)
  })
})
