import { createSecretKey, randomUUID } from 'node:crypto'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { ParsedInput } from '@fairlot/contract/define'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney, parseMoney } from '@fairlot/contract/money/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { breaches, testIssue, testMall, testMembers, type TestMall } from '../../../testing/mall.ts'
import { balances, transfer } from '../../ledger/index.ts'
import { findPurchases, productsOf } from '../../mall/sales/purchase-search.ts'
import { purchaseTitles } from '../../mall/sales/purchase-titles.ts'
import { bringUpToDate } from './statement-index.ts'
import { statementHandlers, type StatementDeps } from './wallet-statement.ts'

let mall: TestMall
beforeAll(async () => {
  mall = await testMall()
})
afterEach(async () => {
  await mall.database.setClockOffset(0)
  expect(await breaches(mall.db)).toEqual([])
})
afterAll(() => mall.close())

const unit = 10_000n

type Input = Partial<ParsedInput<Endpoints['walletStatement']>>

type Circumstances = { language?: OfferedLanguage; utcOffsetMinutes?: number }

function deps(utcOffsetMinutes = 0): StatementDeps {
  return {
    db: mall.db,
    utcOffsetMinutes,
    titlesOf: (_, purchases, wanted) =>
      purchaseTitles({ db: mall.db, defaultLanguage: 'en-us' }, purchases, wanted),
    rewardsOf: () => Promise.resolve(new Map()),
    providerNames: () => ['sandbox'],
    topicsOf: (db, _, subjects) => productsOf(db, subjects),
    find: async (memberId, text) => {
      const { orders, products } = await findPurchases(mall.db, memberId, text)
      return { purchases: orders, topics: products.map((topic) => ({ seller: 'shares', topic })) }
    },
  }
}

const handlers = (utcOffsetMinutes = 0) =>
  statementHandlers({ ...deps(utcOffsetMinutes), offer: () => ({ url: '', expiresAt: 0 }) })

const call = <T>(memberId: string, input: T, language: OfferedLanguage = 'en-us') => ({
  input,
  member: {
    memberId,
    sessionId: randomUUID(),
    status: 'active' as const,
    country: null,
    realityDueAt: Number.MAX_SAFE_INTEGER,
    signKey: createSecretKey(Buffer.alloc(32)),
  },
  language,
  address: '127.0.0.1',
  userAgent: 'test',
  requestId: 'test',
  operator: null,
  setCookie: () => undefined,
})

async function log(memberId: string, input: Input = {}, { language, utcOffsetMinutes }: Circumstances = {}) {
  return handlers(utcOffsetMinutes).walletStatement(call(memberId, { limit: 20, ...input }, language))
}

const months = async (memberId: string, input: { limit?: number; cursor?: string } = {}) =>
  handlers().statementMonths(call(memberId, { limit: 20, ...input }))

async function all(memberId: string, input: Input = {}) {
  const items = []
  for (let cursor: string | undefined; ;) {
    const page = await log(memberId, { limit: 3, ...input, ...(cursor !== undefined && { cursor }) })
    items.push(...page.items)
    if (page.next === null) return items
    cursor = page.next
  }
}

async function member(balance: bigint): Promise<string> {
  const [id] = await testMembers(mall, 1, balance)
  return id!
}

const recharge = (memberId: string, amount: bigint) =>
  mall.db.tx((tx) =>
    transfer(tx, {
      ref: randomUUID(),
      kind: 'recharge',
      from: { house: 'cash' },
      to: { member: memberId },
      amount,
    }),
  )

test('every line is there once, newest first, and the running balance follows from line to line', async () => {
  const memberId = await member(1_000n * unit)
  const issue = await testIssue(mall, { shares: 50, price: 25n * unit })
  for (let i = 1; i <= 4; i++) {
    await mall.sales.buy({ member: memberId, issue: issue.number, quantity: i, requestId: randomUUID() })
    await recharge(memberId, BigInt(i) * unit)
  }
  const lines = await all(memberId)
  expect(lines).toHaveLength(9)
  expect(lines.map(({ kind }) => kind)).toEqual([
    ...Array.from({ length: 4 }, () => ['recharge', 'purchase']).flat(),
    'recharge',
  ])
  let balance = 0n
  for (const line of lines.toReversed()) {
    balance += parseMoney(line.amount)
    expect(line.balance).toBe(formatMoney(balance))
  }
  expect((await balances(mall.db, memberId)).balance).toBe(balance)
  expect(balance).toBe((1_000n - 250n + 10n) * unit)
  expect(new Set(lines.map(({ id }) => id)).size).toBe(9)
})

test('a purchase names its issue and its product in the language of the call, or in the default one', async () => {
  const memberId = await member(100n * unit)
  const texts = { 'en-us': 'Phone', 'bn-bd': 'ফোন' }
  const issue = await testIssue(mall, { shares: 10, price: 5n * unit, titles: texts })
  const { order } = await mall.sales.buy({
    member: memberId,
    issue: issue.number,
    quantity: 2,
    requestId: randomUUID(),
  })
  const titles = await Promise.all(
    (['en-us', 'bn-bd', 'ar-sa'] as const).map((language) => log(memberId, { limit: 1 }, { language })),
  )
  expect(titles.map(({ items }) => items[0]?.title)).toEqual(['Phone', 'ফোন', 'Phone'])
  expect(titles[0]?.items[0]).toMatchObject({
    kind: 'purchase',
    amount: '-10.00',
    balance: '90.00',
    reference: order,
    number: `${issue.number}-1`,
    issue: issue.number,
  })
  const [recharged] = (await log(memberId, { kind: 'recharge' })).items
  expect(recharged).toMatchObject({ amount: '100.00', reference: memberId, issue: null, title: null })
})

test('what an order could not get comes back as a line of its own', async () => {
  const memberId = await member(100n * unit)
  const issue = await testIssue(mall, { shares: 4, price: 5n * unit })
  const requests = Array.from({ length: 3 }, () => ({
    member: memberId,
    issue: issue.number,
    quantity: 3,
    requestId: randomUUID(),
  }))
  await Promise.allSettled(requests.map((request) => mall.sales.buy(request)))
  const lines = await all(memberId)
  const released = await all(memberId, { kind: 'release' })
  expect(released.length).toBe(lines.filter(({ kind }) => kind === 'purchase').length - 1)
  for (const line of released)
    expect(line).toMatchObject({ amount: '15.00', issue: issue.number, number: null })
  expect(lines[0]?.balance).toBe('85.00')
})

test('the filter by kind pages like the whole list', async () => {
  const memberId = await member(100n * unit)
  const issue = await testIssue(mall, { shares: 50, price: unit })
  for (let i = 0; i < 7; i++) {
    await mall.sales.buy({ member: memberId, issue: issue.number, quantity: 1, requestId: randomUUID() })
    await recharge(memberId, unit)
  }
  const purchases = await all(memberId, { kind: 'purchase' })
  expect(purchases).toHaveLength(7)
  expect(new Set(purchases.map(({ kind }) => kind))).toEqual(new Set(['purchase']))
  expect(await all(memberId, { kind: 'refund' })).toEqual([])
})

test('a month begins and ends at midnight of the business time zone', async () => {
  const [inLondon, inDhaka] = [await member(0n), await member(0n)]
  for (const time of [
    '2031-01-31T17:59:00Z',
    '2031-01-31T18:01:00Z',
    '2031-02-28T17:59:00Z',
    '2031-02-28T23:59:00Z',
  ]) {
    await mall.database.setClockOffset(Date.parse(time) - Date.now())
    await recharge(inLondon, unit)
    await recharge(inDhaka, unit)
  }
  const counts = (memberId: string, utcOffsetMinutes: number) =>
    Promise.all(
      ['2031-01', '2031-02', '2031-03'].map(
        async (month) => (await log(memberId, { month }, { utcOffsetMinutes })).items.length,
      ),
    )
  expect(await counts(inLondon, 0)).toEqual([2, 2, 0])
  // in Dhaka it is six hours later
  expect(await counts(inDhaka, 360)).toEqual([1, 2, 1])
})

test('every month has the sums of its kinds and the balance at its end, newest first', async () => {
  const memberId = await member(0n)
  const issue = await testIssue(mall, { shares: 50, price: unit })
  const at = (time: string) => mall.database.setClockOffset(Date.parse(time) - Date.now())
  await at('2032-01-10T12:00:00Z')
  await recharge(memberId, 30n * unit)
  await recharge(memberId, 12n * unit + 34n)
  await at('2032-03-01T00:00:00Z')
  await recharge(memberId, unit)
  const sums = async () => (await months(memberId)).items
  expect(await sums()).toEqual([
    {
      month: '2032-03',
      in: '1.00',
      out: '0.00',
      lines: 1,
      balance: '43.0034',
      kinds: [{ kind: 'recharge', in: '1.00', out: '0.00', lines: 1 }],
    },
    {
      month: '2032-01',
      in: '42.0034',
      out: '0.00',
      lines: 2,
      balance: '42.0034',
      kinds: [{ kind: 'recharge', in: '42.0034', out: '0.00', lines: 2 }],
    },
  ])
  await mall.database.setClockOffset(0)
  expect(issue.number).toBeTruthy()
  const first = await months(memberId, { limit: 1 })
  expect(first).toMatchObject({ items: [{ month: '2032-03' }], next: '2032-03' })
  expect(await months(memberId, { limit: 1, cursor: '2032-03' })).toMatchObject({
    items: [{ month: '2032-01' }],
    next: null,
  })
  await expect(months(memberId, { cursor: '2032-13' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})

test('a line that is written after the clock went back stays in the latest month', async () => {
  const memberId = await member(0n)
  const at = (time: string) => mall.database.setClockOffset(Date.parse(time) - Date.now())
  await at('2033-02-01T00:30:00Z')
  await recharge(memberId, unit)
  await at('2033-01-31T23:30:00Z')
  await recharge(memberId, 2n * unit)
  const { items } = await months(memberId)
  expect(items.map(({ month, in: came }) => [month, came])).toEqual([['2033-02', '3.00']])
  expect((await log(memberId, { month: '2033-02' })).items).toHaveLength(2)
})

test('a search finds orders by their number, their issue and their product, in pages', async () => {
  const memberId = await member(100n * unit)
  const [phone, lamp] = [
    await testIssue(mall, { shares: 50, price: unit }),
    await testIssue(mall, {
      shares: 50,
      price: unit,
      titles: { 'en-us': 'Reading lamp 100%', 'bn-bd': 'পড়ার বাতি' },
    }),
  ]
  const code = lamp.number.slice(0, -5)
  for (let i = 0; i < 5; i++)
    for (const issue of [phone, lamp])
      await mall.sales.buy({ member: memberId, issue: issue.number, quantity: 1, requestId: randomUUID() })
  const issuesOf = async (input: Input) => (await all(memberId, input)).map(({ issue }) => issue)
  const five = Array.from({ length: 5 }, () => lamp.number)
  expect(await issuesOf({ search: '  LAMP 1' })).toEqual(five)
  expect(await issuesOf({ search: 'বাতি' })).toEqual(five)
  expect(await issuesOf({ search: code.toLowerCase() })).toEqual(five)
  expect(await issuesOf({ search: lamp.number.toLowerCase(), kind: 'purchase' })).toEqual(five)
  expect(await issuesOf({ search: 'lamp', kind: 'recharge' })).toEqual([])
  expect(await issuesOf({ search: 'lamp', month: '2020-01' })).toEqual([])
  expect(await issuesOf({ search: 'l%p' })).toEqual([])
  const [found, ...more] = await all(memberId, { search: `${lamp.number}-3` })
  expect(more).toEqual([])
  expect(found).toMatchObject({ kind: 'purchase', number: `${lamp.number}-3` })
  expect(await all(memberId, { search: found!.reference })).toEqual([found])
})

test('a search does not find what others bought', async () => {
  const [one, two] = [await member(10n * unit), await member(10n * unit)]
  const issue = await testIssue(mall, { shares: 50, price: unit })
  const { order } = await mall.sales.buy({
    member: one,
    issue: issue.number,
    quantity: 1,
    requestId: randomUUID(),
  })
  for (const search of [issue.number, `${issue.number}-1`, order, issue.number.slice(0, -5)])
    expect(await all(two, { search })).toEqual([])
})

test('calls at the same time and in small chunks index every line once', async () => {
  const memberId = await member(100n * unit)
  const issue = await testIssue(mall, { shares: 50, price: unit })
  for (let i = 0; i < 12; i++)
    await mall.sales.buy({ member: memberId, issue: issue.number, quantity: 1, requestId: randomUUID() })
  await Promise.all(Array.from({ length: 8 }, () => bringUpToDate(deps(), memberId, { chunk: 2 })))
  await recharge(memberId, unit)
  expect(await all(memberId, { kind: 'purchase' })).toHaveLength(12)
  expect(await all(memberId, { kind: 'recharge' })).toHaveLength(2)
  expect(await all(memberId, { search: issue.number.slice(0, -5) })).toHaveLength(12)
})

test('the lines of others are not shown, and a made-up cursor is refused', async () => {
  const [one, two] = [await member(unit), await member(0n)]
  expect((await log(one)).items).toHaveLength(1)
  expect(await log(two)).toEqual({ items: [], next: null })
  await expect(log(one, { cursor: 'x' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})
