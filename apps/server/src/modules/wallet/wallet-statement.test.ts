import { createSecretKey, randomUUID } from 'node:crypto'
import type { Endpoints } from '@fairlot/contract/endpoints'
import type { ParsedInput } from '@fairlot/contract/define'
import type { OfferedLanguage } from '@fairlot/contract/languages'
import { formatMoney, parseMoney } from '@fairlot/contract/money'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { breaches, testIssue, testMall, testMembers, type TestMall } from '../../testing/mall.ts'
import { balances, transfer } from '../ledger/index.ts'
import { purchaseTitles } from '../mall/sales/purchase-titles.ts'
import { statementHandlers, type TitlesOf } from './wallet-statement.ts'

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

async function log(
  memberId: string,
  input: Input = {},
  {
    language = 'en-us',
    utcOffsetMinutes = 0,
  }: { language?: OfferedLanguage; utcOffsetMinutes?: number } = {},
) {
  const titlesOf: TitlesOf = (_, purchases, wanted) =>
    purchaseTitles({ db: mall.db, defaultLanguage: 'en-us' }, purchases, wanted)
  return statementHandlers({ db: mall.db, utcOffsetMinutes, titlesOf }).walletStatement({
    input: { limit: 20, ...input },
    member: {
      memberId,
      sessionId: randomUUID(),
      status: 'active',
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
}

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
  const issue = await testIssue(mall, { shares: 10, price: 5n * unit })
  const code = issue.number.slice(0, -5)
  await mall.owner.query(
    `insert into product_text (code, language, title, description) values ($1, 'en-us', 'Phone', ''), ($1, 'bn-bd', 'ফোন', '')`,
    [code],
  )
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
  const memberId = await member(0n)
  const at = async (time: string) => {
    await mall.database.setClockOffset(Date.parse(time) - Date.now())
    await recharge(memberId, unit)
  }
  await at('2031-01-31T17:59:00Z')
  await at('2031-01-31T18:01:00Z')
  await at('2031-02-28T17:59:00Z')
  await at('2031-02-28T23:59:00Z')
  const count = async (month: string, utcOffsetMinutes: number) =>
    (await log(memberId, { month }, { utcOffsetMinutes })).items.length
  expect(await Promise.all(['2031-01', '2031-02', '2031-03'].map((month) => count(month, 0)))).toEqual([
    2, 2, 0,
  ])
  // in Dhaka it is six hours later
  expect(await Promise.all(['2031-01', '2031-02', '2031-03'].map((month) => count(month, 360)))).toEqual([
    1, 2, 1,
  ])
})

test('the lines of others are not shown, and a made-up cursor is refused', async () => {
  const [one, two] = [await member(unit), await member(0n)]
  expect((await log(one)).items).toHaveLength(1)
  expect(await log(two)).toEqual({ items: [], next: null })
  await expect(log(one, { cursor: 'x' })).rejects.toMatchObject({ code: 'INPUT_INVALID' })
})
