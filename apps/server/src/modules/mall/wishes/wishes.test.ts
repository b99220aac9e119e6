import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ENDPOINTS } from '@fairlot/contract/endpoints'
import type { ReminderKind } from '@fairlot/contract/kinds/issue-kinds'
import {
  buyOverHttp,
  createTestCategories,
  sellingProduct,
  servedMall,
  type Person,
  type ServedMall,
} from '../mall.fixture.ts'
import { planted } from '../../../testing/planted.ts'
import { wishChecks } from './wishes.checks.ts'
import { tellDue, tellOpenings } from './wishes.queries.ts'

let world: ServedMall
let member: Person
let buyer: Person
let issues = 0

beforeAll(async () => {
  world = await servedMall()
  await createTestCategories(world)
  buyer = await world.person(100_000_000n)
})
beforeEach(async () => {
  member = await world.person(0n)
})
afterAll(() => world.close())

const refusal = (code: string) => expect.objectContaining({ code })
const sell = (shares: number, more = {}) =>
  sellingProduct(world, { code: `WISH${++issues}`, shares, grade: 'salt', ...more })
const remind = (issue: string, kind: ReminderKind, on = true, { client } = member) =>
  client.call(ENDPOINTS.remind, { issue, kind, on })
const told = async ({ client } = member) => {
  const { items } = await client.call(ENDPOINTS.notices, {})
  return items.map(({ kind, issue }) => `${kind} ${issue}`)
}

describe('saved products', () => {
  test('are stored once, filter the mall, are counted, and go away again', async () => {
    const issue = await sell(20)
    const other = await sell(20)
    const product = issue.split('-')[0]!
    const { client } = member
    for (let n = 0; n < 2; n++)
      expect(await client.call(ENDPOINTS.favourite, { product, on: true })).toEqual({ favourite: true })
    expect(await client.call(ENDPOINTS.goodsDetail, { issue })).toMatchObject({
      favourite: true,
      reminders: [],
    })
    expect(await client.call(ENDPOINTS.goodsDetail, { issue: other })).toMatchObject({ favourite: false })
    const listed = async (caller = client) =>
      (await caller.call(ENDPOINTS.goodsList, { favourites: true })).items.map((card) => card.issue)
    expect(await listed()).toEqual([issue])
    expect(await listed(buyer.client)).toEqual([])
    expect(await listed(world.anonymous)).toEqual([])
    expect(await client.call(ENDPOINTS.goodsFilters, {})).toMatchObject({ favourites: 1 })
    expect(await client.call(ENDPOINTS.favourite, { product, on: false })).toEqual({ favourite: false })
    expect(await listed()).toEqual([])
  })

  test('are refused for a product that does not exist, and above the maximum', async () => {
    const { client, memberId } = member
    await expect(client.call(ENDPOINTS.favourite, { product: 'NONE', on: true })).rejects.toEqual(
      refusal('NO_SUCH_DATA'),
    )
    const product = (await sell(20)).split('-')[0]!
    await world.owner.query(
      `insert into product (code, category, mode, art, tile, market_price, share_price, shares, grade, plain_acknowledged, created_at)
       select 'FULL' || n, 'phones', 'goods', 'phone', 'sea', 10000, 10000, 2, 'plain', true, business_now()
       from generate_series(1, 200) n`,
    )
    await world.owner.query(
      `insert into favourite select $1, 'FULL' || n, business_now() from generate_series(1, 200) n`,
      [memberId],
    )
    await expect(client.call(ENDPOINTS.favourite, { product, on: true })).rejects.toEqual(
      refusal('TOO_MANY_SAVED'),
    )
  })
})

describe('a reminder', () => {
  test('of ten shares left becomes one notice with the purchase that leaves ten', async () => {
    const issue = await sell(20)
    expect(await remind(issue, 'ten_left')).toEqual({ reminders: ['ten_left'] })
    expect(await remind(issue, 'drawn')).toEqual({ reminders: ['ten_left', 'drawn'] })
    await buyOverHttp(buyer, issue, 9)
    await world.mall.settled()
    expect(await told()).toEqual([])
    await buyOverHttp(buyer, issue, 1)
    await world.mall.settled()
    expect(await told()).toEqual([`ten_left ${issue}`])
    await buyOverHttp(buyer, issue, 1)
    await world.mall.settled()
    expect(await told()).toEqual([`ten_left ${issue}`])
    expect(await member.client.call(ENDPOINTS.goodsDetail, { issue })).toMatchObject({ reminders: ['drawn'] })
    await expect(remind(issue, 'ten_left')).rejects.toEqual(refusal('ALREADY_HAPPENED'))
  })

  test('of the draw becomes one notice with the draw; of shares left, one of the sell-out when it came first', async () => {
    const issue = await sell(20)
    await remind(issue, 'drawn')
    await remind(issue, 'ten_left')
    await buyOverHttp(buyer, issue, 20)
    await world.mall.settled()
    await world.mall.draws.runDue()
    await world.mall.settled()
    expect((await told()).toSorted()).toEqual([`drawn ${issue}`, `sold_out ${issue}`])
    await expect(remind(issue, 'drawn')).rejects.toEqual(refusal('ALREADY_HAPPENED'))
  })

  test('of an issue that is refunded becomes one notice, of whatever kind it was', async () => {
    const issue = await sell(20, { saleDays: 1 })
    await remind(issue, 'drawn')
    await remind(issue, 'ten_left')
    await world.database.advanceClock(86_400_000 + 60_000)
    for (let n = 0; n < 3; n++) await world.mall.draws.runDue()
    await world.mall.settled()
    expect(await told()).toEqual([`refunded ${issue}`])
  })

  test('that is taken back tells nothing', async () => {
    const issue = await sell(20)
    await remind(issue, 'ten_left')
    expect(await remind(issue, 'ten_left', false)).toEqual({ reminders: [] })
    await buyOverHttp(buyer, issue, 15)
    await world.mall.settled()
    expect(await told()).toEqual([])
  })

  test('of shares left is not told to a member on a break, who is told of the draw', async () => {
    const issue = await sell(20)
    await remind(issue, 'ten_left')
    await remind(issue, 'drawn')
    await world.owner.query(
      `update wallet set excluded_until = business_now() + interval '1 day' where member_id = $1`,
      [member.memberId],
    )
    await buyOverHttp(buyer, issue, 12)
    await buyOverHttp(buyer, issue, 8)
    await world.mall.draws.runDue()
    await world.mall.settled()
    expect(await told()).toEqual([`drawn ${issue}`])
  })

  test('becomes exactly one notice when many processes look at once, and each of them counts it once', async () => {
    const issue = await sell(20)
    const people = await Promise.all(Array.from({ length: 12 }, () => world.person(0n)))
    for (const person of people) await remind(issue, 'ten_left', true, person)
    await world.owner.query(
      `update issue set sold = 12 where issue_id = (select issue_id from issue_terms where number = $1)`,
      [issue],
    )
    const looks = await Promise.all(Array.from({ length: 8 }, () => tellDue(world.db, null, 5)))
    const rest = await tellDue(world.db, null, 500)
    const members = [...looks, rest].flatMap((look) => look.members)
    expect(members.toSorted()).toEqual(people.map(({ memberId }) => memberId).toSorted())
    for (const person of people) expect(await told(person)).toEqual([`ten_left ${issue}`])
    await world.owner.query('delete from member_notice')
    await world.owner.query(
      `update issue set sold = 0 where issue_id = (select issue_id from issue_terms where number = $1)`,
      [issue],
    )
  })

  test('that a stopped process left is found by the scheduled job', async () => {
    const issue = await sell(20)
    await remind(issue, 'ten_left')
    await world.owner.query(
      `insert into member_notice (member_id, notice_id, kind, issue_id, at)
       select $1, '018f0000-0000-7000-8000-000000000000', 'ten_left', issue_id, business_now() from issue_terms where number = 'WISH1-0001'`,
      [member.memberId],
    )
    await world.owner.query(
      `update issue set sold = 12 where issue_id = (select issue_id from issue_terms where number = $1)`,
      [issue],
    )
    await world.jobs.plan()
    await world.database.advanceClock(60_000)
    await world.jobs.drain()
    expect(await told()).toEqual([`ten_left ${issue}`, 'ten_left WISH1-0001'])
    await world.owner.query('delete from member_notice')
    await world.owner.query(
      `update issue set sold = 0 where issue_id = (select issue_id from issue_terms where number = $1)`,
      [issue],
    )
  })
})

describe('a new issue of a saved product', () => {
  const sellOut = async (issue: string) => {
    await buyOverHttp(buyer, issue, 2)
    await world.mall.draws.runDue()
    await world.mall.settled()
  }
  const nextOf = (issue: string, by = 1) => {
    const [code, sequence] = issue.split('-')
    return `${code}-${String(Number(sequence) + by).padStart(4, '0')}`
  }
  const asks = async (issue: string) =>
    (await member.client.call(ENDPOINTS.goodsDetail, { issue })).reminders.includes('opened')

  test('is told when it opens, once each, and the product is saved', async () => {
    const issue = await sell(2)
    expect(await remind(issue, 'opened')).toEqual({ reminders: ['opened'] })
    expect(await remind(issue, 'drawn')).toEqual({ reminders: ['opened', 'drawn'] })
    expect(await member.client.call(ENDPOINTS.goodsDetail, { issue })).toMatchObject({ favourite: true })
    await sellOut(issue)
    const { items } = await member.client.call(ENDPOINTS.notices, {})
    const notice = items.find(({ kind }) => kind === 'opened')
    expect(notice).toMatchObject({ kind: 'opened', issue: nextOf(issue), order: null, read: false })
    expect(await asks(nextOf(issue))).toBe(true)
    await member.client.call(ENDPOINTS.noticesRead, { until: items[0]!.at })
    await sellOut(nextOf(issue))
    expect((await told()).filter((one) => one.startsWith('opened'))).toEqual([
      `opened ${nextOf(issue, 2)}`,
      `opened ${nextOf(issue)}`,
    ])
  })

  test('is not told while an earlier notice of the product is unread, on a break, or when taken back', async () => {
    const issue = await sell(2)
    await remind(issue, 'opened')
    await sellOut(issue)
    await sellOut(nextOf(issue))
    expect(await told()).toEqual([`opened ${nextOf(issue)}`])

    await member.client.call(ENDPOINTS.noticesRead, { until: Date.now() + 86_400_000 })
    await world.owner.query(
      `update wallet set excluded_until = business_now() + interval '1 day' where member_id = $1`,
      [member.memberId],
    )
    await sellOut(nextOf(issue, 2))
    expect(await told()).toHaveLength(1)
    await world.owner.query(`update wallet set excluded_until = null where member_id = $1`, [member.memberId])

    expect(await remind(issue, 'opened', false)).toEqual({ reminders: [] })
    expect(await member.client.call(ENDPOINTS.goodsDetail, { issue })).toMatchObject({ favourite: true })
    await sellOut(nextOf(issue, 3))
    expect(await told()).toHaveLength(1)
  })

  test('is not told to a member who removed the product, and a scheduled issue is told when it opens', async () => {
    const gone = await sell(2)
    await remind(gone, 'opened')
    await member.client.call(ENDPOINTS.favourite, { product: gone.split('-')[0]!, on: false })
    expect(await asks(gone)).toBe(false)
    await sellOut(gone)
    expect(await told()).toEqual([])

    const issue = await sell(2, { maxIssues: 1 })
    const code = issue.split('-')[0]!
    await sellOut(issue)
    await world.owner.query('update product set max_issues = 0 where code = $1', [code])
    const [{ now } = { now: 0n }] = await world.owner.query<{ now: bigint }>(
      `select floor(extract(epoch from business_now()) * 1000)::bigint as now`,
    )
    await world.mall.scheduleIssue(code, Number(now) + 3_600_000)
    await remind(issue, 'opened')
    await world.mall.draws.runDue()
    await world.mall.settled()
    expect(await told()).toEqual([])
    await world.database.advanceClock(3_600_000)
    await world.mall.draws.runDue()
    await world.mall.settled()
    expect(await told()).toEqual([`opened ${nextOf(issue)}`])
  })

  test('is told exactly once when many processes look at once, and found by the job', async () => {
    const issue = await sell(2)
    const people = await Promise.all(Array.from({ length: 12 }, () => world.person(0n)))
    for (const person of people) await remind(issue, 'opened', true, person)
    // as if the process had stopped before it told them
    await world.owner.query('update favourite set told_sequence = 0 where code = $1', [issue.split('-')[0]])
    const looks = await Promise.all(Array.from({ length: 8 }, () => tellOpenings(world.db, null, 5)))
    await world.jobs.plan()
    await world.database.advanceClock(60_000)
    await world.jobs.drain()
    expect(looks.flatMap((look) => look.members).length).toBeGreaterThan(0)
    for (const person of people) expect(await told(person)).toEqual([`opened ${issue}`])
  })
})

test('notices are listed in pages and marked as read', async () => {
  const first = await sell(20)
  const second = await sell(20)
  for (const issue of [first, second]) {
    await remind(issue, 'ten_left')
    await buyOverHttp(buyer, issue, 11)
    await world.mall.settled()
  }
  const { client } = member
  const page = await client.call(ENDPOINTS.notices, { limit: 1 })
  expect(page).toMatchObject({
    unread: 2,
    items: [{ issue: second, read: false, title: expect.any(String) }],
  })
  const next = await client.call(ENDPOINTS.notices, { limit: 1, cursor: page.next! })
  expect(next).toMatchObject({ next: null, items: [{ issue: first }] })
  await client.call(ENDPOINTS.noticesRead, { until: next.items[0]!.at })
  expect(await client.call(ENDPOINTS.notices, {})).toMatchObject({
    unread: 1,
    items: [{ read: false }, { read: true }],
  })
  await client.call(ENDPOINTS.noticesRead, { until: page.items[0]!.at })
  expect(await client.call(ENDPOINTS.notices, {})).toMatchObject({ unread: 0 })
})

test('the doctor finds a notice of what did not happen, saved things that do not exist, and a wrong count of a word', async () => {
  const { memberId } = member
  const issue = await sell(20)
  const NOTICES = wishChecks[0]!.title
  const WORDS = wishChecks[1]!.title
  const breaks = (sql: string) => planted(world.owner, wishChecks, sql)
  expect(await breaks('select 1')).toEqual([])
  const notice = (kind: string) =>
    `insert into member_notice select '${memberId}', gen_random_uuid(), '${kind}', issue_id, business_now()
     from issue_terms where number = '${issue}'`
  for (const kind of ['ten_left', 'sold_out', 'drawn', 'refunded'])
    expect(await breaks(notice(kind)), kind).toEqual([NOTICES])
  for (const saved of [`'NOTHING', business_now()`, `'${issue.split('-')[0]}', business_now(), 2`])
    expect(await breaks(`insert into favourite values ('${memberId}', ${saved})`)).toEqual([NOTICES])
  const prize = `insert into member_notice (member_id, notice_id, kind, issue_id, at, purchase_id)
     select '${memberId}', gen_random_uuid(), 'prize_waits', issue_id, business_now(), gen_random_uuid()
     from issue_terms where number = '${issue}'`
  expect(await breaks(prize)).toEqual([NOTICES])
  expect(
    await breaks(`insert into reminder values ('${memberId}', gen_random_uuid(), 'drawn', business_now())`),
  ).toEqual([NOTICES])
  expect(await breaks(`update search_word set products = products + 1 where term = 'en:product'`)).toEqual([
    WORDS,
  ])
})
