/**
 * The public answers show members' names on the one hand, and orders with tags, times and codes on the other. Nobody can link
 * a name to a tag by joining them, except for the winner, whose name is published beside the winning code.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { Output } from '@fairlot/contract/define'
import type { Endpoints } from '@fairlot/contract/endpoints'
import {
  buyOverHttp,
  createTestCategories,
  drawEverything,
  readAllPages,
  sellingProduct,
  servedMall,
  type Person,
  type ServedMall,
} from '../mall.fixture.ts'

type Listed = Output<Endpoints['goodsHistory']>['items'][number]

let world: ServedMall

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
})
afterAll(async () => {
  await world.close()
})

const listed = (issue: string, client = world.anonymous, limit = 20): Promise<Listed[]> =>
  readAllPages((cursor) => client.call(ENDPOINTS.goodsHistory, { issue, limit, ...cursor }))

const people = (count: number): Promise<Person[]> =>
  Promise.all(Array.from({ length: count }, () => world.person(1_000_000n)))

describe('the list of participants', () => {
  test('names members in groups of five, each once, when the group is complete', async () => {
    const issue = await sellingProduct(world, { code: 'GROUP', shares: 40 })
    const members = await people(12)
    const grown: number[] = []
    for (const member of members) {
      await buyOverHttp(member, issue, 1)
      // a member who orders again is no further participant
      await buyOverHttp(members[0]!, issue, 1)
      grown.push((await listed(issue)).length)
    }
    expect(grown).toEqual([0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10])
    const { card } = await world.anonymous.call(ENDPOINTS.goodsDetail, { issue })
    expect(card.participants).toBe(12)
  })

  test('lists the groups newest first, the names of a group by the alphabet, in pages of whole groups', async () => {
    const issue = await sellingProduct(world, { code: 'PAGES', shares: 40 })
    const members = await people(17)
    for (const member of members) await buyOverHttp(member, issue, 2)
    const all = await listed(issue)
    expect(all.map(({ place }) => place)).toEqual(Array.from({ length: 15 }, (_, n) => 15 - n))
    expect(await listed(issue, world.anonymous, 1)).toEqual(all)
    expect(await listed(issue, world.anonymous, 12)).toEqual(all)
    for (const start of [0, 5, 10]) {
      const names = all.slice(start, start + 5).map(({ name }) => name)
      expect(names).toEqual(names.toSorted())
      for (const name of names) expect(name).toMatch(/ \*\*\*$/)
    }
    expect(new Set(all.map(({ at }) => at % 60_000))).toEqual(new Set([0]))
  })

  test('marks the caller, and nobody else', async () => {
    const issue = await sellingProduct(world, { code: 'MINE', shares: 40 })
    const members = await people(6)
    for (const member of members) await buyOverHttp(member, issue, 1)
    const marked = async (person: Person) =>
      (await listed(issue, person.client)).filter(({ mine }) => mine).length
    expect(await marked(members[0]!)).toBe(1)
    // the sixth member's group is not complete
    expect(await marked(members[5]!)).toBe(0)
    expect((await listed(issue)).some(({ mine }) => mine)).toBe(false)
  })

  test('finds the members of an issue in which few members order often', async () => {
    const issue = await sellingProduct(world, {
      code: 'OFTEN',
      shares: 1000,
      sharePrice: 100n,
      marketPrice: 100_000n,
    })
    const members = await people(5)
    for (const member of members) await buyOverHttp(member, issue, 1)
    const parallel = Array.from({ length: 510 }, () => buyOverHttp(members[1]!, issue, 1))
    await Promise.all(parallel)
    expect(await listed(issue)).toHaveLength(5)
  })
})

/** All objects inside of an answer. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn)
  if (typeof value !== 'object' || value === null) return []
  return [value as Record<string, unknown>, ...Object.values(value).flatMap(objectsIn)]
}

describe('the public answers of a drawn issue together', () => {
  let answers: unknown[]
  let proof: { rows: { seq: number; ms: number; first: number; quantity: number; tag: string }[] }
  let listedMembers: Listed[]
  let winner: { code: number; name: string; quantity: number }

  beforeAll(async () => {
    const issue = await sellingProduct(world, { code: 'JOIN', shares: 40 })
    const members = await people(12)
    // each member holds another number of shares, and the orders are more than a minute apart
    for (const [n, member] of members.entries()) {
      await buyOverHttp(member, issue, (n % 5) + 1)
      await world.database.advanceClock(70_000)
    }
    const { card } = await world.anonymous.call(ENDPOINTS.goodsDetail, { issue })
    await buyOverHttp(members[3]!, issue, card.shares - card.sold)
    await drawEverything(world)
    const { anonymous } = world
    listedMembers = await listed(issue)
    answers = [
      await anonymous.call(ENDPOINTS.home, {}),
      await anonymous.call(ENDPOINTS.goodsList, { status: 'drawn' }),
      await anonymous.call(ENDPOINTS.goodsDetail, { issue }),
      listedMembers,
      await anonymous.call(ENDPOINTS.goodsWinners, { product: 'JOIN' }),
      await anonymous.call(ENDPOINTS.winners, {}),
      await anonymous.call(ENDPOINTS.calculation, { issue }),
      await anonymous.call(ENDPOINTS.fairLog, {}),
    ]
    proof = (await anonymous.call(ENDPOINTS.proof, { issue })) as unknown as typeof proof
    winner = (await anonymous.call(ENDPOINTS.goodsDetail, { issue })).card.winner!
  })

  test('name nobody but the winner beside a code, an order or its time', () => {
    const times = new Set(proof.rows.map(({ ms }) => ms))
    const codes = new Set(proof.rows.flatMap(({ first, quantity }) => [first, first + quantity - 1]))
    const named = answers.flatMap(objectsIn).filter(({ name }) => String(name).endsWith('***'))
    expect(named.length).toBeGreaterThan(10)
    for (const { name, ...rest } of named) {
      if (rest['code'] === winner.code) {
        expect(name).toBe(winner.name)
        continue
      }
      expect(Object.keys(rest).filter((key) => /tag|order|seq|first|quantity|code/.test(key))).toEqual([])
      for (const value of Object.values(rest).filter((each) => typeof each === 'number')) {
        expect(times).not.toContain(value)
        expect(codes).not.toContain(value)
      }
    }
  })

  test('leave each listed name with five possible tags', () => {
    const firstOrders = new Map<string, number>()
    for (const { tag, ms } of proof.rows) if (!firstOrders.has(tag)) firstOrders.set(tag, ms)
    const tags = [...firstOrders]
    expect(tags).toHaveLength(12)
    const shown = listedMembers.toReversed()
    expect(shown).toHaveLength(10)
    for (const [n, { at }] of shown.entries()) {
      const group = tags.slice(Math.floor(n / 5) * 5, Math.floor(n / 5) * 5 + 5)
      // the shown time is that of the group, the same for all five names
      expect(at).toBe(Math.floor(group.at(-1)![1] / 60_000) * 60_000)
      expect(group).toHaveLength(5)
    }
  })
})
